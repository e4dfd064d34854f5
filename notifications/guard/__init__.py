"""Calls to addresses that players give are guarded (NOT-7): https, public addresses only, pinned, bounded.

The host is resolved once; every address must be public; the connection goes to one of the vetted addresses
while the certificate is checked for the host's name. One deadline holds for the whole call, so that nobody can
keep a worker waiting by sending a byte now and then. On doubt the call is refused.

What may not be called is Forbidden, and stays so. All else that goes wrong is NoAnswer, a name that cannot be looked
up included: that may be a hiccup, and is tried again.
"""

import ipaddress
import logging
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

import httpcore
import idna
from django.conf import settings

from notifications.guard import certificates, lookups
from notifications.guard.networks import is_public

log = logging.getLogger(__name__)


class Forbidden(Exception):
    """An address that may not be called; the message is for players."""


class NoAnswer(Exception):
    """No proper answer just now: nobody there, too slow, too long, or a certificate that does not count."""


class NotFound(NoAnswer):
    """The host cannot be looked up just now."""


@dataclass(frozen=True)
class Answer:
    """The answer to a call; `content` up to WEBHOOK_MAX_REPLY_BYTES."""

    status: int
    headers: dict[str, str]
    content: bytes


#: Seconds in which a host's name must be found.
RESOLVE_SECONDS = 3.0


#: Characters that an address may have.
MOST_CHARACTERS = 500
#: What stays as it is in a path: all that is ASCII, what somebody has encoded already included.
_AS_IT_IS = "".join(map(chr, range(0x21, 0x7F)))


def check_url(url: str) -> SplitResult:
    """Return the parts of an address that may be called, as far as can be told without resolving it.

    They are plain ASCII, whatever letters were given, and are what is kept and called.
    """
    if len(url) > MOST_CHARACTERS or any(c.isspace() or not c.isprintable() for c in url):
        raise Forbidden("That is not a web address.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("That is not a web address.") from None
    parts = _in_ascii(parts)
    host = parts.hostname or ""
    if f"{host}:{port}" in settings.WEBHOOK_ALLOWED_HOSTS and parts.scheme in ("http", "https"):
        return parts
    if parts.scheme != "https":
        raise Forbidden("A webhook's address begins with https://.")
    if not host or ("." not in host and ":" not in host):
        raise Forbidden("A webhook's address needs a full host name.")
    if parts.username or parts.password:
        raise Forbidden("A webhook's address may not hold a name or password.")
    if port not in (None, 443, 8443):
        raise Forbidden("A webhook is called on port 443 or 8443.")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        _require_name(host)
        return parts
    if not is_public(host):
        raise Forbidden("A webhook may only go to a public address.")
    return parts


def _in_ascii(parts: SplitResult) -> SplitResult:
    """Return an address as it is called: its host as DNS knows it, other letters percent-encoded; once is enough.

    Raises Forbidden where no host can be called that, or where it gets too long.
    """
    host = parts.hostname or ""
    netloc = parts.netloc
    if not netloc.isascii():
        before, at, _ = netloc.rpartition("@")
        port = "" if parts.port is None else f":{parts.port}"
        netloc = f"{quote(before, safe=_AS_IT_IS)}{at}{_name_in_ascii(host)}{port}"
    path, query, fragment = (
        quote(part, safe=_AS_IT_IS) for part in (parts.path, parts.query, parts.fragment)
    )
    found = SplitResult(parts.scheme, netloc, path, query, fragment)
    if len(found.geturl()) > MOST_CHARACTERS:
        raise Forbidden("That address is too long, as its letters are written when it is called.")
    return found


def _name_in_ascii(host: str) -> str:
    """Return a host's name as DNS knows it. Raises Forbidden for what no host can be called."""
    if host.isascii():
        return host
    try:
        return idna.encode(host, uts46=True).decode()
    except UnicodeError:
        raise Forbidden("The name of that host has letters that no host's name can have.") from None


def _require_name(host: str) -> None:
    """Raise Forbidden for what no host can be called: it would never be found."""
    try:
        host.encode("idna")
    except UnicodeError:
        raise Forbidden("That is not a web address.") from None


def vetted_address(parts: SplitResult) -> str:
    """Resolve the host once and return an address to connect to.

    Raises:
        Forbidden: it leads inside, or no host can be called that. NotFound: nobody can say where it leads just now.
    """
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        addresses = lookups.find(host, port, RESOLVE_SECONDS)
    except lookups.NoName:
        raise Forbidden("That is not a web address.") from None
    except lookups.NotFound as error:
        raise NotFound(str(error)) from None
    if f"{host}:{parts.port}" in settings.WEBHOOK_ALLOWED_HOSTS:
        return addresses[0]
    if not all(is_public(address) for address in addresses):
        raise Forbidden("A webhook may only go to a public address.")
    return addresses[0]


# -- the connection ----------------------------------------------------------------------------


class _Timed(httpcore.NetworkStream):
    """A stream that ends when the time is up, however busily the other side goes on."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self.stream = stream
        self.until = until

    def left(self) -> float:
        seconds = self.until - time.monotonic()
        if seconds <= 0:
            raise httpcore.ReadTimeout("the answer takes too long")
        return seconds

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, self.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, self.left())

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Timed(self.stream.start_tls(ssl_context, server_hostname, self.left()), self.until)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


class _Pinned(httpcore.NetworkBackend):
    """Connects to the vetted address, whatever the host's name leads to by then."""

    def __init__(self, address: str, until: float) -> None:
        self.address = address
        self.until = until

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = max(self.until - time.monotonic(), 0.001)
        stream = httpcore.SyncBackend().connect_tcp(self.address, port, left, local_address, socket_options)
        return _Timed(stream, self.until)


@cache
def _trusted() -> ssl.SSLContext:
    import httpx  # with what it needs for a command of its own, larger than all that calls need

    return httpx.create_ssl_context(trust_env=False)


def call(
    method: str, url: str, headers: dict[str, str], body: bytes = b"", *, seconds: float | None = None
) -> Answer:
    """Call a guarded address, without following redirects.

    Args:
        seconds: for the whole call (default: WEBHOOK_TIMEOUT_SECONDS).

    Raises:
        Forbidden: the address may not be called. NoAnswer: no answer, too slow, too long, a bad certificate.
        NotFound, a NoAnswer: the host cannot be looked up just now.
    """
    try:
        return _call(method, url, headers, body, seconds)
    except (Forbidden, NoAnswer):
        raise
    except Exception as error:
        # Whatever breaks here, it breaks for this address: nobody else's calls do, and its owner is told.
        if not isinstance(error, _FAILURES):
            log.warning("a call broke off", extra={"error": type(error).__name__})
        raise NoAnswer(_words(error)) from None


def _call(method: str, url: str, headers: dict[str, str], body: bytes, seconds: float | None) -> Answer:
    parts = check_url(url)
    address = vetted_address(parts)
    until = time.monotonic() + (settings.WEBHOOK_TIMEOUT_SECONDS if seconds is None else seconds)
    target = parts._replace(fragment="").geturl()
    sent = {k: v for k, v in headers.items() if k.lower() not in ("host", "accept-encoding", "connection")}
    sent |= {"Host": parts.netloc, "Accept-Encoding": "identity", "Connection": "close"}
    if body and "content-length" not in {name.lower() for name in sent}:
        sent["Content-Length"] = str(len(body))
    with (
        httpcore.ConnectionPool(ssl_context=_trusted(), network_backend=_Pinned(address, until)) as pool,
        pool.stream(method, target, headers=list(sent.items()), content=body) as reply,
    ):
        content = b""
        for chunk in reply.iter_stream():
            content += chunk
            if len(content) > settings.WEBHOOK_MAX_REPLY_BYTES:
                raise NoAnswer("the answer is too long")
    found = {name.decode("latin-1"): value.decode("latin-1") for name, value in reply.headers}
    return Answer(reply.status, found, content)


#: What a receiver can bring about; anything else is a fault of ours, and is in our log.
_FAILURES = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    ValueError,
)


def _words(error: BaseException) -> str:
    """Return what went wrong, for the owner of the address."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate does not count: {certificates.words_of(cause)}"
        if isinstance(cause, ssl.SSLError):
            return "it does not speak TLS"
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpcore.TimeoutException):
        return "it takes too long"
    if isinstance(error, httpcore.NetworkError):
        return "it cannot be reached"
    if isinstance(error, _FAILURES):
        return "what it says is no HTTP"
    return "it cannot be called"


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """POST to a guarded address and return the status; what else is answered is thrown away.

    Raises:
        Forbidden: the address may not be called. NoAnswer: no proper answer.
    """
    return call("POST", url, headers, body).status

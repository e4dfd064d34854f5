"""Chat services, through Apprise: only those that the operator allows, only public hosts, every call guarded."""

import logging
import sys
import time
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings

from notifications import guard
from notifications.channels import transport
from notifications.channels.chat.formatting import call_nobody

#: Services whose host is fixed; for all others the address names one, which must be public.
FIXED_HOSTS = frozenset(("discord", "slack", "tgram"))

logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its lines may hold tokens


#: Seconds for all calls of one notice together, as a multiple of WEBHOOK_TIMEOUT_SECONDS; some services need several.
MOST_CALLS = 4
_until: ContextVar[float] = ContextVar("until", default=0.0)
_trouble: ContextVar[guard.Forbidden | guard.NoAnswer | None] = ContextVar("trouble", default=None)


class _GuardedRequests:
    """Stands in for `requests` in Apprise's plugins, so that every call they make goes through the guard.

    That holds for addresses too which a chat server names itself, and for how long and how much it answers.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(requests, name)

    def get(self, url: str, **given: Any) -> requests.Response:
        return self.request("GET", url, **given)

    def post(self, url: str, **given: Any) -> requests.Response:
        return self.request("POST", url, **given)

    def put(self, url: str, **given: Any) -> requests.Response:
        return self.request("PUT", url, **given)

    def request(self, method: str, url: str, **given: Any) -> requests.Response:
        """Do what `requests.request` does, as far as plugins ask for it. Raises requests.ConnectionError."""
        parts = {name: given[name] for name in ("data", "json", "headers", "params", "auth") if name in given}
        asked = requests.Request(method, url, **parts).prepare()
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body
        headers = {name: v.decode() if isinstance(v, bytes) else v for name, v in asked.headers.items()}
        left = min(_until.get() - time.monotonic(), settings.WEBHOOK_TIMEOUT_SECONDS)
        try:
            if left <= 0 or not isinstance(body, bytes | None):
                raise guard.NoAnswer("it takes too long")
            found = guard.call(method, str(asked.url), headers, body or b"", seconds=left)
        except (guard.Forbidden, guard.NoAnswer) as error:
            _trouble.set(error)
            raise requests.ConnectionError(str(error)) from None
        answer = requests.Response()
        answer.status_code, answer.url = found.status, str(asked.url)
        answer.headers.update(found.headers)
        answer._content = found.content
        answer.encoding = "utf-8"
        return answer


_guarded = _GuardedRequests()


def _do_not_wait(*args: Any, **kwargs: Any) -> None:
    """Stand in for a plugin's pauses: some are as long as the other side says. The outbox tries again later."""


def allow_calls() -> None:
    """Begin the time in which all calls of one notice together must be done."""
    _until.set(time.monotonic() + MOST_CALLS * settings.WEBHOOK_TIMEOUT_SECONDS)
    _trouble.set(None)


def trouble() -> guard.Forbidden | guard.NoAnswer | None:
    """Return what was wrong with the calls of this notice, which plugins only say yes or no about."""
    return _trouble.get()


def host_of(url: str, service: Any) -> str:
    """Return the host and port that a chat address names, or the name of a service that has only one host.

    An address at a public service (`ntfy://topic`) names none, and leads to the service's own.
    """
    scheme = urlsplit(url).scheme.lower()
    if is_public_service(service):
        return transport.host_of(service.cloud_notify_url) if hasattr(service, "cloud_notify_url") else scheme
    if scheme in FIXED_HOSTS or not getattr(service, "host", ""):
        return scheme
    host = service.host.lower().rstrip(".")
    return f"{host}:{service.port or (443 if service.secure else 80)}"


def is_public_service(service: Any) -> bool:
    """Return whether a chat is at its service's own host, although others may have one of their own."""
    return getattr(service, "mode", "") == "cloud"


def check(url: str) -> Any:
    """Return the service behind a chat address.

    Where the name of its host leads is found out with every call.

    Raises:
        guard.Forbidden: it is not one, not allowed here, or plainly not public; in a player's words.
    """
    scheme = urlsplit(url).scheme.lower() if len(url) <= 500 else ""
    if scheme not in settings.CHAT_SCHEMES:
        known = ", ".join(f"{name}://" for name in settings.CHAT_SCHEMES)
        raise guard.Forbidden(f"That is not a chat address. It begins with one of {known}")
    import apprise  # large, and a web worker does without until somebody adds a chat
    from apprise.plugins import url_to_dict

    parts = url_to_dict(url) or {}  # type: ignore[no-untyped-call]
    parts.pop("format", None)  # how a service reads text is for its writer to say
    service = apprise.Apprise.instantiate(parts, suppress_exceptions=True)
    if service is None:
        raise guard.Forbidden("The chat address is not complete.")
    if getattr(service, "template", None):  # a file of ours, or an address that Apprise calls past the guard
        raise guard.Forbidden("A chat address names no template here.")
    module = sys.modules[type(service).__module__]
    if getattr(module, "requests", None) not in (requests, _guarded):
        raise guard.Forbidden("That service cannot be called from here.")
    module.requests = _guarded  # type: ignore[attr-defined]  # its plugin calls `requests.post` and its kin
    service.throttle = _do_not_wait  # type: ignore[method-assign]
    call_nobody(service)
    service.redirects = False
    service.socket_connect_timeout = service.socket_read_timeout = settings.WEBHOOK_TIMEOUT_SECONDS
    if scheme in FIXED_HOSTS or is_public_service(service):
        return service
    host, port = service.host or "", service.port
    if f"{host}:{port}" in settings.WEBHOOK_ALLOWED_HOSTS:
        return service
    if not service.secure or not service.verify_certificate:
        raise guard.Forbidden(
            "A chat server of one's own is called by https, with a certificate that counts."
        )
    guard.check_url(f"https://{host}{f':{port}' if port else ''}/")
    return service

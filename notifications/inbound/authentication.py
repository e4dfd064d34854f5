"""The authenticity of the address that a mail names: what our receiving server found out (RFC 8601)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

#: What could be mistaken for the grammar of the header, in words that strangers may have chosen.
_GRAMMAR = re.compile(r"[\s;=()]")
_RESULT = re.compile(r"^\s*([a-z0-9-]+)\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"([a-z]+\.[a-z0-9_-]+)\s*=\s*((?:\"[^\"]*\"|[^\s;\"])+)", re.IGNORECASE)


@dataclass(frozen=True)
class Authentication:
    """The verdict.

    Attributes:
        method: what vouched for the sender (`dmarc`, `dkim`, `spf`), "" if nothing did. words: why, or why not.
        twice: whether the mail holds the same check twice under our name, so that one of them is a stranger's.
    """

    method: str = ""
    words: str = "nothing vouches for the sender"
    twice: bool = False

    @property
    def is_good(self) -> bool:
        return bool(self.method)


@dataclass(frozen=True)
class Result:
    """The finding of one method of a check: `method` and `result` as in RFC 8601, and what it looked at."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Check:
    """One header `Authentication-Results`: who signs it, and what was found."""

    server: str
    results: tuple[Result, ...]


def checks(message: Message) -> Iterator[Check]:
    """Return the checks that a mail holds, the newest first, whoever wrote them."""
    for header in message.get_all("Authentication-Results") or []:
        name, _, results = _plain(" ".join(str(header).split())[:5_000]).partition(";")
        found = tuple(_result(part) for part in results.split(";") if _RESULT.match(part))
        yield Check((name.split() or [""])[0].strip('"').lower(), found)


def _result(part: str) -> Result:
    match = _RESULT.match(part)
    assert match is not None
    properties = {key.lower(): value for key, value in _PROPERTY.findall(part)}
    return Result(match.group(1).lower(), match.group(2).lower(), properties)


def is_twice(own: list[Check]) -> bool:
    """Return whether checks by one server repeat each other.

    A server writes one header, or one for each program that checks (OpenDKIM `dkim`, OpenDMARC `dmarc`), never two
    about the same method: then one of them came in with the mail.
    """
    methods = [method for check in own for method in {result.method for result in check.results}]
    return len(methods) > len(set(methods))


def domain_of(value: str) -> str:
    """Return the domain of an address, or of what a check writes for one, in lower case."""
    return value.strip('"').rpartition("@")[2].strip('<>."').lower()


def aligned(domain: str, sender: str) -> bool:
    """Return whether `domain` may speak for the address `sender`: the same, or one below the other."""
    own = domain_of(sender)
    if not domain or not own or "." not in domain:
        return False
    return domain == own or own.endswith(f".{domain}") or domain.endswith(f".{own}")


def verdict(message: Message, sender: str, server: str) -> Authentication:
    """Return what our receiving server `server` (its authserv-id) says about the sender.

    Only the newest header with that name counts: anybody can write such a header into a mail they send. Where the
    same check stands there twice, foreign headers are not taken away, and nothing is believed.
    """
    if not server or not sender:
        return Authentication()
    own = [check for check in checks(message) if check.server == server.lower()]
    if not own:
        return Authentication(words="the receiving server has not checked the sender")
    if is_twice(own):
        return Authentication(words="it holds two checks in the name of the receiving server", twice=True)
    return _judge(own[0], sender)


def _plain(text: str) -> str:
    """Return a header without its comments, and with harmless quotes (RFC 8601, 2.2; RFC 5322, 3.2).

    A sender may choose what stands in quotes, such as the local part of their own address.
    """
    kept: list[str] = []
    quoted, depth, escaped = False, 0, False
    for character in text:
        if escaped:
            escaped = False
            character = "_"
        elif character == "\\" and (quoted or depth):
            escaped = True
            continue
        elif character == '"' and not depth:
            quoted = not quoted
        elif character == "(" and not quoted:
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            character = " "
        if not depth:
            kept.append(_GRAMMAR.sub("_", character) if quoted else character)
    return "".join(kept)


def _judge(check: Check, sender: str) -> Authentication:
    passed: dict[str, list[dict[str, str]]] = {}
    for found in check.results:
        if found.result == "pass":
            passed.setdefault(found.method, []).append(found.properties)
    if any(found.method == "dmarc" and found.result == "fail" for found in check.results):
        return Authentication(words="the sender's domain disowns it (DMARC)")
    for seen in passed.get("dmarc", []):
        if aligned(domain_of(seen.get("header.from", domain_of(sender))), sender):
            return Authentication("dmarc", "DMARC vouches for the sender")
    for seen in passed.get("dkim", []):
        if aligned(domain_of(seen.get("header.d") or seen.get("header.i", "")), sender):
            return Authentication("dkim", "a signature of the sender's domain vouches for it (DKIM)")
    for seen in passed.get("spf", []):
        if aligned(domain_of(seen.get("smtp.mailfrom", "")), sender):
            return Authentication("spf", "it comes from a server of the sender's domain (SPF)")
    return Authentication()

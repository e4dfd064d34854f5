"""Whether a mail really comes from the address it names: what our receiving server found out (RFC 8601)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message

#: What could be mistaken for the grammar of the header, in words that strangers may have chosen.
_GRAMMAR = re.compile(r"[\s;=()]")
_RESULT = re.compile(r"^\s*([a-z0-9-]+)\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"([a-z]+\.[a-z0-9_-]+)\s*=\s*((?:\"[^\"]*\"|[^\s;\"])+)", re.IGNORECASE)


@dataclass(frozen=True)
class Authentication:
    """The verdict. `method` is what vouched for the sender (`dmarc`, `dkim`, `spf`), "" if nothing did."""

    method: str = ""
    words: str = "nothing vouches for the sender"

    @property
    def is_good(self) -> bool:
        return bool(self.method)


def _domain(value: str) -> str:
    return value.strip('"').rpartition("@")[2].strip('<>."').lower()


def aligned(domain: str, sender: str) -> bool:
    """Return whether `domain` may speak for the address `sender`: the same, or one below the other."""
    own = _domain(sender)
    if not domain or not own or "." not in domain:
        return False
    return domain == own or own.endswith(f".{domain}") or domain.endswith(f".{own}")


def verdict(message: Message, sender: str, server: str) -> Authentication:
    """Return what our receiving server `server` (its authserv-id) says about the sender.

    Only the newest header with that name counts: anybody can write such a header into a mail they send.
    """
    if not server or not sender:
        return Authentication()
    for header in message.get_all("Authentication-Results") or []:
        name, _, results = _plain(" ".join(str(header).split())[:5_000]).partition(";")
        if (name.split() or [""])[0].strip('"').lower() != server.lower():
            continue
        return _judge(results, sender)
    return Authentication(words="the receiving server has not checked the sender")


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


def _judge(results: str, sender: str) -> Authentication:
    passed: dict[str, list[dict[str, str]]] = {}
    failed: set[str] = set()
    for part in results.split(";"):
        match = _RESULT.match(part)
        if match is None:
            continue
        method, result = match.group(1).lower(), match.group(2).lower()
        if result == "pass":
            found = {key.lower(): value for key, value in _PROPERTY.findall(part)}
            passed.setdefault(method, []).append(found)
        elif result == "fail":
            failed.add(method)
    if "dmarc" in failed:
        return Authentication(words="the sender's domain disowns it (DMARC)")
    for found in passed.get("dmarc", []):
        if aligned(_domain(found.get("header.from", _domain(sender))), sender):
            return Authentication("dmarc", "DMARC vouches for the sender")
    for found in passed.get("dkim", []):
        if aligned(_domain(found.get("header.d") or found.get("header.i", "")), sender):
            return Authentication("dkim", "a signature of the sender's domain vouches for it (DKIM)")
    for found in passed.get("spf", []):
        if aligned(_domain(found.get("smtp.mailfrom", "")), sender):
            return Authentication("spf", "it comes from a server of the sender's domain (SPF)")
    return Authentication()

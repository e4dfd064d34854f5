"""The addresses in a header of a mail (RFC 5322, 3.4), read in one way by every version of Python."""

from email.utils import getaddresses
from inspect import signature
from typing import Any

#: Newer versions of the library refuse by themselves what they find odd, and each of them other things: here every
#: one does what the older ones did, and what is odd is looked for below.
_ALIKE: dict[str, Any] = {"strict": False} if "strict" in signature(getaddresses).parameters else {}


def without_comments(value: str) -> tuple[str, int] | None:
    """Return a header without comments, and how many addresses its commas part; None if it leaves one open.

    >>> without_comments("sam@shire.example (at home, in bed)")
    ('sam@shire.example  ', 1)
    >>> without_comments('"Gamgee, Sam :)" <sam@shire.example>, rosie@shire.example')
    ('"Gamgee, Sam :)" <sam@shire.example>, rosie@shire.example', 2)
    >>> without_comments("sam@shire.example)rosie@shire.example")
    """
    kept: list[str] = []
    quoted, depth, escaped, count = False, 0, False, 1
    for sign in value:
        own = depth == 0
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif sign == '"' and own:
            quoted = not quoted
        elif sign == "(" and not quoted:
            depth, own = depth + 1, False
            kept.append(" ")
        elif sign == ")" and not quoted:
            if own:
                return None
            depth -= 1
        elif sign == "," and own and not quoted:
            count += 1
        if own:
            kept.append(sign)
    return None if quoted or depth else ("".join(kept), count)


def mailboxes(value: str) -> list[str]:
    """Return the addresses of a header in lower case, as far as the library makes them out."""
    plain = without_comments(value)
    found = getaddresses([plain[0] if plain else value], **_ALIKE)
    return [address.strip().lower() for _, address in found]


def certain_mailboxes(value: str) -> list[str]:
    """Return the addresses of a header that can be read in one way only, in lower case; [] of any other.

    Two programs that read an odd header differently let a stranger pass for somebody: the one that checks the sender
    sees one address, and we another.
    """
    plain = without_comments(value)
    found = mailboxes(value)
    return found if plain and len(found) == plain[1] and not any("[" in address for address in found) else []

"""What is printed on cards of other cards, which tells nothing of where those are."""

import re

#: Two cards have the Hunt tile of a third; pages and mails make a link of its name.
_AS_ANOTHER = re.compile(r"as\s+(<a [^>]*>)?orc\s+patrol(</a>)?\s+\(eye\s+or\s+blue\s+tile", re.IGNORECASE)


def without_printed(text: str) -> str:
    """Return a text without what cards that may be known print of other cards."""
    return _AS_ANOTHER.sub("", text)

"""A line of text that somebody typed, as the services take it."""

import re

from games.refusals import Refused


def clean_text(text: str, longest: int, what: str) -> str:
    """Return a line that somebody typed, without control characters. Raises Refused if it is too long."""
    cleaned = re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in text)).strip()
    if len(cleaned) > longest:
        raise Refused("too-long", f"The {what} may have {longest} characters.", extra={"field": what})
    return cleaned

"""The way from what was sent to what others read: plain text that cannot disturb a page, a mail or a terminal."""

import re
import unicodedata

from django.conf import settings

from games.refusals import Refused

#: Lines of what is said at once.
MOST_LINES = 30
#: Marks that may stand on one letter; more would climb over the lines around it.
MOST_MARKS = 4
#: Invisible characters that some scripts and emoji need: the two joiners.
_JOINERS = "\u200c\u200d"

#: Controls, format characters, halves of pairs, private ones; newer letters than Python knows may stay.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co"))

_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029\v\f]")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n){2,}")


def cleaned(text: str) -> str:
    """Return a text without control characters, invisible ones and those that turn the reading direction.

    Lines stay; more than one blank line between them does not. What is left is plain text: whoever shows it
    escapes it for the place where it stands.

    Raises:
        Refused: nothing is left, or it is too long.

    >>> cleaned("see\\u202e you\\x07\\r\\n\\r\\n\\r\\n\\r\\nsoon ")
    'see you\\n\\nsoon'
    """
    most = settings.HOUSE.chat_length
    if len(text) > 20 * most:
        raise _too_long(most)
    plain = unicodedata.normalize("NFC", _LINE_ENDS.sub("\n", text))
    kept: list[str] = []
    marks = 0
    for char in plain.replace("\t", " "):
        kind = unicodedata.category(char)
        if kind in _UNSEEN and char != "\n" and char not in _JOINERS:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    found = _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in "".join(kept).split("\n")))
    found = found.strip()
    if not found.strip(_JOINERS + " \n"):
        raise Refused("nothing-said", "Write something first.", 422, extra={"field": "text"})
    if len(found) > most:
        raise _too_long(most)
    if found.count("\n") >= MOST_LINES:
        raise Refused("too-long", f"Write at most {MOST_LINES} lines at once.", 422, extra={"field": "text"})
    return found


def _too_long(most: int) -> Refused:
    words = f"Write at most {most} characters at once."
    return Refused("too-long", words, 422, extra={"field": "text"})

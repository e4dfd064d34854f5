"""The text of letters between directors and entrants: how long it may be, and what it is called."""

import re

from games.ledger.text import clean_text
from games.refusals import Refused

#: Characters of what is written, and of its subject.
MOST_WORDS = 1000
MOST_SUBJECT = 80
#: Characters of a subject that is made of the first words.
FIRST_WORDS = 60
_AFTER_SENTENCE = re.compile(r"(?<=[.!?])\s")


def needed(text: str, what: str) -> str:
    """Return words as they will be shown. Raises Refused if there are none, or too many."""
    cleaned = clean_text(text, MOST_WORDS, what)
    if not cleaned:
        raise Refused("text-needed", "Write something.", extra={"field": "text"})
    return cleaned


def subject_of(subject: str, text: str) -> str:
    """Return the subject that somebody chose, or else the first words. Raises Refused if it is too long."""
    return clean_text(subject, MOST_SUBJECT, "subject") or first_words(text)


def first_words(text: str) -> str:
    """Return the beginning of a text: its first sentence if that is short, or as many whole words as fit.

    >>> first_words("Be kind.")
    'Be kind'
    >>> first_words("Round two begins on Monday. Please look at your pairings.")
    'Round two begins on Monday'
    >>> len(first_words("x" * 500))
    60
    """
    first = _AFTER_SENTENCE.split(text, maxsplit=1)[0].rstrip(".") or text
    if len(first) <= FIRST_WORDS:
        return first
    kept = first[: FIRST_WORDS - 1]
    return (kept.rpartition(" ")[0] or kept).rstrip(" ,;:") + "…"

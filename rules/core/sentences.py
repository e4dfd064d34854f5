"""Words as people put them in a sentence: lists with an "and", numbers with what they count, articles."""

import re
from collections.abc import Iterable

from rules.core.decisions import Choice, Counts, Decision, OneOf, Subset

#: A full stop behind another mark.
_TWO_MARKS = re.compile(r"([!?])\.(?=\s|$)")


def several(words: Iterable[str]) -> str:
    """Return words as a list in a sentence; one that has a comma of its own is set off by semicolons.

    >>> several(["a", "b", "c"]), several(["a", "b, c"]), several([])
    ('a, b and c', 'a and b, c', '')
    >>> several(["a, b", "c", "d"])
    'a, b; c and d'
    """
    *others, last = list(words) or [""]
    apart = "; " if any(", " in word for word in others) else ", "
    return f"{apart.join(others)} and {last}" if others else last


def numbers(rolled: Iterable[int]) -> str:
    """Return numbers that were rolled as a list in a sentence.

    >>> numbers([6, 5, 1]), numbers([4])
    ('6, 5 and 1', '4')
    """
    return several(map(str, rolled))


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number of things; `more` are several of them, where they do not only take an s.

    >>> counted(1, "hit"), counted(2, "hit"), counted(0, "die", "dice")
    ('1 hit', '2 hits', '0 dice')
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def article(name: str) -> str:
    """Return a thing with its article.

    >>> article("Elite"), article("Regular"), article("Uruk")
    ('an Elite', 'a Regular', 'an Uruk')
    """
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def ended(sentences: str) -> str:
    """Return sentences without a full stop behind a title that ends in a mark of its own.

    >>> ended("It is Ambush!.")
    'It is Ambush!'
    """
    return _TWO_MARKS.sub(r"\1", sentences)


def begun(sentence: str) -> str:
    """Return words as they begin a line, with a capital letter; none of none."""
    return sentence[:1].upper() + sentence[1:]


def answered(decision: Decision, choice: Choice) -> str:
    """Return an answer to a question in words: the labels of what is chosen, and how many where they are counted."""
    options = decision.options
    if choice is None:
        return decision.pass_label
    if isinstance(options, OneOf):
        return options.label(str(choice))
    if isinstance(options, Subset) and isinstance(choice, list):
        if options.ordered:
            return (
                ", ".join(f"{place}. {options.label(item)}" for place, item in enumerate(choice, 1)) or "None"
            )
        return several(map(options.label, choice)) or "None"
    if isinstance(options, Counts) and isinstance(choice, dict):
        return several(f"{number} × {options.label(kind)}" for kind, number in choice.items()) or "None"
    return str(choice)

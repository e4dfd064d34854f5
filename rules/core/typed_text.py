"""Typed moves without what people and mail programs make of them: one tidy line for the reader of every title."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from rules.core.decisions import Choice, Decision, OneOf, Text, fold

_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_QUOTES = re.compile(r"[\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\"*_]")
_SPACES = re.compile(r"[\s\u00a0\u200b\ufeff]+")
#: An arrow of two signs, as dashes were put back.
_ARROW = re.compile(r"\s*(?:--?>|=>)\s*")
_POLITE = re.compile(r"^(?:i|we|please|ich|je)\s+(?=\S)", re.IGNORECASE)
_END = re.compile(r"[\s.!,;:]+$")
_ITEM = re.compile(r"^(?:[-•–·]\s+|\(?\d{1,2}[.)]\s+(?=\D))")

_LEADING = re.compile(r"[0-9]+")
#: Words with which somebody agrees to what is asked.
_YES = frozenset(("yes", "y", "yes-please", "ok"))

#: Words that tell nothing of what they stand before.
ARTICLES = frozenset(("the", "a", "an", "der", "die", "das", "le", "la"))


def tidy(text: str) -> str:
    """Return a typed line without what mail programs and courtesy add to it; what it says stays as it is.

    >>> tidy("\u201cPlay the Dwarves\u201d."), tidy("1. move arnor \u2014> rohan!"), tidy("play c1\u2011blue\u2011one")
    ('Play the Dwarves', 'move arnor > rohan', 'play c1-blue-one')
    """
    line = _SPACES.sub(" ", _QUOTES.sub("", _DASHES.sub("-", text))).strip()
    line = _ARROW.sub(" > ", _ITEM.sub("", line, count=1))
    return _END.sub("", _POLITE.sub("", line, count=1)).strip()


def agreed(decision: Decision, text: str) -> Choice:
    """Return the only thing that can be done where one may also do nothing, if `text` says no more than yes to it.

    >>> from rules.core.decisions import OneOf
    >>> agreed(Decision("white", "draw", "Draw a card?", OneOf(("draw",)), may_pass=True), "Yes")
    'draw'
    """
    options = decision.options
    may = isinstance(options, OneOf) and decision.may_pass and len(options.values) == 1
    return options.values[0] if may and fold(text) in _YES else None  # type: ignore[union-attr]


def words(name: str) -> frozenset[str]:
    """Return the words of a name that say something, folded.

    >>> sorted(words("The Palantír of Orthanc"))
    ['of', 'orthanc', 'palantir']
    """
    return frozenset(word for word in fold(name).split("-") if word) - ARTICLES


def find(typed: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the ids that `typed` names, at the strictest level that names any: a whole name, or some of its words.

    Args:
        names: the names of each id, the id itself among them or not.

    >>> cards = {"c1": ["Palantír of Orthanc"], "c2": ["Tower of Orthanc"]}
    >>> find("the palantir", cards), find("orthanc", cards), find("c2", cards)
    (['c1'], ['c1', 'c2'], ['c2'])
    """
    whole, wanted = fold(typed), words(typed)
    folded = {id: {fold(id), *map(fold, known)} for id, known in names.items()}
    bare = whole.partition("-")[2] if whole.partition("-")[0] in ARTICLES else whole
    for level in (whole, bare):
        found = [id for id, known in folded.items() if level in known]
        if found or not whole:
            return found
    return [
        id for id, known in names.items() if wanted and any(wanted <= words(name) for name in (id, *known))
    ]


def texts(line: str) -> list[Text]:
    """Return the choices of a typed line, which semicolons part.

    >>> texts("take bree; place gondor;")
    [Text(text='take bree'), Text(text='place gondor')]
    """
    return [Text(part.strip()) for part in line.split(";") if part.strip()]


def numbers_for(decision: Decision, choices: Sequence[Choice]) -> dict[int, Choice]:
    """Return choices by the numbers under which they are listed, in the order of the numbers.

    They count from 1. But a number beside a number is the same one: where names of choices begin with numbers, such a
    number stands only for what alone is called so, and all other choices come after the greatest of them.

    >>> labels = {"eye": "Eye", "three": "3", "none": "0 with reveal"}
    >>> tiles = Decision("shadow", "tile", "Which tile?", OneOf([*labels], labels))
    >>> numbers_for(tiles, ["eye", "three", "none"])
    {0: 'none', 3: 'three', 4: 'eye'}
    """
    names = [_name(decision, choice) for choice in choices]
    begins = [str(int(found[0])) if (found := _LEADING.match(name)) else "" for name in names]
    further = count(max((int(number) for number in begins if number), default=0) + 1)
    numbered: dict[int, Choice] = {}
    for choice, name, number in zip(choices, names, begins, strict=True):
        so_called = names if number in names else begins
        is_own = bool(number) and so_called.count(number) == 1 and (so_called is begins or name == number)
        numbered[int(number) if is_own else next(further)] = choice
    return dict(sorted(numbered.items(), key=lambda one: one[0]))


def _name(decision: Decision, choice: Choice) -> str:
    """Return what a choice is called in a list, or its value where that is a number; "" where it has no name."""
    if not isinstance(choice, str) or not isinstance(decision.options, OneOf):
        return ""
    return choice if choice.isdecimal() else decision.options.label(choice)

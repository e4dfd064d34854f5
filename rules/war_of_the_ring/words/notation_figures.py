"""Reading lists, and figures with their counts (`sauron 4r 1e, nazgul 2, witch-king`)."""

import re

from rules.core.decisions import Counts, OneOf, Subset
from rules.core.errors import IllegalChoice, quoted
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FIGURES,
    NATION_OF,
    NATIONS,
    TOTALS,
    UNIQUE,
    figure_name,
)
from rules.war_of_the_ring.position.names import SHORT, SORTS, key
from rules.war_of_the_ring.words.notation_options import (
    LONGEST_NAME,
    ambiguous,
    known,
    read_one,
    refuse_unknown,
)

#: Words for whoever there is.
_EVERYBODY = frozenset(("all", "everybody", "everyone", "everything"))
#: Words between figures that mean nothing by themselves.
_BETWEEN = frozenset(("", "and", "the", "with"))
_NEGATIVE = re.compile(r"(?<!\S)[-−–]\d")


def _split(body: str) -> tuple[list[str], list[int]]:
    """Return the words of a list, and of each the part between commas that it stands in."""
    parts = [part.split() for part in re.split(r"[,;&+]", body)]
    return [w for part in parts for w in part], [at for at, part in enumerate(parts) for _ in part]


def read_list(options: Subset, body: str) -> list[str]:
    """Return the items that `body` names one after another."""
    if key(body) == "none":
        return []
    if key(body) in _EVERYBODY:
        return list(options.items)
    taken: list[str] = []
    words, parts = _split(body)
    at = 0
    while at < len(words):
        if words[at].lower() == "and":
            at += 1
            continue
        for size in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            found, level = names.match(key(" ".join(words[at : at + size])), options.items)
            if level > names.LETTERS and parts[at] != parts[at + size - 1]:
                found = []  # “Meriadoc, Brand” are two, and no Brandybuck
            found = [f for f in found if f not in taken] or found
            if found:
                break
        if not found:
            return [*taken, _unknown_item(options, words[at])]
        if len(found) > 1:
            raise ambiguous(found)
        taken.append(found[0])
        at += size
    return taken


def _unknown_item(options: Subset, word: str) -> str:
    """Return the id of something that is no item here; refuse what is nothing at all."""
    refuse_unknown({"": [[item] for item in options.items]}, word)
    return known({"": [[item] for item in options.items]}, word) or key(word)


def read_counts(options: Counts, body: str) -> dict[str, int]:
    """Return how many of each kind `body` names: numbers before the kinds, or behind them at the end."""
    if key(body) == "none":
        return {}
    if key(body) in _EVERYBODY:
        return dict(options.limits)
    if not all(kind in FIGURES or kind in CHARACTERS for kind in options.limits):
        return _read_other_counts(options, body)
    if _NEGATIVE.search(body):
        raise IllegalChoice("malformed", f"“{quoted(body)}”: a count cannot be negative.")
    counts: dict[str, int] = {}
    nation: str | None = None
    for group in re.split("[,;]", body):
        nation = _read_figures(options, group, nation, counts)
    return counts


def read_figures(text: str) -> dict[str, int]:
    """Return any figures and characters that `text` lists. Raises IllegalChoice for what is none."""
    everything = Counts({**TOTALS, **dict.fromkeys(CHARACTERS, 1)}, labels=figure_name)
    return read_counts(everything, text)


def _read_other_counts(options: Counts, body: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    one = OneOf(list(options.limits), options.labels)
    for piece in body.split(","):
        number, _, name = piece.strip().partition(" ")
        if not re.fullmatch(r"\d{1,6}", number):
            number, name = "1", piece.strip()
        kind = read_one(one, name)
        counts[kind] = counts.get(kind, 0) + int(number)
    return counts


_NATION_WORDS = {name: nation for nation, forms in names.GROUPS["nation"].items() for name in forms}
_SORT_WORDS = {name: sort for sort in SORTS for name in (sort, *SHORT["sorts"][sort])}


def _read_figures(options: Counts, group: str, before: str | None, counts: dict[str, int]) -> str | None:
    """Add the figures of one group (`sauron 4r 1e`) to `counts`; returns the Nation it spoke of last.

    `before` is the Nation of the group before, which goes on where this one names none.
    """
    words = re.findall(r"\d+|[^\d\s+]+", group)
    nation: str | None = None
    number: int | None = None
    bare: str | None = None  # a kind named without a number, which may still follow
    at = 0
    while at < len(words):
        word = words[at]
        if word.isdecimal():
            if number is not None or len(word) > 6:
                raise IllegalChoice("malformed", f"“{quoted(group.strip())}”: which kind is how many?")
            number = int(word)
            at += 1
            continue
        kind, named, size = _figure_at(options, words, at, nation, before)
        nation = named or nation
        at += size
        if kind is None:
            continue
        if number is not None and bare and kind in CHARACTERS:
            counts[bare] += number - 1
            number = None
        counts[kind] = counts.get(kind, 0) + (1 if number is None else number)
        bare = kind if number is None else None
        number = None
    if number is not None:
        if bare is None:
            raise IllegalChoice("malformed", f"“{quoted(group.strip())}”: {number} of which kind?")
        counts[bare] += number - 1
    return nation or before


def _figure_at(
    options: Counts, words: list[str], at: int, nation: str | None, before: str | None
) -> tuple[str | None, str | None, int]:
    """Return (kind or None, the Nation named or None, number of words read) at a place in the words."""
    if nation and key(words[at]) in _SORT_WORDS:
        return f"{nation}-{_SORT_WORDS[key(words[at])]}", None, 1
    for size in range(min(LONGEST_NAME, len(words) - at), 0, -1):
        typed = key(" ".join(words[at : at + size]))
        if typed in _BETWEEN:
            return None, None, size
        if typed in _NATION_WORDS:
            return None, _NATION_WORDS[typed], size
        if typed in _SORT_WORDS:
            return _of_sort(options, _SORT_WORDS[typed], before), None, size
        figures = [f for f, forms in names.GROUPS["figure"].items() if typed in forms]
        people = [c for c, forms in names.GROUPS["character"].items() if typed in forms]
        if typed in people:  # the person of that id, in whatever form
            forms = (c for c in (typed, *names.other_forms(typed)) if c in people and c in options.limits)
            found = [next(forms, typed)]
        else:
            found = _meant(options, figures + people)
        found = [_as_a_figure(options, kind) for kind in found]
        if len(found) > 1:
            raise ambiguous(found)
        if found:
            return found[0], NATION_OF.get(found[0]), size
    typed = key(words[at])
    found, _ = names.match(typed, filter(names.is_in_the_box, options.limits))
    if len(found) == 1:
        return found[0], NATION_OF.get(found[0]), 1
    nations = [n for n in NATIONS if len(typed) > 1 and n.startswith(typed)]
    if len(nations) == 1:
        return None, nations[0], 1
    if len(found) > 1:
        raise ambiguous(found)
    hint = names.hint(words[at], [*options.limits, *NATIONS])
    raise IllegalChoice("unknown-figure", f"“{quoted(words[at])}” is no figure{hint}")


def _meant(options: Counts, named: list[str]) -> list[str]:
    """Return what a name means that several figures have: one that can be chosen, else one that is in the box.

    Of the forms of a person, of which one takes the place of another, the earlier is meant.
    """
    found = [kind for kind in named if kind in options.limits] or named
    found = [kind for kind in found if names.is_in_the_box(kind)] or found
    later = {kind for kind in found if kind in CHARACTERS and CHARACTERS[kind].former in found}
    return [kind for kind in found if kind not in later]


def _as_a_figure(options: Counts, kind: str) -> str:
    """Return the unique figure of the same name for a Character who cannot be chosen, where that can be."""
    if kind in options.limits or kind not in CHARACTERS:
        return kind
    alike = (id for id, one in UNIQUE.items() if one.name == CHARACTERS[kind].name and id in options.limits)
    return next(alike, kind)


def _of_sort(options: Counts, sort: str, nation: str | None) -> str:
    """Return the kind that a bare `regular`, `elite` or `leader` means."""
    if nation is not None:
        return f"{nation}-{sort}"
    kinds = [k for k in options.limits if k.endswith(f"-{sort}") and k not in UNIQUE]
    if len(kinds) == 1:
        return kinds[0]
    if not kinds:
        raise IllegalChoice("not-an-option", f"There is no {sort} to choose here.")
    raise ambiguous(kinds)

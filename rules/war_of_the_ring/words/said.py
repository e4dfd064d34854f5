"""Figures, dice, tiles and cards as people put them in a sentence."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules.core.sentences import article, counted, several
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FIGURES,
    NATIONS,
    NAZGUL,
    TILES,
    UNIQUE,
    figure_name,
    within,
)
from rules.war_of_the_ring.position.dice import called, is_special

SORTS = ("regular", "elite", "leader")


def figures(
    counts: Mapping[str, int], characters: Iterable[str] = (), *, by_number: bool = False
) -> tuple[str, bool]:
    """Return figures and Characters in a sentence, and whether they are one alone, after which the verb changes.

    The Nation of units is named once where there is no other (`2 Isengard Regulars and 1 Elite`); one alone has its
    article (`a Sauron Regular`), or its number with `by_number`.
    """
    units = {kind: counts[kind] for kind in _in_order(counts) if counts[kind] and kind not in CHARACTERS}
    people = [within(kind) for kind in [*(k for k in counts if k in CHARACTERS), *characters]]
    nations = {kind.rpartition("-")[0] for kind in units if kind != NAZGUL and kind not in UNIQUE}
    words: list[str] = []
    for kind, number in units.items():
        words.append(_units(kind, number, short=len(nations) == 1 and bool(words)))
    alone = sum(units.values()) + len(people) == 1
    if alone and not by_number:
        words = [_one(kind) for kind in units]
    return several([*words, *people]), alone


def _in_order(counts: Mapping[str, int]) -> list[str]:
    places = {kind: place for place, kind in enumerate(_ORDER)}
    return sorted(counts, key=lambda kind: places.get(kind, len(places)))


#: The kinds of figures as they are listed: by Nation and sort, then those of no Nation.
_ORDER: Sequence[str] = [
    *(f"{nation}-{sort}" for nation in NATIONS for sort in SORTS),
    NAZGUL,
    *UNIQUE,
]
assert set(FIGURES) <= set(_ORDER)


def _one(kind: str) -> str:
    """Return a figure with its article; one that has a name has none (`the Mouth of Sauron`)."""
    return within(kind) if kind in UNIQUE else article(figure_name(kind))


def _units(kind: str, number: int, *, short: bool) -> str:
    if kind in UNIQUE:
        return within(kind)
    if kind == NAZGUL:
        return f"{number} {figure_name(kind)}"
    return counted(number, kind.rpartition("-")[2].capitalize() if short else figure_name(kind))


def some_dice(dice: Iterable[str]) -> str:
    """Return dice in a sentence, alike ones together (`2 Army dice and an Event die`)."""
    return several(
        f"{number} {called(die)[: -len(' die')]} dice"
        if number > 1 and not is_special(die)
        else article(called(die))
        for die, number in Counter(dice).items()
    )


def some_cards(decks: Iterable[str]) -> str:
    """Return cards of which only the decks are known (`a Character card`, `2 Strategy cards`)."""
    counts = Counter(decks)
    return several(
        article(f"{deck.capitalize()} card") if number == 1 else f"{number} {deck.capitalize()} cards"
        for deck, number in counts.items()
    )


def tiles(ids: Sequence[str]) -> str:
    """Return Hunt tiles in a sentence (`the tile 3`, `the tiles 1, Eye with reveal (twice) and 3`)."""
    shown = Counter(TILES[tile].words for tile in ids)
    words = [
        f"{tile}{'' if n == 1 else ' (twice)' if n == 2 else f' ({n} times)'}" for tile, n in shown.items()
    ]
    return f"the {'tile' if len(ids) == 1 else 'tiles'} {several(words)}"

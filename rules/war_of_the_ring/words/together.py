"""Lines of the story that become one where they follow each other: figures are added up, and so are dice."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.core.stories import Data, Together, adding
from rules.war_of_the_ring.position.declarations import joined


def _added_up(first: Data, second: Data) -> dict[str, Any] | None:
    """Put figures together to whom the same happens at the same place."""
    if _else(first) != _else(second):
        return None
    return {**_else(first), "figures": dict(Counter(_figures(first)) + Counter(_figures(second)))}


def _else(data: Data) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in ("figure", "count", "figures")}


def _figures(data: Data) -> dict[str, int]:
    return data.get("figures") or {data["figure"]: data.get("count", 1)}


def _both_decks(first: Data, second: Data) -> dict[str, Any] | None:
    """Say once that a side has no card left, of whichever deck."""
    if {**first, "deck": ""} != {**second, "deck": ""}:
        return None
    return {**first, "deck": first["deck"] if first["deck"] == second["deck"] else "both"}


def _drawn(first: Data, second: Data) -> dict[str, Any] | None:
    """Count cards that are drawn from one deck, for whatever cause, as the sentence names none."""
    return adding(once={"count": 1})({**first, "cause": ""}, {**second, "cause": ""})


def _once(first: Data, second: Data) -> dict[str, Any] | None:
    return dict(first) if first == second else None


#: How two lines of the base game become one, by their kind; the sets add theirs (`Declared.together`).
TOGETHER: Mapping[str, Together] = {
    **dict.fromkeys(
        (
            "army-moved",
            "came-out",
            "casualty",
            "disbanded",
            "fell-with-army",
            "nazgul-moved",
            "recruited",
            "struck-down",
        ),
        _added_up,
    ),
    "card-drawn": _drawn,
    "deck-empty": _both_decks,
    "die-skipped": adding(once={"count": 1}),
    "units-replaced": adding("count"),
    "passed": _once,
}

#: What goes without saying for who reads which cards it were.
FORETELLS: Mapping[str, frozenset[str]] = {
    "card-drawn": frozenset(("card-seen",)),
    "cards-discarded": frozenset(("discard-seen",)),
}


@cache
def every() -> Mapping[str, Together]:
    """Return how lines become one, by the kind of line. Raises ValueError: two sets have it of the same kind."""
    return joined("together", TOGETHER)


def together(kind: str, first: Data, second: Data) -> dict[str, Any] | None:
    """Return the data of the one line that two of a kind become, or None (`Title.together`)."""
    how = every().get(kind)
    return how(first, second) if how is not None else None

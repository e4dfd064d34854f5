"""Made-up special dice: a Lantern of the Free Peoples and a Gong of the Shadow, as a set would bring them."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any

from rules.war_of_the_ring.position import dice, event_cards, names, uses
from rules.war_of_the_ring.position.catalogue import DICE, FP, SH, DieKind

LANTERN = DieKind(
    "lantern", "base", "Lantern", FP, ("army", "character", "light-beacon", "light-beacon", "muster", "eye")
)
GONG = DieKind("gong", "base", "Gong", SH, ("army", "muster", "event", "event", "character", "eye"))
#: A use that only the Lantern has: a Strategy card is drawn.
BEACON = uses.Use(
    id="beacon",
    label="light the beacons",
    may=lambda s, side, die: bool(s.decks[f"{side}/strategy"]),
    run=lambda t, side, die: event_cards.draw(t, side, "strategy", "beacon"),
    not_now=("No beacon is left.", "WR-4.5"),
    result="light-beacon",
    side=FP,
)


@contextmanager
def made_up(*kinds: DieKind) -> Iterator[None]:
    """Let there be special dice of these kinds, which are rolled every turn; and what the Lantern is good for."""
    tables = (
        DICE,
        dice.IN_POOL.things,
        uses.USES,
        uses.WAYS,
        names.GROUPS,
        names.NAMES,
        names._BY_NAME,
        names._BY_LETTERS,
    )
    before = [deepcopy(table) if isinstance(_first(table), list | dict) else copy(table) for table in tables]
    for kind in kinds or (LANTERN, GONG):
        DICE[kind.id] = kind
        dice.IN_POOL.things.pop(kind.id, None)
        dice.IN_POOL.of(kind.id)(lambda s: True)
    if BEACON.id not in uses.USES:
        uses.add(BEACON)
    names.enter_dice()
    try:
        yield
    finally:
        for table, was in zip(tables, before, strict=True):
            table.clear()
            table.extend(was) if isinstance(table, list) else table.update(was)
        names.group_of.cache_clear()


def _first(table: dict[str, Any] | list[Any]) -> Any:
    return next(iter(table.values() if isinstance(table, dict) else table), None)

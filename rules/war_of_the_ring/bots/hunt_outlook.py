"""The chance that a move of the Fellowship draws a Hunt tile, and what dice in the Hunt Box do about it (WR-15.1)."""

from collections.abc import Mapping
from math import comb
from typing import Any

from rules.core.sums import added
from rules.core.title import Outlook
from rules.war_of_the_ring.bots.words import percent
from rules.war_of_the_ring.position import dice, table_cards
from rules.war_of_the_ring.position.catalogue import CARDS, FACES, SH
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.quest import hunt
from rules.war_of_the_ring.quest.fellowship import TRACK_END

_EYE = FACES[SH].count("eye") / len(FACES[SH])


def of_move(s: State, options: Mapping[str, Any]) -> Outlook:
    """Return how likely a tile is drawn when the Fellowship moves now."""
    if s.fellowship.mordor is not None:
        return Outlook("a Hunt tile is drawn", 100)
    if not _is_hunted(s, options):
        return Outlook("no Hunt", 0)
    in_box = dice.eyes_in_box(s)
    count = hunt.dice_rolled(s, in_box)
    if count == 0:
        return Outlook("no dice in the Hunt Box: no tile is drawn", 0)
    bonus = dice.movers_in_box(s)
    chance, least = percent(drawn(s, in_box, bonus)), _least(bonus)
    needed = "6" if least == 6 else f"{least} or more"
    thrown = f"1 die hits on {needed}" if count == 1 else f"{count} dice hit on {needed}"
    words = f"{thrown}: {chance} % that a tile is drawn"
    for card, does in table_cards.lying(s):
        if does.hunt_bonus:
            more = percent(drawn(s, in_box, bonus + does.hunt_bonus))
            words += f" ({more} % with the {CARDS[card].title})"
    return Outlook(words, chance)


def of_dice(s: State, number: int, options: Mapping[str, Any]) -> Outlook:
    """Return what some dice in the Hunt Box make likely this turn, together with the Eyes that the others may roll.

    The Fellowship stands where everybody saw it last, and nobody is thought to go there or away.
    """
    if s.fellowship.mordor is not None:
        return Outlook(
            f"every step draws a tile; an Eye does {number} damage, and 1 for each Eye that is rolled"
        )
    if not _is_hunted(s, options):
        return Outlook("no Hunt", 0)
    first = with_eyes(s, number, 0)
    words = f"{percent(first)} % that a first move draws a tile"
    if _is_hunted(s, options, moves=1):
        bonus = 0 if table_cards.die_stays_out_of_hunt(s) else 1
        words += f", {percent(with_eyes(s, number, bonus))} % a second"
    return Outlook(words, percent(first))


def with_eyes(s: State, number: int, bonus: int) -> float:
    """Return the chance of a tile for dice in the Hunt Box, before the other dice are rolled (WR-3.4)."""
    rolled = dice.pool_size(s, SH) - number
    return added(
        comb(rolled, eyes) * _EYE**eyes * (1 - _EYE) ** (rolled - eyes) * drawn(s, number + eyes, bonus)
        for eyes in range(rolled + 1)
    )


def drawn(s: State, number: int, bonus: int) -> float:
    """Return the chance that one of some dice hits: where all fail, some roll again (WR-15.2, 15.3)."""
    count = hunt.dice_rolled(s, number)
    return 1.0 - float(((_least(bonus) - 1) / 6) ** (count + min(hunt.rerolls(s), count)))


def _least(bonus: int) -> int:
    return max(2, 6 - bonus)


def _is_hunted(s: State, options: Mapping[str, Any], moves: int = 0) -> bool:
    """Whether the Fellowship is hunted when it moves after some moves: at the end of its track a table may spare it."""
    return s.fellowship.progress + moves < TRACK_END or bool(options.get("hunt_at_last_step", True))

"""Golden games for three and four: players who choose at random, with a leaning, until a game ends as it is wanted.

    python -m tests.rules.war_of_the_ring.players.recording [NAME …]

plays game after game from seed 0 on and writes `rules/war_of_the_ring/records/players-NAME.txt` for each name, all of
`WANTED` without one. It is run again whenever these rules change their version. No bot has a say in it.
"""

import sys
from random import Random
from typing import Any

from rules.core.decisions import Choice, Decision
from rules.core.table import LogLine
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.players.armies import JOIN
from tests.rules.war_of_the_ring.recording import (
    Leaning,
    Wanted,
    any_of,
    on,
    open_road,
    record,
    side_of,
    tells,
    values_of,
    war_of,
)

NUMBERS = {"three": {"players": "3"}, "four": {"players": "4"}}
EXPANSIONS = {"players": "4", "lords": True, "kings": True}
_MARCHES = (":attack", ":leader-attack", ":diplomacy", ":minion", ":recruit")


def _together(leaning: Leaning) -> Leaning:
    """Partners swap a card in every turn, and make one Army of two wherever they can."""

    def choose(decision: Decision, rng: Random) -> Choice:
        if decision.kind == "swap-card":
            return values_of(decision)[0]
        if decision.kind == "action" and decision.is_legal(JOIN):
            return JOIN
        if decision.kind in ("join-region", "join-armies"):
            return on(decision)
        return leaning(decision, rng)

    return choose


def _hunt(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples walk, and the Shadow looks for them."""
    if decision.kind == "action":
        ends = (
            (":move-fellowship", ":hide-fellowship") if side_of(decision) == FP else (":play-event", ":draw")
        )
        return any_of(decision, rng, *ends)
    if decision.kind == "hunt-allocation":
        return decision.options.high  # type: ignore[attr-defined]
    return TITLE.fuzz_choice(decision, rng)


def _any(lines: list[LogLine]) -> bool:
    return True


def _mixed(lines: list[LogLine]) -> bool:
    return tells(lines, "armies-mixed") and tells(lines, "cards-swapped")


def _wanted(name: str, options: dict[str, Any]) -> dict[str, Wanted]:
    return {
        f"{name}-corruption": Wanted("corruption", _hunt, _any, options),
        f"{name}-ring": Wanted("ring", open_road, _any, options),
        f"{name}-military-shadow": Wanted(
            "military-shadow", _together(war_of(SH, *_MARCHES)), _mixed, options
        ),
        f"{name}-military-free-peoples": Wanted(
            "military-free-peoples", war_of(FP, *_MARCHES), _any, options
        ),
    }


WANTED = {
    **_wanted("three", NUMBERS["three"]),
    **_wanted("four", NUMBERS["four"]),
    "four-with-expansions": Wanted("military-shadow", _together(war_of(SH, *_MARCHES)), _mixed, EXPANSIONS),
}

if __name__ == "__main__":
    sys.exit(record("players", WANTED, sys.argv[1:]))

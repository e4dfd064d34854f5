"""What every title must keep (ADD-4), tried on every title with its sensible options, and on the toys."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import pytest

import rules
from rules import OptionField, Title
from rules.core.contract import CHECKS
from tests.games.toy_ranking import TITLE as ORCHARD
from tests.games.toy_teams import TITLE as TUG_OF_WAR
from tests.rules.core.toy import TITLE as HOARD
from tests.rules.core.toy_dragons import TITLE as DRAGONS

#: Options that mean something only beside others that are no mere switches.
TOGETHER: dict[str, tuple[dict[str, Any], ...]] = {
    "risk": (
        {"players": "alliance", "allies_see_hands": False},
        {"players": "3", "three_player_deal": "half-neutral"},
    ),
}


def sensible(field: OptionField) -> list[Any]:
    """Every choice of a short list, both ends of a range."""
    if field.kind == "boolean":
        return [True, False]
    if field.kind == "number":
        return sorted({field.minimum, int(field.default), field.maximum})
    return list(field.choices or {})


def option_sets(title: Title[Any]) -> list[dict[str, Any]]:
    """All sets if there are few, else the defaults and every single departure from them."""
    fields = title.option_fields
    names, values = [f.name for f in fields], [sensible(f) for f in fields]
    if prod(map(len, values)) <= 8:
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]
    departures = [(f, value) for f in fields for value in sensible(f) if value != f.default]
    alone = [{**title.needed_by(f), f.name: value} for f, value in departures]
    return [{}, *alone, *TOGETHER.get(title.id, ())]


def name_of(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "defaults"


#: A game of these takes seconds: one seed, and departures from the defaults are only played, not examined.
LONG = ("war-of-the-ring", "risk")
#: Options of these that ask otherwise than usual, several seats at once: with them everything is examined.
ASKING_OTHERWISE = ("sealed_bidding",)
#: Options of these that hide nothing and ask nobody by what is hidden: whether anything leaks is examined in one game,
#: with all of them changed.
IN_THE_OPEN = (
    "strict_stacking",
    "ring_on_arrival",
    "ring_empties_pool",
    "press_without_regular",
    "hunt_at_last_step",
    "tiles_for_gollum",
    "odds",
    "free_peoples_dwarven_rings",
    "shadow_dwarven_rings",
    "setup_mode",
    "three_player_deal",
    "doom_roll",
    "adventure_draw",
    "mission_pins_leader",
    "choose_defence_dice",
    "round_limit",
    "allies_see_hands",
)
#: Options of expansions that hide nothing which those do not hide without them: a game of theirs is examined anyway.
OF_EXPANSIONS = ("council_envoys", "dunadan_guide", "no_ruler_tokens", "sequential_corruption_draw")


def cases() -> list[Any]:
    """Every check of every title with its options, and the seeds."""
    found = []
    toys = {"hoard": HOARD, "hoard-and-dragons": DRAGONS, "orchard": ORCHARD, "tug-of-war": TUG_OF_WAR}
    for name, title in {**rules.titles(), **toys}.items():
        long = title.id in LONG
        open_ones: dict[str, Any] = {}
        for options in option_sets(title):
            shaken = any(options[f.name] != f.default for f in title.option_fields if f.name in options)
            asks_as_usual = not any(options.get(name) for name in ASKING_OTHERWISE)
            checks = ("play", "options", "no-leak") if long and shaken and asks_as_usual else CHECKS
            if long and shaken and set(options) <= set(IN_THE_OPEN):
                checks = ("play", "options")
                open_ones |= options
            elif long and not options.keys().isdisjoint(OF_EXPANSIONS):
                checks = ("play", "options")
            found += [
                pytest.param(check, title, options, seed, id=f"{name}-{name_of(options)}-{check}-{seed}")
                for check in checks
                for seed in ((1,) if long else (1, 2, 3))
            ]
        if open_ones:
            found.append(pytest.param("no-leak", title, open_ones, 1, id=f"{name}-all-in-the-open-no-leak-1"))
    return found


@pytest.mark.parametrize(("check", "title", "options", "seed"), cases())
def test_contract(check: str, title: Title[Any], options: dict[str, Any], seed: int) -> None:
    CHECKS[check](title, options, seed)

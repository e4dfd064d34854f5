"""The story alone tells who stands where: every battalion that comes, goes or falls is in it (RK-1.10, RK-21.1)."""

from random import Random

import pytest

from rules import Game, Seeded
from tests.rules.risk.scenes import RISK

#: By the kind of a line, whether battalions come or go.
COMES = {"gained": 1, "lost": -1, "toll-paid": -1, "drowned": -1}


def retell(battalions, holders, line):
    """Do on a board what a line tells; battles are reckoned anew from their faces."""
    d = line.data
    if line.kind in COMES:
        battalions[d["territory"]] += COMES[line.kind] * d["number"]
    elif line.kind == "placed":
        for territory, number in d["where"].items():
            battalions[territory] += number
    elif line.kind in ("moved", "changed-sides"):
        battalions[d["origin"]] -= d["number"]
        battalions[d["target"]] += d["number"]
    elif line.kind == "battle":
        assert 1 <= len(d["attack"]) <= min(3, battalions[d["origin"]] - 1)
        assert 1 <= len(d["defence"]) <= min(2, battalions[d["target"]])
        attack, defence = sorted(d["attack"])[::-1], sorted(d["defence"])[::-1]
        attack[0] += d["attack_bonus"]
        defence[0] += d["defence_bonus"]
        for own, other in zip(attack, defence, strict=False):
            battalions[d["target" if own > other else "origin"]] -= 1
    elif line.kind == "conquered":
        assert battalions[d["target"]] == 0
        holders[d["target"]] = d["seat"]


@pytest.mark.rule("RK-7.6", "RK-7.7", "RK-7.8", "RK-9.1", "RK-21.1")
@pytest.mark.parametrize(("players", "seed"), [("2", 1), ("3", 2), ("4", 3), ("team", 4)])
def test_who_has_only_heard_the_story_knows_the_board(players, seed):
    rng = Random(seed)
    options = {"players": players, "setup_mode": "random", "choose_defence_dice": True}
    play = Game.start(RISK, options, Seeded(seed))
    battalions, holders = dict(play.state.battalions), dict(play.state.holders)
    heard = len(play.lines)
    while not play.is_over:
        decision = play.pending[0]
        assert decision.waits == (decision.seat == play.state.active)
        play.choose(decision.seat, RISK.fuzz_choice(decision, rng))
        for line in play.lines[heard:]:
            retell(battalions, holders, line)
        heard = len(play.lines)
        assert (battalions, holders) == (play.state.battalions, play.state.holders)

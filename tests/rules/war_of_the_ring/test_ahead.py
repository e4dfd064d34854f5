"""What an action tells of the questions behind it: exactly what they ask, and what can be answered in one line."""

from typing import Any

import pytest

from rules.core.decisions import OneOf, Text
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.war_of_the_ring.position.catalogue import FP
from rules.war_of_the_ring.words.notation import VERBS
from tests.rules.war_of_the_ring.positions import game
from tools.moments import MOMENTS, play_of


def fresh(play: Game[Any]) -> Game[Any]:
    return Game.restore(play.title, play.options, play.snapshot(), play.source)


@pytest.mark.parametrize("moment", ["sortie", "hunt", "separation"])
def test_the_question_behind_an_action_asks_what_was_told(moment):
    play = play_of(MOMENTS[moment])
    asked = play.pending[0]
    told = asked.ahead()["next"]
    actions = [v for v in asked.options.values if v.rpartition(":")[2] in told and not v.startswith("skip")]
    assert actions
    for action in actions:
        following = told[action.rpartition(":")[2]]
        copy = fresh(play)
        copy.play(asked.seat, [action])
        question = copy.pending[0]
        if question.kind == following["kind"]:
            assert isinstance(question.options, OneOf)
            assert list(question.options.values) == following["values"]


def test_a_line_moves_an_army_with_all_who_may_go():
    """Whoever has to stay is named; where nobody has, `all` is everybody."""
    play = play_of(MOMENTS["hunt"])
    asked = play.pending[0]
    told = asked.ahead()
    for use in ("move-armies", "attack"):
        kind = told["next"][use]["kind"]
        for pair in told["next"][use]["values"]:
            assert f"{kind} {pair}" not in told["stay"]
            copy = fresh(play)
            line = f"use muster-army: {use}; {VERBS[kind][0]}: {pair.replace('>', ' > ')}; with: all"
            copy.play(asked.seat, [Text(part) for part in line.split("; ")])


def test_who_is_not_at_war_stays_where_his_border_is():
    """Gondor fights, Rohan does not: only Gondor's own may go on to Lamedon."""
    forces = {"dol-amroth": {"gondor-regular": 2, "gondor-leader": 1, "rohan-regular": 1}}
    play = game(forces=forces, at_war=("gondor",), dice=(["army"], []))
    told = play.pending[0].ahead()
    assert told["who"]["dol-amroth"] == {"gondor-regular": 2, "gondor-leader": 1, "rohan-regular": 1}
    assert told["stay"]["army-move dol-amroth>lamedon"] == {"rohan-regular": 1}
    with pytest.raises(IllegalChoice, match="Rohan Regular is not at war"):
        play.play(FP, [Text("use army: move-armies"), Text("move: dol-amroth > lamedon"), Text("with: all")])


def test_nations_say_what_holds_them():
    play = game(at_war=("gondor",), dice=(["muster"], []))
    held = play.pending[0].ahead()["held"]
    assert held["gondor"] == "Gondor cannot advance: at war already."
    assert "elves" not in held


def test_who_leaves_the_fellowship_is_told_where_to():
    """Gimli alone comes less far than with Gandalf; whoever answers both in one line is where it says."""
    play = play_of(MOMENTS["separation"])
    play.play(FP, ["character:separate"])
    asked = play.pending[0]
    told = asked.ahead()
    assert set(told["levels"]) == set(asked.options.items)
    for companion, level in told["levels"].items():
        copy = fresh(play)
        copy.play(FP, [[companion]])
        where = {region for region, needed in told["where"].items() if needed <= level}
        assert set(copy.pending[0].options.values) == where
    play.play(FP, [Text("separate: gimli, gandalf-the-grey"), Text("go: edoras")])
    assert "gimli" in play.table.state.forces["edoras/free-peoples"].characters

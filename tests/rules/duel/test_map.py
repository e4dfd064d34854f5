"""Units, Fortresses, conflict and moves (DU-6.5, DU-6.7, DU-10, DU-14)."""

import pytest

from rules import IllegalChoice
from rules.duel.state import presence, supply
from tests.rules.duel.positions import ASKED, game, open_slots

RED = "c1-red-gondor-rohan"
BLUE = "c1-blue-one"
MOVES = "c3-purple-move-move-move"
STRIKE = "c3-purple-unit-coin-coin"


@pytest.mark.rule("DU-6.5")
def test_red_units_go_to_a_printed_region():
    play = game(display=open_slots(RED, BLUE))
    play.choose("fellowship", f"play-{RED}")
    with pytest.raises(IllegalChoice) as refused:
        play.choose("fellowship", "mordor")
    assert refused.value.code == "not-printed"
    play.choose("fellowship", "gondor")
    assert play.state.units["gondor"]["fellowship"] == 1


@pytest.mark.rule("DU-6.5", "DU-9.7")
def test_red_modifiers_apply_together():
    tokens = {"fellowship": ["elves-red-anywhere", "humans-red-extra-unit"]}
    play = game(display=open_slots(RED, BLUE), tokens=tokens)
    play.play("fellowship", [f"play-{RED}", "lindon"])
    assert play.state.units["lindon"]["fellowship"] == 2


@pytest.mark.rule("DU-10.3")
def test_conflict_takes_equal_numbers():
    play = game(
        display=open_slots(RED, BLUE),
        units={"gondor": {"sauron": 3}},
        tokens={"fellowship": ["humans-red-extra-unit"]},
    )
    play.play("fellowship", [f"play-{RED}", "gondor"])
    assert play.state.units["gondor"] == {"fellowship": 0, "sauron": 1}
    assert supply(play.state, "fellowship") == 15


@pytest.mark.rule("DU-10.2", "DU-7.5")
def test_a_fortress_gives_presence_and_fights_nobody():
    play = game(display=open_slots(RED, BLUE), fortresses={"gondor": "sauron"}, units={})
    play.play("fellowship", [f"play-{RED}", "gondor"])
    assert presence(play.state, "fellowship") == presence(play.state, "sauron") == ["gondor"]


@pytest.mark.rule("DU-10.4", "DU-14.3")
def test_placing_is_limited_by_the_supply():
    play = game(
        display=open_slots(RED, BLUE),
        units={"lindon": {"fellowship": 14}},
        tokens={"fellowship": ["humans-red-extra-unit"]},
    )
    play.choose("fellowship", f"play-{RED}")
    assert play.pending[0].prompt == "Place 1 Unit: in which region?"
    play.choose("fellowship", "rohan")
    assert play.state.units["rohan"]["fellowship"] == 1
    play = game(display=open_slots(RED, BLUE), units={"lindon": {"fellowship": 15}})
    play.choose("fellowship", f"play-{RED}")
    assert play.pending[0].seat == "sauron"
    assert "effect-skipped" in [line.kind for line in play.lines]


@pytest.mark.rule("DU-10.5", "DU-6.7", "DU-14.5")
def test_moves_one_by_one_the_rest_may_be_declined():
    play = game(chapter=3, display=open_slots(MOVES, "c3-blue-two", chapter=3))
    play.choose("fellowship", f"play-{MOVES}")
    with pytest.raises(IllegalChoice):
        play.choose("fellowship", "arnor>mordor")
    play.choose("fellowship", "arnor>lindon")
    play.choose("fellowship", "lindon>arnor")
    play.choose("fellowship", None)
    assert play.state.units["arnor"]["fellowship"] == 2
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-10.5", "DU-13.4", "DU-13.6")
def test_a_move_into_the_last_region_wins_at_once():
    there = {r: {"fellowship": 1} for r in ("lindon", "arnor", "rhovanion", "enedwaith")}
    play = game(
        chapter=3,
        display=open_slots(MOVES, "c3-blue-two", chapter=3),
        units={**there, "gondor": {"fellowship": 2}},
        fortresses={"mordor": "fellowship"},
    )
    play.play("fellowship", [f"play-{MOVES}", "gondor>rohan"])
    assert (play.result.winners, play.result.reason) == (("fellowship",), "conquest")


@pytest.mark.rule("DU-10.6", "DU-6.7", "DU-14.2")
def test_maneuvers_in_any_order():
    play = game(chapter=3, display=open_slots(STRIKE, "c3-blue-two", chapter=3), coins=(10, 1), options=ASKED)
    play.choose("fellowship", f"play-{STRIKE}")
    play.choose("fellowship", "coin")
    assert play.state.sides["sauron"].coins == 0
    play.choose("fellowship", "remove")
    play.choose("fellowship", "mordor")
    assert play.state.units["mordor"]["sauron"] == 1
    play.choose("fellowship", "coin")
    assert play.state.sides["sauron"].coins == 0
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-14.4", "DU-14.6")
def test_an_effect_without_target_is_skipped_and_the_rest_goes_on():
    play = game(
        chapter=3, display=open_slots(STRIKE, "c3-blue-two", chapter=3), units={"arnor": {"fellowship": 1}}
    )
    play.play("fellowship", [f"play-{STRIKE}", "remove"])
    assert play.pending[0].kind == "maneuver-next"
    assert play.pending[0].options.values == ["coin"]


@pytest.mark.rule("DU-14.1")
def test_the_reserve_can_run_dry():
    yellow = "c1-yellow-two-1"
    play = game(display=open_slots(yellow, BLUE), coins=(10, 19))
    play.choose("fellowship", f"play-{yellow}")
    assert play.state.sides["fellowship"].coins == 11
    assert play.state.reserve == 0

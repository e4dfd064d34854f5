"""Turns in which the Shadow may tempt without a die: whose turn it is, passing, and the end (KM-7.1, KM-7.9)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import kings_game, kings_of, tempting
from tests.rules.war_of_the_ring.positions import game, kinds


@pytest.mark.rule("KM-7.1", "KM-7.9")
def test_without_a_die_the_shadow_has_its_turns_while_it_may_tempt_somebody():
    play = tempting([["std-0r-1"], ["std-0r-2"]], eyes=3, free=("event", "event", "event"), shadow=())
    assert play.pending[0].seat == SH
    assert [value for value in options(play.state, SH) if not value.startswith("attempt:")] == ["pass"]
    play.choose(SH, "attempt:dain")
    play.choose(SH, "std-0r-1")
    assert (play.pending[0].seat, kinds(play)) == (FP, ["action"])
    play.choose(FP, "skip:event")
    assert play.pending[0].seat == SH
    play.choose(SH, "attempt:thranduil")  # one Eye is left now
    play.choose(FP, "skip:event")
    assert play.pending[0].seat == FP
    play.choose(FP, "skip:event")
    assert play.state.turn == 3


@pytest.mark.rule("KM-7.1")
def test_it_may_pass_and_is_asked_again_after_the_next_action():
    play = tempting(eyes=2, free=("event", "event"), shadow=())
    play.choose(SH, "pass")
    play.choose(FP, "skip:event")
    assert (play.pending[0].seat, kinds(play)) == (SH, ["action"])
    assert play.pending[0].fallback_choice() == "pass"
    play.choose(SH, "pass")
    play.choose(FP, "skip:event")
    assert play.state.turn == 3
    assert not told(play, "corruption-attempted")


@pytest.mark.rule("KM-7.1")
def test_whether_it_may_pass_is_decided_by_the_dice_alone():
    play = tempting(eyes=2, free=("event",), shadow=("army",))
    assert "pass" not in options(play.state, SH)
    with pytest.raises(IllegalChoice):
        play.choose(SH, "pass")
    assert "attempt:dain" in options(play.state, SH)


@pytest.mark.rule("KM-7.1", "KM-7.9")
def test_an_attempt_takes_the_turn_but_no_die():
    play = tempting([["std-0r-1"]], eyes=2, free=("event",), shadow=("army",))
    play.choose(SH, "attempt:dain")
    play.choose(FP, "skip:event")
    assert (play.pending[0].seat, play.state.dice[SH]) == (SH, ["army"])
    assert not any(value.startswith("attempt") for value in options(play.state, SH))


@pytest.mark.rule("KM-7.1")
def test_without_a_die_of_the_free_peoples_the_turn_ends_whatever_eyes_are_left():
    play = kings_game(dice=(["event"], []), hunt_box={FP: 0, SH: 5})
    play.choose(FP, "skip:event")
    assert play.state.turn == 3


@pytest.mark.rule("KM-7.1", "KM-7.2")
def test_who_is_tempted_is_forgotten_with_the_turn():
    play = tempting([["std-0r-1"]], eyes=2, free=("event",), shadow=())
    play.choose(SH, "attempt:dain")
    assert kings_of(play).attempted == ["dain"]
    play.choose(FP, "skip:event")
    assert (play.state.turn, kings_of(play).attempted) == (3, [])


@pytest.mark.rule("KM-7.1", "KM-6.4")
def test_the_last_die_turned_to_an_eye_may_leave_an_attempt():
    play = kings_game(
        [["std-0r-1"]],
        dice=(["event", "event"], ["army"]),
        to_act=SH,
        hunt_box={FP: 0, SH: 1},
        rings={FP: 2, SH: 1},
    )
    play.choose(SH, "ring:army>eye")
    assert (play.pending[0].seat, play.state.hunt_box[SH]) == (SH, 2)
    play.choose(SH, "attempt:brand")
    assert play.pending[0].seat == FP


@pytest.mark.rule("KM-1.1", "KM-7.1")
def test_in_a_game_without_kings_a_side_without_dice_is_not_asked():
    play = game(dice=(["event", "event"], []), to_act=SH, hunt_box={FP: 0, SH: 5})
    assert play.pending[0].seat == FP
    assert not any("attempt" in value for value in options(play.state, SH))

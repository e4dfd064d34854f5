"""Turns, chapters, extra turns (DU-4, DU-11, DU-12)."""

import pytest

from rules import IllegalChoice
from tests.rules.duel.positions import game, open_slots

BLUE, YELLOW = "c1-blue-one", "c1-yellow-two-1"


@pytest.mark.rule("DU-4.2")
def test_three_actions_and_no_pass():
    play = game(display=open_slots(BLUE, YELLOW), landmarks=["bree", "erebor"])
    values = play.pending[0].options.values
    assert {v.partition("-")[0] for v in values} == {"play", "discard", "take"}
    with pytest.raises(IllegalChoice) as refused:
        play.choose("fellowship", None)
    assert refused.value.code == "cannot-pass"
    with pytest.raises(IllegalChoice) as refused:
        play.choose("fellowship", "decline")
    assert refused.value.rule == "DU-11.4"


@pytest.mark.rule("DU-4.3", "DU-6.2")
def test_playing_pays_and_takes_effect():
    play = game(display=open_slots(YELLOW, BLUE), coins=(4, 0))
    play.choose("fellowship", f"play-{YELLOW}")
    assert play.state.sides["fellowship"].coins == 6
    assert play.state.sides["fellowship"].cards == [YELLOW]
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-4.4")
@pytest.mark.parametrize(
    ("chapter", "tokens", "income"), [(1, [], 1), (2, [], 2), (3, [], 3), (2, ["humans-double-discard"], 4)]
)
def test_discarding_brings_the_chapters_number(chapter, tokens, income):
    card = {1: BLUE, 2: "c2-blue-one", 3: "c3-blue-two"}[chapter]
    other = {1: YELLOW, 2: "c2-yellow-four", 3: "c3-yellow-five"}[chapter]
    play = game(
        chapter=chapter,
        display=open_slots(card, other, chapter=chapter),
        coins=(0, 0),
        tokens={"fellowship": tokens},
    )
    play.choose("fellowship", f"discard-{card}")
    assert play.state.sides["fellowship"].coins == income
    assert card in play.state.discards


@pytest.mark.rule("DU-4.6", "DU-3.4")
def test_a_covered_card_is_not_for_taking_and_is_turned_up_when_free():
    display = {"s14": None, "s19": BLUE, "s20": YELLOW}
    play = game(display=display)
    with pytest.raises(IllegalChoice):
        play.choose("fellowship", "play-c1-green-elves")
    play.choose("fellowship", f"discard-{BLUE}")
    assert play.state.display["s14"] is None
    play.choose("sauron", f"discard-{YELLOW}")
    assert play.state.display["s14"] is not None


@pytest.mark.rule("DU-12.1", "DU-12.2")
def test_the_next_chapter_is_laid_out_and_landmarks_are_refilled():
    play = game(display=open_slots(BLUE), landmarks=["bree"])
    play.choose("fellowship", f"discard-{BLUE}")
    s = play.state
    assert s.chapter == 2
    assert len(s.display) == 20
    assert len(s.landmarks_up) == 3
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-11.1", "DU-11.2")
def test_an_extra_turn_follows_the_present_one():
    play = game(display=open_slots(YELLOW, BLUE), tokens={"fellowship": ["elves-yellow-extra-turn"]})
    play.choose("fellowship", f"play-{YELLOW}")
    assert play.pending[0].seat == "fellowship"
    assert "decline" in play.pending[0].options.values


@pytest.mark.rule("DU-11.3")
def test_extra_turns_do_not_add_up():
    play = game(
        display=open_slots(YELLOW, BLUE, "c1-yellow-two-2"),
        tokens={"fellowship": ["elves-yellow-extra-turn", "humans-yellow-quest"]},
        quest=(8, 0),
    )
    play.choose("fellowship", f"play-{YELLOW}")
    play.choose("fellowship", "decline")
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-11.4", "DU-18")
def test_declining_is_an_option_of_the_table():
    parts = {"display": open_slots(YELLOW, BLUE), "tokens": {"fellowship": ["elves-yellow-extra-turn"]}}
    play = game(options={"decline_extra_turn": False}, **parts)
    play.choose("fellowship", f"play-{YELLOW}")
    assert "decline" not in play.pending[0].options.values


@pytest.mark.rule("DU-11.5")
def test_an_extra_turn_is_carried_into_the_next_chapter():
    play = game(display=open_slots(YELLOW), tokens={"fellowship": ["elves-yellow-extra-turn"]})
    play.choose("fellowship", f"play-{YELLOW}")
    assert (play.state.chapter, play.pending[0].seat) == (2, "fellowship")


@pytest.mark.rule("DU-4.5", "DU-7.3", "DU-11.1")
def test_a_landmark_may_bring_another_turn():
    play = game(
        display=open_slots(BLUE),
        landmarks=["helms-deep"],
        tokens={"fellowship": ["dwarves-landmark-extra-turn"]},
    )
    play.choose("fellowship", "take-helms-deep")
    play.choose("fellowship", "rohan")
    assert play.pending[0].seat == "fellowship"


@pytest.mark.rule("DU-16.2")
def test_a_whole_turn_can_be_sent_at_once():
    red = "c1-red-gondor-rohan"
    play = game(display=open_slots(red, BLUE))
    applied = play.play("fellowship", [f"play-{red}", "rohan"])
    assert applied.written == [f"play {red}", "place rohan"]
    assert play.state.units["rohan"]["fellowship"] == 1

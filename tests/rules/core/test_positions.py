"""Positions to begin from: one source of options, and records that begin from one."""

from random import Random

import pytest

import rules
from rules import OptionError, PositionError, ReplayError, Seeded, load_record, replay
from rules.core.records import check_chain, check_fairness, dump_record
from rules.core.replay import RecordedGame
from rules.core.transcript import read_transcript, write_transcript
from tests.rules.core.toy import TITLE as HOARD

IN_THE_MIDDLE = {"pile": 5, "step": "act"}


def offered(play: rules.Game) -> list[str]:
    return list(play.pending[0].options.values)


@pytest.mark.parametrize(
    ("written", "given"),
    [
        ({"bids": False}, {}),
        ({}, {"bids": False}),
        ({"bids": "off"}, {"bids": False}),
        ({"bids": False}, None),
    ],
)
def test_options_may_be_written_in_the_position_or_given_beside_it(registered, written, given):
    play = rules.from_position("hoard", {**IN_THE_MIDDLE, "options": written}, options=given)
    assert play.options == play.state.options == {"pile": 12, "bids": False, "metal": "gold"}
    assert "bid" not in offered(play)


def test_a_position_that_names_no_options_has_the_usual_ones(registered):
    play = rules.from_position("hoard", IN_THE_MIDDLE)
    assert play.options == HOARD.normalise_options({})
    assert "bid" in offered(play)


def test_options_that_contradict_each_other_are_refused_in_words(registered):
    written = {"bids": True, "metal": "gold"}
    with pytest.raises(PositionError) as refused:
        rules.from_position(
            "hoard",
            {**IN_THE_MIDDLE, "pile": -1, "options": written},
            options={"bids": False, "metal": "silver"},
        )
    assert refused.value.problems == [
        "Bidding is allowed: on in the position, off at the table",
        "Coins are of: Gold in the position, Silver at the table",
        "there are less than no coins",
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"dragons": 3}, "there is no option “dragons”"),
        ({"pile": 1}, "Coins in the pile goes from 4 to 40."),
        (["bids"], "options: a table of names and values"),
    ],
)
def test_options_that_are_not_offered_are_refused(registered, written, said):
    with pytest.raises(PositionError, match=said):
        rules.from_position("hoard", {**IN_THE_MIDDLE, "options": written})


def test_options_of_the_table_that_are_not_offered_are_refused(registered):
    with pytest.raises(OptionError):
        rules.from_position("hoard", IN_THE_MIDDLE, options={"dragons": 3})


def test_a_record_that_begins_from_a_position_replays_with_its_options(registered):
    played = RecordedGame("hoard", {"bids": False}, seed=3, position=IN_THE_MIDDLE)
    rng = Random(3)
    while not played.game.is_over:
        decision = played.game.pending[0]
        played.choose(decision.seat, decision.sample(rng))
    record = load_record(dump_record(played.record()))
    check_chain(record)
    check_fairness(record)
    again = replay(record, takebacks=True)
    assert again.options == played.game.options
    assert again.position() == played.game.position()


def test_a_record_whose_position_contradicts_its_options_is_refused(registered):
    record = RecordedGame("hoard", {"bids": False}, seed=3, position=IN_THE_MIDDLE).record()
    record.position = {**IN_THE_MIDDLE, "options": {"bids": True}}
    with pytest.raises(ReplayError, match=r"entry 0.*on in the position, off at the table"):
        replay(record)


def test_a_transcript_says_that_it_does_not_hold_the_position(registered):
    played = RecordedGame("hoard", seed=3, position=IN_THE_MIDDLE)
    played.choose("a", "end")
    text = write_transcript(played.record())
    assert "position: the game began from a position that only its record holds" in text
    with pytest.raises(ReplayError, match="cannot be played again"):
        read_transcript(text)


def test_a_game_from_a_state_plays_by_what_is_said_of_it():
    state = HOARD.new_state(HOARD.normalise_options({"metal": "silver"}))
    play = rules.Game.start(HOARD, {"metal": "silver"}, Seeded(1), position=state)
    assert play.options["metal"] == "silver"
    with pytest.raises(PositionError):
        rules.Game.start(HOARD, {"metal": "gold"}, Seeded(1), position=play.state)

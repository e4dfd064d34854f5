"""Seats that win and lose together: two teams of two pull a rope (tests/games/toy_teams.py)."""

from random import Random

import msgspec
import pytest

from rules import RecordedGame, ReplayError, Seeded
from rules.core import registry
from rules.core.bench import win_rate
from rules.core.game import Game
from rules.core.records import check_chain, dump_record, load_record, seal
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import trust_of
from tests.games.toy_teams import TITLE

PAIRS = TITLE.normalise_options({})
ALONE = TITLE.normalise_options({"pairs": False})


def played_out(seed: int) -> Game:
    play = Game.start(TITLE, {}, Seeded(seed))
    rng = Random(seed)
    while not play.is_over:
        decision = play.pending[0]
        play.choose(decision.seat, decision.sample(rng))
    return play


def test_a_title_says_who_pulls_together_at_a_table():
    assert TITLE.allies(PAIRS, "east") == ("east", "west")
    assert TITLE.teams(PAIRS) == (("north", "south"), ("east", "west"))
    assert TITLE.seats(ALONE) == ("north", "east")
    assert TITLE.teams(ALONE) == (("north",), ("east",))


def test_a_team_wins_together():
    winners = {played_out(seed).result.winners for seed in range(30)}
    assert {("north", "south"), ("east", "west")} <= winners


def test_who_resigns_loses_with_the_partner():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.resign("west").winners == ("north", "south")


def test_nobody_sees_the_hand_of_the_partner():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.view("north")["hands"]["south"] == [None] * 3
    assert play.view("north")["hands"]["north"] == play.state.hands["north"]


def test_all_four_answer_together_and_may_leave_it_to_the_clock():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.waiting_for() == ["north"]
    play.choose("north", "heave")
    for seat in ("west", "north", "east"):
        play.choose(seat, play.decision_of(seat).fallback_choice())
    assert play.waiting_for() == ["south"]
    play.choose("south", play.decision_of("south").fallback_choice())
    assert play.waiting_for() == ["east"]
    assert play.state.round == 1


def test_a_bot_is_measured_together_with_its_partner():
    assert 0.2 < win_rate(TITLE, "south", "random", 40) < 0.8


# -- answers of allies -------------------------------------------------------------------------


@pytest.fixture
def pulled(monkeypatch):
    """A game in which South has called for North, with a word of its own; it ends by resignation."""
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
    game = RecordedGame(TITLE, seed=b"s" * 32, scheme=2)
    game.choose("north", "heave", "a-word-of-south", by="south")
    for seat in ("west", "north", "south", "east"):
        game.choose(seat, game.game.decision_of(seat).fallback_choice())
    game.resign("east")
    yield game.record()
    registry.title.cache_clear()


def test_a_record_says_who_has_answered_for_an_ally(pulled):
    record = load_record(dump_record(pulled))
    check_chain(record)
    assert [(entry.seat, entry.by) for entry in record.entries[:3]] == [
        (None, None),
        ("north", "south"),
        ("west", None),
    ]
    assert replay(record, takebacks=True).state.heaves == 1


def test_a_transcript_says_it_too(pulled):
    text = write_transcript(pulled)
    assert "  north  ! by south\n  north  call: heave\n" in text
    assert [entry.by for entry in read_transcript(text).entries] == [entry.by for entry in pulled.entries]
    for forged in ("east", "north", "nobody"):
        with pytest.raises(ReplayError, match="no ally"):
            read_transcript(text.replace("! by south", f"! by {forged}"))


def test_the_word_is_of_who_has_given_it(pulled):
    """North cannot find it among its own words, and South can."""
    assert [seat for seat, words in trust_of(pulled).seats.items() if words.moves] == ["south"]


def test_the_hash_of_an_entry_that_nobody_made_for_an_ally_is_what_it_was(pulled):
    assert b'"by"' not in msgspec.json.encode(pulled.entries[2])


@pytest.mark.parametrize("by", ["east", "north", "nobody"])
def test_nobody_but_an_ally_can_have_answered(pulled, by):
    pulled.entries[1].by = by
    with pytest.raises(ReplayError) as refused:
        replay(seal(pulled))
    assert refused.value.entry == 1


def test_only_a_choice_can_have_been_made_for_an_ally(pulled):
    pulled.entries[-1].by = "west"
    with pytest.raises(ReplayError):
        check_chain(seal(pulled))

"""Where a mended rule meets what else may happen in a game: a second mend, takebacks, corrections (MOD-17)."""

import msgspec
import pytest
from django.db import transaction

from games.ledger import ledger, readings, records
from games.ledger.rebuild import rebuild
from games.play import corrections, leading_over, ways
from games.play.copies import copy_game, steps_of
from games.play.submit import submit
from rules import CHECKPOINT, Amount, Decision, OptionField
from tests.games.mended_games import agree, beads, begun, is_sound, kinds, play_turn, roll_a_six
from tests.games.toy_beads import GENEROUS, SEATS, Beads

pytestmark = pytest.mark.django_db


def test_going_back_to_between_both_readings_keeps_to_the_newer_one(mend):
    table = begun()
    roll_a_six(table)
    play_turn(table, roll=False)
    mend(keeps=True)
    assert leading_over.lead_over(table.game.key) == "old"
    play_turn(table, roll=False)
    old = next(entry.seq for entry in records.entries_of(table.game) if entry.rules is not None)
    agree(table, "reading", "new")
    agree(table, "takeback", old + 1)
    assert table.game.options == table.play().state.options == {"generous": False}
    assert is_sound(table.game)
    play_turn(table, roll=False)
    assert is_sound(table.game)
    for step in range(len(steps_of(table.game))):
        made = copy_game(table.game.key, step)
        assert is_sound(made)
        assert made.options == {"generous": False}


def test_a_takeback_of_what_made_the_difference_leaves_nothing_to_ask(mend):
    table = begun()
    play_turn(table, roll=False)
    roll_a_six(table)
    play_turn(table, roll=False)
    mend(keeps=True)
    leading_over.lead_over(table.game.key)
    assert readings.question(table.reload().game) is not None
    agree(table, "takeback", 1)
    assert readings.question(table.game) is None
    assert is_sound(table.game)


def test_a_table_is_told_where_a_mend_has_made_a_difference_that_everybody_could_see(mend):
    table = begun()
    roll_a_six(table)
    mend(keeps=True)
    leading_over.lead_over(table.game.key)
    asked = readings.question(table.reload().game)
    assert ways.in_words(table.game, asked, "back").startswith("from step ")


@pytest.mark.parametrize("keeps", [True, False])
def test_and_not_where_it_would_tell_of_what_is_hidden(mend, keeps, monkeypatch):
    monkeypatch.setattr(Beads, "view", lambda self, state, seat: {"turn": state.turn, "beans": 0})
    table = begun()
    roll_a_six(table)
    play_turn(table, roll=False)
    mend(keeps=keeps)
    assert leading_over.check(table.game.key).differs is not None
    leading_over.lead_over(table.game.key)
    asked = readings.question(table.reload().game)
    assert ways.in_words(table.game, asked, "back") == "from before it made a difference, by the new reading"


def test_a_rebuild_does_not_show_rules_that_are_named_with_half_a_move(mend):
    table = begun()
    play_turn(table, roll=False)
    mend(keeps=True)
    leading_over.lead_over(table.game.key)
    table.submit(table.mover(), 1)
    before = table.reload().game.published_version
    rebuild(table.game.key)
    assert table.reload().game.published_version == before
    table.submit(table.mover(), "keep")
    assert is_sound(table.game)


# -- where it meets something else -----------------------------------------------------------------


def another_mend(monkeypatch):
    """A second mend, whose former reading is an option too; games of before do not name it."""
    strict = OptionField("lenient", "Whoever takes nothing loses nothing", "boolean", False)
    monkeypatch.setattr(Beads, "option_fields", (GENEROUS, strict))
    monkeypatch.setattr(Beads, "former_defaults", {"generous": True, "lenient": True})
    monkeypatch.setattr(Beads, "version", 3)
    told = msgspec.structs.replace(Beads.mends[0], id="nothing", version=3, rule="BE-2", option="lenient")
    monkeypatch.setattr(Beads, "mends", (*Beads.mends, told))


def test_going_back_before_a_first_mend_does_not_bring_the_second_in(quiet, mend, monkeypatch):
    """What an entry does not name stays as it was in the game, however new tables have it by now."""
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    for _ in range(2):
        play_turn(quiet, roll=False)
    another_mend(monkeypatch)
    place = next(e.seq for e in records.entries_of(quiet.game) if e.rules is not None) + 1
    agree(quiet, "takeback", place)
    state = quiet.play().state
    assert quiet.play().title.recall_options(state.options) == {"generous": False, "lenient": True}
    assert is_sound(quiet.game)
    assert is_sound(copy_game(quiet.game.key, place - 1))


def test_a_director_sets_right_what_somebody_has_begun_since_the_rules_were_mended(quiet, mend, monkeypatch):
    """The entry that names the rules stands before the move, and is not taken back with it."""

    def correct(self, state, text):
        state.beans = int(text)
        return text

    monkeypatch.setattr(Beads, "correct", correct)
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    quiet.submit(quiet.mover(), 2)
    with transaction.atomic():
        corrections.carry_out(ledger.load(quiet.game.key), None, "21")
    assert kinds(quiet.reload())[-4:] == ["rules", "choice", "undo", "correction"]
    assert beads(quiet) == 21
    assert is_sound(quiet.game)


@pytest.mark.parametrize("keeps", [True, False])
def test_who_is_asked_together_with_others_is_still_heard_when_these_have_named_the_rules(
    mend, monkeypatch, keeps
):
    """An answer that was written before the other's came, which brought the mended rules along."""
    plain = Beads.flow

    def flow(self, table):
        yield CHECKPOINT
        table.state.bids = yield tuple(Decision(s, "bid", "Bid.", Amount(0, 9), fallback=0) for s in SEATS)
        yield CHECKPOINT
        yield from plain(self, table)

    monkeypatch.setattr(Beads, "flow", flow)
    table = begun()
    seen = table.version("right")
    mend(keeps=keeps)
    leading_over.lead_over(table.game.key)
    table.submit("left", 3)
    assert kinds(table.reload())[-2:] == ["rules", "choice"]
    submit(table.game.key, "right", expected_version=seen, choices=[4])
    assert table.play().state.bids == {"left": 3, "right": 4}
    assert is_sound(table.game)

"""Going back in a game whose table has gone from one reading of a mended rule to the other (MOD-17)."""

import pytest

from games.ledger import readings, records
from games.ledger.rebuild import rebuild
from games.play import leading_over, ways
from games.play.copies import copy_game, steps_of
from tests.games.test_leading_over import agree, begun, is_sound, play_turn, roll_a_six
from tests.games.toy_beads import Beads

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

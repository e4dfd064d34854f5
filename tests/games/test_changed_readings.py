"""Going back in a game whose table has gone from one reading of a mended rule to the other (issue 39)."""

import pytest

from games.ledger import records
from games.play import leading_over
from games.play.copies import copy_game, steps_of
from tests.games.test_leading_over import agree, begun, is_sound, play_turn, roll_a_six

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

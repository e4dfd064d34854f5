"""Games of Beads to lead over to its mended rule."""

import pytest

from tests.games.mended_games import begun, play_turn, roll_a_six


@pytest.fixture
def quiet(mend):
    """A game in which no six was rolled."""
    table = begun()
    for _ in range(4):
        play_turn(table, roll=False)
    return table


@pytest.fixture
def lucky(mend):
    """A game in which a six was rolled, and something since."""
    table = begun()
    roll_a_six(table)
    play_turn(table, roll=False)
    play_turn(table, roll=False)
    return table

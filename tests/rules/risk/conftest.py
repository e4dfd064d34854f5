"""A game to look at from all sides."""

import pytest

from rules import Seeded
from tests.rules.risk.positions import new_game


@pytest.fixture
def begun():
    """A game of four, dealt at random, in its first turn."""
    return new_game(Seeded(11), players="4", setup_mode="random")

"""A game of Isles between Merry and Pippin."""

import pytest

from rules.core import registry
from tests.boards import isles_board  # noqa: F401  its board registers itself
from tests.conftest import game_of_two, person


@pytest.fixture
def isles(db, monkeypatch):
    """Merry sails the red boat."""
    monkeypatch.setitem(registry.PACKAGES, "isles", "tests.boards.isles")
    yield game_of_two("isles", (person("merry"), person("pippin")), seat="red")
    registry.title.cache_clear()

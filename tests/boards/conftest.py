"""A game of Isles between Merry and Pippin."""

from __future__ import annotations

import pytest

from games.lobby import tables
from rules.core import registry
from tests.boards import isles_board  # noqa: F401  its board registers itself
from tests.conftest import Table, person
from tests.opening import open_table


@pytest.fixture
def isles(db, monkeypatch):
    """Merry sails the red boat."""
    monkeypatch.setitem(registry.PACKAGES, "isles", "tests.boards.isles")
    merry, pippin = person("merry"), person("pippin")
    game = open_table(merry, title="isles", seat="red", terms={"grace": 0})
    tables.join(game.key, user=pippin)
    tables.start_now(game.key, merry)
    game.refresh_from_db()
    yield Table(game, merry, pippin)
    registry.title.cache_clear()

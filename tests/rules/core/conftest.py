"""A small title to try the driver on."""

from collections.abc import Iterator

import pytest

from rules import Game, Seeded
from rules.core import registry
from tests.rules.core.toy import TITLE, State


@pytest.fixture
def game() -> Game[State]:
    return Game.start(TITLE, {}, Seeded("hoard"))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hoard among the titles, for records and the command line."""
    monkeypatch.setitem(registry.PACKAGES, "hoard", "tests.rules.core.toy")
    yield
    registry.title.cache_clear()

"""A world on simulated time, and people in it."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from rules.core import registry
from tests.conftest import person
from tests.leagues.world import World


@pytest.fixture
def world(db: None) -> Iterator[World]:
    made = World()
    yield made
    made.close()


@pytest.fixture
def elrond(world: World) -> User:
    """The director."""
    return person("elrond")


@pytest.fixture
def tug_of_war(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A title for two teams of two (tests/games/toy_teams.py), with draws that are the same every time."""
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
    monkeypatch.setattr("games.play.start.secrets", FixedSecrets)
    registry.title.cache_clear()
    yield
    registry.title.cache_clear()


class FixedSecrets:
    """Secrets that anybody could guess."""

    @staticmethod
    def token_bytes(length: int) -> bytes:
        return bytes(range(length))

    @staticmethod
    def token_hex(length: int) -> str:
        return "07" * length

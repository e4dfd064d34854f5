"""A world on simulated time, and people in it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from accounts.models import User
from leagues.models import Competition
from rules.core import registry
from tests.conftest import person
from tests.leagues.world import World, players


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
def cup(world: World, elrond: User) -> Competition:
    """A rated round robin of four, begun; its director says what comes of games that are late."""
    made = world.found(elrond, "round-robin", at_deadline="director", round_days=30)
    world.enter(made, players(4))
    world.pass_time(timedelta(days=14))
    world.sweep()
    made.refresh_from_db()
    return made


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

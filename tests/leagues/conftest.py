"""A world on simulated time, and people in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
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

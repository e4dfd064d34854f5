"""The worlds of the journeys: each of them in every title that is here."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from games.play import start
from tests.journeys import world as worlds


@pytest.fixture(params=["duel", "war-of-the-ring"])
def world(
    request: pytest.FixtureRequest, db: None, answerable: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[worlds.World]:
    """A running game whose dice and cards come the same way every time."""
    fixed = SimpleNamespace(
        token_bytes=lambda count: bytes([7]) * count, token_hex=lambda count: "07" * count
    )
    monkeypatch.setattr(start, "secrets", fixed)
    with worlds.world(request.param) as here:
        yield here

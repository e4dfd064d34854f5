"""What tests of the API share."""

from __future__ import annotations

import pytest

from games.streams import hub as hubs
from tests.api.streaming import on_this_thread


@pytest.fixture
def streams(duel, monkeypatch, transactional_db, settings):
    """A game to listen to; streams are told by nudges alone, and look at nothing by themselves."""
    on_this_thread(monkeypatch)
    settings.STREAM_LOOK_SECONDS = 3600.0
    monkeypatch.setattr(hubs, "DEAF_SECONDS", 0.05)
    monkeypatch.setattr(hubs, "RIGHTS_SECONDS", 3600.0)
    return duel

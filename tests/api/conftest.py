"""What tests of the API share."""

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

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


@pytest.fixture
def one_connection(db):
    """Calls come through WSGI in this thread: the test's own connection outlives each of them."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)

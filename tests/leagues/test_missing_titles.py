"""An event whose title was taken away waits until it is back."""

import logging
from datetime import timedelta

from leagues.models import Competition
from leagues.services.lifecycle import progress
from rules.core import registry
from tests.leagues.world import players


def test_an_event_waits_for_its_title(world, elrond, client, caplog, monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    cup = world.found(elrond, "round-robin", title="beans", least_entrants=2)
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=14))
    monkeypatch.delitem(registry.PACKAGES, "beans")
    registry.forget()
    with caplog.at_level(logging.ERROR):
        world.sweep()
        world.pass_time(timedelta(hours=1))
        assert progress.overdue(world.now) == []
    assert caplog.messages == []
    assert "The Test Cup" in client.get("/leagues/").content.decode()
    page = client.get(f"/leagues/{cup.key}/")
    assert page.status_code == 503
    assert "The rules of this game are not here" in page.content.decode()
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    registry.forget()
    world.sweep()
    assert Competition.objects.get(pk=cup.pk).status == Competition.Status.RUNNING
    registry.forget()

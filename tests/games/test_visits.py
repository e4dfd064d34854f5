"""What standing orders save, counted with bots that keep people's hours (`python -m benchmarks.visits`)."""

import pytest

from benchmarks.visits import Evening
from games.models import Event, Game
from games.models.orders import OrderRun
from rules.core import registry


@pytest.fixture(autouse=True)
def _beans(db, monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    yield
    registry.title.cache_clear()


@pytest.mark.long
def test_planned_moves_spare_visits_and_hours():
    """In Duel, where one looks twice for every card otherwise."""
    without, planned = Evening("duel", 1, False).play(), Evening("duel", 1, True).play()
    assert planned.visits < without.visits
    assert planned.hours < without.hours
    assert without.by_order == 0 < planned.by_order
    assert planned.by_order >= OrderRun.objects.filter(state=OrderRun.State.DONE).count() > 0


def test_every_answer_is_counted_once():
    tally = Evening("beans", 7, True).play()
    assert Game.objects.get().status == Game.Status.FINISHED
    assert tally.answers + tally.by_order == Event.objects.filter(kind=Event.Kind.CHOICE).count()
    assert tally.visits <= tally.answers

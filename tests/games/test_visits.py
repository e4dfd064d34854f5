"""What standing orders save, counted with bots that keep people's hours (`python -m benchmarks.visits`)."""

import pytest

from benchmarks.visits import PLAYERS, Evening, by_players
from games.models import Event, Game
from games.models.orders import OrderRun
from rules.core import registry


@pytest.fixture(autouse=True)
def _beans(db, monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
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


def test_partners_live_in_two_time_zones_and_answer_for_each_other():
    evening = Evening("tug-of-war", 1, False, partners=True)
    tally = evening.play()
    zones = {seat: member.zone for seat, member in evening.people.items()}
    assert (
        {zones["north"], zones["south"]} == {zones["east"], zones["west"]} == {zone for zone, *_ in PLAYERS}
    )
    given = Event.objects.filter(kind=Event.Kind.CHOICE, by__isnull=False)
    assert tally.for_partners == given.count() > 0
    assert tally.hours < Evening("tug-of-war", 1, False).play().hours


def test_a_game_may_be_left_after_some_turns():
    tally = Evening("beans", 1, False, most_turns=1).play()
    assert (tally.turns, Game.objects.get().status) == (1, Game.Status.RUNNING)
    assert tally.hours > 0


@pytest.mark.long
def test_tables_are_compared_by_the_number_of_their_players():
    """Each in proportion to two; only where there are allies does anybody answer for one."""
    two, alliance = by_players("risk", ["2", "alliance"], games=1, seed=1, turns=2)
    assert (two[0], two[2], two[3:5], two[6]) == ("risk, 2", "1.00", ("", ""), "1.00")
    assert all(float(cell) > 0 for cell in alliance[1:])

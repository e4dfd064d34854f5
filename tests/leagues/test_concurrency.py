"""Several workers at once: one round, one game for each pairing, one record for each result (PostgreSQL)."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.hours import resignation
from games.models import Game
from games.refusals import Refused
from leagues.models import Competition, ResultRecord
from leagues.services import directing
from leagues.services.directing import directors
from leagues.services.entry import registration
from leagues.services.lifecycle import creation, progress
from tests.conftest import person
from tests.leagues.world import players

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def at_once(*calls):
    """Run calls in threads of their own. Returns what they returned or raised."""
    found = []
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait()
            found.append(call())
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_three_sweeps_at_once_make_one_round_and_take_each_result_once():
    elrond = person("elrond")
    cup = creation.create(elrond, creation.Proposal("Cup", "duel", "swiss"))
    for user in players(8):
        registration.enter(cup.key, user)
    directing.start_now(cup.key, elrond)
    now = timezone.now()
    at_once(*[lambda: progress.sweep(now)] * 3)
    progress.sweep(now)
    assert cup.rounds.count() == 1
    assert Game.objects.count() == 4
    for game in Game.objects.all():
        resignation.resign(game.key, "sauron")
    later = now + timedelta(seconds=30)
    at_once(*[lambda: progress.sweep(later)] * 3)
    progress.sweep(later)
    assert ResultRecord.objects.count() == 4
    assert cup.rounds.count() == 2
    assert Game.objects.count() == 8


def test_the_last_place_is_taken_once():
    elrond = person("elrond")
    cup = creation.create(
        elrond, creation.Proposal("Cup", "duel", "swiss", fields={"most_entrants": 6, "least_entrants": 6})
    )
    people = players(8)
    for user in people[:5]:
        registration.enter(cup.key, user)
    found = at_once(*[lambda user=user: registration.enter(cup.key, user) for user in people[5:]])
    assert sum(isinstance(answer, Refused) for answer in found) == 2
    assert Competition.objects.get(pk=cup.pk).entrants.count() == 6


def test_two_directors_who_decide_at_once():
    elrond, galadriel = person("elrond"), person("galadriel")
    cup = creation.create(elrond, creation.Proposal("Cup", "duel", "round-robin"))
    directors.add(cup.key, elrond, "galadriel")
    for user in players(4):
        registration.enter(cup.key, user)
    directing.start_now(cup.key, elrond)
    progress.sweep(timezone.now())
    found = at_once(
        lambda: directing.adjudicate(cup.key, elrond, 1, "first", "I say so.", seen="playing/"),
        lambda: directing.adjudicate(cup.key, galadriel, 1, "second", "So do I.", seen="playing/"),
    )
    assert sorted(getattr(answer, "code", "done") for answer in found) == ["done", "stale"]
    pairing = cup.pairings.get(number=1)
    assert sorted(place.points for place in pairing.places.all()) == [0.0, 2.0]


def test_of_the_last_two_directors_only_one_steps_down():
    elrond, galadriel = person("elrond"), person("galadriel")
    cup = creation.create(elrond, creation.Proposal("Cup", "duel", "round-robin"))
    directors.add(cup.key, elrond, "galadriel")
    found = at_once(
        lambda: directors.step_down(cup.key, elrond), lambda: directors.step_down(cup.key, galadriel)
    )
    assert sorted(getattr(answer, "code", "done") for answer in found) == ["done", "last-director"]
    assert cup.directors.count() == 1

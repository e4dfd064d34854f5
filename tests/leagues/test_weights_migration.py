"""A Swiss that has begun keeps the weights it began with; who has only registered plays by the new ones."""

from __future__ import annotations

import pytest

from leagues.models import Competition
from tests.conftest import person
from tests.leagues.world import START
from tests.migrating import bring, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


newest = newest_afterwards("leagues")


def founded(name: str, status: str, form: str = "swiss") -> str:
    settings = {"rounds": 5, "games_per_round": "1", "weights": "points"} if form == "swiss" else {"reach": 3}
    owner = person(f"owner-of-{name.lower()}")
    made = Competition.objects.create(
        name=name, title="duel", format=form, settings=settings, status=status, owner=owner, created_at=START
    )
    return made.key


@pytest.mark.long
def test_running_events_keep_their_weights_forwards_and_back(newest):
    running = founded("Running", "running")
    over = founded("Over", "finished")
    opening = founded("Opening", "registration")
    ladder = founded("Ladder", "running", "ladder")
    before = bring("leagues", "0005_audit_is_not_replaced").get_model("leagues", "Competition").objects
    assert before.get(key=running).settings == {"rounds": 5, "games_per_round": "1"}
    bring("leagues", "0006_weights_of_a_swiss")
    settings = dict(Competition.objects.values_list("key", "settings"))
    assert settings[running]["weights"] == settings[over]["weights"] == "sides"
    assert settings[opening]["weights"] == "points"
    assert settings[ladder] == {"reach": 3}

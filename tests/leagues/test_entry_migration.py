"""Events that there were ask nothing of those who enter, and leave their pairings to the rules."""

from __future__ import annotations

import pytest

from leagues.models import Competition, Entrant
from tests.conftest import person
from tests.leagues.world import START
from tests.migrating import bring, bring_to_newest, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


newest = newest_afterwards("leagues")


@pytest.mark.long
def test_events_that_there_were_ask_for_nothing_forwards_and_back(newest):
    owner = person("owner")
    made = Competition.objects.create(
        name="Old",
        title="duel",
        format="swiss",
        owner=owner,
        created_at=START,
        least_rating=1400,
        status="running",
    )
    Entrant.objects.create(competition=made, user=owner, entered_at=START, byes=[3])
    before = bring("leagues", "0008_outcomes").get_model("leagues", "Competition").objects
    assert before.get(key=made.key).status == "running", "the way back keeps what was known then"
    bring_to_newest("leagues")
    again = Competition.objects.get(key=made.key)
    assert (again.least_rating, again.most_rating, again.least_games) == (0, 0, 0)
    assert (again.by_invitation, again.pairing_by_hand) == (False, False)
    assert again.entrants.get().byes == []

"""In events that there were, everybody plays alone."""

from __future__ import annotations

import pytest

from leagues.models import Competition, Entrant, Pairing, Round
from tests.conftest import person
from tests.leagues.world import START
from tests.migrating import bring, bring_to_newest, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


newest = newest_afterwards("leagues")


@pytest.mark.long
def test_events_that_there_were_have_no_teams_forwards_and_back(newest):
    owner = person("owner")
    made = Competition.objects.create(
        name="Old", title="duel", format="swiss", owner=owner, created_at=START, status="running"
    )
    Entrant.objects.create(competition=made, user=owner, entered_at=START)
    first = Round.objects.create(competition=made, number=1, paired_at=START)
    Pairing.objects.create(competition=made, round=first, number=1)
    before = bring("leagues", "0011_pairings_by_hand").get_model("leagues", "Competition").objects
    assert before.get(key=made.key).status == "running", "the way back keeps what was known then"
    bring_to_newest("leagues")
    again = Competition.objects.get(key=made.key)
    assert again.team_size == 0
    assert again.entrants.get().team is None
    assert (again.pairings.get().match, again.pairings.get().board) == (None, 0)
    assert not again.teams.exists()

"""What is over keeps the table it ended with; all else is counted as it is explained."""

from __future__ import annotations

import pytest

from leagues.models import Competition
from tests.leagues.test_weights_migration import founded
from tests.migrating import bring, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

newest = newest_afterwards("leagues")


@pytest.mark.long
def test_only_what_is_over_keeps_its_tie_breaks_forwards_and_back(newest):
    over, season = founded("Over", "finished"), founded("Season", "finished", "season")
    others = [founded("Running", "running"), founded("Called Off", "cancelled")]
    before = bring("leagues", "0012_team_events").get_model("leagues", "Competition").objects
    assert not any("tie_breaks" in settings for settings in before.values_list("settings", flat=True))
    bring("leagues", "0013_tie_breaks")
    settings = dict(Competition.objects.values_list("key", "settings"))
    assert settings[over]["tie_breaks"] == settings[season]["tie_breaks"] == 1
    assert not any("tie_breaks" in settings[key] for key in others)
    bring("leagues", "0012_team_events")
    assert not any("tie_breaks" in found for found in Competition.objects.values_list("settings", flat=True))

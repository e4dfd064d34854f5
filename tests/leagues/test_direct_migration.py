"""What is over keeps the table it ended with; all else counts direct encounter as it is explained."""

from __future__ import annotations

import pytest

from leagues.models import Competition
from tests.leagues.test_weights_migration import founded
from tests.migrating import bring, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

newest = newest_afterwards("leagues")


@pytest.mark.long
def test_only_what_is_over_keeps_its_direct_encounter_forwards_and_back(newest):
    over, season = founded("Over", "finished"), founded("Season", "finished", "season")
    others = [founded("Running", "running"), founded("Ladder", "finished", "ladder")]
    before = bring("leagues", "0012_team_events").get_model("leagues", "Competition").objects
    assert not any("direct_among" in settings for settings in before.values_list("settings", flat=True))
    bring("leagues", "0013_direct_encounter")
    settings = dict(Competition.objects.values_list("key", "settings"))
    assert settings[over]["direct_among"] == settings[season]["direct_among"] == "points"
    assert not any("direct_among" in settings[key] for key in others)
    bring("leagues", "0012_team_events")
    assert not any(
        "direct_among" in found for found in Competition.objects.values_list("settings", flat=True)
    )

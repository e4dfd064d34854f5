"""Events of what is not complete: on trial they are not rated, and there is none of a draft."""

import msgspec
import pytest

from leagues.models import Competition
from leagues.services.display import presentation
from leagues.services.lifecycle import succession
from rules.war_of_the_ring.position.catalogue import SETS
from tests.conftest import refused
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.world import players

pytestmark = pytest.mark.django_db

LORDS = {"title": "war-of-the-ring", "options": {"lords": True}}
CAUTION = "Lords of Middle-earth: on trial. Games are not rated, a fix of the rules may end them"


@pytest.fixture
def lords_are(monkeypatch):
    def say(stage):
        monkeypatch.setitem(SETS, "lords", msgspec.structs.replace(SETS["lords"], stage=stage))

    return say


def rules_of(event):
    return " ".join(presentation.rules_words(event))


def test_an_event_on_trial_is_not_rated_and_says_why(world, elrond, lords_are):
    assert "Games are rated." in rules_of(world.found(elrond, "round-robin", **LORDS))
    lords_are("trial")
    event = world.found(elrond, "round-robin", **LORDS)
    assert not event.rated
    assert f"Games are not rated. {CAUTION}" in rules_of(event)
    assert world.found(elrond, "round-robin", title="war-of-the-ring").rated


def test_whoever_wants_it_rated_is_refused(world, elrond, lords_are, call):  # noqa: F811
    lords_are("trial")
    with refused("not-complete"):
        world.found(elrond, "round-robin", rated=True, **LORDS)
    asked = {"preset": "round-robin", "name": "The Lords", "rated": True, **LORDS}
    status, told = call(elrond, "POST", "/leagues/", asked)
    assert (status, told["code"], told["field"]) == (422, "not-complete", "rated")
    assert not Competition.objects.exists()


def test_there_is_no_event_of_a_draft(world, elrond, lords_are):
    lords_are("draft")
    with refused("draft-is-private"):
        world.found(elrond, "round-robin", rated=False, **LORDS)
    assert not Competition.objects.exists()


def test_an_event_that_was_founded_before_begins_unrated_games(world, elrond, lords_are):
    event = world.found(
        elrond, "round-robin", least_entrants=2, most_entrants=2, starts_when_full=True, **LORDS
    )
    lords_are("trial")
    assert "Games are not rated." in rules_of(event)
    world.enter(event, players(2))
    for _ in range(4):
        world.sweep()
    games = world.games(event)
    assert games
    assert not any(game.rated for game in games)


def test_what_follows_an_event_is_not_rated_either(world, elrond, lords_are):
    event = world.found(elrond, "round-robin", renews=True, **LORDS)
    lords_are("trial")
    assert not succession.succeed(event, world.now).rated

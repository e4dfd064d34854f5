"""Events of a title with an expansion: the dragons of Hoard (tests/rules/core/toy_dragons.py)."""

import pytest
from django.test import Client

from leagues.services import directing
from rules.core import registry
from tests.leagues.world import players

USUAL = {"pile": 12, "bids": True, "metal": "gold"}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "hoard", "tests.rules.core.toy_dragons")
    yield
    registry.title.cache_clear()


@pytest.mark.parametrize(("options", "version"), [({}, 1), ({"dragons": True, "lair": 7}, 1001)])
def test_the_games_of_an_event_have_the_version_of_its_options(world, options, version):
    people = players(4)
    event = world.found(people[0], "knock-out", title="hoard", options=options)
    world.enter(event, people)
    directing.start_now(event.key, people[0], world.now)
    world.sweep()
    games = world.games(event)
    assert games
    assert all((game.rules_version, game.options) == (version, {**USUAL, **options}) for game in games)


def test_its_form_shows_what_needs_an_option_below_it(world):
    (founder,) = players(1)
    client = Client()
    client.force_login(founder)
    page = client.get("/leagues/new/?preset=knock-out&title=hoard").content.decode()
    assert (
        '<fieldset class="house-rule of-option" role="none" data-usual="5" data-show-when="option-dragons=on">'
        in page
    )

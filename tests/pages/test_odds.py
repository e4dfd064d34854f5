"""Odds beside the choices: on the page and in the API of tables that show them, and nowhere else."""

import html
import re

import pytest
from django.test import Client

from games.models import Game
from leagues.services.lifecycle import creation
from tests.conftest import person
from tools.moments import FREE, SHADOW, set_up

ATTACKS = ((FREE, "use muster-army: attack"),)
#: Until the sortie may go on: who comes out, a round without Combat cards, and its losses.
ROUND = (
    *ATTACKS,
    (FREE, "attack: minas-tirith > minas-tirith"),
    (FREE, "attackers: gondor 2r 2e 1l, boromir"),
    *((seat, "combat: pass") for seat in (FREE, SHADOW)),
    *((FREE, f"hit: {loss}") for loss in (*["lose gondor regular"] * 2, "reduce gondor elite")),
    (FREE, "hit: lose gondor regular"),
    *[(SHADOW, "hit: lose sauron regular")] * 4,
)


@pytest.fixture
def players(db):
    return person("odds-frodo"), person("odds-gothmog")


def reading(user, address):
    client = Client()
    client.force_login(user)
    return client.get(address)


def notes(user, key):
    page = reading(user, f"/game/{key}/").content.decode()
    return dict(re.findall(r'name="choice" value="([^"]+)" data-note="([^"]+)"', html.unescape(page)))


def outlook(user, key):
    """What the API tells of each choice, in words."""
    decision = reading(user, f"/api/v1/games/{key}/").json()["decision"]
    return {value: told["words"] for value, told in decision["outlook"].items()}


def test_a_move_of_the_fellowship_says_how_likely_it_is_hunted(players):
    frodo, gothmog = players
    key = set_up("sortie", frodo.username, gothmog.username)
    found = notes(frodo, key)
    assert re.fullmatch(r"2 dice hit on 6: \d+ % that a tile is drawn", found["character:move-fellowship"])
    assert notes(gothmog, key) == {}, "who is not asked is told nothing"


def test_attacks_have_odds_on_the_page_and_in_the_api(players):
    frodo, gothmog = players
    key = set_up("sortie", frodo.username, gothmog.username, ATTACKS)
    found = notes(frodo, key)
    assert "siege broken" in found["minas-tirith>minas-tirith"]
    decision = reading(frodo, f"/api/v1/games/{key}/").json()["decision"]
    assert {value: told["words"] for value, told in decision["outlook"].items()} == found
    assert 0 < decision["outlook"]["minas-tirith>minas-tirith"]["percent"] < 100


def test_between_two_rounds_both_answers_say_what_follows(players):
    frodo, gothmog = players
    key = set_up("sortie", frodo.username, gothmog.username, ROUND)
    found = notes(frodo, key)
    assert set(found) == {"continue", "pass"}
    assert found["pass"].endswith("inside, the siege goes on")
    assert outlook(frodo, key) == found
    assert notes(gothmog, key) == {}
    assert 'data-outlook="' not in reading(frodo, f"/game/{key}/").content.decode()


def test_each_number_of_dice_for_the_hunt_has_its_odds(players):
    frodo, gothmog = players
    key = set_up("mordor", frodo.username, gothmog.username, ((FREE, "declare: pass"),))
    page = reading(gothmog, f"/game/{key}/").content.decode()
    found = dict(re.findall(r'data-amount="(\d)">([^<]+)<', page))
    assert found == outlook(gothmog, key)
    assert list(found) == ["0", "1", "2", "3"][: len(found)]
    assert all(
        re.fullmatch(r"\d+ % that a first move draws a tile, \d+ % a second", it) for it in found.values()
    )
    assert "data-amount" not in reading(frodo, f"/game/{key}/").content.decode()
    stranger = person("odds-gollum")
    assert "data-amount" not in reading(stranger, f"/game/{key}/").content.decode()


def test_a_table_may_play_without_odds(players):
    frodo, gothmog = players
    key = set_up("sortie", frodo.username, gothmog.username, ATTACKS)
    game = Game.objects.get(key=key)
    Game.objects.filter(key=key).update(options={**game.options, "odds": False})
    assert notes(frodo, key) == {}
    assert "outlook" not in reading(frodo, f"/api/v1/games/{key}/").json()["decision"]


def test_what_a_casualty_leaves_is_a_fact_that_every_table_tells(players):
    """On the page and in the API of whoever is asked, without odds too, and to nobody else."""
    frodo, gothmog = players
    key = set_up("sortie", frodo.username, gothmog.username, ROUND[:5])
    game = Game.objects.get(key=key)
    for odds in (True, False):
        Game.objects.filter(key=key).update(options={**game.options, "odds": odds})
        found = notes(frodo, key)
        assert found["reduce:gondor-elite"] == "leaves 3 Regulars and 1 Elite"
        assert reading(frodo, f"/api/v1/games/{key}/").json()["decision"]["notes"] == found
        assert notes(gothmog, key) == {}
        assert reading(gothmog, f"/api/v1/games/{key}/").json()["decision"] is None


def test_events_show_odds_only_if_their_organisers_want_them(players):
    frodo, _ = players
    usual = creation.create(frodo, creation.Proposal("Cup of the Ring", "war-of-the-ring", "swiss"))
    friendly = creation.Proposal("Friendly cup", "war-of-the-ring", "swiss", options={"odds": True})
    assert usual.options["odds"] is False
    assert creation.create(frodo, friendly).options["odds"] is True

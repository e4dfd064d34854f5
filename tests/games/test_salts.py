"""Every seat mixes a word of its own into the draws; the server's seed is fixed before (MOV-8)."""

import json

import pytest
from django.test import Client

import rules
from games.ledger import records
from games.ledger.seed_encryption import unseal
from games.lobby import invitations, tables
from games.models import Game
from games.play import seat_links
from games.refusals import Refused
from rules.core.records import check_fairness
from tests.conftest import person
from tests.opening import open_table


@pytest.fixture
def game(frodo):
    return open_table(frodo, title="duel", seat="fellowship", salt="mellon")


def salts(game):
    return {seat.name: seat.salt for seat in game.seats.all()}


def test_the_seed_is_fixed_before_anybody_says_a_word(game):
    commitment = game.commitment
    tables.join(game.key, user=person("gothmog"), salt="gorbag and shagrat")
    tables.start_now(game.key, game.owner)
    game.refresh_from_db()
    assert game.commitment == commitment == rules.commitment(unseal(game.sealed_seed))
    assert salts(game) == {"fellowship": "mellon", "sauron": "gorbag and shagrat"}


def test_the_words_are_in_the_record_and_it_verifies(game):
    tables.join(game.key, user=person("gothmog"))
    tables.start_now(game.key, game.owner)
    game.refresh_from_db()
    record = records.record_of(game)
    record.fairness.seed = unseal(game.sealed_seed).hex()
    check_fairness(record)
    assert record.fairness.salts == {"fellowship": "mellon"}, "the server makes up no word of a player"


def test_a_word_may_be_changed_until_the_start(game):
    tables.choose_salt(game.key, "another", user=game.owner)
    assert salts(game)["fellowship"] == "another"
    tables.join(game.key, user=person("gothmog"))
    tables.start_now(game.key, game.owner)
    with pytest.raises(Refused) as refused:
        tables.choose_salt(game.key, "too late", user=game.owner)
    assert refused.value.code == "not-open"
    assert salts(game)["fellowship"] == "another"


def test_a_word_is_for_those_who_sit_here(game):
    with pytest.raises(Refused) as refused:
        tables.choose_salt(game.key, "x", user=person("gothmog"))
    assert refused.value.code == "not-seated"
    with pytest.raises(Refused) as refused:
        tables.choose_salt(game.key, "x" * 65, user=game.owner)
    assert refused.value.code == "too-long"


def test_whoever_leaves_takes_the_word_along(game):
    gothmog = person("gothmog")
    tables.join(game.key, user=gothmog, salt="gone")
    tables.leave(game.key, user=gothmog)
    assert salts(game)["sauron"] == ""


def test_drawn_seats_keep_their_words(frodo, monkeypatch):
    monkeypatch.setattr("games.lobby.tables.SystemRandom.shuffle", lambda self, x: x.reverse())
    game = open_table(frodo, title="duel", seat_choice=Game.SeatChoice.RANDOM, salt="frodo’s")
    tables.join(game.key, user=person("gothmog"), salt="gothmog’s")
    tables.start_now(game.key, frodo)
    assert {seat.user.username: seat.salt for seat in game.seats.all()} == {
        "frodo": "frodo’s",
        "gothmog": "gothmog’s",
    }


def test_the_table_page_shows_the_fingerprint_and_takes_a_word(game):
    gothmog = Client()
    gothmog.force_login(person("gothmog"))
    address = f"/game/{game.key}/"
    assert game.commitment in gothmog.get(address).content.decode()
    gothmog.post(f"/tables/{game.key}/join/", {"seat": "sauron", "salt": "from the browser"})
    assert 'value="from the browser"' in gothmog.get(address).content.decode()
    gothmog.post(f"/tables/{game.key}/salt/", {"salt": "typed"})
    assert salts(game)["sauron"] == "typed"
    assert Client().post(f"/tables/{game.key}/salt/", {"salt": "x"}).status_code == 302, "to the sign-in"


def test_a_guest_mixes_in_a_word(game):
    secret = invitations.seat_link(game.key, game.owner, "sauron").split("/seat/")[1].strip("/")
    guest = Client()
    guest.post(f"/seat/{secret}/", {"action": "guest", "guest_name": "Merry", "salt": "brandy hall"})
    assert salts(game)["sauron"] == "brandy hall"
    guest.post(f"/tables/{game.key}/salt/", {"salt": "buckland"})
    assert salts(game)["sauron"] == "buckland"
    own = seat_links.secret_of(game.seats.get(name="sauron"))
    answer = Client(headers={"X-Seat-Link": own}).post(
        f"/api/v1/tables/{game.key}/salt/",
        json.dumps({"salt": "crickhollow"}),
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert salts(game)["sauron"] == "crickhollow"

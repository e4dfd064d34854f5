"""The rematch: the same players and terms once more, with the sides swapped (LOB-18)."""

import pytest
from django.test import Client

from games.lobby import invitations, rematch, tables
from games.models import Game, Invitation
from games.refusals import Refused
from tests.browsing import game_page, signed_in
from tests.conftest import person
from tests.opening import open_table

AGREED = {
    "preset": "relaxed",
    "name": "The bridge",
    "note": "The fifth of seven",
    "options": {"coin_limit": False},
    "spectators": "after",
    "chat": "off",
    "terms": {
        "grace": 1,
        "weekend": True,
        "zone": "Europe/Vienna",
        "hours_from": "08:00",
        "hours_to": "21:30",
    },
}


def press(user, game, **fields):
    return signed_in(user).post(f"/tables/{game.key}/rematch/", fields)


def sitting(game):
    return {seat.name: seat.player_name for seat in game.seats.select_related("user")}


def end(game):
    """Let the game end by the first seat of a person giving up."""
    game.seats.update(full_decisions=2)
    give_up(game)
    game.refresh_from_db()
    return game


def give_up(game):
    seat = game.seats.filter(bot="").first()
    signed_in(seat.user).post(f"/game/{game.key}/act/resign")


@pytest.fixture
def ended(db):
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title="duel", seat="fellowship", **AGREED)
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    return end(game)


def people(game):
    return [seat.user for seat in game.seats.all()]


def test_a_person_is_invited_to_the_same_terms_on_the_other_side(ended):
    frodo, gothmog = people(ended)
    assert "Rematch, sides swapped" in game_page(frodo, ended.key)
    answer = press(frodo, ended)
    table = rematch.rematch_of(ended)
    assert answer.headers["Location"] == f"/game/{table.key}/"
    assert (table.status, table.seats.get(user=frodo).name) == ("open", "sauron")
    (invitation,) = Invitation.objects.filter(game=table)
    assert (invitation.user, invitation.seat) == (gothmog, "fellowship")
    same = (
        "title",
        "options",
        "name",
        "note",
        "clock_preset",
        "zero_policy",
        "visibility",
        "spectators",
        "chat",
        "terms",
    )
    assert {name: getattr(table, name) for name in same} == {name: getattr(ended, name) for name in same}


def test_whoever_presses_second_joins_the_first(ended):
    frodo, gothmog = people(ended)
    press(frodo, ended)
    assert "Join the rematch" in game_page(gothmog, ended.key)
    press(gothmog, ended)
    table = rematch.rematch_of(ended)
    assert sitting(table) == {"fellowship": "gothmog", "sauron": "frodo"}
    assert Invitation.objects.get().state == "accepted"
    for user in (frodo, gothmog):
        assert f'href="/game/{table.key}/">To the rematch' in game_page(user, ended.key)
        press(user, ended)
    assert Game.objects.count() == 2


def test_pressing_twice_opens_one_table(ended):
    frodo, _ = people(ended)
    assert press(frodo, ended).headers["Location"] == press(frodo, ended).headers["Location"]
    assert Game.objects.count() == 2


def test_one_that_was_closed_makes_room_for_another(ended):
    frodo, gothmog = people(ended)
    press(frodo, ended)
    tables.cancel_table(rematch.rematch_of(ended).key, frodo)
    press(gothmog, ended)
    assert rematch.rematch_of(ended).owner == gothmog


def test_a_rematch_has_a_rematch(ended):
    frodo, gothmog = people(ended)
    press(frodo, ended)
    press(gothmog, ended)
    again = rematch.rematch_of(ended)
    tables.start_now(again.key, frodo)
    end(Game.objects.get(pk=again.pk))
    press(gothmog, again)
    assert rematch.rematch_of(again).seats.get(user=gothmog).name == "sauron"


@pytest.mark.parametrize("title", ["duel", "war-of-the-ring"])
def test_against_a_bot_it_begins_at_once(db, title):
    frodo = person("frodo")
    seats = {"duel": ("fellowship", "sauron"), "war-of-the-ring": ("free-peoples", "shadow")}[title]
    game = open_table(
        frodo, title=title, seat=seats[0], bots={seats[1]: "squire"}, visibility="private", preset="untimed"
    )
    end(game)
    press(frodo, game)
    again = rematch.rematch_of(game)
    assert again.status == "running"
    assert sitting(again) == {seats[0]: "Squire bot", seats[1]: "frodo"}


def test_at_a_table_of_ones_own_one_plays_again(db):
    frodo = person("frodo")
    game = end(open_table(frodo, title="duel", solo=True))
    assert "Play again" in game_page(frodo, game.key)
    press(frodo, game)
    assert rematch.rematch_of(game).is_solo


def test_a_guest_gets_a_link_to_their_seat(db):
    frodo = person("frodo")
    game = open_table(frodo, title="duel", seat="fellowship", visibility="private")
    secret = invitations.seat_link(game.key, frodo, "sauron").rstrip("/").rpartition("/")[2]
    guest = Client()
    guest.post(f"/seat/{secret}/", {"action": "guest", "guest_name": "Pippin"})
    tables.start_now(game.key, frodo)
    end(game)
    page = f"/game/{game.key}/"
    assert "ematch" not in guest.get(page).content.decode()
    press(frodo, game)
    kept = rematch.rematch_of(game).seats.get(name="fellowship")
    assert kept.link_digest
    assert "To the rematch" in guest.get(page).content.decode()
    assert guest.post(f"/tables/{game.key}/rematch/").status_code == 302  # to sign in: guests open no tables


def test_only_who_has_played_and_only_at_the_end(ended, duel_of_others):
    with pytest.raises(Refused) as refused:
        rematch.play_again(ended.key, person("sam"))
    assert refused.value.code == "not-seated"
    assert "ematch" not in game_page(None, ended.key)
    with pytest.raises(Refused) as refused:
        rematch.play_again(duel_of_others.key, duel_of_others.owner)
    assert refused.value.code == "still-running"


@pytest.fixture
def duel_of_others(db):
    merry = person("merry")
    return open_table(merry, title="duel", seat="sauron", bots={"fellowship": "random"}, visibility="private")


def test_nobody_waits_for_a_player_who_is_gone(ended):
    frodo, gothmog = people(ended)
    gothmog.deleted = True
    gothmog.save()
    answer = press(frodo, ended)
    assert answer.status_code == 409
    assert "gone" in answer.content.decode()
    assert Game.objects.count() == 1


def test_a_program_asks_for_it_too(ended):
    frodo, gothmog = people(ended)
    made = signed_in(frodo).post(f"/api/v1/tables/{ended.key}/rematch/", {}, content_type="application/json")
    assert (made.status_code, made.json()["key"]) == (200, rematch.rematch_of(ended).key)
    joined = signed_in(gothmog).post(
        f"/api/v1/tables/{ended.key}/rematch/", {}, content_type="application/json"
    )
    assert joined.json()["key"] == made.json()["key"]
    assert rematch.rematch_of(ended).full_at is not None

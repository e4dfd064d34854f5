"""The lobby by mail, as the old judges had it: list, join, observe (MIL-5)."""

import re

import msgspec
import pytest

from accounts import visits
from games.ledger import notices
from games.lobby import follows, invitations, tables
from games.models import Follow, Game, Seat
from notifications.models import Delivery
from rules.war_of_the_ring.position.catalogue import SETS
from tests.conftest import person
from tests.opening import open_table

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def ask(duel, post):
    """Let Gothmog write something in an answer to his turn mail; returns his receipt above the board."""
    turn = post.turn_mail()
    assert turn.to == ["gothmog@example.org"]

    def ask(words):
        (receipt, *_) = post.answer(turn, words)
        return re.sub(r"\s+", " ", receipt.body.partition("DUEL FOR MIDDLE-EARTH   chapter")[0])

    return ask


def test_list_names_the_open_tables_with_title_options_clock_and_key(ask, sam):
    options = {"strict_stacking": True}
    table = open_table(sam, title="war-of-the-ring", seat="shadow", preset="sprint", options=options)
    told = ask("list")
    assert (
        f"TABLES THAT YOU MAY JOIN join {table.key} War of the Ring, opened by sam; free: Free Peoples"
        in told
    )
    assert "Clock: Sprint" in told
    assert "Options: Strict stacking: Yes" in told


def test_list_leaves_out_where_one_sits_what_is_private_and_what_is_full(ask, duel, sam):
    own = open_table(duel.sauron, title="duel", seat="sauron")
    closed = open_table(sam, title="duel", seat="sauron", visibility="private")
    full = open_table(sam, title="duel", seat="sauron")
    tables.join(full.key, user=person("rosie"))
    told = ask("list")
    assert "There is none now." in told
    assert [table for table in (own, closed, full) if table.key in told] == []


def test_list_tells_of_the_table_to_which_one_is_invited(ask, duel, sam):
    closed = open_table(sam, title="duel", seat="sauron", visibility="private")
    invitations.invite(closed.key, sam, "gothmog")
    assert f"join {closed.key} Duel for Middle-earth, opened by sam; a seat is kept for you" in ask("list")
    ask(f"join {closed.key}")
    assert Seat.objects.get(game=closed, name="fellowship").user == duel.sauron


def test_legal_is_still_what_moves_and_options_ask_for(ask):
    assert "EVERYTHING THAT IS POSSIBLE" in ask("moves")
    assert "EVERYTHING THAT IS POSSIBLE" in ask("options")
    assert "EVERYTHING THAT IS POSSIBLE" not in ask("list")


def test_join_takes_a_seat_and_says_what_was_agreed(ask, duel, sam):
    table = open_table(sam, title="duel", seat="fellowship")
    told = ask(f"join {table.key}")
    assert f"You sit at table {table.key}, Duel for Middle-earth: you play Sauron." in told
    assert "A mail tells you when the game begins." in told
    assert Seat.objects.get(game=table, name="sauron").user == duel.sauron


def test_a_certain_side_can_be_joined_and_a_table_named_by_its_address(ask, duel, monkeypatch, sam):
    table = open_table(sam, title="duel", seat="sauron")
    assert "There is no such side. There are: Fellowship, Sauron." in ask(f"join {table.key} Gondor")
    assert "taken" in ask(f"join {table.key} sauron")
    told = ask(f"join http://testserver/game/{table.key}/ the Fellowship.")
    assert "you play Fellowship" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("join", "Write which table, as `list` tells them: `join TABLE`."),
        ("join nowhere", "There is no such table."),
        ("observe", "Write which table, as `list` tells them: `observe TABLE`."),
        ("observe nowhere", "There is no such game."),
    ],
)
def test_a_table_that_is_not_there_is_refused_in_words(ask, words, told):
    assert told in ask(words)


def test_private_tables_do_not_exist_for_strangers(ask, sam):
    closed = open_table(sam, title="duel", seat="sauron", visibility="private")
    assert "There is no such table." in ask(f"join {closed.key}")
    assert "There is no such game." in ask(f"observe {closed.key}")
    assert not Seat.objects.filter(game=closed, user__username="gothmog").exists()


def test_who_seems_to_share_a_connection_is_asked_on_the_page(ask, duel, monkeypatch, sam):
    table = open_table(sam, title="duel", seat="sauron")
    monkeypatch.setattr(visits, "to_ask", lambda user, others, now: [sam.pk])
    told = ask(f"join {table.key}")
    assert "The page of the table asks you: " in told
    assert f"/game/{table.key}/" in told
    assert not Seat.objects.filter(game=table, user=duel.sauron).exists()


# -- watching ---------------------------------------------------------------------------------


@pytest.fixture
def war(sam):
    """A game of War of the Ring between Sam and Rosie that everybody may watch."""
    rosie = person("rosie")
    table = open_table(sam, title="war-of-the-ring", seat="shadow", spectators="all")
    tables.join(table.key, user=rosie)
    tables.start_now(table.key, sam)
    return Game.objects.get(pk=table.pk)


def test_observe_follows_a_game_and_shows_what_spectators_read(ask, duel, war):
    assert f"observe {war.key} War of the Ring: rosie (Free Peoples), sam (Shadow); Turn 1" in ask("list")
    told = ask(f"observe {war.key}")
    assert "your weekly digest tells how it goes" in told
    assert f"/game/{war.key}/" in told
    assert "WAR OF THE RING: turn 1" in told
    assert "In hand:" not in told
    assert follows.games_of(duel.sauron) == [war]


def test_observe_off_ends_it(ask, duel, war):
    ask(f"observe {war.key}")
    assert "You no longer follow" in ask(f"observe {war.key} off")
    assert follows.games_of(duel.sauron) == []


def test_a_game_that_nobody_may_watch_is_not_shown(ask, duel, war):
    Game.objects.filter(pk=war.pk).update(spectators="none")
    told = ask(f"observe {war.key}")
    assert "There is no such game." in told
    assert "WAR OF THE RING" not in told
    assert not Follow.objects.exists()


def test_nobody_observes_the_own_game(ask, duel):
    assert "You play this game" in ask(f"observe {duel.game.key}")


def test_with_a_refused_move_nothing_is_joined(ask, duel, sam):
    table = open_table(sam, title="duel", seat="sauron")
    assert "so this waits too" in ask(f"discard nothing-of-the-kind\njoin {table.key}")
    assert not Seat.objects.filter(game=table, user=duel.sauron).exists()


def test_a_guest_has_one_seat_and_no_account(duel, post, sam):
    table = open_table(sam, title="duel", seat="sauron")
    seat = duel.seat("sauron")
    seat.user, seat.guest_name, seat.guest_email = None, "Lurtz", "lurtz@example.org"
    seat.save()
    Delivery.objects.all().delete()
    notices.notify_turns(duel.game, [seat])
    (receipt, *_) = post.answer(post.turn_mail(), f"list\njoin {table.key}\nobserve {table.key}")
    assert receipt.body.count("This is for accounts: as a guest you have this one seat.") == 3
    assert receipt.body.count("    refused") == 3
    assert not Seat.objects.filter(game=table, guest_name="Lurtz").exists()


def test_list_says_what_is_on_trial(ask, sam, monkeypatch):
    open_table(sam, title="war-of-the-ring", seat="shadow", options={"lords": True})
    monkeypatch.setitem(SETS, "lords", msgspec.structs.replace(SETS["lords"], stage="trial"))
    assert "War of the Ring, opened by sam; free: Free Peoples; on trial Clock:" in ask("list")

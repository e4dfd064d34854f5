"""A table before its game begins: seats, invitations, starting, closing (LOB-3, LOB-5, LOB-7, LOB-8)."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.services import close_account
from games.lobby import invitations, search, tables
from games.models import Game, Invitation, Seat
from games.refusals import Refused
from games.time import wording

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
GRACE = settings.HOUSE.table_start


def act(client, game, action, **fields):
    return client.post(f"/tables/{game.key}/{action}/", fields)


def fresh(game):
    return Game.objects.get(pk=game.pk)


def refused_code(call, *args, **kwargs):
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


# -- the page ----------------------------------------------------------------------------------


def test_the_page_tells_the_terms_in_words(table, browser, sam):
    game = table(note="After tea")
    page = browser(sam).get(f"/game/{game.key}/").content.decode()
    assert wording.words_of_clock(game) in page.replace("&#x27;", "'")
    assert wording.words_at_zero(game) in page.replace("&#x27;", "'")
    assert "After tea" in page
    assert "Sit down here" in page


def test_only_who_may_take_a_free_seat_is_asked_to_sit_down(table, browser, frodo, sam, person):
    game, offer = table(), re.compile(r'name="seat" value="(\w+)">Sit down here')

    def offered(user):
        return offer.findall(browser(user).get(f"/game/{game.key}/").content.decode())

    assert [offered(user) for user in (frodo, sam, None)] == [[], ["sauron"], []]
    tables.join(game.key, user=sam)
    assert [offered(user) for user in (frodo, sam, person("pippin"))] == [[], [], []]


def test_a_private_table_does_not_exist_for_strangers(table, browser, frodo, sam):
    game = table(visibility="private")
    assert browser(frodo).get(f"/game/{game.key}/").status_code == 200
    for stranger in (browser(sam), browser(None)):
        answer = stranger.get(f"/game/{game.key}/")
        assert answer.status_code == 404
        assert "frodo" not in answer.content.decode()
    assert act(browser(sam), game, "join").status_code == 404
    assert act(browser(sam), game, "cancel").status_code == 404


def test_an_unknown_table(client):
    assert client.get("/game/nowhere/").status_code == 404


# -- seats -------------------------------------------------------------------------------------


def test_sitting_down_and_getting_up(table, browser, sam):
    game, client = table(), browser(sam)
    assert act(client, game, "join", seat="sauron").url == f"/game/{game.key}/"
    assert fresh(game).full_at is not None
    act(client, game, "leave")
    assert fresh(game).full_at is None
    assert not game.seats.get(name="sauron").is_taken


def test_refusals_stand_on_the_page_and_change_nothing(table, browser, sam, person):
    game, client = table(), browser(sam)
    answer = act(client, game, "join", seat="fellowship")
    assert answer.status_code == 409
    assert "That seat is taken or kept for somebody." in answer.content.decode()
    assert act(client, game, "join", seat="shire").status_code == 422
    assert act(client, game, "leave").status_code == 403
    assert act(client, game, "dance").status_code == 404
    assert act(client, game, "join").status_code == 302
    assert act(client, game, "join").status_code == 409
    assert act(browser(person("pippin")), game, "join").status_code == 409
    assert game.seats.filter(user=sam).count() == 1


def test_changes_need_a_post_with_a_token(table, sam):
    game = table()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(sam)
    answer = strict.post(f"/tables/{game.key}/join/")
    assert answer.status_code == 403
    assert "This page was too old" in answer.content.decode()
    assert strict.get(f"/tables/{game.key}/join/").status_code == 405
    assert not game.seats.filter(user=sam).exists()


def test_a_visitor_is_sent_to_sign_in(table, client):
    game = table()
    assert act(client, game, "join").url == f"/accounts/login/?next=/game/{game.key}/"


def test_only_the_owner_manages_the_table(table, browser, frodo, sam):
    game = table()
    tables.join(game.key, user=sam)
    for action in ("invite", "link", "unlink", "dismiss", "cancel", "start"):
        answer = act(browser(sam), game, action, seat="sauron", username="frodo")
        assert answer.status_code == 403, action
    assert fresh(game).status == "open"
    assert act(browser(frodo), game, "leave").status_code == 409
    act(browser(frodo), game, "dismiss", seat="sauron")
    assert not game.seats.get(name="sauron").is_taken
    assert act(browser(frodo), game, "dismiss", seat="sauron").status_code == 409
    assert act(browser(frodo), game, "dismiss", seat="fellowship").status_code == 409


def test_before_the_draw_seats_have_only_numbers(table, browser, sam):
    game = table(seat_choice="random")
    page = browser(sam).get(f"/game/{game.key}/").content.decode()
    assert "Seat 1" in page
    assert '<span class="seat-name">Fellowship' not in page


def test_random_seats_are_drawn_at_the_start(table, frodo, sam, monkeypatch):
    monkeypatch.setattr(tables.SystemRandom, "shuffle", lambda self, people: people.reverse())
    game = table(seat_choice="random", seat="fellowship")
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    assert game.seats.get(name="sauron").user == frodo
    assert game.seats.get(name="fellowship").user == sam


def test_a_guest_keeps_the_link_when_seats_are_drawn(table, frodo, monkeypatch):
    monkeypatch.setattr(tables.SystemRandom, "shuffle", lambda self, people: people.reverse())
    game = table(seat_choice="random", seat="fellowship")
    secret = invitations.seat_link(game.key, frodo, "sauron").split("/")[-2]
    _, own = invitations.join_by_link(secret, guest_name="Merry")
    tables.start_now(game.key, frodo)
    seat = invitations.seat_behind(own)
    assert (seat.name, seat.guest_name) == ("fellowship", "Merry")


# -- invitations -------------------------------------------------------------------------------


def test_an_invitation_is_accepted(table, browser, frodo, sam):
    game = table(visibility="private")
    act(browser(frodo), game, "invite", username="Sam")
    invitation = Invitation.objects.get()
    client = browser(sam)
    assert "Accept" in client.get("/").content.decode()
    assert "Kept for you" in client.get(f"/game/{game.key}/").content.decode()
    client.post(f"/invitations/{invitation.pk}/", {"answer": "accept"})
    assert game.seats.get(name="sauron").user == sam
    assert Invitation.objects.get().state == "accepted"


def test_an_invitation_is_declined_and_the_seat_is_free(table, browser, frodo, sam, person):
    game = table()
    invitation = invitations.invite(game.key, frodo, "sam")
    assert refused_code(tables.join, game.key, user=person("pippin")) == "table-full"
    browser(sam).post(f"/invitations/{invitation.pk}/", {"answer": "decline"})
    assert [seat.name for seat in search.open_seats(game)] == ["sauron"]
    answer = browser(sam).post(f"/invitations/{invitation.pk}/", {"answer": "accept"})
    assert answer.status_code == 409


def test_sitting_down_takes_the_seat_that_was_kept(table, frodo, sam):
    game = table(visibility="private")
    invitations.invite(game.key, frodo, "sam")
    assert tables.join(game.key, user=sam).name == "sauron"
    assert Invitation.objects.get().state == "accepted"


def test_an_invitation_is_taken_back(table, browser, frodo, sam):
    game = table()
    invitation = invitations.invite(game.key, frodo, "sam")
    assert act(browser(sam), game, "withdraw", invitation=invitation.pk).status_code == 404
    act(browser(frodo), game, "withdraw", invitation=invitation.pk)
    assert refused_code(invitations.answer_invitation, invitation.pk, sam, True) == "invitation-closed"
    assert refused_code(invitations.withdraw_invitation, invitation.pk, frodo) == "invitation-closed"
    assert act(browser(frodo), game, "withdraw", invitation="x").status_code == 404


def test_who_cannot_be_invited(table, frodo, sam, person):
    game = table()
    person("gollum", kind="bot")
    assert refused_code(invitations.invite, game.key, frodo, "nobody") == "no-such-player"
    assert refused_code(invitations.invite, game.key, frodo, "gollum") == "no-such-player"
    assert refused_code(invitations.invite, game.key, frodo, "frodo") == "already-seated"
    invitations.invite(game.key, frodo, "sam")
    assert refused_code(invitations.invite, game.key, frodo, "sam") == "already-invited"
    person("pippin")
    assert refused_code(invitations.invite, game.key, frodo, "pippin") == "table-full"


def test_somebody_elses_invitation(table, browser, frodo, sam, person):
    invitation = invitations.invite(table().key, frodo, "sam")
    answer = browser(person("pippin")).post(f"/invitations/{invitation.pk}/", {"answer": "accept"})
    assert answer.status_code == 404
    assert browser(sam).post(f"/invitations/{invitation.pk}/", {"answer": "perhaps"}).status_code == 400


# -- starting and closing ----------------------------------------------------------------------


def test_a_full_table_starts_by_itself_after_a_moment(table, sam):
    game = table()
    tables.join(game.key, user=sam)
    full = fresh(game).full_at
    assert tables.sweep_tables(full + GRACE - timedelta(seconds=1)) == 0
    assert fresh(game).status == "open"
    assert tables.sweep_tables(full + GRACE) == 1
    assert fresh(game).status == "running"
    assert tables.sweep_tables(full + GRACE) == 0


def test_a_table_that_cannot_begin_does_not_hold_up_the_others(table, sam, caplog):
    broken, sound = table(), table()
    for game in (broken, sound):
        tables.join(game.key, user=sam)
    type(broken).objects.filter(pk=broken.pk).update(options={"coin_limit": "no such value"})
    assert tables.sweep_tables(fresh(sound).full_at + GRACE) == 1
    assert (fresh(broken).status, fresh(sound).status) == ("open", "running")
    assert "a table could not be dealt with" in caplog.text


def test_the_owner_may_keep_the_start_for_himself(table, browser, frodo, sam):
    game = table(auto_start=False)
    assert act(browser(frodo), game, "start").status_code == 409
    tables.join(game.key, user=sam)
    assert tables.sweep_tables(timezone.now() + timedelta(hours=1)) == 0
    act(browser(frodo), game, "start")
    assert fresh(game).status == "running"


def test_nobody_leaves_or_joins_a_running_game(table, frodo, sam, person):
    game = table()
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    for call in (
        lambda: tables.leave(game.key, user=sam),
        lambda: tables.join(game.key, user=person("pippin")),
        lambda: tables.cancel_table(game.key, frodo),
        lambda: tables.start_now(game.key, frodo),
        lambda: tables.dismiss(game.key, frodo, "sauron"),
        lambda: invitations.seat_link(game.key, frodo, "sauron"),
    ):
        assert refused_code(call) == "not-open"


def test_tables_that_never_fill_are_closed(table, frodo, sam):
    public, private = table(), table(visibility="private")
    invitations.invite(public.key, frodo, "sam")
    assert tables.sweep_tables(timezone.now() + timedelta(days=15)) == 1
    assert fresh(public).status == "cancelled"
    assert Invitation.objects.get().state == "withdrawn"
    assert fresh(private).status == "open"
    assert tables.sweep_tables(timezone.now() + timedelta(days=61)) == 1
    assert fresh(private).status == "cancelled"


def test_cancelling(table, browser, frodo, sam):
    game = table()
    act(browser(frodo), game, "cancel")
    assert fresh(game).status == "cancelled"
    assert "This table was closed" in browser(sam).get(f"/game/{game.key}/").content.decode()
    assert act(browser(sam), game, "join").status_code == 409


def test_closing_an_account_leaves_the_tables(table, frodo, sam):
    own, other, running = table(), table(owner=sam), table(bots={"sauron": "random"})
    tables.join(other.key, user=frodo)
    close_account(frodo)
    assert fresh(own).status == "cancelled"
    assert not Seat.objects.filter(game=other, user=frodo).exists()
    assert fresh(running).status == "finished"
    frodo.refresh_from_db()
    assert str(running.seats.get(name="fellowship").user) == "deleted player"
    assert "frodo" not in frodo.username + frodo.email

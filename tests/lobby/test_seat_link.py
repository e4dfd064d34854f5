"""Private seat links: one seat, usable before registering, nobody else's afterwards (LOB-4)."""

import pytest

from games.kinds import EventKind
from games.lobby import invitations, search, tables
from games.models import Game, Seat
from games.notices import for_seats
from games.play import seat_links
from games.refusals import Refused
from games.time import wording
from notifications.models import Delivery

pytestmark = pytest.mark.django_db


@pytest.fixture
def linked(table, frodo):
    """A private table of Frodo's whose other seat is kept for a link; with the link's path."""
    game = table(visibility="private")
    address = invitations.seat_link(game.key, frodo, "sauron")
    return game, "/seat/" + address.split("/seat/")[1]


def secret_in(path):
    return path.split("/")[2]


def sit_as_guest(client, path, **facts):
    return client.post(path, {"action": "guest", "guest_name": "Merry", "guest_email": "", **facts})


def test_the_link_shows_what_is_offered_without_an_account(linked, client):
    game, path = linked
    page = client.get(path).content.decode()
    assert "Duel for Middle-earth" in page
    assert "You play Sauron." in page
    assert wording.words_of_clock(game) in page.replace("&#x27;", "'")
    assert "Play without an account" in page


def test_looking_at_a_link_takes_no_seat(linked, client):
    game, path = linked
    client.get(path)
    assert not game.seats.get(name="sauron").is_taken
    assert "seat_links" not in client.session


def test_a_guest_sits_down_and_sees_the_table(linked, client):
    game, path = linked
    kept = sit_as_guest(client, path, guest_email="merry@example.org")
    assert kept.url == f"/seat/kept/{game.key}/"
    seat = game.seats.get(name="sauron")
    assert (seat.guest_name, seat.guest_email) == ("Merry", "merry@example.org")
    assert seat_links.address_of(seat) in client.get(kept.url).content.decode()
    page = client.get(f"/game/{game.key}/").content.decode()
    assert "Merry (guest) (you)" in page
    assert "Seats that you hold as a guest" in client.get("/my/").content.decode()


def test_the_senders_link_ends_when_the_guest_sits_down(linked, client, browser, frodo):
    game, path = linked
    sit_as_guest(client, path)
    assert browser(frodo).get(path).status_code == 404
    assert seat_links.address_of(game.seats.get(name="sauron")) not in (
        browser(frodo).get(f"/game/{game.key}/").content.decode()
    )
    with pytest.raises(Refused):
        invitations.seat_link(game.key, frodo, "sauron")


def test_the_guests_own_link_works_on_another_device(linked, client, browser):
    game, path = linked
    sit_as_guest(client, path)
    phone = browser(None)
    answer = phone.get(f"/seat/{client.session['seat_links'][game.key]}/")
    assert answer.url == f"/game/{game.key}/"
    assert "Merry (guest) (you)" in phone.get(answer.url).content.decode()


def test_a_guest_makes_a_new_link_and_the_old_one_ends(linked, client, browser):
    game, path = linked
    sit_as_guest(client, path)
    old = client.session["seat_links"][game.key]
    client.post(f"/seat/{old}/", {"action": "renew"})
    assert client.session["seat_links"][game.key] != old
    assert browser(None).get(f"/seat/{old}/").status_code == 404
    assert client.get(f"/game/{game.key}/").status_code == 200


def test_a_guest_leaves_before_the_start(linked, client):
    game, path = linked
    sit_as_guest(client, path)
    answer = client.post(f"/tables/{game.key}/leave/")
    assert answer.url == "/"
    assert not game.seats.get(name="sauron").is_taken


def test_a_guest_binds_the_seat_to_an_account_later(linked, client, browser, sam):
    game, path = linked
    sit_as_guest(client, path)
    own = f"/seat/{client.session['seat_links'][game.key]}/"
    client.force_login(sam)
    assert "Bind the seat to my account" in client.get(own).content.decode()
    assert client.post(own, {"action": "claim"}).url == f"/game/{game.key}/"
    seat = game.seats.get(name="sauron")
    assert (seat.user, seat.guest_name, seat.guest_email) == (sam, "", "")
    assert browser(None).get(own).status_code == 404


def test_binding_works_while_the_game_runs(linked, client, frodo, sam):
    game, path = linked
    _, own = invitations.join_by_link(secret_in(path), guest_name="Merry")
    tables.start_now(game.key, frodo)
    assert invitations.claim_link(own, sam).user == sam
    assert Game.objects.get(pk=game.pk).status == "running"


def test_somebody_with_an_account_sits_down_by_link(linked, browser, sam):
    game, path = linked
    browser(sam).post(path, {"action": "claim"})
    assert game.seats.get(name="sauron").user == sam
    assert browser(sam).get(path).status_code == 404


def test_nobody_holds_both_seats(linked, browser, frodo):
    game, path = linked
    answer = browser(frodo).post(path, {"action": "claim"})
    assert answer.status_code == 409
    assert not game.seats.get(name="sauron").is_taken


def test_the_owner_renews_and_revokes(linked, client, browser, frodo):
    game, path = linked
    browser(frodo).post(f"/tables/{game.key}/link/", {"seat": "sauron"})
    assert client.get(path).status_code == 404
    newer = "/seat/" + secret_in("/seat/" + seat_links.secret_of(game.seats.get(name="sauron")) + "/") + "/"
    assert client.get(newer).status_code == 200
    browser(frodo).post(f"/tables/{game.key}/unlink/", {"seat": "sauron"})
    assert client.get(newer).status_code == 404
    assert search.open_seats(game)


@pytest.mark.parametrize("secret", ["x", "x" * 43, "x" * 500, "..", "%00" * 20, "ü" * 30])
def test_forged_links_are_refused_and_leak_nothing(linked, client, secret):
    answer = client.get(f"/seat/{secret}/")
    assert answer.status_code == 404
    assert "frodo" not in answer.content.decode()


def test_a_stored_digest_is_no_link(linked, client):
    game, _ = linked
    seat = game.seats.get(name="sauron")
    for stored in (seat.link_digest, seat.link_nonce):
        assert client.get(f"/seat/{stored}/").status_code == 404


def test_a_link_to_a_closed_table_is_gone(linked, client, frodo):
    game, path = linked
    tables.cancel_table(game.key, frodo)
    answer = client.get(path)
    assert answer.status_code == 410
    assert "The table behind this link has been closed." in answer.content.decode()
    assert "frodo" not in answer.content.decode()
    assert sit_as_guest(client, path).status_code == 410


@pytest.mark.parametrize(
    "facts",
    [
        {"guest_name": ""},
        {"guest_name": "   "},
        {"guest_name": "m" * 41},
        {"guest_email": "merry"},
        {"guest_email": f"{'m' * 250}@example.org"},
    ],
)
def test_a_guest_says_a_name_and_a_real_address(linked, client, facts):
    game, path = linked
    assert sit_as_guest(client, path, **facts).status_code == 422
    assert not game.seats.get(name="sauron").is_taken


def test_a_link_seats_one_person(linked, client, browser):
    game, path = linked
    sit_as_guest(client, path)
    assert sit_as_guest(browser(None), path, guest_name="Pippin").status_code == 404
    assert game.seats.get(name="sauron").guest_name == "Merry"


def test_the_pages_are_not_kept_by_caches(linked, client):
    _, path = linked
    assert "no-store" in client.get(path)["Cache-Control"]


def test_a_guest_makes_a_rated_game_unrated(table, frodo, client):
    game = table(rated=True)
    path = "/seat/" + invitations.seat_link(game.key, frodo, "sauron").split("/seat/")[1]
    assert "not rated" in client.get(path).content.decode()
    sit_as_guest(client, path)
    assert not Game.objects.get(pk=game.pk).rated


def test_a_nonsense_action(linked, client):
    _, path = linked
    assert client.post(path, {"action": "conquer"}).status_code == 400
    assert client.post(path, {"action": "renew"}).status_code == 409


def test_no_link_without_a_table_in_the_session(client, db):
    assert client.get("/seat/kept/whatever/").status_code == 404
    assert not Seat.objects.exists()


def test_a_guests_mail_leads_to_the_seat(linked, frodo):
    game, path = linked
    seat, _ = invitations.join_by_link(secret_in(path), guest_name="Merry", guest_email="merry@example.org")
    tables.start_now(game.key, frodo)
    mail = Delivery.objects.get(kind=EventKind.START, address="merry@example.org")
    notice = for_seats.compose_start(mail)
    assert seat_links.address_of(seat) in notice.text
    assert seat_links.address_of(seat) not in str(mail.subject)
    other = for_seats.compose_start(Delivery.objects.get(kind=EventKind.START, user=frodo, channel="email"))
    assert "/seat/" not in other.text

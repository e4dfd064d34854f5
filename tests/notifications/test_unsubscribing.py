"""The page behind “Stop these mails”: it stops one kind of mail, can be undone, and leads back to the preferences."""

import pytest
from django.test import Client

from notifications import outbox, preferences
from notifications.channels.email.message import unsubscribe_url
from notifications.models import Delivery, Rhythm, StoppedAddress

pytestmark = pytest.mark.django_db

PREFERENCES = 'href="/notifications/"'
UNDO = "Start these mails again"


def link(kind, **who):
    return unsubscribe_url(Delivery(kind=kind, **who)).partition("8000")[2]


@pytest.fixture
def stop(sam):
    return link("turn", user=sam)


def wants(user):
    return preferences.preferences_of(user)["turn"]["email"]


def test_every_state_of_the_page_leads_to_the_preferences(client, stop):
    guest = link("turn", address="frodo@example.org")
    pages = [
        client.get("/notifications/unsubscribe/forged/"),
        client.get(stop),
        client.post(stop),
        client.post(stop, {"again": "yes"}),
        client.get(guest),
        client.post(guest),
    ]
    headings = [
        "This link is not valid",
        "Stop these mails?",
        "Done",
        "They come again",
        "Stop these mails?",
        "Done",
    ]
    for page, heading in zip(pages, headings, strict=True):
        words = page.content.decode()
        assert f"<h1>{heading}</h1>" in words
        assert words.partition("</h1>")[2].count(PREFERENCES) >= 1, heading


def test_the_way_to_the_preferences_goes_through_the_sign_in(client, sam, stop):
    assert "you sign in first" in client.get(stop).content.decode()
    answer = client.get("/notifications/")
    assert answer.status_code == 302
    assert answer.url == "/accounts/login/?next=/notifications/"
    client.force_login(sam)
    assert "you sign in first" not in client.get(stop).content.decode()
    assert client.get("/notifications/").status_code == 200


def test_an_account_starts_the_mails_again_with_the_same_link(client, sam, stop):
    assert UNDO not in client.get(stop).content.decode(), "nothing is stopped yet"
    assert UNDO in client.post(stop).content.decode()
    assert not wants(sam)
    client.get(f"{stop}?again=yes")
    assert not wants(sam), "a link that is merely opened changes nothing"
    client.post(stop, {"again": "yes"})
    assert wants(sam)
    client.post(stop)
    assert not wants(sam)


def test_the_button_of_a_mail_program_stops_and_never_starts(client, sam, stop):
    stranger = Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert stranger.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
        assert not wants(sam)


@pytest.mark.parametrize(("kind", "field"), [("digest", "digest"), ("weekly", "weekly")])
def test_a_digest_that_was_stopped_comes_again(client, sam, kind, field):
    Rhythm.objects.create(user=sam, **{field: True})
    there = link(kind, user=sam)
    assert UNDO in client.post(there).content.decode()
    assert getattr(Rhythm.objects.get(user=sam), field) is False
    client.post(there, {"again": "yes"})
    assert getattr(Rhythm.objects.get(user=sam), field) is True


def test_a_guest_is_told_that_all_mail_stops_and_is_offered_no_undo(client):
    there = link("turn", address="frodo@example.org")
    outbox.notify("turn", address="frodo@example.org", dedupe="first", subject={})
    assert "You play without an account" in client.get(there).content.decode()
    assert UNDO not in client.post(there).content.decode()
    assert Delivery.objects.get().state == Delivery.State.DROPPED
    client.post(there, {"again": "yes"})
    assert StoppedAddress.objects.get().address == "frodo@example.org", "it stays stopped"


def test_an_account_that_is_closed_is_offered_no_undo(client, sam, stop):
    sam.is_active = False
    sam.save()
    assert UNDO not in client.post(stop).content.decode()
    client.post(stop, {"again": "yes"})
    assert wants(sam), "nothing was stored for it"
    assert not sam.preferences.exists()

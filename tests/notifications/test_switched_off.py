"""A channel that fails again and again is switched off; a banner and the other channels say so (DEF-6, NOT-10)."""

import smtplib
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import destinations
from notifications.channels import registry
from notifications.errors import DeliveryError
from notifications.models import Delivery, Place, Rhythm
from tests.conftest import person
from tests.post import deliver

HOUR = timedelta(hours=1)


@pytest.fixture
def sam(db):
    """Sam has mail, a webhook, and a chat."""
    sam = person("sam")
    destinations.add(sam, "webhook", "https://example.org/hook")
    Place.objects.create(user=sam, channel="chat", label="Discord", address="x", digest="d")
    return sam


def fails(channel, monkeypatch, error):
    def send(delivery, notice):
        raise error

    monkeypatch.setattr(registry.get(channel), "send", send)


def try_notice(sam, channel, now, number):
    delivery = Delivery.objects.create(
        kind="channel",  # any kind that is worded without a game
        channel=channel,
        user=sam,
        dedupe_key=f"try-{channel}-{number}",
        subject={"what": "a test"},
        due_at=now,
        place=sam.places.filter(channel=channel).first(),
    )
    deliver(delivery.pk, now)
    sam.refresh_from_db()


def told(channel):
    rows = Delivery.objects.filter(kind="channel", dedupe_key__startswith="off/")
    return rows.filter(channel=channel).count()


@pytest.mark.parametrize(("channel", "what"), [("chat", "Discord"), ("webhook", "your webhook")])
def test_five_failures_over_a_day_switch_it_off_and_the_others_tell(sam, monkeypatch, channel, what):
    fails(channel, monkeypatch, DeliveryError("no answer"))
    now = timezone.now()
    for number in range(5):
        try_notice(sam, channel, now + 5 * number * HOUR, number)
    assert destinations.switched_off(sam) == []  # five, but within a day
    try_notice(sam, channel, now + 24 * HOUR, 5)
    assert len(destinations.switched_off(sam)) == 1
    assert told("email") == 1
    assert told(channel) == 0
    notice = Delivery.objects.get(dedupe_key__startswith="off/", channel="email")
    assert notice.subject["what"] == what
    try_notice(sam, channel, now + 25 * HOUR, 6)
    assert told("email") == 1


def test_mail_that_is_refused_for_a_day_is_switched_off_too(sam, monkeypatch):
    fails("email", monkeypatch, DeliveryError("mailbox full (452)"))
    now = timezone.now()
    for number in range(4):
        try_notice(sam, "email", now + 12 * number * HOUR, number)
    assert not sam.email_disabled
    try_notice(sam, "email", now + 48 * HOUR, 5)
    assert sam.email_disabled
    assert (told("chat"), told("webhook"), told("email")) == (1, 1, 0)


def test_a_mail_that_gets_through_forgives_the_failures_before(sam, monkeypatch, mailoutbox):
    fails("email", monkeypatch, DeliveryError("try later (451)"))
    now = timezone.now()
    try_notice(sam, "email", now, 1)
    assert Rhythm.objects.get(user=sam).mail_failures == 1
    monkeypatch.undo()
    try_notice(sam, "email", now + 30 * HOUR, 2)
    assert len(mailoutbox) == 1
    assert Rhythm.objects.get(user=sam).mail_failures == 0


def test_when_our_own_mail_server_is_down_nobody_s_address_suffers(sam, monkeypatch):
    def down(self):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", down)
    now = timezone.now()
    for number in range(7):
        try_notice(sam, "email", now + 12 * number * HOUR, number)
    assert not sam.email_disabled

    def full(self):
        raise smtplib.SMTPRecipientsRefused({"sam@example.org": (452, b"full")})

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", full)
    for number in range(10, 15):
        try_notice(sam, "email", now + 12 * number * HOUR, number)
    assert sam.email_disabled


def test_how_often_and_how_long_are_house_values(sam, monkeypatch, settings):
    settings.HOUSE = replace(settings.HOUSE, channel_failures=2, channel_failing_for=HOUR)
    fails("chat", monkeypatch, DeliveryError("no answer"))
    now = timezone.now()
    try_notice(sam, "chat", now, 1)
    try_notice(sam, "chat", now + HOUR, 2)
    assert destinations.switched_off(sam) == ["Discord"]


def test_the_pages_say_so(sam, client):
    Place.objects.filter(channel="chat").update(enabled=False, failures=5)
    client.force_login(sam)
    for page in ("/my/", "/account/", "/notifications/"):
        assert "Notices no longer go to Discord" in client.get(page).content.decode(), page

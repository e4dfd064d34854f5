"""A running server's webhooks, browsers and chats become places: nothing of them is lost, and back again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from notifications import destinations
from notifications.channels import registry
from notifications.channels.transport import PLACES, PROGRAMS
from notifications.encryption import seal, unseal
from notifications.models import Delivery, Place
from tests.conftest import person
from tests.migrating import bring, bring_to_newest

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

BEFORE, AFTER = "0001_version_0_1", "0004_deliveries_have_names"
LONG_AGO = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


def migrate(name):
    return bring("notifications", name)


@pytest.fixture
def old():
    """The models of before; whatever happens, the tables are as they should be afterwards."""
    yield migrate(BEFORE)
    bring_to_newest("notifications")


def filled(old, sam):
    """Sam has a webhook that fails, one that he removed, a browser and a chat; a table has a program."""
    webhook, endpoint, delivery = (
        old.get_model("notifications", name) for name in ("Webhook", "Endpoint", "Delivery")
    )
    hooks = [
        webhook.objects.create(user_id=sam, url=f"https://sam.example/{number}", secret=f"whsec_{number}")
        for number in range(3)
    ]
    hooks[0].delete()
    webhook.objects.filter(pk=hooks[1].pk).update(
        failures=4, failing_since=LONG_AGO, last_error="answered 500", enabled=False, created_at=LONG_AGO
    )
    group = webhook.objects.create(
        table="abcdefgh", events=["table-turn"], url="https://club.example/x", secret="whsec_c"
    )
    address = {"url": "https://push.example/1", "p256dh": "p", "auth": "a"}
    browser = endpoint.objects.create(
        user_id=sam, channel="push", label="Firefox", address=seal(address), digest="1"
    )
    chat = endpoint.objects.create(
        table="abcdefgh", channel="chat", label="ntfy", address=seal({"url": "ntfy://x"}), digest="2"
    )
    for number, where in enumerate(({"webhook": hooks[2]}, {"endpoint": browser}, {})):
        delivery.objects.create(
            user_id=sam, kind="turn", channel="x", dedupe_key=f"d-{number}", due_at=LONG_AGO, **where
        )
    return hooks, group, browser, chat


@pytest.mark.long
def test_nothing_is_lost(old):
    sam = person("sam")
    hooks, group, browser, chat = filled(old, sam.pk)
    migrate(AFTER)
    failing, working = destinations.listed(sam, PROGRAMS)
    assert [failing.number, working.number] == [hook.pk for hook in hooks[1:]]
    assert registry.get("webhook").shown(working) == {"url": "https://sam.example/2", "secret": "whsec_2"}
    assert "sam.example/2" not in working.label + working.address
    assert (failing.enabled, failing.failures, failing.last_error) == (False, 4, "answered 500")
    assert failing.failing_since == failing.created_at == LONG_AGO
    assert failing.host == working.host != ""
    (device,) = destinations.listed(sam, PLACES)
    assert device.host not in ("", working.host)
    assert (device.number, device.label) == (browser.pk, "Firefox")
    assert unseal(device.address)["url"] == "https://push.example/1"
    club = {f"{place.channel}-{place.number}": place for place in Place.objects.filter(table="abcdefgh")}
    assert set(club) == {f"webhook-{group.pk}", f"chat-{chat.pk}"}
    assert club[f"webhook-{group.pk}"].events == ["table-turn"]
    assert club[f"chat-{chat.pk}"].host == destinations.add(sam, "chat", "ntfy://new").host, (
        "ntfy.sh is one host"
    )
    ways = [row.place for row in Delivery.objects.order_by("dedupe_key")]
    assert ways == [working, device, None]
    assert all(row.name == str(row.pk) for row in Delivery.objects.all()), "what was sent with it once stays"


@pytest.mark.long
def test_programs_find_their_webhooks_at_the_same_addresses_and_new_ones_at_others(old):
    sam = person("sam")
    hooks, *_ = filled(old, sam.pk)
    migrate(AFTER)
    client = Client()
    client.force_login(sam)
    one = f"/api/v1/webhooks/{hooks[1].pk}/"
    changed = client.post(one, {"action": "enable"}, content_type="application/json").json()
    assert changed == {
        "id": hooks[1].pk,
        "url": "https://sam.example/1",
        "secret": "whsec_1",
        "enabled": True,
        "testing": False,
        "last_call": None,
        "last_error": "",
    }
    destinations.add(sam, "webhook", "https://sam.example/new")
    destinations.add(sam, "chat", "ntfy://new")
    numbers = [place.number for place in Place.objects.filter(user=sam, channel="webhook")]
    assert len(numbers) == len(set(numbers)) == 3
    assert client.delete(one).status_code == 204
    assert client.get("/api/v1/webhooks/").json()[0]["id"] == hooks[2].pk


@pytest.mark.long
def test_the_way_back(old):
    sam = person("sam")
    hooks, group, browser, chat = filled(old, sam.pk)
    migrate(AFTER)
    again = migrate(BEFORE)
    webhook, endpoint, delivery = (
        again.get_model("notifications", name) for name in ("Webhook", "Endpoint", "Delivery")
    )
    kept = ("pk", "url", "secret", "enabled", "failures", "created_at")
    found = list(webhook.objects.order_by("pk").values_list(*kept))
    assert [row[0] for row in found] == [hooks[1].pk, hooks[2].pk, group.pk]
    assert found[0][1:] == ("https://sam.example/1", "whsec_1", False, 4, LONG_AGO)
    assert set(endpoint.objects.values_list("pk", flat=True)) == {browser.pk, chat.pk}
    assert delivery.objects.get(dedupe_key="d-0").webhook_id == hooks[2].pk
    assert delivery.objects.get(dedupe_key="d-1").endpoint_id == browser.pk

"""Signed webhooks, and the guard around outgoing calls."""

import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from notifications import destinations, guard, preferences
from notifications.channels import webhook
from notifications.errors import NotificationError
from notifications.models import Delivery, Place
from tests.post import send_due


@pytest.fixture
def receiver(settings):
    """A receiver on loopback that behaves as `receiver.mode` says."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.calls.append((dict(self.headers), body))
            self.send_response({"ok": 204, "error": 500, "gone": 410}[server.mode])
            self.end_headers()

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.mode, server.calls = "ok", []
    settings.WEBHOOK_ALLOWED_HOSTS = [f"127.0.0.1:{server.server_port}"]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def hook(duel, receiver):
    preferences.set_preference(duel.fellowship, "turn", "email", False)
    made = destinations.add(duel.fellowship, "webhook", f"http://127.0.0.1:{receiver.server_port}/hook")
    Delivery.objects.all().delete()
    duel.discard()
    return made


def send():
    return send_due(timezone.now() + timedelta(minutes=1))


def test_the_call_is_signed_and_tells_public_facts_only(duel, hook, receiver):
    assert send() == 1
    ((headers, body),) = receiver.calls
    lower = {k.lower(): v for k, v in headers.items()}
    Verifier(webhook.transport.shown(hook)["secret"]).verify(body.decode(), lower)
    data = json.loads(body)
    assert data["type"] == "turn"
    assert set(data["data"]) == {"game", "title", "seat", "version", "headline", "url", "result"}


def test_a_call_tells_when_the_thing_happened_however_often_it_is_tried(hook, receiver):
    """The attempt stands in `webhook-timestamp`, so that calls which come out of order can be told (K40)."""
    receiver.mode = "error"
    send()
    asked = timezone.now() - timedelta(hours=3)
    Delivery.objects.filter(place=hook).update(created_at=asked, due_at=timezone.now())
    receiver.mode = "ok"
    tried = int(timezone.now().timestamp())
    send()
    headers, body = receiver.calls[-1]
    assert json.loads(body)["timestamp"] == asked.isoformat()
    assert int(headers["webhook-timestamp"]) >= tried


def test_gone_switches_the_webhook_off(hook, receiver):
    receiver.mode = "gone"
    send()
    hook.refresh_from_db()
    assert not hook.enabled
    assert Delivery.objects.get(place=hook).state == Delivery.State.DEAD
    told = Delivery.objects.get(channel="email", kind="channel")
    assert told.subject["what"] == "your webhook"


def test_five_failures_over_a_day_switch_it_off(hook, receiver):
    receiver.mode = "error"
    now = timezone.now() + timedelta(minutes=1)
    for _ in range(5):
        send_due(now)
        now += timedelta(hours=7)
    hook.refresh_from_db()
    assert not hook.enabled


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "fec0::1",
        "224.0.0.1", "240.0.0.1", "::1", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        "2002:a00:1::", "ff02::1", "nonsense",
    ],
)  # fmt: skip
def test_private_addresses_are_refused(address):
    assert not guard.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_addresses_are_accepted(address):
    assert guard.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "https://localhost/", "https://127.0.0.1/", "https://[::1]/", "ftp://example.org/",
        "https://user:secret@example.org/", "https://example.org:22/", "https://", "nonsense", "https://exa mple.org/",
        "https://example.org:99999/", "https://10.0.0.8/x", "https://" + "a" * 600 + ".org/",
    ],
)  # fmt: skip
def test_addresses_that_may_not_be_called(duel, url):
    with pytest.raises(NotificationError) as refused:
        destinations.add(duel.sauron, "webhook", url)
    assert refused.value.code == "bad-webhook"
    assert Place.objects.count() == 0


def test_an_address_has_five_hundred_characters_at_most():
    address = "https://example.org/".ljust(500, "x")
    assert guard.check_url(address).geturl() == address
    with pytest.raises(guard.Forbidden, match="not a web address"):
        guard.check_url(f"{address}x")


def test_a_name_that_resolves_to_a_private_address_is_refused(monkeypatch):
    def resolve(host, port, **kwargs):
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in ("93.184.216.34", "10.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(guard.Forbidden):
        guard.post("https://hooks.example.org/x", b"{}", {})


# -- letters that are not ASCII ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (
            "https://bücher.example/rückruf?für=bär",
            "https://xn--bcher-kva.example/r%C3%BCckruf?f%C3%BCr=b%C3%A4r",
        ),
        ("https://straße.example:8443/x", "https://xn--strae-oqa.example:8443/x"),
        ("https://example.org/%C3%A4/ä?a=%2F&b=ö", "https://example.org/%C3%A4/%C3%A4?a=%2F&b=%C3%B6"),
        ("https://Example.org/A%2fb?c=d+e", "https://Example.org/A%2fb?c=d+e"),
    ],
)
def test_an_address_is_kept_as_it_is_called(duel, given, kept):
    """What has been encoded once is not encoded again."""
    made = destinations.add(duel.sauron, "webhook", given)
    assert webhook.transport.shown(made)["url"] == kept
    assert guard.check_url(kept).geturl() == kept


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://☃.example/", "letters that no host's name can have"),
        ("https://ä..example/", "letters that no host's name can have"),
        ("https://example.org/" + "ä" * 200, "too long"),
        ("https://①②⑦.⓪.⓪.①/", "public address"),
    ],
)
def test_an_address_that_cannot_be_written_so_is_refused_with_its_reason(duel, url, words):
    with pytest.raises(NotificationError, match=words):
        destinations.add(duel.sauron, "webhook", url)


def test_a_call_goes_to_the_address_as_it_is_written_in_ascii(hook, receiver):
    url = f"http://127.0.0.1:{receiver.server_port}/für?wen=Éowyn"
    assert guard.post(url, b"{}", {}) == 204


def test_a_call_that_breaks_off_here_counts_for_its_place_and_its_owner_is_told(hook, receiver, monkeypatch):
    """Whatever breaks in a call is told apart from what breaks in the server: its place rests and is switched off."""

    def break_off(*args, **kwargs):
        raise TypeError("not what was expected")

    monkeypatch.setattr(guard.httpcore, "ConnectionPool", break_off)
    send()
    hook.refresh_from_db()
    assert (hook.failures, hook.rest_until is not None) == (1, True)
    assert hook.last_error == "no proper answer: it cannot be called"
    now = timezone.now()
    for hours in (7, 14, 21, 28):
        send_due(now + timedelta(hours=hours))
    hook.refresh_from_db()
    assert not hook.enabled
    assert Delivery.objects.get(channel="email", kind="channel").subject["what"] == "your webhook"


def test_a_webhook_from_before_keeps_the_address_that_its_program_knows(duel, client):
    """Before webhooks were places, they had numbers of their own."""
    old, new = (
        destinations.add(duel.fellowship, "webhook", f"https://frodo.example/{name}")
        for name in ("old", "new")
    )
    Place.objects.filter(pk=old.pk).update(kept_number=old.pk + 1000)
    client.force_login(duel.fellowship)
    known = f"/api/v1/webhooks/{old.pk + 1000}/"
    changed = client.post(known, {"action": "enable"}, content_type="application/json").json()
    assert (changed["id"], changed["url"]) == (old.pk + 1000, "https://frodo.example/old")
    assert client.delete(f"/api/v1/webhooks/{old.pk}/").status_code == 404
    assert client.delete(known).status_code == 204
    assert [hook["id"] for hook in client.get("/api/v1/webhooks/").json()] == [new.pk]

"""Signed webhooks, and the guard around outgoing calls."""

from __future__ import annotations

import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from notifications import guard, places, preferences
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
    made = places.add(duel.fellowship, "webhook", f"http://127.0.0.1:{receiver.server_port}/hook")
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
        places.add(duel.sauron, "webhook", url)
    assert refused.value.code == "bad-webhook"
    assert Place.objects.count() == 0


def test_a_name_that_resolves_to_a_private_address_is_refused(monkeypatch):
    def resolve(host, port, **kwargs):
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in ("93.184.216.34", "10.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(guard.Forbidden):
        guard.post("https://hooks.example.org/x", b"{}", {})

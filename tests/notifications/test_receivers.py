"""Every channel that calls out, against receivers that misbehave; the guard on real connections (NOT-7)."""

import json
import socket

import pytest
from django.utils import timezone

from notifications import destinations, guard
from notifications.channels.chat import sending, service
from notifications.channels.transport import PROGRAMS
from notifications.composers import Notice
from notifications.encryption import seal
from notifications.errors import DeliveryError
from notifications.models import Delivery, Place
from tests.notifications.conftest import told_through
from tests.notifications.receivers import Authority, Receiver
from tests.post import send_due

pytestmark = pytest.mark.pythons


@pytest.fixture
def receiver(settings):
    server = Receiver()
    settings.WEBHOOK_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}"]
    yield server
    server.stop()


#: Who calls these loses patience: so little of it that a busy machine may not even get the request out.
KEEPS_WAITING = ("silent", "slow-headers", "slow-body")
LITTLE_PATIENCE = 0.4

BAD = [
    "endless", "endless-headers", "redirect", "redirect-to-itself", "error", "no-http", "closes", "half",
    *KEEPS_WAITING,
]  # fmt: skip


@pytest.mark.parametrize("channel", ["webhook", "chat", "push"])
def test_whatever_a_receiver_does_the_notice_is_tried_again_later(duel, receiver, channel, settings):
    added, delivery = told_through(channel, duel, f"127.0.0.1:{receiver.port}", secure=False)
    patience = settings.WEBHOOK_TIMEOUT_SECONDS
    for failures, mode in enumerate(BAD, 1):
        settings.WEBHOOK_TIMEOUT_SECONDS = LITTLE_PATIENCE if mode in KEEPS_WAITING else patience
        receiver.mode = mode
        Delivery.objects.update(due_at=timezone.now(), attempts=0)
        Place.objects.update(rest_until=None)
        assert send_due(timezone.now()) == 0, mode
        calls = len(receiver.requests)
        assert calls <= failures if mode in KEEPS_WAITING else calls == failures, mode
        delivery.refresh_from_db()
        added.refresh_from_db()
        assert (delivery.state, bool(delivery.error)) == ("pending", True), mode
        assert (added.failures, bool(added.last_error)) == (failures, True), mode
    receiver.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "ok", patience
    Delivery.objects.update(due_at=timezone.now())
    Place.objects.update(rest_until=None)
    assert send_due(timezone.now()) == 1
    added.refresh_from_db()
    assert (added.failures, added.last_error) == (0, "")


@pytest.mark.parametrize(("channel", "what"), [("webhook", "your webhook"), ("push", "Firefox")])
def test_what_is_gone_is_switched_off_and_its_owner_told(duel, receiver, channel, what, client, mailoutbox):
    """Also a browser, whose owner would wait for notices that never come."""
    added, delivery = told_through(channel, duel, f"127.0.0.1:{receiver.port}", secure=False)
    receiver.mode = "gone"
    send_due(timezone.now())
    delivery.refresh_from_db()
    added.refresh_from_db()
    assert (delivery.state, added.enabled) == ("dead", False)
    assert "410" in added.last_error
    send_due(timezone.now())
    (mail,) = [mail for mail in mailoutbox if mail.subject == "Notices no longer reach you everywhere"]
    assert mail.to == [duel.fellowship.email]
    assert f"through {what}" in mail.body
    client.force_login(duel.fellowship)
    assert "Notices no longer go to" in client.get("/my/").content.decode()


@pytest.mark.parametrize("channel", ["webhook", "push"])
def test_a_test_that_finds_a_place_gone_switches_it_off_as_any_notice(duel, receiver, channel):
    added, _ = told_through(channel, duel, f"127.0.0.1:{receiver.port}", secure=False)
    Delivery.objects.all().delete()
    receiver.mode = "gone"
    destinations.do(added, "test")
    send_due(timezone.now())
    added.refresh_from_db()
    assert not added.enabled
    assert "410" in added.last_error


@pytest.mark.parametrize("channel", ["webhook", "chat", "push"])
def test_every_channel_has_a_test_that_says_what_is_wrong(duel, receiver, channel, client, settings):
    added, _ = told_through(channel, duel, f"127.0.0.1:{receiver.port}", secure=False)
    Delivery.objects.all().delete()
    client.force_login(duel.fellowship)
    page = "/notifications/webhooks/" if channel == "webhook" else "/notifications/places/"
    form = {"action": "test", "webhook" if channel == "webhook" else "endpoint": added.pk}
    assert 'value="test"' in client.get("/notifications/").content.decode()
    assert client.post(page, form).status_code == 302
    assert send_due(timezone.now()) == 1
    assert "Last error" not in client.get("/notifications/").content.decode()
    receiver.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "slow-headers", LITTLE_PATIENCE
    assert client.post(page, form).status_code == 302
    send_due(timezone.now())
    assert "Last error: " in client.get("/notifications/").content.decode()


def test_nothing_is_unpacked(receiver):
    """A few bytes that unpack to millions are taken as the few bytes that they are."""
    receiver.mode = "bomb"
    answer = guard.call("POST", f"http://127.0.0.1:{receiver.port}/", {}, b"{}")
    assert len(answer.content) == 4


def test_a_header_cannot_be_broken_in_two(receiver):
    with pytest.raises(guard.NoAnswer):
        guard.call("POST", f"http://127.0.0.1:{receiver.port}/", {"X-Title": "a\r\nX-Evil: b"}, b"{}")
    assert receiver.requests == []


# -- certificates ------------------------------------------------------------------------------

HOST = "hooks.example.org"


@pytest.fixture
def authority(tmp_path, monkeypatch):
    issuer = Authority(tmp_path)
    monkeypatch.setattr(guard, "_trusted", issuer.trusted)
    return issuer


@pytest.fixture
def name(monkeypatch):
    """The names that are looked up; hooks.example.org is on this machine, at the first look only."""
    looked_up = []
    really = socket.getaddrinfo

    def resolve(host, port, *args, **kwargs):
        looked_up.append(host)
        if host != HOST:
            return really(host, port, *args, **kwargs)
        address = "127.0.0.1" if looked_up.count(HOST) == 1 else "127.9.9.9"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return looked_up


@pytest.fixture
def secure(settings):
    """Start a receiver with TLS; it may be called although it is on this machine."""
    running = []

    def start(context):
        server = Receiver(context)
        running.append(server)
        settings.WEBHOOK_ALLOWED_HOSTS = [f"{HOST}:{server.port}"]
        return server

    yield start
    for server in running:
        server.stop()


def test_the_vetted_address_is_called_by_its_name_and_looked_up_once(authority, name, secure):
    """Rebinding: the second look would lead elsewhere, but there is none; the certificate is the name's."""
    server = secure(authority.server(HOST))
    answer = guard.call("POST", f"https://{HOST}:{server.port}/x", {"A": "b"}, b"{}")
    assert answer.status == 200
    assert name.count(HOST) == 1
    ((head, body),) = server.requests
    assert f"Host: {HOST}:{server.port}" in head
    assert body == b"{}"


def chat_call(server):
    """Send a notice to a chat server of somebody's own."""
    chat_call_to(f"ntfys://{HOST}:{server.port}/shire")


def chat_call_to(url):
    place = Place(address=seal({"url": url}))
    sending.send(Delivery(pk=0, kind="test", place=place), Notice("Hello", "", ""))


def test_a_chat_server_is_not_looked_up_again_either(authority, name, secure):
    """Apprise alone would ask for the name a second time, and go where that leads."""
    server = secure(authority.server(HOST))
    chat_call(server)
    assert len(server.requests) == 1
    assert "127.9.9.9" not in name


@pytest.mark.parametrize(
    ("days", "host", "trusted", "words"),
    [
        (-1, HOST, True, "it has expired"),
        (30, "other.example.org", True, "it is made for another host"),
        (30, HOST, False, "nobody who is known here has signed it"),
    ],
)
def test_certificates_that_do_not_count(authority, name, secure, tmp_path, days, host, trusted, words):
    (tmp_path / "other").mkdir()
    issuer = authority if trusted else Authority(tmp_path / "other")
    server = secure(issuer.server(host, days=days))
    with pytest.raises(guard.NoAnswer) as failure:
        guard.call("POST", f"https://{HOST}:{server.port}/", {}, b"secret")
    assert "certificate does not count" in str(failure.value)
    assert words in str(failure.value)
    name.clear()
    with pytest.raises(DeliveryError):
        chat_call(server)
    assert server.requests == []


def test_a_receiver_that_speaks_no_tls(authority, name, secure, settings):
    server = secure(None)
    server.mode = "no-http"
    settings.WEBHOOK_TIMEOUT_SECONDS = LITTLE_PATIENCE
    with pytest.raises(guard.NoAnswer):
        guard.call("POST", f"https://{HOST}:{server.port}/", {}, b"secret")
    assert b"secret" not in b"".join(body for _, body in server.requests)


def test_a_bad_certificate_is_told_to_the_owner_of_the_webhook(duel, authority, name, secure):
    server = secure(authority.server(HOST, days=-1))
    hook = destinations.add(duel.fellowship, "webhook", f"https://{HOST}:{server.port}/x")
    destinations.change(duel.fellowship, PROGRAMS, hook.pk, "test")
    send_due(timezone.now())
    assert "certificate" in Place.objects.get().last_error


# -- addresses that lead inside ----------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "fd00::1"],
)
def test_a_public_name_of_an_inner_address_is_never_called(monkeypatch, settings, receiver, address):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET

    def resolve(host, port, *args, **kwargs):
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    settings.WEBHOOK_ALLOWED_HOSTS = []
    with pytest.raises(guard.Forbidden):
        guard.post("https://hooks.example.org/x", b"{}", {})
    with pytest.raises(DeliveryError) as refused:
        chat_call_to("ntfys://hooks.example.org/topic")
    assert refused.value.permanent
    assert receiver.requests == []


def test_a_chat_server_cannot_send_its_caller_elsewhere(duel, receiver):
    """Matrix servers name the address of their API themselves: that one is vetted as well."""
    receiver.mode = "ok"
    with pytest.raises(service.requests.ConnectionError):
        service._guarded.get("http://127.0.0.1:1/_matrix/client/versions")
    with pytest.raises(service.requests.ConnectionError):
        service._guarded.post("https://10.0.0.8/_matrix/client/v3/login", data=json.dumps({}))
    assert receiver.requests == []

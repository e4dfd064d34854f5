"""Browsers, chats and the calendar: real parts on loopback where there are any."""

import base64
import json

import pytest
from django.utils import timezone
from icalendar import Calendar
from py_vapid import Vapid02

from games.models.hours import FeedToken
from notifications import destinations
from notifications.channels.chat import service
from notifications.channels.push import public_key
from notifications.encryption import unseal
from notifications.errors import NotificationError
from notifications.models import Place
from tests.notifications.conftest import Browser, due, newest
from tests.post import send_due

# -- browsers ----------------------------------------------------------------------------------


def test_a_browser_gets_what_only_it_can_read(duel, receiver):
    browser = Browser(f"http://{receiver.place}/push/1")
    destinations.add(duel.fellowship, "push", browser.subscription, "Firefox")
    duel.discard()
    send_due(due())
    ((path, headers, body),) = receiver.received
    assert path == "/push/1"
    assert b"Duel for Middle-earth" in browser.read(body)
    assert duel.game.key.encode() in browser.read(body)
    assert b"Duel" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert Vapid02.verify(headers["Authorization"])


def test_a_browser_that_is_gone_is_switched_off(duel, receiver):
    browser = Browser(f"http://{receiver.place}/push/1")
    destinations.add(duel.fellowship, "push", browser.subscription, "Firefox")
    receiver.status = 410
    duel.discard()
    send_due(due())
    endpoint = Place.objects.get()
    assert not endpoint.enabled
    assert newest("push").state == "dead"
    destinations.add(duel.fellowship, "push", browser.subscription, "Firefox")
    assert Place.objects.get().enabled


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/138.0 Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0 Safari/537.36 Edg/138.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari on iPhone"),
        ("", "A browser"),
    ],
    ids=["firefox", "linux", "android", "edge", "iphone", "unnamed"],
)  # fmt: skip
def test_a_browser_that_is_added_is_listed_by_its_kind(duel, client, agent, label):
    client.force_login(duel.fellowship)
    given = json.dumps(Browser("https://push.example.org/1").subscription)
    form = {"action": "add-browser", "subscription": given}
    client.post("/notifications/places/", form, headers={"User-Agent": agent})
    assert Place.objects.get().label == label


def test_the_address_of_a_browser_is_not_readable_in_the_database(duel, receiver):
    destinations.add(duel.fellowship, "push", Browser(f"http://{receiver.place}/secret").subscription, "x")
    stored = Place.objects.get()
    assert "secret" not in stored.address
    assert unseal(stored.address)["url"].endswith("/secret")


@pytest.mark.parametrize(
    "subscription",
    [
        None,
        [],
        {},
        {"endpoint": "https://push.example.org/", "keys": {}},
        {"endpoint": "http://10.0.0.1/", "keys": {"p256dh": "x" * 80, "auth": "x" * 22}},
        {"endpoint": "https://127.0.0.1/", "keys": {"p256dh": "x" * 80, "auth": "x" * 22}},
        {"endpoint": 5, "keys": {"p256dh": "x" * 80, "auth": "x" * 22}},
    ],
)
def test_what_is_no_subscription_is_refused(duel, subscription):
    with pytest.raises(NotificationError):
        destinations.add(duel.fellowship, "push", subscription, "x")


def test_our_public_key_is_a_point_on_the_curve():
    raw = base64.urlsafe_b64decode(public_key() + "=")
    assert (len(raw), raw[0]) == (65, 4)


# -- chats -------------------------------------------------------------------------------------


def test_a_chat_is_told_which_game_waits_and_nothing_hidden(duel, receiver):
    destinations.add(duel.fellowship, "chat", f"ntfy://{receiver.place}/shire")
    duel.discard()
    receiver.status = 200
    send_due(due())
    ((_, _, body),) = receiver.received
    assert b"your turn" in body
    assert f"/game/{duel.game.key}/".encode() in body
    assert b"DISPLAY" not in body
    assert newest("chat").state == "sent"


@pytest.mark.parametrize("status", [302, 400, 500])
def test_a_chat_that_does_not_take_it_is_tried_again(duel, receiver, status):
    destinations.add(duel.fellowship, "chat", f"ntfy://{receiver.place}/shire")
    duel.discard()
    receiver.status = status
    send_due(due())
    assert newest("chat").state == "pending"
    assert Place.objects.get().failures == 1
    assert len(receiver.received) == 1


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "json://127.0.0.1/",
        "file:///etc/passwd",
        "syslog://",
        "ntfys://127.0.0.1/topic",
        "ntfys://10.1.2.3/topic",
        "ntfy://example.org/topic",
        "gotifys://[::1]/token",
        "gotifys://localhost/token",
        "discord://",
        "ntfys://127.0.0.1/topic?verify=no",
        "discord://" + "x" * 600,
    ],
)
def test_chats_of_forbidden_kinds_or_places_are_refused(duel, url):
    with pytest.raises(NotificationError) as refused:
        destinations.add(duel.fellowship, "chat", url)
    assert refused.value.code == "bad-chat"


def test_known_services_are_taken_without_being_called(duel):
    added = destinations.add(duel.fellowship, "chat", "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js")
    assert added.label == "Discord"
    assert service.check("tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("chat", "ntfy://topic1"), ("chat", "ntfy://topic2")),
        (("chat", "ntfy://topic1"), ("webhook", "https://ntfy.sh/topic1")),
        (("chat", "ntfys://Ntfy.example.org./shire"), ("chat", "ntfys://ntfy.example.org/mordor")),
        (("webhook", "https://example.org./x"), ("webhook", "https://example.org/y")),
        (("webhook", "https://bücher.example/x"), ("webhook", "https://xn--bcher-kva.example/y")),
    ],
)
def test_places_at_one_host_are_counted_together_however_it_is_written(duel, one, other):
    hosts = {destinations.add(duel.fellowship, channel, address).host for channel, address in (one, other)}
    assert len(hosts) == 1
    assert destinations.add(duel.fellowship, "webhook", "https://another.example/").host not in hosts


def test_ten_places_are_enough(duel):
    for number in range(10):
        destinations.add(duel.fellowship, "chat", f"ntfy://topic-{number}")
    with pytest.raises(NotificationError):
        destinations.add(duel.fellowship, "chat", "ntfy://one-more")


# -- the page ----------------------------------------------------------------------------------


def test_the_page_adds_tests_and_removes(duel, client, receiver):
    client.force_login(duel.fellowship)
    receiver.status = 200
    places = "/notifications/places/"
    assert client.post(places, {"action": "add-chat", "url": f"ntfy://{receiver.place}/x"}).status_code == 302
    number = Place.objects.get().pk
    assert client.post(places, {"action": "test", "endpoint": number}).status_code == 302
    page = client.get("/notifications/").content.decode()
    assert page.count("A test is on its way.") == 2, "it is said once, and stands with the place"
    assert receiver.received == [], "nobody is called while somebody waits for a page"
    send_due(due())
    assert len(receiver.received) == 1
    assert "Called last" in client.get("/notifications/").content.decode()
    receiver.status = 500
    client.post(places, {"action": "test", "endpoint": number})
    send_due(due())
    assert "Last error: the chat has not taken it" in client.get("/notifications/").content.decode()
    client.force_login(duel.sauron)
    assert client.post(places, {"action": "remove", "endpoint": number}).status_code == 422
    client.force_login(duel.fellowship)
    assert client.post(places, {"action": "remove", "endpoint": number}).status_code == 302
    for data in ({"action": "add-browser", "subscription": "{"}, {"action": "x", "endpoint": "x"}, {}):
        assert client.post(places, data).status_code == 422


def test_the_worker_script_is_at_the_root(client, db):
    answer = client.get("/push-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


# -- the calendar ------------------------------------------------------------------------------


def test_a_calendar_of_deadlines_behind_a_secret_address(duel, client):
    client.force_login(duel.sauron)
    assert client.post("/calendar/change/", {"action": "renew"}).status_code == 302
    page = client.get("/time-off/").content.decode()
    path = next(p for p in page.split('"') if p.endswith(".ics")).split("8000")[1]
    client.logout()
    answer = client.get(path)
    assert answer["Content-Type"].startswith("text/calendar")
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event.decoded("dtend") == duel.seat("sauron").due_at.replace(microsecond=0)
    assert event.decoded("dtstamp") <= timezone.now(), "RFC 5545, 3.6.1: no event is without"
    assert "Sauron" in str(event["summary"])
    client.force_login(duel.sauron)
    client.post("/calendar/change/", {"action": "renew"})
    assert client.get(path).status_code == 404
    client.post("/calendar/change/", {"action": "remove"})
    assert not FeedToken.objects.exists()
    assert client.get("/calendar/guessed.ics").status_code == 404


def test_programs_manage_places_rhythm_and_calendar(duel, client, receiver):
    from accounts.models import ApiToken

    _, secret = ApiToken.objects.issue(duel.fellowship, "mine", ["account"])
    headers = {"Authorization": f"Bearer {secret}"}

    def call(method, path, data=None):
        return getattr(client, method)(
            f"/api/v1/{path}", data, content_type="application/json", headers=headers
        )

    receiver.status = 200
    made = call("post", "places/", {"chat": f"ntfy://{receiver.place}/x"})
    assert made.status_code == 201
    number = made.json()["id"]
    assert call("post", f"places/{number}/", {"action": "test"}).json() == {"done": True}
    (place,) = call("get", "places/").json()
    assert (place["testing"], place["last_call"]) == (True, None)
    send_due(due())
    (place,) = call("get", "places/").json()
    assert (place["testing"], place["last_error"], bool(place["last_call"])) == (False, "", True)
    assert call("post", "places/", {"chat": "file:///etc/passwd"}).status_code in (400, 422)
    assert call("post", "places/", {"browser": {}}).status_code in (400, 422)
    assert call("delete", f"places/{number}/").status_code == 200
    assert call("put", "rhythm/", {"mode": "once"}).json()["mode"] == "once"
    assert call("put", "rhythm/", {"mode": "never"}).status_code in (400, 422)
    assert call("put", "rhythm/", {"mode": "digest", "sign_in_links": "maybe"}).status_code == 400
    assert call("get", "rhythm/").json()["mode"] == "once"
    assert call("get", "calendar/").json() == {"address": ""}
    assert call("post", "calendar/", {}).json()["address"].endswith(".ics")
    assert call("delete", "calendar/").json() == {"address": ""}

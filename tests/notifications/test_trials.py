"""Trying out whether notices arrive: a worker sends the test, and what came of it stands with the place (NOT-7)."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import destinations, outbox, test_notices
from notifications.channels.transport import CALLS
from notifications.delivery import send_lane
from notifications.errors import NotificationError
from notifications.models import Delivery, Place
from tests.conftest import person
from tests.notifications.test_lanes import PATIENCE, receivers  # noqa: F401 - a fixture
from tests.post import send_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(receivers):  # noqa: F811
    return receivers()


@pytest.fixture
def hook(program):
    """Sam's program."""
    return destinations.add(person("sam"), "webhook", f"http://127.0.0.1:{program.port}/hook")


def states_of(place):
    return list(Delivery.objects.filter(kind="test", place=place).values_list("state", flat=True))


def kinds_told(program):
    return [json.loads(body)["type"] for _, body in program.requests]


def test_sixteen_tests_at_once_are_one_and_nobody_is_called_meanwhile(hook, program, client):
    client.force_login(hook.user)
    one = f"/api/v1/webhooks/{hook.number}/"
    for _ in range(16):
        answer = client.post(one, {"action": "test"}, content_type="application/json")
        assert (answer.status_code, answer.json()["testing"]) == (200, True)
    assert (program.requests, states_of(hook)) == ([], ["pending"])
    assert send_lane(CALLS, timezone.now()) == 1
    assert kinds_told(program) == ["test"]
    assert client.get("/api/v1/webhooks/").json()[0]["testing"] is False


def test_an_account_has_six_tests_a_minute_for_all_its_places(hook, program):
    again = destinations.add(hook.user, "chat", f"ntfy://127.0.0.1:{program.port}/shire")
    for _ in range(3):
        destinations.do(hook, "test")
        destinations.do(again, "test")
        send_due(timezone.now())
    for place in (hook, again):
        with pytest.raises(NotificationError) as refused:
            destinations.do(place, "test")
        assert refused.value.code == "too-many-tests"
    assert len(program.requests) == 6


def test_a_test_wakes_the_worker_that_sends_it(
    hook, settings, monkeypatch, django_capture_on_commit_callbacks
):
    woken = []
    settings.NUDGE_WORKERS = True
    monkeypatch.setattr("notifications.wakeups.wake", woken.append)
    with django_capture_on_commit_callbacks(execute=True):
        destinations.do(hook, "test")
        test_notices.of_mail(hook.user)
    assert woken == ["notifications.tasks.sweep_calls", "notifications.tasks.sweep_mail"]


def test_a_test_goes_before_what_waits_even_while_its_place_rests(hook, program, settings):
    """Its owner has mended it; when the test arrives, the rest is over."""
    patience = settings.WEBHOOK_TIMEOUT_SECONDS
    program.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "silent", PATIENCE
    for number in range(3):
        outbox.notify_webhooks("channel", user=hook.user, dedupe=f"{number}", subject={"what": "x"})
    assert send_due(timezone.now()) == 0
    program.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "ok", patience
    program.requests.clear()
    assert send_lane(CALLS, timezone.now()) == 0, "it rests"
    destinations.do(hook, "test")
    assert send_lane(CALLS, timezone.now()) == 3
    assert kinds_told(program) == ["test", "channel", "channel"]
    hook.refresh_from_db()
    assert (hook.failures, hook.rest_until, hook.last_error) == (0, None, "")


def test_a_silent_place_that_is_tested_rests_on(hook, program, settings):
    program.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "silent", PATIENCE
    outbox.notify_webhooks("channel", user=hook.user, dedupe="x", subject={"what": "x"})
    for _ in range(2):
        destinations.do(hook, "test")
        send_lane(CALLS, timezone.now())
    hook.refresh_from_db()
    assert states_of(hook) == ["dead", "dead"], "a test is tried once"
    assert (hook.failures, hook.rest_until > timezone.now()) == (2, True)
    assert "takes too long" in hook.last_error
    assert Delivery.objects.get(kind="channel", channel="webhook").attempts == 0


@pytest.mark.parametrize(("mode", "words"), [("ok", ""), ("error", "answered 500")])
def test_what_is_switched_off_can_be_tested_and_stays_off(hook, program, mode, words):
    program.mode = mode
    Place.objects.update(enabled=False, last_error="it cannot be reached")
    destinations.do(hook, "test")
    send_due(timezone.now())
    hook.refresh_from_db()
    assert (hook.enabled, hook.last_error) == (False, words)
    assert kinds_told(program) == ["test"]


def test_no_quiet_hours_hold_a_test_back(hook, program):
    night = (timezone.now() + timedelta(days=1)).replace(hour=2, minute=0)
    hook.user.quiet = {"from": 22 * 60, "to": 7 * 60}
    hook.user.save()
    outbox.notify_webhooks("channel", user=hook.user, dedupe="x", subject={"what": "x"})
    destinations.do(hook, "test")
    send_lane(CALLS, night)
    assert kinds_told(program) == ["test"]


def test_a_test_mail_goes_out_as_any_mail(client, mailoutbox, monkeypatch):
    sam = person("sam")
    client.force_login(sam)

    def page():
        return client.get("/notifications/").content.decode()

    for _ in range(2):
        assert client.post("/notifications/test-mail/").status_code == 302
    assert mailoutbox == []
    assert page().count("A test mail is on its way.") == 3, "it is said each time, and stands there"
    send_due(timezone.now())
    assert [message.subject for message in mailoutbox] == ["A test"]
    assert "The last test mail went out" in page()

    def down(self):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", down)
    client.post("/notifications/test-mail/")
    send_due(timezone.now())
    assert "could not be sent: the mail server does not answer" in page()
    sam.emailaddress_set.update(verified=False)
    assert client.post("/notifications/test-mail/").status_code == 422

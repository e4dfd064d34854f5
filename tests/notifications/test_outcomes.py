"""What came of a notice is noted once: late words change nothing, and whatever goes wrong, what went out is noted."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from notifications import delivery, destinations, lanes, outbox, rhythm
from notifications.channels import registry
from notifications.channels.transport import CALLS
from notifications.composers import Notice
from notifications.delivery import Outcome, Ready, prepare, send_lane, settle
from notifications.errors import DeliveryError
from notifications.models import Delivery, Place
from notifications.thread_pool import Crew
from tests.conftest import person
from tests.notifications.test_lanes import receivers  # noqa: F401 - a fixture
from tests.post import claim, deliver, send_due

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

TIMEOUT = DeliveryError("it takes too long")


def tell(user, name="notice"):
    """Write a notice to somebody that goes to all their programs."""
    outbox.notify_webhooks("channel", user=user, dedupe=name, subject={"what": name})


def hook(name):
    """Somebody new with a program, and a notice for it."""
    place = destinations.add(person(name), "webhook", f"https://{name}.example.org/hook")
    tell(place.user)
    return place


def waiting(place):
    return Delivery.objects.get(place=place)


def state(row):
    return Delivery.objects.values_list("state", "attempts").get(pk=row.pk)


def told(monkeypatch):
    """Let programs take every call; return who was called."""
    called = []
    monkeypatch.setattr(registry.get("webhook"), "send", lambda row, notice: called.append(row.user.username))
    return called


# -- late words ----------------------------------------------------------------------------------


@pytest.fixture
def late(db):
    """Two workers with the same notice: the claim of the first was taken for that of a dead worker."""
    row, now = waiting(hook("sam")), timezone.now()
    first = prepare(claim(row.pk, now), now)
    later = now + timedelta(seconds=lanes.CLAIM_SECONDS + 1)
    lanes.free_dead_claims(CALLS, later)
    return row, first, claim(row.pk, later), later


def test_a_late_failure_does_not_let_a_notice_be_told_a_third_time(late):
    row, first, second, now = late
    settle(Outcome(prepare(second, now), None, 0.1), now)
    assert not settle(Outcome(first, TIMEOUT, 6.0), now)
    assert state(row) == ("sent", 2)
    assert Place.objects.get().failures == 0


def test_a_late_failure_takes_nothing_from_whoever_has_it_now(late):
    row, first, second, now = late
    settle(Outcome(first, TIMEOUT, 6.0), now)
    lanes.let_go(first.claims)
    assert state(row) == ("sending", 2)
    assert lanes.held([second]).exists()


def test_a_late_success_counts_whoever_has_it_now(late):
    row, first, second, now = late
    assert settle(Outcome(first, None, 6.0), now)
    assert state(row) == ("sent", 2)
    assert prepare(second, now) is None


def test_a_notice_that_another_mail_has_told_by_now_is_not_let_go_again(db):
    """The mail that was to tell of it has failed; noting that took two tries, and in between another told it."""
    sam, now = person("sam"), timezone.now()
    rows = [
        Delivery.objects.create(
            kind="channel",
            channel="email",
            user=sam,
            dedupe_key=f"{number}",
            subject={"what": "x"},
            due_at=now,
        )
        for number in range(2)
    ]
    claims = [claim(row.pk, now) for row in rows]
    rows[0].refresh_from_db()
    failed = Outcome(Ready(rows[0], Notice("", "", ""), (claims[1],)), DeliveryError("no", ours=True), 1.0)
    settle(failed, now)
    assert state(rows[1]) == ("pending", 0)
    assert deliver(rows[1].pk, now)
    settle(failed, now)
    assert state(rows[1]) == ("sent", 1)


def test_a_failure_that_can_be_noted_by_half_is_noted_again_as_a_whole(db, monkeypatch):
    place, now = hook("sam"), timezone.now()
    ready = prepare(claim(waiting(place).pk, now), now)
    with monkeypatch.context() as patch:

        def full(*_):
            raise OperationalError("database or disk is full")

        patch.setattr(delivery, "_place_failed", full)
        with pytest.raises(OperationalError):
            settle(Outcome(ready, TIMEOUT, 6.0), now)
    settle(Outcome(ready, TIMEOUT, 6.0), now)
    place.refresh_from_db()
    assert (state(waiting(place)), place.failures) == (("pending", 1), 1)


def test_a_sweep_that_finds_the_database_again_notes_what_it_sent_before_claims_are_freed(db, monkeypatch):
    """It was away for so long that the claim looks dead; the next sweep of this process begins before that is noted."""
    place, called = hook("sam"), told(monkeypatch)
    works, troubles = delivery._succeeded, [OperationalError("the connection is closed")] * 2

    def at_last(ready, now, prompt):
        if not troubles:
            return works(ready, now, prompt)
        Delivery.objects.update(claimed_at=now - timedelta(seconds=lanes.CLAIM_SECONDS + 1))
        monkeypatch.setitem(delivery._sweeps, CALLS, delivery.threading.BoundedSemaphore(1))
        error = troubles.pop()
        if not troubles:
            send_lane(CALLS, now)
        raise error

    monkeypatch.setattr(delivery, "_succeeded", at_last)
    with pytest.raises(OperationalError):
        send_lane(CALLS, timezone.now())
    assert called == ["sam"]
    assert state(waiting(place)) == ("sent", 1)
    assert not delivery._in_trouble


# -- whatever goes wrong -------------------------------------------------------------------------


def test_one_notice_that_cannot_be_judged_keeps_nobody_else_from_being_told_once(db, monkeypatch):
    sam, orc = hook("sam"), hook("orc")
    called, judge = told(monkeypatch), rhythm.judge

    def judged(row, now):
        if row.user == orc.user:
            raise ValueError("a zone that nobody knows")
        return judge(row, now)

    monkeypatch.setattr(rhythm, "judge", judged)
    for seconds in (0, 40, 80):
        send_lane(CALLS, timezone.now() + timedelta(seconds=seconds))
    assert called == ["sam"]
    assert state(waiting(sam)) == ("sent", 1)
    assert waiting(orc).error == "internal error"
    orc.refresh_from_db()
    assert orc.failures == 0


def test_a_machine_without_room_for_another_thread_tells_nobody_twice(db, monkeypatch):
    """The first call is under way when no second can begin: it is noted, and the second goes out later."""
    sam, merry = hook("sam"), hook("merry")
    called, begin = told(monkeypatch), Crew.begin

    def no_room(crew, job):
        if crew.busy:
            raise RuntimeError("can't start new thread")
        begin(crew, job)

    with monkeypatch.context() as patch:
        patch.setattr(Crew, "begin", no_room)
        with pytest.raises(RuntimeError):
            send_lane(CALLS, timezone.now())
    assert (state(waiting(sam)), state(waiting(merry))) == (("sent", 1), ("pending", 0))
    assert send_lane(CALLS, timezone.now()) == 1
    assert called == ["sam", "merry"]


def test_a_job_that_no_thread_could_take_up_is_not_done_later(monkeypatch):
    done = []
    with Crew(2) as crew:
        with monkeypatch.context() as patch:

            def no_room(thread):
                raise RuntimeError("can't start new thread")

            patch.setattr("threading.Thread.start", no_room)
            with pytest.raises(RuntimeError):
                crew.begin(lambda: done.append("never"))
        assert crew.busy == 0
        crew.begin(lambda: done.append("now"))
        crew.finished(60)
    assert done == ["now"]


# -- whose fault it is ---------------------------------------------------------------------------


def test_notices_that_wait_for_a_place_that_is_switched_off_count_against_nobody(db):
    place = hook("sam")
    Place.objects.update(enabled=False)
    send_due(timezone.now())
    place.refresh_from_db()
    assert (waiting(place).state, waiting(place).error) == ("dead", "the webhook is switched off")
    assert (place.failures, place.rest_until, place.failing_since) == (0, None, None)


def test_a_chat_that_refuses_one_notice_gets_the_next_at_once(db, receivers):  # noqa: F811
    room = receivers("error")
    sam = person("sam")
    place = destinations.add(sam, "chat", f"ntfy://127.0.0.1:{room.port}/shire")
    for number in range(2):
        outbox.write("channel", [place], dedupe=f"{number}", subject={"what": "x"})
    send_due(timezone.now())
    place.refresh_from_db()
    assert (len(room.requests), place.failures, place.rest_until) == (2, 2, None)

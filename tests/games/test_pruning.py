"""What counts only for a while is deleted a little at a time: keys of submissions, notices, sessions."""

import uuid
from datetime import UTC, datetime, time, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import pruning
from games.lobby import retention
from games.models import KeptAnswer, Submission
from games.play.submit import submit, visible_version
from games.tasks import tidy
from notifications import outbox
from notifications.models import Delivery
from tests.conftest import code_of

pytestmark = pytest.mark.both_databases

DAY = timedelta(days=1)


def move(table, key):
    """Let whoever is asked answer with this key. Returns what sends the same once more."""
    table.game.refresh_from_db()
    play = table.play()
    decision = play.pending[0]
    what = {
        "expected_version": visible_version(table.game, play, decision.seat),
        "choices": [decision.fallback_choice()],
        "idempotency_key": key,
    }
    submit(table.game.key, decision.seat, **what)
    return lambda: submit(table.game.key, decision.seat, **what)


def notice(number, state, at):
    """A notice that was written at a moment."""
    row = Delivery.objects.create(
        kind="turn", channel="email", dedupe_key=f"{number}", state=state, due_at=at, subject={}
    )
    Delivery.objects.filter(pk=row.pk).update(created_at=at)


def test_a_key_is_known_for_thirty_days(duel):
    again = move(duel, str(uuid.uuid4()))
    day = datetime.combine(Submission.objects.get().day, time(23, 59), UTC)
    assert retention.forget_keys(day + 30 * DAY) == 0, "and to the end of its day"
    assert again().replayed
    assert retention.forget_keys(day + 31 * DAY) == 1
    assert code_of(again) == "stale-version", "it was played, and is played no second time"


def test_keys_of_everything_else_are_forgotten_likewise(db):
    row = KeptAnswer.objects.create(name="join", request_digest="…")
    assert retention.forget_keys(row.created_at + 29 * DAY) == 0
    assert retention.forget_keys(row.created_at + 31 * DAY) == 1


def test_notices_that_are_done_with_go_after_ninety_days(db):
    now = timezone.now()
    for number, state in enumerate(Delivery.State.values):
        notice(f"old-{number}", state, now - 91 * DAY)
        notice(f"new-{number}", state, now - 89 * DAY)
    assert outbox.forget_old(now) == 3
    left = Delivery.objects.filter(dedupe_key__startswith="old").values_list("state", flat=True)
    assert sorted(left) == ["pending", "sending"], "these are not done with"
    assert Delivery.objects.count() == 7


def test_it_goes_in_small_pieces_and_ends_with_the_first_that_holds_nothing_old(db, monkeypatch):
    monkeypatch.setattr(pruning, "AT_ONCE", 10)
    now = timezone.now()
    rows = [
        Delivery(kind="turn", channel="email", dedupe_key=f"{n}", state="sent", due_at=now, subject={})
        for n in range(95)
    ]
    Delivery.objects.bulk_create(rows)
    numbers = list(Delivery.objects.order_by("pk").values_list("pk", flat=True))
    Delivery.objects.filter(pk__in=numbers[:35]).update(created_at=now - 100 * DAY)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert outbox.forget_old(now) == 35
    told = [query["sql"] for query in asked]
    assert sum("DELETE" in sql for sql in told) == 4
    assert sum("SELECT" in sql and "LIMIT 10" in sql for sql in told) == 5, (
        "the last finds nothing, and looks no further"
    )
    assert list(Delivery.objects.order_by("pk").values_list("pk", flat=True)) == numbers[35:]


def test_one_sweep_does_not_delete_without_end(duel, monkeypatch):
    monkeypatch.setattr(pruning, "AT_ONCE", 1)
    monkeypatch.setattr(pruning, "MOST_STATEMENTS", 2)
    Delivery.objects.all().delete()
    now = timezone.now()
    for number in range(3):
        notice(number, "sent", now - 100 * DAY)
        Submission.objects.create(
            game=duel.game, key_digest=number, sent_digest=0, version=number, final=True, day=now - 100 * DAY
        )
        Session.objects.create(session_key=f"{number}", session_data="", expire_date=now - DAY)
    for left in (2, 1):  # the next one goes on
        assert {outbox.forget_old(now), pruning.forget_sessions(now), retention.forget_keys(now)} == {left}


def test_sessions_go_when_they_have_run_out(db):
    now = timezone.now()
    for key, at in (("gone", now - DAY), ("here", now + DAY)):
        Session.objects.create(session_key=key, session_data="", expire_date=at)
    assert pruning.forget_sessions(now) == 1
    assert Session.objects.get().session_key == "here"


def test_the_hourly_sweep_does_all_of_it(duel):
    move(duel, "a key")
    now = timezone.now()
    Submission.objects.update(day=(now - 31 * DAY).date())
    notice("old", "sent", now - 91 * DAY)
    Session.objects.create(session_key="gone", session_data="", expire_date=now - DAY)
    assert tidy() == 3

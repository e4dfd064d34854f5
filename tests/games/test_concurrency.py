"""Many hands at one game: one wins, nothing is half done; a killed process leaves nothing (PostgreSQL)."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken
from games.hours import pauses, resignation
from games.kinds import EventKind
from games.ledger import ledger
from games.lobby import invitations, reserved_seeds, tables
from games.models import Event, Game, Invitation, LogLine, Outage, Reservation, Seat, Submission
from games.models.reports import Report
from games.play import hand_over, partners, undo
from games.play.submit import submit
from games.refusals import Refused
from games.reports import filing
from games.tasks import remind, run_clocks, sweep_bots
from notifications.models import Delivery
from rules.core import registry
from tests.conftest import Table, game_of_two, person
from tests.opening import open_table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    assert connection.vendor == "postgresql", "run by make test-services"
    game = game_of_two("duel", seat="fellowship", terms={})
    Delivery.objects.all().delete()
    return game


def at_once(hands: int, act: Callable[[int], Any]) -> list[Any]:
    """Let `hands` threads, each with its own connection, act at the same moment."""
    ready = Barrier(hands)

    def hand(number: int) -> Any:
        try:
            connection.ensure_connection()
            ready.wait(60)
            return act(number)
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=hands) as pool:
        return list(pool.map(hand, range(hands)))


def assert_nothing_is_half_done(game: Game, events: int) -> None:
    game.refresh_from_db()
    assert list(Event.objects.filter(game=game).values_list("seq", flat=True)) == list(range(events))
    assert game.version == events - 1
    assert LogLine.objects.filter(game=game).count() == game.log_length


def test_of_fifty_submissions_at_once_one_is_played(table):
    choice = table.play().pending[0].fallback_choice()
    key = table.game.key
    outcomes = at_once(
        50,
        lambda n: (
            submit(key, "sauron", expected_version=0, choices=[choice], idempotency_key=f"hand-{n}").version
        ),
    )
    assert outcomes.count(1) == 1
    assert set(outcomes) - {1} <= {"stale-version", "not-your-turn"}
    assert_nothing_is_half_done(table.game, 2)
    assert Submission.objects.count() == 1
    assert Delivery.objects.filter(kind=EventKind.TURN).count() == 1


def test_of_a_player_and_a_partner_who_answer_at_once_one_is_heard(table, rope):
    """North and South say the same at the same moment: one answer counts, the other comes too late."""
    partners.allow(rope.viewer("north"), "south", ["call"])
    key = rope.game.key

    def call(number: int) -> int:
        by = {"partner": "south"} if number % 2 else {}
        return submit(key, "north", expected_version=0, choices=["heave"], **by).version

    outcomes = at_once(20, call)
    assert outcomes.count(1) == 1
    assert set(outcomes) - {1} <= {"stale-version", "not-your-turn"}
    assert Event.objects.filter(game=rope.game).count() == 2


def test_of_twenty_reports_at_once_as_many_stay_as_may_be(table, settings):
    settings.HOUSE = replace(settings.HOUSE, reports_a_day=3)
    table.past_the_first_moves().play_out()
    viewer = table.viewer("sauron")

    def report(number: int) -> str:
        return filing.file(viewer, place="line", line=number, about="rule", text="No.").text

    outcomes = at_once(20, report)
    assert Counter(outcomes) == {"No.": 3, "too-many-reports": 17}
    assert Report.objects.count() == 3


def test_of_ten_requests_at_once_with_one_key_one_opens_a_table(table):
    _, secret = ApiToken.objects.issue(table.sauron, "program", list(ApiToken.SCOPES))
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "once"}

    def post(number: int) -> str:
        answer = Client().post(
            "/api/v1/tables/", '{"title": "duel"}', content_type="application/json", headers=headers
        )
        return str(answer.json()["key"])

    (key,) = set(at_once(10, post))
    assert Game.objects.get(owner=table.sauron).key == key


def test_pages_for_a_table_that_are_opened_at_once_show_one_seed(table):
    shown = at_once(10, lambda _: reserved_seeds.reserve(table.fellowship).commitment)
    assert set(shown) == {Reservation.objects.get().commitment}


def test_fifty_copies_of_one_submission_get_one_answer(table):
    choice = table.play().pending[0].fallback_choice()
    key = table.game.key
    outcomes = at_once(
        50,
        lambda n: (
            submit(key, "sauron", expected_version=0, choices=[choice], idempotency_key="the-same").replayed
        ),
    )
    assert outcomes.count(False) == 1
    assert outcomes.count(True) == 49
    assert_nothing_is_half_done(table.game, 2)


def test_what_is_held_is_taken_back_or_handed_over_once(table):
    table.game.terms = {**table.game.terms, "hand_over": 600}
    table.game.save()
    table.submit("sauron", table.play().pending[0].fallback_choice(), may_hold=True)
    key = table.game.key
    outcomes = at_once(
        12, lambda n: undo.take_back(key, "sauron", 1) if n % 2 else hand_over.hand_over(key, by="sauron")
    )
    (done,) = [version for version in outcomes if isinstance(version, int)]
    assert set(outcomes) - {done} <= {"takeback-barrier", "nothing-held", "stale-version"}
    assert_nothing_is_half_done(table.game, done + 1)
    handed = done == 1
    assert (table.game.held_until, table.game.published_version) == (None, 1 if handed else 0)
    assert Delivery.objects.filter(kind=EventKind.TURN).count() == handed


def test_any_number_of_workers_use_one_grace_token(table):
    Seat.objects.update(grace_left=1)
    due = table.seat("sauron").due_at + timedelta(seconds=61)
    at_once(12, lambda n: run_clocks(due))
    late = table.seat("sauron")
    assert (late.grace_left, late.flagged_at) == (0, None)
    assert late.due_at > due


def test_any_number_of_workers_flag_a_clock_once(table):
    Seat.objects.update(grace_left=0)
    due = table.seat("sauron").due_at + timedelta(seconds=61)
    assert sum(at_once(12, lambda n: run_clocks(due))) == 1
    assert Delivery.objects.filter(kind=EventKind.OFFER).count() == 2


def test_any_number_of_workers_end_a_game_once(table):
    Game.objects.update(zero_policy=Game.ZeroPolicy.FORFEIT)
    Seat.objects.update(grace_left=0)
    due = table.seat("sauron").due_at + timedelta(seconds=61)
    assert sum(at_once(12, lambda n: run_clocks(due))) == 1
    assert_nothing_is_half_done(table.game, 3)
    assert Delivery.objects.filter(kind=EventKind.FINISH).count() == 2


@pytest.fixture
def small_answer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Left has taken a bean; Right may grumble, within a day."""
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    sam, rosie = person("sam"), person("rosie")
    game = open_table(sam, title="beans", seat="left")
    tables.join(game.key, user=rosie)
    tables.start_now(game.key, sam)
    table = Table(game, sam, rosie)
    table.submit("left", 1, "keep")
    yield table
    registry.title.cache_clear()


def test_two_sweeps_at_once_settle_no_clock_twice(small_answer):
    """A small answer is given once, and its day is taken from the bank once."""
    asked = small_answer.seat("right")
    swept = asked.due_at + timedelta(seconds=61)
    assert sum(at_once(2, lambda n: run_clocks(swept))) == 1
    after = small_answer.seat("right")
    assert after.bank_ms == asked.bank_ms - 24 * 3_600_000 + 4 * 3_600_000
    assert (after.waiting_kind, after.full_decisions) == ("take", 0)
    assert Event.objects.filter(game=small_answer.game, kind="timeout").count() == 1
    assert_nothing_is_half_done(small_answer.game, 3)


def test_a_move_in_time_and_the_sweeps_settle_its_clock_once(small_answer):
    """The answer was received before zero, and is processed while two sweeps already run."""
    asked = small_answer.seat("right")
    key, swept = small_answer.game.key, asked.due_at + timedelta(seconds=61)
    received = asked.due_at - timedelta(hours=1)

    def act(number: int) -> Any:
        if number:
            return run_clocks(swept)
        choices = ["no", 1, "keep"]
        return submit(key, "right", expected_version=1, choices=choices, received_at=received).version

    moved, *swept_by = at_once(3, act)
    after = small_answer.seat("right")
    if moved == "stale-version":
        assert sum(swept_by) == 1
        assert after.bank_ms == asked.bank_ms - 24 * 3_600_000 + 4 * 3_600_000
    else:
        assert sum(swept_by) == 0
        assert after.bank_ms == asked.bank_ms - 23 * 3_600_000 + 16 * 3_600_000
    assert_nothing_is_half_done(small_answer.game, 3)


def test_any_number_of_workers_remind_once(table):
    soon = table.seat("sauron").due_at - timedelta(hours=3)
    assert sum(at_once(12, lambda n: remind(soon))) == 1


def assert_later_by(outage, before, due_at):
    """An outage is noted in whole seconds, and begins for a clock when that does."""
    assert timedelta(0) <= outage - (due_at - before) < timedelta(seconds=1)


def test_any_number_of_workers_note_an_outage_once(table):
    before, now = table.seat("sauron").due_at, timezone.now()
    pauses.compensate(now)
    gaps = at_once(6, lambda n: pauses.compensate(now + timedelta(hours=2)))
    assert sorted(gaps) == [*[timedelta(0)] * 5, timedelta(hours=2)]
    assert_later_by(timedelta(hours=2), before, table.seat("sauron").due_at)
    assert Outage.objects.get().reached is None


def test_after_an_outage_no_game_waits_for_another_that_somebody_holds(table):
    """Its due times come last, when it is free."""
    other = game_of_two("duel", (person("merry"), person("pippin")), terms={})
    before, now = table.seat("sauron").due_at, timezone.now()
    pauses.compensate(now)
    with ThreadPoolExecutor(max_workers=1) as pool:
        with transaction.atomic():
            ledger.lock(table.game.key)
            work = pool.submit(at_once, 1, lambda n: pauses.compensate(now + timedelta(hours=2)))
            while not Seat.objects.filter(game=other.game, due_at__gt=before + timedelta(hours=1)).exists():
                assert not work.done()
                sleep(0.02)
            assert table.seat("sauron").due_at == before
        assert work.result() == [timedelta(hours=2)]
    assert_later_by(timedelta(hours=2), before, table.seat("sauron").due_at)


def test_any_number_of_workers_play_a_bot_once(table):
    game = open_table(table.fellowship, title="duel", seat="fellowship", bots={"sauron": "random"})
    moves = sum(at_once(8, lambda n: sweep_bots()))
    assert moves >= 1
    assert_nothing_is_half_done(game, moves + 1)


def test_resigning_and_moving_at_once_end_in_one_order(table):
    # past the moves in which a game is broken off
    Seat.objects.filter(game=table.game).update(full_decisions=2)
    choice = table.play().pending[0].fallback_choice()
    key = table.game.key
    acts = [
        lambda: submit(key, "sauron", expected_version=0, choices=[choice]).version,
        lambda: resignation.resign(key, "fellowship"),
        lambda: resignation.resign(key, "sauron"),
    ]
    outcomes = at_once(3, lambda n: acts[n]())
    assert "game-over" in outcomes
    table.game.refresh_from_db()
    assert table.game.status == Game.Status.FINISHED
    assert Event.objects.filter(kind="resign").count() == 1
    assert_nothing_is_half_done(table.game, table.game.version + 1)


KILLED = """
import os, signal, sys
import django
from django.conf import settings
django.setup()
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from django.db import connections
connections["default"].settings_dict["NAME"] = sys.argv[1]
from games.ledger import notices
from games.play.submit import submit
def die(*args):
    os.kill(os.getpid(), signal.SIGKILL)
notices.notify_turns = die
submit(sys.argv[2], "sauron", expected_version=0, choices=[sys.argv[3]], idempotency_key="killed")
"""


def test_a_process_killed_in_the_middle_leaves_nothing(table):
    """Everything but the outbox row is written when the machine stops: then nothing has happened."""
    choice = table.play().pending[0].fallback_choice()
    before = (Game.objects.values().get(), list(Seat.objects.order_by("pk").values()))
    child = subprocess.run(
        [sys.executable, "-c", KILLED, connection.settings_dict["NAME"], table.game.key, str(choice)],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "wotr.settings_test"},
        check=False,
        timeout=120,
    )
    assert child.returncode == -signal.SIGKILL
    assert (Game.objects.values().get(), list(Seat.objects.order_by("pk").values())) == before
    assert_nothing_is_half_done(table.game, 1)
    assert not Submission.objects.exists()
    done = table.submit("sauron", choice, version=0, idempotency_key="killed")
    assert (done.version, done.replayed) == (1, False)


def test_of_many_invitations_at_once_no_more_go_out_than_may(table):
    person("sam")
    opened = [open_table(table.fellowship, title="duel").key for _ in range(5)]
    outcomes = at_once(5, lambda n: invitations.invite(opened[n], table.fellowship, "sam").state)
    assert sorted(outcomes) == ["open"] * 3 + ["too-many-invitations"] * 2
    assert Invitation.objects.count() == 3

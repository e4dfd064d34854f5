"""Every sweep finds what is due by an index of that: with nothing due it reads no game that runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from freezegun import freeze_time

from benchmarks import sweeps
from games import tasks
from games.hours import absence, pauses
from games.models import Game, Seat
from games.play import hand_over

pytestmark = pytest.mark.both_databases

#: What sweeps, and the indexes by which it finds what is due.
BY_INDEX: tuple[tuple[Callable[[], Any], set[str]], ...] = (
    (lambda: tasks.run_clocks(timezone.now()), {"seat_due"}),
    (lambda: tasks.overdue(timezone.now()), {"seat_due"}),
    (lambda: pauses.wait_for_titles(timezone.now()), {"game_of_title", "game_missing"}),
    (lambda: absence.bots_take_over(timezone.now()), {"seat_bot_due"}),
    (lambda: hand_over.sweep(timezone.now()), {"game_held"}),
    (tasks.sweep_bots, {"seat_bot_asked"}),
    (tasks.sweep_orders, {"order_run_due"}),
    (tasks.sweep_reminders, {"seat_remind"}),
    (tasks.sweep_archive, {"game_to_archive", "game_archived"}),
    (tasks.tidy, {"order_run_dropped", "games_game_status", "voice_that_left"}),
)
NAMES = (
    "clocks",
    "overdue",
    "titles",
    "seats for bots",
    "held",
    "bots",
    "orders",
    "reminders",
    "archive",
    "tidy",
)
#: How the databases say that they read a whole table of games or seats.
WHOLE = ("SCAN games_game", "SCAN games_seat", "Seq Scan on games_game", "Seq Scan on games_seat")


@pytest.fixture
def club(db: None) -> None:
    """Many games in which nothing is due."""
    sweeps.write_games(200, Random(1), timezone.now())
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


@pytest.mark.parametrize("hour", range(0, 24, 3))
def test_nothing_is_due_in_these_games_at_whatever_hour_they_are_written(db, hour):
    """Among them are games with a deadline at the same time every day."""
    sunday = datetime(2026, 11, 29, hour, 40, tzinfo=UTC)
    with freeze_time(sunday, ignore=["_pytest"]):
        sweeps.write_games(60, Random(hour), sunday)
        assert tasks.sweep_reminders() == 0
        assert tasks.run_clocks(sunday) == 0


@contextmanager
def plans() -> Iterator[list[str]]:
    """Collect how the database reads for each question that a block asks."""
    found: list[str] = []
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"

    def ask(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("SELECT", "DELETE")):
            with connection.cursor() as cursor:
                cursor.execute(f"{explain} {sql}", params)
                found.extend(str(row[-1]) for row in cursor.fetchall())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield found


@pytest.mark.parametrize(("sweep", "indexes"), BY_INDEX, ids=NAMES)
def test_with_nothing_due_it_uses_its_index(club, sweep, indexes):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # tables are small here
    with plans() as found:
        assert not sweep()
    told = "\n".join(found)
    assert indexes <= {name for name in indexes if name in told}, told
    assert not any(whole in line and "USING" not in line for line in found for whole in WHOLE), told


def test_what_is_due_is_found_among_many(club):
    """One seat for each sweep, in a game of its own, is found by it."""
    now = timezone.now()
    asked = Seat.objects.filter(waiting_since__isnull=False, bot="", absent_since__isnull=True).order_by("pk")
    timed = asked.exclude(game__clock_preset__in=("untimed", "daily"))
    late, soon, left, held = timed[:4]
    silent = asked.filter(game__clock_preset="untimed").first()
    day = timedelta(days=1)
    Seat.objects.filter(pk=soon.pk).update(waiting_since=now - 4 * day, due_at=now + day / 24, remind_at=now)
    Seat.objects.filter(pk=silent.pk).update(waiting_since=now - 3 * day, remind_at=now)
    assert tasks.sweep_reminders() == 1
    assert Seat.objects.get(pk=soon.pk).reminded_for == now + day / 24
    assert Seat.objects.get(pk=silent.pk).remind_at == now + 4 * day, "the next mark is a week"
    Seat.objects.filter(pk=left.pk).update(absent_since=now - 3 * day, bot_at=now)
    assert absence.bots_take_over(now) == 1
    assert tasks.sweep_bots() >= 1, "it is asked"
    Seat.objects.filter(pk=late.pk).update(waiting_since=now - 30 * day, due_at=now - day / 24, grace_left=0)
    assert tasks.overdue(now) == [late.game.key]
    assert tasks.run_clocks(now) == 1
    Game.objects.filter(pk=held.game_id).update(held_until=now)
    assert hand_over.sweep(now) == 1
    Game.objects.filter(pk=soon.game_id).update(title="not here")
    assert pauses.wait_for_titles(now) == 1
    Game.objects.filter(pk=soon.game_id).update(title="duel")
    assert pauses.wait_for_titles(now) == 1
    assert pauses.wait_for_titles(now) == 0

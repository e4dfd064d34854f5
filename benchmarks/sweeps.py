"""`python -m benchmarks.sweeps [--games 30000] [--seed 1] [--tree PATH]`: what a sweep costs that has nothing to do.

Many running games are written, copies of a few that were begun for real: clocks of every kind, some without one, some
against a bot, some with an absent player, each asked something, and nothing of it due. Every sweep of the beat runs
once, to deal with what is new to it, and then three times for its figures. Then the server was away for an hour: the
first sweep of the clocks after that, and its longest transaction, for which a game may have to wait.

SQLite in a folder of its own, or a database beside the one that DATABASE_URL names (tools/with_services.sh). `--tree`
names another working tree whose code is measured. Compare figures of one machine only: milliseconds are of the wall,
and those of this process's processor, without what PostgreSQL takes.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server
from benchmarks.figures import judge
from tests.costs import LOOPS, unit

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game, Seat

#: Rows that are written together, and members of the club.
AT_ONCE, MEMBERS = 1_000, 500
#: Where a game of a hundred has an absent player, whose seat a bot takes in the end.
ABSENT = 0.01
#: Hours since which a game waits at most: nothing is due then, and no mark of a long clock is reached.
LONGEST_WAIT = 40

_UNTIMED = {"clock_preset": "untimed", "clock_bank": 0, "clock_increment": 0, "clock_cap": 0}


@dataclass(frozen=True)
class Kind:
    """A kind of game: how many of a hundred are like it, its clock, and what its copies are otherwise."""

    share: int
    preset: str
    terms: dict[str, Any]
    with_bot: bool = False
    otherwise: dict[str, Any] | None = None


KINDS = (
    Kind(66, "standard", {}),
    Kind(10, "slow", {"weekend": True}),
    Kind(10, "daily", {"deadline_at": "20:00", "zone": "Europe/Berlin"}),
    Kind(6, "standard", {}, otherwise={**_UNTIMED, "visibility": "private"}),
    Kind(8, "standard", {}, with_bot=True),
)


@dataclass
class Cost:
    """What a piece of work has cost in seconds, those of the processor, statements; and its longest transaction."""

    seconds: float = 0.0
    processor: float = 0.0
    statements: int = 0
    longest: float = 0.0


@contextmanager
def measured() -> Iterator[Cost]:
    """Measure a block."""
    from django.db import connection

    cost, really, begun = Cost(), connection.set_autocommit, [0.0]

    def set_autocommit(autocommit: bool, *args: Any, **given: Any) -> None:
        if not autocommit:
            begun[0] = time.perf_counter()
        really(autocommit, *args, **given)
        if autocommit:
            cost.longest = max(cost.longest, time.perf_counter() - begun[0])

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        cost.statements += 1
        return execute(*args)

    with patch.object(connection, "set_autocommit", set_autocommit), connection.execute_wrapper(count):
        start, used = time.perf_counter(), time.process_time()
        yield cost
        cost.seconds, cost.processor = time.perf_counter() - start, time.process_time() - used


# -- games -------------------------------------------------------------------------------------


def write_games(count: int, rng: Random, now: datetime) -> None:
    """Write `count` running games that wait for somebody, with nothing due in any."""
    from accounts.models import User
    from games.models import Game, Seat

    names = (f"member{number}" for number in range(MEMBERS))
    User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in names)
    members = list(User.objects.order_by("pk"))
    patterns = [(kind, *begun(kind, members[2 * n], members[2 * n + 1])) for n, kind in enumerate(KINDS)]
    for at in range(0, count, AT_ONCE):
        chosen = rng.choices(patterns, [kind.share for kind, *_ in patterns], k=min(AT_ONCE, count - at))
        games = [copy_of(game, kind.otherwise or {}) for kind, game, _ in chosen]
        Game.objects.bulk_create(games)
        seats: list[Seat] = []
        for game, (_, _, its) in zip(games, chosen, strict=True):
            seats += seats_of(game, its, rng.sample(members, 2), rng, now)
        Seat.objects.bulk_create(seats)
    done = [game.pk for _, game, _ in patterns]
    Game.objects.filter(pk__in=done).update(status=Game.Status.CANCELLED)
    Seat.objects.filter(game__in=done).update(waiting_since=None, due_at=None)


def begun(kind: Kind, owner: "User", other: "User") -> "tuple[Game, list[Seat]]":
    """Begin a game of a kind for real, up to where a person is asked. Returns it with its seats."""
    from games.lobby import new_tables, tables
    from games.models import Game, Seat
    from games.tasks import play_bot

    bots = {"fellowship": "captain"} if kind.with_bot else {}
    wanted = new_tables.NewTable(
        "duel",
        company=new_tables.Company(seat="sauron", bots=bots),
        time=new_tables.TimeTerms(preset=kind.preset, terms={**kind.terms, "bots": True}),
        auto_start=True,
    )
    game = new_tables.open_table(owner, wanted)
    if not kind.with_bot:
        tables.join(game.key, user=other)
        tables.start_now(game.key, owner)
    play_bot(game.key)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return game, list(Seat.objects.filter(game=game))


def copy_of(game: "Game", otherwise: dict[str, Any]) -> "Game":
    """Return a game like another, not stored yet."""
    from games.models import Game, new_key

    fields = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    return Game(**{**fields, "id": None, "key": new_key(), **otherwise})


def seats_of(
    game: "Game", seats: "list[Seat]", members: "list[User]", rng: Random, now: datetime
) -> "list[Seat]":
    """Return the seats of a copy: whoever is asked has been so for some hours, and nothing is due to them for long."""
    from games.models import Seat
    from games.time import clocks, marks

    made = []
    for seat, member in zip(seats, members, strict=True):
        fields = {field.attname: getattr(seat, field.attname) for field in Seat._meta.concrete_fields}
        own = Seat(**{**fields, "id": None, "game_id": game.pk, "user_id": None if seat.bot else member.pk})
        own.user = None if seat.bot else member
        if own.waiting_since is not None and not own.bot:
            if rng.random() < ABSENT:
                own.absent_since = now - timedelta(hours=1)
                if hasattr(own, "bot_at"):
                    own.bot_at = now + timedelta(days=2)
            longest, soon = float(LONGEST_WAIT), now + timedelta(hours=1)
            while True:
                since = now - timedelta(hours=rng.uniform(0, longest))
                clocks.ask(game, own, seat.waiting_kind, seat.waiting_weight, since)
                moments = [at for at in (own.due_at, *marks.moments_of(game, own)) if at is not None]
                if min(moments, default=soon) >= soon:
                    break
                longest *= 0.8
        made.append(own)
    return made


# -- figures -----------------------------------------------------------------------------------


def sweep(name: str) -> Callable[[], Any]:
    """Return the work of a task by its dotted name."""
    module, _, function = name.rpartition(".")
    return getattr(import_module(module), function).run  # type: ignore[no-any-return]


def figures(console: Console, times: int) -> dict[str, float]:
    """Print what each sweep of the beat costs. Returns the loops of `tests.costs` that each takes."""
    from django.conf import settings

    table, loops = Table("sweep", "every, s", "ms", "processor, ms", "statements"), {}
    for name, plan in settings.CELERY_BEAT_SCHEDULE.items():
        work, costs = sweep(plan["task"]), []
        work()
        for _ in range(times):
            with measured() as cost:
                work()
            costs.append(cost)
        medians = (
            statistics.median(cost.seconds for cost in costs),
            statistics.median(cost.processor for cost in costs),
        )
        spent = [f"{1000 * median:.1f}" for median in medians]
        table.add_row(name, f"{plan['schedule']:g}", *spent, str(costs[-1].statements))
        loops[name] = medians[1] / (unit() / LOOPS)
    console.print(table)
    return loops


def outage(console: Console) -> float:
    """Print what the first sweep of the clocks costs after an outage of an hour. Returns loops, as `figures`."""
    from django.utils import timezone

    from games.hours import pauses

    pauses.beat(timezone.now() - timedelta(hours=1))
    with measured() as cost:
        sweep("games.tasks.sweep_clocks")()
    console.print(
        f"after an outage: {cost.seconds:.1f} s ({cost.processor:.1f} of the processor), {cost.statements} statements, "
        f"longest transaction {1000 * cost.longest:.0f} ms"
    )
    return cost.processor / (unit() / LOOPS)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweeps", description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--times", type=int, default=3, help="runs of each sweep, of which the median counts")
    parser.add_argument(
        "--tree", type=Path, default=None, help="the working tree that is measured, if not this one"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.tree is not None:
        os.chdir(given.tree)  # Celery looks for modules there first
        sys.path.insert(0, os.getcwd())
    console = Console()
    with empty_server():
        from django.db import connection
        from django.utils import timezone

        begin = time.perf_counter()
        write_games(given.games, Random(given.seed), timezone.now())
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("VACUUM ANALYZE")  # as the server does by itself in time
        took = time.perf_counter() - begin
        console.print(f"{connection.vendor}, seed {given.seed}: {given.games} games, written in {took:.0f} s")
        found = {
            f"{name}, {given.games:,} games": loops for name, loops in figures(console, given.times).items()
        }
        found[f"an outage, {given.games:,} games"] = outage(console)
        return judge(f"loops, seed {given.seed}", found)


if __name__ == "__main__":
    sys.exit(main())

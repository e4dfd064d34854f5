"""`python -m benchmarks.mended_rules [--games 3000] [--patterns 24] [--seed 1] [--processes N]`: rules are mended.

Games of every title are played at random up to a moment somewhere in them (War of the Ring with and without its
expansions, half of all games), and copied, log and all, until there are as many as are wanted. Then it is as if they
had been begun by the version before: `manage.py lead_over --check` plays them all again, as before a deployment, and
`manage.py lead_over` leads them over, as with it.

SQLite in a folder of its own, or a database beside the one that DATABASE_URL names (tools/with_services.sh). The
figure is processor time a game, in loops of `tests.costs`; the minutes for 30,000 are of this machine's wall.
"""

import argparse
import os
import resource
import sys
import time
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks.empty_server import empty_server
from benchmarks.figures import judge
from tests.costs import LOOPS, unit

if TYPE_CHECKING:
    from games.models import Game

#: What is played, by title and options, in turns: half of it is War of the Ring.
PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("war-of-the-ring", {}),
    ("duel", {}),
    ("war-of-the-ring", {"lords": True}),
    ("risk", {}),
    ("war-of-the-ring", {"lords": True, "kings": True}),
    ("duel", {}),
)
#: Rows that are written together.
AT_ONCE = 500
#: Games that have to be looked at within so many minutes.
WANTED, MINUTES = 30_000, 20


def patterns(number: int, rng: Random) -> "list[Game]":
    """Return running games, each played up to a moment somewhere in it."""
    from benchmarks.preparation import begin, script
    from games.models import Game
    from games.play.submit import submit

    made: list[Game] = []
    for count, (title, options) in zip(range(number), cycle(PLAYED), strict=False):
        game = begin(f"pattern{count}", title, options)
        moves = script(game, rng, chains=True)
        for seat, version, choices in moves[: rng.randrange(1, len(moves))]:
            submit(game.key, seat, expected_version=version, choices=choices)
        made.append(Game.objects.get(pk=game.pk))
    return made


def write_copies(of: "list[Game]", number: int, rng: Random) -> int:
    """Copy games with their logs, as if they had been begun by the version before. Returns the entries."""
    from django.db import connection

    from games.models import Checkpoint, Event, Game, LogLine, Seat, new_key

    fields = [field.attname for field in Game._meta.concrete_fields if field.attname not in ("id", "key")]
    for at in range(0, number, AT_ONCE):
        chosen = rng.choices(of, k=min(AT_ONCE, number - at))
        games = [Game(key=new_key(), **{name: getattr(game, name) for name in fields}) for game in chosen]
        Game.objects.bulk_create(games)
        for model in (Seat, Event, Checkpoint, LogLine):
            columns = [f'"{field.column}"' for field in model._meta.concrete_fields]
            own = ", ".join(name for name in columns if name not in ('"id"', '"game_id"'))
            table = model._meta.db_table
            with connection.cursor() as cursor:
                cursor.executemany(
                    f"INSERT INTO {table} (game_id, {own}) SELECT %s, {own} FROM {table} WHERE game_id = %s",
                    [(made.pk, game.pk) for made, game in zip(games, chosen, strict=True)],
                )
    Game.objects.filter(pk__in=[game.pk for game in of]).update(status=Game.Status.CANCELLED)
    for game in Game.objects.filter(status=Game.Status.RUNNING).iterator():
        Game.objects.filter(pk=game.pk).update(rules_version=game.rules_version - 1)
    return Event.objects.filter(game__status=Game.Status.RUNNING).count()


def lead_over(*arguments: str) -> tuple[float, float]:
    """Run the command. Returns seconds of the wall, and of all its processors."""
    from django.core.management import call_command

    def used() -> float:
        own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime

    began, before = time.perf_counter(), used()
    call_command("lead_over", *arguments)
    return time.perf_counter() - began, used() - before


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mended_rules", description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--patterns", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    console, rng, figures = Console(width=110), Random(chosen.seed), {}
    with empty_server():
        entries = write_copies(patterns(chosen.patterns, rng), chosen.games, rng)
        console.print(f"{chosen.games:,} running games, {entries:,} entries, seed {chosen.seed}")
        for name, arguments in (("looked at before", ["--check"]), ("led over", [])):
            wall, processor = lead_over(*arguments, f"--processes={chosen.processes}")
            figures[f"mended rules, a game {name}"] = processor / chosen.games / (unit() / LOOPS)
            minutes = wall / chosen.games * WANTED / 60
            console.print(
                f"{name}: {wall:.0f} s, {1000 * processor / chosen.games:.1f} ms of the processor a game; "
                f"{WANTED:,} games in {minutes:.1f} minutes (must {MINUTES})"
            )
    return judge("mended rules", figures)


if __name__ == "__main__":
    sys.exit(main())

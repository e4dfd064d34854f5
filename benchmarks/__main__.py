"""`python -m benchmarks [--quick]`: the figures beside their aims. Compare figures of one run only.

Behind them, without `--quick`, the benchmarks with a command of their own. The exit code is 1 where one of these finds
a figure that is worse than the one that docs/performance.md keeps.
"""

import argparse
import os
import subprocess
import sys

from rich.console import Console
from rich.table import Table

import rules
from benchmarks import server
from rules.core import bench

#: What we must reach and aim for (two cores), by a part of the measure's name; the first that fits counts.
AIMS = {
    "random full loop": ("10,000", "30,000"),
    "apply one choice": ("250 / 800", "50 / 200"),
    "list the choices": ("200 / – / 10,000", "50 / – / 3,000"),
    "replay, µs an entry": ("200", "30"),
    "checkpoint at the end": ("16,384", "8,192"),
    "SQLite: submissions a second": ("250", "500"),
    "PostgreSQL: submissions a second": ("330", "600"),
    "PostgreSQL: decisions a second": ("530", "1,200"),
    "serve: processor time": ("6", ""),
    "a submission, saturated": ("p95 110", "p95 75"),
    "at a calm": ("15 / 30", "8 / 20"),
    "unchanged views": ("1,500", "3,000"),
    "action 1,000": ("1.20", "1.00"),
    "row of an event": ("400", "200"),
    "growth of the database": ("4,096", "1,536"),
    "a position, bytes": ("16,384", "8,192"),
    "two web workers": ("290", "200"),
    "the game page": ("100 / 300", ""),
    "the board of War of the Ring": ("100 / 300", ""),
}

#: What is run behind the table, on SQLite and with the services.
ALONE = ("moves", "sweeps", "mended_rules", "lists --games 1000 --games 100000", "memory", "glimpses")
WITH_SERVICES = ("outbox", "growth", "streams", "memory --services")


def others() -> int:
    """Run the other benchmarks. Returns 1 if one has found a figure that is worse."""
    alone = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    runs = [(each, alone) for each in ALONE]
    if os.environ.get("DATABASE_URL"):
        runs += [(each, dict(os.environ)) for each in WITH_SERVICES]
    worse = False
    for each, environment in runs:
        print(f"\npython -m benchmarks.{each}", flush=True)
        module, *words = each.split()
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{module}", *words], env=environment, check=False
        )
        worse |= done.returncode != 0
    return int(worse)


def aims_of(name: str) -> tuple[str, str]:
    """Return must and aim of a measure."""
    return next((aim for part, aim in AIMS.items() if part in name), ("", ""))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    seconds = 2.0 if chosen.quick else 4.0
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    table = Table(title=f"{os.cpu_count()} cores, {memory:.0f} GiB")
    for column in ("measure", "here", "must", "aim"):
        table.add_column(column, justify="left" if column == "measure" else "right")
    figures = bench.measure(rules.title("duel"), 50 if chosen.quick else 200, 0 if chosen.quick else 100)
    figures += server.measure_embedded(seconds=seconds)
    for database in ("", os.environ.get("DATABASE_URL", "")):
        figures += server.measure("PostgreSQL" if database else "SQLite", database, seconds=seconds)
        if not os.environ.get("DATABASE_URL"):
            break
    for name, value in figures:
        table.add_row(name, value, *aims_of(name))
    Console(width=110).print(table)
    return 0 if chosen.quick else others()


if __name__ == "__main__":
    sys.exit(main())

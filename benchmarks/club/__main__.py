"""`python -m benchmarks.club [--games 500] [--seed 1] [--title duel]`: a year, and what the referee found."""

import argparse
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server


def main() -> int:
    """Print what was found. Returns 1 if a rule was broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.club")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument(
        "--title", action="append", help="may be given several times, with options: 'risk players=4'"
    )
    chosen = parser.parse_args()
    with empty_server():
        from benchmarks.club.year import RISK, Year

        titles = tuple(chosen.title or ("duel", "duel", "war-of-the-ring", *RISK))
        found = Year(chosen.seed, chosen.games, days=chosen.days, titles=titles).run()
    table = Table(title=f"A year of {found.games} games, seed {found.seed}, {found.seconds:.0f} s")
    table.add_column("what was put to the test")
    table.add_column("times", justify="right")
    for rule, times in sorted(found.checks.items()):
        table.add_row(rule, f"{times:,}")
    console = Console(width=110)
    console.print(table)
    console.print(f"{found.played} games ended, {found.events:,} events; {len(found.violations)} violations")
    for words in found.violations[:20]:
        console.print(words, markup=False)
    return 1 if found.violations else 0


if __name__ == "__main__":
    sys.exit(main())

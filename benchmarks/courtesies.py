"""`python -m benchmarks.courtesies [--positions 200] [--misspelt 2000] [--seed 1]`: how mails are read.

Every courtesy of `courtesies.toml` (what people and their programs write above and below a move, in 24 languages) is
put around a move in positions of every title, and the mail is read as the server reads it. It is lost if anything else
comes out of it than that move. A name that is an answer where it stands is counted apart: such a mail is refused with
both readings. Then moves with one slip of the fingers are mailed, alone and behind another move: none may be left
aside, and none played as another.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server


def read_courtesies(console: Console, count: int, seed: int, file: Path | None, show: int) -> float:
    """Print what becomes of friendly mails, and the first `show` of the others. Returns the greatest share lost."""
    from benchmarks import mails

    known = mails.courtesies(*([file] if file else []))
    table = Table("title", "mails", "played", "lost", "lost, %", "both readings", title=f"seed {seed}")
    others: Counter[tuple[str, ...]] = Counter()
    worst = 0.0
    for title in mails.TITLES:
        rng, found = Random(f"{seed} {title}"), Counter[str]()
        for play in mails.positions(title, count, rng):
            seat, move = mails.written(play, rng)
            judge = mails.reader_of(play, seat)
            for courtesy in known:
                what = mails.outcome(courtesy, move, judge)
                found[what] += 1
                if what != "played":
                    others[(title, what, *courtesy.above, "…", *courtesy.below)] += 1
        share = 100 * found["lost"] / found.total()
        worst = max(worst, share)
        numbers = (found.total(), found["played"], found["lost"])
        table.add_row(title, *map(str, numbers), f"{share:.2f}", str(found["doubtful"]))
    console.print(table)
    for mail, times in others.most_common(show):
        console.print(times, *mail, sep=" | ", markup=False)
    return worst


def read_slips(console: Console, count: int, seed: int) -> int:
    """Print what becomes of misspelt moves. Returns how many were not refused."""
    from benchmarks import mails

    table = Table("title", "misspelt moves", "refused", "left aside", "played", title=f"seed {seed}")
    wrong = 0
    for title in mails.TITLES:
        rng, found = Random(f"{seed} slips {title}"), Counter[str]()
        while found.total() < count // len(mails.TITLES):
            for play in mails.positions(title, 20, rng):
                fate, words = mails.fate_of_slip(play, rng)
                found[fate] += bool(fate)
                if fate in ("left aside", "played"):
                    console.print(title, fate, *words, sep=" | ", markup=False)
        wrong += found["left aside"] + found["played"]
        table.add_row(
            title, *map(str, (found.total(), found["refused"], found["left aside"], found["played"]))
        )
    console.print(table)
    return wrong


def main() -> int:
    """Print both. Returns 1 where half a percent of the mails was lost, or one misspelt move was not refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--misspelt", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=None, help="other courtesies than ours")
    parser.add_argument(
        "--show", type=int, default=0, help="how many of the mails that were not played are shown"
    )
    given = parser.parse_args()
    console = Console()
    with empty_server():
        lost = read_courtesies(console, given.positions, given.seed, given.file, given.show)
        wrong = read_slips(console, given.misspelt, given.seed)
    return int(lost >= 0.5 or wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

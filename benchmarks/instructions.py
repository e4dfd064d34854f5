"""`python -m benchmarks.instructions`: how many of the processor's instructions a choice takes in each title.

The first 2,000 choices of seeded random games are listed, chosen and applied under valgrind, and what a process takes
that makes no choice is subtracted. Instructions hardly depend on what else a machine does. How many one step of Python
takes depends on how Python was built, so a figure counts passes of `reference`, a loop that is counted in the same way;
what is left of that (3 to 5 %) is why figures are kept for each version of Python. They stand in docs/performance.md,
each with the reason why it is what it is.
"""

import os
import platform
import re
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import rules
from rules.core.bench import listed_choice

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "performance.md"
CHOICES = 2000
#: Passes of the loop that are counted.
PASSES = 10_000
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
PYTHON = platform.python_version()
#: Whose random moves choices are compared with where python-chess is installed (`tools/engine.sh`).
CHESS = "chess"
_KEPT = re.compile(r"^\| (\S+) \| (\d\.\d+\.\d+) \| ([0-9.]+) \| ([0-9a-f]{8}) \| .+ \|$", re.MULTILINE)


class Figure(NamedTuple):
    """The cost of a choice of a title: passes of the loop, and a sum over the choices, which says whether two figures
    were taken of the same ones."""

    passes: float
    choices: str


def walk(title: str, choices: int) -> str:
    """Make random choices, game after game; returns the sum over them."""
    made, seed, total = 0, 0, 0
    options = rules.title(title).normalise_options({})
    while made < choices:
        game, rng = rules.new_game(title, options, rules.Seeded(seed)), Random(seed)
        seed += 1
        while not game.is_over and made < choices:
            decision = rng.choice(game.pending)
            choice = listed_choice(decision, rng)
            total = zlib.crc32(repr((decision.seat, decision.kind, choice)).encode(), total)
            game.choose(decision.seat, choice)
            made += 1
    return f"{total:08x}"


def chess_walk(moves: int) -> str:
    """Make random moves of chess as `walk` makes choices, with python-chess; returns the sum over them.

    A game ends where no move is legal, or after 75 moves of both without capture or pawn.
    """
    import chess

    made, seed, total = 0, 0, 0
    while made < moves:
        board, rng = chess.Board(), Random(seed)
        seed += 1
        while made < moves and board.halfmove_clock < 150 and (legal := list(board.legal_moves)):
            move = rng.choice(legal)
            total = zlib.crc32(repr((board.turn, move.uci())).encode(), total)
            board.push(move)
            made += 1
    return f"{total:08x}"


class _Piece:
    __slots__ = ("count", "kind")

    def __init__(self, kind: str, count: int) -> None:
        self.kind, self.count = kind, count

    def weight(self, more: int = 0) -> int:
        return self.count + more if self.kind != "none" else 0


def reference(passes: int) -> int:
    """Do again and again what an engine does: objects, generators, dictionaries, sets, sorting, text."""
    total = 0
    for number in range(passes):
        pieces = [_Piece(kind, number + place) for place, kind in enumerate(("army", "fleet", "none", "spy"))]
        held = {f"{piece.kind}-{place}": piece for place, piece in enumerate(pieces)}
        total += sum(piece.weight(more=1) for piece in held.values() if isinstance(piece, _Piece))
        kinds = {piece.kind for piece in pieces if piece.count % 2}
        for name in sorted(held, reverse=bool(number & 1)):
            found = held.get(name)
            if found is not None and found.kind in kinds and not name.startswith("none"):
                total += len(tuple(kinds | {name})) + found.weight()
    return total


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run this module with the last two words in a process of its own, under what stands before them."""
    environment = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": "0"}
    whole = [*command[:-2], sys.executable, "-m", __spec__.name, *command[-2:]]
    return subprocess.run(whole, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)


def instructions(what: str, number: int) -> float:
    """Return the instructions of one of so many choices in a title, or passes of the `reference`."""
    counted = []
    for times in (number, 0):
        told = run(*VALGRIND, what, str(times)).stderr
        found = re.search(r"I\s+refs:\s+([\d,]+)", told)
        assert found is not None, told
        counted.append(int(found[1].replace(",", "")))
    return (counted[0] - counted[1]) / number


def of_a_pass() -> float:
    """Return the instructions of one pass of the loop."""
    run("reference", "1")  # compiles what is imported, which would be counted otherwise
    return instructions("reference", PASSES)


def measure(title: str, a_pass: float) -> Figure:
    """Return the figure of a title, where one pass of the loop takes so many instructions."""
    choices = run(title, str(CHOICES)).stdout.strip()  # compiles, too
    return Figure(instructions(title, CHOICES) / a_pass, choices)


def kept() -> dict[tuple[str, str], Figure]:
    """Return the figures in docs/performance.md, by title and version of Python."""
    rows = _KEPT.findall(DOCUMENT.read_text(encoding="utf-8"))
    return {(title, python): Figure(float(passes), choices) for title, python, passes, choices in rows}


def main() -> None:
    """Print the figures beside those that are kept; with a title and a number only make so many choices."""
    if len(sys.argv) == 3:
        title, number = sys.argv[1], int(sys.argv[2])
        walks = {"reference": reference, CHESS: chess_walk}
        print(walks[title](number) if title in walks else walk(title, number))
        return
    table = Table("title", "Python", "passes a choice", "choices", "kept", "choices", "of python-chess")
    a_pass = of_a_pass()
    chess = measure(CHESS, a_pass).passes if find_spec(CHESS) else None
    for title in rules.own_titles():
        here, before = measure(title, a_pass), kept().get((title, PYTHON))
        beside = (f"{before.passes:.2f}", before.choices) if before else ("", "")
        steps = f"{chess / here.passes:.2f}" if chess else ""
        table.add_row(title, PYTHON, f"{here.passes:.2f}", here.choices, *beside, steps)
    Console().print(f"one pass: {a_pass:,.0f} instructions", table)


if __name__ == "__main__":
    main()

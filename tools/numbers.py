"""`python -m tools.numbers`: move each number of cards and Sovereigns by one, and list those that nothing notices.

For each a process of its own reads the moved file and runs the tests that a mark says are about this card, then those
of all files that name it (where there are none, of its folder), until one fails. Returns 1 if a number is left over.
"""

import os
import sys
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis  # noqa: F401 (what all processes need is imported before they part)
import msgspec  # noqa: F401
import pytest

from tools.mutants.marks import cited
from tools.mutants.sites import ROOT, Mutant, numbers

WAR = "rules/war_of_the_ring/sets/{}/data/{}.json"
#: The data, and the folder of the tests about it.
DATA = {
    WAR.format("base", "event-facts"): "tests/rules/war_of_the_ring",
    WAR.format("lords", "event-facts"): "tests/rules/war_of_the_ring/lords",
    WAR.format("kings", "event-facts"): "tests/rules/war_of_the_ring/kings",
    WAR.format("kings", "sovereigns"): "tests/rules/war_of_the_ring/kings",
    "rules/risk/data/adventure-cards.json": "tests/rules/risk",
}
#: Without Django and its database, for which the rules have no use, and without the fixtures that are made for it.
OPTIONS = (
    "-q",
    "-x",
    "-n",
    "0",
    "-p",
    "no:django",
    "--confcutdir=tests/rules",
    "-o",
    "timeout=60",
    "--tb=no",
)


class Only:
    """Runs the tests that are marked with something, and notes which one failed."""

    def __init__(self, about: str) -> None:
        self._about = about
        self.failed = ""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Deselect what is about something else."""
        if self._about:
            items[:] = [item for item in items if self._about in cited(item)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed:
            self.failed = report.nodeid


class Found(NamedTuple):
    """A moved number, and the test that has noticed it, if any did."""

    number: Mutant
    noticed: str


def move(number: Mutant) -> None:
    """Let this process read the file as if the number were another."""
    file = ROOT / number.file
    source = file.read_bytes()
    moved = source[: number.start] + number.after.encode() + source[number.end :]
    read_bytes, read_text = Path.read_bytes, Path.read_text

    def bytes_of(path: Path) -> bytes:
        return moved if path == file else read_bytes(path)

    def text_of(path: Path, *given: Any, **named: Any) -> str:
        return moved.decode() if path == file else read_text(path, *given, **named)

    Path.read_bytes, Path.read_text = bytes_of, text_of  # type: ignore[method-assign, assignment]


def tell(number: Mutant) -> Found:
    """Run tests about a moved number until one fails."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    folder = DATA[number.file]
    files = sorted((ROOT / folder).rglob("test_*.py"))
    naming = [str(file.relative_to(ROOT)) for file in files if f'"{number.about}"' in file.read_text("utf-8")]
    move(number)
    for about, paths in ((number.about, naming), ("", naming or [folder])):
        only = Only(about)
        if (code := pytest.main([*OPTIONS, *paths], [only])) not in (0, 5):
            return Found(number, only.failed or f"pytest ends with {code}")
    return Found(number, "")


def sound(tests: set[str]) -> bool:
    """Return whether these tests pass as long as nothing is moved."""
    return bool(pytest.main([*OPTIONS, *sorted(tests)]) == 0)


def main() -> int:
    """Print every number that can be moved without anybody noticing it."""
    every = [number for name in DATA for number in numbers(name)]
    with get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        found = []
        for one, noticed in pool.imap_unordered(tell, every, chunksize=1):
            found.append(Found(one, noticed))
            if not noticed:
                print(
                    f"{one.file}:{one.line} {one.about}: {one.before} -> {one.after}, byte {one.start}",
                    flush=True,
                )
    left = sum(not noticed for _, noticed in found)
    print(f"{len(every)} numbers moved, {left} of which nobody noticed")
    noticing = {noticed for _, noticed in found if "::" in noticed}
    if not sound(noticing):
        print("Some of the tests that noticed a number fail without that, too")
        return 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())

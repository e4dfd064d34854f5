"""Every mutant against the tests that reach it: forks for what asks at run time, a process for what is read once."""

import json
import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tools.mutants.reach import Reached, Test, pytest
from tools.mutants.sites import Mutant
from tools.mutants.tree import with_data

#: Tests that read records of whole games come last, and have at least this part of the budget.
FOR_GOLDEN = 0.25
#: For so many seconds a mutant may sleep: no test waits longer for anything.
ASLEEP = 300


@dataclass(frozen=True)
class Bounds:
    """The bounds of a mutant: `budget` processor seconds of tests are chosen for it, at `limit` it is stopped."""

    budget: float
    limit: float
    jobs: int


@dataclass(frozen=True)
class Chosen:
    """The tests for a mutant in their order, and how many there are in all."""

    tests: tuple[str, ...]
    of: int


class Choosing:
    """Which tests a mutant meets: those that reach it, cheapest first, golden ones last."""

    def __init__(self, tree: Path, reached: Reached, probes: dict[int, tuple[int, int]]) -> None:
        self._tree, self.reached, self._probes = tree, reached, probes

    def for_mutant(self, mutant: Mutant, budget: float) -> Chosen:
        """Choose tests of so many processor seconds."""
        tiers = self._for_data(mutant) if mutant.app == "data" else self._for_code(mutant)
        quiet = [[test for test in tier if not test.golden] for tier in tiers]
        golden = [[test for test in tier if test.golden] for tier in tiers]
        first = _cheapest(quiet, budget * (1 - FOR_GOLDEN))
        last = _cheapest(golden, budget - sum(test.seconds for tier in first for test in tier))
        everything = {test.name for tier in tiers for test in tier}
        return Chosen(tuple(name for tier in (*first, *last) for name in _by_file(tier)), len(everything))

    def is_fresh(self, mutant: Mutant) -> bool:
        """Return whether the mutant acts where a module is imported, so that no fork can switch it on."""
        return mutant.app == "data" or mutant.eager or mutant.number in self.reached.imported

    def _for_code(self, mutant: Mutant) -> list[list[Test]]:
        own, beside = self._probes.get(mutant.number, (mutant.number, mutant.number))
        tests = self.reached.tests.values()
        tiers = [[test for test in tests if {mutant.number, own} & test.reached]]
        tiers.append([test for test in tests if beside in test.reached])
        if mutant.number in self.reached.imported:
            dotted = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            package = dotted.rpartition(".")[0]
            tiers += [self._in_files_with(name) for name in (dotted, package)]
        return tiers

    def _for_data(self, mutant: Mutant) -> list[list[Test]]:
        marked = [t for t in self.reached.tests.values() if mutant.about in t.marks] if mutant.about else []
        mentioned = self._in_files_with(f'"{mutant.about}"') if mutant.about else []
        folder = mutant.file.removeprefix("rules/").partition("/data/")[0].replace("/sets", "")
        folder = f"tests/rules/{folder.removesuffix('/base')}/"
        beside = [t for t in self.reached.tests.values() if t.name.startswith(folder)]
        return [marked, [t for t in mentioned if t.name.startswith("tests/rules/")], beside]

    def _in_files_with(self, words: str) -> list[Test]:
        files = {file for file, text in self._sources.items() if words in text}
        return [test for test in self.reached.tests.values() if test.name.partition("::")[0] in files]

    @cached_property
    def _sources(self) -> dict[str, str]:
        files = {name.partition("::")[0] for name in self.reached.tests}
        return {name: (self._tree / name).read_text(encoding="utf-8") for name in files}


def _cheapest(tiers: Iterable[Iterable[Test]], budget: float) -> list[list[Test]]:
    """Return the cheapest tests of each tier, as long as the budget lasts."""
    seen, chosen = set(), list[list[Test]]()
    for tier in tiers:
        chosen.append([])
        for test in sorted(tier, key=lambda one: (one.seconds, one.name)):
            if test.name not in seen and (budget := budget - test.seconds) >= 0:
                seen.add(test.name)
                chosen[-1].append(test)
    return chosen


def _by_file(tests: Sequence[Test]) -> list[str]:
    """Order tests by file, so that what a file sets up once is set up once; the cheapest file comes first."""
    files: dict[str, list[Test]] = {}
    for test in tests:
        files.setdefault(test.name.partition("::")[0], []).append(test)
    cheapest = sorted(files.values(), key=lambda of: sum(test.seconds for test in of) / len(of))
    return [test.name for of in cheapest for test in of]


class Runs:
    """Runs mutants in the tree; what they come to is told in the order in which they end."""

    def __init__(self, work: Path, choosing: Choosing, bounds: Bounds) -> None:
        self._work, self._choosing, self._bounds = work, choosing, bounds
        self._plans = work / "plans"
        shutil.rmtree(self._plans, ignore_errors=True)
        self._plans.mkdir()

    def run(self, mutants: Sequence[Mutant]) -> dict[int, dict[str, Any]]:
        """Return the verdict for each, with the test that killed it and how many of all tests had a say."""
        chosen = {one.number: self._choosing.for_mutant(one, self._bounds.budget) for one in mutants}
        met = [one for one in mutants if chosen[one.number].tests]
        forks = {m.number: chosen[m.number].tests for m in met if not self._choosing.is_fresh(m)}
        found = self._plan("forks", self._work / "tree", forks) if forks else {}
        fresh = [one for one in met if self._choosing.is_fresh(one)]
        with ThreadPoolExecutor(self._bounds.jobs) as pool:
            for told in pool.map(lambda m: self._fresh(m, chosen[m.number].tests), fresh):
                found |= told
        found |= self._unsound(fresh, found)
        for one in mutants:
            line = found.setdefault(one.number, {"verdict": "not reached" if one not in met else "lost"})
            line["of"] = chosen[one.number].of
        return found

    def _fresh(self, mutant: Mutant, tests: tuple[str, ...]) -> dict[int, dict[str, Any]]:
        tree = self._work / "tree"
        if mutant.app == "data":
            tree = self._work / f"data-{mutant.number}"
            shutil.rmtree(tree, ignore_errors=True)
            with_data(self._work / "tree", tree, mutant)
        found = self._plan(str(mutant.number), tree, {mutant.number: tests}, alone=True)
        if mutant.app == "data":
            shutil.rmtree(tree)
        return found or {
            mutant.number: {"verdict": "killed", "killer": "", "why": "nothing could be imported"}
        }

    def _unsound(self, fresh: list[Mutant], found: dict[int, dict[str, Any]]) -> dict[int, dict[str, Any]]:
        """Ask whoever killed what was read once, whether they fail without it, too."""
        fell = ((one.number, found[one.number].get("killer")) for one in fresh)
        killers: dict[int, tuple[str, ...]] = {number: (killer,) for number, killer in fell if killer}
        if not killers:
            return {}
        without = self._plan("without", self._work / "tree", killers, alone=True, active=0)
        return {
            number: found[number] | {"verdict": "unsound"}
            for number, line in without.items()
            if line["verdict"] != "survived"
        }

    def _plan(
        self,
        name: str,
        tree: Path,
        tests: dict[int, tuple[str, ...]],
        *,
        alone: bool = False,
        active: int | None = None,
    ) -> dict[int, dict[str, Any]]:
        """Let one process of pytest run each mutant of a plan."""
        out, file = self._plans / f"{name}.jsonl", self._plans / f"{name}.json"
        limit = self._bounds.limit
        plan = {"mutants": [{"number": n, "tests": of} for n, of in tests.items()], "alone": alone}
        plan |= {
            "jobs": 1 if alone else self._bounds.jobs,
            "limit": limit,
            "asleep": ASLEEP,
            "out": str(out),
        }
        plan["switch"] = active is None
        file.write_text(json.dumps(plan), encoding="utf-8")
        files = sorted({test.partition("::")[0] for of in tests.values() for test in of})
        number = next(iter(tests)) if alone and active is None else 0
        done = pytest(
            tree, "-s", "-n", "0", "--continue-on-collection-errors", *files,
            MUTANTS_PLAN=str(file), MUTANT=str(number),
        )  # fmt: skip
        (self._plans / f"{name}.output").write_text(done.stdout + done.stderr, encoding="utf-8")
        lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
        return {line["number"]: line for line in map(json.loads, lines)}

"""The plugin of pytest: which tests reach which sites, or what a list of tests says to each of some mutants.

`MUTANTS_REACH` names a folder for the first, `MUTANTS_PLAN` a file for the second. It runs inside the copied tree.
"""

import inspect
import json
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.marks import cited

try:
    import _mutants  # type: ignore[import-not-found]  # in the copied tree
except ModuleNotFoundError:
    from tools.mutants import switch as _mutants

#: As if it were a site: a record of a title was opened.
GOLDEN = 0
#: Where records lie, in the package of each title.
RECORDS = re.compile(r"\brules/\w+/records/")


def _spent() -> float:
    """Return the processor seconds of this process and of those that it has waited for."""
    return sum(os.times()[:4])


class Reach:
    """Writes a line for every test: how it ended, what it cost, which sites it reached, what it cites."""

    def __init__(self, folder: Path) -> None:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self._told = folder / f"{worker}.told"
        self._file = (folder / f"{worker}.jsonl").open("a", encoding="utf-8")
        self._wide: dict[Any, set[int]] = {}
        self._golden_modules: set[str] = set()
        self._imported: list[int] = []
        self._passed = self._cut = False
        self._longest = float(os.environ.get("MUTANTS_LONGEST", "0"))
        signal.signal(signal.SIGPROF, self._too_long)
        # Children append; this process reads its own set.
        os.environ["MUTANTS_REACHED"] = str(self._told)
        sys.addaudithook(self._opened)

    def _too_long(self, *_: Any) -> None:
        """Leave a test that has cost enough; what it has reached so far counts. Hypothesis lets a skip pass."""
        self._cut = True
        pytest.skip("it has cost enough")

    @staticmethod
    def _opened(event: str, details: tuple[Any, ...]) -> None:
        if event == "open" and RECORDS.search(str(details[0])):
            _mutants.REACHED.add(GOLDEN)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        before = GOLDEN in _mutants.REACHED
        _mutants.REACHED.discard(GOLDEN)
        report = yield
        if isinstance(collector, pytest.Module) and GOLDEN in _mutants.REACHED:
            self._golden_modules.add(collector.nodeid)
        if before:
            _mutants.REACHED.add(GOLDEN)
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._imported = sorted(_mutants.REACHED)
        self._file.write(json.dumps({"imported": self._imported}) + "\n")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        # What many tests need is not left half made, however long it takes.
        left, _ = signal.setitimer(signal.ITIMER_PROF, 0)
        before = set(_mutants.REACHED)
        _mutants.REACHED.clear()
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, left)
            self._wide[fixturedef] = set(_mutants.REACHED)
            _mutants.REACHED.update(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: Any
    ) -> Generator[None, pytest.TestReport, Any]:
        report = yield
        if report.when == "setup":
            self._passed = report.passed
        self._passed = self._passed and report.passed
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        _mutants.REACHED.clear()
        self._told.write_bytes(b"")
        spent = _spent()
        self._cut = False
        signal.setitimer(signal.ITIMER_PROF, self._longest)
        done = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        reached = set(_mutants.REACHED) | set(map(int, self._told.read_text("ascii").split()))
        for used in item._fixtureinfo.name2fixturedefs.values():
            for one in used:
                reached |= self._wide.get(one, set())
        line = {
            "test": item.nodeid,
            "passed": self._passed or self._cut,
            "cut": self._cut,
            "seconds": round(_spent() - spent, 4),
            "golden": self._is_golden(item, reached),
            "reached": sorted(reached - {GOLDEN}),
            "marks": sorted(cited(item)),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        return done

    def _is_golden(self, item: Any, reached: set[int]) -> bool:
        """Records that were read are kept by some helpers: what names them counts, too."""
        module = item.nodeid.partition("::")[0]
        named = any("golden" in name for name in item.fixturenames)
        source = inspect.getsource(item.function) if hasattr(item, "function") else ""
        named = named or re.search(r"golden|GOLDEN", source) is not None
        return GOLDEN in reached or module in self._golden_modules or named


def pytest_configure(config: pytest.Config) -> None:
    """Do what the environment asks for."""
    reach, plan = os.environ.get("MUTANTS_REACH"), os.environ.get("MUTANTS_PLAN")
    # The process that only hands out tests to others has nothing to tell.
    if reach and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(Reach(Path(reach)))
    if plan:
        from tools.mutants.trials import Trials

        config.pluginmanager.register(Trials(Path(plan)))

"""What each test costs, in units of a fixed loop: a pytest plugin that `tests/conftest.py` loads.

A unit is what a fixed loop takes when the session begins, about a second of processor time on a machine of 2026; so a
slow or busy machine measures as a quick one does. Fixtures of the session are not counted: their cost falls on
whichever test happens to come first. Children count: those that have ended always, those that still run (a server, a
browser) for tests marked `browser`, `hostile` or `services`.

A test without a mark that makes it long is hinted at above `HINT` units and fails above `LIMIT`. With `--costs` the
summary is a table of all folders.
"""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

#: Units above which a test that is not `long` is named, and above which it fails.
HINT, LIMIT = 1.0, 3.0
#: Marks by which a test is long.
LONG = ("browser", "hostile", "services", "image")
#: Steps of the fixed loop, how often it is timed, and how many such loops make a unit.
STEPS, TRIES, LOOPS = 250_000, 5, 100

TICKS = os.sysconf("SC_CLK_TCK")


def loop() -> float:
    """Return the processor seconds that the fixed loop takes."""
    begun, known, total = time.process_time(), {n: n * n for n in range(64)}, 0
    for step in range(STEPS):
        total += known[step & 63] ^ step
    return time.process_time() - begun


def unit() -> float:
    """Return the processor seconds of a unit on this machine as it is now."""
    return LOOPS * min(loop() for _ in range(TRIES))


def of_running_children() -> float:
    """Return the processor seconds that all descendants which still run have used, theirs that ended included."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                facts = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            parents[int(folder.name)] = int(facts[1])
            used[int(folder.name)] = sum(map(int, facts[11:15])) / TICKS
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[child] for child in ours - {os.getpid()})


def processor(children: bool) -> tuple[float, float]:
    """Return the processor seconds of this process, and of its children, those that still run if they are asked for."""
    own, system, ended, system_of_ended, _ = os.times()
    return own + system, ended + system_of_ended + (of_running_children() if children else 0.0)


class Costs:
    """Measures every test of this process, and where the session is controlled adds up what all workers measured."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.worker = hasattr(config, "workerinput")
        self.unit = unit() if self.worker or not config.getoption("numprocesses", None) else 1.0
        self.begun = (0.0, 0.0)
        self.apart = [0.0, 0.0]
        self.before_its_end = 0.0
        self.measured: list[tuple[str, float, float, float, bool]] = []
        self.overhead = 0.0

    def _now(self, item: pytest.Item) -> tuple[float, float]:
        return processor(children=any(item.get_closest_marker(name) for name in LONG))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[Any]:
        """Set aside what a fixture of the session takes, that of the outermost for all that it asks for."""
        if fixturedef.scope not in ("session", "package") or self.apart[0] < 0:
            return (yield)
        item = request._pyfuncitem
        apart, self.apart = self.apart, [-1.0, -1.0]
        begun = self._now(item)
        try:
            return (yield)
        finally:
            self.apart = [
                had + now - before for had, now, before in zip(apart, self._now(item), begun, strict=True)
            ]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.apart = [0.0, 0.0]
        self.begun = self._now(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[Any]:
        """Note the cost with the last report of a test, and let it fail where nobody expects so much.

        What ends after a test may be a fixture of its module: it is told in the table, and held against nobody.
        """
        report = yield
        own, children = (
            max(0.0, now - before - apart)
            for now, before, apart in zip(self._now(item), self.begun, self.apart, strict=True)
        )
        if call.when != "teardown":
            self.before_its_end = (own + children) / self.unit
            return report
        long, units = item.get_closest_marker("long") is not None, self.before_its_end
        report.user_properties.append(("cost", (own, children, units, long)))
        if units > LIMIT and not long and report.passed:
            report.outcome = "failed"
            report.longrepr = (
                f"{item.nodeid} took {units:.1f} units, about seconds of a quiet machine; a test above "
                f"{HINT:g} is marked `long`."
            )
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, cost in report.user_properties if report.when == "teardown" else ():
            if name == "cost" and not self.worker:
                own, children, units, long = cost  # type: ignore[misc]
                self.measured.append((report.nodeid, own, children, units, long))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.worker:
            self.config.workeroutput["processor"] = sum(processor(children=False))  # type: ignore[attr-defined]

    def pytest_testnodedown(self, node: Any) -> None:
        self.overhead += getattr(node, "workeroutput", {}).get("processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        dear = sorted((m for m in self.measured if m[3] > HINT and not m[4]), key=lambda m: -m[3])
        if dear:
            terminalreporter.section("tests that cost more than a unit and are not marked long")
        for name, _, _, units, _ in dear:
            terminalreporter.write_line(f"{units:5.1f} {name}")
        if self.config.getoption("costs"):
            terminalreporter.section("processor seconds")
            terminalreporter.write_line(table(self.measured, self.overhead))


def folder_of(name: str) -> str:
    """Return the folder that a test is counted in; that of the rules of a title is counted apart."""
    parts = Path(name.partition("::")[0]).parent.parts
    return "/".join(parts[: 3 if parts[:2] == ("tests", "rules") else 2])


def table(measured: list[tuple[str, float, float, float, bool]], of_workers: float) -> str:
    """Write the processor seconds of every folder as the rows of a table of Markdown, the dearest first."""
    folders: dict[str, list[float]] = defaultdict(lambda: [0.0] * 5)
    for name, own, children, _, long in measured:
        row = folders[folder_of(name)]
        for at, more in enumerate((1, own, children, long, own + children if long else 0.0)):
            row[at] += more
    rows = sorted(folders.items(), key=lambda each: -each[1][1] - each[1][2])
    total = [sum(column) for column in zip(*folders.values(), strict=True)]
    lines = [
        "| folder | tests | own, s | children, s | long tests | theirs, s |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | {row[0]:,.0f} | {row[1]:,.0f} | {row[2]:,.0f} | {row[3]:,.0f} | {row[4]:,.0f} |"
            for name, row in [*rows, ("all", total)]
        ),
    ]
    if of_workers:
        around = max(0.0, of_workers - total[1] - total[2])
        lines += ["", f"Collecting, and fixtures of the session: {around:,.0f} s more."]
    return "\n".join(lines)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--costs", action="store_true", help="print the processor seconds of every folder of tests"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as long what is so by its kind, before anything is chosen by marks."""
    for item in items:
        if any(item.get_closest_marker(name) for name in LONG) and not item.get_closest_marker("long"):
            item.add_marker("long")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(config), "costs of tests")

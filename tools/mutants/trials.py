"""Trials of some mutants by a list of tests: one process collects, and every mutant has a fork of it.

Runs inside pytest, as a plugin that takes the place of its loop.
"""

import ctypes
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from _pytest.runner import runtestprotocol

try:
    import _mutants  # type: ignore[import-not-found]  # in the copied tree
except ModuleNotFoundError:
    from tools.mutants import switch as _mutants

#: How often to look what a fork has spent, in seconds.
LOOK = 0.2
#: Whoever loses their parent becomes a child of the process that has asked for it (prctl(2)).
PR_SET_CHILD_SUBREAPER = 36


class Process(NamedTuple):
    """A process: its parent, its processor seconds with those of children it has waited for, and if it only waits."""

    parent: int
    spent: float
    sleeps: bool


def processes() -> dict[int, Process]:
    """Return every process of this machine, by its number."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                told = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(folder.name)] = Process(
                int(told[1]), sum(map(int, told[11:15])) / ticks, told[0] in "SZ"
            )
    return found


def family(pid: int, among: dict[int, Process]) -> list[int]:
    """Return a process and all that descend from it."""
    found = [pid]
    for one in found:
        found += [child for child, process in among.items() if process.parent == one]
    return [one for one in found if one in among]


def end_alone(work: Callable[[], None]) -> NoReturn:
    """Do the work of a fork and end, with every process that it has begun: a test that fails leaves its servers behind.

    A child that has lost its parent meanwhile stays one of the family, so that it ends too.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        work()
    finally:
        while begun := [one for one in family(os.getpid(), processes()) if one != os.getpid()]:
            for one in begun:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.wait()
        os._exit(0)


@dataclass
class Trial:
    """A fork that runs tests against one mutant, or (mutant 0) a single test against none."""

    mutant: int
    tests: list[str]
    file: Path
    pid: int = 0
    spent: float = 0.0
    #: For how long nothing of it has wanted a processor, in seconds.
    slept: float = 0.0
    #: The test whose soundness is in question, and the trial that it was said to have decided.
    asks_for: "Trial | None" = None

    def told(self) -> dict[str, Any]:
        """Return what the fork wrote last."""
        try:
            return dict(json.loads(self.file.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}


class Trials:
    """Takes the place of pytest's loop: a fork for each mutant of the plan, some at once."""

    def __init__(self, plan: Path) -> None:
        #: `alone`: the mutant was there from the beginning, so nothing can be asked without it.
        self._plan = json.loads(plan.read_text(encoding="utf-8"))
        self._folder = plan.with_suffix(".forks")
        self._folder.mkdir(exist_ok=True)
        self._out = Path(self._plan["out"])
        self._sound: dict[str, bool] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        self._items = {item.nodeid: item for item in session.items}
        self._warm_up()
        # Forks share what lies here as long as nothing touches it.
        gc.collect()
        gc.freeze()
        self._queue = [
            Trial(one["number"], [t for t in one["tests"] if t in self._items], self._file(one["number"]))
            for one in self._plan["mutants"]
        ]
        running: list[Trial] = []
        while self._queue or running:
            while self._queue and len(running) < self._plan["jobs"]:
                running.append(self._start(self._queue.pop(0)))
            time.sleep(LOOK)
            running = [trial for trial in running if not self._is_over(trial)]
        return True

    def _file(self, number: int, control: int = 0) -> Path:
        return self._folder / f"{number}-{control}.json"

    def _warm_up(self) -> None:
        """Make the database before the forks, which inherit it, by a test that asks for it."""
        asking = [item for item in self._session.items if "db" in getattr(item, "fixturenames", ())]
        if asking and len(self._plan["mutants"]) > 1:
            # What comes next lies elsewhere, so that nothing but the fixtures of the session is kept.
            item = asking[0]
            following = next((i for i in self._session.items if i.parent is not item.parent), item)
            runtestprotocol(item, log=False, nextitem=following)

    def _start(self, trial: Trial) -> Trial:
        sys.stdout.flush()
        sys.stderr.flush()
        trial.file.unlink(missing_ok=True)
        trial.pid = os.fork()
        if not trial.pid:
            end_alone(partial(self._run, trial))
        return trial

    def _run(self, trial: Trial) -> None:
        """Run the tests of a trial until one fails; this is the fork."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        if self._plan["switch"]:
            _mutants.ACTIVE = trial.mutant
            os.environ["MUTANT"] = str(trial.mutant)
        items = [self._items[name] for name in trial.tests]
        if items:
            self._session._setupstate.teardown_exact(items[0])
        self._tell(trial, ran=0)
        for ran, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
            self._tell(trial, ran=ran, running=item.nodeid)
            reports = runtestprotocol(item, log=False, nextitem=following)
            failed = [report for report in reports if report.failed]
            if failed:
                why = str(failed[0].longrepr).strip().rpartition("\n")[2][-200:]
                self._tell(trial, ran=ran + 1, killer=item.nodeid, why=why)
                return
        self._tell(trial, ran=len(items), done=True)

    @staticmethod
    def _tell(trial: Trial, **what: object) -> None:
        new = trial.file.with_suffix(".new")
        new.write_text(json.dumps(what), encoding="utf-8")
        new.replace(trial.file)

    def _is_over(self, trial: Trial) -> bool:
        done, _, used = os.wait4(trial.pid, os.WNOHANG)
        if done:
            trial.spent = used.ru_utime + used.ru_stime
            self._judge(trial, timed_out=False)
            return True
        among = processes()
        own = [among[one] for one in family(trial.pid, among)]
        spent = sum(process.spent for process in own)
        # A busy machine lets a fork wait, which is not its fault; whoever sleeps for ever waits for what never comes.
        trial.slept = trial.slept + LOOK if all(process.sleeps for process in own) else 0.0
        if spent < self._plan["limit"] and trial.slept < self._plan["asleep"]:
            return False
        for one in family(trial.pid, among):
            os.kill(one, signal.SIGKILL)
        os.waitpid(trial.pid, 0)
        trial.spent = spent
        self._judge(trial, timed_out=True)
        return True

    def _judge(self, trial: Trial, *, timed_out: bool) -> None:
        """A test that fails without the mutant, too, does not count: it is left out, and the rest runs again."""
        told = trial.told()
        if trial.asks_for is not None:
            killer = trial.tests[0]
            self._sound[killer] = bool(told.get("done")) and not timed_out
            first = trial.asks_for
            if self._sound[killer]:
                self._note(first, "killed", first.told())
            else:
                self._again(first, killer)
        elif timed_out:
            self._note(trial, "timed out", told)
        elif told.get("done"):
            self._note(trial, "survived", told)
        elif "killer" not in told:  # the whole process ended
            self._note(
                trial, "killed", told | {"killer": told.get("running", "?"), "why": "the process ended"}
            )
        elif self._plan["alone"] or self._sound.get(told["killer"]):
            self._note(trial, "killed", told)
        elif told["killer"] in self._sound:
            self._again(trial, told["killer"])
        else:
            file = self._file(trial.mutant, control=1)
            self._queue.insert(0, Trial(0, [told["killer"]], file, asks_for=trial))

    def _again(self, trial: Trial, without: str) -> None:
        tests = [name for name in trial.tests if name != without]
        self._queue.insert(0, Trial(trial.mutant, tests, trial.file))

    def _note(self, trial: Trial, verdict: str, told: dict[str, Any]) -> None:
        line = told | {"number": trial.mutant, "verdict": verdict, "seconds": round(trial.spent, 1)}
        with self._out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

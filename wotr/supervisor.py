"""Keeps the processes of the embedded shape running: `manage.py serve` becomes this, with its plan in PLAN.

Only the standard library, for it stays as small as it can be. It starts whatever has ended again, replaces whatever
gives no sign of life, and passes on what they write. Nobody waits for whoever reads that: children write to pipes
that never make them wait, and what cannot be passed on is dropped.
"""

import json
import os
import queue
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent
#: What a process gets to know: to write at once, also where it was should it crash, and that a worker in one's own
#: terminal need not be told that it runs as whoever started it. Memory that was needed for a moment, as by a picture,
#: goes back to the machine, however many threads there are.
CHILD = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONFAULTHANDLER": "1",
    "PYTHONWARNINGS": "ignore:You're running the worker",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
#: Seconds between two looks at everything.
LOOK_SECONDS = 0.5
#: Seconds that processes get to stop before they are killed.
PATIENCE = 10
#: Seconds to wait before a process that ended is started again, doubling up to a minute.
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
#: Seconds after which a process that runs is well: if it ends then, it waits no longer than at first.
WELL_AFTER = 60.0
#: Seconds without a sign of life after which a process is replaced, more of them before its first one.
SILENT_SECONDS = 90.0
BEGINNING_SECONDS = 180.0
#: Seconds between two questions to the web server, and those that it has for an answer.
ASK_SECONDS = 10.0
ANSWER_SECONDS = 60.0
#: Lines that wait for whoever reads them, and characters of one of them.
MOST_LINES = 1_000
LONGEST_LINE = 65_536


class Writes(Protocol):
    """Takes a line, and neither waits nor fails."""

    def write(self, line: str) -> object: ...


class Log:
    """Lines for the standard output, written by a thread of its own; what does not get there is dropped."""

    def __init__(self, number: int = 1) -> None:
        self._number = number
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        threading.Thread(target=self._pass_on, name="log", daemon=True).start()

    def write(self, line: str) -> None:
        with suppress(queue.Full):  # whoever reads has stopped to
            self._lines.put_nowait(f"{line}\n".encode(errors="replace"))

    def _pass_on(self) -> None:
        while True:
            rest = self._lines.get()
            with suppress(OSError):  # a full disk, a closed terminal
                while rest:
                    rest = rest[os.write(self._number, rest) :]
            self._lines.task_done()

    def finish(self, seconds: float = 1.0) -> None:
        """Wait a moment for what is not yet written."""
        deadline = time.monotonic() + seconds
        while self._lines.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.02)


def _pipe() -> tuple[int, int]:
    """Return both ends of a pipe at which nobody waits."""
    ends = os.pipe()
    for end in ends:
        os.set_blocking(end, False)
    return ends


class Process:
    """One process of ours: started, its output prefixed, started again when it ends or hangs.

    Args:
        asked: where it answers HTTP, if it does: address, port and the name by which it is called. Any answer is a sign
            of life. Otherwise it writes one now and then into the pipe whose number is in its variable SIGNS.
    """

    def __init__(
        self, name: str, command: list[str], out: Writes, asked: tuple[str, int, str] | None = None
    ) -> None:
        self.name, self.command, self.out, self.asked = name, command, out, asked
        self.wait = FIRST_WAIT
        self.again_at = 0.0
        self.started_at = 0.0
        self.silent_from = 0.0
        self.child: subprocess.Popen[bytes] | None = None
        self._pipes: list[int] = []
        self._rest = b""

    # -- its life ------------------------------------------------------------------------------

    def start(self, now: float) -> None:
        """Start the process; `now` is monotonic, in seconds. Raises OSError."""
        self.started_at, self.silent_from = now, now + BEGINNING_SECONDS
        said, says = _pipe()
        seen, signs = _pipe()
        self._pipes = [said, seen]
        try:
            self.child = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=says,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=[signs],
                env={**CHILD, **os.environ, "SIGNS": str(signs)},
                cwd=ROOT,
            )
        except OSError:
            self._close()
            raise
        finally:
            os.close(says)
            os.close(signs)
        if self.asked is not None:
            threading.Thread(target=self._ask, args=(self.child, *self.asked), daemon=True).start()

    def watch(self, now: float) -> None:
        """Start the process again, after a while, if it has ended; end it if it gives no sign of life."""
        self.listen(now)
        if self.child is not None and self.child.poll() is not None:
            self.signal(signal.SIGKILL)  # whatever it has started
            if now - self.started_at >= WELL_AFTER:
                self.wait = FIRST_WAIT
            self._wait(now, f"ended with {self.child.returncode}")
        elif self.child is not None and now >= self.silent_from:
            self.out.write(f"{self.name:<6} | gives no sign of life, and is replaced")
            self.silent_from = now + SILENT_SECONDS
            self.signal(signal.SIGKILL)
        elif self.child is None and now >= self.again_at:
            try:
                self.start(now)
            except OSError as error:  # the machine has no room for another process just now
                self._wait(now, f"cannot be started ({error.strerror})")

    def forgive(self, seconds: float) -> None:
        """Wait so much longer for a sign of life: the machine let nobody run."""
        self.silent_from += seconds

    def _wait(self, now: float, what: str) -> None:
        self.out.write(f"{self.name:<6} | {what}; starts again in {self.wait:.0f} s")
        self.child = None
        self._close()
        self.again_at = now + self.wait
        self.wait = min(self.wait * 2, LONGEST_WAIT)

    def signal(self, number: int) -> None:
        """Send a signal to the process and to whatever it has started."""
        if self.child is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.child.pid, number)

    @property
    def runs(self) -> bool:
        return self.child is not None and self.child.poll() is None

    # -- what it says --------------------------------------------------------------------------

    @property
    def pipes(self) -> list[int]:
        """The pipes at which something may come."""
        return self._pipes

    def listen(self, now: float) -> None:
        """Take what has come: lines for the log, and signs of life."""
        if not self._pipes:
            return
        said, seen = self._pipes
        self._pass_on(_read(said))
        if _read(seen):
            self.silent_from = now + SILENT_SECONDS

    def _pass_on(self, found: bytes) -> None:
        *lines, self._rest = (self._rest + found).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            self.out.write(f"{self.name:<6} | {line.decode(errors='replace').rstrip()}")

    def _ask(self, child: subprocess.Popen[bytes], address: str, port: int, name: str) -> None:
        """Ask again and again, as long as it runs, whether it answers."""
        while child.poll() is None:
            if answers(address, port, name) and child is self.child:
                self.silent_from = time.monotonic() + SILENT_SECONDS
            time.sleep(ASK_SECONDS)

    def _close(self) -> None:
        if self._pipes:
            self._pass_on(_read(self._pipes[0]))
        for end in self._pipes:
            os.close(end)
        self._pipes, self._rest = [], b""


def _read(pipe: int) -> bytes:
    """Return what has come through a pipe, nothing if nothing has."""
    found = b""
    with suppress(BlockingIOError):
        while part := os.read(pipe, 65_536):
            found += part
            if len(found) > 1_000_000:  # others have their turn, too
                break
    return found


def answers(address: str, port: int, name: str) -> bool:
    """Return whether a web server answers there, whatever it says."""
    ask = f"GET /healthz HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode()
    try:
        with socket.create_connection((address, port), timeout=ANSWER_SECONDS) as line:
            line.sendall(ask)
            return line.recv(16).startswith(b"HTTP/")
    except OSError:
        return False


# -- all of them -----------------------------------------------------------------------------------


def run(processes: list[Process], is_over: Callable[[], bool]) -> None:
    """Keep processes running until it is over."""
    looked_at = time.monotonic()
    for process in processes:
        process.watch(looked_at)
    while not is_over():
        _wait_for_words(processes, LOOK_SECONDS)
        now = time.monotonic()
        late = now - looked_at - LOOK_SECONDS
        looked_at = now
        for process in processes:
            if late > LOOK_SECONDS:
                process.forgive(late)
            process.watch(now)


def _wait_for_words(processes: list[Process], seconds: float) -> None:
    """Pass on what is said, for so long."""
    until = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for process in processes:
            for pipe in process.pipes:
                selector.register(pipe, selectors.EVENT_READ, process)
        while (left := until - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                key.data.listen(time.monotonic())
                if key.data.child is not None and key.data.child.poll() is not None:
                    return  # its pipes are at their ends


def stop(processes: list[Process]) -> None:
    """End all of them, by force where they take too long."""
    for process in processes:
        process.signal(signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(process.runs for process in processes):
        time.sleep(0.1)
        for process in processes:
            process.listen(time.monotonic())
    for process in processes:
        process.signal(signal.SIGKILL)
        if process.child is not None:
            process.child.wait()


def main(plan: dict[str, Any]) -> int:
    """Run what a plan names until a signal comes: `says`, and `processes` with `name`, `command` and `asked`."""
    for number in (0, 1, 2):  # a closed one would be given to whatever is opened next
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # as under nohup
            signal.signal(number, lambda *_: over.set())
    log = Log()
    processes = [
        Process(its["name"], its["command"], log, tuple(its["asked"]) if its["asked"] else None)
        for its in plan["processes"]
    ]
    log.write(plan["says"])
    run(processes, over.is_set)
    log.write("stopping")
    stop(processes)
    log.finish()
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(os.environ.pop("PLAN"))))

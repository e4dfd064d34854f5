"""Receivers on loopback: honest ones that write down what they are sent, and silent ones that never answer."""

import json
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from tests.frame.services import free_port
from tests.hostile.site import ROOT


@dataclass(frozen=True)
class Call:
    """A notice that arrived: when (monotonic), to whom, its id, and of which game."""

    at: float
    to: str
    number: str
    kind: str
    game: str
    version: int


class Honest:
    """Answers every call at once, by HTTP and by SMTP (`tests.hostile.honest`), and keeps what it was told."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.mails: list[tuple[float, str, str]] = []
        self.came = threading.Condition()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.honest"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        ports = json.loads(self._said.readline())
        #: By name: whoever calls has to look it up, as everybody's (names/sitecustomize.py).
        self.place = f"honest.example:{ports['http']}"
        self.smtp_port = int(ports["smtp"])
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    @property
    def _said(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _listen(self) -> None:
        for line in self._said:
            told = json.loads(line)
            with self.came:
                if "call" in told:
                    self.calls.append(Call(**told["call"]))
                else:
                    at, to, text = told["mail"]
                    self.mails.append((at, to, text))
                self.came.notify_all()

    def counts(self) -> Counter[str]:
        """Return how often each id of a notice came."""
        return Counter(call.number for call in list(self.calls))

    def stop(self) -> None:
        """Let the process end, and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._reader.join()
        self._said.close()


@contextmanager
def silent(number: int) -> Iterator[list[str]]:
    """Listen at that many addresses of loopback, take every connection, and never say a word."""
    port = free_port()
    doors = []
    for place in range(number):
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((f"127.0.{1 + place // 250}.{1 + place % 250}", port))
        # The system takes the connections by itself: nobody ever reads from them.
        door.listen(512)
        doors.append(door)
    try:
        yield [f"{door.getsockname()[0]}:{port}" for door in doors]
    finally:
        for door in doors:
            door.close()

"""Run web, workers and beat in one terminal, and stop them together."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

#: What a process gets to know: to write at once, also where it was should it crash, and that a worker in one's own
#: terminal need not be told that it runs as whoever started it.
CHILD = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONFAULTHANDLER": "1",
    "PYTHONWARNINGS": "ignore:You're running the worker",
}
#: The workers: their queues and threads. Mail shares one with leagues, tables and the inbox, because each process costs
#: memory; its two sweeps leave the others threads enough.
WORKERS = {"clocks": ("clocks", 2), "worker": ("celery,mail", 6), "calls": ("calls", 3), "bots": ("bots", 2)}
#: Seconds that a process gets to stop before it is killed.
PATIENCE = 10
#: Connections that the web process serves at the same time: more than may listen to its streams.
MOST_CONNECTIONS = "8192"
#: Seconds to wait before a process that ended is started again, doubling up to a minute.
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
#: Seconds after which a process that runs is well: if it ends then, it waits no longer than at first.
WELL_AFTER = 60.0
#: Plain HTTP/1.1. The head of a request has to arrive within ten seconds, in 32 KiB; so long may a connection lie idle,
#: too. With HTTP/2 among the choices nobody would end connections that never say a word.
HTTP = ("--http", "1", "--no-ws", "--http1-header-read-timeout", "10000", "--http1-buffer-size", "32768")


def commands(host: str, port: int) -> dict[str, list[str]]:
    """Return the command of every process."""
    bin_folder = Path(sys.executable).parent
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "wotr"]
    worker = [*celery, "worker", "--pool", "threads", "--loglevel", "WARNING"]
    return {
        "web": [
            str(bin_folder / "granian"),
            "--interface",
            "asginl",
            *HTTP,
            "--host",
            host,
            "--port",
            str(port),
            "--no-access-log",
            "--log-level",
            "warning",
            "--workers-kill-timeout",
            str(PATIENCE - 2),
            "--backpressure",
            MOST_CONNECTIONS,
            "wotr.asgi:application",
        ],
        **{
            name: [*worker, "--hostname", f"{name}@%h", "--queues", queues, "--concurrency", str(threads)]
            for name, (queues, threads) in WORKERS.items()
        },
        "beat": [
            *celery,
            "beat",
            "--loglevel",
            "WARNING",
            "--schedule",
            settings.CELERY_BEAT_SCHEDULE_FILENAME,
        ],
    }


def require_free(host: str, port: int) -> None:
    """Raise CommandError if nobody can listen there, or somebody does already."""
    if not 0 < port < 65_536:
        raise CommandError(f"{port} is no port: choose one from 1 to 65535.")
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        raise CommandError(
            f"Nothing can be served at {host}, port {port}: {why}. Choose another port, as by "
            "`make play PORT=8123`."
        ) from None


class Process:
    """One child process: started, its output prefixed, started again when it ends."""

    def __init__(self, name: str, command: list[str], out: Any) -> None:
        self.name = name
        self.command = command
        self.out = out
        self.wait = FIRST_WAIT
        self.again_at = 0.0
        self.started_at = 0.0
        self.child: subprocess.Popen[str] | None = None

    def start(self, now: float) -> None:
        """Start the process; `now` is monotonic, in seconds."""
        self.started_at = now
        self.child = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**os.environ, **CHILD},
            cwd=settings.BASE_DIR,
        )
        threading.Thread(target=self._copy, args=(self.child,), daemon=True).start()

    def _copy(self, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        for line in child.stdout:
            self.out.write(f"{self.name:<6} | {line.rstrip()}")

    def watch(self, now: float) -> None:
        """Start the process again, after a while, if it has ended."""
        if self.child is not None and self.child.poll() is not None:
            if now - self.started_at >= WELL_AFTER:
                self.wait = FIRST_WAIT
            self._wait(now, f"ended with {self.child.returncode}")
        elif self.child is None and now >= self.again_at:
            try:
                self.start(now)
            except OSError as error:  # the machine has no room for another process just now
                self._wait(now, f"cannot be started ({error.strerror})")

    def _wait(self, now: float, what: str) -> None:
        self.out.write(f"{self.name:<6} | {what}; starts again in {self.wait:.0f} s")
        self.child = None
        self.again_at = now + self.wait
        self.wait = min(self.wait * 2, LONGEST_WAIT)

    def signal(self, number: int) -> None:
        if self.child is not None and self.child.poll() is None:
            os.killpg(self.child.pid, number)


class Command(BaseCommand):
    help = "Run the web server, the workers and the scheduler in one terminal; Ctrl-C stops all of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        require_free(options["host"], options["port"])
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())
        children = [
            Process(name, command, self.stdout)
            for name, command in commands(options["host"], options["port"]).items()
        ]
        call_command("collectstatic", interactive=False, verbosity=0)
        address = f"http://{options['host']}:{options['port']}"
        os.environ.setdefault("SITE_URL", address)
        for child in children:
            child.start(time.monotonic())
        self.stdout.write(f"\n  Play at {address}/   (Ctrl-C stops)\n")
        while not stopping.wait(0.5):
            for child in children:
                child.watch(time.monotonic())
        self.stdout.write("stopping")
        for child in children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and any(c.child and c.child.poll() is None for c in children):
            time.sleep(0.1)
        for child in children:
            child.signal(signal.SIGKILL)
        for child in children:
            if child.child is not None:
                child.child.wait()

"""A server under attack: the processes of one of its two shapes, its database, and ways to call it."""

import http.client
import json
import os
import resource
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks import compose_stack
from tests.frame.proxying import Names, running
from tests.frame.services import free_port, is_open, wait_for

ROOT = Path(__file__).resolve().parents[2]
#: Seconds that a client waits for an answer before it asks again.
PATIENCE = 20.0

PEOPLE = """
import json
from accounts.models import ApiToken, User
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from notifications.models import Rhythm
names, password = json.loads({names!r}), make_password("a-long-secret-word")
found = {{}}
for name in names:
    user = User.objects.create(username=name, email=name + "@example.org", password=password, quiet={{}})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Rhythm.objects.create(user=user, mode="each", always=True, urgent_at_night=True)
    found[name] = [ApiToken.objects.issue(user, "club", list(ApiToken.SCOPES))[1] for _ in range({tokens})]
print("@@" + json.dumps(found))
"""


class Api:
    """One caller on a keep-alive connection; `token` may be empty."""

    def __init__(self, port: int, token: str = "", source: str = "", patience: float = PATIENCE) -> None:
        self.port, self.token, self.source, self.patience = port, token, source, patience
        self._connection: http.client.HTTPConnection | None = None

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Return status, answer (JSON where it is some) and headers. Raises OSError if none comes."""
        sent = {"Host": "127.0.0.1", **(headers or {})}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.source:
            sent["X-Forwarded-For"] = self.source
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
            self._connection.request(method, path, data, sent)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.hang_up()
            raise OSError(f"no answer: {error!r}") from None
        told = {name.lower(): value for name, value in answer.getheaders()}
        if told.get("connection", "").lower() == "close":
            self.hang_up()
        kind = told.get("content-type", "")
        return answer.status, json.loads(content) if "json" in kind and content else content, told

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass
class Site:
    """A running server. `rows` asks its database past all of its processes."""

    port: int
    env: dict[str, str]
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"manage.py {arguments[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    def inside(self, code: str) -> Any:
        """Return what a piece of code inside the server's settings prints as JSON behind @@."""
        said = self.manage("shell", "--no-imports", "-c", code).partition("@@")[2]
        return json.loads(said) if said else None

    def people(self, names: list[str], tokens: int = 1) -> dict[str, list[str]]:
        """Make accounts with confirmed addresses. Returns the secrets of their tokens."""
        found: dict[str, list[str]] = self.inside(PEOPLE.format(names=json.dumps(names), tokens=tokens))
        return found

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        if "DATABASE_URL" in self.env:
            with psycopg.connect(self.env["DATABASE_URL"], autocommit=True, connect_timeout=10) as database:
                return database.execute(query).fetchall()
        path = Path(self.env["VAR_DIR"]) / "wotr.sqlite3"
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20) as database:
            return database.execute(query).fetchall()

    def answers(self) -> bool:
        try:
            return Api(self.port, patience=2).call("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def processes(self) -> dict[int, str]:
        """Return what runs for this server, by its number: all that was started with its VAR_DIR."""
        mark, own, found = f"VAR_DIR={self.env['VAR_DIR']}".encode(), os.getpid(), {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if int(folder.name) != own and mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = name_of((folder / "cmdline").read_bytes())
        return {number: name for number, name in found.items() if name}


def name_of(command: bytes) -> str:
    """Return which process of the server it is, "" for none that anybody started."""
    words = command.decode(errors="replace").replace("\0", " ").strip()
    if "granian" in words:
        return "web"
    if " beat" in words:
        return "beat"
    if "wotr.worker" in words:
        return "worker"
    if " worker " in words:
        named = words.partition("--hostname ")[2].partition("@")[0]
        return named or "worker"
    return (
        "serve" if "supervisor.py" in words or "manage.py serve" in words else words.rpartition("/")[2][:40]
    )


def _env(folder: Path, port: int, more: dict[str, str]) -> dict[str, str]:
    own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VAR_DIR")
    return {
        **{k: v for k, v in os.environ.items() if k not in own and not k.startswith("PYTEST_")},
        "VAR_DIR": str(folder),
        "DEMO": "1",
        "LOG_LEVEL": "WARNING",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "SECRET_KEY": secrets.token_hex(),
        "SEED_KEY": secrets.token_hex(),
        "SIGN_UP_WORK_BITS": "0",
        "HOUSE_TURN_HOLD": "0 s",
        "HOUSE_INVITATION_HOLD": "0 s",
        "HOUSE_GAMES_AT_ONCE": "100",
        "PYTHONPATH": str(Path(__file__).parent / "names"),
        **more,
    }


def more_files() -> tuple[int, int]:
    """Let this process have as many connections as it may ask for. Returns the limits that it had."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    return before


@contextmanager
def embedded(folder: Path, migrated: Path, logs: Path | None = None, **more: str) -> Iterator[Site]:
    """Run `manage.py serve` with a database of its own; nothing of it is left afterwards.

    Args:
        logs: the folder to write what it says, if not the one of its database.
    """
    port = free_port()
    site = Site(port, _env(folder, port, more), folder)
    shutil.copy(migrated, folder)
    with ((logs or folder) / "said").open("wb") as out:
        site.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=site.env,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=more_files,
        )
    try:
        wait_for(site.answers, 120)
        yield site
    finally:
        site.process.send_signal(signal.SIGTERM)
        try:
            site.process.wait(timeout=40)
        except subprocess.TimeoutExpired:
            site.process.kill()
            site.process.wait()
        for number in site.processes():
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


class Supervisor(threading.Thread):
    """Starts processes, and starts them again when they end, as compose does (`restart: unless-stopped`)."""

    def __init__(self, site: Site, commands: dict[str, list[str]]) -> None:
        super().__init__(daemon=True, name="supervisor")
        self.site, self.commands, self.over = site, commands, threading.Event()
        self.out = (site.folder / "said").open("wb")
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        #: Names of those that are not started again for now.
        self.away: set[str] = set()
        #: Where those listen that answer requests.
        self.doors: list[tuple[str, int]] = []

    def run(self) -> None:
        while not self.over.wait(0.5):
            for name, command in self.commands.items():
                gone = name not in self.running or self.running[name].poll() is not None
                if gone and name not in self.away:
                    self.running[name] = subprocess.Popen(
                        command,
                        cwd=ROOT,
                        env=self.site.env,
                        stdout=self.out,
                        stderr=subprocess.STDOUT,
                        start_new_session=True,
                        preexec_fn=more_files,
                    )

    def kill(self, name: str) -> None:
        """Kill a service with all its processes, without warning; it stays away until it is taken from `away`."""
        self.away.add(name)
        with suppress(ProcessLookupError):
            os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running[name].wait(30)

    def all_answer(self) -> bool:
        """Return whether somebody listens wherever somebody should."""
        return all(is_open(port, place) for place, port in self.doors)

    def stop(self) -> None:
        self.over.set()
        self.join(10)
        for process in self.running.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(30)
        self.out.close()


@contextmanager
def services(
    folder: Path, database: str, broker: str, *, each: int = 1, pooler: str = "", **more: str
) -> Iterator[tuple[Site, Supervisor]]:
    """Run the processes of docker/compose.yaml on a database and a broker of their own, behind its proxy.

    Who calls says where from (`X-Forwarded-For`), as if another proxy stood before it.

    Args:
        each: how many there are of each service, each with an address of its own on loopback.
        pooler: the address at which all but the migrations reach the database, if there is one between.
    """
    places = [f"127.0.0.{number + 1}" for number in range(each)]
    ports, names = {"web": free_port(), "streams": free_port()}, Names(web=places, streams=places)
    with running(folder, names, behind=True, **ports) as port:
        more = {"BEHIND_PROXY": "1", "DATABASE_URL": database, "REDIS_URL": broker, **more}
        site = Site(port, _env(folder, port, more), folder)
        site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        if pooler:
            site.env |= {"DATABASE_URL": pooler, "DATABASE_POOLER": "1"}
        commands = {}
        for number, place in enumerate(places):
            own = folder / f"beat-{number}"
            own.mkdir()
            for name, command in compose_stack.commands(ports, own, address=place).items():
                called = ["--name", f"{name}-{number}"] if "worker" in command else []
                commands[f"{name} {number}"] = [*command, *called]
        supervisor = Supervisor(site, commands)
        supervisor.doors = [(place, port) for place in places for port in ports.values()]
        supervisor.start()
        try:
            wait_for(supervisor.all_answer, 300)
            wait_for(site.answers, 120)
            yield site, supervisor
        finally:
            supervisor.stop()
            for number in site.processes():
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)


def local_socket(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def seconds_until(what: Any, most: float) -> float:
    """Return how long it took until something held; `most` if it never did."""
    begun = time.monotonic()
    while time.monotonic() - begun < most:
        if what():
            return time.monotonic() - begun
        time.sleep(0.1)
    return most

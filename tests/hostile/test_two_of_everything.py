"""Two of everything, as on two machines: one of each is killed, then the other, while ten clients play.

Nothing is lost and nothing comes twice: the log holds every move that a client was told of, once and in the order that
the clients were told; whoever listens hears of the last one; a notice is one, whoever has sent it.
"""

import os
import random
import re
import secrets
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.frame.services import free_port, own_database, wait_for
from tests.hostile.conftest import Scene, set_the_scene
from tests.hostile.promises import COMES, SECONDS
from tests.hostile.receivers import Honest
from tests.hostile.site import ROOT, Api, Supervisor, seconds_until, services

pytestmark = [pytest.mark.hostile, pytest.mark.services, pytest.mark.timeout(1800)]


class Listener(threading.Thread):
    """Listens to a game through the proxy, and comes back after the end of a stream with what it has heard last."""

    def __init__(self, port: int, key: str) -> None:
        super().__init__(daemon=True, name=f"listens to {key}")
        self.port, self.key, self.over = port, key, threading.Event()
        self.versions: list[int] = []
        self.opened = 0
        self._cursor = ""

    def run(self) -> None:
        while not self.over.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                more = f"Last-Event-ID: {self._cursor}\r\n" if self._cursor else ""
                head = f"GET /game/{self.key}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n"
                line.sendall(head.encode())
                self._read(line)
            self.over.wait(0.5)

    def _read(self, line: socket.socket) -> None:
        rest = ""
        while not self.over.is_set():
            try:
                part = line.recv(65_536).decode()
            except TimeoutError:
                continue
            if not part:
                return
            *lines, rest = (rest + part).split("\n")
            for said in lines:
                self.opened += said.startswith(": listening")
                if said.startswith("id: "):
                    self._cursor = said[4:].strip()
                if found := re.search(r'"version":"(\d+)', said):
                    self.versions.append(int(found[1]))


@contextmanager
def pooled(folder: Path, database: str) -> Iterator[str]:
    """Put the pooler of compose before a database, with its own settings. Yields the address; "" where none is here."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        yield ""
        return
    found = re.fullmatch(r"postgres://(?P<user>[^@]+)@(?P<host>[^:]+):(?P<port>\d+)/(?P<name>\w+)", database)
    assert found is not None
    port, password = free_port(), secrets.token_hex()
    text = (ROOT / "docker" / "pgbouncer.ini").read_text()
    for there, here in {
        "wotr = host=database port=5432": f"* = host={found['host']} port={found['port']}",
        "listen_addr = *": "listen_addr = 127.0.0.1",
        "listen_port = 6432": f"listen_port = {port}",
        "/tmp/users": str(folder / "users"),
    }.items():
        assert there in text
        text = text.replace(there, here)
    (folder / "users").write_text(f'"{found["user"]}" "{password}"\n')
    (folder / "pgbouncer.ini").write_text(text)
    nobody = ["-u", "nobody"] if os.geteuid() == 0 else []
    folder.chmod(0o755)
    with (folder / "pooler").open("wb") as said:
        process = subprocess.Popen(
            [program, *nobody, str(folder / "pgbouncer.ini")], stdout=said, stderr=said
        )
    try:
        yield f"postgres://{found['user']}:{password}@127.0.0.1:{port}/{found['name']}"
    finally:
        process.terminate()
        process.wait(timeout=60)


@pytest.fixture(scope="module")
def twice(one_at_a_time, tmp_path_factory, figures) -> Iterator[tuple[Scene, Supervisor]]:
    """The services, each of them twice, behind the proxy and (where one is installed) the pooler of compose."""
    honest, port, folder = Honest(), free_port(), tmp_path_factory.mktemp("twice")
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(honest.smtp_port), "EMAIL_USE_TLS": "0"}
    nothing = ["--save", "", "--appendonly", "no", "--dir", str(folder)]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", *nothing]
    broker = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    settings = {"WEBHOOK_ALLOWED_HOSTS": honest.place, **mail}
    try:
        with (
            own_database("twice") as database,
            pooled(folder, database) as pooler,
            services(
                folder, database, f"redis://127.0.0.1:{port}/0", each=2, pooler=pooler, **settings
            ) as made,
        ):
            site, supervisor = made
            for scene in set_the_scene(site, honest, [], figures):
                yield scene, supervisor
    finally:
        broker.kill()
        broker.wait()
        honest.stop()


def test_one_of_each_is_killed_and_then_the_other(twice):
    scene, supervisor = twice
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))
    print(f"\nSEED={seed}")
    rng = random.Random(seed)
    kinds = sorted({name.split()[0] for name in supervisor.commands})
    with scene.promises.under(f"two of everything, one of each killed (seed {seed})") as window:
        wait_for(lambda: len(scene.club.games) >= 5)
        listeners = [Listener(scene.site.port, key) for key in scene.club.games[:5]]
        for listener in listeners:
            listener.start()
        wait_for(lambda: all(listener.opened for listener in listeners))
        first = {kind: rng.randrange(2) for kind in kinds}
        for turn in (0, 1):
            for kind in rng.sample(kinds, len(kinds)):
                supervisor.kill(f"{kind} {first[kind] ^ turn}")
                time.sleep(rng.uniform(0, 2))
            time.sleep(SECONDS)
            supervisor.away.clear()
            if turn == 0:
                wait_for(supervisor.all_answer, 300)
                time.sleep(SECONDS)  # until the workers that are back have begun
    failed = [
        page
        for page in scene.promises.watcher.since(window.begun)
        if window.holds(page[0]) and page[3] != 200
    ]
    assert failed == [], "a page is always served by the other"
    assert versions_as_told(scene) == []
    seconds_until(lambda: not behind(scene, listeners), COMES)
    assert behind(scene, listeners) == [], "whoever listens has heard of the last move"
    for listener in listeners:
        listener.over.set()
        assert listener.versions == sorted(listener.versions)
    assert notices_once(scene) == []
    scene.promises.verify()


def behind(scene: Scene, listeners: list[Listener]) -> list[tuple[str, int, list[int], int]]:
    """Return games of which a listener has not heard the last: its version, those heard, and how often they came.

    It is the last for whoever only watches: what its mover can still take back is nobody else's news.
    """
    found = []
    for listener in listeners:
        _, now, _ = Api(scene.site.port).call("GET", f"/game/{listener.key}/version")
        version = int(now["version"].partition("-")[0])
        if listener.versions[-1:] != [version]:
            found.append((listener.key, version, listener.versions[-3:], listener.opened))
    return found


def versions_as_told(scene: Scene) -> list[str]:
    """Each version was told to one client alone, and in their order the moves stand in the log."""
    wrong = []
    for key in scene.club.games:
        book = sorted(
            (entry.version, entry.seat, entry.choices)
            for member in scene.club.members
            for entry in member.book
            if entry.game == key
        )
        versions = [version for version, _, _ in book]
        if len(set(versions)) != len(versions):
            wrong.append(f"{key}: a version was told twice")
        logged = scene.site.rows(
            "SELECT e.seat, e.choices FROM games_event e JOIN games_game g ON g.id = e.game_id"
            f" WHERE g.key = '{key}' AND e.kind = 'choice' ORDER BY e.seq"
        )
        told = [(seat, choice) for _, seat, choices in book for choice in choices]
        if told != [(seat, choice) for seat, choices in logged for choice in choices]:
            wrong.append(f"{key}: the log has another order than the clients were told")
    return wrong


def notices_once(scene: Scene) -> list[str]:
    """Nobody was told twice of the same turn: what comes again, since its sender was killed, bears the same id."""
    numbers: dict[tuple[str, str, int], set[str]] = {}
    for call in scene.honest.calls:
        if "turn" in call.kind:
            numbers.setdefault((call.to, call.game, call.version), set()).add(call.number)
    assert numbers
    return [f"{place}: {ids}" for place, ids in numbers.items() if len(ids) > 1]

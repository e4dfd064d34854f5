"""The server end to end: real processes, real HTTP, tokens, log, clocks and outbox, on one database."""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import compose_stack, load
from benchmarks.empty_server import own_database
from games.management.commands import serve
from rules.core.bench import percentile

ROOT = Path(__file__).resolve().parent.parent
CLIENTS = 20
#: Submissions a second of the calm run.
CALM_RATE = 50
#: Rounds, each with a run of bare transactions beside it; medians are shown.
ROUNDS = 3
#: Submissions that a random game of Duel has, or more.
MOVES_OF_A_GAME = 70
#: Whole actions need a title whose actions are long: the beginnings of games of War of the Ring.
CHAINED = {"title": "war-of-the-ring", "chains": True, "most": 100}
#: Visits to the page of War of the Ring, each of another game in its middle.
VISITS = 40
#: Submissions a second for which games are prepared.
MOST_A_SECOND = 800

Figures = list[tuple[str, str]]


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """The web workers of compose.yaml, or the web process of `manage.py serve`, on a database of their own."""

    def __init__(self, database: str, folder: str) -> None:
        self.database = database
        own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        self.env = {
            **{k: v for k, v in os.environ.items() if k not in own},
            **compose_stack.environment(),
            "VAR_DIR": folder,
            "LOG_LEVEL": "ERROR",
            "GRANIAN_LOG_LEVEL": "error",
            "DEMO": "0",
            "BENCHMARK_NO_LIMITS": "1",
        }
        if database:
            self.env["DATABASE_URL"] = database
            self.env["REDIS_URL"] = os.environ["REDIS_URL"]
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.env, check=True)

    def inside(self, call: str, **arguments: Any) -> Any:
        """Return what a function of `benchmarks.preparation` returns in a process of its own."""
        code = "import json; from benchmarks import preparation; "
        code += f"print('@@' + json.dumps(preparation.{call}(**{arguments!r})))"
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        done = subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True)
        return json.loads(done.stdout.partition("@@")[2])

    def start(self, *, embedded: bool = False) -> None:
        """Start the workers and wait until they answer."""
        one = serve.web_command("127.0.0.1", self.port)
        command = one if embedded else compose_stack.command("web", self.port)
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
        workers = 1 if embedded else int(command[command.index("--workers") + 1])
        deadline = time.perf_counter() + 60
        while True:
            try:
                for _ in range(8 * workers):
                    load.Connection(self.port).call(load.get("/healthz"))
                return
            except OSError:
                if time.perf_counter() > deadline:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=20)

    def _workers(self) -> Iterator[tuple[Path, list[str]]]:
        """Yield the folder of each worker in /proc, and what its `stat` says from the state on."""
        assert self.process is not None
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                found = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            if int(found[1]) == self.process.pid:
                yield folder, found

    def memory(self) -> float:
        """Return the megabytes of the workers, what they share counted once."""
        rollups = [(folder / "smaps_rollup").read_text() for folder, _ in self._workers()]
        return sum(int(text.partition("\nPss:")[2].split()[0]) for text in rollups) / 1024

    def cpu(self) -> float:
        """Return the seconds of processor time that the workers have used."""
        ticks = sum(int(found[11]) + int(found[12]) for _, found in self._workers())
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(database: str) -> Iterator[Server]:
    """Run a server on an empty database: SQLite, or one of its own on this server of PostgreSQL."""
    with (
        tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder,
        own_database(database) as empty,
    ):
        server = Server(empty, folder)
        server.manage("migrate", "--verbosity", "0")
        try:
            yield server
        finally:
            server.stop()


def pair(times: list[float], digits: int = 0) -> str:
    """Return p50 and p95 in milliseconds."""
    return " / ".join(f"{percentile(times, share) * 1000:,.{digits}f}" for share in (0.5, 0.95))


def measure(label: str, database: str, *, seconds: float) -> Figures:
    """Return the figures of a server on one database; `seconds` is the length of one run."""
    with running(database) as server:
        needed = int((ROUNDS * seconds * MOST_A_SECOND + 2 * seconds * CALM_RATE) / MOVES_OF_A_GAME)
        singles = server.inside("games", number=needed + 2 * CLIENTS, prefix="s")
        chains = server.inside("games", number=CLIENTS * 2, prefix="c", **CHAINED)
        visits = server.inside("visits", number=VISITS, title="war-of-the-ring", after=80)
        server.start()
        players = [load.Player(singles[n::CLIENTS]) for n in range(CLIENTS)]
        load.saturate(server.port, players, 1.0)
        before = server.inside("size")
        sent = sum(len(player.times) for player in players)
        rates, floors, times, used = [], [], [], 0.0
        for _ in range(ROUNDS):
            floors.append(raw_transactions(database, min(1.0, seconds / 4)))
            busy = server.cpu()
            spent, more, _ = load.saturate(server.port, players, seconds)
            used += server.cpu() - busy
            rates.append(len(more) / spent)
            times += more
        calm = load.calm(server.port, players, 2 * seconds, CALM_RATE)
        grown = server.inside("size") - before
        sent = sum(len(player.times) for player in players) - sent
        planners = [load.Player(chains[n::CLIENTS]) for n in range(CLIENTS)]
        spent, chain_times, decisions = load.saturate(server.port, planners, seconds / 2)
        views, view_times = load.unchanged(server.port, singles, CLIENTS, seconds / 2)
        pages = load.pages(server.port, singles, 60)
        boards = load.pages(server.port, chains, 60)
        texts, own_boards, own_moves = load.visit(server.port, visits)
        memory = server.memory()
        late = server.inside("late_moves", number=12)
        sizes = server.inside("rows")
    rate, floor = statistics.median(rates), statistics.median(floors)
    figures = [
        (f"{label}: bare transactions a second, one connection", f"{floor:,.0f}"),
        (f"{label}: submissions a second, {CLIENTS} clients", f"{rate:,.0f}"),
        (f"{label}: spread of the rounds", " – ".join(f"{r:,.0f}" for r in (min(rates), max(rates)))),
        (f"{label}: submissions per bare transaction", f"{rate / floor:.3f}"),
        (f"{label}: processor time of the web workers per submission, ms", f"{used / len(times) * 1000:.2f}"),
        (f"{label}: a submission, saturated, p50 / p95, ms", pair(times)),
        (f"{label}: a submission at a calm {CALM_RATE}/s, p50 / p95, ms", pair(calm, 1)),
        (f"{label}: decisions a second, War of the Ring in whole actions", f"{decisions / spent:,.0f}"),
        (f"{label}: choices in a chain, on average", f"{decisions / len(chain_times):.2f}"),
        (f"{label}: unchanged views a second (ETag)", f"{views:,.0f}"),
        (f"{label}: an unchanged view, p50 / p95, ms", pair(view_times, 1)),
        (f"{label}: the game page, calm, p50 / p95, ms", pair(pages)),
        (f"{label}: the board of War of the Ring mid-game, calm, p50 / p95, ms", pair(boards)),
        (f"{label}: the same for the player to move, in text, p50 / p95, ms", pair(texts)),
        (f"{label}: the same for the player to move, with the board, p50 / p95, ms", pair(own_boards)),
        (f"{label}: a move sent from that page, p50 / p95, ms", pair(own_moves)),
        (f"{label}: an action of War of the Ring, {CLIENTS} clients, p50 / p95, ms", pair(chain_times)),
        (f"{label}: a move at action 1,000 against action 10", f"{late['late'] / late['early']:.2f}"),
        (f"{label}: growth of the database per submission, bytes", f"{grown / sent:,.0f}"),
        (f"{label}: a position, bytes (median)", f"{sizes['state']:,.0f}"),
        (f"{label}: two web workers, MB", f"{memory:,.0f}"),
    ]
    if sizes["event"]:
        figures.append((f"{label}: row of an event, bytes", f"{sizes['event']:,.0f}"))
    return figures


def measure_embedded(*, seconds: float) -> Figures:
    """Return what a submission costs the web process of `manage.py serve`, on SQLite."""
    with running("") as server:
        needed = int((1 + seconds) * MOST_A_SECOND / MOVES_OF_A_GAME)
        games = server.inside("games", number=needed + CLIENTS, prefix="s")
        server.start(embedded=True)
        players = [load.Player(games[n::CLIENTS]) for n in range(CLIENTS)]
        load.saturate(server.port, players, 1.0)
        busy = server.cpu()
        spent, times, _ = load.saturate(server.port, players, seconds)
        used = server.cpu() - busy
    return [
        (f"serve: submissions a second, {CLIENTS} clients", f"{len(times) / spent:,.0f}"),
        ("serve: processor time of the web process per submission, ms", f"{used / len(times) * 1000:.2f}"),
    ]


def raw_transactions(database: str, seconds: float) -> float:
    """Return how many bare transactions (a locked read, an insert, an update) the database does in a second."""
    return _bare_postgresql(database, seconds) if database else _bare_sqlite(seconds)


def _bare_postgresql(database: str, seconds: float) -> float:
    import psycopg

    with psycopg.connect(database) as connection:
        connection.execute("CREATE TEMP TABLE floor (id serial, body text, n int)")
        connection.execute("INSERT INTO floor (body, n) VALUES ('x', 0)")
        connection.commit()
        count, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            connection.execute("SELECT n FROM floor WHERE id = 1 FOR UPDATE")
            connection.execute("INSERT INTO floor (body, n) VALUES (%s, 1)", ("y" * 300,))
            connection.execute("UPDATE floor SET n = n + 1 WHERE id = 1")
            connection.commit()
            count += 1
    return count / seconds


def _bare_sqlite(seconds: float) -> float:
    import sqlite3

    with tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder:
        connection = sqlite3.connect(Path(folder) / "floor.sqlite3", isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("CREATE TABLE floor (id integer primary key, body text, n int)")
        connection.execute("INSERT INTO floor (body, n) VALUES ('x', 0)")
        count, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("SELECT n FROM floor WHERE id = 1").fetchone()
            connection.execute("INSERT INTO floor (body, n) VALUES (?, 1)", ("y" * 300,))
            connection.execute("UPDATE floor SET n = n + 1 WHERE id = 1")
            connection.execute("COMMIT")
            count += 1
        connection.close()
    return count / seconds

"""`python -m benchmarks.streams [--listeners 500 5000]`: how soon a move is heard of, and what a listener costs.

Spectators without an account, and the two players of every game, listen to the stream process of compose.yaml while
the games are played. With DATABASE_URL and REDIS_URL set (`tools/with_services.sh`) its web workers take the moves; on
SQLite the one process serves both.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from benchmarks import compose_stack, load
from benchmarks.empty_server import own_database
from benchmarks.server import ROOT, Server, free_port
from rules.core.bench import percentile

#: Listeners that connect at the same time.
CONNECTING = 10
#: Seconds that a listener may take to be heard, or to hear.
PATIENCE = 60.0
#: What keeps a benchmark from being taken for a flood.
UNLIMITED = {
    f"STREAM_{name}": "1000000" for name in ("PLACES", "PER_ADDRESS", "PER_VISITOR_ADDRESS", "PER_ACCOUNT")
}

Figures = list[tuple[str, str]]


@dataclass
class Watched:
    """A game that is listened to: when its newest move was sent, and after how many seconds it was heard of."""

    prepared: dict[str, Any]
    listeners: "list[Listener]" = field(default_factory=list)
    number: int = 0
    sent_at: float = 0.0
    heard: list[float] = field(default_factory=list)


class Listener(asyncio.Protocol):
    """A connection on which one game is listened to, as light as can be."""

    def __init__(self, watched: Watched, token: str) -> None:
        self.watched = watched
        self.token = token
        self.newest = ""
        self.status = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        path = f"/game/{self.watched.prepared['key']}/events"
        transport.write(load.get(path, self.token))  # type: ignore[attr-defined]  # of a socket

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"HTTP/1.1 "):
                self.status = int(line[9:12])
            elif line.startswith(b"data: "):
                self._hear(json.loads(line[6:])["version"], now)
        if self.status not in (0, 200):
            self._end(f"a listener was answered with {self.status}")

    def connection_lost(self, error: Exception | None) -> None:
        self._end("a stream has ended")

    def _hear(self, version: str, now: float) -> None:
        if self.newest and version != self.newest and self.watched.sent_at:
            self.watched.heard.append(now - self.watched.sent_at)
        self.newest = version
        if not self.ready.done():
            self.ready.set_result(None)

    def _end(self, words: str) -> None:
        if not self.ready.done():
            self.ready.set_exception(RuntimeError(words))


class StreamServer(Server):
    """The stream process, and beside it, where there are services, one that takes the moves."""

    def __init__(self, database: str, folder: str) -> None:
        super().__init__(database, folder)
        self.env |= UNLIMITED
        self.moves_port = self.port

    def start(self) -> None:
        """Start the processes and wait until they answer."""
        self.moves: subprocess.Popen[bytes] | None = None
        if self.database:
            self.moves_port = free_port()
            self.moves = self._started("web", self.moves_port)
        self.process = self._started("streams", self.port)
        deadline = time.perf_counter() + 60
        for port in (self.port, self.moves_port):
            while True:
                try:
                    load.Connection(port).call(load.get("/healthz"))
                    break
                except OSError:
                    if time.perf_counter() > deadline:
                        raise
                    time.sleep(0.1)

    def _started(self, service: str, port: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(compose_stack.command(service, port), cwd=ROOT, env=self.env)

    def stop(self) -> None:
        for process in (self.process, self.moves):
            if process is not None:
                process.terminate()
                process.wait(timeout=30)

    def resident(self) -> int:
        """Return the bytes that the stream process holds in memory."""
        return sum(
            int((folder / "smaps_rollup").read_text().partition("\nPss:")[2].split()[0]) * 1024
            for folder, _ in self._workers()
        )


def shares(times: list[float], *wanted: float) -> str:
    """Return percentiles in milliseconds."""
    return " / ".join(f"{percentile(times, share) * 1000:,.0f}" for share in wanted)


async def listen(server: StreamServer, games: list[Watched], number: int) -> list[float]:
    """Open `number` listeners: both players of every game, then spectators. Returns the seconds each took."""
    wanted = [(game, token) for game in games for token in game.prepared["tokens"].values()]
    wanted += [(games[n % len(games)], "") for n in range(max(0, number - len(wanted)))]
    left = iter(wanted[:number])
    times: list[float] = []

    async def connect() -> None:
        for game, token in left:
            before = time.perf_counter()
            _, listener = await asyncio.get_running_loop().create_connection(
                lambda game=game, token=token: Listener(game, token),  # type: ignore[misc]  # mypy cannot infer it
                "127.0.0.1",
                server.port,
            )
            await asyncio.wait_for(listener.ready, PATIENCE)
            game.listeners.append(listener)
            times.append(time.perf_counter() - before)

    await asyncio.gather(*(connect() for _ in range(CONNECTING)))
    return times


async def play(server: StreamServer, games: list[Watched], moves: int, rate: float) -> int:
    """Send moves at an even rate, each in the next game. Returns how many listeners never heard the last one."""
    connection = load.Connection(server.moves_port)
    start = time.perf_counter()
    for count in range(moves):
        await asyncio.sleep(max(0.0, start + count / rate - time.perf_counter()))
        game = games[count % len(games)]
        game.sent_at = time.perf_counter()
        request = load.move(game.prepared, game.number)
        status, _, body = await asyncio.to_thread(connection.call, request)
        if status != 200:
            raise RuntimeError(f"a prepared move was refused with {status}: {body[:300]!r}")
        game.number += 1
    deadline = time.perf_counter() + PATIENCE
    behind = -1
    while behind and time.perf_counter() < deadline:
        await asyncio.sleep(0.5)
        behind = 0
        for game in games:
            path = f"/game/{game.prepared['key']}/version"
            _, _, body = await asyncio.to_thread(connection.call, load.get(path))
            newest = json.loads(body)["version"]
            spectators = [listener for listener in game.listeners if not listener.token]
            behind += sum(listener.newest != newest for listener in spectators)
    connection.close()
    return behind


async def measure(
    server: StreamServer, games: list[Watched], number: int, options: argparse.Namespace
) -> Figures:
    """Return the figures with `number` listeners."""
    warm = [Watched(games[0].prepared)]
    await listen(server, warm, 20)  # what the first ones load counts for none of them
    empty = server.resident()
    opened = await listen(server, games, number)
    await asyncio.sleep(2.0)
    full = server.resident()
    before, since = server.cpu(), time.perf_counter()
    await asyncio.sleep(options.idle)
    idle = (server.cpu() - before) / (time.perf_counter() - since)
    before, since = server.cpu(), time.perf_counter()
    behind = await play(server, games, options.moves, options.rate)
    busy = (server.cpu() - before) / (time.perf_counter() - since)
    heard = [seconds for game in games for seconds in game.heard]
    figures = [
        ("heard of after, p50 / p95 / p99, ms", shares(heard, 0.5, 0.95, 0.99)),
        ("times that a listener heard of a move", f"{len(heard):,}"),
        ("listeners that never heard of the last move", f"{behind:,}"),
        ("memory for each listener, KB", f"{(full - empty) / number / 1024:,.1f}"),
        ("the stream process in all, MB", f"{full / 2**20:,.0f}"),
        ("opening a listener, p50 / p95, ms", shares(opened, 0.5, 0.95)),
        ("of a core while nothing happens, %", f"{idle * 100:.1f}"),
        (f"of a core at {options.rate:g} moves a second, %", f"{busy * 100:.1f}"),
    ]
    for game in [*warm, *games]:
        for listener in game.listeners:
            listener.transport.close()
        game.listeners.clear()
        game.heard.clear()
    await asyncio.sleep(3.0)
    return [(f"{number:,} listeners: {name}", value) for name, value in figures]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams")
    parser.add_argument("--listeners", type=int, nargs="+", default=[500, 5000])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--rate", type=float, default=5.0, help="moves a second")
    parser.add_argument("--idle", type=float, default=10.0, help="seconds in which nothing happens")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    database = os.environ.get("DATABASE_URL", "")
    for number in options.listeners:
        with (
            tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder,
            own_database(database) as empty,
        ):
            server = StreamServer(empty, folder)
            server.manage("migrate", "--verbosity", "0")
            prepared = server.inside("games", number=options.games, prefix="s")
            server.start()
            try:
                games = [Watched(game) for game in prepared]
                for name, value in asyncio.run(measure(server, games, number, options)):
                    print(f"{name:<72} {value:>24}", flush=True)
            finally:
                server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

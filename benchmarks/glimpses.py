"""`python -m benchmarks.glimpses`: what the small pictures of a home cost, and whom they keep waiting.

A real `manage.py serve` with a player who has a game of each title at home. After each move the home is looked at as a
browser does, pictures that it has already kept left out. Then three sessions load pictures without a pause, which
nobody keeps for them, while the lobby is looked at. Processor time is that of the web process and of the worker.
"""

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks import load
from benchmarks.memory import Server, answer
from benchmarks.processes import processor_seconds
from benchmarks.server import ROOT

PICTURES = re.compile(rb'src="(/game/[^"]+/glimpse\.png[^"]*)"')


def prepared(server: Server, names: list[str]) -> list[dict[str, Any]]:
    """Return what `preparation.home` makes, for so many players."""
    code = "import json; from benchmarks import preparation; "
    code += f"print('@@' + json.dumps([preparation.home(name) for name in {names!r}]))"
    return list(json.loads(server.manage("shell", "--no-imports", "-c", code).partition("@@")[2]))


def look(path: str, session: str = "") -> bytes:
    """Return a browser's request."""
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1"]
    return "\r\n".join([*lines, *([f"Cookie: sessionid={session}"] if session else []), "", ""]).encode()


def spent(server: Server) -> dict[str, float]:
    """Return the processor milliseconds of the web process and of the worker so far, children included."""
    found = {"web": 0.0, "worker": 0.0}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environment = (folder / "environ").read_bytes()
            seconds = processor_seconds(folder)
        except OSError:
            continue
        if f"VAR_DIR={server.env['VAR_DIR']}".encode() not in environment.split(b"\0"):
            continue
        name = "web" if "granian" in words else "worker" if "wotr.worker" in words else ""
        if name:
            found[name] += 1000 * seconds
    return found


def homes(server: Server, home: dict[str, Any], moves: int) -> tuple[list[float], list[float]]:
    """Look at a home after each move. Returns the seconds until page and pictures were there; of first pictures."""
    connection, rng = load.Connection(server.port), random.Random(1)
    known, whole, pictures = set[bytes](), list[float](), list[float]()
    for number in range(moves):
        game = home["games"][number % len(home["games"])]
        assert any(answer(connection, game["key"], token, rng) for token in game["tokens"].values())
        begun = time.monotonic()
        page = connection.call(look("/", home["session"]))[2]
        for path in dict.fromkeys(PICTURES.findall(page)):
            if path not in known:
                known.add(path)
                asked = time.monotonic()
                status, *_ = connection.call(look(path.decode(), home["session"]))
                assert status == 200, (path, status)
                pictures.append(time.monotonic() - asked)
        whole.append(time.monotonic() - begun)
    return whole, pictures


def crowd(server: Server, them: list[dict[str, Any]], looks: int) -> tuple[list[float], list[float]]:
    """Return the seconds of looks at the lobby: without anybody else, and while sessions load pictures."""
    stop = threading.Event()

    def loads(home: dict[str, Any]) -> None:
        connection = load.Connection(server.port)
        while not stop.is_set():
            for game in home["games"]:
                connection.call(look(f"/game/{game['key']}/glimpse.png", home["session"]))

    def lobby() -> list[float]:
        connection, found = load.Connection(server.port), list[float]()
        for _ in range(looks):
            begun = time.monotonic()
            assert connection.call(look("/tables/"))[0] == 200
            found.append(time.monotonic() - begun)
        return found

    alone = lobby()
    threads = [threading.Thread(target=loads, args=(home,)) for home in them]
    for thread in threads:
        thread.start()
    try:
        return alone, lobby()
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def told(name: str, seconds: list[float]) -> str:
    """Return a row: median and 95th percentile in milliseconds."""
    high = statistics.quantiles(seconds, n=20)[-1]
    return f"{name:<50}{statistics.median(seconds) * 1000:8.0f}{high * 1000:8.0f}"


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.glimpses", description=__doc__)
    parser.add_argument("--moves", type=int, default=60, help="moves after which the home is looked at")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder:
        server = Server(ROOT, folder, "")
        server.manage("migrate", "--verbosity", "0")
        server.manage("collectstatic", "--noinput", "--verbosity", "0")
        them = prepared(server, ["one", "two", "three"])
        try:
            server.start()
            time.sleep(8)  # the worker gets ready to draw
            before = spent(server)
            whole, pictures = homes(server, them[0], chosen.moves)
            after = spent(server)
            print(f"{'milliseconds':<50}{'p50':>8}{'p95':>8}")
            print(f"{'the first picture after the start':<50}{pictures[0] * 1000:8.0f}")
            print(told("a picture that is new", pictures[len(them[0]["games"]) :]))
            print(told("a home after a move, with its pictures", whole[1:]))
            for name in before:
                print(f"{'  processor time, ' + name:<50}{(after[name] - before[name]) / chosen.moves:8.0f}")
            alone, among = crowd(server, them, 60)
            print(told("the lobby", alone))
            print(told("the lobby while three sessions load pictures", among))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

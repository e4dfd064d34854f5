"""`python -m benchmarks.memory`: what the processes of a server need: memory of each after play, seconds to ready.

Memory is the proportional set size (Pss): what processes share counts once.
"""

import argparse
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks import compose_stack, load
from benchmarks.empty_server import own_database
from benchmarks.server import ROOT, free_port

#: Games between two people: their turns are told by mail, with pictures.
GAMES = {"duel": 2, "war-of-the-ring": 2, "risk": 2}
#: Moves a second, of all games together.
RATE = 4.0
#: The name of a process of `serve`, by a word of its command; the first that fits counts.
NAMES = (
    ("thinker", "bots' child"),
    ("boards.grounds", "who draws a ground"),
    ("granian", "web, two"),
    ("hostname clocks", "worker clocks"),
    ("hostname calls", "worker calls"),
    ("hostname bots", "worker bots"),
    ("hostname worker", "worker"),
    (" beat ", "beat"),
    ("wotr.worker", "worker"),
)


class Server:
    """A tree's `manage.py serve`, or the processes of compose.yaml; on a database of its own, with the demo in it."""

    def __init__(self, tree: Path, folder: str, database: str) -> None:
        own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        self.tree, self.port = tree, free_port()
        self.env = {k: v for k, v in os.environ.items() if k not in own}
        self.env |= {"VAR_DIR": folder, "BENCHMARK_NO_LIMITS": "1", "LOG_LEVEL": "ERROR", "DEMO": "1"}
        self.commands = {"serve": [sys.executable, "manage.py", "serve", "--port", str(self.port)]}
        if database:
            keys = {"SECRET_KEY": secrets.token_hex(), "SEED_KEY": secrets.token_hex()}
            self.env |= {"DATABASE_URL": database, "REDIS_URL": os.environ["REDIS_URL"], **keys}
            self.env = compose_stack.environment() | self.env
            self.commands = compose_stack.commands({"web": self.port, "streams": free_port()}, Path(folder))
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=self.tree, env=self.env, check=True, capture_output=True, text=True
        )
        return done.stdout

    def tokens(self, title: str, number: int) -> dict[str, list[str]]:
        """Return new games of two people, and their players' tokens."""
        code = "import json; from benchmarks import preparation; "
        code += f"print('@@' + json.dumps(preparation.games({number}, {title[:4]!r}, {title!r}, most=1)))"
        found = json.loads(self.manage("shell", "--no-imports", "-c", code).partition("@@")[2])
        return {game["key"]: list(game["tokens"].values()) for game in found}

    def start(self) -> float:
        """Start it. Returns the seconds until a page is answered."""
        begun = time.monotonic()
        for name, command in self.commands.items():
            self.running[name] = subprocess.Popen(
                command, cwd=self.tree, env=self.env, stdout=subprocess.DEVNULL
            )
        while True:
            try:
                if load.Connection(self.port).call(load.get("/"))[0] == 200:
                    return time.monotonic() - begun
            except OSError:
                if time.monotonic() - begun > 120:
                    raise
            time.sleep(0.05)

    def stop(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            process.wait(timeout=60)

    def memory(self) -> dict[str, float]:
        """Return the megabytes of each process, the two of a web server together."""
        parents = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(stat[1])
        names = {process.pid: name for name, process in self.running.items()}
        while more := {child for child, parent in parents.items() if parent in names} - names.keys():
            names |= {child: self._name(child, names[parents[child]]) for child in more}
        found: dict[str, float] = {}
        for number, name in names.items():
            try:
                text = Path(f"/proc/{number}/smaps_rollup").read_text()
            except OSError:
                continue  # it has ended
            found[name] = found.get(name, 0.0) + int(text.partition("\nPss:")[2].split()[0]) / 1024
        return found

    @staticmethod
    def _name(number: int, parent: str) -> str:
        words = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        found = next((name for word, name in NAMES if word in words), parent)
        return found if parent == "serve" or found in (NAMES[0][1], NAMES[1][1]) else parent


def play(server: Server, tokens: dict[str, list[str]], own: str, seconds: float) -> int:
    """Play on in all games, those of the demo against bots too, and look at pages. Returns the number of moves.

    `tokens` are those of the two players of each game, `own` that of the demo's player.
    """
    connection, rng = load.Connection(server.port), random.Random(1)
    listed = json.loads(connection.call(load.get("/api/v1/games/", own))[2])["results"]
    games = [*tokens.items(), *((row["key"], [own]) for row in listed)]
    begun, moves, turns = time.monotonic(), 0, 0
    while time.monotonic() - begun < seconds:
        key, players = games[turns % len(games)]
        turns += 1
        moves += any(answer(connection, key, token, rng) for token in players)
        if turns % 8 == 0:
            for page in ("/", "/tables/", f"/game/{key}/"):
                connection.call(load.get(page))
        time.sleep(max(0.0, turns / RATE - (time.monotonic() - begun)))
    return moves


def answer(connection: load.Connection, key: str, token: str, rng: random.Random) -> bool:
    """Answer what is asked in a game, if anything. Returns whether anything was."""
    status, _, body = connection.call(load.get(f"/api/v1/games/{key}/choices/", token))
    found = json.loads(body)
    if status != 200 or not found.get("choices"):
        return False
    sent = {"version": found["version"], "choices": [rng.choice(found["choices"])]}
    return connection.call(load.post(f"/api/v1/games/{key}/moves/", token, sent))[0] == 200


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long is played")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the working tree that is measured")
    parser.add_argument(
        "--services", action="store_true", help="those of compose, on DATABASE_URL and REDIS_URL"
    )
    chosen = parser.parse_args()
    address = os.environ["DATABASE_URL"] if chosen.services else ""
    with (
        tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder,
        own_database(address) as database,
    ):
        server = Server(chosen.tree.resolve(), folder, database)
        server.manage("migrate", "--verbosity", "0")
        server.manage("collectstatic", "--noinput", "--verbosity", "0")
        server.manage("demo")
        tokens: dict[str, list[str]] = {}
        for title, number in GAMES.items():
            tokens |= server.tokens(title, number)
        own = server.manage("token", "frodo", "--scope", "read", "--scope", "play").split()[-1]
        try:
            print(f"ready after {server.start():.1f} s")
            for when, pause in (("at rest", 5), ("after play", 0), ("half a minute later", 30)):
                time.sleep(pause)
                found = server.memory()
                print(f"\n{when}, MB (Pss):")
                for name, size in found.items():
                    print(f"  {name:<20}{size:6.0f}")
                print(f"  {'together':<20}{sum(found.values()):6.0f}")
                if when == "at rest":
                    print(f"\n{play(server, tokens, own, 60 * chosen.minutes)} moves")
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

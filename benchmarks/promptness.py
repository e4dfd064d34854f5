"""`python -m benchmarks.promptness`: how soon a mail tells of a turn (to an SMTP server), and how soon a bot answers.

A real `manage.py serve` with nothing held back: what is due is due when the move is answered.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from benchmarks import load
from benchmarks.memory import Server, answer
from benchmarks.server import ROOT, free_port

#: Who is played against in each title, and on which seat.
BOTS = {
    "duel": ("sauron", "captain"),
    "risk": ("red", "captain"),
    "war-of-the-ring": ("shadow", "steward"),
}
#: As long as a mail or a bot may take before it counts as lost, in seconds.
PATIENCE = 60.0


class Post:
    """An SMTP server that notes for whom a mail has come, and when."""

    def __init__(self) -> None:
        self.come: SimpleQueue[tuple[float, set[str]]] = SimpleQueue()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.come.put((time.monotonic(), {address.partition("@")[0] for address in envelope.rcpt_tos}))
        return "250 OK"

    def next(self) -> tuple[float, set[str]]:
        """Return when the next mail comes, and for whom. Raises queue.Empty after `PATIENCE`."""
        return self.come.get(timeout=PATIENCE)

    def until(self, names: frozenset[str]) -> float:
        """Return when the next mail for one of these comes. Raises queue.Empty as `next`."""
        while True:
            at, reached = self.next()
            if not names.isdisjoint(reached):
                return at


def mails(server: Server, post: Post, title: str, moves: int, rng: random.Random) -> list[float]:
    """Return the seconds from the answer to a move to the mail that tells whoever is to move next."""
    ((key, tokens),) = server.tokens(title, 1).items()
    begun = {f"{title[:4]}0{one}" for one in "ab"}
    names = frozenset(begun)
    while begun:  # they are told that the game has begun
        begun -= post.next()[1]
    connection, found = load.Connection(server.port), list[float]()
    while len(found) < moves and asked(connection, key, tokens[0]):
        for token in tokens:
            before = asked(connection, key, token)
            if not answer(connection, key, token, rng):
                continue
            answered = time.monotonic()
            if asked(connection, key, token) - before:
                found.append(post.until(names) - answered)
    return found


def bots(server: Server, token: str, title: str, moves: int, rng: random.Random) -> list[float]:
    """Return the seconds from the answer to a move to the first answer of the bot that is to move next."""
    connection, (seat, bot) = load.Connection(server.port), BOTS[title]
    table = {"title": title, "bots": {seat: bot}}
    status, _, opened = connection.call(load.post("/api/v1/tables/", token, table))
    assert status == 201, opened
    key, found = json.loads(opened)["key"], list[float]()
    while len(found) < moves and asked(connection, key, token):
        if answer(connection, key, token, rng):
            answered, version = time.monotonic(), _game(connection, key, token)["version"]
            if asked(connection, key, token) == {seat}:
                while _game(connection, key, token)["version"] == version:
                    assert time.monotonic() < answered + PATIENCE, f"{bot} does not answer in {title}"
                    time.sleep(0.02)
                found.append(time.monotonic() - answered)
        else:
            time.sleep(0.02)
    return found


def asked(connection: load.Connection, key: str, token: str) -> set[str]:
    """Return the seats that a game waits for."""
    return {seat["name"] for seat in _game(connection, key, token)["seats"] if seat["waiting"]}


def _game(connection: load.Connection, key: str, token: str) -> dict[str, Any]:
    return dict(json.loads(connection.call(load.get(f"/api/v1/games/{key}/", token))[2]))


def told(name: str, seconds: list[float]) -> str:
    return f"{name:<40}{len(seconds):6}{statistics.median(seconds):10.2f}{max(seconds):10.2f}"


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.promptness", description=__doc__)
    parser.add_argument(
        "--moves", type=int, default=20, help="moves that are waited for in each game, if it lasts"
    )
    parser.add_argument("--tree", type=Path, default=ROOT, help="the working tree that is measured")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    post, port = Post(), free_port()
    door = Controller(post, hostname="127.0.0.1", port=port)
    door.start()
    with tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder:
        server = Server(chosen.tree.resolve(), folder, "")
        server.env |= {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(port), "DEMO": "1"}
        server.env |= {f"HOUSE_{name}": "0 s" for name in ("TURN_HOLD", "PRACTICE_HOLD", "HAND_OVER")}
        server.manage("migrate", "--verbosity", "0")
        server.manage("demo")
        token = server.manage(
            "token", "frodo", *(f"--scope={one}" for one in ("read", "play", "lobby"))
        ).split()[-1]
        try:
            server.start()
            print(f"{'seconds':<40}{'moves':>6}{'median':>10}{'longest':>10}")
            rng = random.Random(chosen.seed)
            for title in BOTS:
                print(told(f"a mail, {title}", mails(server, post, title, chosen.moves, rng)))
            for title, (_, bot) in BOTS.items():
                print(told(f"{bot}, {title}", bots(server, token, title, chosen.moves, rng)))
        finally:
            server.stop()
            door.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

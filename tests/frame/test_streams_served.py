"""Event streams of real server processes: another process moves, and whoever listens hears it without any slow look."""

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks import compose_stack
from games.management.commands.serve import plan
from tests.frame.services import free_port, is_open, own_database, redis, wait_for
from tests.frame.test_killed_worker import GAME

ROOT = Path(__file__).resolve().parents[2]

MOVE = """
from games.models import Game
from games.play import access, positions
from games.play.submit import submit
key = Game.objects.get().key
game = access.get_game(key)
decision = positions.open_game(access.Viewer(game, tuple(game.seats.all()), None, None)).pending[0]
submit(key, decision.seat, expected_version=game.version, choices=[decision.fallback_choice()])
"""
WITH_BOT = """
from accounts.models import User
from games.lobby.new_tables import Company, NewTable, open_table
user = User.objects.create_user("merry", "merry@example.org", "second-breakfast")
open_table(user, NewTable("duel", company=Company("fellowship", bots={"sauron": "squire"})))
"""
#: The player moves as soon as the bot has, and says which version that makes.
MOVE_WHEN_ASKED = f"""
import time
from games.models import Seat
while not Seat.objects.filter(bot="", waiting_since__isnull=False).exists():
    time.sleep(0.1)
{MOVE}
print(Game.objects.get().version)
"""


class Listener:
    """A connection on which the game is listened to."""

    def __init__(self, port, key, cursor=""):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=90)
        more = f"Last-Event-ID: {cursor}\r\n" if cursor else ""
        request = f"GET /game/{key}/events HTTP/1.1\r\nHost: localhost\r\n{more}\r\n"
        self.connection.sendall(request.encode())
        self.said = ""
        self.read_until(": listening")

    def read_until(self, words):
        """Read until something was said, for as long as a busy machine may take."""
        while words not in self.said:
            self._read()

    def _read(self):
        part = self.connection.recv(65_536).decode()
        assert part, f"the stream has ended: {self.said}"
        self.said += part

    def hears(self, version):
        """Read until the game has come to a version."""
        while not any(int(number) >= version for number in re.findall(r'"version":"(\d+)', self.said)):
            self._read()

    def ends(self):
        """Read to the end, and return after how many seconds to come back."""
        while part := self.connection.recv(65_536).decode():
            self.said += part
        assert self.said.endswith("0\r\n\r\n"), "an end in good order"
        return int(re.findall(r"retry: (\d+)", self.said)[-1]) / 1000

    @property
    def cursor(self):
        return re.findall(r"id: (\S+)", self.said)[-1]


def inside(env, code):
    """Run something in a process of its own, and return what it says."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


@contextmanager
def running(command, env, port):
    """Run a server until it has answered and the caller is done."""
    process = subprocess.Popen(command, cwd=ROOT, env=env)
    try:
        wait_for(lambda: is_open(port))
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def key_of_game(env):
    return inside(env, "from games.models import Game; print(Game.objects.get().key)").split()[-1]


def listens_to_moves(env, process, port, listeners):
    """The game's moves are heard one by one; who was away hears what they have missed; streams end in good order."""
    key = key_of_game(env)
    heard = [Listener(port, key) for _ in range(listeners)]
    for listener in heard:
        listener.hears(0)
    inside(env, MOVE)
    for listener in heard:
        listener.hears(1)
    away = heard.pop()
    away.connection.close()
    inside(env, MOVE)
    for listener in heard:
        listener.hears(2)
    back = Listener(port, key, away.cursor)
    back.hears(2)
    assert '"version":"1-running"' not in back.said
    process.terminate()
    waits = [listener.ends() for listener in (*heard, back)]
    assert all(0 < wait <= 30 for wait in waits)
    process.wait(timeout=60)


@pytest.fixture
def env(tmp_path, migrated):
    """The embedded shape, in which streams are told by nudges alone."""
    own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    shutil.copy(migrated, tmp_path)
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return {**kept, "VAR_DIR": str(tmp_path), "LOG_LEVEL": "ERROR", "STREAM_LOOK_SECONDS": "3600"}


def commands(port):
    """The commands of the processes of `manage.py serve`, by their names."""
    return {its["name"]: its["command"] for its in plan("127.0.0.1", port)["processes"]}


@pytest.mark.long
def test_the_web_process_tells_what_another_process_moves(tmp_path, env):
    inside(env, GAME)
    port = free_port()
    with running(commands(port)["web"], env, port) as process:
        listens_to_moves(env, process, port, 2)
    assert list((tmp_path / "streams").iterdir()) == []


@pytest.mark.long
def test_the_web_process_tells_what_a_bot_moves_in_its_worker(env):
    inside(env, WITH_BOT)
    port = free_port()
    web, worker = commands(port).values()
    with running(web, env, port), running(worker, env, port):
        visitor = Listener(port, key_of_game(env))
        version = int(inside(env, MOVE_WHEN_ASKED).split()[-1])
        visitor.hears(version + 1)


@pytest.mark.services
def test_every_stream_process_tells_what_another_process_moves(tmp_path):
    with own_database("streams") as database:
        env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        env |= {"DATABASE_URL": database, "REDIS_URL": redis(7), "VAR_DIR": str(tmp_path)}
        env |= {
            "SECRET_KEY": secrets.token_hex(),
            "SEED_KEY": secrets.token_hex(),
            "LOG_LEVEL": "ERROR",
        }
        env |= {"STREAM_LOOK_SECONDS": "3600", "STREAM_PER_VISITOR_ADDRESS": "100", "DEMO": "0"}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True
        )
        inside(env, GAME)
        port = free_port()
        with running([*compose_stack.command("streams", port), "--workers", "2"], env, port) as process:
            listens_to_moves(env, process, port, 16)

"""Pages that may be late come from a copy of the database for strangers alone, and from the database where it fails."""

import http.client
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.contrib.sessions.models import Session

from accounts.models import User
from benchmarks import compose_stack
from games.models import Game
from tests.frame.deployment import ROOT
from tests.frame.services import free_port, own_database, redis, wait_for
from tests.frame.test_killed_worker import GAME
from tests.frame.test_streams_served import inside, key_of_game, running
from wotr import pages, replicas


def test_nothing_is_read_from_the_copy_unless_it_may_be_late():
    router = replicas.Router()
    assert router.db_for_read(Game) == "default"
    with replicas._late():
        assert router.db_for_read(Game) == "replica"
        assert {router.db_for_read(model) for model in (User, Session)} == {"default"}
        assert router.db_for_write(Game) == "default"
    assert router.db_for_read(Game) == "default"
    assert (router.allow_migrate("default", "games"), router.allow_migrate("replica", "games")) == (
        True,
        False,
    )


def test_nothing_is_read_from_the_copy_inside_a_transaction(db):
    with replicas._late():
        assert replicas.Router().db_for_read(Game) == "default"


def test_every_address_that_may_be_late_is_one_and_none_is_of_a_single_game():
    """What a mover has taken back a moment ago would still be in the copy."""
    routes = {one.name: str(one.pattern) for included in pages.urlpatterns for one in _flat(included)}
    assert routes.keys() >= replicas.LATE
    assert not [name for name in replicas.LATE if routes[name].startswith("game/")]
    assert not replicas.LATE & {"lobby", "my-games", "health", "ready", "open-tables"}


def _flat(pattern):
    inner = getattr(pattern, "url_patterns", None)
    return [pattern] if inner is None else [one for each in inner for one in _flat(each)]


#: Lets somebody found an event, and prints its key.
EVENT = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from leagues.services.lifecycle.creation import Proposal, create
User.objects.update(date_joined=timezone.now() - timedelta(days=400))
print(create(User.objects.get(username="merry"), Proposal(preset="swiss", name="The Cup", title="duel")).key)
"""


class Site:
    """A web server with a copy of its database that nothing follows: what differs shows which of both was read."""

    def __init__(self, port, database, copy):
        self.port, self.database, self.copy = port, database, copy

    def games(self, path="/watch/", **headers):
        """Return the status and the games that a page names."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", path, headers={"Host": "localhost", **headers})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, {key for key in ("copied", self.key) if f"/game/{key}/" in text}

    def shows(self, *keys, **more):
        return self.games(**more) == (200, set(keys))


def begun(database, folder):
    """Lead a database over, begin a game in it, and return what its servers have to know."""
    env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    env |= {"DATABASE_URL": database, "REDIS_URL": redis(8), "VAR_DIR": str(folder), "DEMO": "0"}
    env |= {"SECRET_KEY": secrets.token_hex(), "SEED_KEY": secrets.token_hex(), "LOG_LEVEL": "CRITICAL"}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
    inside(env, f"{GAME}\nfrom games.tasks import sweep_clocks; sweep_clocks()")
    return env


def web(env, port, copy):
    """Run one web worker with a copy of the database."""
    command = [*compose_stack.command("web", port), "--workers", "1"]
    return running(command, {**env, "REPLICA_URL": copy}, port)


@pytest.fixture
def site(tmp_path):
    with own_database("copied") as database:
        copy = urlsplit(database)._replace(path=f"{urlsplit(database).path}_copy").geturl()
        env = begun(database, tmp_path)
        found = Site(free_port(), database, copy)
        found.key, found.event = key_of_game(env), inside(env, EVENT).strip()
        name = urlsplit(copy).path[1:]
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(f"CREATE DATABASE {name} TEMPLATE {urlsplit(database).path[1:]}")
            with psycopg.connect(copy, autocommit=True) as rows:
                rows.execute("UPDATE games_game SET key = 'copied'")
                rows.execute("UPDATE leagues_competition SET key = 'copied'")
            try:
                with web(env, found.port, copy):
                    yield found
            finally:
                server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.mark.services
def test_strangers_alone_see_what_may_be_late_and_nobody_sees_a_copy_that_fails(site):
    assert site.shows("copied")
    assert site.shows(site.key, Cookie="sessionid=0123456789abcdef0123456789abcdef")
    assert site.shows(site.key, Authorization="Bearer wotr_nobody")
    assert site.shows(site.key, path="/"), "nobody has said that it may be late"
    assert site.games(f"/leagues/{site.event}/")[0] == 200, "what the copy has not heard of yet"
    assert site.games("/leagues/copied/")[0] == 200
    assert site.games("/leagues/nobodys/")[0] == 404

    with psycopg.connect(site.copy, autocommit=True) as rows:
        rows.execute("ALTER TABLE games_game RENAME COLUMN visibility TO another")
        assert site.shows(site.key), "a copy that has not been led over yet"
        rows.execute("ALTER TABLE games_game RENAME COLUMN another TO visibility")
    wait_for(lambda: site.shows("copied"))

    with psycopg.connect(site.copy, autocommit=True) as rows:
        rows.execute("UPDATE games_pulse SET at = at - interval '1 hour'")
    wait_for(lambda: site.shows(site.key))
    with psycopg.connect(site.copy, autocommit=True) as rows:
        rows.execute("UPDATE games_pulse SET at = now()")
    wait_for(lambda: site.shows("copied"))

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE {urlsplit(site.copy).path[1:]} WITH (FORCE)")
    for _ in range(8):
        assert site.shows(site.key)


# -- a copy that follows -----------------------------------------------------------------------


class Standby:
    """A server of PostgreSQL that follows the one of these tests by its write-ahead log."""

    SLOT = "wotr_standby"

    def __init__(self, folder):
        self.port, self._folder = free_port(), folder
        main = urlsplit(os.environ["DATABASE_URL"])
        at = ["-h", main.hostname, "-p", main.port, "-U", main.username]
        self._run("pg_basebackup", *at, "-R", "-C", "-S", self.SLOT, "-c", "fast")
        with psycopg.connect(os.environ["DATABASE_URL"]) as rows:
            self._connections = rows.execute("SHOW max_connections").fetchone()[0]  # it must allow as many

    def _run(self, name, *words):
        command = [program(name), "-D", self._folder / "data", *words]
        owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run([*owner, *map(str, command)], cwd=self._folder, check=True, stdout=subprocess.DEVNULL)

    def start(self):
        options = ["listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}"]
        options += [f"max_connections={self._connections}", "fsync=off"]
        said = " ".join(f"-c {option}" for option in options)
        self._run("pg_ctl", "-w", "-l", self._folder / "log", "-o", f"-p {self.port} {said}", "start")

    def stop(self):
        self._run("pg_ctl", "-m", "immediate", "stop")

    def of(self, database):
        """Return the address of its copy of a database."""
        return urlsplit(database)._replace(netloc=f"postgres@127.0.0.1:{self.port}").geturl()


def program(name):
    """Return a program of PostgreSQL's server, None where it is not installed."""
    return shutil.which(name) or max(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), default=None)


@pytest.fixture
def standby():
    if program("pg_basebackup") is None:
        pytest.skip("the programs of PostgreSQL's server are not installed here")
    with tempfile.TemporaryDirectory(prefix="wotr-standby-") as folder:
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        try:
            made = Standby(Path(folder))
            made.start()
            try:
                yield made
            finally:
                made.stop()
        finally:
            do(os.environ["DATABASE_URL"], f"SELECT pg_drop_replication_slot('{Standby.SLOT}')")


def do(address, statement):
    with psycopg.connect(address, autocommit=True) as rows:
        rows.execute(statement)


@pytest.mark.services
def test_a_standby_shows_what_has_come_to_it_and_may_go_and_come_back(standby, tmp_path):
    with own_database("followed") as database:
        env, copy = begun(database, tmp_path), standby.of(database)
        do(database, "UPDATE games_pulse SET at = now() + interval '1 day'")  # however long this takes
        site = Site(free_port(), database, copy)
        site.key = key_of_game(env)
        with web(env, site.port, copy):
            wait_for(lambda: site.shows(site.key))
            do(copy, "SELECT pg_wal_replay_pause()")
            do(database, "UPDATE games_game SET key = 'copied'")
            assert site.shows(site.key), "what has not come to the standby yet"
            do(copy, "SELECT pg_wal_replay_resume()")
            wait_for(lambda: site.shows("copied"))

            standby.stop()
            do(database, f"UPDATE games_game SET key = '{site.key}'")
            assert site.shows(site.key), "a standby that is away costs time, not answers"
            standby.start()
            wait_for(lambda: has_come(copy, site.key))
            do(copy, "SELECT pg_wal_replay_pause()")
            do(database, "UPDATE games_game SET key = 'copied'")
            wait_for(lambda: site.shows(site.key))


def has_come(copy, key):
    with psycopg.connect(copy) as rows:
        return rows.execute("SELECT key FROM games_game").fetchone() == (key,)

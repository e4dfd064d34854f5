"""Pages that may be late come from a copy of the database for strangers alone, and from the database where it fails."""

import http.client
import os
import secrets
import subprocess
import sys
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


@pytest.fixture
def site(tmp_path):
    with own_database("copied") as database:
        copy = urlsplit(database)._replace(path=f"{urlsplit(database).path}_copy").geturl()
        env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        env |= {"DATABASE_URL": database, "REDIS_URL": redis(8), "VAR_DIR": str(tmp_path), "DEMO": "0"}
        env |= {"SECRET_KEY": secrets.token_hex(), "SEED_KEY": secrets.token_hex(), "LOG_LEVEL": "CRITICAL"}
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
        inside(env, f"{GAME}\nfrom games.tasks import sweep_clocks; sweep_clocks()")
        found = Site(free_port(), database, copy)
        found.key, found.event = key_of_game(env), inside(env, EVENT).strip()
        name = urlsplit(copy).path[1:]
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(f"CREATE DATABASE {name} TEMPLATE {urlsplit(database).path[1:]}")
            with psycopg.connect(copy, autocommit=True) as rows:
                rows.execute("UPDATE games_game SET key = 'copied'")
                rows.execute("UPDATE leagues_competition SET key = 'copied'")
            command = [*compose_stack.command("web", found.port), "--workers", "1"]
            try:
                with running(command, {**env, "REPLICA_URL": copy}, found.port):
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

"""Players and games to play with."""

import os
import secrets
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
import orjson
import psycopg
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from filelock import FileLock
from freezegun import configure as configure_freezegun
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

import rules
from accounts.models import User
from games.lobby import tables
from games.models import Game, Seat
from games.play import access, positions
from games.play.submit import Submitted, submit
from games.refusals import Refused
from games.time import outages
from rules.core import registry
from tests.described import Description
from tests.games.mending import Mender, mender
from tests.opening import open_table
from tests.plugins import Site, empty_site
from tests.post import Post

ROOT = Path(__file__).resolve().parents[1]

# For as long as a busy machine takes to start a mail server in a thread.
os.environ.setdefault("AIOSMTPD_CONTROLLER_TIMEOUT", "60")
# Durations are measured by the clock of the world, also where a test holds another one still.
configure_freezegun(extend_ignore_list=["_pytest.timing"])
# The same examples every time, for as long as a busy machine takes.
hypothesis_settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the attacks and the browser: one worker keeps their servers, and the others take what comes after.

    The driver of the browser has an event loop of its own, under which Django lets nobody ask the database; it has
    to end first. Attacks take long, and ask nothing but their own server.
    """
    if (seed := config.getoption("shuffle")) is not None:
        Random(seed).shuffle(items)
    first = ("hostile", "browser")
    items.sort(
        key=lambda item: next(
            (n for n, name in enumerate(first) if item.get_closest_marker(name)), len(first)
        )
    )


@dataclass
class Table:
    """A running game with people: in Duel, Frodo's Fellowship and Gothmog for Sauron."""

    game: Game
    fellowship: User
    sauron: User

    def viewer(self, seat: str | None) -> access.Viewer:
        game = access.get_game(self.game.key)
        user = next((s.user for s in game.seats.all() if s.name == seat), None)
        return access.viewer_for(game, user)

    def seat(self, name: str) -> Seat:
        """The seat's row as it is now."""
        return Seat.objects.get(game=self.game, name=name)

    def play(self) -> rules.Game:
        game = access.get_game(self.game.key)
        return positions.open_game(access.Viewer(game, tuple(game.seats.all()), None, None))

    def version(self, seat: str) -> int:
        return int(positions.situation(self.viewer(seat))["version"])

    def submit(self, seat: str, *choices: object, **more: object) -> Submitted:
        version = more.pop("version", None)
        return submit(
            self.game.key,
            seat,
            expected_version=self.version(seat) if version is None else version,
            choices=list(choices),
            **more,
        )

    def put(self, play: rules.Game) -> None:
        """Let the game stand in another position, as if moves had led there."""
        Game.objects.filter(pk=self.game.pk).update(snapshot=msgspec.msgpack.encode(play.snapshot()))
        asked = self.play()
        for seat in self.game.seats.all():
            waits = timezone.now() if asked.decision_of(seat.name) is not None else None
            Seat.objects.filter(pk=seat.pk).update(waiting_since=waits)

    def mover(self) -> str:
        return self.play().pending[0].seat

    def discard(self) -> Submitted:
        """The mover discards the first card that lies free."""
        play = self.play()
        decision = play.pending[0]
        return self.submit(decision.seat, decision.fallback_choice())

    def past_the_first_moves(self) -> "Table":
        """As if each side had made its first moves: who resigns now has lost (DEF-8)."""
        self.game.seats.update(full_decisions=2)
        return self

    def play_out(self, seed: int = 1) -> None:
        """Play random moves until the game is over."""
        rng = Random(seed)
        while not self.reload().is_finished:
            decision = self.play().pending[0]
            self.submit(decision.seat, decision.sample(rng))

    def reload(self) -> "Table":
        self.game.refresh_from_db()
        return self

    @property
    def is_finished(self) -> bool:
        return self.game.status == Game.Status.FINISHED


def person(name: str) -> User:
    """Somebody with a verified address, for whom every hour is as good as another."""
    user = User.objects.create_user(name, f"{name}@example.org", "a-long-password", quiet={})
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def game_of_two(title: str, people: tuple[User, User] | None = None, **facts: Any) -> Table:
    """A game of two that has begun, of Frodo who opened its table and Gothmog, or of other people.

    Unless the terms say otherwise nobody has grace tokens; the other `facts` are those of `open_table`.
    """
    owner, other = people or (person("frodo"), person("gothmog"))
    game = open_table(owner, title=title, **{"terms": {"grace": 0}, **facts})
    tables.join(game.key, user=other)
    tables.start_now(game.key, owner)
    return Table(game, owner, other).reload()


def refused(code: str) -> pytest.RaisesExc[Refused]:
    """Expect a refusal with this code."""
    return pytest.raises(Refused, check=lambda error: error.code == code)


def code_of(call: Callable[..., object], *args: object) -> str:
    """The code with which a call is refused."""
    with pytest.raises(Refused) as refused:
        call(*args)
    return refused.value.code


@pytest.fixture
def frodo(db: None) -> User:
    return person("frodo")


@pytest.fixture
def sam(db: None) -> User:
    return person("sam")


@pytest.fixture
def moderator(db: None) -> User:
    """Gandalf of the staff."""
    user = person("gandalf")
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def answerable(settings: Any) -> None:
    """Turn mails can be answered, and `mx.example.net` vouches for whoever does."""
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    settings.MAIL_AUTHSERV_ID = "mx.example.net"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A folder in which packages with titles and boards are installed."""
    with empty_site(tmp_path) as site:
        yield site


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def duel(db: None) -> Table:
    """A game of Duel: Frodo plays the Fellowship, Sauron's side is played by Gothmog."""
    return game_of_two("duel", seat="fellowship")


@pytest.fixture
def beans(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Beans (tests/games/toy.py): small answers, dice and secret bids within a few moves."""
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    yield game_of_two("beans", (person("sam"), person("rosie")), seat="left")
    registry.title.cache_clear()


@pytest.fixture
def mend(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mender]:
    """The mending of a rule of Beads (tests/games/toy_beads.py), which is here from now on."""
    yield from mender(monkeypatch)


@pytest.fixture(autouse=True)
def _the_same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test has cards and dice of its own, and the same ones whenever it is run."""
    chance = Random(request.node.nodeid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda length=None: chance.randbytes(length or 32))
        yield


@pytest.fixture(autouse=True)
def _nobody_was_here_before() -> None:
    """Throttling counts in the cache, and a process keeps the outages in memory: both outlive a test."""
    cache.clear()
    outages.forget()


@pytest.fixture(scope="session")
def description(tmp_path_factory: pytest.TempPathFactory) -> Description:
    """The description of the API with the titles that are here; made once for all workers."""
    folder = _of_all_workers(tmp_path_factory)
    kept = folder / "openapi.json"
    with FileLock(folder / "openapi.lock"):
        if not kept.exists():
            # Apart from here, where a test may hold the clock still, and with it the type of a moment.
            command = [sys.executable, "manage.py", "spectacular", "--format", "openapi-json", "--file", kept]
            env = {**os.environ, "DJANGO_SETTINGS_MODULE": "wotr.settings_test"}
            subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    return Description(orjson.loads(kept.read_bytes()))


@pytest.fixture(scope="session", autouse=True)
def _answers_as_described(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the API answers to a test is what its description says; a test's own titles are described nowhere."""
    plain, titles, one_at_a_time = Client.request, dict(registry.PACKAGES), threading.Lock()

    def asked(self: Client, **environ: Any) -> Any:
        answer = plain(self, **environ)
        path = environ["PATH_INFO"]
        if path.startswith("/api/v1/") and not answer.streaming and titles == registry.PACKAGES:
            with one_at_a_time:
                told: Description = request.getfixturevalue("description")
            kind = answer.get("Content-Type", "")
            faults = [*told.faults(environ["REQUEST_METHOD"], path, answer.status_code, kind, answer.content)]
            assert not faults, faults
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", asked)
        yield


@pytest.fixture(scope="session", autouse=True)
def _flushable() -> Iterator[None]:
    """Let a test that commits be cleaned up, although the log refuses to be emptied: its triggers rest meanwhile."""
    plain = connection.ops.sql_flush

    def sqlite(*args: Any, **more: Any) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = dict(cursor.fetchall())
        return [*(f"DROP TRIGGER {name}" for name in triggers), *plain(*args, **more), *triggers.values()]

    def postgresql(*args: Any, **more: Any) -> list[str]:
        with connection.cursor() as cursor:
            # 32: the trigger is for TRUNCATE (pg_trigger.h).
            cursor.execute("SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgtype & 32 > 0")
            triggers = cursor.fetchall()
        rest, wake = (
            [f"ALTER TABLE {table} {verb} TRIGGER {name}" for table, name in triggers]
            for verb in ("DISABLE", "ENABLE")
        )
        return [*rest, *plain(*args, **more), *wake]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            connection.ops, "sql_flush", {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]
        )
        yield


def _of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of this run that its workers share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def _migrate(**settings: str) -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    env |= {"DJANGO_SETTINGS_MODULE": "wotr.settings", **settings}
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database to copy into the VAR_DIR of a server of one's own; made once for all workers."""
    folder = _of_all_workers(tmp_path_factory)
    var = folder / "migrated"
    database = var / "wotr.sqlite3"
    with FileLock(folder / "migrated.lock"):
        if not database.exists():
            _migrate(VAR_DIR=str(var))
    return database


@contextmanager
def _in_memory(migrated: Path) -> Iterator[str]:
    """Fill the database in memory of this worker from the migrated file."""
    name = connection.creation._get_test_db_name()
    connection.settings_dict["NAME"] = name
    connection.connect()
    with closing(sqlite3.connect(migrated)) as source:
        source.backup(connection.connection)
    yield name


@contextmanager
def _on_the_server(folder: Path) -> Iterator[str]:
    """Copy the migrated database of this run, made by whoever comes first, on the server of DATABASE_URL."""
    server = os.environ["DATABASE_URL"]
    template = f"migrated_{zlib.crc32(str(folder).encode())}"
    name = f"{template}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    lock, made = FileLock(folder / "migrated.lock"), folder / "migrated-on-the-server"
    with lock, psycopg.connect(server, autocommit=True) as admin:
        if not made.exists():
            admin.execute(f"CREATE DATABASE {template}")
            _migrate(
                DATABASE_URL=urlsplit(server)._replace(path=f"/{template}").geturl(), VAR_DIR=str(folder)
            )
            made.touch()
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        with made.open("a") as users:
            users.write("+")
    connection.settings_dict["NAME"] = name
    yield name
    with lock, psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
        with made.open("a") as users:
            users.write("-")
        told = made.read_text()
        if told.count("+") == told.count("-"):
            admin.execute(f"DROP DATABASE {template}")
            made.unlink()


@pytest.fixture(scope="session")
def django_db_setup(request, tmp_path_factory, django_db_blocker) -> Iterator[None]:
    """A database for this worker alone: a copy of one that is migrated once for all workers."""
    plain = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        copied = _in_memory(request.getfixturevalue("migrated"))
    else:
        copied = _on_the_server(_of_all_workers(tmp_path_factory))
    with django_db_blocker.unblock():
        connection.close()
        with copied as name:
            settings.DATABASES["default"]["NAME"] = name
            yield
            connection.close()
            settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = plain


@pytest.fixture
def pebbles(db, monkeypatch):
    """A game of Pebbles (tests/games/toy_three.py) between Merry, Pippin and Sam: no title for three is here yet."""
    monkeypatch.setitem(registry.PACKAGES, "pebbles", "tests.games.toy_three")
    people = [person(name) for name in ("merry", "pippin", "sam")]
    game = open_table(people[0], title="pebbles", seat="red", zero_policy="autoplay")
    for other in people[1:]:
        tables.join(game.key, user=other)
    tables.start_now(game.key, people[0])
    game.refresh_from_db()
    yield Table(game, people[0], people[1])
    registry.title.cache_clear()


@pytest.fixture
def rope(db, monkeypatch):
    """A game of Tug of war (tests/games/toy_teams.py): Merry and Sam, North and South, against Pippin and Rosie."""
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
    people = [person(name) for name in ("merry", "pippin", "sam", "rosie")]
    game = open_table(people[0], title="tug-of-war", seat="north", rated=True, terms={"grace": 0})
    for other in people[1:]:
        tables.join(game.key, user=other)
    tables.start_now(game.key, people[0])
    game.refresh_from_db()
    yield Table(game, people[0], people[1])
    registry.title.cache_clear()

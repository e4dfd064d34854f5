"""A running server of the last code before 0.9 is upgraded: no row changes, games go on, the log stays append-only.

`data/before-0.9.*.sql.gz` are the databases of such servers, as SQLite and PostgreSQL dump them: what `manage.py demo`
makes, some moves in each game against a bot, a game that is over, and an event with its two games.
"""

import gzip
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest

from tests import documented
from tests.frame.services import own_database
from wotr.upgrades import LAST_BEFORE

pytestmark = [pytest.mark.long, pytest.mark.both_databases]

ROOT = Path(__file__).resolve().parents[2]
DUMPS = Path(__file__).parent / "data"
#: The keys that the servers had: their seeds are sealed with them.
KEYS = {
    "SEED_KEY": "seals the seeds of a server before 0.9",
    "SECRET_KEY": "signs what a server before 0.9 sends",
}
APPS = ("accounts", "games", "leagues", "notifications")
LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}

#: Columns that versions since have added or dropped; all others are what they were.
NEW = {
    "games_event": {"by", "rules", "change"},
    "games_game": {"missing_since", "log_kept", "began", "reading", "corrected_at", "family"},
    "games_seat": {"partners", "bot_at", "remind_at", "has_marks"},
    "games_chatline": {"marks"},
    "games_letter": {"of"},
    "games_seatnote": {"marks"},
    "games_replytoken": {"of"},
    "games_seatmail": {"asked_for"},
    "leagues_place": {"won_individually"},
}
GONE = {"games_event": {"id", "prev_hash"}, "games_logline": {"id"}}
#: Tables that are new since or kept in another way, beside the list of migrations; what Django notes of a model, the
#: new ones among them.
NEW_TABLES = {
    "django_migrations",
    "games_outage",
    "games_archive",
    "games_submission",
    "games_report",
    "games_rulescheck",
    "games_personnote",
    "games_branch",
}
OF_MODELS = {"django_content_type", "auth_permission"}
NEW_MODELS = (
    "outage",
    "archive",
    "report",
    "rulescheck",
    "rules check",
    "personnote",
    "person note",
    "branch",
)


def as_told(table: str, value: Any) -> Any:
    """Return a value as it is compared: hashes of the log are bytes now, some JSON is text, and for everybody null."""
    if table == "games_logline" and value is None:
        return ["*"]
    if table in GONE and isinstance(value, bytes):
        return value.hex()
    if table in GONE and isinstance(value, str) and value.startswith(("[", "{")):
        return json.loads(value)
    return value


@dataclass(frozen=True)
class Server:
    """A server: its environment, and the address or the file of its database."""

    env: dict[str, str]
    vendor: str
    database: str

    def connect(self) -> Any:
        if self.vendor == "sqlite":
            return sqlite3.connect(self.database, timeout=20)
        return psycopg.connect(self.database)

    def load(self, dump: str) -> None:
        with closing(self.connect()) as connection:
            connection.executescript(dump) if self.vendor == "sqlite" else connection.execute(dump)
            connection.commit()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(self.connect()) as connection:
            return list(connection.execute(query).fetchall())

    def everything(self) -> dict[str, list[str]]:
        """Return the rows of every table of before but the list of migrations, as far as it had columns then."""
        tables = {table for (table,) in self.rows(TABLES[self.vendor])} - NEW_TABLES
        found = {}
        for table in tables:
            with closing(self.connect()) as connection:
                rows = connection.execute(f"SELECT * FROM {table}")
                names = [column[0] for column in rows.description]
                other = NEW.get(table, set()) | GONE.get(table, set())
                kept = [names.index(name) for name in sorted(set(names) - other)]
                told = (repr([as_told(table, row[number]) for number in kept]) for row in rows.fetchall())
                new = NEW_MODELS if table in OF_MODELS else ()
                found[table] = sorted(row for row in told if not any(model in row for model in new))
        return found

    def first_move(self) -> tuple[str, list[Any]]:
        """Return who has moved first in the first game, and what they have chosen."""
        ((seat, moved),) = self.rows("SELECT seat, choices FROM games_event WHERE game_id = 1 AND seq = 1")
        return seat, json.loads(moved) if isinstance(moved, str) else moved

    def note_submission(self, pk: int, key: str, days: int) -> None:
        """Note the first move of the first game as sent with a key, some days ago, as it was noted before."""
        seat, moved = self.first_move()
        answer = {
            "version": 1,
            "applied": 1,
            "written": ["whatever"],
            "draft": [],
            "barrier": True,
            "over": False,
        }
        digest = hashlib.sha256(orjson.dumps([0, moved])).hexdigest()
        at = (datetime.now(UTC) - timedelta(days=days)).isoformat(sep=" ")
        values = (pk, seat, key, digest, json.dumps(answer), at, 1)
        mark = "?" if self.vendor == "sqlite" else "%s"
        columns = "id, seat, key, request_digest, answer, created_at, game_id"
        with closing(self.connect()) as connection:
            places = ", ".join([mark] * len(values))
            connection.execute(f"INSERT INTO games_submission ({columns}) VALUES ({places})", values)
            connection.commit()

    def try_to_manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        said = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        return subprocess.run(command, cwd=ROOT, env=self.env, check=False, **said)

    def manage(self, *words: str) -> str:
        """Run a management command. Returns what it prints."""
        done = self.try_to_manage(*words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def run(self, script: str) -> str:
        return self.manage("shell", "--no-imports", "-c", script)


@contextmanager
def server_of_before(folder: Path, purpose: str) -> Iterator[Server]:
    """Yield a server with the database of before, which is not led over yet."""
    env = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    env |= {**KEYS, "VAR_DIR": str(folder), "DEMO": "1", "LOG_LEVEL": "ERROR"}
    with own_database(purpose) if "DATABASE_URL" in os.environ else nullcontext() as url:
        if url:
            found = Server({**env, "DATABASE_URL": url}, "postgresql", url)
        else:
            found = Server(env, "sqlite", str(folder / "wotr.sqlite3"))
        found.load(gzip.decompress((DUMPS / f"before-0.9.{found.vendor}.sql.gz").read_bytes()).decode())
        yield found


@pytest.fixture
def before(tmp_path: Path) -> Iterator[Server]:
    with server_of_before(tmp_path, "older") as server:
        yield server


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was led over."""
    with server_of_before(tmp_path_factory.mktemp("upgraded"), "upgraded") as server:
        for pk, key, days in ((1, "young", 1), (2, "old", 31)):
            server.note_submission(pk, key, days)
        found = server.everything()
        server.manage("migrate")
        assert server.everything() == found, "no row of any table is another"
        yield server


def test_nothing_is_left_to_be_done(upgraded):
    """What it has is what the migrations of 0.9 make: they count as done."""
    applied = set(upgraded.rows("SELECT app, name FROM django_migrations"))
    assert {(app, "0001_version_0_9") for app in APPS} < applied
    assert "[ ]" not in upgraded.manage("showmigrations")
    assert "No changes" in upgraded.manage("makemigrations", "--check", "--dry-run")


def test_whoever_is_asked_is_looked_at_before_a_reminder_is_due(upgraded):
    """Games that run have the times by which sweeps find them: at the latest those that the games work out later."""
    found = upgraded.run(
        "from games.models import Seat\n"
        "from games.time import clocks\n"
        "for seat in Seat.objects.filter(game__status='running', waiting_since__isnull=False).select_related('game'):\n"
        "    known = seat.remind_at\n"
        "    clocks.remind_from_the_first(seat.game, seat)\n"
        "    print(bool(known), seat.remind_at is None or known <= seat.remind_at)\n"
    )
    assert {line.split()[1] for line in found.splitlines()} == {"True"}
    assert "True True" in found


def test_every_game_replays_to_its_position(upgraded):
    assert "7 games: all replay" in upgraded.manage("verify_games")
    assert "7 rebuilt" in upgraded.manage("rebuild")
    assert "7 games: all replay" in upgraded.manage("verify_games")


def test_every_entry_still_builds_on_the_one_before(upgraded):
    """The hashes that the database had stand in today's records, and follow from them."""
    found = upgraded.run(
        "from games.ledger import records\n"
        "from games.models import Game\n"
        "from rules.core.records import check_chain\n"
        "for game in Game.objects.order_by('pk'):\n"
        "    if game.version >= 0:\n"
        "        record = records.record_of(game)\n"
        "        check_chain(record)\n"
        "        print('hash', game.pk, record.entries[-1].hash == game.head_hash, record.length)\n"
    )
    told = [line.split()[1:] for line in found.splitlines() if line.startswith("hash")]
    entries = upgraded.rows("SELECT game_id, count(*) FROM games_event GROUP BY game_id ORDER BY game_id")
    assert told == [[str(game), "True", str(number)] for game, number in entries]
    assert len(told) == 7


def test_a_move_that_was_sent_before_is_known_again(upgraded):
    """For thirty days; its answer is worked out of the log."""
    assert len(upgraded.rows("SELECT day FROM games_submission")) == 1
    again = upgraded.run(
        "from games.models import Game\n"
        "from games.play.submit import submit\n"
        "key = Game.objects.get(pk=1).key\n"
        f"seat, moved = {upgraded.first_move()!r}\n"
        "again = submit(key, seat, expected_version=0, choices=moved, idempotency_key='young')\n"
        "print(again.replayed, again.version, again.written[0].startswith('discard'), again.barrier)\n"
    )
    assert again.splitlines()[-1] == "True 1 True True"


@pytest.mark.parametrize("table", ["games_event", "leagues_auditentry"])
def test_log_and_audit_trail_stay_append_only(upgraded, table):
    assert upgraded.rows(f"SELECT count(*) FROM {table}")[0][0] >= 2
    changes = {
        "sqlite": ("UPDATE {} SET at = at", "DELETE FROM {}", "REPLACE INTO {} SELECT * FROM {}"),
        "postgresql": ("UPDATE {} SET at = at", "DELETE FROM {}", "TRUNCATE {}"),
    }
    for change in changes[upgraded.vendor]:
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="append-only"):
            upgraded.rows(change.format(table, table))


def test_a_game_goes_on_and_ends_as_a_record_that_anybody_can_check(upgraded, tmp_path):
    """Each game under way takes a move; the war is given up then, and its record is whole."""
    moved = upgraded.run(
        "from games.ledger import ledger\n"
        "from games.models import Game\n"
        "from games.play.submit import submit, visible_version\n"
        "for game in Game.objects.filter(status='running'):\n"
        "    play = ledger.restore(game, list(game.seats.all()))\n"
        "    asked = play.pending[0]\n"
        "    version = visible_version(game, play, asked.seat)\n"
        "    done = submit(\n"
        "        game.key, asked.seat, expected_version=version, choices=[asked.fallback_choice()]\n"
        "    )\n"
        "    print('moved', game.title, done.version > version)\n"
    )
    assert sorted(moved.splitlines()) == [
        *["moved duel True"] * 4,
        "moved risk True",
        "moved war-of-the-ring True",
    ]
    upgraded.run(
        "from games.hours import resignation\n"
        "from games.ledger import records\n"
        "from games.models import Game\n"
        "from rules.core.records import dump_record\n"
        "game = Game.objects.get(title='war-of-the-ring')\n"
        "resignation.resign(game.key, 'shadow')\n"
        "game.refresh_from_db()\n"
        f"open({str(tmp_path / 'war.json')!r}, 'wb').write(dump_record(records.record_of(game)))\n"
    )
    content, told = documented.check(tmp_path, (tmp_path / "war.json").read_text())
    assert content, told
    assert "7 games: all replay" in upgraded.manage("verify_games")


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param("app = 'games' AND name = '0015_seed_trees'", id="an app lacks its newest migration"),
        pytest.param("app IN ('games', 'leagues') AND name > '0001_initial'", id="older than 0.1"),
    ],
)
def test_an_older_database_is_told_what_it_has_to_go_through_first(before, missing):
    with closing(before.connect()) as connection:
        connection.execute(f"DELETE FROM django_migrations WHERE {missing}")
        connection.commit()
    applied = before.rows("SELECT app, name FROM django_migrations")
    refused = before.try_to_manage("migrate")
    assert refused.returncode == 1
    assert f"first (commit {LAST_BEFORE}), then with this: docs/upgrading.md" in refused.stdout
    assert "Traceback" not in refused.stdout
    assert before.rows("SELECT app, name FROM django_migrations") == applied

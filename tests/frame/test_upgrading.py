"""A running server of version 0.1 is upgraded: nothing is lost, games go on, the log stays append-only.

`data/version-0.1.sql.gz` is the SQLite database of such a server: demo players, five games (one over, one with a
draw offered and an end asked for), a webhook that was switched off, a browser, a chat, a channel of a table.
"""

from __future__ import annotations

import ast
import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests import documented

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
DUMP = Path(__file__).parent / "data" / "version-0.1.sql.gz"
#: Result records of two of the games, as 0.1 kept them: figures of one title in columns for all.
RECORDS = """
INSERT INTO leagues_resultrecord (title, finished_at, reason, text, victory, winner_side, counts, counts_not, annulled,
    is_rated, competition_types, league, expansions, captured, comment, game_id, turns, rings, corruption)
VALUES ('duel', '2026-10-01', 'quest', '', 'quest', '', 1, '', 0, 0, '[]', '', '[]', '[]', '', 4, 20, NULL, NULL),
    ('war-of-the-ring', '2026-10-01', 'ring', '', 'Ring', '', 1, '', 0, 0, '[]', '', '[]', '["moria"]', '', 5, 9, 0, 7);
"""
#: The keys that the server had: its seeds and addresses are sealed with them.
KEYS = {"SEED_KEY": "seed-key-of-a-test-" * 2, "SECRET_KEY": "a-secret-key-of-a-test-that-nobody-else-uses"}


def manage(env, *words):
    """Run a management command on the upgraded server. Returns what it prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The upgraded server: its environment, and its database file."""
    folder = tmp_path_factory.mktemp("upgraded")
    file = folder / "wotr.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode() + RECORDS)
    database.close()
    left_out = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    env |= {**KEYS, "VAR_DIR": str(folder), "DEMO": "1", "LOG_LEVEL": "ERROR"}
    manage(env, "migrate")
    return env, file


def rows(server, query):
    with sqlite3.connect(server[1], timeout=20) as database:
        return database.execute(query).fetchall()


def test_no_step_of_0_1_is_done_again(server):
    """What 0.1 had is one migration now, which such a database has already."""
    applied = {(app, name) for app, name in rows(server, "SELECT app, name FROM django_migrations")}
    for app in ("accounts", "games", "notifications", "leagues"):
        assert (app, "0001_version_0_1") in applied
    assert "[ ]" not in manage(server[0], "showmigrations")
    assert "No changes" in manage(server[0], "makemigrations", "--check", "--dry-run")


def test_every_game_replays_to_its_position(server):
    assert "5 games: all replay" in manage(server[0], "verify_games")
    assert "5 rebuilt" in manage(server[0], "rebuild")
    assert "5 games: all replay" in manage(server[0], "verify_games")


def test_what_was_asked_at_a_table_is_asked_still(server):
    """An offer of a draw and the wish for an end stand in one place now, and can be answered there."""
    script = (
        "from games.models import Seat\n"
        "for seat in Seat.objects.exclude(asks={}): print(seat.name, seat.asks)\n"
    )
    (line,) = manage(server[0], "shell", "--no-imports", "-c", script).splitlines()
    seat, _, asks = line.partition(" ")
    assert seat == "shadow"
    stored = ast.literal_eval(asks)
    assert sorted(stored) == ["cancel", "draw"]
    assert all(sorted(asked) == ["at", "value", "version"] for asked in stored.values())


def test_the_log_stays_append_only(server):
    changes = (
        "UPDATE games_event SET seat = 'x'",
        "DELETE FROM games_event",
        "REPLACE INTO games_event SELECT * FROM games_event",
    )
    for change in changes:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            rows(server, change)
    assert rows(server, "SELECT count(*) FROM games_event")[0][0] >= 77


def test_every_place_that_notices_went_to_is_kept(server):
    """The webhook that failed too often is off still; browser and chat stay; the table's program goes on."""
    places = rows(server, "SELECT channel, \"table\" <> '', enabled, label FROM notifications_place")
    assert sorted(places) == [
        ("chat", 0, 1, "Telegram"),
        ("push", 0, 1, "Firefox"),
        ("webhook", 0, 0, "A program at hooks.example.org"),
        ("webhook", 1, 1, "A program at hooks.example.org"),
    ]
    script = (
        "from notifications.models import Place\n"
        "from notifications.encryption import unseal\n"
        "print(sorted(unseal(place.address)['url'] for place in Place.objects.filter(channel='webhook')))\n"
    )
    assert "['https://hooks.example.org/mine', 'https://hooks.example.org/table']" in manage(
        server[0], "shell", "--no-imports", "-c", script
    )


def test_a_game_goes_on(server):
    """A running game is read, moved in, and shown, by the code of today."""
    script = (
        "from games.models import Game\n"
        "from games.ledger import ledger\n"
        "from games.play.submit import submit, visible_version\n"
        "game = Game.objects.get(note='A war under way')\n"
        "play = ledger.restore(game, list(game.seats.all()))\n"
        "asked = play.pending[0]\n"
        "version = visible_version(game, play, asked.seat)\n"
        "done = submit(\n"
        "    game.key, asked.seat, expected_version=version, choices=[asked.fallback_choice()], word='a-word'\n"
        ")\n"
        "print('moved', done.version > version)\n"
    )
    assert "moved True" in manage(server[0], "shell", "--no-imports", "-c", script)


def test_a_game_that_goes_on_ends_as_a_record_that_anybody_can_check(server, tmp_path):
    """It keeps the scheme of chance that it began in; its record is of the format that it had."""
    script = (
        "from games.hours import leaving\n"
        "from games.ledger import records\n"
        "from games.models import Game\n"
        "from rules.core.records import dump_record\n"
        "game = Game.objects.get(note='A war under way')\n"
        "leaving.resign(game.key, 'shadow')\n"
        "game.refresh_from_db()\n"
        "print('scheme', game.scheme)\n"
        f"open({str(tmp_path / 'war.json')!r}, 'wb').write(dump_record(records.record_of(game)))\n"
    )
    assert "scheme 1" in manage(server[0], "shell", "--no-imports", "-c", script)
    text = (tmp_path / "war.json").read_text()
    assert '"wotr-game-record/1"' in text
    content, told = documented.check(tmp_path, text)
    assert content, told
    assert "5 games: all replay" in manage(server[0], "verify_games")


def test_the_figures_of_results_are_facts_now(server):
    told = dict(rows(server, "SELECT title, facts FROM leagues_resultrecord"))
    assert json.loads(told["duel"]) == {"turns": 20}
    assert json.loads(told["war-of-the-ring"]) == {
        "dwarven_rings": 0,
        "turns": 9,
        "corruption": 7,
        "expansions": [],
        "captured": ["moria"],
    }

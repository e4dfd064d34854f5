"""Who writes to SQLite queues for it: one after another, and whoever is done, fails or dies lets the next one go on."""

import signal
import subprocess
import sys
import threading

import pytest
from django.db import DatabaseError, connections

from wotr.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.django_db  # lets a test open databases; these have one of their own

#: Somebody in the middle of a transaction, in a process of their own.
WRITER = """
import sys, time
import django
from django.conf import settings
settings.configure(DATABASES={"default": {
    "ENGINE": "wotr.sqlite", "NAME": sys.argv[1], "OPTIONS": {"transaction_mode": "IMMEDIATE"},
}})
django.setup()
from django.db import connection, transaction
with transaction.atomic():
    connection.cursor().execute("INSERT INTO moves VALUES ('half')")
    print("writing", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def join(tmp_path):
    """Return a function that makes a connection to one database."""
    made: list[DatabaseWrapper] = []

    def connect() -> DatabaseWrapper:
        facts = {"ENGINE": "wotr.sqlite", "NAME": str(tmp_path / "moves.sqlite3")}
        options = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 0,
        }  # without the queue there is no waiting at all
        complete = connections.configure_settings({"default": {**facts, "OPTIONS": options}})["default"]
        connection = DatabaseWrapper(complete, alias=f"queue-{len(made)}")
        connection.inc_thread_sharing()
        made.append(connection)
        return connection

    yield connect
    for connection in made:
        connection.close()


@pytest.fixture
def first(join):
    connection = join()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("CREATE TABLE moves (name text UNIQUE)")
    return connection


def begin(connection: DatabaseWrapper) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def write(connection: DatabaseWrapper, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO moves VALUES (%s)", [name])


def whole_move(connection: DatabaseWrapper, name: str) -> None:
    begin(connection)
    write(connection, name)
    connection.commit()
    connection.set_autocommit(True)


def moves(connection: DatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM moves ORDER BY rowid")
        return [name for (name,) in cursor.fetchall()]


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_the_next_writer_goes_on_when_the_one_before_is_done(first, join, end):
    second = join()
    begin(first)
    write(first, "first")
    waiting = threading.Thread(target=whole_move, args=(second, "second"))
    waiting.start()
    assert moves(join()) == [], "whoever reads never waits"
    getattr(first, end)()
    waiting.join()
    assert moves(second) == (["first", "second"] if end == "commit" else ["second"])


def test_many_writers_all_get_their_turn(first, join):
    people = [join() for _ in range(6)]

    def play(number: int) -> None:
        for move in range(10):
            whole_move(people[number], f"{number}.{move}")

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves(first)) == 60


def test_who_cannot_begin_holds_nobody_up(first, join):
    second = join()
    begin(first)
    with pytest.raises(DatabaseError):
        begin(first)  # in the middle of a transaction
    first.rollback()
    whole_move(second, "second")
    assert moves(second) == ["second"]


def test_a_writer_that_is_killed_passes_its_turn_on(first, tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "moves.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        waiting = threading.Thread(target=whole_move, args=(first, "whole"))
        waiting.start()
        writer.send_signal(signal.SIGKILL)
        waiting.join()
    assert moves(first) == ["whole"]

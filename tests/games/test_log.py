"""The log: append-only, chained, told once, all or nothing."""

from collections import Counter

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.hours import resignation
from games.ledger import notices, records
from games.lobby import tables
from games.models import Checkpoint, Event, Game, LogLine, Seat, Submission
from games.play import positions, start
from games.refusals import Refused
from notifications.models import Delivery
from rules.core.records import entry_hash
from tests.conftest import person
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

CHANGES = [
    "UPDATE games_event SET seat = 'nobody'",
    "UPDATE games_event SET choices = '[]' WHERE seq = 1",
    "DELETE FROM games_event",
    "DELETE FROM games_event WHERE seq = 1",
]


@pytest.mark.parametrize("statement", CHANGES)
def test_the_database_refuses_to_change_the_log(duel, statement):
    duel.discard()
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert Event.objects.filter(game=duel.game).count() == 2


COLUMNS = "rowid, game_id, seq, kind, seat, choices, chance, hash"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no REPLACE")
@pytest.mark.parametrize(
    "columns",
    [
        COLUMNS,
        COLUMNS.replace("rowid, ", "rowid + 1000, ", 1),
        COLUMNS.replace("seq", "seq + 1000"),
    ],
    ids=["the-same-event", "its-number", "its-id"],
)
@pytest.mark.parametrize("verb", ["REPLACE", "INSERT OR REPLACE"])
def test_the_database_refuses_to_replace_an_event(duel, verb, columns):
    """SQLite deletes what is in the way of such a row, and asks no trigger for DELETE."""
    duel.discard()
    before = list(Event.objects.values())
    forged = columns.replace("seat", "'nobody'")
    with (
        pytest.raises(DatabaseError, match="the log is append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"{verb} INTO games_event ({COLUMNS}) SELECT {forged} FROM games_event WHERE seq = 1")
    assert list(Event.objects.values()) == before
    duel.discard()
    assert Event.objects.count() == len(before) + 1


def test_a_game_that_has_begun_cannot_be_deleted(duel):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        duel.game.delete()


def test_every_event_builds_on_the_one_before(duel):
    for _ in range(5):
        duel.discard()
    previous = records.first_hash(duel.game, list(duel.game.seats.all()))
    for entry, event in zip(records.entries_of(duel.game), Event.objects.filter(game=duel.game), strict=True):
        assert event.hash == entry_hash(previous, entry, duel.game.scheme)
        previous = event.hash
    assert duel.reload().game.head_hash == previous


def test_every_line_of_the_story_is_told_once(duel):
    duel.play_out(seed=2)
    counted = Counter(LogLine.objects.filter(game=duel.game).values_list("kind", flat=True))
    played = Event.objects.filter(game=duel.game, kind="choice").count()
    assert counted["card-discarded"] + counted["card-played"] <= played
    assert counted["game-counted"] <= 1
    numbers = list(LogLine.objects.filter(game=duel.game).values_list("number", flat=True))
    assert numbers == list(range(duel.game.log_length))


def test_a_fault_on_the_way_leaves_nothing_half_done(duel, monkeypatch):
    """The outbox row cannot be written: then there is no move either."""
    before = (Game.objects.values().get(), list(Seat.objects.values()), Delivery.objects.count())

    def broken(*args: object) -> None:
        raise RuntimeError("the outbox is gone")

    monkeypatch.setattr(notices, "notify_turns", broken)
    with pytest.raises(RuntimeError):
        duel.submit("sauron", duel.play().pending[0].fallback_choice(), idempotency_key="phone")
    monkeypatch.undo()
    assert (Game.objects.values().get(), list(Seat.objects.values()), Delivery.objects.count()) == before
    assert Event.objects.count() == 1
    assert not Submission.objects.exists()
    duel.discard()
    assert Event.objects.count() == 2


def test_a_fault_at_the_start_leaves_the_table_open(db, monkeypatch):
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title="duel", seat="fellowship")
    tables.join(game.key, user=gothmog)
    monkeypatch.setattr(notices, "notify_start", lambda game: 1 / 0)
    game.refresh_from_db()
    with pytest.raises(ZeroDivisionError):
        start.start_game(game)
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    assert game.version == -1
    assert not Event.objects.exists()


def test_checkpoints_are_kept_now_and_then(duel):
    for _ in range(30):
        duel.discard()
    assert list(Checkpoint.objects.order_by("seq").values_list("seq", flat=True)) == [0, 25]


def test_a_move_costs_few_statements_however_long_the_game(duel):
    """Two reads, the writes (one statement for PostgreSQL, five for SQLite), and the notice."""
    costs = []
    for _ in range(40):
        version = duel.version(duel.mover())
        seat, choice = duel.mover(), duel.play().pending[0].fallback_choice()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            duel.submit(seat, choice, version=version)
        costs.append(len([q for q in queries if "SAVEPOINT" not in str(q["sql"])]))
    most = 4 if connection.vendor == "postgresql" else 8
    assert Counter(costs).most_common(1)[0][0] <= most
    assert costs[-1] <= costs[3] + 1


def test_a_retried_winning_move_gets_its_first_answer(beans):
    def empty_the_table() -> tuple[str, int]:
        while True:
            seat = beans.mover()
            pending = beans.play().decision_of(seat)
            if pending.kind == "take" and positions.situation(beans.viewer(seat))["view"]["beans"] <= 3:
                return seat, positions.situation(beans.viewer(seat))["view"]["beans"]
            beans.submit(seat, pending.fallback_choice())

    seat, left = empty_the_table()
    version = beans.version(seat)
    first = beans.submit(seat, left, "keep", version=version, idempotency_key="last")
    assert first.over
    again = beans.submit(seat, left, "keep", version=version, idempotency_key="last")
    assert (again.replayed, again.over, again.version) == (True, True, first.version)
    with pytest.raises(Refused) as refused:
        beans.submit(seat, left, "keep", version=version, idempotency_key="another")
    assert refused.value.code == "game-over"


@pytest.mark.parametrize("key", ["", "x" * 81, "tab\t", "nul\x00", "snow☃"])
def test_a_key_that_is_none_is_refused(duel, key):
    with pytest.raises(Refused) as refused:
        duel.submit("sauron", "decline", idempotency_key=key)
    assert refused.value.code == "malformed"


def test_the_key_belongs_to_its_seat(beans):
    beans.submit("left", 1, "keep", version=0, idempotency_key="same")
    with pytest.raises(Refused) as refused:
        beans.submit("right", 1, "keep", version=0, idempotency_key="same")
    assert refused.value.code == "stale-version"


def test_there_is_no_other_door(duel):
    for refused_call, code in (
        (lambda: duel.submit("gandalf", "decline", version=0), "no-such-seat"),
        (lambda: resignation.resign("nosuchgame22", "sauron"), "no-such-game"),
        (lambda: resignation.resign(duel.game.key, "gandalf"), "no-such-seat"),
    ):
        with pytest.raises(Refused) as refused:
            refused_call()
        assert refused.value.code == code

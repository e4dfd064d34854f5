"""The tables of the log are parted, and put together again, while games go on (PostgreSQL)."""

import threading
import uuid
from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from games.ledger import archives, partitions
from games.ledger.archive_format import MODELS
from games.lobby import retention
from games.models import Event, Game, LogLine, Submission
from games.play.submit import submit, visible_version
from games.play.undo import take_back
from tests.conftest import game_of_two, person
from tests.games.test_takeback import reach_follow_up
from tests.opening import open_table
from wotr.metrics import entries_written

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

DAY = timedelta(days=1)


@pytest.fixture
def parted(transactional_db):
    """Tables in four partitions, which are put together again."""
    call_command("partition", "--go", "--parts=4")
    yield
    call_command("partition", "--back", "--go")


def structure():
    """What the catalogue knows of the tables: columns, constraints, indexes, triggers."""
    found = {}
    for table in partitions.TABLES:
        with connection.cursor() as cursor:
            for what, query in {
                "columns": "SELECT attname, format_type(atttypid, atttypmod), attnotnull, attidentity"
                " FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
                "constraints": "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE conrelid = %s::regclass ORDER BY conname",
                "indexes": "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = indexrelid"
                " WHERE indrelid = %s::regclass ORDER BY 1",
                "triggers": "SELECT tgname, tgtype, tgfoid FROM pg_trigger WHERE tgrelid = %s::regclass"
                " AND NOT tgisinternal ORDER BY 1",
            }.items():
                cursor.execute(query, [table])
                found[table, what] = cursor.fetchall()
    return found


def rows():
    """All rows of all tables."""
    return {model: list(model.objects.order_by("pk").values_list()) for model in (Event, LogLine, Submission)}


def parts():
    return {size.table: size.parts for size in partitions.sizes()}


def play_random(table, rng, most=10_000):
    """Play on at random, each submission with a key. Returns how many."""
    for count in range(most):
        if table.reload().is_finished:
            return count
        play = table.play()
        decision = play.pending[0]
        submit(
            table.game.key,
            decision.seat,
            expected_version=visible_version(table.game, play, decision.seat),
            choices=[decision.sample(rng)],
            idempotency_key=str(uuid.UUID(int=rng.getrandbits(128))),
        )
    return most


def refuses(statement):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_nothing_happens_without_the_word(duel, capsys):
    call_command("partition")
    said = capsys.readouterr().out
    assert [line.split(":")[0] for line in said.splitlines()[:-1]] == list(partitions.TABLES)
    assert said.endswith("Nothing was changed: --go does it.\n")
    assert set(parts().values()) == {0}


def test_back_everything_is_as_it_was(duel):
    play_random(duel, Random(1), 20)
    before, held = structure(), rows()
    call_command("partition", "--go", "--parts=4")
    assert parts() == dict.fromkeys(partitions.TABLES, 4)
    assert rows() == held
    now = structure()
    for table, what in before:
        if what in ("indexes", "triggers"):
            assert now[table, what] == before[table, what], "of the same names"
    call_command("partition", "--back", "--go")
    assert structure() == before
    assert rows() == held
    assert play_random(duel, Random(2), 5) == 5


def test_other_numbers_of_partitions(parted, duel):
    play_random(duel, Random(1), 20)
    held = rows()
    call_command("partition", "--go", "--parts=7", "--table=games_logline")
    assert parts() == {"games_event": 4, "games_logline": 7, "games_submission": 4}
    assert rows() == held
    assert play_random(duel, Random(2), 5) == 5


def test_games_go_on_in_partitions_as_ever(parted, duel):
    """Moves, keys, takebacks, the end, the archive, and what is deleted."""
    decision = duel.play().pending[0]
    sent = {
        "expected_version": duel.version(decision.seat),
        "choices": [decision.fallback_choice()],
        "idempotency_key": "once",
    }
    submit(duel.game.key, decision.seat, **sent)
    assert submit(duel.game.key, decision.seat, **sent).replayed
    mover, red = reach_follow_up(duel)
    duel.submit(mover, red)
    take_back(duel.game.key, mover, duel.version(mover))
    assert Event.objects.filter(kind="undo").count() == 1
    play_random(duel, Random(3))
    call_command("verify_games")
    now = timezone.now()
    before = {model: list(model.objects.order_by("pk").values_list()) for model in MODELS}
    archives.archive(duel.game.key, now)
    assert archives.delete_rows(duel.game.key, now + DAY)
    assert not Event.objects.exists()
    archives.bring_back(duel.game.key)
    assert {model: list(model.objects.order_by("pk").values_list()) for model in MODELS} == before
    assert Submission.objects.count() == retention.forget_keys(now + 31 * DAY)


def test_the_log_stays_protected_in_every_partition(parted, duel):
    for name in ("games_event", *(f"games_event_p{number}" for number in range(4))):
        refuses(f"TRUNCATE {name}")
    refuses("UPDATE games_event SET at = at")
    refuses("DELETE FROM games_event")
    solo = open_table(person("sam"), title="duel", solo=True)
    assert retention.forget_solo_games(timezone.now() + 31 * DAY) == 1
    assert not Event.objects.filter(game=solo.pk).exists()
    with pytest.raises(DatabaseError), transaction.atomic():
        LogLine.objects.create(game=duel.game, number=0, seq=0, kind="twice")


@pytest.mark.long
def counted():
    """What a scraper reads of entries, once the database has counted what this connection has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
    return entries_written()


def test_a_scraper_reads_how_many_entries_were_written_into_all_partitions(duel):
    for parted in (False, True):
        if parted:
            call_command("partition", "--go", "--parts=4")
        before = counted()
        play_random(duel, Random(3), 5)
        assert counted() - before == 5
    call_command("partition", "--back", "--go")


def test_nobody_who_plays_meanwhile_notices(transactional_db):
    """Four games are played by threads of their own while tables are copied and change places."""
    pairs = [(person(f"a{number}"), person(f"b{number}")) for number in range(4)]
    tables = [game_of_two("war-of-the-ring" if n % 2 else "duel", pair) for n, pair in enumerate(pairs)]
    stop, played, troubles = threading.Event(), [0] * 4, []

    def work(place):
        rng = Random(place)
        try:
            while not stop.is_set() and not tables[place].reload().is_finished:
                played[place] += play_random(tables[place], rng, 5)
        except Exception as error:
            troubles.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    said = []
    try:
        for number in (4, 0, 3, 0):
            for table in partitions.TABLES:
                partitions.remake(table, number, said.append)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not troubles
    assert sum("changed places" in line for line in said) == 12
    assert Submission.objects.count() == sum(played) > 40
    assert Event.objects.filter(kind="choice").count() == sum(played)
    call_command("verify_games")


def test_what_goes_wrong_leaves_everything_as_it_was(duel, monkeypatch):
    before, held = structure(), rows()

    def differ(remaking):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {remaking.next}")
        raise partitions.NotPossible("they differ")

    monkeypatch.setattr(partitions._Remaking, "compare", differ)
    with pytest.raises(CommandError, match="games_event stays as it was: they differ"):
        call_command("partition", "--go")
    assert structure() == before
    assert rows() == held
    assert play_random(duel, Random(1), 3) == 3


def test_a_run_that_was_killed_is_begun_anew(duel):
    left = partitions._Remaking("games_event", 3)
    left.make()
    left.mirror()
    play_random(duel, Random(1), 5)
    call_command("partition", "--go", "--parts=2", "--table=games_event")
    assert parts()["games_event"] == 2
    assert play_random(duel, Random(2), 5) == 5
    call_command("partition", "--back", "--go")
    call_command("verify_games")


def test_a_lock_that_does_not_come_is_tried_again(duel, monkeypatch):
    monkeypatch.setattr(partitions, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(partitions, "TRIES", 2)
    monkeypatch.setattr(partitions, "LOCK_SECONDS", 0.05)
    before, held, let_go = structure(), threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=duel.game.pk)
            list(Event.objects.all())
            held.set()
            let_go.wait(60)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(60)
    try:
        with pytest.raises(DatabaseError, match="lock timeout"):
            partitions.remake("games_event", 2, print)
    finally:
        let_go.set()
        holder.join()
    assert play_random(duel, Random(1), 3) == 3, "into both: not even taking it away got its lock"
    call_command("partition", "--back", "--go")
    assert structure() == before


def test_later_migrations_alter_parted_tables(parted, duel):
    """What migrations do to such tables: fields come and go, indexes and constraints, other lengths."""
    play_random(duel, Random(1), 5)
    for model in (Event, LogLine, Submission):
        field = models.CharField(max_length=9, null=True)
        field.set_attributes_from_name("remark")
        field.model = model
        index = models.Index("game", "remark", name=f"remark_{model._meta.model_name}")
        whole = {"game": "", **dict.fromkeys(field.name for field in model._meta.pk_fields)}
        unique = models.UniqueConstraint(fields=whole, name=f"one_remark_{model._meta.model_name}")
        longer = models.CharField(max_length=99, null=True)
        longer.set_attributes_from_name("remark")
        longer.model = model
        with connection.schema_editor() as editor:
            editor.add_field(model, field)
            editor.execute(
                f"CREATE INDEX {index.name} ON {model._meta.db_table} (game_id, remark)",
            )
            editor.add_constraint(model, unique)
        with connection.schema_editor() as editor:
            editor.alter_field(model, field, longer)
        assert play_random(duel, Random(2), 2) == 2
        call_command("partition", "--go", "--parts=3", f"--table={model._meta.db_table}")
        assert {index.name, unique.name} <= {name for (name,) in structure()[model._meta.db_table, "indexes"]}
        with connection.schema_editor() as editor:
            editor.remove_constraint(model, unique)
            editor.remove_field(model, longer)
        assert play_random(duel, Random(3), 2) == 2


def test_migrate_knows_nothing_of_it(parted):
    call_command("migrate", verbosity=0)
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)

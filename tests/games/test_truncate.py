"""PostgreSQL empties no table that is append-only, and still deletes a game that may go (DEF-8)."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.lobby import retention
from games.models import Event
from leagues.models import AuditEntry
from tests.conftest import person
from tests.opening import open_table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def entry(moderator):
    return AuditEntry.objects.create(
        actor=moderator, act="hide-line", text="A line was hidden.", at=timezone.now()
    )


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE games_event",
        "TRUNCATE games_event RESTART IDENTITY CASCADE",
        "TRUNCATE games_game CASCADE",
        "TRUNCATE accounts_user CASCADE",
        "TRUNCATE leagues_auditentry",
        "TRUNCATE leagues_auditentry, games_event CASCADE",
        "DELETE FROM games_event",
        "DELETE FROM leagues_auditentry",
    ],
)
def test_what_is_kept_for_ever_is_not_emptied(duel, entry, statement):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert Event.objects.filter(game=duel.game).exists()
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


def test_a_flush_by_mistake_is_refused(duel, monkeypatch):
    """The suite lets the triggers rest to clean up (tests/conftest.py); the command does not."""
    monkeypatch.setattr(connection.ops, "sql_flush", type(connection.ops).sql_flush.__get__(connection.ops))
    with pytest.raises(Exception, match=r"append-only|couldn.t be flushed"):
        call_command("flush", interactive=False, verbosity=0)
    assert Event.objects.filter(game=duel.game).exists()


def test_a_solo_game_goes_when_its_time_is_up():
    game = open_table(person("sam"), title="duel", solo=True)
    assert Event.objects.filter(game=game).exists()
    assert retention.forget_solo_games(timezone.now() + timedelta(days=31)) == 1
    assert not Event.objects.exists()

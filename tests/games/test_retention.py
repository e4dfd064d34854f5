"""Idle games of one person alone are deleted; every other game stays, whatever happens."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.lobby import retention
from games.models import Discarded, Event, Game, Invitation, LogLine, Seat
from games.play import endings
from games.play.submit import submit, visible_version
from games.tasks import tidy
from tests.conftest import person
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

DAY = timedelta(days=1)


@pytest.fixture
def alone(db):
    """Sam plays both sides of a game of Duel, and has made a move."""
    game = open_table(person("sam"), title="duel", solo=True)
    game.refresh_from_db()
    row, play = _opened(game)
    decision = play.pending[0]
    version = visible_version(row, play, decision.seat)
    submit(game.key, decision.seat, expected_version=version, choices=[decision.fallback_choice()])
    game.refresh_from_db()
    return game


def _opened(game):
    from games.ledger import ledger

    return game, ledger.restore(game, list(game.seats.all()))


def test_after_thirty_idle_days_nothing_is_left(alone):
    assert retention.forget_solo_games(alone.moved_at + 30 * DAY - timedelta(minutes=1)) == 0
    assert retention.forget_solo_games(alone.moved_at + 30 * DAY) == 1
    for model in (Game, Seat, Event, LogLine, Discarded):
        assert not model.objects.exists(), model


def test_one_that_has_ended_goes_too(alone):
    for seat in alone.seats.all():
        endings.ask_cancel(alone.key, seat.name)
    alone.refresh_from_db()
    assert alone.status == Game.Status.FINISHED
    assert retention.forget_solo_games(alone.finished_at + 31 * DAY) == 1


def test_how_long_is_a_house_value(alone, settings):
    settings.HOUSE = replace(settings.HOUSE, solo_kept=10 * DAY)
    assert retention.forget_solo_games(alone.moved_at + 10 * DAY) == 1


def test_the_daily_tidying_does_it(alone):
    Game.objects.update(moved_at=timezone.now() - 40 * DAY)
    assert tidy() == 1
    assert not Game.objects.exists()


def test_another_worker_was_faster(alone, monkeypatch):
    monkeypatch.setattr(retention, "_idle_alone", lambda now: ["somegame0000", alone.key])
    assert retention.forget_solo_games(alone.moved_at + 31 * DAY) == 1


def test_a_game_with_somebody_else_is_never_deleted(duel):
    Game.objects.update(visibility="private", moved_at=timezone.now() - 400 * DAY)
    assert retention.forget_solo_games(timezone.now()) == 0


@pytest.mark.parametrize(
    "change",
    [{"rated": True}, {"visibility": "public"}, {"status": "open"}],
    ids=["rated", "public", "open"],
)
def test_rated_public_and_open_tables_stay(alone, change):
    Game.objects.update(**change)
    assert retention.forget_solo_games(timezone.now() + 400 * DAY) == 0


def test_a_game_against_a_bot_stays(db):
    game = open_table(person("sam"), title="duel", visibility="private", bots={"sauron": "random"})
    assert game.status == Game.Status.RUNNING
    assert retention.forget_solo_games(timezone.now() + 400 * DAY) == 0


def test_a_game_that_somebody_else_was_asked_to_or_sat_at_stays(alone):
    Invitation.objects.create(
        game=alone, seat="sauron", sender=alone.owner, user=person("rosie"), state="declined"
    )
    assert retention.forget_solo_games(timezone.now() + 400 * DAY) == 0
    Invitation.objects.all().delete()
    Event.objects.create(game=alone, seq=99, kind="substitute", seat="sauron", hash="f" * 64)
    assert retention.forget_solo_games(timezone.now() + 400 * DAY) == 0


def test_a_guest_seat_keeps_the_game(alone):
    Seat.objects.filter(game=alone, name="sauron").update(user=None, guest_name="Pippin")
    assert retention.forget_solo_games(timezone.now() + 400 * DAY) == 0


def test_the_database_lets_go_of_no_other_log(alone, duel):
    Discarded.objects.create(game=alone.pk)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(game=duel.game).delete()
    Discarded.objects.all().delete()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(game=alone).delete()


def test_the_form_says_so(client, db):
    client.force_login(person("rosie"))
    page = client.get("/tables/new/?title=duel").content.decode()
    assert "you play every side; deleted after 30 days without a move" in page

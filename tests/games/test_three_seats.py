"""Three at a table: one resigns, the others play on, somebody else may sit down (journey 8); silent games."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.acts import about_time
from games.hours import absence, reliability, resignation, untimed_games
from games.kinds import EventKind
from games.lobby import search, tables
from games.models import Game, Seat
from games.models.hours import Miss
from games.refusals import Refused
from games.tasks import play_bot, run_clocks
from notifications.models import Delivery
from tests.conftest import Table, person
from tests.games.hours import rewrite
from tests.opening import open_table


def test_when_one_of_three_resigns_the_others_play_on(pebbles):
    resignation.resign(pebbles.game.key, "green")
    assert pebbles.reload().game.status == Game.Status.RUNNING
    assert [s.name for s in absence.offered_seats(None)] == ["green"]
    pebbles.submit("red", "put")
    run_clocks(pebbles.seat("green").due_at + timedelta(seconds=61))
    assert pebbles.mover() == "blue"
    with pytest.raises(Refused):
        resignation.resign(pebbles.game.key, "green")
    absence.take_over(pebbles.game.key, "green", person("fatty"))
    assert absence.offered_seats(None) == []
    pebbles.submit("blue", "put")
    pebbles.submit("red", "put")
    pebbles.submit("green", "put")
    assert pebbles.mover() == "blue"


def test_when_all_three_resign_the_game_is_void(pebbles):
    for seat in ("red", "green", "blue"):
        resignation.resign(pebbles.game.key, seat)
    assert pebbles.reload().game.result["reason"] == "void"


@pytest.mark.long
def test_a_bot_plays_on_for_one_of_four_who_has_left(db):
    """Risk: nobody wants the seat for three days, then a bot has it, and the three others go on (journey 8)."""
    people = [person(name) for name in ("frodo", "sam", "merry", "pippin")]
    options = {"players": "4", "setup_mode": "random"}
    game = open_table(people[0], title="risk", options=options, rated=True, terms={"grace": 0, "bots": True})
    for user in people[1:]:
        tables.join(game.key, user=user)
    tables.start_now(game.key, people[0])
    table = Table(game, *people[:2]).reload()
    resignation.resign(game.key, "red")
    assert table.reload().game.status == Game.Status.RUNNING
    now = timezone.now()
    assert absence.bots_take_over(now + timedelta(days=2)) == 0
    assert absence.bots_take_over(now + timedelta(days=4)) == 1
    assert (table.seat("red").bot, table.seat("red").user) == ("captain", None)
    assert not table.reload().game.rated
    seen, rng = set(), Random(1)
    while seen != {"green", "red", "yellow", "black"}:
        asked = table.play().pending[0].seat
        seen.add(asked)
        if asked == "red":
            assert play_bot(game.key)
        else:
            table.submit(asked, table.play().decision_of(asked).sample(rng))


def test_unreliable_players_mend_before_they_sit_at_rated_tables(duel):
    now = timezone.now()
    Game.objects.update(rated=True)
    Seat.objects.filter(user=duel.sauron).update(full_decisions=30)
    assert not reliability.is_barred(duel.sauron, now)
    for _ in range(3):
        Miss.objects.create(user=duel.sauron, game=duel.game, at=now)
    assert reliability.is_barred(duel.sauron, now)
    table = open_table(person("sam"), title="duel", rated=True)
    assert "finish 5 games in time first" in search.why_not_join(table, duel.sauron)
    table.rated = False
    assert search.why_not_join(table, duel.sauron) == ""


def test_games_without_a_clock_are_reminded_of_and_closed_after_a_month(duel):
    Game.objects.update(clock_preset="untimed", clock_bank=0, clock_increment=0, clock_cap=0)
    seat = duel.seat("sauron")
    rewrite(seat, due_at=None)
    asked = seat.waiting_since
    assert untimed_games.remind(asked + timedelta(days=2)) == 0
    Delivery.objects.all().delete()
    for days in (3, 4, 6, 7, 8, 14, 15):
        untimed_games.remind(asked + timedelta(days=days))
    assert Delivery.objects.filter(kind=EventKind.REMINDER).count() == 3
    with pytest.raises(Refused):
        about_time.do(duel.viewer("fellowship"), "close", {})
    Game.objects.update(moved_at=timezone.now() - timedelta(days=31))
    about_time.do(duel.viewer("fellowship"), "close", {})
    assert duel.reload().game.result["reason"] == "void"

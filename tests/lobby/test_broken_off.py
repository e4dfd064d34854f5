"""Rated games broken off in their first decisions are counted where opponents can see it (MOD-4)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.hours import resignation
from games.hours.reliability import BrokenOff, broken_off_by
from games.lobby import invitations, tables
from games.models import Game, Seat
from games.play import endings
from games.tasks import run_clocks
from notifications.models import Delivery
from tests.api.test_api import Program
from tests.conftest import person
from tests.games.hours import LATE, due, set_table
from tests.opening import open_table
from tests.post import send_due, unwrapped

pytestmark = pytest.mark.both_databases

WORDS = "broke off 1 of 2 rated games in the first moves"


def of(user):
    return broken_off_by(user, timezone.now())


@pytest.fixture
def rated(duel):
    set_table(duel, rated=True)
    return duel


@pytest.fixture
def breaker(rated):
    """Gothmog has broken off one of two rated games."""
    again = open_table(rated.fellowship, title="duel", rated=True)
    tables.join(again.key, user=rated.sauron)
    tables.start_now(again.key, rated.fellowship)
    resignation.resign(rated.game.key, "sauron")
    return rated.sauron


def test_whoever_breaks_a_rated_game_off_is_counted_and_nobody_else(breaker, rated):
    assert rated.reload().game.result["reason"] == endings.ABORTED
    assert of(breaker) == BrokenOff(1, 2)
    assert of(breaker).words == WORDS
    assert of(rated.fellowship) == BrokenOff(0, 2)
    assert of(rated.fellowship).words == ""


def test_a_resignation_before_the_game_counts_for_a_rating_is_no_better(rated):
    """After two full decisions of each it is a loss, and after three it is rated: between these it costs nothing."""
    rated.past_the_first_moves()
    resignation.resign(rated.game.key, "sauron")
    assert of(rated.sauron) == BrokenOff(1, 1)


def test_a_loss_on_time_in_the_first_decisions_counts_too(rated):
    Game.objects.filter(pk=rated.game.pk).update(zero_policy=Game.ZeroPolicy.FORFEIT)
    run_clocks(due(rated, "sauron") + LATE)
    assert rated.reload().is_finished
    assert (of(rated.sauron), of(rated.fellowship)) == (BrokenOff(1, 1), BrokenOff(0, 1))


def drawn(table):
    endings.offer_draw(table.game.key, "fellowship")
    endings.offer_draw(table.game.key, "sauron")


def cancelled(table):
    endings.ask_cancel(table.game.key, "fellowship")
    endings.ask_cancel(table.game.key, "sauron")


def adjudicated(table):
    endings.adjudicate(table.game.key, ("fellowship",), "By the director.")


def resigned_later(table):
    Seat.objects.filter(game=table.game).update(full_decisions=3)
    resignation.resign(table.game.key, "sauron")


@pytest.mark.parametrize("end", [drawn, cancelled, adjudicated, resigned_later])
def test_other_ends_are_not_broken_off(rated, end):
    end(rated)
    assert rated.reload().is_finished
    assert of(rated.sauron) == of(rated.fellowship) == BrokenOff(0, 1)


def test_a_game_that_is_not_rated_and_one_of_long_ago_do_not_count(duel):
    resignation.resign(duel.game.key, "sauron")
    assert of(duel.sauron) == BrokenOff(0, 0)
    set_table(duel, rated=True)
    assert of(duel.sauron) == BrokenOff(1, 1)
    set_table(duel, started_at=timezone.now() - timedelta(days=366))
    assert of(duel.sauron) == BrokenOff(0, 0)


def test_it_is_seen_before_one_sits_down(breaker, client):
    table = open_table(breaker, title="duel", rated=True)
    for address in ("/", "/tables/", f"/game/{table.key}/"):
        assert WORDS in client.get(address).content.decode(), address
    assert WORDS.capitalize() in client.get(f"/players/{breaker.username}/").content.decode()


def test_it_is_seen_before_one_accepts(breaker, client):
    table = open_table(breaker, title="duel", rated=True)
    sam = person("sam")
    Delivery.objects.all().delete()
    invitations.invite(table.key, breaker, "sam")
    client.force_login(sam)
    for address in ("/", reverse("my-games")):
        assert f"gothmog {WORDS}" in client.get(address).content.decode(), address
    send_due(timezone.now() + timedelta(minutes=1))
    (told,) = [m for m in mail.outbox if m.to == ["sam@example.org"]]
    assert f"gothmog {WORDS}." in unwrapped(told)
    assert WORDS not in told.subject


def test_programs_see_it_too(breaker, rated):
    table = open_table(breaker, title="duel", rated=True)
    sam = person("sam")
    invitations.invite(table.key, breaker, "sam")
    program, seen = Program(sam), {"games": 1, "begun": 2}
    listed = next(t for t in program.get("tables/").json()["results"] if t["key"] == table.key)
    assert [s["broken_off"] for s in listed["seats"] if s["taken"]] == [seen]
    assert [s["broken_off"] for s in listed["seats"] if not s["taken"]] == [None]
    (invited,) = program.get("invitations/").json()["invitations"]
    assert invited["broken_off"] == seen
    assert program.get("players/gothmog/").json()["broken_off"] == seen
    assert program.get("players/sam/").json()["broken_off"] == {"games": 0, "begun": 0}


def test_lists_ask_once_for_all(breaker, client, django_assert_max_num_queries):
    for _ in range(3):
        open_table(breaker, title="duel", rated=True)
    with django_assert_max_num_queries(60) as few:
        client.get("/tables/")
    for name in ("merry", "pippin", "sam"):
        open_table(person(name), title="duel", rated=True)
    with django_assert_max_num_queries(60) as more:
        client.get("/tables/")
    asked = [
        sum("full_decisions" in query["sql"] for query in found.captured_queries) for found in (few, more)
    ]
    assert asked[0] == asked[1]


def test_whoever_is_about_to_break_off_is_told(rated):
    seats = list(rated.game.seats.all())
    words = resignation.what_follows(rated.reload().game, seats, rated.seat("sauron"))
    assert words.endswith("Others see how many rated games you have broken off so.")

"""A move that only hands over can be taken back for a short while, in which nobody else sees it (MOV-13)."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

from games.ledger.rebuild import rebuild
from games.ledger.records import record_of
from games.ledger.verification import faults_of
from games.lobby.lines import lines_of
from games.models import Event, Game
from games.models.hours import ClockChange
from games.play import hand_over, positions, undo
from games.streams.live import version_of
from games.tasks import run_clocks, sweep_held
from games.time.terms import normalised
from notifications.models import Delivery
from rules.core.replay import replay
from tests.conftest import refused

pytestmark = pytest.mark.both_databases

GRACE = timedelta(seconds=30)


@pytest.fixture
def clock():
    with freeze_time(timezone.now().replace(microsecond=0), ignore=["_pytest"]) as frozen:
        yield frozen


@pytest.fixture
def held(clock, beans):
    """Left has taken three beans and passes the turn on; for thirty seconds that can be taken back."""
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    beans.game.save()
    beans.submit("left", 3, may_hold=True)
    Delivery.objects.all().delete()
    clock.tick(timedelta(minutes=5))
    beans.submit("left", "keep", may_hold=True)
    return beans.reload()


def seen_by(table, who):
    viewer = table.viewer(who)
    situation = positions.situation(viewer)
    return situation, positions.log_lines(viewer), positions.steps(viewer), version_of(viewer)


def test_nobody_else_sees_is_asked_or_told_anything(clock, beans):
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    beans.game.save()
    Delivery.objects.all().delete()
    before = {who: seen_by(beans, who) for who in ("right", None)}
    beans.submit("left", 3, may_hold=True)
    beans.submit("left", "keep", may_hold=True)
    assert {who: seen_by(beans, who) for who in ("right", None)} == before
    assert beans.seat("right").waiting_since is None
    assert not Delivery.objects.exists()
    with refused("not-your-turn"):
        beans.submit("right", "no")


def test_the_mover_sees_the_move_and_may_take_it_back(held):
    situation = positions.situation(held.viewer("left"))
    assert situation["view"]["beans"] == 7
    assert situation["waiting_for"] == ["right"]
    assert situation["held_until"] == held.game.held_until.isoformat()
    assert situation["can"]["take_back"]
    assert situation["can"]["hand_over"]
    assert not next(seat for seat in situation["seats"] if seat["name"] == "left")["waiting"]
    undo.take_back(held.game.key, "left", situation["version"])
    after = positions.situation(held.viewer("left"))
    assert after["decision"]["kind"] == "roll"
    assert (after["held_until"], held.reload().game.held_until) == (None, None)
    assert sweep_held() == 0
    held.submit("left", "keep", may_hold=True)
    assert held.reload().game.held_until is not None


def test_lists_show_the_move_to_the_mover_alone(held):
    mover, other = lines_of([held.seat("left"), held.seat("right")])
    assert (mover.question, mover.version) == ("You can still take your move back", held.game.version)
    assert (other.question, other.version) == ("", held.game.published_version)
    assert held.game.published_version < held.game.version


def test_after_its_time_the_sweep_hands_it_over(held, clock):
    clock.tick(GRACE - timedelta(seconds=1))
    assert sweep_held() == 0
    assert held.seat("right").waiting_since is None
    clock.tick(timedelta(seconds=1))
    assert sweep_held() == 1
    assert hand_over.hand_over(held.game.key) == held.game.version
    game = held.reload().game
    assert (game.held_until, game.published_version) == (None, game.version)
    assert positions.situation(held.viewer("right"))["view"]["beans"] == 7
    assert [notice.subject["seat"] for notice in Delivery.objects.all()] == ["right"]
    with refused("takeback-barrier"):
        undo.take_back(game.key, "left", game.version)
    held.submit("right", "no")


def test_whoever_looks_hands_it_over_where_a_sweep_was_missed(held, clock):
    clock.tick(GRACE * 20)
    client = Client()
    client.force_login(held.seat("right").user)
    html = client.get(f"/game/{held.game.key}/").content.decode()
    assert "grumble" in html.lower()
    assert held.reload().game.held_until is None


def test_no_clock_runs_while_it_is_held(held, clock):
    """Left has used its five minutes, Right's time begins when it sees the move."""
    bank = held.seat("left").bank_ms
    clock.tick(GRACE)
    handed_at = timezone.now()
    sweep_held()
    left, right = held.seat("left"), held.seat("right")
    increment = held.game.clock_increment * 1000
    assert left.bank_ms == min(bank - 5 * 60_000 + increment, held.game.clock_cap * 1000)
    assert left.waiting_since is None
    assert right.waiting_since == handed_at
    (change,) = ClockChange.objects.filter(game=held.game)
    assert (change.kind, change.seat) == ("handed", "left")
    before = [(seat.bank_ms, seat.waiting_since, seat.due_at) for seat in (left, right)]
    rebuild(held.game.key)
    assert [
        (seat.bank_ms, seat.waiting_since, seat.due_at) for seat in (held.seat("left"), held.seat("right"))
    ] == before


def test_a_rebuild_meanwhile_leaves_it_held(held, clock):
    """Nobody is asked by it: who waits is asked and told when the time is up, as if nothing had been."""
    until = held.game.held_until
    before = {who: seen_by(held, who) for who in ("left", "right", None)}
    rebuild(held.game.key)
    assert {who: seen_by(held.reload(), who) for who in ("left", "right", None)} == before
    assert held.game.held_until == until
    assert faults_of(held.game) == []
    assert held.seat("right").waiting_since is None
    assert not Delivery.objects.exists()
    clock.tick(GRACE)
    assert sweep_held() == 1
    assert held.seat("right").waiting_since == timezone.now()
    assert [notice.subject["seat"] for notice in Delivery.objects.all()] == ["right"]


def test_after_a_rebuild_it_can_still_be_taken_back(held):
    rebuild(held.game.key)
    undo.take_back(held.game.key, "left", held.reload().game.version)
    assert positions.situation(held.viewer("left"))["decision"]["kind"] == "roll"
    rebuild(held.game.key)
    assert held.reload().game.held_until is None
    assert positions.situation(held.viewer("left"))["decision"]["kind"] == "roll"


@pytest.mark.parametrize(
    ("seconds", "moves", "why"),
    [
        (30, "3; keep; no", "Another player is asked first"),
        (0, "3; keep; no", "Another player is asked first"),
        (30, "3; roll; no", "Something was revealed"),
    ],
)
def test_the_page_says_why_the_rest_of_a_line_waits(clock, beans, seconds, moves, why):
    beans.game.terms = {**beans.game.terms, "hand_over": seconds}
    beans.game.save()
    client = Client()
    client.force_login(beans.seat("left").user)
    sent = {"version": beans.version("left"), "moves": moves}
    html = client.post(f"/game/{beans.game.key}/move", sent, follow=True).content.decode()
    assert f"{why}, so the rest is not played yet: it is kept for you." in html


def test_a_clock_at_zero_meanwhile_costs_nothing(held, clock):
    seat = held.seat("left")
    seat.due_at = timezone.now() + timedelta(seconds=5)
    seat.save()
    clock.tick(timedelta(minutes=2))
    assert run_clocks(timezone.now()) == 1
    assert held.seat("left").misses == 0
    assert held.seat("right").waiting_since is not None


def test_the_page_counts_and_its_buttons_work(held):
    client = Client()
    client.force_login(held.seat("left").user)
    path = f"/game/{held.game.key}/"
    html = client.get(path).content.decode()
    assert re.search(r"Handed over in <time [^>]*>30 s</time>\.", html)
    assert "Take back" in html
    client.post(f"{path}act/hand-over", {"version": held.game.version})
    assert held.reload().game.held_until is None
    assert "Hand over now" not in client.get(path).content.decode()
    assert held.seat("right").waiting_since is not None


def test_nobody_hands_over_for_another(held):
    with refused("nothing-held"):
        hand_over.hand_over(held.game.key, by="right")
    assert held.reload().game.held_until is not None
    hand_over.hand_over(held.game.key, by="left")
    with refused("nothing-held"):
        hand_over.hand_over(held.game.key, by="left")


def test_after_dice_nothing_is_held(beans):
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    beans.game.save()
    beans.submit("left", 3, may_hold=True)
    assert beans.submit("left", "roll", may_hold=True).barrier
    assert beans.reload().game.held_until is None


def test_programs_and_mails_hand_over_at_once(beans):
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    beans.game.save()
    beans.submit("left", 3)
    assert beans.submit("left", "keep").barrier


def test_against_bots_and_for_whoever_is_late_nothing_is_held(beans):
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    left, right = beans.seat("left"), beans.seat("right")
    assert hand_over.lasts(beans.game, [left, right], left) == GRACE
    left.flagged_at = timezone.now()
    assert not hand_over.lasts(beans.game, [left, right], left)
    left.flagged_at, right.bot = None, "random"
    assert not hand_over.lasts(beans.game, [left, right], left)
    left.user, left.guest_name = None, "Merry"
    assert not hand_over.lasts(beans.game, [left, right], left)


def test_a_move_taken_back_from_the_hand_over_can_be_checked_in_the_record(held, clock):
    undo.take_back(held.game.key, "left", held.game.version)
    held.submit("left", "keep", may_hold=True)
    clock.tick(GRACE)
    sweep_held()
    held.submit("right", "no")
    assert [event.kind for event in Event.objects.filter(game=held.game)].count("undo") == 1
    replay(record_of(held.reload().game), takebacks=True)


def test_what_ends_the_game_meanwhile_ends_it(held):
    client = Client()
    client.force_login(held.seat("right").user)
    client.post(f"/game/{held.game.key}/act/resign", {"confirmed": "1"})
    game = held.reload().game
    assert game.status == Game.Status.FINISHED
    assert game.held_until is None
    assert sweep_held() == 0


@pytest.mark.parametrize(
    ("preset", "said", "seconds"), [("standard", "120", 120), ("live", "120", 0), ("fast", "0", 0)]
)
def test_a_table_says_for_how_long(preset, said, seconds):
    assert normalised({"hand_over": said}, preset, "UTC").get("hand_over", 0) == seconds


@pytest.mark.parametrize("said", ["-1", "601", "x", "9999"])
def test_a_strange_time_is_refused(said):
    with refused("bad-hand-over"):
        normalised({"hand_over": said}, "standard", "UTC")

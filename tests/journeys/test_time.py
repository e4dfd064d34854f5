"""Journeys 6 and 7: a holiday; and an opponent who vanishes."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.kinds import EventKind
from games.models import Game, Seat
from games.models.hours import Vacation
from games.models.orders import StandingOrder
from notifications.models import Delivery
from tests.post import send_due, unwrapped

DAY, HOUR, LATE = timedelta(days=1), timedelta(hours=1), timedelta(seconds=61)


def mails_to(user, words):
    return [m for m in mail.outbox if m.to == [user.email] and words in m.body]


def test_journey_6_holiday(world):
    """From-to; which games stop; one notice with the date of return; orders pause; twelve hours afterwards."""
    me, other = world.me, world.opponent
    strict = world.open_table(terms={"grace": 0, "vacation": False})
    plan = {"act": "give", "kind": "plan", "decision_kind": "never-asked", "lines": "pass"}
    assert world.browser(me).post(f"{world.page}orders/", plan).status_code == 302
    send_due(timezone.now())
    mail.outbox.clear()

    # My clock would run out two hours after I have left.
    now = timezone.now()
    leaving = now.replace(hour=0) + DAY
    back = leaving + 6 * DAY
    mine = Seat.objects.filter(game=world.table.game, name=world.seat)
    mine.update(bank_ms=(leaving + 2 * HOUR - now) // timedelta(milliseconds=1))

    # The page says which games stop, which do not, and why.
    html = world.read(me, "/time-off/")
    stops, goes_on = html.split("These games stop")[1].split("These go on")
    assert world.table.game.key in stops
    assert strict.game.key in goes_on
    assert "its table plays without vacations" in goes_on
    before = strict.seat(world.seat).due_at
    data = {"action": "vacation", "start": leaving.date(), "end": (back - DAY).date(), "pause_orders": "on"}
    answer = world.browser(me).post("/time-off/", data, follow=True)
    assert "Your vacation is announced" in answer.content.decode()
    assert (Vacation.objects.get().starts_at, Vacation.objects.get().ends_at) == (leaving, back)
    assert strict.seat(world.seat).due_at == before

    # The same switch has paused my orders.
    assert StandingOrder.objects.get().state == StandingOrder.State.PAUSED
    assert not world.table.seat(world.seat).has_orders

    # The other side gets one notice, with the date of return; I get none.
    world.wait(minutes=5)
    world.wait(minutes=5)
    (notice,) = mails_to(other, "will be away until")
    assert f"will be away until {back:%d %B, %H:%M}. The clock stands meanwhile." in unwrapped(notice)
    assert mails_to(me, "will be away until") == []

    # The clock stands while I am away, and I have twelve hours when I am back.
    assert world.table.seat(world.seat).due_at == back + 12 * HOUR
    world.wait_until(leaving + 3 * DAY)
    assert "You are away until" in world.read(me, "/time-off/")
    assert "on vacation" in world.read(other, f"{world.page}time/")
    world.wait_until(back + 12 * HOUR)
    assert world.table.seat(world.seat).flagged_at is None
    assert world.table.reload().game.status == Game.Status.RUNNING
    world.submit(world.seat, world.decision(world.seat).fallback_choice())
    assert world.moves(world.seat) == 1


@pytest.fixture
def vanished(world):
    """The opponent does not answer any more: asked for a whole move, with one grace token."""
    Seat.objects.filter(game=world.table.game).update(grace_left=1)
    world.play_until(world.other, "full")
    send_due(timezone.now())
    mail.outbox.clear()
    return world


def until_zero(world):
    """Let time pass up to the moment after zero, an hour at a time near the end."""
    zero = world.table.seat(world.other).due_at
    for hours in (40, 23, 12, 3.5, 2):
        if zero - timezone.now() > hours * HOUR:
            world.wait_until(zero - hours * HOUR)
    world.wait_until(zero - timedelta(minutes=1))
    return zero


@pytest.mark.parametrize("choice", ["wait on", "give time", "claim", "open the seat"])
def test_journey_7_the_opponent_vanishes(vanished, choice):
    """Reminders, the grace token by itself, then my choice: nothing happens behind my back."""
    world, me, other = vanished, vanished.me, vanished.opponent
    game_page, time_page = world.page, f"{world.page}time/"

    # Reminders go out to the one who is late; I see when I may claim.
    first = world.table.seat(world.other).due_at
    world.wait_until(first - 28 * HOUR)
    html = world.read(me, time_page)
    assert "1 d 4 h left" in html
    assert "the opponent may claim the win, call the game void, or wait on" in html
    until_zero(world)
    assert len(mails_to(other, "Your time is running out.")) == 2
    assert mails_to(me, "Your time is running out.") == []
    assert "Claim the win" not in world.read(me, game_page)

    # At zero the grace token is used once, by itself, and both are told.
    world.wait_until(first + LATE)
    late = world.table.seat(world.other)
    assert (late.grace_left, late.flagged_at) == (0, None)
    assert DAY - HOUR <= late.due_at - first <= DAY + HOUR
    world.wait(minutes=5)
    for user in (me, other):
        assert len(mails_to(user, "has used a grace token")) == 1

    # The next time I choose, and until I do nothing happens.
    second = until_zero(world)
    world.wait_until(second + LATE)
    world.wait(minutes=5)
    assert len(mails_to(me, "has run out of time: the other side may claim the game.")) == 1
    world.wait(days=3)
    assert world.table.reload().game.status == Game.Status.RUNNING
    assert "Claim the win" in world.read(me, game_page)
    assert "Offer the seat to others" in world.read(me, time_page)

    browser = world.browser(me)
    if choice == "wait on":
        world.submit(world.other, world.decision(world.other).fallback_choice())
        assert world.table.seat(world.other).flagged_at is None
        assert "Claim the win" not in world.read(me, game_page)
    elif choice == "give time":
        browser.post(time_page, {"act": "give", "seat": world.other})
        late = world.table.seat(world.other)
        assert late.flagged_at is None
        assert late.due_at > timezone.now()
    elif choice == "claim":
        browser.post(f"{game_page}act/claim-win")
        result = world.table.reload().game.result
        assert (result["winners"], result["reason"]) == ([world.seat], "time")
    else:
        browser.post(time_page, {"act": "open-seat", "seat": world.other})
        assert "Take this seat" in world.read(world.stranger, time_page)
    if choice != "claim":
        assert world.table.reload().game.status == Game.Status.RUNNING


def test_journey_7_in_a_tournament_it_happens_by_itself(vanished):
    """The same, where whoever runs out of time has lost."""
    Game.objects.update(zero_policy=Game.ZeroPolicy.FORFEIT)
    first = until_zero(vanished)
    vanished.wait_until(first + LATE)
    assert vanished.table.reload().game.status == Game.Status.RUNNING
    vanished.wait_until(until_zero(vanished) + LATE)
    result = vanished.table.reload().game.result
    assert (result["winners"], result["reason"]) == ([vanished.seat], "time")
    assert Delivery.objects.filter(kind=EventKind.FINISH).count() == 2

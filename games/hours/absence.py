"""Seats whose player does not answer: misses, fallbacks, absence, replacement, return (DEF-3, MOD-1 to MOD-6)."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from accounts.blocks import is_blocked
from accounts.models import User
from games import titles
from games.kinds import TAKING_OVER
from games.ledger import hooks, ledger, misses, notices
from games.ledger.limits import count_act
from games.ledger.opened import Open
from games.models import Game, Seat
from games.models.hours import ClockChange
from games.play import seat_links, teams
from games.refusals import Refused
from games.time import clocks, presets

logger = logging.getLogger(__name__)

#: What belongs to whoever sits in a seat.
PERSON_FIELDS = [
    "user",
    "guest_name",
    "guest_email",
    "link_nonce",
    "link_digest",
    "asks",
    "draft",
    "has_orders",
    "reminded_at",
    "remind_later_at",
]


def becomes_absent(opened: Open, seat: Seat) -> bool:
    """Let a seat count as absent if it missed enough in a row; whether it does now."""
    if seat.absent_since is None and seat.misses >= settings.HOUSE.misses_to_absence:
        mark_absent(opened, seat)
    return seat.absent_since is not None


def mark_absent(opened: Open, seat: Seat, by: str = "") -> None:
    """Let a seat count as absent: the server answers for it, others may take it, its player may come back."""
    seat.absent_since = opened.now
    if opened.row.terms.get("bots") and not seat.bot:
        seat.bot_at = opened.now + settings.HOUSE.seat_offered
    seat.flagged_at = None
    seat.asks = {}
    if seat.waiting_since is not None:
        clocks.renew(opened.row, seat)
    opened.changed.add(seat.name)
    misses.record(opened, seat, ClockChange.Kind.ABSENT, by=by)
    notices.notify_news(opened.row, "left" if by == seat.name else "absent", seat.name)


def all_are_absent(opened: Open) -> bool:
    """Return whether no person is left at the table."""
    people = [seat for seat in opened.seats if not seat.bot]
    return bool(people) and all(seat.absent_since is not None for seat in people)


# -- others ------------------------------------------------------------------------------------


def offered_seats(user: User | None, now: datetime | None = None) -> list[Seat]:
    """Return the seats of running games that this person may take over (MOD-6)."""
    since = (now or timezone.now()) - settings.HOUSE.seat_offered
    seats = Seat.objects.filter(
        absent_since__gt=since,
        bot="",
        game__status=Game.Status.RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
    ).select_related("game", "user")
    if user is not None:
        seats = seats.exclude(game__seats__user=user)
    return list(seats.order_by("-absent_since")[:50])


@transaction.atomic
def take_over(game_key: str, seat_name: str, user: User) -> int:
    """Sit down in an absent player's seat. Raises Refused. Returns the version."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if seat.absent_since is None or seat.bot:
        raise Refused("seat-taken", "This seat is not free.", 409)
    if opened.row.visibility != Game.Visibility.PUBLIC:
        raise Refused("no-such-seat", "There is no such seat at this table.", 404)
    if any(other.user_id == user.pk for other in opened.seats):
        raise Refused("seated-already", "You sit at this table already.", 409)
    if is_blocked(user, [other.user_id for other in opened.seats if other.user_id]):
        raise Refused("kept-apart", "You and somebody at this table want nothing to do with each other.", 403)
    count_act(TAKING_OVER, by=user)
    hand_over(opened, seat, user)
    return int(opened.row.version)


def hand_over(opened: Open, seat: Seat, user: User) -> None:
    """Give a seat to somebody else, whoever has it: without the secrets of its former player, and with time."""
    pass_on(opened, seat)
    seat.user, seat.bot, seat.guest_name, seat.guest_email = user, "", "", ""
    seat.seen_version = -1
    seat.save(update_fields=["bot", "seen_version", *PERSON_FIELDS])
    _substituted(opened, seat)


def pass_on(opened: Open, seat: Seat) -> None:
    """Take from a seat what belongs to its player, just before somebody else or nobody has it."""
    for forget in hooks.seat_passed_on:
        forget(seat)
    seat_links.revoke(seat)
    seat.asks, seat.draft, seat.reminded_at, seat.remind_later_at = {}, [], None, None
    clocks.returned(seat)
    opened.changed.add(seat.name)


def _substituted(opened: Open, seat: Seat) -> None:
    clocks.renew(opened.row, seat)
    if seat.waiting_since is not None and not seat.bot and not presets.preset_of(opened.row).is_untimed:
        fresh = settings.HOUSE.fresh_start // timedelta(milliseconds=1)
        worth = max(0, fresh - clocks.left_ms(opened.row, seat, opened.now))
        clocks.give(opened.row, seat, worth)
        misses.record(opened, seat, ClockChange.Kind.BACK, worth, reason="taken over")
    ledger.append(opened, ledger.next_entry(opened, "substitute", seat.name), barrier=False)
    ledger.save(opened)
    notices.notify_news(opened.row, "substitute", seat.name)


@transaction.atomic
def open_seat(game_key: str, seat_name: str, late_name: str) -> int:
    """Offer the seat of an opponent whose time is up to others, instead of claiming (journey 7).

    That is for the opponents to do: a partner would take the claim from them.
    """
    opened = ledger.load(game_key)
    by = opened.seat(seat_name)
    late = opened.seat(late_name)
    if late.flagged_at is None or late is by:
        raise Refused("nothing-to-claim", "Nobody has run out of time.", 409)
    if late.name in teams.allies_of(opened.row, by.name):
        raise Refused("own-team", "Only an opponent may offer that seat to others.", 409)
    mark_absent(opened, late, by=by.name)
    ledger.save_seats(opened)
    return int(opened.row.published_version)


def bots_take_over(now: datetime) -> int:
    """Put bots into seats that nobody wanted, where the table allows it. Returns how many.

    A game that fails does not hold up the others.
    """
    numbers = list(Seat.objects.filter(bot_at__lte=now).order_by().values_list("pk", flat=True))
    due = Seat.objects.filter(pk__in=numbers, game__title__in=titles.here()).order_by("bot_at", "pk")
    done = 0
    for key, name in list(due.values_list("game__key", "name")[:100]) if numbers else ():
        try:
            done += _bot_takes_over(key, name, now)
        except Exception:
            logger.exception("no bot could take a seat", extra={"game": key})
    return done


@transaction.atomic
def _bot_takes_over(key: str, name: str, now: datetime) -> bool:
    opened = ledger.load(key, now)
    seat = opened.seat(name)
    if seat.bot_at is None or seat.bot_at > now or seat.bot:
        return False
    pass_on(opened, seat)
    seat.bot = list(rules.title(opened.row.title).bots)[-1]
    seat.user, seat.guest_name, seat.guest_email = None, "", ""
    opened.row.rated = False
    opened.row.save(update_fields=["rated"])
    seat.save(update_fields=["bot", *PERSON_FIELDS])
    _substituted(opened, seat)
    return True

"""What players do about time, for every face: pages, programs and mail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.hours import absence, pauses, reminders, untimed
from games.models import Game
from games.models.hours import ClockChange
from games.play import teams
from games.play.access import Viewer
from games.refusals import Refused
from games.time import clocks, presets, wording
from rules import title as title_of

ACTS = ("give", "ask-pause", "resume", "open-seat", "take-over", "close", "remind-later")


def number_of(value: object, field: str) -> int:
    """Return a whole number that somebody typed. Raises Refused."""
    text = str(value).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refused("malformed", "Write a whole number.", 400, extra={"field": field})
    return int(text)


def do(viewer: Viewer, act: str, data: Mapping[str, Any]) -> str:
    """Do something about the time of a game. Returns what to tell. Raises Refused."""
    key = viewer.game.key
    if act == "take-over":
        if viewer.user is None:
            raise Refused("sign-in-first", "Sign in to take a seat.", 403)
        absence.take_over(key, str(data.get("seat", "")), viewer.user)
        return "The seat is yours."
    if viewer.seat_name is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    if act == "give":
        hours = data.get("hours")
        amount = timedelta(hours=number_of(hours, "hours")) if hours not in (None, "") else None
        given = pauses.give_time(key, str(data.get("seat", "")), by=viewer.seat_name, amount=amount)
        return f"You have given {_hours(given)}."
    if act == "ask-pause":
        begun = pauses.ask_pause(key, viewer.seat_name, number_of(data.get("days"), "days"))
        return "The clocks stand." if begun else "You have asked for a pause; it begins when everybody has."
    if act == "resume":
        return f"The clocks run again from {in_zone(pauses.resume(key, viewer.seat_name), viewer)} on."
    if act == "open-seat":
        absence.open_seat(key, viewer.seat_name, str(data.get("seat", "")))
        return "The seat is offered to others now."
    if act == "remind-later":
        at = reminders.put_off(key, viewer.seat_name, number_of(data.get("hours"), "hours"))
        return f"You will be reminded on {in_zone(at, viewer)}, and not before."
    if act == "close":
        untimed.close(key, viewer.seat_name, timezone.now())
        return "The game is closed. It does not count."
    raise Refused("no-such-action", "That cannot be done about the time of a game.", 404)


def _hours(amount: timedelta) -> str:
    hours = int(amount.total_seconds() // 3600)
    return f"{hours} hour{'' if hours == 1 else 's'}"


def in_zone(moment: datetime, viewer: Viewer) -> str:
    """Return a moment in the viewer's own zone, in words."""
    zone = viewer.user.timezone if viewer.user else "UTC"
    return f"{moment.astimezone(ZoneInfo(zone)):%a %d %b, %H:%M} ({zone})"


def situation(viewer: Viewer, now: datetime | None = None) -> dict[str, Any]:
    """Return everything about the time of a running game that the viewer may know, as JSON."""
    now = now or timezone.now()
    game = viewer.game
    title = title_of(game.title)
    stop = pauses.current_stop(game, now)
    own = viewer.seat
    running = game.status == Game.Status.RUNNING
    against = () if own is None else teams.opponents_of(game, own.name)
    labels = {seat.name: title.seat_name(seat.name) for seat in viewer.seats}
    seats = [
        {
            "name": seat.name,
            "label": labels[seat.name],
            "player": seat.player_name,
            "remaining_ms": clocks.remaining_ms(game, seat, now) if running else None,
            "due_at": seat.due_at.isoformat() if seat.due_at and not seat.flagged_at else None,
            "flagged": seat.flagged_at is not None,
            "absent": seat.absent_since is not None,
            "grace_left": seat.grace_left,
            "asks_pause": "pause" in seat.asks,
            "away": any(row[0] <= now.timestamp() < row[1] for row in (seat.user.away if seat.user else [])),
            "can_take_over": seat.absent_since is not None and own is None and not seat.bot and running,
            "can_give": running and seat.name in against and not seat.bot,
            "can_open": running and seat.name in against and seat.flagged_at is not None,
        }
        for seat in viewer.seats
    ]
    return {
        "clock": wording.words_of_clock(game),
        "at_zero": wording.words_at_zero(game),
        "terms": wording.words_of_stops(game),
        "stop": None
        if stop is None
        else {
            "why": stop[2],
            "until": None if stop[1] is None else datetime.fromtimestamp(stop[1], now.tzinfo).isoformat(),
        },
        "seats": seats,
        "changes": [
            {
                "seat": labels.get(change.seat, change.seat),
                "kind": change.kind,
                "hours": round(change.milliseconds / 3_600_000, 1),
                "by": labels.get(change.by, change.by),
                "reason": change.reason,
                "at": change.at.isoformat(),
            }
            for change in ClockChange.objects.filter(game=game).order_by("-pk")[:30]
        ],
        "can": {
            "ask_pause": running
            and own is not None
            and stop is None
            and bool(game.terms.get("pauses", True))
            and not presets.preset_of(game).is_untimed,
            "close": own is not None and untimed.may_close(game, now),
            "resume": running and own is not None and stop is not None and stop[2] == pauses.AGREED,
        },
    }

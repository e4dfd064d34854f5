"""Acts about time, for every face: pages, programs and mail."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, NotRequired, TypedDict
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.acts import registry
from games.acts.act import Act, Done, Field, FieldKind, Look
from games.acts.kinds import PAUSE, has_pause
from games.hours import absence, pauses, reminders, untimed_games
from games.models import Game, Seat
from games.models.hours import ClockChange
from games.play import teams
from games.play.access import Viewer, require_player
from games.refusals import Refused
from games.shapes import Written, among
from games.time import clocks, wording
from rules import title as title_of


class Stop(TypedDict):
    """The reason why all clocks stand still, and until when, if that is known."""

    why: str
    until: Written | None


class SeatTime(TypedDict):
    """The clock of a seat, and what the viewer may do about it."""

    name: str
    label: str
    player: str
    remaining_ms: int | None
    due_at: Written | None
    flagged: bool
    absent: bool
    grace_left: int
    asks_pause: bool
    away: bool
    can_give: NotRequired[bool]
    can_open: NotRequired[bool]
    can_take_over: NotRequired[bool]


class Change(TypedDict):
    """A change of a seat's clock, and who made it."""

    seat: str
    kind: Annotated[str, among(ClockChange.Kind.values)]
    hours: float
    by: str
    reason: str
    at: Written


class Time(TypedDict):
    """The time of a game: the clock in words, what stops it, the clocks of the seats, what the viewer may do.

    `sides` tells what allies have left together, at tables that have such and whose clocks have a bank.
    """

    clock: str
    at_zero: str
    terms: list[str]
    stop: Stop | None
    seats: list[SeatTime]
    sides: list[teams.SideTime]
    changes: list[Change]
    can: dict[str, bool]


def do(viewer: Viewer, name: str, data: Mapping[str, Any]) -> str:
    """Do something about the time of a game. Returns what to tell. Raises Refused."""
    act = registry.act_called(name, about="time")
    if act is None:
        require_player(viewer)
        raise registry.no_such_act("That cannot be done about the time of a game.")
    return act.do(viewer, data).words


# -- pauses ------------------------------------------------------------------------------------


def _ask_pause(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    begun = PAUSE.ask(viewer.game.key, require_player(viewer), data["days"], None)
    return Done(PAUSE.done if begun else "You have asked for a pause; it begins when everybody has.")


def _may_ask_pause(look: Look) -> bool:
    return look.plays and PAUSE.is_possible(look.game, list(look.viewer.seats), look.now)


def _resume(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    begins = pauses.resume(viewer.game.key, require_player(viewer))
    return Done(f"The clocks run again from {in_zone(begins, viewer)} on.")


def _may_resume(look: Look) -> bool:
    return look.plays and has_pause(look.game, look.now)


# -- what concerns one seat --------------------------------------------------------------------


def _give(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    hours = data["hours"]
    amount = None if hours is None else timedelta(hours=hours)
    receiver = data["seat"] or _only_receiver(viewer, hours)
    given = pauses.give_time(viewer.game.key, receiver, by=require_player(viewer), amount=amount)
    return Done(f"You have given {_hours(given)}.")


def _only_receiver(viewer: Viewer, hours: int | None) -> str:
    """Return the only seat that can be given time. Raises Refused if there are several: who gives has to say."""
    others = teams.opponents(viewer.game, viewer.seats, require_player(viewer))
    receivers = [seat.name for seat in others if not seat.bot]
    if len(receivers) > 1:
        example = f"give {hours or 24} {receivers[0]}"
        words = (
            f"Say to whom: {', '.join(receivers[:-1])} or {receivers[-1]}. By mail, for example: `{example}`."
        )
        raise Refused("which-seat", words, 422, extra={"field": "seat"})
    if not others:
        raise Refused("nobody-to-give", "You play against nobody here.", 409)
    return (receivers or [seat.name for seat in others])[0]


def _may_give(look: Look, seat: Seat) -> bool:
    return look.plays and look.is_opponent(seat) and not seat.bot


def _open_seat(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    absence.open_seat(viewer.game.key, require_player(viewer), data["seat"] or "")
    return Done("The seat is offered to others now.")


def _may_open(look: Look, seat: Seat) -> bool:
    return look.plays and look.is_opponent(seat) and seat.flagged_at is not None


def _take_over(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    if viewer.user is None:
        raise Refused("sign-in-first", "Sign in to take a seat.", 403)
    absence.take_over(viewer.game.key, data["seat"] or "", viewer.user)
    return Done("The seat is yours.")


def _may_take_over(look: Look, seat: Seat) -> bool:
    running = look.game.status == Game.Status.RUNNING
    return seat.absent_since is not None and look.own is None and not seat.bot and running


# -- the rest ----------------------------------------------------------------------------------


def _remind_later(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    at = reminders.put_off(viewer.game.key, require_player(viewer), data["hours"])
    return Done(f"You will be reminded on {in_zone(at, viewer)}, and not before.")


def _may_put_off(look: Look) -> bool:
    own = look.own
    return look.plays and own is not None and bool(own.draft) and own.waiting_since is not None


def _close(viewer: Viewer, data: Mapping[str, Any]) -> Done:
    untimed_games.close(viewer.game.key, require_player(viewer), timezone.now())
    return Done("The game is closed. It does not count.")


def _may_close(look: Look) -> bool:
    return look.own is not None and untimed_games.may_close(look.game, look.now)


_SEAT = Field("seat", "Seat", FieldKind.SEAT, example="sauron")

ACTS = (
    Act(
        "take-over",
        "Take this seat",
        _take_over,
        may_to=_may_take_over,
        about="time",
        fields=(_SEAT,),
        style="button-primary",
        for_anybody=True,
    ),
    Act(
        "give",
        "Give time",
        _give,
        may_to=_may_give,
        about="time",
        fields=(
            Field("hours", "Hours", FieldKind.NUMBER, required=False, example=24),
            Field("seat", "Seat", FieldKind.SEAT, required=False, example="sauron"),
        ),
        words=("give",),
        help="`give 24` gives the other player 24 hours more; with several others, say to whom: `give 24 SEAT`",
    ),
    Act(
        "open-seat",
        "Offer the seat to others",
        _open_seat,
        may_to=_may_open,
        about="time",
        can="open",
        fields=(_SEAT,),
        style="button-quiet",
        sure="Offer this seat to other players?",
    ),
    Act(
        "resume",
        "End the pause",
        _resume,
        _may_resume,
        about="time",
        words=("resume",),
        heading="Pause",
        lead="The clocks run again {pause_notice} after somebody ends the pause.",
    ),
    Act(
        "ask-pause",
        "Ask for a pause",
        _ask_pause,
        _may_ask_pause,
        about="time",
        fields=(replace(PAUSE.value, name="days", label="Days"),),
        words=("pause",),
        help="`pause 7` asks to stop all clocks for seven days; `resume` ends a pause",
        heading="Pause",
        lead="All clocks stand when everybody has asked for it, at most {pause_most}. The shortest wish counts.",
    ),
    Act(
        "remind-later",
        "Remind me then",
        _remind_later,
        _may_put_off,
        about="time",
        fields=(Field("hours", "Hours", FieldKind.NUMBER, example=12),),
        words=("remind",),
        help="`remind 12` reminds you of your kept plan in twelve hours, and not before",
        elsewhere=True,
    ),
    Act(
        "close",
        "Close the game",
        _close,
        _may_close,
        about="time",
        style="button-danger",
        sure="Close this game? It will not count.",
        heading="Nobody has moved for {untimed_close}",
    ),
)


def _hours(amount: timedelta) -> str:
    hours = int(amount.total_seconds() // 3600)
    return f"{hours} hour{'' if hours == 1 else 's'}"


def in_zone(moment: datetime, viewer: Viewer) -> str:
    """Return a moment in the viewer's own zone, in words."""
    zone = viewer.user.timezone if viewer.user else "UTC"
    return f"{moment.astimezone(ZoneInfo(zone)):%a %d %b, %H:%M} ({zone})"


def situation(viewer: Viewer, now: datetime | None = None) -> Time:
    """Return everything about the time of a running game that the viewer may know, as JSON."""
    look = Look(viewer, now or timezone.now())
    game = viewer.game
    title = title_of(game.title)
    labels = {seat.name: title.seat_name(seat.name) for seat in viewer.seats}
    stop = pauses.current_stop(game, look.now)
    return {
        "clock": wording.words_of_clock(game),
        "at_zero": wording.words_at_zero(game),
        "terms": wording.words_of_stops(game),
        "stop": None
        if stop is None
        else {
            "why": stop[2],
            "until": None
            if stop[1] is None
            else datetime.fromtimestamp(stop[1], look.now.tzinfo).isoformat(),
        },
        "seats": [_seat(look, seat) for seat in viewer.seats],
        "sides": teams.time_left(game, viewer.seats, look.now),
        "changes": _changes(game, labels),
        "can": registry.can(look, "time"),
    }


def _seat(look: Look, seat: Seat) -> SeatTime:
    now, running = look.now, look.game.status == Game.Status.RUNNING
    shown: SeatTime = {
        "name": seat.name,
        "label": look.label(seat),
        "player": seat.player_name,
        "remaining_ms": clocks.remaining_ms(look.game, seat, now) if running else None,
        "due_at": seat.due_at.isoformat() if seat.due_at and not seat.flagged_at else None,
        "flagged": seat.flagged_at is not None,
        "absent": seat.absent_since is not None,
        "grace_left": seat.grace_left,
        "asks_pause": "pause" in seat.asks,
        "away": any(row[0] <= now.timestamp() < row[1] for row in (seat.user.away if seat.user else [])),
    }
    for act in registry.acts_about("time"):
        if act.may_to:
            shown[f"can_{act.can_name}"] = act.may_to(look, seat)  # type: ignore[literal-required]  # of registered acts
    return shown


def _changes(game: Game, labels: Mapping[str, str]) -> list[Change]:
    """Return what has changed the clocks, the newest first."""
    return [
        {
            "seat": labels.get(change.seat, change.seat),
            "kind": change.kind,
            "hours": round(change.milliseconds / 3_600_000, 1),
            "by": labels.get(change.by, change.by),
            "reason": change.reason,
            "at": change.at.isoformat(),
        }
        for change in ClockChange.objects.filter(game=game)
        .exclude(kind=ClockChange.Kind.HANDED)
        .order_by("-pk")[:30]
    ]

"""Votes of the people at a table (MOD-7): what everybody agrees to happens, at once and for all to see.

A draw, cancelling and a pause have rules of their own (games.play.endings, games.hours.pauses); the other
votes are kept in `Seat.asks`, by kind: `{"value": …, "at": Unix seconds, "version": …}`.

Everybody who plays has to agree: no bot, and no absent seat (MOD-3). Whoever is to be replaced has no say at a table
for three or more; at a table for two the other player alone cannot decide it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q

import rules
from games.hours import absence, pauses
from games.ledger import ledger, telling
from games.models import Event, Game, Seat
from games.play import endings, takebacks
from games.play.access import Viewer
from games.refusals import Refused
from games.time import presets


@dataclass(frozen=True)
class Kind:
    """One thing that can be voted about.

    Attributes:
        asks: what somebody asks, after their name. done: what to tell when everybody has agreed.
        value: what the vote is about: "" for nothing, "hours", "days", "seat" or "step".
    """

    name: str
    label: str
    asks: str
    done: str
    value: str = ""

    @property
    def needs_same(self) -> bool:
        """Whether those agree only who name the same value; of different times the shortest counts."""
        return self.value in ("seat", "step")


KINDS = {
    kind.name: kind
    for kind in (
        Kind("draw", "Draw", "offers a draw", "The game is drawn."),
        Kind("cancel", "Cancel the game", "asks to end the game without a result", "The game is cancelled."),
        Kind("end", "End the game", "asks to end the game now: {value} wins", "The game has ended.", "seat"),
        Kind(
            "extend",
            "More time for everybody",
            "asks for {value} more for everybody",
            "Everybody has more time.",
            "hours",
        ),
        Kind("pause", "Pause", "asks for a pause of {value}", "The clocks stand.", "days"),
        Kind("resume", "End the pause at once", "asks to end the pause at once", "The clocks run again."),
        Kind(
            "replace",
            "Replace a player",
            "asks to offer the seat of {value} to others",
            "The seat is offered to others now.",
            "seat",
        ),
        Kind("takeback", "Take back", "asks to go back to {value}", "The game has gone back.", "step"),
    )
}


def kind_of(name: str) -> Kind:
    """Return a kind of vote. Raises Refused."""
    kind = KINDS.get(name)
    if kind is None:
        known = ", ".join(KINDS)
        raise Refused("no-such-vote", f"You can vote about: {known}.", 404, extra={"field": "kind"})
    return kind


def people_of(seats: list[Seat]) -> list[Seat]:
    """Return the seats whose votes count: those of people who are there."""
    return [seat for seat in seats if not seat.bot and seat.absent_since is None]


# -- voting ------------------------------------------------------------------------------------


def agree(viewer: Viewer, name: str, value: object = "", now: datetime | None = None) -> str:
    """Vote for something, for the first time or with the others. Returns what to tell. Raises Refused.

    Args:
        value: hours of `extend`, days of `pause`, the seat of `replace` and `end`; "" joins what is asked already.
            Of different times that were asked for the shortest counts.
    """
    kind = kind_of(name)
    words = ""
    for seat in _seats_of(viewer):
        words = _agree_as(viewer.game.key, seat, kind, value, now)
    return words


def _seats_of(viewer: Viewer) -> list[str]:
    """Return the seats for which the viewer votes: their own, or all of them if they play alone."""
    if viewer.seat_name is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    return [seat.name for seat in viewer.seats] if viewer.game.is_solo else [viewer.seat_name]


def _agree_as(key: str, seat: str, kind: Kind, value: object, now: datetime | None) -> str:
    waiting = f"You have voted. “{kind.label}” comes when everybody has."
    if kind.name == "pause":
        days = _asked_value(key, "pause", value, now)
        return kind.done if pauses.ask_pause(key, seat, _number(days, "days"), now) else waiting
    if kind.name in ("draw", "cancel"):
        (endings.offer_draw if kind.name == "draw" else endings.ask_cancel)(key, seat)
        over = Game.objects.values_list("status", flat=True).get(key=key) == Game.Status.FINISHED
        return kind.done if over else waiting
    return kind.done if _vote(key, seat, kind, value, now) else waiting


def _asked_value(key: str, name: str, value: object, now: datetime | None) -> object:
    """Return the value of a vote: the given one, or what somebody at the table has asked for."""
    if value not in ("", None):
        return value
    for seat in Seat.objects.filter(game__key=key, absent_since__isnull=True):
        asked = seat.asks.get(name)
        if asked is not None:
            return asked["value"] if isinstance(asked, dict) else asked
    return value


def _number(value: object, field: str) -> int:
    text = str(value).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refused("malformed", "Write a whole number.", 400, extra={"field": field})
    return int(text)


@transaction.atomic
def _vote(key: str, seat_name: str, kind: Kind, value: object, now: datetime | None) -> bool:
    """Note a vote and carry it out if it was the last one needed; whether it was."""
    opened = ledger.load(key, now)
    seat = opened.seat(seat_name)
    wanted = _checked(opened, seat, kind, _asked_value(key, kind.name, value, now))
    first = not [s for s in opened.seats if is_standing(s, kind.name, opened.row, opened.now)]
    stamp = {"value": wanted, "at": pauses.seconds_of(opened.now), "version": opened.row.published_version}
    seat.asks = {**seat.asks, kind.name: stamp}
    seat.save(update_fields=["asks"])
    if _missing(opened.row, opened.seats, kind.name, wanted, opened.now):
        telling.notify_vote(opened.row, seat, kind.name, shown_value(opened.row, kind, wanted), first=first)
        return False
    agreed = [
        s.asks[kind.name]["value"] for s in opened.seats if is_standing(s, kind.name, opened.row, opened.now)
    ]
    _clear(opened.seats, kind.name)
    _CARRY_OUT[kind.name](opened, seat, min(agreed) if kind.value == "hours" else wanted)
    return True


def is_standing(seat: Seat, name: str, row: Game, now: datetime) -> bool:
    """Return whether a seat's vote still counts.

    Votes lapse after some days; one to end the game or to go back when anybody has moved on, one to replace a
    player when that player has, or somebody else sits there. What nobody else can see yet is no move.
    """
    asked = seat.asks.get(name)
    if not isinstance(asked, dict):
        return False
    if now - datetime.fromtimestamp(asked["at"], now.tzinfo) > settings.HOUSE.vote_life:
        return False
    if name in ("end", "takeback"):
        return bool(asked["version"] == row.published_version)
    if name == "replace":
        later = Event.objects.filter(game=row, seat=asked["value"], seq__gt=asked["version"])
        acts = later.exclude(kind=Event.Kind.TIMEOUT)
        shown = Q(seq__lte=row.published_version) | Q(kind=Event.Kind.SUBSTITUTE)
        return not acts.filter(shown).exists()
    return True


def _missing(row: Game, seats: list[Seat], name: str, wanted: Any, now: datetime) -> list[Seat]:
    """Return the seats that have still to agree."""
    needed = people_of(seats)
    if name == "replace" and len(seats) > 2:
        needed = [seat for seat in needed if seat.name != wanted]
    same_value = KINDS[name].needs_same
    return [
        seat
        for seat in needed
        if not is_standing(seat, name, row, now) or (same_value and seat.asks[name]["value"] != wanted)
    ]


def _clear(seats: list[Seat], name: str) -> None:
    for seat in seats:
        if name in seat.asks:
            seat.asks = {kind: asked for kind, asked in seat.asks.items() if kind != name}
            seat.save(update_fields=["asks"])


def _checked(opened: ledger.Open, seat: Seat, kind: Kind, value: object) -> Any:
    """Return the value of a vote, checked. Raises Refused if it is not possible now."""
    row = opened.row
    if kind.name == "resume":
        stop = pauses.current_stop(row, opened.now)
        if stop is None or stop[2] != pauses.AGREED:
            raise Refused("not-paused", "There is no pause that you could end.", 409)
        return ""
    if kind.name == "extend":
        if presets.preset_of(row).is_untimed or not row.terms.get("pauses", True):
            raise Refused("no-extension", "The clocks of this table cannot be moved by a vote.", 409)
        hours, most = _number(value, "value"), settings.HOUSE.given_most
        if not timedelta(hours=1) <= timedelta(hours=hours) <= most:
            words = settings.HOUSE.words["given_most"]
            raise Refused("bad-amount", f"Ask for 1 hour to {words}.", 422, extra={"field": "value"})
        return hours
    if kind.name == "takeback":
        return takebacks.check(opened, seat, value)
    named = next((s for s in opened.seats if s.name == value), None)
    if named is None:
        seats = ", ".join(s.name for s in opened.seats)
        raise Refused("no-such-seat", f"Name a seat of this table: {seats}.", 422, extra={"field": "value"})
    if kind.name == "end":
        if any(s.bot for s in opened.seats):
            raise Refused("bot-declines", "The bot plays on: it does not agree to an end.", 409)
        if len({s.user_id or s.name for s in people_of(opened.seats)}) < 2 and not row.is_solo:
            raise Refused("alone", "Somebody else has to be there to agree.", 409)
        return named.name
    if row.in_event or row.visibility != Game.Visibility.PUBLIC or row.is_solo:
        raise Refused("no-replacement", "Players of this table cannot be replaced by a vote.", 409)
    if named.bot or named.absent_since is not None:
        raise Refused("nobody-there", "Nobody plays that seat who could be replaced.", 409)
    if named is seat and len(opened.seats) > 2:
        raise Refused("own-seat", "Resign to leave your own seat.", 409)
    return named.name


# -- what follows ------------------------------------------------------------------------------


def _end(opened: ledger.Open, by: Seat, winner: str) -> None:
    name = opened.play.title.seat_name(winner)
    endings.conclude(
        opened, "draw", by.name, rules.Result((winner,), "agreement", f"{name} wins by agreement.")
    )


def _extend(opened: ledger.Open, by: Seat, hours: int) -> None:
    for seat in people_of(opened.seats):
        pauses.add_time(opened, seat, timedelta(hours=hours), by="agreement")
    telling.notify_news(opened.row, "extended", by.name)


def _resume(opened: ledger.Open, by: Seat, _: Any) -> None:
    pauses.end_stop(opened)
    telling.notify_news(opened.row, "resumed", by.name)


def _replace(opened: ledger.Open, by: Seat, seat_name: str) -> None:
    absence.mark_absent(opened, opened.seat(seat_name), by="agreement")
    ledger.save_seats(opened)


_CARRY_OUT: dict[str, Callable[[ledger.Open, Seat, Any], None]] = {
    "end": _end,
    "extend": _extend,
    "resume": _resume,
    "replace": _replace,
    "takeback": takebacks.carry_out,
}


@transaction.atomic
def refuse(viewer: Viewer, name: str, now: datetime | None = None) -> str:
    """Take one's own vote back, or vote against what others ask: then it is off the table. Raises Refused."""
    kind = kind_of(name)
    (seat_name, *_) = _seats_of(viewer)
    opened = ledger.load(viewer.game.key, now)
    asking = [seat for seat in opened.seats if _asks(seat, name, opened.row, opened.now)]
    if not asking:
        raise Refused("no-offer", "Nobody asks for that.", 409)
    own = opened.seat(seat_name)
    mine = own in asking
    for seat in [own] if mine else asking:
        _forget(seat, name)
    if not mine:
        telling.notify_vote(opened.row, own, "no", kind.label.lower(), first=True)
    return "You have taken your vote back." if mine else "You have voted against it."


def _forget(seat: Seat, name: str) -> None:
    if name == "draw":
        seat.draw_offered_version = None
    elif name == "cancel":
        seat.cancel_asked = False
    seat.asks = {kind: asked for kind, asked in seat.asks.items() if kind != name}
    seat.save(update_fields=["draw_offered_version", "cancel_asked", "asks"])


# -- looking -----------------------------------------------------------------------------------


def _asks(seat: Seat, name: str, row: Game, now: datetime) -> bool:
    if name == "draw":
        return seat.draw_offered_version is not None
    if name == "cancel":
        return seat.cancel_asked
    if name == "pause":
        return "pause" in seat.asks
    return is_standing(seat, name, row, now)


def shown_value(game: Game, kind: Kind, value: Any) -> str:
    """Return the value of a vote in words."""
    if kind.value == "seat":
        return rules.title(game.title).seat_name(str(value))
    if kind.value == "step":
        return takebacks.words_of(game, int(value))
    if kind.value:
        return f"{value} {kind.value if int(value) != 1 else kind.value.removesuffix('s')}"
    return ""


def open_votes(game: Game, seats: list[Seat], now: datetime) -> list[dict[str, Any]]:
    """Return what is asked at a table: kind, words, who asks, and who has still to answer (names of seats)."""
    found: list[dict[str, Any]] = []
    for kind in KINDS.values():
        asking = [seat for seat in seats if _asks(seat, kind.name, game, now)]
        values = []
        for seat in asking:
            asked = seat.asks.get(kind.name, "")
            value = asked["value"] if isinstance(asked, dict) else asked
            if value not in values:
                values.append(value)
        for value in values if kind.needs_same else [min(values)] if values else []:
            by = [s.name for s in asking if not kind.needs_same or s.asks[kind.name]["value"] == value]
            needed = people_of(seats)
            if kind.name == "replace" and len(seats) > 2:
                needed = [seat for seat in needed if seat.name != value]
            found.append(
                {
                    "kind": kind.name,
                    "label": kind.label,
                    "value": value,
                    "words": kind.asks.format(value=shown_value(game, kind, value)),
                    "by": by,
                    "missing": [seat.name for seat in needed if seat.name not in by],
                }
            )
    return found


def possible(game: Game, seats: list[Seat], now: datetime) -> list[str]:
    """Return the kinds of votes that make sense at a table now."""
    if game.status != Game.Status.RUNNING:
        return []
    stop = pauses.current_stop(game, now)
    timed = not presets.preset_of(game).is_untimed and bool(game.terms.get("pauses", True))
    alone = len(people_of(seats)) < 2
    bots = any(seat.bot for seat in seats)
    wanted = {
        "draw": not bots and not alone,
        "cancel": True,
        "end": not bots and not alone,
        "extend": timed,
        "pause": timed and stop is None,
        "resume": stop is not None and stop[2] == pauses.AGREED,
        "replace": not (game.in_event or game.is_solo or bots or alone)
        and game.visibility == Game.Visibility.PUBLIC,
        "takeback": takebacks.is_possible(game, seats),
    }
    return [name for name, fits in wanted.items() if fits]


def situation(viewer: Viewer, now: datetime) -> dict[str, Any]:
    """Return the votes of a table for its pages and programs; spectators see them too."""
    title = rules.title(viewer.game.title)
    names = {seat.name: title.seat_name(seat.name) for seat in viewer.seats}
    votes = (
        [] if viewer.game.status != Game.Status.RUNNING else open_votes(viewer.game, list(viewer.seats), now)
    )
    for vote in votes:
        vote["by_labels"] = [names[name] for name in vote["by"]]
        vote["missing_labels"] = [names[name] for name in vote["missing"]]
        vote["may_answer"] = viewer.seat_name in vote["missing"]
        vote["is_mine"] = viewer.seat_name in vote["by"]
        if vote["kind"] == "takeback":
            vote["story"] = takebacks.story_of(viewer, vote["value"])
    own = viewer.seat is not None
    return {
        "open": votes,
        "possible": possible(viewer.game, list(viewer.seats), now) if own else [],
        "seats": [{"name": name, "label": label} for name, label in names.items()],
    }

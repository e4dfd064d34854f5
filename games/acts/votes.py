"""Votes of the people at a table (MOD-7): what everybody agrees to happens, at once and for all to see.

Everybody who is there has to agree: no bot, and no absent seat (MOD-3). Whoever is to be replaced has no say where
several sides decide it; one player alone, or one team alone, does not throw out the last opponent. What can be voted
about stands in games.acts.kinds; what a seat asks is kept by games.ledger.requests.
"""

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.db import transaction

import rules
from games.acts.kind import Ballot, Kind, Wish
from games.acts.kinds import KINDS
from games.ledger import ledger, notices, requests
from games.ledger.opened import Open
from games.models import Game, Seat
from games.play import teams
from games.play.access import Viewer, require_player
from games.refusals import Refused


class Vote(TypedDict):
    """A vote: `value` is what exactly is asked for, `by` and `missing` are who asks and who has still to answer.

    `story` is what would be undone.
    """

    kind: str
    label: str
    value: Any
    words: str
    by: list[str]
    missing: list[str]
    story: NotRequired[list[str]]


class SeenVote(Vote):
    """A vote as its viewer sees it."""

    by_labels: list[str]
    missing_labels: list[str]
    may_answer: bool
    is_mine: bool


class Named(TypedDict):
    """A seat, or the first of allies, in words."""

    name: str
    label: str


class Votes(TypedDict):
    """The votes of a table: those that are open, the kinds that are possible now, and what can be named in one."""

    open: list[SeenVote]
    possible: list[str]
    seats: list[Named]
    winners: list[Named]


def kind_of(name: str) -> Ballot | Wish:
    """Return a kind of vote. Raises Refused."""
    kind = KINDS.get(name)
    if kind is None:
        known = ", ".join(KINDS)
        raise Refused("no-such-vote", f"You can vote about: {known}.", 404, extra={"field": "kind"})
    return kind


# -- voting ------------------------------------------------------------------------------------


def agree(viewer: Viewer, name: str, value: object = "", now: datetime | None = None) -> str:
    """Vote for something, for the first time or with the others. Returns what to tell. Raises Refused.

    Args:
        value: hours of `extend`, days of `pause`, the seat of `replace` and `end`; "" joins what is asked already.
            Of different times that were asked for the shortest counts.
    """
    kind = kind_of(name)
    done = False
    with transaction.atomic():  # all seats of a table that one person plays alone, or none
        for seat in _seats_of(viewer):
            done = _agree_as(viewer.game.key, seat, kind, value, now)
            if done:
                break
    return kind.done if done else f"You have voted. “{kind.label}” comes when everybody has."


def _seats_of(viewer: Viewer) -> list[str]:
    """Return the seats for which the viewer votes: their own, or all of them if they play alone."""
    own = require_player(viewer)
    return [seat.name for seat in viewer.seats] if viewer.game.is_solo else [own]


def _agree_as(key: str, seat: str, kind: Ballot | Wish, value: object, now: datetime | None) -> bool:
    """Vote for one seat; whether that was the last vote needed."""
    ledger.lock(key)  # what is joined is what is asked now
    if value in ("", None):
        value = _asked_value(key, kind, value)
    if isinstance(kind, Wish):
        return kind.ask(key, seat, value, now)
    return _vote(key, seat, kind, value, now)


def _asked_value(key: str, kind: Kind, value: object) -> object:
    """Return what somebody at the table has asked for, `value` if nobody has."""
    for seat in Seat.objects.filter(game__key=key, absent_since__isnull=True):
        asked = requests.asked(seat, kind.name)
        if asked is not None:
            return asked["value"]
    return value


@transaction.atomic
def _vote(key: str, seat_name: str, kind: Ballot, value: object, now: datetime | None) -> bool:
    """Note a vote and carry it out if it was the last one needed; whether it was."""
    opened = _load(key, kind, now)
    row, seat = opened.row, opened.seat(seat_name)
    wanted = kind.check(opened, seat, value)
    first = not [s for s in opened.seats if is_standing(s, kind, row, opened.now)]
    requests.ask(opened, seat, kind.name, wanted)
    if _missing(row, opened.seats, kind, wanted, opened.now):
        notices.notify_vote(row, seat, kind.name, kind.in_words(row, wanted), first=first)
        return False
    agreed = [s.asks[kind.name]["value"] for s in opened.seats if is_standing(s, kind, row, opened.now)]
    requests.forget(opened.seats, kind.name)
    kind.carry_out(opened, seat, wanted if kind.needs_same else min(agreed))
    return True


def _load(key: str, kind: Kind, now: datetime | None) -> Open:
    """Lock a game about which can be voted, and restore its position. Raises Refused."""
    row = ledger.lock(key)
    if kind.after_end and row.status == Game.Status.FINISHED:
        return ledger.ended(row, now)
    return ledger.open_locked(row, now)


def is_standing(seat: Seat, kind: Kind, row: Game, now: datetime) -> bool:
    """Return whether a seat's vote still counts: most lapse after some days, some when somebody has moved on."""
    asked = requests.asked(seat, kind.name)
    if asked is None:
        return False
    age = now - datetime.fromtimestamp(asked["at"], now.tzinfo)
    return (isinstance(kind, Wish) or age <= settings.HOUSE.vote_life) and kind.still_stands(row, asked)


def _missing(row: Game, seats: list[Seat], kind: Kind, wanted: Any, now: datetime) -> list[Seat]:
    """Return the seats that have still to agree."""
    return [
        seat
        for seat in kind.needed(row, seats, wanted)
        if not is_standing(seat, kind, row, now)
        or (kind.needs_same and seat.asks[kind.name]["value"] != wanted)
    ]


@transaction.atomic
def refuse(viewer: Viewer, name: str, now: datetime | None = None) -> str:
    """Take one's own vote back, or vote against what others ask: then it is off the table. Raises Refused."""
    kind = kind_of(name)
    (seat_name, *_) = _seats_of(viewer)
    opened = _load(viewer.game.key, kind, now)
    those = [seat for seat in opened.seats if is_standing(seat, kind, opened.row, opened.now)]
    if not those:
        raise Refused("no-offer", "Nobody asks for that.", 409)
    own = opened.seat(seat_name)
    mine = own in those
    requests.forget([own] if mine else those, name)
    if not mine:
        notices.notify_vote(opened.row, own, "no", kind.label.lower(), first=True)
    return "You have taken your vote back." if mine else "You have voted against it."


# -- looking -----------------------------------------------------------------------------------


def open_votes(game: Game, seats: list[Seat], now: datetime) -> list[Vote]:
    """Return what is asked at a table: kind, words, who asks, and who has still to answer (names of seats)."""
    return [vote for kind in _kinds_for(game) for vote in _open_votes(kind, game, seats, now)]


def _kinds_for(game: Game) -> list[Ballot | Wish]:
    """Return the kinds of votes that there can be about a game that runs, or is over."""
    if game.status == Game.Status.RUNNING:
        return [*KINDS.values()]
    return [kind for kind in KINDS.values() if kind.after_end and game.status == Game.Status.FINISHED]


def _open_votes(kind: Kind, game: Game, seats: list[Seat], now: datetime) -> list[Vote]:
    asked = {seat.name: seat.asks[kind.name]["value"] for seat in seats if is_standing(seat, kind, game, now)}
    values = list(dict.fromkeys(asked.values()))
    found: list[Vote] = []
    for value in values if kind.needs_same else [min(values)] if values else []:
        by = [name for name, wanted in asked.items() if wanted == value or not kind.needs_same]
        found.append(
            {
                "kind": kind.name,
                "label": kind.label,
                "value": value,
                "words": kind.request(game, value),
                "by": by,
                "missing": [seat.name for seat in kind.needed(game, seats, value) if seat.name not in by],
            }
        )
    return found


def possible(game: Game, seats: list[Seat], now: datetime) -> list[str]:
    """Return the kinds of votes that make sense at a table now."""
    return [kind.name for kind in _kinds_for(game) if kind.is_possible(game, seats, now)]


def situation(viewer: Viewer, now: datetime) -> Votes:
    """Return the votes of a table for its pages and programs; spectators see them too."""
    title = rules.title(viewer.game.title)
    names = {seat.name: title.seat_name(seat.name) for seat in viewer.seats}
    votes = open_votes(viewer.game, list(viewer.seats), now)
    own = viewer.seat is not None
    return {
        "open": [_seen(vote, viewer, names) for vote in votes],
        "possible": possible(viewer.game, list(viewer.seats), now) if own else [],
        "seats": [{"name": name, "label": label} for name, label in names.items()],
        "winners": [
            {"name": team[0], "label": teams.listed(title, team)} for team in teams.teams_of(viewer.game)
        ],
    }


def _seen(vote: Vote, viewer: Viewer, names: dict[str, str]) -> SeenVote:
    seen = SeenVote(
        **vote,
        by_labels=[names[name] for name in vote["by"]],
        missing_labels=[names[name] for name in vote["missing"]],
        may_answer=viewer.seat_name in vote["missing"],
        is_mine=viewer.seat_name in vote["by"],
    )
    story = KINDS[vote["kind"]].story(viewer, vote["value"])
    if story is not None:
        seen["story"] = story
    return seen

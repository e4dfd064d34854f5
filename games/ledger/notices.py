"""Notices to players, written into the outbox in the transaction that they are about; the words come later."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.kinds import INVITATION, REMATCH, REQUEST, EventKind
from games.ledger import group_notices
from games.ledger.limits import count_act
from games.models import Game, Invitation, Letter, Seat
from notifications.causes import Act
from notifications.outbox import notify

#: Characters of a reason in a notice.
LONGEST_REASON = 120


def _tell(
    kind: str, seat: Seat, name: str, version: int, delay: timedelta = timedelta(0), **more: Any
) -> None:
    if seat.bot:
        return
    notify(
        kind,
        user=seat.user,
        address=seat.guest_email if seat.user_id is None else "",
        dedupe=f"{seat.game.key}/{seat.name}/{name}",
        subject={"game": seat.game.key, "seat": seat.name, "version": version, **more},
        delay=delay,
    )


def notify_turns(game: Game, seats: list[Seat], everybody: list[Seat] | None = None) -> None:
    """Tell seats that something is asked of them, after a moment in which the turn may move on (NOT-18).

    Who plays every seat of a table is there already; who plays against bots is, too, as a rule. `everybody` are all
    seats of the game, if they are known.
    """
    if game.is_solo:
        return
    hold = settings.HOUSE.turn_hold
    for seat in seats:
        seat.game = game
        _tell(
            EventKind.TURN,
            seat,
            f"turn-{game.version}",
            game.version,
            hold,
            **_patience_with(seat, everybody),
        )
        for partner in everybody or game.seats.select_related("user") if seat.partners else ():
            if seat.waiting_kind in seat.partners.get(partner.name, ()):
                notify_partner(game, seat, partner, hold)


def notify_partner(game: Game, asked: Seat, partner: Seat, delay: timedelta = timedelta(0)) -> None:
    """Tell an ally that a seat is asked what the ally may answer in its place."""
    partner.game = game
    name = f"turn-{game.version}-of-{asked.name}"
    _tell(EventKind.TURN, partner, name, game.version, delay, of=asked.name)


def _patience_with(seat: Seat, everybody: list[Seat] | None = None) -> dict[str, Any]:
    """Return how long a person at a table with bots only waits to be told of it.

    They have just begun the game or moved, on a page that shows what comes of it as long as they look. Who moves by
    mail has no page.
    """
    seats = list(seat.game.seats.all()) if everybody is None else everybody
    if any(other.pk != seat.pk and not other.bot for other in seats):
        return {}
    moved = Letter.objects.filter(seat=seat, acted=True, version_after__gte=max(seat.seen_version, 0))
    return {} if moved.exists() else {"hold": int(settings.HOUSE.practice_hold.total_seconds())}


def notify_start(game: Game) -> None:
    """Tell everybody that the game begins."""
    group_notices.tell_start(game)
    for seat in _told_of(game):
        _tell(EventKind.START, seat, "start", game.version, **_patience_with(seat))


def notify_finish(game: Game) -> None:
    """Tell everybody how the game ended."""
    group_notices.tell_finish(game)
    for seat in _told_of(game):
        _tell(EventKind.FINISH, seat, "finish", game.version)


def _told_of(game: Game) -> list[Seat]:
    """Return the seats that are told of a game as a whole; none where one person plays them all."""
    seats = [] if game.is_solo else list(game.seats.select_related("user"))
    for seat in seats:
        seat.game = game
    return seats


def notify_reminder(seat: Seat, mark: int, *, later: bool = False) -> None:
    """Tell a seat that its time is running out; `mark` is the percentage that is left of it.

    `later`: the player has asked to be told at this time.
    """
    due = int(seat.due_at.timestamp()) if seat.due_at else 0
    more: dict[str, Any] = {"due": due, "mark": mark}
    if mark <= 5:
        more["urgent"] = True
    if (
        seat.due_at
        and seat.waiting_since
        and seat.due_at - seat.waiting_since < settings.HOUSE.remind_short
        and not later
    ):
        more["no_mail"] = True
    since = int(seat.waiting_since.timestamp()) if seat.waiting_since else 0
    name = f"reminder-{since}-{due}-{mark}-{seat.user_id or 0}"
    if later:
        more["later"] = True
        name = f"later-{due}-{int(timezone.now().timestamp())}"
    _tell(EventKind.REMINDER, seat, name, seat.game.published_version, **more)


def notify_silence(seat: Seat, silence: timedelta) -> None:
    """Remind somebody of a game without a clock; each length of silence once for each question."""
    if seat.game.is_solo:
        return
    hours = silence // timedelta(hours=1)
    since = int(seat.waiting_since.timestamp()) if seat.waiting_since else 0
    _tell(EventKind.REMINDER, seat, f"silence-{since}-{hours}", seat.game.published_version, silent=hours)


def notify_flag(game: Game, late: Seat) -> None:
    """Tell everybody that a seat has run out of time; again if it was given some and that has run out."""
    group_notices.tell_news(game, "flag", late.name)
    since = int(late.flagged_at.timestamp()) if late.flagged_at else 0
    for seat in game.seats.select_related("user"):
        seat.game = game
        _tell(
            EventKind.OFFER,
            seat,
            f"flag-{late.name}-{game.published_version}-{since}",
            game.published_version,
            what="flag",
            by=late.name,
        )


def notify_news(game: Game, what: str, by: str, *, but: str = "", reason: str = "", value: str = "") -> None:
    """Tell everybody (but one) about the time of a game: pauses, grace, absence, time given; or how it goes on.

    `value` is what was agreed about, in words.
    """
    group_notices.tell_news(game, what, by)
    now = int(timezone.now().timestamp())
    more: dict[str, Any] = {"reason": reason[:120]} | ({"value": value} if value else {})
    for seat in game.seats.select_related("user"):
        if seat.name == but:
            continue
        seat.game = game
        _tell(
            EventKind.TIME,
            seat,
            f"{what}-{by}-{game.version}-{now}",
            game.published_version,
            what=what,
            by=by,
            **more,
        )


def count_request(game: Game, by: Seat) -> None:
    """Count that a seat of a locked game offers, asks or gives something. Raises Refused where that is too often."""
    if not game.is_solo:
        count_act(REQUEST, by=f"seat {by.pk}", to=game.key, called="the others at this table")


def notify_vacation(game_key: str, user: User, until: datetime) -> None:
    """Tell the others at a table that somebody will be away, and until when."""
    seats = list(Seat.objects.filter(game__key=game_key).select_related("user", "game"))
    by = next((seat.name for seat in seats if seat.user_id == user.pk), "")
    for seat in seats:
        if seat.user_id != user.pk:
            stamp = int(until.timestamp())
            _tell(
                EventKind.TIME,
                seat,
                f"vacation-{by}-{stamp}",
                seat.game.published_version,
                what="vacation",
                by=by,
                until=stamp,
            )


def notify_offer(game: Game, by: Seat, what: str) -> None:
    """Tell the others that a draw is offered (`draw`), or the end of the game (`cancel`). Raises Refused."""
    count_request(game, by)
    for seat in game.seats.select_related("user"):
        if seat.name != by.name:
            seat.game = game
            _tell(
                EventKind.OFFER,
                seat,
                f"{what}-{by.name}-{game.published_version}",
                game.published_version,
                what=what,
                by=by.name,
            )


def notify_vote(game: Game, by: Seat, what: str, value: str, *, first: bool) -> None:
    """Tell the others what is voted about (NOT-19); who only joins a vote is not announced again. Raises Refused."""
    if not first or game.is_solo:
        return
    count_request(game, by)
    stamp = int(timezone.now().timestamp())
    for seat in game.seats.select_related("user"):
        if seat.name != by.name:
            seat.game = game
            version = game.published_version
            name = f"vote-{what}-{by.name}-{version}-{stamp}"
            _tell(EventKind.OFFER, seat, name, version, what=what, by=by.name, value=value)


def act_of_invitation(game: Game, person: User) -> Act:
    """Return which act it is to invite somebody to a table: a rematch, for whoever has played before."""
    before = game.rematch_of
    return REMATCH if before is not None and before.seats.filter(user=person).exists() else INVITATION


def notify_invitation(invitation: Invitation) -> None:
    """Tell somebody that they are invited; held a moment, so that one taken back at once sends nothing."""
    notify(
        EventKind.INVITATION,
        user=invitation.user,
        dedupe=f"invitation-{invitation.pk}",
        subject={"invitation": invitation.pk},
        delay=settings.HOUSE.invitation_hold,
    )

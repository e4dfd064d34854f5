"""Ends of a game that do not follow from the rules: draws, cancelling, claims, adjudication."""

from __future__ import annotations

from django.db import transaction

import rules
from games.ledger import ledger, telling
from games.models import Game
from games.refusals import Refused

#: The reason of the result of a game that was broken off in its first moves: it is kept in no list.
ABORTED = "aborted"
EVERYBODY_LEFT = rules.Result((), "void", "Everybody has left: the game is void.")


def conclude(opened: ledger.Open, kind: str, seat: str | None, result: rules.Result) -> int:
    """End a locked game by something outside the rules. Returns the new version."""
    opened.play.conclude(result)
    ledger.append(opened, ledger.next_entry(opened, kind, seat, result=result), barrier=True)
    ledger.finish(opened)
    return int(opened.row.version)


def others(opened: ledger.Open, seat: str) -> tuple[str, ...]:
    return tuple(s.name for s in opened.seats if s.name != seat)


@transaction.atomic
def offer_draw(game_key: str, seat_name: str) -> int:
    """Offer a draw, or accept the one that is offered; it stands until the other side moves."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if any(other.bot for other in opened.seats):
        raise Refused("bot-declines", "The bot plays on: it does not take draws.", 409)
    seat.draw_offered_version = opened.row.published_version
    seat.save(update_fields=["draw_offered_version"])
    there = [s for s in opened.seats if s.absent_since is None]
    if len(there) > 1 and all(s.draw_offered_version is not None for s in there):
        everybody = tuple(s.name for s in opened.seats)
        return conclude(
            opened, "draw", seat_name, rules.Result(everybody, "agreement", "Drawn by agreement.")
        )
    telling.notify_offer(opened.row, seat)
    return int(opened.row.published_version)


@transaction.atomic
def decline_draw(game_key: str, seat_name: str) -> int:
    """Decline a draw offered by the other side."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    offers = [s for s in opened.seats if s.name != seat_name and s.draw_offered_version is not None]
    if not offers:
        raise Refused("no-offer", "No draw is offered.", 409)
    for other in offers:
        other.draw_offered_version = None
        other.save(update_fields=["draw_offered_version"])
    return int(opened.row.published_version)


@transaction.atomic
def ask_cancel(game_key: str, seat_name: str) -> int:
    """Ask to end the game without a result; it ends when every person who is there has asked (MOD-3)."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    seat.cancel_asked = True
    seat.save(update_fields=["cancel_asked"])
    if all(s.cancel_asked or s.bot or s.absent_since is not None for s in opened.seats):
        return conclude(opened, "void", seat_name, rules.Result((), "void", "Cancelled by agreement."))
    telling.notify_offer(opened.row, seat)
    return int(opened.row.published_version)


@transaction.atomic
def claim(game_key: str, seat_name: str, what: str) -> int:
    """Claim the win, or call the game void, because the opponent's time is up (DEF-3)."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    flagged = [s for s in opened.seats if s.flagged_at is not None and s.name != seat_name]
    if not flagged:
        raise Refused("nothing-to-claim", "Nobody has run out of time.", 409)
    if what not in ("win", "void"):
        raise Refused("malformed", "Claim the win, or call the game void.", 400)
    loser = opened.play.title.seat_name(flagged[0].name)
    if what == "win":
        result = rules.Result((seat_name,), "time", f"{loser} ran out of time.")
    else:
        result = rules.Result((), "void", f"{loser} ran out of time; the game is void.")
    return conclude(opened, "timeout" if what == "win" else "void", flagged[0].name, result)


@transaction.atomic
def adjudicate(game_key: str, winners: tuple[str, ...], text: str) -> int:
    """End a running game from outside: by a director, or by the rules of its competition.

    Args:
        winners: the seats that win; all for a draw, none if nobody does. text: one sentence for players.
    """
    opened = ledger.load(game_key)
    for name in winners:
        opened.seat(name)
    return conclude(opened, "void", None, rules.Result(winners, "adjudication", text))


def is_aborted(game: Game) -> bool:
    """Return whether a game was broken off in its first moves: it is kept in no list."""
    return (game.result or {}).get("reason") == ABORTED

"""Ends of a game that do not follow from the rules: draws, cancelling, claims, adjudication."""

from collections.abc import Iterable

import msgspec
from django.db import transaction

import rules
from games.ledger import ledger, notices, requests
from games.ledger.opened import Open
from games.models import Game, Seat
from games.play import teams
from games.refusals import Refused

#: The reason of the result of a game that was broken off in its first moves: it is kept in no list.
ABORTED = "aborted"
EVERYBODY_LEFT = rules.Result((), "void", "Everybody has left: the game is void.")


def conclude(opened: Open, kind: str, seat: str | None, result: rules.Result) -> int:
    """End a locked game by something outside the rules; who wins, wins with the whole team. Returns the new version."""
    result = msgspec.structs.replace(result, winners=teams.whole(opened.row, result.winners))
    opened.play.conclude(result)
    ledger.append(opened, ledger.next_entry(opened, kind, seat, result=result), barrier=True)
    ledger.finish(opened)
    return int(opened.row.version)


def win_against(opened: Open, loser: str, reason: str, words: str) -> rules.Result:
    """Return the result in which everybody wins who is no ally of `loser`.

    Args:
        words: what has happened, without a full stop; who wins is told behind it where more than one do.
    """
    winners = teams.opponents_of(opened.row, loser)
    told = f": {teams.listed(opened.play.title, winners)} win" if len(winners) > 1 else ""
    return rules.Result(winners, reason, f"{words}{told}.")


@transaction.atomic
def offer_draw(game_key: str, seat_name: str) -> int:
    """Offer a draw, or accept the one that is offered; it stands until somebody else moves.

    It is drawn when everybody who is there has offered it, somebody of another side among them.
    """
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if any(other.bot for other in opened.seats):
        raise Refused("bot-declines", "The bot plays on: it does not take draws.", 409)
    told = _was_told(opened, seat, "draw")
    requests.ask(opened, seat, "draw")
    there = [s for s in opened.seats if s.absent_since is None]
    if teams.opponents(opened.row, there, seat_name) and all(s.draw_offered for s in there):
        everybody = tuple(s.name for s in opened.seats)
        return conclude(
            opened, "draw", seat_name, rules.Result(everybody, "agreement", "Drawn by agreement.")
        )
    if not told:
        notices.notify_offer(opened.row, seat, "draw")
    return int(opened.row.published_version)


def _was_told(opened: Open, seat: Seat, kind: str) -> bool:
    """Return whether the others have been told that a seat asks for something, and nobody has moved since."""
    asked = requests.asked(seat, kind)
    return asked is not None and asked["version"] == opened.row.published_version


@transaction.atomic
def decline_draw(game_key: str, seat_name: str) -> int:
    """Decline a draw that others offer."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    offers = [s for s in opened.seats if s.name != seat_name and s.draw_offered]
    if not offers:
        raise Refused("no-offer", "No draw is offered.", 409)
    requests.forget(offers, "draw")
    return int(opened.row.published_version)


@transaction.atomic
def ask_cancel(game_key: str, seat_name: str) -> int:
    """Ask to end the game without a result; it ends when every person who is there has asked (MOD-3)."""
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    told = _was_told(opened, seat, "cancel")
    requests.ask(opened, seat, "cancel")
    if all(s.cancel_asked or s.bot or s.absent_since is not None for s in opened.seats):
        return conclude(opened, "void", seat_name, rules.Result((), "void", "Cancelled by agreement."))
    if not told:
        notices.notify_offer(opened.row, seat, "cancel")
    return int(opened.row.published_version)


def late_opponents(game: Game, seats: Iterable[Seat], seat_name: str) -> list[Seat]:
    """Return the seats whose time is up so that `seat_name` may claim the game (DEF-3).

    Only where two teams play: a claim for one of several would take the game from the others who are there.
    """
    if not teams.are_two(game):
        return []
    return [seat for seat in teams.opponents(game, seats, seat_name) if seat.flagged_at is not None]


@transaction.atomic
def claim(game_key: str, seat_name: str, what: str) -> int:
    """Claim the win for one's team, or call the game void, because an opponent's time is up (DEF-3)."""
    opened = ledger.load(game_key)
    opened.seat(seat_name)
    late = late_opponents(opened.row, opened.seats, seat_name)
    if not late:
        raise _nothing_to_claim(opened, seat_name)
    if what not in ("win", "void"):
        raise Refused("malformed", "Claim the win, or call the game void.", 400)
    words = f"{opened.play.title.seat_name(late[0].name)} ran out of time"
    if what == "win":
        return conclude(opened, "timeout", late[0].name, win_against(opened, late[0].name, "time", words))
    void = rules.Result((), "void", f"{words}; the game is void.")
    return conclude(opened, "void", late[0].name, void)


def _nothing_to_claim(opened: Open, seat_name: str) -> Refused:
    late = [seat.name for seat in opened.seats if seat.flagged_at is not None and seat.name != seat_name]
    words = "Nobody has run out of time."
    if late:
        words = "You cannot claim the game: it is the time of your own team that is up."
        if not teams.are_two(opened.row):
            words = "With so many at the table nobody claims the game: offer the late seat to somebody else."
    return Refused("nothing-to-claim", words, 409)


@transaction.atomic
def adjudicate(game_key: str, winners: tuple[str, ...], text: str) -> int:
    """End a running game from outside: by a director, or by the rules of its competition.

    Args:
        winners: the seats that win, each with its whole team; all for a draw, none if nobody does.
        text: one sentence for players.
    """
    opened = ledger.load(game_key)
    for name in winners:
        opened.seat(name)
    return conclude(opened, "void", None, rules.Result(winners, "adjudication", text))


def is_aborted(game: Game) -> bool:
    """Return whether a game was broken off in its first moves: it is kept in no list."""
    return (game.result or {}).get("reason") == ABORTED

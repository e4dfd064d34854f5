"""Giving a game up: for the last of a team it ends; while others play on, the seat is offered (MOV-10)."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db import transaction

import rules
from games.hours import absence
from games.hours.absence import PERSON_FIELDS
from games.ledger import ledger
from games.ledger.opened import Open
from games.models import Game, Seat
from games.play import teams
from games.play.endings import ABORTED, EVERYBODY_LEFT, conclude, win_against
from games.refusals import Refused


@transaction.atomic
def resign(game_key: str, seat_name: str) -> int:
    """Resign (MOV-10). Returns the version.

    Of two teams, the one has lost whose last person resigns; who leaves a partner behind, or a table of more teams,
    has their seat offered to others. In the first moves nobody wins: the game is broken off and counts for nothing
    (DEF-8), but in an event.
    """
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    if not ends_the_game(opened.row, opened.seats, seat):
        for own in [seat, *_held_alone(opened.seats, seat)]:
            leave(opened, own)
        if absence.all_are_absent(opened):
            return conclude(opened, "void", seat_name, EVERYBODY_LEFT)
        return int(opened.row.published_version)
    name = opened.play.title.seat_name(seat_name)
    if is_early(opened.row, opened.seats):
        text = f"{name} broke the game off in the first moves: it does not count."
        return conclude(opened, "void", seat_name, rules.Result((), ABORTED, text))
    words = f"{name} resigned"
    if teams.partners_in_words(opened.row, seat_name):
        words = f"{words}, {'too late' if seat.flagged_at is not None else 'the last of the team'}"
    return conclude(opened, "resign", seat_name, win_against(opened, seat_name, "resignation", words))


def ends_the_game(game: Game, seats: Iterable[Seat], seat: Seat) -> bool:
    """Return whether the game is over when a seat resigns: two teams play, and no partner of its goes on.

    Whose time is up takes no claim away from the opponents by leaving: the game is over all the same.
    """
    allied = teams.allies_of(game, seat.name)
    partners = [other for other in seats if other.name in allied and other.name != seat.name]
    late = seat.flagged_at is not None
    return teams.are_two(game) and (late or not any(_plays_on(partner, seat) for partner in partners))


def _plays_on(partner: Seat, seat: Seat) -> bool:
    """Return whether somebody is there for the partner: neither a bot, nor whoever resigns."""
    same = partner.user_id is not None and partner.user_id == seat.user_id
    return not partner.bot and partner.absent_since is None and not same


def _held_alone(seats: Sequence[Seat], seat: Seat) -> list[Seat]:
    """Return the other seats of a table that one person plays alone (LOB-13): they are left with it."""
    alone = seat.user_id is not None and {other.user_id for other in seats} == {seat.user_id}
    return [other for other in seats if other is not seat] if alone else []


def is_early(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether giving a game of two teams up now breaks it off instead of losing it (DEF-8)."""
    if game.in_event or not teams.are_two(game):
        return False
    made = {seat.name: seat.full_decisions for seat in seats}
    by_team = [max(made[name] for name in team) for team in teams.teams_of(game)]
    return min(by_team) < settings.HOUSE.aborted_decisions


def what_follows(game: Game, seats: Sequence[Seat], seat: Seat) -> str:
    """Return what comes of resigning now, in a sentence for whoever is about to."""
    if not ends_the_game(game, seats, seat):
        partners = teams.partners_in_words(game, seat.name)
        return f"Your seat is offered to others{', and your team plays on' if partners else ''}."
    if is_early(game, seats):
        seen = " Others see how many rated games you have broken off so." if game.rated else ""
        return f"In the first moves nobody wins: the game counts for nothing and stands in no list.{seen}"
    others = teams.opponents_in_words(game, seat.name)
    win = "win" if len(teams.opponents_of(game, seat.name)) > 1 else "wins"
    return f"{others[0].upper()}{others[1:]} {win}."


def leave(opened: Open, seat: Seat) -> None:
    """Let a player go while others play on: the server answers for the seat, others may take it (journey 8)."""
    if seat.absent_since is not None and seat.user is None:
        raise Refused("resigned-already", "This seat has been left already.", 409)
    absence.pass_on(opened, seat)
    seat.user, seat.guest_name, seat.guest_email = None, "", ""
    absence.mark_absent(opened, seat, by=seat.name)
    seat.save(update_fields=[*PERSON_FIELDS])
    ledger.save_seats(opened)

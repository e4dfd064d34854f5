"""The name of a game in mails, the same in all of them: title, people, its own name, event and round, table."""

from collections.abc import Callable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

import rules
from accounts.unlinked_text import unlinked
from games.models import Game, Seat
from games.play import teams

#: What a game belongs to in words (`Spring Cup, round 2`), "" for nothing; told by whoever holds events (leagues).
EVENT_OF: list[Callable[[Game], str]] = []


def name_for(seat: Seat) -> str:
    """Return what a seat's mails call its game: `Duel against Frodo, Spring Cup, round 2, table k3x9…`.

    Partners are named before the opponents: `Risk with Sam against Frodo and Pippin, table k3x9…`.
    """
    game = seat.game
    allied = [name for name in teams.allies_of(game, seat.name) if name != seat.name]
    people = {"with": _players_of(seat, allied), "against": opponents_for(seat)}
    title = [rules.title(game.title).name, *(f"{how} {names}" for how, names in people.items() if names)]
    own = [f"“{game.name}”"] if game.name else []
    parts = [" ".join(title), *own, *event_of(game), f"table {game.key}"]
    return unlinked(", ".join(parts))


def called(game: Game) -> str:
    """Return what lists call a game: its title, or its own name with the title: `Tuesday at the Pony (Duel)`."""
    title = rules.title(game.title).name
    return unlinked(f"{game.name} ({title})") if game.name else title


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def event_of(game: Game) -> list[str]:
    """Return what a game belongs to in words, at most one."""
    return [words for tell in EVENT_OF if (words := tell(game))][:1] if game.in_event else []


def due_for(seat: Seat, reader: Seat | None = None) -> datetime | None:
    """Return until when a seat has to answer, in the zone of its `reader`, as a rule its own player.

    None if nothing is asked or no clock runs.
    """
    if seat.due_at is None or seat.waiting_since is None:
        return None
    return timezone.localtime(seat.due_at, zone_of(reader or seat))


def zone_of(seat: Seat) -> ZoneInfo:
    """Return the zone in which a seat's player reads moments."""
    return ZoneInfo(seat.user.timezone) if seat.user else ZoneInfo("UTC")


def turn_for(seat: Seat, asked: str = "", reader: Seat | None = None) -> str:
    """Return what a seat is asked, and until when: `Which action do you take? (until Mon 3 May, 12:00)`.

    Where others may read it the question is left out: `your turn until Mon 3 May, 12:00`.
    """
    due = due_for(seat, reader)
    until = f"until {due:%a} {due.day} {due:%b}, {due:%H:%M}" if due else ""
    if not asked:
        return f"your turn {until}".rstrip()
    return f"{asked} ({until})" if until else asked


def opponents_for(seat: Seat) -> str:
    """Return the names of those a seat plays against: `Frodo`, `Frodo and Sam`, "" where there are none."""
    return _players_of(seat, teams.opponents_of(seat.game, seat.name))


def _players_of(seat: Seat, others: Sequence[str]) -> str:
    """Return the names of who plays other seats of the same game, "" for none."""
    game = seat.game
    # Whoever words a whole mail has read them along.
    known = "seats" in getattr(game, "_prefetched_objects_cache", ())
    seats = game.seats.all() if known else game.seats.select_related("user")
    names = [other.player_name for other in seats if other.name in others]
    return unlinked(_listed(names)) if names else ""

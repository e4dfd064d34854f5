"""Entering and leaving."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

import rules
from accounts import visits
from accounts.models import User
from games.hours import resignation
from games.lobby.tables import ask_about_connection
from games.models import Game, Seat
from games.play import endings, event_seeds
from games.play.teams import allies_of
from games.refusals import Refused
from leagues.formats import teams
from leagues.formats.base import WIN
from leagues.models import Competition, Entrant, Pairing, Place, Team, TeamInvitation
from leagues.services import audit
from leagues.services.entry.eligibility import why_not_enter
from leagues.services.queries import LIVE, PLACES, refuse_over
from leagues.services.rounds import ladder_order, pairings, seeds, standings


def find(key: str) -> Competition:
    """Return a competition. Raises Refused."""
    return _first(Competition.objects.filter(key=key).select_related("owner"))


def lock(key: str) -> Competition:
    """Return a competition with its row locked (inside a transaction). Raises Refused."""
    return _first(Competition.objects.select_for_update().filter(key=key))


def _first(rows: QuerySet[Competition]) -> Competition:
    found = rows.first()
    if found is None:
        raise Refused("no-such-competition", "There is no such league or tournament.", 404)
    return found


def touch(competition: Competition, now: datetime) -> None:
    """Let the sweep look again, and throw away pairings made from what was before."""
    competition.revision += 1
    competition.due_at = now
    competition.save(update_fields=["revision", "due_at"])


def enter(
    key: str, user: User, now: datetime | None = None, *, connection: str = "", salt: str = ""
) -> Entrant:
    """Enter somebody. Raises Refused with the condition that they fail.

    Args:
        connection: what they say about somebody in the event who shares their connection (MOD-12).
        salt: what they mix into the draws of their games here; "" for nothing, or what they gave before.
    """
    now = now or timezone.now()
    with entering(key, user, connection, now) as competition:
        return _enter(competition, user, salt, now)


@contextmanager
def entering(key: str, user: User, connection: str, now: datetime) -> Iterator[Competition]:
    """Lock a competition that somebody comes into, when they have said what they say about a shared connection.

    Args:
        connection: as for `ask_about_connection`, about those who are in. Raises Refused.
    """
    entered = Entrant.objects.filter(competition__key=key, state=Entrant.State.ENTERED)
    ask_about_connection(user, entered.values_list("user", flat=True), connection)
    with transaction.atomic():
        competition = lock(key)
        visits.seen(user, now)
        yield competition


def _enter(competition: Competition, user: User, salt: str, now: datetime) -> Entrant:
    if competition.team_size:
        words = "Teams play here: found one, or let a captain ask you into one."
        raise Refused("only-teams", words, 409)
    refuse_entry(competition, user, now)
    running = competition.status == Competition.Status.RUNNING
    on_ladder = running and competition.format == "ladder"
    entrant = _let_in(
        competition,
        user,
        salt,
        now,
        group="Ladder" if on_ladder else "",
        place=_foot(competition, "place") if on_ladder else 0,
        seed=_foot(competition, "place" if on_ladder else "seed") if running else 0,
    )
    if on_ladder:
        ladder_order.note(competition, ladder_order.Kind.JOIN, entrant, now)
    elif running:
        words = pairings.fit_in(competition, entrant, now)
        audit.write("entered-late", words, competition, actor=user, person=user, at=now)
    touch(competition, now)
    return entrant


def refuse_entry(competition: Competition, user: User, now: datetime) -> None:
    """Raise Refused with the condition of entry that somebody fails."""
    why_not = why_not_enter(competition, user, now)
    if why_not:
        raise Refused("may-not-enter", why_not, 409)


def _let_in(competition: Competition, user: User, salt: str, now: datetime, **more: Any) -> Entrant:
    """Store somebody who enters, with their word, before which the seeds are fixed. The caller holds the lock."""
    event_seeds.fix(competition.key)
    word = seeds.salted(competition.entrants.filter(user=user).first(), salt, now) if salt else {}
    fields = {
        "state": Entrant.State.ENTERED,
        "entered_at": now,
        "left_at": None,
        "reason": "",
        **more,
        **word,
    }
    return Entrant.objects.update_or_create(competition=competition, user=user, defaults=fields)[0]


def enter_into(competition: Competition, user: User, team: Team, salt: str, now: datetime) -> Entrant:
    """Let somebody play for a team, on its last board; no other one asks them any more.

    The caller holds the lock, and knows that they may.
    """
    entrant = _let_in(competition, user, salt, now, team=team, board=team.members.count() + 1)
    TeamInvitation.objects.filter(team__competition=competition, user=user).delete()
    touch(competition, now)
    return entrant


def _foot(competition: Competition, name: str) -> int:
    """Return the first number after those of everybody who is in: of their rungs (`place`) or seeds."""
    standing = competition.entrants.filter(state=Entrant.State.ENTERED)
    return (standing.aggregate(last=Max(name))["last"] or 0) + 1


@transaction.atomic
def choose_salt(key: str, user: User, salt: str, now: datetime | None = None) -> Entrant:
    """Set what an entrant mixes into the draws of their games that begin from now on; "" for nothing.

    Raises:
        Refused: they are not in it, or it is over, or it is no word.
    """
    competition = lock(key)
    entrant = _entered(competition, user)
    event_seeds.fix(competition.key)
    for field, value in seeds.salted(entrant, salt, now or timezone.now()).items():
        setattr(entrant, field, value)
    entrant.save(update_fields=["salt", "salt_at"])
    return entrant


def _entered(competition: Competition, user: User) -> Entrant:
    """Return whoever is in an event that is not over. Raises Refused."""
    entrant = competition.entrants.filter(user=user, state=Entrant.State.ENTERED).first()
    if entrant is None:
        raise Refused("not-entered", "You are not in this event.", 409)
    refuse_over(competition)
    return entrant


@transaction.atomic
def leave(key: str, user: User, now: datetime | None = None) -> Entrant:
    """Let somebody leave: before the start their place is free again, afterwards their games are lost."""
    now = now or timezone.now()
    competition = lock(key)
    entrant = _entered(competition, user)
    take_out(competition, entrant, Entrant.State.WITHDRAWN, "", now)
    audit.write("left", f"{user.shown_name} has left.", competition, actor=user, person=user, at=now)
    return entrant


def take_out(
    competition: Competition, entrant: Entrant, state: Entrant.State, reason: str, now: datetime
) -> None:
    """Take an entrant out, resign what they play here, and decide what they would have played.

    The caller holds the competition's lock.
    """
    entrant.state = state
    entrant.left_at = now
    entrant.reason = reason[:200]
    entrant.save(update_fields=["state", "left_at", "reason"])
    if competition.status == Competition.Status.REGISTRATION and entrant.team is not None:
        _leave_team(entrant, entrant.team)
    if competition.status == Competition.Status.RUNNING:
        resign_all(competition, entrant)
        decide_waiting(competition, entrant, now)
        settle_team(entrant)
        if competition.format == "ladder":
            ladder_order.close_gap(competition, entrant, now)
    touch(competition, now)


def _leave_team(entrant: Entrant, team: Team) -> None:
    """Free a place in a team before the event begins: the next one leads it, and nobody's team is no more."""
    entrant.team, entrant.board = None, 0
    entrant.save(update_fields=["team", "board"])
    left = list(team.members.select_related("user").order_by("board"))
    for board, member in enumerate(left, start=1):
        member.board = board
    Entrant.objects.bulk_update(left, ["board"])
    if not left:
        team.delete()
    elif team.captain_id == entrant.user_id:
        team.captain = left[0].user
        team.save(update_fields=["captain"])


def settle_team(entrant: Entrant) -> None:
    """Let the team of somebody who has left a running event, or is in again, be out or in by who is there."""
    team = entrant.team
    if team is None:
        return
    lineup = standings.lineups_of(team.members.all())[team.pk]
    plays = teams.complete(lineup, standings.teams_of(entrant.competition))
    team.state = Team.State.ENTERED if plays else Team.State.OUT
    team.save(update_fields=["state"])


def resign_all(competition: Competition, entrant: Entrant) -> None:
    """Resign the running games of an entrant here; the sweep takes their results up."""
    places = Place.objects.filter(
        entrant=entrant,
        pairing__competition=competition,
        pairing__state=Pairing.State.PLAYING,
        pairing__game__status=Game.Status.RUNNING,
    ).select_related("pairing__game")
    for place in places:
        game = place.pairing.game
        assert game is not None
        seat = game.seats.get(position=place.index)
        Place.objects.filter(pk=place.pk).update(by_leaving=True)
        if competition.team_size and not resignation.ends_the_game(game, game.seats.all(), seat):
            _lose_for_all(game, seat)
        else:
            resignation.resign(game.key, seat.name)


def _lose_for_all(game: Game, seat: Seat) -> None:
    """Let a team lose the table that somebody has left, though their allies are there: it sat down as a whole."""
    allied = allies_of(game, seat.name)
    winners = tuple(other.name for other in game.seats.all() if other.name not in allied)
    name = rules.title(game.title).seat_name(seat.name)
    endings.adjudicate(game.key, winners, f"{name} has left the event: their team has lost.")


def decide_waiting(competition: Competition, entrant: Entrant, now: datetime) -> None:
    """Decide the games of a leaver that have not begun: won by the other side, or not played at all."""
    walkover = competition.settings.get("leavers", "walkover") == "walkover"
    waiting = Pairing.objects.filter(
        competition=competition, state=Pairing.State.WAITING, places__entrant=entrant
    )
    for pairing in waiting.prefetch_related(PLACES):
        places = list(pairing.places.all())
        others = [p for p in places if p.entrant.state == Entrant.State.ENTERED]
        won = walkover and len(places) == 2 and others
        if competition.team_size:
            others = [p for p in places if p.entrant.team_id != entrant.team_id]
            won = all(p.entrant.state == Entrant.State.ENTERED for p in others)
        for place in places:
            place.won = bool(won) and place in others
            place.points = WIN / len(others) if place.won else 0.0
            place.by_leaving = place.entrant_id == entrant.pk
        Place.objects.bulk_update(places, ["points", "won", "by_leaving"])
        pairing.state = Pairing.State.DONE
        pairing.outcome = Pairing.Outcome.WALKOVER if won else Pairing.Outcome.UNPLAYED
        pairing.reason = f"{entrant.user.shown_name} has left."
        pairing.done_at = now
        pairing.save()


def leave_all(user: User) -> None:
    """Take somebody out of everything that is not over, for their account is being closed; teams ask them no more."""
    entries = Entrant.objects.filter(user=user, state=Entrant.State.ENTERED, competition__status__in=LIVE)
    for key in list(entries.values_list("competition__key", flat=True)):
        leave(key, user)
    TeamInvitation.objects.filter(user=user).delete()

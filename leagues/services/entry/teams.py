"""Teams while the registration is open: founding one, asking people in, agreeing, ordering; and how they begin."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.ledger.limits import count_act
from games.ledger.text import clean_text
from games.refusals import Refused
from leagues.models import Competition, Entrant, Team, TeamInvitation
from leagues.services import audit, messages
from leagues.services.entry import eligibility, registration
from leagues.services.queries import Row, person_called
from leagues.services.records import ratings
from leagues.services.rounds import standings

LEAST_NAME, MOST_NAME = 2, 40


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices that somebody has about teams now, in an event whose registration is open.

    Attributes:
        found: they can found a team. why_not: why they cannot play for any, in a sentence.
        own: the team they are in. leads: they are its captain. room: it is not complete.
        waiting: whom it has asked, for its captain. asked: teams with room that have asked them.
    """

    found: bool = False
    why_not: str = ""
    own: Team | None = None
    leads: bool = False
    room: bool = False
    waiting: list[TeamInvitation] = field(default_factory=list)
    asked: list[Team] = field(default_factory=list)


def offer(competition: Competition, user: User | None, now: datetime) -> Offer:
    """Return what somebody can do about teams."""
    if not competition.team_size or competition.status != Competition.Status.REGISTRATION:
        return Offer()
    own = competition.teams.filter(members__user=user).first() if user is not None else None
    if own is not None and user is not None:
        leads = own.captain_id == user.pk
        waiting = list(own.invitations.select_related("user")) if leads else []
        return Offer(own=own, leads=leads, room=_has_room(competition, own), waiting=waiting)
    why_not = eligibility.why_not_enter(competition, user, now)
    teams = competition.teams.filter(invitations__user=user) if user is not None else []
    asked = [team for team in teams if _has_room(competition, team)]
    if not why_not and not asked:
        why_not = _why_no_room(competition)
    return Offer(not why_not and not _why_no_room(competition), why_not, asked=asked)


def _has_room(competition: Competition, team: Team) -> bool:
    return bool(team.members.count() < competition.team_size)


def _why_no_room(competition: Competition) -> str:
    """Return why no further team can be founded, in a sentence; "" if one can."""
    most = competition.most_entrants
    return "All places for teams are taken." if most and competition.teams.count() >= most else ""


# -- founding and joining ----------------------------------------------------------------------------


def found(
    key: str, user: User, name: str, now: datetime | None = None, *, connection: str = "", salt: str = ""
) -> Team:
    """Found a team, with its founder as captain on board 1. Raises Refused."""
    now = now or timezone.now()
    with registration.entering(key, user, connection, now) as competition:
        _refuse_closed(competition)
        registration.refuse_entry(competition, user, now)
        no_room = _why_no_room(competition)
        if no_room:
            raise Refused("may-not-enter", no_room, 409)
        called = _checked_name(competition, name)
        team = Team.objects.create(competition=competition, name=called, captain=user, founded_at=now)
        registration.enter_into(competition, user, team, salt, now)
        words = f"{user.shown_name} has founded the team {called}."
        audit.write("team-founded", words, competition, actor=user, person=user, at=now)
        return team


def _checked_name(competition: Competition, name: str) -> str:
    """Return the name of a team as it will be shown. Raises Refused."""
    called = clean_text(name, MOST_NAME, "name")
    if len(called) < LEAST_NAME or not any(letter.isalnum() for letter in called):
        words = f"Give your team a name of {LEAST_NAME} to {MOST_NAME} characters, with a letter or a figure in it."
        raise Refused("name-needed", words, extra={"field": "name"})
    taken = competition.teams.values_list("name", flat=True)
    alike = competition.teams.annotate(lower=Lower("name")).filter(lower=Lower(Value(called)))
    if called.casefold() in {other.casefold() for other in taken} or alike.exists():
        raise Refused("name-taken", "Another team here has this name.", 409, extra={"field": "name"})
    return called


@transaction.atomic
def ask(key: str, user: User, username: str, now: datetime | None = None) -> TeamInvitation:
    """Ask somebody into the team that `user` leads, and tell them; they agree themselves. Raises Refused."""
    now = now or timezone.now()
    competition, team = _lock_own(key, user)
    person = person_called(username)
    if not _has_room(competition, team):
        raise Refused("team-full", "Your team is complete.", 409)
    if competition.entrants.filter(user=person, state=Entrant.State.ENTERED).exists():
        words = f"{person.shown_name} is in a team already."
        raise Refused("already-in", words, 409, extra={"field": "username"})
    if team.invitations.filter(user=person).exists():
        words = f"{person.shown_name} is asked already."
        raise Refused("already-asked", words, 409, extra={"field": "username"})
    if competition.entrants.filter(user=person, state=Entrant.State.REMOVED).exists():
        words = f"{person.shown_name} was taken out of this event."
        raise Refused("taken-out", words, 409, extra={"field": "username"})
    if is_blocked(user, [person.pk]):
        raise Refused("blocked", "You cannot ask this player.", 409, extra={"field": "username"})
    count_act(messages.ASKING, by=user, to=person, now=now, extra={"field": "username"})
    made = TeamInvitation.objects.create(team=team, user=person, at=now)
    words = f"{person.shown_name} is asked into {team.name}."
    entry = audit.write("team-asked", words, competition, actor=user, person=person, public=False, at=now)
    messages.tell(person, competition, "team", f"team-{entry.pk}", team=team.pk)
    return made


@transaction.atomic
def take_back(key: str, user: User, username: str, now: datetime | None = None) -> User:
    """Ask somebody no longer who has not answered. Raises Refused."""
    now = now or timezone.now()
    competition, team = _lock_own(key, user)
    called = clean_text(username, 150, "name")
    asked = team.invitations.filter(user__username__iexact=called).select_related("user").first()
    if asked is None:
        raise Refused("not-asked", "They are not asked.", 404, extra={"field": "username"})
    person: User = asked.user
    asked.delete()
    words = f"{person.shown_name} is asked into {team.name} no longer."
    audit.write("team-not-asked", words, competition, actor=user, person=person, public=False, at=now)
    return person


def join(
    key: str, user: User, team_id: Row, now: datetime | None = None, *, connection: str = "", salt: str = ""
) -> Entrant:
    """Play for a team that has asked; all other teams of the event ask no longer. Raises Refused."""
    now = now or timezone.now()
    with registration.entering(key, user, connection, now) as competition:
        _refuse_closed(competition)
        registration.refuse_entry(competition, user, now)
        team = _asking(competition, user, team_id).team
        if not _has_room(competition, team):
            raise Refused("team-full", f"{team.name} is complete.", 409)
        entrant = registration.enter_into(competition, user, team, salt, now)
        words = f"{user.shown_name} plays for {team.name}."
        audit.write("team-joined", words, competition, actor=user, person=user, at=now)
        return entrant


@transaction.atomic
def decline(key: str, user: User, team_id: Row, now: datetime | None = None) -> None:
    """Not play for a team that has asked. Raises Refused."""
    now = now or timezone.now()
    competition = registration.lock(key)
    _refuse_closed(competition)
    asked = _asking(competition, user, team_id)
    words = f"{user.shown_name} does not play for {asked.team.name}."
    asked.delete()
    audit.write("team-declined", words, competition, actor=user, person=user, public=False, at=now)


def _asking(competition: Competition, user: User, team_id: int) -> TeamInvitation:
    asked = TeamInvitation.objects.filter(team__competition=competition, team=team_id, user=user)
    found = asked.select_related("team").first()
    if found is None:
        raise Refused("not-asked", "This team has not asked you, or asks no longer.", 409)
    return found


@transaction.atomic
def order(key: str, user: User, entrants: list[int], now: datetime | None = None) -> Team:
    """Put the members (ids of entrants) of the team that `user` leads on its boards, from 1. Raises Refused."""
    now = now or timezone.now()
    competition, team = _lock_own(key, user)
    members = {member.pk: member for member in team.members.select_related("user")}
    if sorted(entrants) != sorted(members):
        raise Refused("bad-order", "Give everybody in your team one place, and no place twice.")
    for board, entrant in enumerate(entrants, start=1):
        members[entrant].board = board
    Entrant.objects.bulk_update(members.values(), ["board"])
    names = ", ".join(members[entrant].user.shown_name for entrant in entrants)
    words = f"{team.name} plays in this order: {names}."
    audit.write("team-ordered", words, competition, actor=user, person=user, at=now)
    registration.touch(competition, now)
    return team


def _refuse_closed(competition: Competition) -> None:
    """Raise Refused unless it is an event of teams whose registration is open."""
    if not competition.team_size:
        raise Refused("no-teams", "Everybody plays alone in this event.", 409)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("too-late", "The registration is closed: teams stay as they are.", 409)


def _lock_own(key: str, user: User) -> tuple[Competition, Team]:
    """Return an event whose registration is open, locked, and the team in it that somebody leads. Raises Refused."""
    competition = registration.lock(key)
    _refuse_closed(competition)
    team = competition.teams.filter(captain=user, members__user=user).first()
    if team is None:
        raise Refused("not-the-captain", "Only the captain of a team may do that.", 403)
    return competition, team


# -- the start -----------------------------------------------------------------------------------------


def gather(competition: Competition, now: datetime, *, actor: User | None) -> list[Entrant]:
    """Return the members of all complete teams when an event begins; the others are out, and told why.

    The caller holds the event's lock. Teams are seeded by the mean of their members' ratings.

    Args:
        actor: the director who begins it now; None for the rules of the event.
    """
    members: dict[int, list[Entrant]] = {}
    rows = competition.entrants.filter(state=Entrant.State.ENTERED).select_related("user", "team")
    for row in rows.order_by("entered_at", "pk"):
        members.setdefault(row.team_id or 0, []).append(row)
    teams = {team.pk: team for team in competition.teams.order_by("founded_at", "pk")}
    for team in teams.values():
        if len(members.get(team.pk, [])) < competition.team_size:
            _leave_out(competition, team, members.pop(team.pk, []), now, actor)
    TeamInvitation.objects.filter(team__competition=competition).delete()
    playing = [row for rows in members.values() for row in rows]
    seats = standings.seats_of(competition)
    means = ratings.means(competition.title, seats, "openskill", [row.user_id for row in playing])
    full = [team for team in teams.values() if team.pk in members]
    full.sort(key=lambda team: -sum(means[row.user_id] for row in members[team.pk]))
    for seed, team in enumerate(full, start=1):
        team.seed = seed
    Team.objects.bulk_update(full, ["seed"])
    return playing


def _leave_out(
    competition: Competition, team: Team, members: list[Entrant], now: datetime, actor: User | None
) -> None:
    """Let a team that is not complete not take part."""
    team.state = Team.State.INCOMPLETE
    team.save(update_fields=["state"])
    words = f"{team.name} was not complete, with {len(members)} of {competition.team_size}, and does not take part."
    entry = audit.write("team-incomplete", words, competition, actor=actor, at=now)
    for row in members:
        row.state, row.left_at, row.reason = Entrant.State.WITHDRAWN, now, "The team was not complete."
        row.save(update_fields=["state", "left_at", "reason"])
        messages.tell(row.user, competition, "act", f"incomplete-{entry.pk}", entry=entry.pk)


def settle_places(
    view: standings.Standing, places: Mapping[int, tuple[str, int]]
) -> dict[int, tuple[str, int]]:
    """Store the group and place of every team, and return those of the members, by entrant."""
    for team in view.teams.values():
        team.group, team.place = places[team.pk]
    Team.objects.bulk_update(view.teams.values(), ["group", "place"])
    return {
        row.pk: places[row.team_id]
        for row in view.rows.values()
        if row.team_id is not None and row.team_id in places
    }

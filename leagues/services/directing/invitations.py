"""Whom the directors of an event by invitation ask in."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.ledger.limits import count_act
from games.ledger.text import clean_text
from games.refusals import Refused
from leagues.models import Competition, Entrant
from leagues.services import audit, messages
from leagues.services.directing.rights import lock_as_director
from leagues.services.lifecycle.creation import MOST_ENTRANTS
from leagues.services.queries import person_called, refuse_over

#: What stands between the names of several people.
_BETWEEN = re.compile(r"[,;\n]")


@transaction.atomic
def invite(key: str, user: User, username: str, now: datetime | None = None) -> User:
    """Let somebody enter an event that is by invitation, and tell them. Raises Refused."""
    now = now or timezone.now()
    competition = _lock(key, user)
    person = person_called(username)
    if competition.entrants.filter(user=person, state=Entrant.State.ENTERED).exists():
        raise Refused("already-in", f"{person.shown_name} is in.", 409, extra={"field": "username"})
    if competition.invitations.filter(user=person).exists():
        words = f"{person.shown_name} is invited already."
        raise Refused("already-invited", words, 409, extra={"field": "username"})
    if is_blocked(user, [person.pk]):
        raise Refused("blocked", "You cannot invite this player.", 409, extra={"field": "username"})
    if competition.invitations.count() >= MOST_ENTRANTS:
        raise Refused("too-many-invitations", f"An event invites {MOST_ENTRANTS} people at most.", 409)
    if person.pk != user.pk:
        count_act(messages.INVITING, by=user, to=person, now=now, extra={"field": "username"})
    competition.invitations.create(user=person, at=now)
    words = f"{person.shown_name} is invited."
    entry = audit.write("invited", words, competition, actor=user, person=person, public=False, at=now)
    if person.pk != user.pk:
        messages.tell(person, competition, "invited", f"invited-{entry.pk}", entry=entry.pk)
    return person


@dataclass(frozen=True, slots=True)
class Invited:
    """The outcome of several names: who is invited now, and why each of the others is not, in a sentence."""

    people: list[User]
    refusals: list[str]

    @property
    def words(self) -> str:
        """Who is invited, in a sentence."""
        *others, last = [person.shown_name for person in self.people]
        return f"{', '.join(others)} and {last} are invited." if others else f"{last} is invited."


def invite_all(key: str, user: User, username: str, now: datetime | None = None) -> Invited:
    """Invite everybody who is named, with commas or lines between the names. Raises Refused if nobody is invited."""
    called = list(
        {name.casefold(): name for part in _BETWEEN.split(username) if (name := part.strip())}.values()
    )
    most = settings.HOUSE.event_invitations_a_day
    if len(called) > most:
        raise Refused("too-many-invitations", f"{most} invitations a day are enough: name fewer people.", 429)
    made = Invited([], [])
    refused: Refused | None = None
    for name in called or [""]:
        try:
            made.people.append(invite(key, user, name, now))
        except Refused as refusal:
            refused = refused or refusal
            made.refusals.append(f"{name}: {refusal.message}")
    if refused is None or made.people:
        return made
    if len(called) < 2:
        raise refused
    raise Refused(refused.code, " ".join(made.refusals), refused.status, extra={"field": "username"})


@transaction.atomic
def take_back(key: str, user: User, username: str, reason: str, now: datetime | None = None) -> User:
    """Take an invitation back. Whoever has entered stays in. Raises Refused."""
    competition = _lock(key, user)
    called = clean_text(username, 150, "name")
    found = competition.invitations.filter(user__username__iexact=called).select_related("user").first()
    if found is None:
        raise Refused("not-invited", "They are not invited.", 404, extra={"field": "username"})
    why = audit.needed_reason(reason)
    person: User = found.user
    found.delete()
    act, words = "invitation-taken-back", f"{person.shown_name} is invited no longer."
    entry = audit.write(act, words, competition, actor=user, person=person, reason=why, public=False, at=now)
    if person.pk != user.pk:
        messages.tell_decision(person, "uninvited", entry)
    return person


def _lock(key: str, user: User) -> Competition:
    """Return an event by invitation that is not over, locked. Raises Refused."""
    competition = lock_as_director(key, user)
    if not competition.by_invitation:
        raise Refused("not-by-invitation", "This event needs no invitation: tell people about it.", 409)
    refuse_over(competition)
    return competition

"""The directors of an event: its founder, and whom its directors have asked to. There is always somebody."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.ledger.text import clean_text
from games.refusals import Refused
from leagues.models import Competition
from leagues.services import audit, messages
from leagues.services.directing.rights import is_director, lock_as_director
from leagues.services.queries import person_called


def may_remove(competition: Competition, user: User | None) -> bool:
    """Return whether somebody may take away what others direct: the founder as long as they direct, and moderators."""
    if user is None or not is_director(competition, user):
        return False
    return user.is_staff or competition.owner_id == user.pk


@transaction.atomic
def add(key: str, user: User, username: str) -> User:
    """Let somebody else direct the event as well."""
    competition = lock_as_director(key, user)
    person = person_called(username)
    if not competition.directors.filter(pk=person.pk).exists():
        messages.count_decision(competition, person, None)
    competition.directors.add(person)
    text = f"{person.shown_name} directs this event too."
    audit.write("director", text, competition, actor=user, person=person)
    return person


@transaction.atomic
def remove(key: str, user: User, username: str, reason: str, now: datetime | None = None) -> User:
    """Let somebody direct the event no longer. Raises Refused unless the founder or a moderator asks."""
    competition = lock_as_director(key, user)
    if not may_remove(competition, user):
        raise Refused(
            "not-the-founder", "Only the founder of this event, or a moderator, may remove a director.", 403
        )
    called = clean_text(username, 150, "name")
    person: User | None = competition.directors.filter(username__iexact=called).first()
    if person is None:
        raise Refused("no-such-director", "They do not direct this event.", 404, extra={"field": "username"})
    if person.pk == user.pk:
        raise Refused("own-place", "Step down instead.", 403)
    why = audit.needed_reason(reason)
    _let_go(competition, person)
    words = f"{person.shown_name} directs this event no longer."
    entry = audit.write("director-removed", words, competition, actor=user, person=person, reason=why, at=now)
    messages.tell_decision(person, "director-removed", entry)
    return person


@transaction.atomic
def step_down(key: str, user: User, now: datetime | None = None) -> None:
    """Let a director go at their own wish; the others read it in the audit trail."""
    competition = lock_as_director(key, user)
    if not competition.directors.filter(pk=user.pk).exists():
        raise Refused("no-such-director", "You are not one of its directors: a moderator acts anywhere.", 409)
    _let_go(competition, user)
    text = f"{user.shown_name} has stepped down as a director."
    audit.write("stepped-down", text, competition, actor=user, person=user, at=now)


def may_go(competition: Competition) -> set[User]:
    """Return the directors of whom one can go, because somebody is left who can direct."""
    people = list(competition.directors.all())
    return {person for person in people if any(p.is_active for p in people if p != person)}


def _let_go(competition: Competition, person: User) -> None:
    """Take a director off the list. Raises Refused if nobody would be left who can direct."""
    if person not in may_go(competition):
        raise Refused("last-director", "An event needs a director: add another one first.", 409)
    competition.directors.remove(person)

"""Letters between entrants and directors: by the event's page, by program, and as answers to mails.

They stand in the audit trail, not public: who directs the event reads all of them, everybody else their own. Neither
side learns a mail address of the other.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.ledger.limits import count_act
from games.refusals import Refused
from leagues.models import AuditEntry, Competition
from leagues.services import audit, messages
from leagues.services.directing import letter_text
from leagues.services.directing.rights import is_director, lock_as_director
from leagues.services.entry import registration
from leagues.services.queries import Row
from notifications.inbound import addresses

#: As they stand in the audit trail: from an entrant to the directors, and from a director to one of them.
LETTER, ANSWER = "letter", "answer"
#: What can be answered by mail.
ANSWERABLE = ("message", LETTER, ANSWER)

#: Letters that a page shows.
SHOWN = 20


def may_write(competition: Competition, user: User | None) -> bool:
    """Return whether somebody may write to the directors: who is in or was, and does not direct it."""
    if user is None or not user.is_active or is_director(competition, user):
        return False
    return competition.entrants.filter(user=user).exists()


@transaction.atomic
def write(key: str, user: User, text: str, now: datetime | None = None, *, subject: str = "") -> AuditEntry:
    """Write to the directors of an event. Raises Refused."""
    now = now or timezone.now()
    competition = registration.lock(key)
    if is_director(competition, user):
        raise Refused("own-event", "You direct this event yourself.", 409)
    if not may_write(competition, user):
        raise Refused("not-entered", "Only who has entered this event may write to its directors.", 403)
    letter = letter_text.needed(text, "letter")
    title = letter_text.subject_of(subject, letter)
    event = messages.event_party(competition)
    count_act(messages.WRITING, by=user, to=event, called="the directors", now=now)
    words, data = "A letter to the directors.", {"subject": title}
    entry = audit.write(
        LETTER, words, competition, actor=user, person=user, reason=letter, data=data, public=False, at=now
    )
    messages.tell_directors(competition, LETTER, f"{LETTER}-{entry.pk}", entry=entry.pk)
    return entry


@transaction.atomic
def answer(key: str, user: User, letter: Row, text: str, now: datetime | None = None) -> AuditEntry:
    """Answer a letter, as a director; its writer alone is told. Raises Refused."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    asked = competition.audit.filter(pk=letter, act=LETTER).select_related("actor").first()
    if asked is None:
        raise Refused("no-such-letter", "There is no such letter.", 404)
    said = letter_text.needed(text, "answer")
    assert asked.actor is not None
    count_act(messages.ANSWERING, by=messages.event_party(competition), to=asked.actor, now=now)
    words, person = f"An answer to {asked.actor.shown_name}.", asked.actor
    data = {"subject": asked.data.get("subject", ""), "letter": asked.pk}
    entry = audit.write(
        ANSWER, words, competition, actor=user, person=person, reason=said, data=data, public=False, at=now
    )
    messages.tell(person, competition, ANSWER, f"{ANSWER}-{entry.pk}", entry=entry.pk)
    return entry


def letters_of(competition: Competition, user: User) -> list[AuditEntry]:
    """Return what somebody has written to the directors and what they were answered, the newest first."""
    own = competition.audit.filter(act__in=(LETTER, ANSWER), about=user)
    return list(own.select_related("actor")[:SHOWN])


def letters_to_directors(competition: Competition) -> list[AuditEntry]:
    """Return what entrants have written to the directors of an event, the newest first, and who has answered."""
    letters = list(competition.audit.filter(act=LETTER).select_related("actor")[:SHOWN])
    answers = competition.audit.filter(act=ANSWER, data__letter__in=[letter.pk for letter in letters])
    found: dict[int, list[AuditEntry]] = {}
    for given in answers.select_related("actor").order_by("at", "pk"):
        found.setdefault(given.data["letter"], []).append(given)
    for letter in letters:
        letter.answers = found.get(letter.pk, [])  # type: ignore[attr-defined]
    return letters


# -- by mail -------------------------------------------------------------------------------------


def reply_address(entry: AuditEntry, user: User) -> str:
    """Return the address with which somebody answers what an entry told them; "" if mails cannot be answered."""
    return addresses.signed_address("event", f"{entry.pk:x}-{user.pk:x}")


def is_known(address: str) -> bool:
    """Return whether an address is one of these."""
    return addresses.signed_name("event", address) is not None


def behind(address: str) -> tuple[AuditEntry, User] | None:
    """Return what a mail to an address answers, and whom that was written to; None for any other address."""
    name = addresses.signed_name("event", address)
    if name is None or "-" not in name:
        return None
    number, person = (int(part, 16) for part in name.split("-"))
    entries = AuditEntry.objects.filter(pk=number, act__in=ANSWERABLE).exclude(competition=None)
    entry = entries.select_related("competition", "actor").first()
    user = User.objects.filter(pk=person, is_active=True).first()
    return (entry, user) if entry is not None and user is not None else None

"""Acts of directors about an event as a whole."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.refusals import Refused
from leagues.models import AuditEntry, Competition
from leagues.services import audit, messages
from leagues.services.directing import letter_text
from leagues.services.directing.rights import lock_as_director, need_running
from leagues.services.entry import registration
from leagues.services.lifecycle import conclusion, creation, start
from leagues.services.queries import Moment, complete_words, refuse_over
from leagues.services.queries import entered as number_entered


@transaction.atomic
def start_now(key: str, user: User, now: datetime | None = None) -> Competition:
    """Close the registration and begin."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("not-open", "The registration is closed already.", 409)
    entered = number_entered(competition)
    least = competition.least_entrants
    if entered < least:
        came = complete_words(entered) if competition.team_size else f"{entered} have entered"
        raise Refused("too-few", f"{came}; {least} are needed.", 409)
    if not start.start(competition, now, actor=user):
        raise Refused("too-few", start.NO_CUP, 409)
    return competition


@transaction.atomic
def call_off(key: str, user: User, reason: str, now: datetime | None = None) -> None:
    """Call the event off; games that run go on as games of their own."""
    competition = lock_as_director(key, user)
    refuse_over(competition)
    why = audit.needed_reason(reason)
    conclusion.cancel(competition, "Called off.", now or timezone.now(), actor=user, reason=why)


@transaction.atomic
def change_dates(
    key: str,
    user: User,
    *,
    closes: Moment | None = None,
    ends: Moment | None = None,
    reason: str,
    now: datetime | None = None,
) -> Competition:
    """Move the end of the registration, or of the season."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    refuse_over(competition)
    if closes is None and ends is None:
        raise Refused("no-date", "Write the date to which it is moved.", extra={"field": "ends"})
    why = audit.needed_reason(reason)
    messages.count_message(competition, now)
    before = {"closes": str(competition.registration_closes_at), "ends": str(competition.ends_at)}
    if closes is not None:
        if competition.status != Competition.Status.REGISTRATION:
            raise Refused("not-open", "The registration is closed already.", 409)
        competition.registration_closes_at = max(closes, now)
    if ends is not None:
        competition.ends_at = ends
    closing = competition.registration_closes_at
    is_open = competition.status == Competition.Status.REGISTRATION and closing is not None and closing > now
    creation.check_dates(closing if is_open else None, ends if not is_open else competition.ends_at, now)
    competition.due_at = now
    competition.save(update_fields=["registration_closes_at", "ends_at", "due_at"])
    words, data = "The dates have been moved.", {"before": before, "closes": str(closes), "ends": str(ends)}
    entry = audit.write("dates", words, competition, actor=user, reason=why, data=data, at=now)
    messages.tell_entrants(competition, "act", f"dates-{entry.pk}", entry=entry.pk)
    return competition


@transaction.atomic
def message_all(
    key: str, user: User, text: str, now: datetime | None = None, *, subject: str = ""
) -> AuditEntry:
    """Write to everybody in the event; the message stands on its page, too. Its subject is else its first words."""
    competition = lock_as_director(key, user)
    message = letter_text.needed(text, "message")
    title = letter_text.subject_of(subject, message)
    now = now or timezone.now()
    messages.count_message(competition, now)
    words, data = "A message to everybody.", {"subject": title}
    entry = audit.write("message", words, competition, actor=user, reason=message, data=data, at=now)
    messages.tell_entrants(competition, "message", f"message-{entry.pk}", entry=entry.pk)
    return entry


@transaction.atomic
def pair_now(key: str, user: User, reason: str, now: datetime | None = None) -> None:
    """Let the round's deadline fall now, so that the next one can be paired."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    need_running(competition)
    why = audit.needed_reason(reason)
    current = competition.rounds.filter(closed_at__isnull=True).order_by("-number").first()
    if current is None:
        raise Refused("no-round", "No round is open.", 409)
    current.deadline_at = now
    current.save(update_fields=["deadline_at"])
    competition.pairings.filter(round=current, deadline_at__isnull=False).update(deadline_at=None)
    text = f"Round {current.number} ends now."
    audit.write("round-ended", text, competition, actor=user, reason=why, at=now)
    registration.touch(competition, now)

"""Verdicts of moderators about two people of whom there are signs (MOD-12): look, clear, annul their games."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.play.access import require_moderator
from games.refusals import Refused
from leagues.models import AuditEntry, ResultRecord
from leagues.services import audit, messages
from leagues.services.conduct import suspicions
from leagues.services.records.ratings import annul_record

VERDICTS = ("clear", "annul", "restore")


def find(username: str) -> User:
    """Return somebody by name. Raises Refused."""
    found = User.objects.filter(username__iexact=username, deleted=False).first()
    if found is None:
        raise Refused("no-such-player", "There is no such player.", 404)
    return found


def pair_name(first: User, second: User) -> str:
    """Return how a pair is named in the audit trail, whichever comes first."""
    low, high = sorted((first.pk, second.pk))
    return f"{low}-{high}"


def open_suspicions(user: User, now: datetime | None = None) -> list[suspicions.Suspicion]:
    """Return the pairs about which nothing was decided, or of whom more is noticed since. Raises Refused.

    A moderator is not shown what concerns them.
    """
    require_moderator(user)
    decided = AuditEntry.objects.filter(act__in=[f"pair-{verdict}" for verdict in VERDICTS])
    rows = decided.order_by("at", "pk").values_list("data", flat=True)
    known = {str(data.get("pair")): int(data["weight"]) for data in rows}
    return [
        suspicion
        for suspicion in suspicions.of_everybody(now or timezone.now())
        if suspicion.weight > known.get(pair_name(*suspicion.people), 0) and user not in suspicion.people
    ]


def look(user: User, first: User, second: User, now: datetime | None = None) -> suspicions.Suspicion:
    """Return the evidence about two people; that somebody looked is written down, once a day. Raises Refused."""
    require_moderator(user)
    _not_oneself(user, first, second)
    now = now or timezone.now()
    name = pair_name(first, second)
    looked = AuditEntry.objects.filter(
        act="signs-seen", actor=user, at__gt=now - timedelta(days=1), data__pair=name
    )
    if not looked.exists():
        words = f"Looked at the signs about {first.shown_name} and {second.shown_name}."
        audit.write("signs-seen", words, None, actor=user, data={"pair": name}, public=False, at=now)
    return suspicions.of_pair(first, second, now)


def history(first: User, second: User) -> list[AuditEntry]:
    """Return what moderators did about a pair, the latest first."""
    return list(AuditEntry.objects.filter(data__pair=pair_name(first, second)).select_related("actor")[:50])


@transaction.atomic
def judge(
    user: User, first: User, second: User, verdict: str, reason: str, now: datetime | None = None
) -> int:
    """Decide about two people. Returns how many games count no more, or count again.

    Args:
        verdict: `clear` (nobody did wrong; shown again only if more is noticed), `annul` (their games against
            each other no longer count for ratings; both are told), `restore` (they count again; both are told).
    """
    require_moderator(user)
    _not_oneself(user, first, second)
    if first.pk == second.pk:
        raise Refused("one-person", "Name two different people.", 409)
    if verdict not in VERDICTS:
        raise Refused("bad-option", "That decision is not offered.", extra={"field": "verdict"})
    why = audit.needed_reason(reason)
    now = now or timezone.now()
    weight = suspicions.of_pair(first, second, now).weight
    names = f"{first.shown_name} and {second.shown_name}"
    games: list[str] = []
    if verdict != "clear":
        games = _count_no_more(user, first, second, annulled=verdict == "annul", reason=why, now=now)
        if not games:
            raise Refused("nothing-to-annul", "There is no game of theirs to which that applies.", 409)
    counted = f"{len(games)} game{'s' if len(games) != 1 else ''} of {names}"
    text = {
        "clear": f"The signs about {names} mean nothing.",
        "annul": f"{counted} no longer count for ratings.",
        "restore": f"{counted} count for ratings again.",
    }[verdict]
    data = {"pair": pair_name(first, second), "weight": weight, "games": games}
    act = f"pair-{verdict}"
    entry = audit.write(act, text, None, actor=user, reason=why, data=data, public=False, at=now)
    if games:
        messages.tell_moderation((first, second), entry)
    return len(games)


def _count_no_more(
    user: User, first: User, second: User, *, annulled: bool, reason: str, now: datetime
) -> list[str]:
    """Annul the counting games of two people, or let them count again. Returns the keys of the games."""
    records = ResultRecord.objects.filter(counts=True, annulled=not annulled, seats__user=first)
    changed = []
    for record in records.filter(seats__user=second).select_related("game").order_by("finished_at"):
        if record.seats.count() != 2:
            continue
        annul_record(record.game, annulled)
        words = f"The game {'no longer counts for ratings' if annulled else 'counts for ratings again'}."
        act = "annulled" if annulled else "restored"
        audit.write(act, words, record.game, actor=user, reason=reason, public=False, at=now)
        changed.append(record.game.key)
    return changed


def _not_oneself(user: User, *people: User) -> None:
    if user.pk in [person.pk for person in people]:
        raise Refused("own-case", "This is about yourself: another moderator has to look at it.", 403)

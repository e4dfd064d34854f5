"""The successor of a competition that ends: the next season, or the next mini-cup."""

import re
from datetime import datetime, timedelta

from games import stages
from games.play import event_seeds
from leagues.models import Competition, Entrant, Invitation, KeptApart
from leagues.services import audit
from leagues.services.lifecycle import creation

#: Days of registration of a season that follows another.
REGISTRATION_DAYS = 14
#: What follows an event has as that had it.
KEPT = {"title", "options", "format", "settings", "owner", "terms", *creation.FIELDS} - {
    "registration_closes_at",
    "ends_at",
}


def successor_name(name: str) -> str:
    """Return the name of what follows.

    >>> successor_name("Autumn Cup 3"), successor_name("Autumn Cup"), successor_name("League 2026")
    ('Autumn Cup 4', 'Autumn Cup 2', 'League 2027')
    """
    found = re.fullmatch(r"(.*\D)(\d{1,4})", name)
    if found:
        return f"{found[1]}{int(found[2]) + 1}"[:80]
    return f"{name[:76]} 2"


def succeed(competition: Competition, now: datetime) -> Competition:
    """Open what follows a competition whose lock is held: the next season, or the next mini-cup."""
    earlier = Competition.objects.filter(previous=competition).first()
    if earlier is not None:
        return earlier
    cup = competition.format == "mini-cup"
    season = None
    if competition.ends_at is not None and competition.started_at is not None:
        season = now + (competition.ends_at - competition.started_at) + timedelta(days=REGISTRATION_DAYS)
    following = Competition.objects.create(
        name=successor_name(competition.name),
        previous=competition,
        registration_closes_at=None if cup else now + timedelta(days=REGISTRATION_DAYS),
        ends_at=season,
        created_at=now,
        due_at=now,
        **{field: getattr(competition, field) for field in KEPT},
    )
    if following.rated and not stages.may_be_rated(following.title, following.options):
        following.rated = False
        following.save(update_fields=["rated"])
    event_seeds.fix(following.key)
    following.directors.set(competition.directors.all())
    Invitation.objects.bulk_create(
        Invitation(competition=following, user_id=user, at=now)
        for user in competition.invitations.values_list("user", flat=True)
    )
    KeptApart.objects.bulk_create(
        KeptApart(competition=following, first_id=first, second_id=second, at=now)
        for first, second in competition.kept_apart.values_list("first", "second")
    )
    if cup:
        _hand_on_queue(competition, following, now)
    audit.write("founded", f"Follows {competition.name}.", following, actor=None, at=now)
    return following


def _hand_on_queue(competition: Competition, following: Competition, now: datetime) -> None:
    """Let those who had to wait for a mini-cup queue for the next one, in their order."""
    waiting = competition.entrants.filter(state=Entrant.State.WITHDRAWN, left_at__isnull=True)
    Entrant.objects.bulk_create(
        Entrant(competition=following, user_id=row.user_id, entered_at=row.entered_at)
        for row in waiting.order_by("entered_at", "pk")
    )

"""What directors do about the people in an event."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.hours import absence
from games.ledger import ledger as games_log
from games.models import Game
from games.refusals import Refused
from leagues.models import Competition, Entrant
from leagues.services import audit, eligibility, entering, telling
from leagues.services.directing.rights import lock_as_director, need_running
from leagues.services.queries import LIVE, person_called


def _entrant(competition: Competition, entrant_id: int) -> Entrant:
    entrant = competition.entrants.filter(pk=entrant_id).select_related("user").first()
    if entrant is None:
        raise Refused("no-such-entrant", "There is no such entrant.", 404)
    return entrant


@transaction.atomic
def remove(key: str, user: User, entrant_id: int, reason: str, now: datetime | None = None) -> None:
    """Take somebody out; their running games here are lost."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.status not in LIVE:
        raise Refused("event-over", "This event is over.", 409)
    entrant = _entrant(competition, entrant_id)
    if entrant.user_id == user.pk:
        raise Refused("own-entry", "Leave by yourself instead.", 403)
    if entrant.state != Entrant.State.ENTERED:
        raise Refused("not-entered", "They are out already.", 409)
    why = audit.needed_reason(reason)
    entering.take_out(competition, entrant, Entrant.State.REMOVED, why, now)
    entry = audit.write(
        "removed",
        f"{entrant.user.shown_name} was taken out.",
        audit.About(competition=competition, person=entrant.user),
        actor=user,
        reason=why,
        at=now,
    )
    telling.tell(entrant.user, competition, "act", f"removed-{entry.pk}", entry=entry.pk)


@transaction.atomic
def replace(
    key: str, user: User, entrant_id: int, username: str, reason: str, now: datetime | None = None
) -> Entrant:
    """Let somebody else take an entrant's place, with their points and running games.

    Games taken over count for the event, but for nobody's rating.
    """
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    need_running(competition)
    entrant = _entrant(competition, entrant_id)
    person = person_called(username)
    why = audit.needed_reason(reason)
    if user.pk in (entrant.user_id, person.pk):
        raise Refused("own-entry", "Another director has to decide that.", 403)
    if competition.entrants.filter(user=person).exists():
        raise Refused("already-in", f"{person.shown_name} is, or was, in this event.", 409)
    if not eligibility.is_reachable(person):
        raise Refused("unreachable", f"{person.shown_name} cannot be reached by notices.", 409)
    games = Game.objects.filter(
        pairing__competition=competition, pairing__places__entrant=entrant, status=Game.Status.RUNNING
    )
    opponents = set(games.values_list("seats__user", flat=True)) - {entrant.user_id, None}
    if is_blocked(person, [u for u in opponents if u is not None]):
        raise Refused("blocked", "Somebody in these games wants nothing to do with them.", 409)
    before = entrant.user
    for key in games.order_by("pk").values_list("key", flat=True):
        opened = games_log.load(key, now)
        for seat in opened.seats:
            if seat.user_id == before.pk:
                absence.hand_over(opened, seat, person)
        opened.row.rated = False
        opened.row.save(update_fields=["rated"])
    entrant.user = person
    entrant.state = Entrant.State.ENTERED
    entrant.left_at = None
    entrant.reason = f"Took over from {before.shown_name}."[:200]
    entrant.save()
    entry = audit.write(
        "replaced",
        f"{person.shown_name} takes the place of {before.shown_name}.",
        audit.About(competition=competition, person=person, data={"before": before.pk, "after": person.pk}),
        actor=user,
        reason=why,
        at=now,
    )
    for told in (before, person):
        telling.tell(told, competition, "act", f"replaced-{entry.pk}", entry=entry.pk)
    entering.touch(competition, now)
    return entrant


@transaction.atomic
def place_entrant(
    key: str, user: User, entrant_id: int, *, seed: int, tier: int, now: datetime | None = None
) -> Entrant:
    """Give an entrant a seed or a tier before the start; 0 leaves it to the ratings."""
    competition = lock_as_director(key, user)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("begun", "The event has begun: everybody has their place.", 409)
    if not 0 <= seed <= 10_000 or not 0 <= tier <= 20:
        raise Refused("bad-option", "That is no seed or tier.", extra={"field": "seed"})
    entrant = _entrant(competition, entrant_id)
    entrant.seed, entrant.tier = seed, tier
    entrant.save(update_fields=["seed", "tier"])
    text = f"{entrant.user.shown_name}: seed {seed or 'by rating'}, tier {tier or 'by rating'}."
    audit.write("placed", text, audit.About(competition=competition, person=entrant.user), actor=user, at=now)
    return entrant

"""Acts of directors about the people in an event."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.hours import absence
from games.ledger import ledger as games_log
from games.models import Game
from games.refusals import Refused
from leagues.models import Competition, Entrant, Team
from leagues.services import audit, messages
from leagues.services.directing.rights import has_part_in, lock_as_director, need_running, refuse_own_team
from leagues.services.entry import eligibility, readmission, registration
from leagues.services.queries import Row, person_called, refuse_over
from leagues.services.rounds import ladder_order


def _entrant(competition: Competition, entrant_id: int) -> Entrant:
    entrant = competition.entrants.filter(pk=entrant_id).select_related("user").first()
    if entrant is None:
        raise Refused("no-such-entrant", "There is no such entrant.", 404)
    return entrant


@transaction.atomic
def remove(key: str, user: User, entrant_id: Row, reason: str, now: datetime | None = None) -> None:
    """Take somebody out; their running games here are lost."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    refuse_over(competition)
    entrant = _entrant(competition, entrant_id)
    if entrant.user_id == user.pk:
        raise Refused("own-entry", "Leave by yourself instead.", 403)
    refuse_own_team(user, entrant)
    if entrant.state != Entrant.State.ENTERED:
        raise Refused("not-entered", "They are out already.", 409)
    why = audit.needed_reason(reason)
    registration.take_out(competition, entrant, Entrant.State.REMOVED, why, now)
    words = f"{entrant.user.shown_name} was taken out."
    entry = audit.write("removed", words, competition, actor=user, person=entrant.user, reason=why, at=now)
    messages.tell_decision(entrant.user, "removed", entry)


@transaction.atomic
def replace(
    key: str, user: User, entrant_id: Row, username: str, reason: str, now: datetime | None = None
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
    refuse_own_team(user, entrant)
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
    stands = readmission.why_not_replaced(competition, entrant)
    if stands:
        raise Refused("no-way-back", stands, 409)
    before = entrant.user
    for key in games.order_by("pk").values_list("key", flat=True):
        opened = games_log.load(key, now)
        for seat in opened.seats:
            if seat.user_id == before.pk:
                absence.hand_over(opened, seat, person)
        opened.row.rated = False
        opened.row.save(update_fields=["rated"])
    was_out = entrant.state != Entrant.State.ENTERED
    entrant.user = person
    entrant.state = Entrant.State.ENTERED
    entrant.left_at, entrant.salt, entrant.salt_at = None, "", None
    entrant.reason = f"Took over from {before.shown_name}."[:200]
    entrant.save()
    registration.settle_team(entrant)
    Team.objects.filter(pk=entrant.team_id or 0, captain=before).update(captain=person)
    if was_out and competition.format == "ladder":
        ladder_order.note(competition, ladder_order.Kind.JOIN, entrant, now)
        ladder_order.rerun(competition)
    words = f"{person.shown_name} takes the place of {before.shown_name}."
    data = {"before": before.pk, "after": person.pk}
    entry = audit.write(
        "replaced", words, competition, actor=user, person=person, reason=why, data=data, at=now
    )
    for told in (before, person):
        messages.tell_decision(told, "replaced", entry)
    registration.touch(competition, now)
    return entrant


@transaction.atomic
def readmit(
    key: str, user: User, entrant_id: Row, games: str, reason: str, now: datetime | None = None
) -> Entrant:
    """Let somebody in again who left or was taken out.

    Args:
        games: `stand` (the games that were lost by leaving stay lost) or `replay` (those on which nothing was built
            are played anew, and the old ones count for nothing).

    Raises:
        Refused: with the reason, in a player's words; nothing has changed.
    """
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    entrant = _entrant(competition, entrant_id)
    if entrant.user_id == user.pk:
        raise Refused("own-entry", "This is about yourself: another director has to decide.", 403)
    refuse_own_team(user, entrant)
    if games not in readmission.CHOICES:
        raise Refused("bad-option", "Say whether the games stand or are replayed.", extra={"field": "games"})
    offer = readmission.offer(competition, entrant)
    refused = offer.why_not or offer.refused.get(games, "")
    if refused:
        raise Refused("no-way-back", refused, 409)
    again = list(offer.games) if games == readmission.REPLAY else []
    people = (offer.people if again else set()) | {entrant.user}
    if has_part_in(user, again):
        raise Refused(
            "own-game", "One of the games to be replayed is your own: another director has to decide.", 403
        )
    why = audit.needed_reason(reason)
    readmission.let_in(competition, entrant, again, now)
    words, person = _readmitted_words(competition, entrant, len(again)), entrant.user
    data = {"games": games, "replayed": [pairing.number for pairing in again], "rung": entrant.place}
    entry = audit.write(
        "readmitted", words, competition, actor=user, person=person, reason=why, data=data, at=now
    )
    for person in sorted(people, key=lambda person: person.pk):
        messages.tell_decision(person, "readmitted", entry)
    return entrant


def _readmitted_words(competition: Competition, entrant: Entrant, replayed: int) -> str:
    """Return what the audit trail says about somebody who is in again."""
    words = f"{entrant.user.shown_name} is in again"
    if competition.status == Competition.Status.RUNNING and competition.format == "ladder":
        words += f", on rung {entrant.place}"
    if competition.status != Competition.Status.RUNNING:
        return (
            f"{entrant.user.shown_name} may be asked into a team." if competition.team_size else f"{words}."
        )
    if not replayed:
        return f"{words}; games that were lost by leaving stand."
    return f"{words}; {replayed} game{'s are' if replayed > 1 else ' is'} played anew."


@transaction.atomic
def set_rung(
    key: str, user: User, entrant_id: Row, rung: int, reason: str, now: datetime | None = None
) -> Entrant:
    """Put somebody on a rung of a ladder, from 1; those between move by one."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.format != "ladder":
        raise Refused("no-ladder", "Only a ladder has rungs.", 409)
    need_running(competition)
    entrant = _entrant(competition, entrant_id)
    if entrant.user_id == user.pk:
        raise Refused("own-entry", "This is about yourself: another director has to decide.", 403)
    if entrant.state != Entrant.State.ENTERED:
        raise Refused("not-entered", "They are not on the ladder: let them in again first.", 409)
    foot = competition.entrants.filter(state=Entrant.State.ENTERED).count()
    if not 1 <= rung <= foot:
        raise Refused("bad-option", f"The ladder has the rungs 1 to {foot}.", extra={"field": "rung"})
    if rung == entrant.place:
        raise Refused("same-rung", f"They stand on rung {rung} already.", 409, extra={"field": "rung"})
    why = audit.needed_reason(reason)
    before = entrant.place
    ladder_order.note(competition, ladder_order.Kind.SET, entrant, now, rung)
    ladder_order.rerun(competition)
    entrant.refresh_from_db(fields=["place"])
    person, data = entrant.user, {"before": before, "after": rung}
    words = f"{person.shown_name} stands on rung {rung}, not {before}."
    entry = audit.write(
        "rung-set", words, competition, actor=user, person=person, reason=why, data=data, at=now
    )
    messages.tell_decision(entrant.user, "rung", entry)
    registration.touch(competition, now)
    return entrant


@transaction.atomic
def place_entrant(
    key: str, user: User, entrant_id: Row, *, seed: int, tier: int, now: datetime | None = None
) -> Entrant:
    """Give an entrant a seed or a tier before the start; 0 leaves it to the ratings."""
    competition = lock_as_director(key, user)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("begun", "The event has begun: everybody has their place.", 409)
    if competition.team_size:
        raise Refused("no-seeds", "Teams are seeded by the ratings of their members.", 409)
    if not 0 <= seed <= 10_000 or not 0 <= tier <= 20:
        raise Refused("bad-option", "That is no seed or tier.", extra={"field": "seed"})
    entrant = _entrant(competition, entrant_id)
    entrant.seed, entrant.tier = seed, tier
    entrant.save(update_fields=["seed", "tier"])
    text = f"{entrant.user.shown_name}: seed {seed or 'by rating'}, tier {tier or 'by rating'}."
    audit.write("placed", text, competition, actor=user, person=entrant.user, at=now)
    return entrant

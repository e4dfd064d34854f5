"""Directors' instructions about pairings before they are made: who is kept apart, and who meets next round."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.refusals import Refused
from leagues.models import Competition, Entrant, HandPairing, KeptApart
from leagues.services import audit, messages
from leagues.services.directing.rights import lock_as_director
from leagues.services.entry import byes, registration
from leagues.services.queries import LIVE, Row, refuse_over

#: Pairs that one event keeps apart.
MOST_APART = 200


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices that a director has about pairings now.

    Attributes:
        apart: two can be kept apart. round: the round for which two can be paired by hand, 0 for none.
        kept: pairs that are kept apart. paired: those of that round.
    """

    apart: bool = False
    round: int = 0
    kept: list[tuple[Entrant, Entrant]] = field(default_factory=list)
    paired: list[HandPairing] = field(default_factory=list)


def offer(competition: Competition) -> Offer:
    """Return what a director can say about the pairings of an event."""
    if not competition.pairing_by_hand or competition.status not in LIVE:
        return Offer()
    number = next_round(competition)
    of_user = {entrant.user_id: entrant for entrant in competition.entrants.select_related("user")}
    apart = competition.kept_apart.values_list("first", "second")
    kept = [(of_user[one], of_user[other]) for one, other in apart if one in of_user and other in of_user]
    paired = competition.hand_pairings.filter(round=number).select_related("first__user", "second__user")
    return Offer(not _why_not_apart(competition), number, kept, list(paired))


def next_round(competition: Competition) -> int:
    """Return the round for which people can be paired by hand, 0 where there is none to come."""
    if competition.format != "swiss":
        return 0
    return next(iter(byes.rounds_to_come(competition)), 0)


def _why_not_apart(competition: Competition) -> str:
    """Return why nobody can be kept apart any more, in a sentence; "" if somebody can."""
    laid_out = competition.format in ("knock-out", "round-robin")
    begun = laid_out and competition.status == Competition.Status.RUNNING
    return "It has begun: who meets whom is laid out." if begun else ""


@transaction.atomic
def keep_apart(
    key: str, user: User, entrant_id: Row, other_id: Row, reason: str, now: datetime | None = None
) -> KeptApart:
    """Let two entrants (ids) not be paired as long as anything else is possible. Raises Refused."""
    now = now or timezone.now()
    competition, first, second = _lock(key, user, entrant_id, other_id)
    why_not = _why_not_apart(competition)
    if why_not:
        raise Refused("too-late", why_not, 409)
    low, high = sorted((first.user, second.user), key=lambda person: person.pk)
    if _kept(competition, first, second).exists():
        raise Refused("apart", "These two are kept apart already.", 409)
    if competition.hand_pairings.filter(_of(first, second), round=next_round(competition)).exists():
        raise Refused("by-hand", "These two are paired by hand: take that back first.", 409)
    if competition.kept_apart.count() >= MOST_APART:
        raise Refused("too-many-pairs", f"An event keeps {MOST_APART} pairs apart at most.", 409)
    why = audit.needed_reason(reason)
    made = competition.kept_apart.create(first=low, second=high, at=now)
    words = f"{low.shown_name} and {high.shown_name} are kept apart."
    _note("kept-apart", words, competition, (first, second), user, why, now)
    return made


@transaction.atomic
def let_meet(
    key: str, user: User, entrant_id: Row, other_id: Row, reason: str, now: datetime | None = None
) -> None:
    """Let two entrants (ids) be paired again who were kept apart. Raises Refused."""
    now = now or timezone.now()
    competition, first, second = _lock(key, user, entrant_id, other_id, leavers=True)
    found = _kept(competition, first, second).first()
    if found is None:
        raise Refused("not-apart", "These two are not kept apart.", 409)
    why = audit.needed_reason(reason)
    found.delete()
    words = f"{first.user.shown_name} and {second.user.shown_name} may meet."
    _note("let-meet", words, competition, (first, second), user, why, now)


@transaction.atomic
def pair(
    key: str, user: User, entrant_id: Row, other_id: Row, reason: str, now: datetime | None = None
) -> HandPairing:
    """Let two entrants (ids) meet in the next round of a Swiss, on the sides of the rules. Raises Refused."""
    now = now or timezone.now()
    competition, first, second = _lock(key, user, entrant_id, other_id)
    number = _next_round(competition)
    if _kept(competition, first, second).exists():
        raise Refused("apart", "These two are kept apart: let them meet first.", 409)
    if is_blocked(first.user, [second.user_id]):
        raise Refused("blocked", "One of them wants nothing to do with the other.", 409)
    for entrant in (first, second):
        name = entrant.user.shown_name
        if number in entrant.byes:
            raise Refused("bye-asked", f"{name} has asked for a bye in round {number}.", 409)
        if _paired_in(competition, number).filter(Q(first=entrant) | Q(second=entrant)).exists():
            raise Refused("by-hand", f"{name} is paired by hand in round {number} already.", 409)
    why = audit.needed_reason(reason)
    made = competition.hand_pairings.create(round=number, first=first, second=second, at=now)
    words = f"{first.user.shown_name} and {second.user.shown_name} are paired by hand in round {number}."
    _note("paired-by-hand", words, competition, (first, second), user, why, now)
    return made


@transaction.atomic
def unpair(
    key: str, user: User, entrant_id: Row, other_id: Row, reason: str, now: datetime | None = None
) -> None:
    """Leave a pair of the next round to the rules again. Raises Refused."""
    now = now or timezone.now()
    competition, first, second = _lock(key, user, entrant_id, other_id, leavers=True)
    number = _next_round(competition)
    found = competition.hand_pairings.filter(_of(first, second), round=number)
    if not found.exists():
        raise Refused("not-by-hand", f"These two are not paired by hand in round {number}.", 409)
    why = audit.needed_reason(reason)
    found.delete()
    words = f"{first.user.shown_name} and {second.user.shown_name} are not paired by hand any more."
    _note("unpaired", words, competition, (first, second), user, why, now)


def _lock(
    key: str, user: User, one: int, other: int, *, leavers: bool = False
) -> tuple[Competition, Entrant, Entrant]:
    """Return an event, locked, in which directors may act on pairings, and two of its entrants. Raises Refused."""
    competition = lock_as_director(key, user)
    if not competition.pairing_by_hand:
        raise Refused("no-hand", "Directors of this event have no hand in its pairings.", 409)
    refuse_over(competition)
    found = {e.pk: e for e in competition.entrants.filter(pk__in=(one, other)).select_related("user")}
    if one == other or len(found) < 2:
        raise Refused("no-such-entrant", "Name two different people of this event.", 404)
    if user.pk in {entrant.user_id for entrant in found.values()}:
        raise Refused("own-entry", "This is about yourself: another director has to decide.", 403)
    if not leavers and any(entrant.state != Entrant.State.ENTERED for entrant in found.values()):
        raise Refused("not-entered", "One of them is not in this event any more.", 409)
    return competition, found[one], found[other]


def _next_round(competition: Competition) -> int:
    """Return the round that is paired next. Raises Refused where people cannot be paired by hand."""
    if competition.format != "swiss":
        raise Refused("no-swiss", "Only the rounds of a Swiss can be paired by hand.", 409)
    number = next_round(competition)
    if not number:
        raise Refused("no-round", "There is no round to come.", 409)
    return number


def _kept(competition: Competition, first: Entrant, second: Entrant) -> QuerySet[KeptApart]:
    people = (first.user_id, second.user_id)
    return competition.kept_apart.filter(first=min(people), second=max(people))


def _of(first: Entrant, second: Entrant) -> Q:
    return Q(first=first, second=second) | Q(first=second, second=first)


def _paired_in(competition: Competition, number: int) -> QuerySet[HandPairing]:
    """Return the pairs by hand of a round in which both are still there."""
    entered = Entrant.State.ENTERED
    return competition.hand_pairings.filter(round=number, first__state=entered, second__state=entered)


def _note(
    act: str,
    words: str,
    competition: Competition,
    people: tuple[Entrant, Entrant],
    user: User,
    reason: str,
    now: datetime,
) -> None:
    """Write down what a director said about two people, and tell them; a pairing made before is thrown away."""
    data = {"entrants": [entrant.pk for entrant in people]}
    entry = audit.write(act, words, competition, actor=user, reason=reason, data=data, at=now)
    for entrant in people:
        messages.tell_decision(entrant.user, act, entry)
    registration.touch(competition, now)

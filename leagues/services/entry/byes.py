"""Byes on request: rounds in which somebody will not play, announced before they are paired."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.refusals import Refused
from leagues.formats import lateness
from leagues.formats.swiss import MOST_ROUNDS, Swiss
from leagues.models import Competition, Entrant
from leagues.services import audit
from leagues.services.entry import registration
from leagues.services.queries import LIVE, Row, refuse_over
from leagues.services.rounds import standings


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices that somebody has about byes.

    Attributes:
        most: how many rounds they may sit out in all, 0 where nobody may. left: how many more.
        free: rounds to come for which they can ask. asked: rounds to come for which they have asked.
    """

    most: int = 0
    left: int = 0
    free: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


def offer(competition: Competition, entrant: Entrant) -> Offer:
    """Return what an entrant can do about byes now."""
    most = lateness.most_byes(competition.settings)
    if not most or competition.status not in LIVE or entrant.state != Entrant.State.ENTERED:
        return Offer(most=most)
    coming = rounds_to_come(competition)
    left = max(0, most - len(entrant.byes))
    taken = {*entrant.byes, *_paired_by_hand(competition, entrant)}
    free = tuple(number for number in coming if number not in taken) if left else ()
    return Offer(most, left, free, tuple(number for number in coming if number in entrant.byes))


def rounds_to_come(competition: Competition) -> range:
    """Return the numbers of the rounds that are not paired yet."""
    paired = competition.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    if competition.status == Competition.Status.REGISTRATION:
        return range(1, (competition.settings["rounds"] or MOST_ROUNDS) + 1)
    view = standings.load(competition)
    assert isinstance(view.format, Swiss)
    return range(paired + 1, view.format.length(view.entrants, view.meetings, view.settings) + 1)


@transaction.atomic
def ask(key: str, user: User, round_number: Row, now: datetime | None = None) -> Entrant:
    """Let somebody sit out a round that is not paired yet. Raises Refused."""
    now = now or timezone.now()
    competition, entrant = _lock(key, user)
    if round_number in entrant.byes:
        raise Refused(
            "bye-asked", f"You have asked for a bye in round {round_number}.", 409, extra={"field": "round"}
        )
    _check_round(competition, round_number)
    most = lateness.most_byes(competition.settings)
    if len(entrant.byes) >= most:
        words = "one bye" if most == 1 else f"{most} byes"
        raise Refused("no-bye-left", f"Everybody may ask for {words}, and you have had that.", 409)
    if round_number in _paired_by_hand(competition, entrant):
        raise Refused("by-hand", f"A director has paired you in round {round_number}: ask them.", 409)
    entrant.byes = sorted([*entrant.byes, round_number])
    entrant.save(update_fields=["byes"])
    _note("bye-asked", f"{user.shown_name} will not play in round {round_number}.", competition, user, now)
    return entrant


def _paired_by_hand(competition: Competition, entrant: Entrant) -> set[int]:
    """Return the rounds in which a director has paired somebody with somebody who is still there."""
    entered = Entrant.State.ENTERED
    paired = competition.hand_pairings.filter(first__state=entered, second__state=entered)
    return set(paired.filter(Q(first=entrant) | Q(second=entrant)).values_list("round", flat=True))


@transaction.atomic
def take_back(key: str, user: User, round_number: Row, now: datetime | None = None) -> Entrant:
    """Let somebody play after all in a round that is not paired yet. Raises Refused."""
    now = now or timezone.now()
    competition, entrant = _lock(key, user)
    if round_number not in entrant.byes:
        words = f"You have not asked for a bye in round {round_number}."
        raise Refused("bye-not-asked", words, 409, extra={"field": "round"})
    _check_round(competition, round_number)
    entrant.byes = [one for one in entrant.byes if one != round_number]
    entrant.save(update_fields=["byes"])
    words = f"{user.shown_name} plays in round {round_number} after all."
    _note("bye-taken-back", words, competition, user, now)
    return entrant


def _lock(key: str, user: User) -> tuple[Competition, Entrant]:
    """Return a competition, locked, with the user's entrant. Raises Refused where they cannot ask for byes."""
    competition = registration.lock(key)
    entrant = competition.entrants.filter(user=user, state=Entrant.State.ENTERED).first()
    if entrant is None:
        raise Refused("not-entered", "You are not in this event.", 409)
    if not lateness.most_byes(competition.settings):
        raise Refused("no-byes", "Nobody gets a bye on request in this event.", 409)
    refuse_over(competition)
    return competition, entrant


def _check_round(competition: Competition, number: int) -> None:
    """Raise Refused unless a round is still to be paired."""
    coming = rounds_to_come(competition)
    if number in coming:
        return
    if 1 <= number < coming.start:
        raise Refused("round-paired", f"Round {number} is paired already.", 409, extra={"field": "round"})
    raise Refused("no-such-round", "There is no such round to come.", 409, extra={"field": "round"})


def _note(act: str, words: str, competition: Competition, user: User, now: datetime) -> None:
    """Write down what somebody said about a round; a pairing that is being made without it is thrown away."""
    audit.write(act, words, competition, actor=user, person=user, at=now)
    registration.touch(competition, now)

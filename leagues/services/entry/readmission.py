"""Letting somebody in again who left, or was taken out: what is possible, and what becomes of the games lost by it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.models import Game
from leagues.formats.knock_out import KnockOut
from leagues.models import Competition, Entrant, Pairing, Place
from leagues.services.entry import eligibility, registration
from leagues.services.queries import LIVE, with_places
from leagues.services.records import ratings, results
from leagues.services.rounds import ladder_order, pairings, standings

#: What becomes of the games that were lost by leaving.
STAND, REPLAY = "stand", "replay"
CHOICES = (STAND, REPLAY)


@dataclass(frozen=True, slots=True)
class Offer:
    """The ways back for somebody who is out.

    Attributes:
        why_not: why they cannot be let in again at all, in a sentence; "" if they can.
        refused: why not with one of `CHOICES`, by its name; missing where it is possible.
        games: pairings that can be played after all.
    """

    why_not: str
    refused: dict[str, str]
    games: tuple[Pairing, ...] = ()

    @property
    def people(self) -> set[User]:
        """Who plays in those games."""
        return {place.entrant.user for pairing in self.games for place in pairing.places.all()}

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be chosen; empty where they cannot be let in."""
        return () if self.why_not else tuple(name for name in CHOICES if name not in self.refused)


def offer(competition: Competition, entrant: Entrant) -> Offer:
    """Return what is possible for somebody who is out of a competition."""
    why_not = _why_not(competition, entrant)
    if why_not:
        return Offer(why_not, {})
    games = _playable(competition, entrant)
    refused = {}
    if not games:
        refused[REPLAY] = "No game of theirs that was lost by leaving can still be played."
    if competition.format == "knock-out" and competition.status == Competition.Status.RUNNING:
        refused |= _refused_by_bracket(competition, entrant, games)
    if len(refused) == len(CHOICES):
        return Offer(refused[REPLAY], refused)
    return Offer("", refused, tuple(games))


def _why_not(competition: Competition, entrant: Entrant) -> str:
    """Return why somebody cannot be let in, whatever becomes of their games; "" if they can."""
    name = entrant.user.shown_name
    if competition.status not in LIVE:
        return "This event is over."
    if entrant.state == Entrant.State.ENTERED:
        return f"{name} is in."
    if entrant.user.deleted or not entrant.user.is_active:
        return "This account is closed."
    if competition.status == Competition.Status.REGISTRATION:
        if entrant.state == Entrant.State.WITHDRAWN and competition.team_size:
            return f"{name} is in no team: they can found one, or be asked into one."
        if entrant.state == Entrant.State.WITHDRAWN:
            return f"{name} left by themselves, and can enter by themselves."
        taken = competition.entrants.filter(state=Entrant.State.ENTERED).count()
        if (
            competition.most_entrants
            and not competition.team_size
            and taken >= competition.most_entrants
            and competition.format != "mini-cup"
        ):
            return "All places are taken."
    elif _why_no_place(competition, entrant):
        return _why_no_place(competition, entrant)
    if not eligibility.is_reachable(entrant.user):
        return f"{name} cannot be reached by notices: they need a confirmed address, or a webhook."
    return ""


def _why_no_place(competition: Competition, entrant: Entrant) -> str:
    """Return why there is no place for somebody who is out of an event that runs, in a sentence; "" if there is."""
    if competition.format == "ladder" or entrant.place:
        return ""
    return f"{entrant.user.shown_name} was not in it when it began: there is no place for them."


def _playable(competition: Competition, entrant: Entrant) -> list[Pairing]:
    """Return the games lost by leaving on which nothing was built, and whose other players are still in."""
    lost = Place.objects.filter(entrant=entrant, by_leaving=True).values("pairing")
    found = []
    for pairing in with_places(competition.pairings.filter(pk__in=lost).order_by("number")):
        others = [place.entrant for place in pairing.places.all() if place.entrant_id != entrant.pk]
        runs = pairing.game is not None and pairing.game.status == Game.Status.RUNNING
        later = competition.format == "swiss" and pairing.round.closed_at is not None
        if not runs and not later and all(other.state == Entrant.State.ENTERED for other in others):
            found.append(pairing)
    return found


def why_not_replaced(competition: Competition, entrant: Entrant) -> str:
    """Return why nobody can take the place of somebody who is out, in a sentence; "" if somebody can."""
    if entrant.state == Entrant.State.ENTERED:
        return ""
    why_not = _why_no_place(competition, entrant)
    if why_not or competition.format != "knock-out":
        return why_not
    return _refused_by_bracket(competition, entrant, ()).get(STAND, "")


def _refused_by_bracket(
    competition: Competition, entrant: Entrant, games: Iterable[Pairing]
) -> dict[str, str]:
    """Return why a knock-out cannot take somebody back, by what becomes of their games.

    Every set that was paired must still be between the same two, and they must have a set before them.
    """
    view = standings.load(competition)
    form = view.format
    assert isinstance(form, KnockOut)
    back = [e if e.id != entrant.pk else replace(e, active=True) for e in view.entrants]
    again = {game.number for game in games}
    refused = {}
    for choice in CHOICES:
        meetings = view.meetings
        if choice == REPLAY:
            anew: dict[str, Any] = {"points": None, "winners": None, "clock_used": (), "handicap": ()}
            meetings = [replace(m, **anew) if m.order in again else m for m in meetings]
        if not form.is_consistent(back, meetings, view.settings):
            refused[choice] = "The next sets were paired without them: the bracket stands."
        elif form.is_knocked_out(entrant.pk, back, meetings, view.settings):
            refused[choice] = "They are knocked out as long as the games that they have lost stand."
    return refused


def let_in(competition: Competition, entrant: Entrant, games: Iterable[Pairing], now: datetime) -> None:
    """Let somebody in again, and let `games` be played after all. The caller holds the competition's lock.

    On a ladder they get back the rung that they had. Before an event of teams begins they may be asked into one again.
    """
    for pairing in games:
        _play_again(competition, pairing, now)
    running = competition.status == Competition.Status.RUNNING
    # Before an event of teams begins somebody has no place to come back to: a captain can ask them in.
    asked = competition.team_size and not running
    entrant.state = Entrant.State.WITHDRAWN if asked else Entrant.State.ENTERED
    entrant.left_at = None
    entrant.reason = ""
    if not running:
        entrant.entered_at = now
    entrant.save(update_fields=["state", "left_at", "reason", "entered_at"])
    if running:
        registration.settle_team(entrant)
    if running and competition.format == "ladder":
        rung = ladder_order.rung_before_leaving(competition, entrant)
        ladder_order.note(competition, ladder_order.Kind.SET, entrant, now, rung)
        ladder_order.rerun(competition)
        entrant.refresh_from_db(fields=["place"])
    registration.touch(competition, now)


def _play_again(competition: Competition, pairing: Pairing, now: datetime) -> None:
    """Let a decided pairing wait for a new game; the old one counts for nothing any more, and keeps its record."""
    if pairing.game is not None:
        results.take_up(pairing.game, competition)
        pairing.game.refresh_from_db()
        ratings.annul_record(pairing.game, True)
        pairing.seed_number = None  # that one is open, and the new game gets another
    if pairing.deadline_at is not None or pairing.round.deadline_at is not None:
        pairing.deadline_at = now + timedelta(days=max(1, competition.round_days))
    pairing.plays_on = False
    pairings.reopen(pairing, None, excused=False)

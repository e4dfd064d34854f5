"""Offers to a director: only what can be done now; and why not, where somebody would look for it."""

from dataclasses import dataclass
from datetime import datetime

import rules
from accounts.models import User
from games import titles
from games.hours import pauses
from games.ledger import readings
from games.models import Game
from games.play import ways
from leagues.models import Competition, Entrant, Pairing
from leagues.services.directing.rights import has_part_in, is_of_own_team
from leagues.services.entry import readmission
from leagues.services.lifecycle import adjudication, start
from leagues.services.queries import LIVE, complete_words
from leagues.services.queries import entered as number_entered


@dataclass(frozen=True, slots=True)
class OfGame:
    """The choices about a game. `why` says why nothing can be decided, where that is not plain to see.

    Attributes:
        readings: how it may go on by mended rules, each way with its words; () where that is no question.
        stop: the clocks can be stopped. resume: they stand, and can run again.
        excuse: those who have lost it by the clock and are not excused.
    """

    extend: bool = False
    give_time: bool = False
    stop: bool = False
    resume: bool = False
    correct: bool = False
    readings: tuple[tuple[str, str], ...] = ()
    play_again: bool = False
    decide: bool = False
    excuse: tuple[User, ...] = ()
    why: str = ""

    @property
    def any(self) -> bool:
        """Whether there is anything to do, or to say."""
        return self != OfGame()


@dataclass(frozen=True, slots=True)
class OfEntrant:
    """The choices about somebody in an event; `readmit` holds what may become of their games."""

    place: bool = False
    remove: bool = False
    replace: bool = False
    rung: bool = False
    readmit: tuple[str, ...] = ()
    why: str = ""

    @property
    def any(self) -> bool:
        """Whether there is anything to do, or to say."""
        return self != OfEntrant()


@dataclass(frozen=True, slots=True)
class OfEvent:
    """The choices about an event; `why_not_start` says what it waits for."""

    start: bool = False
    why_not_start: str = ""
    end_round: bool = False


def of_game(competition: Competition, pairing: Pairing, user: User, now: datetime) -> OfGame:
    """Return what a director is offered about a game; its places with their players are loaded."""
    places = list(pairing.places.all())
    if any(place.entrant.user_id == user.pk for place in places):
        return OfGame(why="This is your own game: another director has to decide.")
    if is_of_own_team(user, pairing.match):
        return OfGame(why="This is a game of your team: another director has to decide.")
    excuse = tuple(place.entrant.user for place in places if place.timed_out and not place.excused)
    if competition.status != Competition.Status.RUNNING:
        return OfGame(excuse=excuse)
    is_open = pairing.state != Pairing.State.DONE
    runs = is_open and pairing.game is not None and pairing.game.status == Game.Status.RUNNING
    stands = runs and pairing.game is not None and pauses.current_stop(pairing.game, now) is not None
    why = adjudication.why_it_stands(pairing)
    return OfGame(
        extend=is_open,
        give_time=runs,
        stop=runs and not stands,
        resume=stands,
        correct=runs
        and titles.is_here(competition.title)
        and rules.title(competition.title).can_be_corrected,
        readings=_readings(pairing.game) if runs and pairing.game is not None else (),
        play_again=not why and pairing.game is not None and (is_open or pairing.round.closed_at is None),
        decide=not why and pairing.outcome != Pairing.Outcome.BYE,
        excuse=excuse,
        why=why,
    )


def _readings(game: Game) -> tuple[tuple[str, str], ...]:
    asked = readings.question(game)
    return () if asked is None else tuple((way, ways.in_words(game, asked, way)) for way in asked.ways)


def of_entrant(
    competition: Competition, entrant: Entrant, user: User, own_team: int | None = None
) -> OfEntrant:
    """Return what a director is offered about an entrant; `own_team` is that of the director's own entry."""
    if competition.status not in LIVE:
        return OfEntrant()
    opening = competition.status == Competition.Status.REGISTRATION
    entered = entrant.state == Entrant.State.ENTERED
    if entrant.user_id == user.pk:
        why = "This is you: another director acts about you, and you leave on the page of the event."
        return OfEntrant(place=opening and entered and not competition.team_size, why=why)
    if own_team is not None and entrant.team_id == own_team:
        return OfEntrant(why="This is your own team: another director has to decide.")
    if entered:
        others = competition.entrants.filter(state=Entrant.State.ENTERED).exclude(pk=entrant.pk)
        rung = competition.format == "ladder" and not opening and others.exists()
        place = opening and not competition.team_size
        return OfEntrant(place=place, remove=True, replace=not opening, rung=rung)
    offer = readmission.offer(competition, entrant)
    replace = not opening and not readmission.why_not_replaced(competition, entrant)
    choices, why = offer.choices, offer.why_not
    if readmission.REPLAY in choices and has_part_in(user, offer.games):
        choices = tuple(choice for choice in choices if choice != readmission.REPLAY)
        why = (
            "One of the games to be replayed is your own: only another director can let them be played anew."
        )
    return OfEntrant(replace=replace, readmit=choices, why=why)


def of_event(competition: Competition, now: datetime) -> OfEvent:
    """Return what a director is offered about an event as a whole."""
    if competition.status == Competition.Status.REGISTRATION:
        entered = number_entered(competition)
        least = competition.least_entrants
        came = "has" if entered == 1 else "have"
        why = f"{entered} {came} entered; {least} are needed to begin."
        if competition.team_size:
            why = f"{complete_words(entered)}; {least} are needed to begin."
        if entered >= least:
            why = start.why_no_cup(competition, now)
        return OfEvent(start=not why, why_not_start=why)
    running = competition.status == Competition.Status.RUNNING
    rounds = running and competition.format != "ladder"
    return OfEvent(end_round=rounds and competition.rounds.filter(closed_at__isnull=True).exists())

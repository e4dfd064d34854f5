"""Answers in an ally's place: what a player allows an ally to answer, and what that ally is asked then (STD-9).

A player names kinds of questions for which an ally's own view suffices (`rules.Title.partner_answers`); the ally may
answer these as if they were its own until the player takes that back or either seat changes hands. Such an answer is
a move of the seat that is asked, on that seat's clock, and its log names who gave it. Taking it back is for the player
whose seat it is, and for nobody else.

The ally knows of the game what its own seat does, and what it has answered itself: what the player has answered and
can still take back is not there for it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypedDict

from django.db import transaction

import rules
from games.ledger import ledger, notices
from games.ledger.lookups import seats_of
from games.ledger.records import entry_of
from games.models import Event, Game, Seat
from games.play import teams
from games.play.access import Viewer, require_player
from games.refusals import Refused
from rules.core import named_choices
from rules.core.records import effective


class Partner(TypedDict):
    """An ally of a seat, and the kinds of questions that it may answer in the seat's place."""

    seat: str
    label: str
    player: str
    kinds: list[str]


class Allowed(TypedDict):
    """The kinds that allies may answer for each other at a table, in words; who may for a seat, and for whom it may."""

    kinds: dict[str, str]
    partners: list[Partner]
    answers_for: list[Partner]


class AskedFor(TypedDict):
    """A question to an ally that a seat may answer in the ally's place; `version` goes with the answer."""

    seat: str
    label: str
    player: str
    version: int
    decision: rules.Described


@dataclass(frozen=True)
class Question:
    """A question to a seat as a partner knows it, who may answer it.

    Attributes:
        version: of the game, as far as the partner knows it.
        is_newest: whether nobody has answered it yet, in what can still be taken back.
    """

    seat: Seat
    decision: rules.Decision
    version: int
    is_newest: bool


# -- allowing ----------------------------------------------------------------------------------


def kinds_at(game: Game) -> dict[str, str]:
    """Return the kinds of questions that allies may answer for each other at a table, with what they ask."""
    title = rules.title(game.title)
    kinds = title.partner_answers(game.options)
    return {kind: words for kind, words in title.standing_kinds.items() if kind in kinds}


def partners_of(game: Game, seats: Collection[Seat], seat: Seat) -> list[Seat]:
    """Return the allies of a seat that somebody else plays, a person."""
    allied = teams.allies_of(game, seat.name)
    return [
        other
        for other in seats
        if other.name in allied
        and other.name != seat.name
        and other.is_taken
        and not other.bot
        and (other.user_id is None or other.user_id != seat.user_id)
    ]


def can_share(viewer: Viewer) -> bool:
    """Return whether the viewer's seat has an ally who may be allowed to answer something at its table."""
    own = viewer.seat
    return own is not None and bool(kinds_at(viewer.game) and partners_of(viewer.game, viewer.seats, own))


def situation(viewer: Viewer) -> Allowed:
    """Return what the viewer's seat has allowed its allies, and they it. Raises Refused for who does not sit here."""
    require_player(viewer)
    assert viewer.seat is not None
    game, own, kinds = viewer.game, viewer.seat, kinds_at(viewer.game)
    others = partners_of(game, viewer.seats, own) if kinds else []
    return {
        "kinds": kinds if others else {},
        "partners": [_partner(game, other, own.partners.get(other.name, ())) for other in others],
        "answers_for": [
            _partner(game, other, given) for other in others if (given := other.partners.get(own.name))
        ],
    }


def _partner(game: Game, seat: Seat, kinds: Collection[str]) -> Partner:
    label = rules.title(game.title).seat_name(seat.name)
    return {"seat": seat.name, "label": label, "player": seat.player_name, "kinds": sorted(kinds)}


@transaction.atomic
def allow(viewer: Viewer, partner: str, kinds: Collection[str]) -> None:
    """Let an ally answer questions of these kinds in the place of the viewer's seat, and of no others.

    Raises:
        Refused: the game does not run, that is no ally who could, or allies may not answer that here.
    """
    own = require_player(viewer)
    row = ledger.lock(viewer.game.key)
    ledger.require_running(row)
    seats = seats_of(row)
    seat = next(each for each in seats if each.name == own)
    if partner not in [other.name for other in partners_of(row, seats, seat)]:
        raise Refused(
            "no-such-seat", "There is no such ally of yours at this table.", 404, extra={"field": "partner"}
        )
    known = kinds_at(row)
    if not all(kind in known for kind in kinds):
        raise Refused(
            "no-such-decision", "That is not answered by allies here.", 422, extra={"field": "kinds"}
        )
    before = seat.partners.get(partner, [])
    given = {name: of for name, of in seat.partners.items() if name != partner}
    if kinds:
        given[partner] = sorted(set(kinds))
    Seat.objects.filter(pk=seat.pk).update(partners=given)
    if seat.waiting_kind in kinds and seat.waiting_kind not in before:
        notices.notify_partner(row, seat, next(other for other in seats if other.name == partner))


def forget(seat: Seat) -> None:
    """Take back what a seat has allowed its allies, and they it: its player has it no longer."""
    seat.partners = {}
    Seat.objects.filter(pk=seat.pk).update(partners={})
    for other in Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk):
        if other.partners.pop(seat.name, None) is not None:
            Seat.objects.filter(pk=other.pk).update(partners=other.partners)


# -- what is asked -----------------------------------------------------------------------------


def question_for(row: Game, play: rules.Game[Any], seat: Seat, partner: str) -> Question | None:
    """Return what a seat is asked and `partner` may answer in its place; None for everything else that is asked."""
    kinds = seat.partners.get(partner)
    if not kinds:
        return None
    answered, version = _known_to(row, play, seat, partner)
    decision = play.question_of(seat.name, answered=answered)
    if decision is None or not decision.standing or decision.kind not in kinds:
        return None
    if decision.kind not in play.title.partner_answers(row.options):
        return None
    return Question(seat, decision, version, is_newest=answered >= play.unpublished)


def _known_to(row: Game, play: rules.Game[Any], seat: Seat, partner: str) -> tuple[int, int]:
    """Return how many of a seat's unpublished answers the partner has given, and the version that it knows by them."""
    if play.mover != seat.name:
        return 0, row.published_version
    recent = Event.objects.filter(game=row, seq__gt=row.published_version).order_by("seq")
    counting = effective(entry_of(event) for event in recent)
    own = list(takewhile(lambda entry: entry.by == partner, counting))
    return sum(len(entry.choices) for entry in own), own[-1].seq if own else row.published_version


def questions(viewer: Viewer, play: rules.Game[Any]) -> list[Question]:
    """Return the questions to allies that the viewer may answer in their place."""
    own = viewer.seat_name
    if own is None or viewer.by_turn_link or viewer.game.status != Game.Status.RUNNING:
        return []
    found = [question_for(viewer.game, play, seat, own) for seat in viewer.seats if seat.partners.get(own)]
    return [question for question in found if question is not None]


def asked_for(viewer: Viewer, play: rules.Game[Any]) -> list[AskedFor]:
    """Return the questions to allies that the viewer may answer in their place, as JSON."""
    return [
        {
            "seat": question.seat.name,
            "label": play.title.seat_name(question.seat.name),
            "player": question.seat.player_name,
            "version": question.version,
            "decision": question.decision.describe(),
        }
        for question in questions(viewer, play)
    ]


# -- answering ---------------------------------------------------------------------------------


def stale(version: int) -> Refused:
    """Return the refusal of an answer to a position that is no more, with the version that the seat sees now."""
    return Refused(
        "stale-version",
        "The game has moved on since you looked: see the new position, then choose again.",
        409,
        extra={"version": version},
    )


def require_question(row: Game, play: rules.Game[Any], seat: Seat, partner: str) -> Question:
    """Return what a seat is asked and `partner` may answer in its place. Raises Refused if there is nothing."""
    label = play.title.seat_name(seat.name)
    if not seat.partners.get(partner):
        words = f"{label} does not allow you to answer in their place, or not any more."
        raise Refused("not-allowed", words, 403)
    question = question_for(row, play, seat, partner)
    if question is None:
        words = f"{label} is asked nothing now that you may answer in their place."
        raise Refused("not-your-turn", words, 409)
    return question


def answer_in(
    row: Game, play: rules.Game[Any], seat: Seat, partner: str, version: int, choices: list[Any] | None
) -> rules.Choice:
    """Return the answer of a partner to what a seat of a locked game is asked, made for `version` as it knows it.

    One question at a time: what comes after it may be none that the partner may know.

    Raises:
        Refused: it may not answer, or the game has moved on. IllegalChoice: that is no answer.
    """
    question = require_question(row, play, seat, partner)
    if version != question.version or not question.is_newest:
        raise stale(question.version)
    return only_choice(play.title, question.decision, choices)


def only_choice(title: rules.Title[Any], decision: rules.Decision, choices: list[Any] | None) -> rules.Choice:
    """Return the answer to the one question that is asked of an ally.

    Raises:
        Refused: these are none, or more than one. IllegalChoice: that is no answer.
    """
    if choices is not None and len(choices) == 1:
        choice, more = named_choices.read(title, decision, choices[0])
        if not more:
            return choice
    raise Refused("malformed", "For an ally one question is answered at a time.", 400)

"""The question that a mail puts: what its reader is asked, or what an ally is and the reader may answer (STD-9)."""

from dataclasses import dataclass
from typing import Any

import rules
from games.models import Seat
from games.play import game_names, partners, positions
from games.play.access import Viewer
from games.refusals import Refused


@dataclass(frozen=True)
class Asked:
    """What a mail asks its reader.

    Attributes:
        decision: None if nothing is asked.
        version: the version that an answer is for, as the reader knows it.
        ally: the seat in whose place the reader answers; None for the reader's own.
    """

    decision: rules.Decision | None
    version: int
    ally: Seat | None = None

    @property
    def of(self) -> str:
        """The name of the ally's seat, "" for the reader's own question."""
        return self.ally.name if self.ally is not None else ""

    def in_words(self, reader: Seat, *, whole: bool) -> str:
        """Return what is asked, and until when, for a subject; the question itself where it is told `whole`."""
        if self.decision is None:
            return ""
        prompt = self.decision.prompt if whole else ""
        if self.ally is None:
            return game_names.turn_for(reader, prompt)
        may = f"you may answer for {rules.title(reader.game.title).seat_name(self.ally.name)}"
        return f"{may}. {game_names.turn_for(self.ally, prompt, reader)}" if whole else may


def asked_in(viewer: Viewer, play: rules.Game[Any], of: str = "") -> Asked:
    """Return what an ally `of` is asked and the reader may answer; otherwise what the reader is asked."""
    question = question_to(viewer, play, of)
    if question is not None:
        return Asked(question.decision, question.version, question.seat)
    return Asked(positions.open_decision(viewer, play), positions.visible_seq(viewer, play))


def question_to(viewer: Viewer, play: rules.Game[Any], of: str) -> partners.Question | None:
    """Return what an ally is asked and the viewer may answer at this moment."""
    found = partners.questions(viewer, play) if of else []
    return next((question for question in found if question.seat.name == of), None)


def require_asked(viewer: Viewer, play: rules.Game[Any], version: int, of: str) -> rules.Decision:
    """Return what an ally is asked and the viewer may answer. Raises Refused: nothing, or not what a mail asked."""
    ally = next((seat for seat in viewer.seats if seat.name == of), None)
    if ally is None:
        raise Refused("no-such-seat", "There is no such ally of yours at this table.", 404)
    question = partners.require_question(viewer.game, play, ally, str(viewer.seat_name))
    if question.version != version or not question.is_newest:
        raise stale()
    return question.decision


def stale() -> Refused:
    """Return the refusal of a mail that answers what is asked no more."""
    return Refused(
        "stale-version",
        "Your mail answers an older position: the game has moved on since. See below how it stands now.",
        409,
    )

"""Cases: what somebody has reported of a game, in a file from which it is seen again without the server.

A case of a game that is over holds its record up to the entry in question. One of a game that runs holds a position as
the reporter's eye knows it, all else drawn anew, with what that eye may know of the answers since. Where neither leads
to the place, the words alone are kept, with the facts from which they are made.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.core.chance import Chance, Outcome, Seeded, Source, fits
from rules.core.decisions import Text
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.records import Entry, Record, own_lines
from rules.core.registry import title as title_of
from rules.core.replay import apply_entry, replay
from rules.core.table import ALL_SEEING, LogLine
from rules.core.title import Title

Place = Literal["line", "refusal", "question", "step"]


class Position(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A checkpoint as one eye knows it, and what is answered from there.

    Attributes:
        options: complete, as the game has them there.
        state: the position as JSON.
        answers: those that lead to the place, a seat and a choice each; then: those of the entry in question.
        seed: of everything that is drawn on the way.
    """

    options: dict[str, Any]
    state: msgspec.Raw
    answers: list[tuple[str, Any]] = []
    then: list[tuple[str, Any]] = []
    seed: str = "0"


class Case(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What was reported, and from where it is seen again.

    Attributes:
        report: its number. title, rules_version: of the game.
        place, kind, words: of what was reported; `words` is the sentence that was read there.
        eye: the seat whose eyes saw it, `*` for everything, None for a spectator.
        asked: of a question or refusal, the seat that is asked: that of the eye, or an ally's.
        tried: of a refusal, what was tried: choices, each as `{"value": …}` or `{"text": …}`.
        record: up to the entry in question, which is the last; of a question or refusal, up to where it came.
        position: likewise, of a game that runs.
        line: of a line that cannot be played again, its facts.
        shown: of a step, the parts of the view that it has changed; of one that cannot be played again, the board.
        view: what the eye saw, where the case cannot be played again.
    """

    report: int
    title: str
    rules_version: int
    place: Place
    kind: str
    words: str
    eye: str | None = None
    asked: str = ""
    tried: list[dict[str, Any]] = []
    record: Record | None = None
    position: Position | None = None
    line: LogLine | None = None
    shown: dict[str, Any] = {}
    view: dict[str, Any] | None = None

    @property
    def is_playable(self) -> bool:
        """Whether the rules can play to the place."""
        return self.record is not None or self.position is not None

    # -- what the rules make of it now ---------------------------------------------------------

    def refusal(self) -> str | None:
        """Return the sentence with which what was tried is refused; None if it is accepted.

        Raises ReplayError, IllegalChoice: these rules do not lead to the place.
        """
        play = self._before()
        choices = [Text(one["text"]) if "text" in one else one.get("value") for one in self.tried]
        try:
            play.play(self.asked, choices)
        except IllegalChoice as illegal:
            return illegal.message
        return None

    def question(self) -> str | None:
        """Return what is asked at the place; None if nothing is. Raises as `refusal`."""
        play = self._before()
        decision = play.decision_of(self.asked)
        return decision.prompt if decision is not None else None

    def lines(self) -> list[str]:
        """Return the sentences that the entry in question tells to the eye. Raises as `refusal`."""
        title = title_of(self.title)
        told = [self.line] if self.line is not None else self._after()[1]
        return [title.sentence(line) for line in told if line.is_visible_to(self.eye)]

    def position_after(self) -> dict[str, Any]:
        """Return those parts of the view after the entry in question that it changed when it was reported.

        Raises as `refusal`.
        """
        if self.view is not None:
            return {"board": title_of(self.title).text_board(self.view)}
        view = as_json(self._after()[0].view(self.eye))
        return {name: view.get(name) for name in self.shown}

    def changes(self) -> dict[str, Any]:
        """Return the parts of the view that the entry in question changes. Raises as `refusal`."""
        before, after = (as_json(play.view(self.eye)) for play in (self._before(), self._after()[0]))
        return {name: value for name, value in after.items() if before.get(name) != value}

    def is_so(self) -> bool:
        """Return whether it is as it was reported. Raises as `refusal`."""
        if not self.is_playable and self.place in ("refusal", "question"):
            return True
        match self.place:
            case "refusal":
                return self.refusal() == self.words
            case "question":
                return self.question() == self.words
            case "line":
                return self.words in self.lines()
        return self.position_after() == self.shown

    # -- playing to it -------------------------------------------------------------------------

    def _title(self) -> Title[Any]:
        return title_of(self.title)

    def _is_about_entry(self) -> bool:
        return self.place in ("line", "step")

    def _before(self) -> Game[Any]:
        """Return the game before the entry in question, or where the question or the refusal came."""
        if self.record is not None:
            newest = len(self.record.entries) - 1
            until = max(0, newest - 1) if self._is_about_entry() else newest
            play = replay(self.record, until=until, any_version=True, title=self._title())
            play.source = Seeded(f"case {self.report}")
            return play
        assert self.position is not None, "these words are all that is known of it"
        state = msgspec.json.decode(self.position.state, type=self._title().state_type)
        source = Seeded(self.position.seed)
        play = Game.start(self._title(), self.position.options, source, position=state)
        _answer(play, self.position.answers)
        return play

    def _after(self) -> tuple[Game[Any], list[LogLine]]:
        """Return the game after the entry in question, and the lines that it writes."""
        play = self._before()
        if self.record is None:
            assert self.position is not None
            number = len(play.lines)
            _answer(play, self.position.then)
            return play, play.lines[number:]
        entry = self.record.entries[-1]
        if entry.kind == "start":
            return play, play.lines
        number, before = len(play.lines), play
        play = _entered(play, entry)
        return play, [*own_lines(entry), *(play.lines[number:] if play is before else play.lines)]


class _Recorded:
    """Chance as it was recorded, as long as the rules ask for the same; then anew."""

    def __init__(self, outcomes: Sequence[Outcome], then: Source) -> None:
        self._outcomes, self._then = list(outcomes), then

    def take(self, asked: Chance, index: int) -> list[int]:
        if self._outcomes and fits(asked, self._outcomes[0]):
            return self._outcomes.pop(0).got
        self._outcomes = []
        return self._then.take(asked, index)


def _entered(play: Game[Any], entry: Entry) -> Game[Any]:
    """Return the game after an entry, also where the rules roll or draw otherwise for it than they did."""
    if not entry.choices:
        return apply_entry(play, entry)
    play.source = _Recorded(entry.chance, play.source)
    _answer(play, [(entry.seat or "", choice) for choice in entry.choices])
    return play


def _answer(play: Game[Any], answers: Sequence[tuple[str, Any]]) -> None:
    for seat, choice in answers:
        play.play(seat, [choice])


def as_json(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view as it comes out of a file."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return told


def load_case(text: bytes | str) -> Case:
    """Return the case in `text`. Raises msgspec.ValidationError, msgspec.DecodeError: it is none."""
    return msgspec.json.decode(text, type=Case)


def case_beside(test: str) -> Case:
    """Return the case of the test in the file `test_report_12.py`: it lies in `report_12.json`, in the same folder.

    Raises OSError, msgspec.ValidationError, msgspec.DecodeError: there is none.
    """
    file = Path(test)
    return load_case(file.with_name(file.name.removeprefix("test_")).with_suffix(".json").read_bytes())


def dump_case(case: Case) -> bytes:
    """Return a case as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(case), indent=1) + b"\n"


def eye_of(seat: str, *, is_over: bool) -> str | None:
    """Return the eye of somebody who reports from a seat, or as a spectator (""): when a game is over it sees all."""
    return ALL_SEEING if is_over else seat or None

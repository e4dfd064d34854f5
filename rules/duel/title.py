"""Duel for Middle-earth as a title."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypedDict

from rules.core.buttons import Button
from rules.core.corrections import Change, Correctable
from rules.core.decisions import Choice, Decision, Text
from rules.core.errors import PositionError
from rules.core.fields import examples_in
from rules.core.forced_choices import UNASKED
from rules.core.table import LogLine, Procedure, Table
from rules.core.title import Bot, FactField, OptionField, Outlook, RandomBot, Result, Title
from rules.duel import board, corrections, flow, notation, outlook, state, story, text_board, view
from rules.duel.bots import Captain, Squire
from rules.duel.buttons import BUTTONS
from rules.duel.data import DATA, SEATS, SECTIONS, seat_name
from rules.duel.state import State
from rules.duel.view import DuelView

RESULT_TEXTS = {
    "quest": "wins by the Quest of the Ring",
    "races": "wins with the Support of the Races",
    "conquest": "wins by conquest",
    "regions": "holds more regions at the end of the third chapter",
}


class Facts(TypedDict):
    """The facts of a finished game in its record."""

    turns: int | None
    chapter: int | None


class Duel(Title[State]):
    """The two-player game (DU-1 to DU-18)."""

    id = "duel"
    name = "Duel for Middle-earth"
    stage = "complete"
    endings = state.ENDINGS
    records = Path(__file__).with_name("records")
    rule_prefix = "DU"
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    handbook = Path(__file__).with_name("handbook.md")
    first_turn = Path(__file__).with_name("first_turn.md")
    state_type = State
    view_type = DuelView
    bots: ClassVar[Mapping[str, type[Bot]]] = {"random": RandomBot, "squire": Squire, "captain": Captain}
    open_information = True
    turn_lines: ClassVar[frozenset[str]] = frozenset({"chapter-dealt"})
    buttons: ClassVar[Mapping[str, Button]] = BUTTONS
    log_groups: ClassVar[Mapping[str, tuple[str, frozenset[str]]]] = {
        "draws": (
            "Draws",
            frozenset(("card-turned-up", "chapter-dealt", "landmarks-turned-up", "tokens-revealed")),
        ),
        "quest": (
            "Quest and map",
            frozenset(("quest-advanced", "unit-moved", "units-placed", "unit-removed")),
        ),
    }
    shows: ClassVar[frozenset[str]] = frozenset({"discard-opened"})
    option_fields = (
        OptionField(
            "stack_extra_turns",
            "Extra turns add up",
            "boolean",
            False,
            help="Two sources of another turn in the same turn give two more turns instead of one.",
            group="Rules",
        ),
        OptionField(
            "decline_extra_turn",
            "Extra turns may be declined",
            "boolean",
            True,
            help="A player who gets another turn may let it go instead of acting.",
            group="Rules",
        ),
        OptionField(
            "coin_limit",
            "Coins are limited to thirty",
            "boolean",
            True,
            help="When the reserve is empty, nothing more can be taken from it.",
            group="Rules",
        ),
        UNASKED,
    )
    former_defaults: ClassVar[Mapping[str, Any]] = {UNASKED.name: False}
    option_examples = examples_in(DATA / "option-examples.json")

    fact_fields = (
        FactField("turns", "Turns", "number", is_filter=True),
        FactField("chapter", "Chapter", "number", maximum=3, help="The chapter in which the game ended."),
    )

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return SEATS

    def seat_name(self, seat: str) -> str:
        return seat_name(seat)

    def new_state(self, options: Mapping[str, Any]) -> State:
        return state.initial_state(dict(options))

    def facts(self, state: State, lines: Sequence[LogLine]) -> Facts:
        return {"turns": state.turn or None, "chapter": state.chapter or None}

    def leaders(self, state: State) -> tuple[str, ...] | None:
        """Return who would win if regions were compared now, as at the end of the third chapter (DU-13.5)."""
        return board.most_regions(state)

    def flow(self, table: Table[State]) -> Procedure[None]:
        return flow.flow(table)

    def result(self, state: State) -> Result | None:
        if not state.winners:
            return None
        details = {"reasons": list(state.reasons), "turns": state.turn, "chapter": state.chapter}
        if len(state.winners) > 1:
            return Result(tuple(state.winners), "shared", "The victory is shared.", details)
        reason = state.reasons[0]
        text = f"{seat_name(state.winners[0])} {RESULT_TEXTS[reason]}."
        return Result(tuple(state.winners), reason, text, details)

    def view(self, state: State, seat: str | None) -> DuelView:
        return view.view(state, seat)

    def outlook(
        self, view: Mapping[str, Any], decision: Decision, options: Mapping[str, Any]
    ) -> dict[str, Outlook]:
        return outlook.outlook(view, decision)

    def headline(self, view: Mapping[str, Any]) -> str:
        return f"Chapter {view['chapter']}, turn {view['turn']}"

    def together(
        self, kind: str, first: Mapping[str, Any], second: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        how = story.TOGETHER.get(kind)
        return how(first, second) if how is not None else None

    def lesson_words(self, view: Mapping[str, Any]) -> dict[str, str]:
        return {"open": text_board.open_cards(view), "lying": text_board.lying_cards(view)}

    def describe_line(self, line: LogLine) -> str:
        return story.sentence(line)

    def text_board(self, view: Mapping[str, Any]) -> str:
        return text_board.text_board(view)

    def write(self, decision: Decision, choice: Choice) -> str:
        return notation.write(decision, choice)

    def read(self, decision: Decision, text: str) -> Choice:
        return notation.read(decision, text)

    def beginnings(self) -> frozenset[str]:
        return notation.BEGINNINGS

    def is_meant_for(self, decision: Decision, choice: object) -> bool:
        if isinstance(choice, Text):
            return notation.is_meant_for(decision, choice.text)
        if isinstance(choice, str):
            return notation.is_answer_to(decision, choice)
        return super().is_meant_for(decision, choice)

    def fuzz_choice(self, decision: Decision, rng: Random) -> Choice:
        """Prefer building to discarding, so that random play sees landmarks, tokens and early victories."""
        if decision.kind == "choose-action" and rng.random() < 0.7:
            building = [v for v in decision.legal() if str(v).startswith(("play-", "take-"))]
            if building:
                return rng.choice(building)
        return decision.sample(rng)

    def read_position(self, data: Mapping[str, Any]) -> State:
        """Return a position between two turns. Raises PositionError with every fault found."""
        loaded = super().read_position(data)
        problems = corrections.faults_to_go_on(loaded)
        if problems:
            raise PositionError(problems)
        return loaded

    def faults(self, state_: State) -> list[str]:
        return state.faults(state_)

    def corrections(self, view: Mapping[str, Any]) -> tuple[Correctable, ...]:
        return corrections.OFFERED

    def other_names(self, id: str) -> Iterable[str]:
        return corrections.other_names(id)

    def set_right(self, state: State, change: Change) -> None:
        corrections.set_right(state, change)

    def faults_to_go_on(self, state: State) -> list[str]:
        return corrections.faults_to_go_on(state)

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        return view.twin(state, seat, rng)

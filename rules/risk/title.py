"""Risk: The Lord of the Rings as a title."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypedDict

from rules.core.buttons import Button
from rules.core.corrections import Change, Correctable
from rules.core.decisions import Choice, Counts, Decision, Text
from rules.core.fields import examples_in
from rules.core.mends import mends_in
from rules.core.sentences import several
from rules.core.table import LogLine, Procedure, Table
from rules.core.title import Bot, FactField, OptionField, Outlook, RandomBot, Result, Title
from rules.risk import (
    corrections,
    ending,
    faults,
    flow,
    notation,
    odds,
    positions,
    state,
    story,
    text_board,
    view,
)
from rules.risk.bots import BOTS
from rules.risk.buttons import BUTTONS
from rules.risk.data import ARMIES, DATA, SECTIONS
from rules.risk.state import State, measure
from rules.risk.view import RiskView

#: Headings of the options in forms.
_RULES, _WAITING, _AIDS = "Rules", "Waiting for others", "Help at the table"
#: What the options cost that let others answer within a turn, as `benchmarks.companies` has measured it.
_COSTS = "Games of bots take about twelve times as many visits then."


class Facts(TypedDict):
    """The facts of a finished game in its record: how far it went, and who stands where."""

    rounds: int
    turns: int
    stop: int
    places: list[list[str]]
    counts: dict[str, int]


class Risk(Title[State]):
    """The Trilogy Edition for two, three and four (RK-1 to RK-23)."""

    id = "risk"
    name = "Risk: The Lord of the Rings"
    version = 2
    stage = "complete"
    endings = tuple(story.REASONS)
    records = Path(__file__).with_name("records")
    rule_prefix = "RK"
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    handbook = Path(__file__).with_name("handbook.md")
    first_turn = Path(__file__).with_name("first_turn.md")
    state_type = State
    view_type = RiskView
    contract_stride = 32
    bots: ClassVar[Mapping[str, type[Bot]]] = {"random": RandomBot, **BOTS}
    aids = ("odds",)
    option_fields = (
        OptionField(
            "players",
            "Players",
            "choice",
            "2",
            {
                "2": "two",
                "3": "three",
                "4": "four, everybody alone",
                "alliance": "four in two alliances",
                "team": "four in two teams, with the Hunt for the Ring",
            },
            help="Two play beside a neutral army. Of two alliances Sauron's won 64 % of 300 games of squire bots.",
        ),
        OptionField(
            "setup_mode",
            "Setting up",
            "choice",
            "ranked",
            {
                "ranked": "everybody at once, by wishes",
                "alternate": "one after another",
                "random": "at random",
            },
            help="By wishes it takes one visit each; one after another it takes a visit for every territory.",
            group=_RULES,
        ),
        OptionField(
            "three_player_deal",
            "Neutral cards dealt to three",
            "choice",
            "eight",
            {"eight": "eight to each Sauron player", "half-neutral": "half of them to each Sauron player"},
            help="How many of the neutral territories go to Sauron's two players.",
            matters_with={"players": ("3",)},
            group=_RULES,
        ),
        OptionField(
            "doom_roll",
            "The Ring is destroyed by",
            "choice",
            "3",
            {"3": "3 or more", "4": "4 or more"},
            help="What the die must show at Mount Doom; until it does, the game goes on.",
            group=_RULES,
        ),
        OptionField(
            "adventure_draw",
            "An Adventure card is drawn for",
            "choice",
            "site",
            {
                "site": "a Site of Power conquered with a Leader",
                "any-leader-conquest": "any conquest with a Leader",
                "enter": "a Site of Power that a Leader comes to",
            },
            help="Where Missions, Powers and Events come from.",
            group=_RULES,
        ),
        OptionField(
            "mission_pins_leader",
            "A Leader who has claimed a Mission stays",
            "boolean",
            False,
            help="On: he moves no more in that turn.",
            group=_RULES,
        ),
        OptionField(
            "choose_defence_dice",
            "Defenders choose their dice",
            "boolean",
            False,
            help=f"Every roll waits for the defender. {_COSTS}",
            group=_WAITING,
        ),
        OptionField(
            "interactive_windows",
            "The game waits for cards of others",
            "boolean",
            False,
            help="Off: what a player said beforehand plays their cards out of turn. On: every invasion waits for "
            f"them. {_COSTS}",
            group=_WAITING,
        ),
        OptionField(
            "odds",
            "Show odds beside invasions and battles",
            "boolean",
            True,
            help="What the dice alone make likely, without cards, from what everybody can see.",
            group=_AIDS,
        ),
        OptionField(
            "allies_see_hands",
            "Allies see each other's hands",
            "boolean",
            True,
            help="Off: partners know only what they tell each other.",
            matters_with={"players": (state.ALLIANCE, state.TEAM)},
            group=_RULES,
        ),
        OptionField(
            "round_limit",
            "Rounds after which points are counted",
            "number",
            0,
            maximum=99,
            help="0: none. Teams that hunt for the Ring count no points.",
            group=_RULES,
            not_with={"players": (state.TEAM,)},
        ),
    )
    option_examples = examples_in(DATA / "option-examples.json")
    mends = mends_in(DATA / "mends.json")
    turn_lines: ClassVar[frozenset[str]] = frozenset({"turn-begins"})
    buttons: ClassVar[Mapping[str, Button]] = BUTTONS
    log_groups: ClassVar[Mapping[str, tuple[str, frozenset[str]]]] = story.GROUPS
    shows: ClassVar[frozenset[str]] = frozenset({"cards-taken", "uprising"})
    standing_kinds: ClassVar[Mapping[str, str]] = {
        "defend": "A territory of yours is invaded: play a card?",
        "withdraw": "How many battalions withdraw?",
        "withdraw-leader": "Does the Leader withdraw?",
        "storms": "You are attacked by sea: play Violent Storms?",
        "defence-dice": "With how many dice do you defend?",
        "fellowship-road": "The Fellowship goes on without a roll: play a card?",
        "fellowship-roll": "The Fellowship has rolled: play a card?",
        "fellowship-leaves": "The Fellowship leaves: play a card?",
    }
    #: These are about battalions and Leaders on the board; all others offer cards of a hand.
    partner_kinds = frozenset(("withdraw", "withdraw-leader", "defence-dice"))
    fact_fields = (
        FactField("rounds", "Rounds", "number", is_filter=True),
        FactField("turns", "Turns", "number"),
        FactField("stop", "Stop of the Fellowship", "number", maximum=18),
    )

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return state.seating(options).seats

    def allies(self, options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
        return state.allies(options, seat)

    def partner_answers(self, options: Mapping[str, Any]) -> frozenset[str]:
        """Return what allies may answer for each other: where they see each other's hands, questions for cards too."""
        return frozenset(self.standing_kinds) if options["allies_see_hands"] else self.partner_kinds

    def seat_name(self, seat: str) -> str:
        return ARMIES[seat].name

    def new_state(self, options: Mapping[str, Any]) -> State:
        return state.initial_state(dict(options))

    def flow(self, table: Table[State]) -> Procedure[None]:
        return flow.flow(table)

    def result(self, state: State) -> Result | None:
        if not state.winners:
            return None
        names = several([ARMIES[seat].name for seat in state.winners])
        wins = "win" if len(state.winners) > 1 else "wins"
        return Result(tuple(state.winners), state.reason, f"{story.REASONS[state.reason]}: {names} {wins}.")

    def facts(self, state: State, lines: Sequence[LogLine]) -> Facts:
        return {
            "rounds": state.round,
            "turns": state.turn,
            "stop": state.stop + 1,
            "places": ending.places(state),
            "counts": {seat: measure(state, seat)[0] for seat in state.seats},
        }

    def leaders(self, state: State) -> tuple[str, ...] | None:
        """Return who would win if points were counted now; nobody is told apart before the first turn (RK-18)."""
        return ending.leading(state) if state.turn else None

    def view(self, state: State, seat: str | None) -> RiskView:
        return view.view(state, seat)

    def outlook(
        self, view: Mapping[str, Any], decision: Decision, options: Mapping[str, Any]
    ) -> dict[str, Outlook]:
        return odds.outlook(view, decision) if options["odds"] else {}

    def headline(self, view: Mapping[str, Any]) -> str:
        if not view["turn"]:
            return "Setting up"
        return f"Round {view['round']}" + (f" of {view['round_limit']}" if view["round_limit"] else "")

    def together(
        self, kind: str, first: Mapping[str, Any], second: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        how = story.TOGETHER.get(kind)
        return how(first, second) if how is not None else None

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
        return super().is_meant_for(decision, choice)

    def fuzz_choice(self, decision: Decision, rng: Random) -> Choice:
        """Fight more than chance would, and place battalions together, so that games come to an end."""
        if isinstance(decision.options, Counts):
            kinds = list(decision.options.limits)
            number = decision.options.minimum
            counts: dict[str, int] = {}
            while number:
                part = rng.randint(1, number)
                kind = rng.choice(kinds)
                counts[kind] = counts.get(kind, 0) + part
                number -= part
            return decision.check(counts)
        if decision.kind == "combat" and next(decision.options.legal(), None):
            return None if rng.random() < 0.2 else decision.options.sample(rng)
        if decision.kind in ("stop-at", "leave") and rng.random() < 0.8:
            return 1
        if decision.kind == "battle" and rng.random() < 0.8:
            return decision.options.sample(rng)
        if decision.kind == "fortify" and rng.random() < 0.3:
            return None
        return decision.sample(rng)

    def read_position(self, data: Mapping[str, Any]) -> State:
        return positions.load(data)

    def faults(self, state: State) -> list[str]:
        return faults.faults(state)

    def corrections(self, view: Mapping[str, Any]) -> tuple[Correctable, ...]:
        return corrections.offered(view)

    def other_names(self, id: str) -> Iterable[str]:
        return corrections.other_names(id)

    def set_right(self, state: State, change: Change) -> None:
        corrections.set_right(state, change)

    def faults_to_go_on(self, state: State) -> list[str]:
        return positions.faults_to_go_on(state)

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        return view.twin(state, seat, rng)

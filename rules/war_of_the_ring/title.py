"""War of the Ring, second edition, for two, three and four."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from rules.core.buttons import Button
from rules.core.corrections import Change, Correctable
from rules.core.decisions import Choice, Decision, OneOf, Text
from rules.core.fields import examples_in
from rules.core.forced_choices import UNASKED
from rules.core.mends import Mend, mends_in
from rules.core.stages import OptionSet
from rules.core.table import LogLine, Procedure, Table
from rules.core.title import Bot, Expansion, Foreseen, OptionField, Outlook, RandomBot, Result, Title
from rules.war_of_the_ring import sets
from rules.war_of_the_ring.bots import BOTS, outlook
from rules.war_of_the_ring.position import box, declarations, facts, players
from rules.war_of_the_ring.position import state as states
from rules.war_of_the_ring.position import view as views
from rules.war_of_the_ring.position.box import BASE, box_of
from rules.war_of_the_ring.position.catalogue import GROUPS, SECTIONS, SETS, SIDES, enemy
from rules.war_of_the_ring.position.declarations import Victory
from rules.war_of_the_ring.position.state import State, victory_points
from rules.war_of_the_ring.reasons import questions
from rules.war_of_the_ring.soundness import corrections, positions
from rules.war_of_the_ring.soundness import faults as sound
from rules.war_of_the_ring.turns import handicap, turn
from rules.war_of_the_ring.war import battle_plan
from rules.war_of_the_ring.words import buttons, log_groups, notation, story, text_board, together

sets.load()

VICTORIES: Mapping[str, Victory] = declarations.joined("victories")
#: Two teams bid for the sides only where either of them can play either side.
_UNEVEN = {"players": ("3",)} if "players" in SETS else {}

#: Headings of the options in forms.
_READINGS, _SIDES, _AIDS = "Readings of the rules", "Sides and handicap", "Help at the table"


class WarOfTheRing(Title[State]):
    """The base game (WR-0 to WR-19), and the sets beside it."""

    id = "war-of-the-ring"
    name = "War of the Ring"
    rule_prefix = "WR"
    sections: ClassVar[Mapping[str, str]] = SECTIONS
    handbook = Path(__file__).with_name("handbook.md")
    first_turn = Path(__file__).with_name("first_turn.md")
    stage = SETS[BASE].stage
    endings = tuple(VICTORIES)
    records = Path(__file__).with_name("records")
    version: ClassVar[int] = 2
    state_type = State
    view_type = msgspec.defstruct(
        "WarOfTheRingView",
        [
            ("sides", dict[str, str]),
            ("sets", list[str] | msgspec.UnsetType, msgspec.UNSET),
            *views.fields(),
        ],
        kw_only=True,
    )
    contract_stride = 64
    bots: ClassVar[Mapping[str, type[Bot]]] = {"random": RandomBot, **BOTS}
    standing_kinds: ClassVar[Mapping[str, str]] = declarations.joined(
        "standing_kinds",
        {
            "combat-card": "A Combat card may be played",
            "hit": "Hits are to be taken as casualties",
            "continue": "The attack may go on",
            "retreat": "The Army may retreat",
            "advance": "The conquered region may be entered",
            "stand": "An Army fights before its Stronghold or withdraws into it",
            "press-siege": "A siege may be pressed",
            "casualty": "The Hunt wants a casualty",
            "guide": "Who guides the Fellowship",
            "guide-ability": "The Guide may use an ability",
            "separate-to": "A Companion who leaves in the Hunt goes somewhere",
            "reveal": "The Fellowship is revealed somewhere",
            "path": "The way of the Fellowship leads by dangers",
            "hunt-allocation": "Dice are put into the Hunt Box",
            "discard": "A hand is over its limit",
            "disband": "An Army is over its limit",
            "table-card": "A card on the table may be used",
            "flocks-of-crebain": "The Flocks of Crebain may help the Hunt",
            "balrog": "The Balrog of Moria may come out",
            "worn-with-sorrow": "Worn with Sorrow and Toil may cost a card",
            "white-rider": "The White Rider may cancel the Leadership of the Nazgûl",
            "sorcerer": "The Witch-king may draw a card",
            "gandalf-draw": "Gandalf the Grey may draw a card",
            "action": "An action may be passed, with fewer dice than the other side",
        },
    )
    #: What follows in a battle that everybody sees; others are about cards, dice, or who goes unseen.
    partner_kinds = frozenset(("hit", "continue", "retreat", "advance", "stand", "press-siege", "disband"))
    plan_fields: ClassVar[Mapping[str, tuple[OptionField, ...]]] = {"attack": battle_plan.FIELDS}
    buttons: ClassVar[Mapping[str, Button]] = declarations.joined("buttons", buttons.BUTTONS)
    plan_ends = ("turn-begins",)
    expansions: ClassVar[Mapping[str, Expansion]] = {
        one.option: Expansion(one.name, one.handbook, one.stage)
        for one in SETS.values()
        if one.option and one.is_expansion
    }
    turn_lines: ClassVar[frozenset[str]] = frozenset({"turn-begins"})
    log_groups: ClassVar[Mapping[str, tuple[str, frozenset[str]]]] = log_groups.groups()
    shows: ClassVar[frozenset[str]] = frozenset(declarations.listed("shows"))
    foretells: ClassVar[Mapping[str, frozenset[str]]] = declarations.joined("foretells", together.FORETELLS)
    fact_fields = (*facts.FIELDS, *declarations.listed("fact_fields"))
    victories: ClassVar[Mapping[str, str]] = {reason: won.kind for reason, won in VICTORIES.items()}
    aids = ("odds", *declarations.listed("aids"))
    handicap_options = (
        "bidding",
        "sealed_bidding",
        *handicap.OPTIONS.values(),
        *declarations.listed("handicap_options"),
    )
    option_fields = (
        *declarations.listed("option_fields"),
        OptionField(
            "strict_stacking",
            "Strict stacking",
            "boolean",
            False,
            help="Moves, advances and musters above ten units are refused.",
            group=_READINGS,
        ),
        OptionField(
            "ring_on_arrival",
            "The Shadow may use an Elven Ring at once",
            "boolean",
            True,
            help="Off: a Ring that the Free Peoples used can be used by the Shadow from the next turn on.",
            group=_READINGS,
        ),
        OptionField(
            "ring_empties_pool",
            "An Elven Ring may turn the Shadow's last die to an Eye",
            "boolean",
            True,
            help="The Shadow then has no action left this turn.",
            group=_READINGS,
        ),
        OptionField(
            "press_without_regular",
            "A siege may be pressed without a Regular to reduce to",
            "boolean",
            False,
            help="On: the Elite is eliminated instead of being reduced.",
            group=_READINGS,
        ),
        OptionField(
            "hunt_at_last_step",
            "A move at Progress 12 is hunted",
            "boolean",
            True,
            help="Off: a move that cannot advance the Progress counter causes no Hunt.",
            group=_READINGS,
        ),
        OptionField(
            "tiles_for_gollum",
            "Strongholds on the path count when Gollum reveals the Fellowship",
            "boolean",
            False,
            help="On: they cost a Hunt tile each, as when the Shadow reveals it.",
            group=_READINGS,
        ),
        UNASKED,
        OptionField(
            "odds",
            "Show odds beside attacks, rounds of battle and the Hunt",
            "boolean",
            True,
            help="What the dice alone make likely, without cards, from what everybody can see.",
            group=_AIDS,
        ),
        OptionField(
            "bidding",
            "Bid for the sides with Dwarven Rings",
            "boolean",
            False,
            help="The players bid how many Dwarven Rings the opponent gets; the highest bidder has the side.",
            not_with=_UNEVEN,
            group=_SIDES,
        ),
        OptionField(
            "sealed_bidding",
            "Bid for the sides in secret",
            "boolean",
            False,
            silent=True,
            help="Instead of bidding in turn: both bid once, for the side of their choice, and the bids are shown "
            "together. Who bids more Rings for the same side has it; a die decides between equal bids.",
            not_with=_UNEVEN,
            group=_SIDES,
        ),
        OptionField(
            "free_peoples_dwarven_rings",
            "Dwarven Rings of the Free Peoples",
            "number",
            0,
            maximum=handicap.MOST_RINGS,
            help="A Dwarven Ring rolls one Action die again, after both sides have rolled.",
            group=_SIDES,
        ),
        OptionField(
            "shadow_dwarven_rings",
            "Dwarven Rings of the Shadow",
            "number",
            0,
            maximum=handicap.MOST_RINGS,
            help="As those of the Free Peoples; both levels a game between players of different strength.",
            group=_SIDES,
        ),
    )

    former_defaults: ClassVar[Mapping[str, Any]] = declarations.joined(
        "former_defaults",
        {"tiles_for_gollum": True, "odds": False, UNASKED.name: False},
    )

    option_examples = examples_in(*(one.folder / "data" / "option-examples.json" for one in SETS.values()))

    mends = mends_in(*(one.folder / "data" / "mends.json" for one in SETS.values()))

    def endings_of(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        declared = declarations.of(box_of(options).sets)
        return tuple(reason for one in declared for reason in one.victories)

    def option_sets(self) -> dict[str, OptionSet]:
        return {
            one.option: OptionSet(one.name, one.stage, one.values or (True,))
            for one in SETS.values()
            if one.option is not None
        }

    def version_of(self, options: Mapping[str, Any]) -> int:
        return box_of(options).version

    def mends_since(self, version: int, options: Mapping[str, Any]) -> tuple[Mend, ...] | None:
        return box.mends_since(self.mends, version, options)

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return players.seats_of_table(options)

    def allies(self, options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
        return players.allies_of(options, seat)

    def seat_name(self, seat: str) -> str:
        return players.NAMES[seat]

    def new_state(self, options: Mapping[str, Any]) -> State:
        return states.initial_state(dict(options))

    def suggested_handicap(self, wins: Mapping[str, int]) -> dict[str, Any]:
        return handicap.suggested(wins)

    def flow(self, table: Table[State]) -> Procedure[None]:
        return questions.explained(table.state, turn.flow(table))

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        more: dict[str, Any] = {}
        sentences = [VICTORIES[state.reason].text]
        for declared in declarations.of(box_of(state.options).sets):
            if declared.outcome is not None:
                more |= declared.outcome(state)
            if declared.verdict is not None:
                sentences.append(declared.verdict(state))
        return Result(
            tuple(players.seats_of(state, state.winner)),
            state.reason,
            " ".join(filter(None, sentences)),
            {
                "turns": state.turn,
                "corruption": state.fellowship.corruption,
                "mordor": state.fellowship.mordor,
                "points": {side: victory_points(state, side) for side in SIDES},
                "captured": list(state.captured),
                "winner": state.winner,
                "loser": enemy(state.winner),
                "seats": players.sides_by_seat(state),
                **more,
            },
        )

    def facts(self, state: State, lines: Sequence[LogLine]) -> dict[str, Any]:
        return facts.facts(state, lines)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        return views.view(state, players.player_of(state, seat)) | {"sides": players.sides_by_seat(state)}

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        return views.twin(state, players.player_of(state, seat), rng)

    def foresee(self, decision: Decision, choice: Choice, plan: Mapping[str, str]) -> tuple[Foreseen, ...]:
        return battle_plan.foresee(str(choice).rpartition(">")[2], plan)

    def button(self, decision: Decision) -> Button:
        return buttons.button(decision, self.buttons)

    def outlook(
        self, view: Mapping[str, Any], decision: Decision, options: Mapping[str, Any]
    ) -> dict[str, Outlook]:
        return outlook.outlook(view, decision, options)

    def headline(self, view: Mapping[str, Any]) -> str:
        return f"Turn {view['turn']}"

    def text_board(self, view: Mapping[str, Any]) -> str:
        return text_board.text_board(view)

    def describe_line(self, line: LogLine) -> str:
        return story.sentence(line)

    def together(
        self, kind: str, first: Mapping[str, Any], second: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        return together.together(kind, first, second)

    def set_of(self, kind: str) -> str:
        known = kind in story.SENTENCES or kind in self.standing_kinds
        return declarations.set_of(kind) or (box.BASE if known else "")

    def write(self, decision: Decision, choice: Choice) -> str:
        return notation.write(decision, choice)

    def read(self, decision: Decision, text: str) -> Choice:
        return notation.read(decision, text)

    def parts(self, decision: Decision, text: str) -> list[str]:
        return notation.parts(decision, text)

    def beginnings(self) -> frozenset[str]:
        return notation.beginnings()

    def names_the_same(self, decision: Decision, choice: Choice, other: Choice) -> bool:
        return notation.names_the_same(decision, choice, other)

    def is_meant_for(self, decision: Decision, choice: object) -> bool:
        if isinstance(choice, Text):
            return notation.is_meant_for(decision, choice.text)
        if isinstance(choice, str) and notation.is_action(choice):
            return False  # those of later turns may stand behind a move
        return super().is_meant_for(decision, choice)

    def claims_line(self, line: str) -> bool:
        return notation.presses_siege(line) or notation.names_answer(line)

    def fuzz_choice(self, decision: Decision, rng: Random) -> Choice:
        """Random play that spends its dice and walks to Mordor, so that the rare corners are reached."""
        if decision.kind == "action" and isinstance(decision.options, OneOf) and rng.random() < 0.95:
            busy = [v for v in decision.options.values if ":" in v and not v.startswith(("skip:", "ring:"))]
            onward = [v for v in busy if v.endswith(("move-fellowship", "hide-fellowship"))]
            if onward and rng.random() < 0.4:
                return rng.choice(onward)
            if busy:
                return rng.choice(busy)
        if decision.kind in ("declare", "enter-mordor") and rng.random() < 0.5:
            toward = [c for c in ("enter", *GROUPS["mordorEntry"]) if decision.is_legal(c)]
            return toward[0] if toward else None
        return decision.sample(rng)

    def faults(self, state: State) -> list[str]:
        return sound.faults(state)

    def corrections(self, view: Mapping[str, Any]) -> tuple[Correctable, ...]:
        return corrections.offered(view)

    def other_names(self, id: str) -> Iterable[str]:
        return corrections.other_names(id)

    def set_right(self, state: State, change: Change) -> None:
        corrections.set_right(state, change)

    def faults_to_go_on(self, state: State) -> list[str]:
        return corrections.faults_to_go_on(state)

    def read_position(self, data: Mapping[str, Any]) -> State:
        return positions.load(data)

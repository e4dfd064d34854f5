"""The position as a seat may know it (WR-22: the list of secrets), as JSON."""

from collections.abc import Mapping
from random import Random
from typing import Any, NotRequired, TypedDict, get_type_hints

import msgspec

from rules.core.table import ALL_SEEING
from rules.war_of_the_ring.position.box import BASE, box_of
from rules.war_of_the_ring.position.catalogue import NATIONS, ORIGINAL, PLAYER, SIDES, Side
from rules.war_of_the_ring.position.declarations import DECLARED, of
from rules.war_of_the_ring.position.event_cards import decks_of
from rules.war_of_the_ring.position.players import keeper_of, keepers_exchanged, of_side
from rules.war_of_the_ring.position.state import State, controller, deck_name, side_of_place, victory_points


class ForceView(TypedDict):
    """The force in one place: Army units and Leaders by kind, and characters."""

    region: str
    side: Side
    besieged: bool
    figures: dict[str, int]
    characters: list[str]


class Politics(TypedDict):
    """A Nation's place on the Political Track, and whether it is active."""

    step: int
    active: bool


class FellowshipView(TypedDict):
    """The Ring-bearers and who is with them; `mordor` is the step on the Mordor Track."""

    region: str | None
    mordor: int | None
    progress: int
    hidden: bool
    corruption: int
    companions: list[str]
    guide: str


#: The Hunt tiles, null for those that a seat may not know; then `size` says how many they are.
HuntPool = TypedDict(
    "HuntPool",
    {
        "in": list[str] | None,
        "drawn": list[str],
        "removed": list[str],
        "specials": list[str],
        "size": NotRequired[int],
    },
)


class OpenPosition(TypedDict):
    """The board as it lies open."""

    turn: int
    phase: str
    forces: list[ForceView]
    control: dict[str, Side | None]
    captured: list[str]
    points: dict[str, int]
    politics: dict[str, Politics]
    dice: dict[str, list[str]]
    hunt_box: dict[str, int]
    rings: dict[str, int]
    ring_used: list[str]
    dwarven_rings: dict[str, int]
    pools: dict[str, int]
    casualties: dict[str, int]
    fellowship: FellowshipView
    hunt_pool: HuntPool
    eliminated: list[str]


class Hand(TypedDict):
    """A hand: how many cards of each deck, and which, for who may know."""

    decks: dict[str, int]
    cards: list[str] | None


class HiddenDiscards(TypedDict):
    """Cards discarded face down: how many of each deck, and those of the seat."""

    count: dict[str, int]
    cards: list[str]


class Cards(TypedDict):
    """The cards, by side."""

    hands: dict[str, Hand]
    decks: dict[str, int]
    table: dict[str, list[str]]
    discards: list[str]
    hidden_discards: HiddenDiscards
    resolving: list[str]


class BattleView(TypedDict):
    """The battle that is fought; `cards` are the Combat cards that are shown."""

    region: str
    source: str
    attacker: Side
    kind: str
    round: int
    dice: dict[str, list[int]]
    cards: dict[str, str]


class Course(TypedDict):
    """The battle that is fought, and how the game has ended."""

    battle: BattleView | None
    winner: Side | None
    reason: str


def fields() -> list[tuple[str, Any] | tuple[str, Any, Any]]:
    """Return what a view may hold, as `msgspec.defstruct` takes it: what the base game tells is in every view."""
    known: dict[str, tuple[str, Any] | tuple[str, Any, Any]] = {}
    for name, declared in DECLARED.items():
        for part in declared.views:
            told = get_type_hints(part).get("return")
            for key, kind in (get_type_hints(told) if told else {}).items():
                field = (key, kind) if name == BASE else (key, kind | msgspec.UnsetType, msgspec.UNSET)
                known.setdefault(key, field)
    return [*known.values()]


def view(s: State, seat: str | None) -> dict[str, Any]:
    """Return the public position, and the hidden things that `seat` may see; what the sets of its box add to it."""
    sets = box_of(s.options).sets
    shown: dict[str, Any] = {}
    for declared in of(sets):
        for part in declared.views:
            shown |= part(s, seat)
    return shown if len(sets) == 1 else {**shown, "sets": list(sets)}


def open_position(s: State, seat: str | None) -> OpenPosition:
    """What lies on the board, for everybody to see."""
    return {
        "turn": s.turn,
        "phase": s.phase,
        "forces": [
            {
                "region": key.partition("/")[0],
                "side": side_of_place(s, key),
                "besieged": key.endswith("/inside"),
                "figures": dict(force.figures),
                "characters": list(force.characters),
            }
            for key, force in sorted(s.forces.items())
        ],
        "control": {r: controller(s, r) for r in ORIGINAL},
        "captured": list(s.captured),
        "points": {side: victory_points(s, side) for side in SIDES},
        "politics": {n: {"step": s.steps[n], "active": n in s.active} for n in NATIONS},
        "dice": {side: list(s.dice[side]) for side in SIDES},
        "hunt_box": dict(s.hunt_box),
        "rings": dict(s.rings),
        "ring_used": list(s.ring_used),
        "dwarven_rings": dict(s.dwarven_rings),
        "pools": dict(s.pools),
        "casualties": dict(s.casualties),
        "fellowship": msgspec.to_builtins(s.fellowship),
        "hunt_pool": {
            "in": sorted(s.hunt_pool),
            "drawn": list(s.tiles_drawn),
            "removed": list(s.tiles_removed),
            "specials": list(s.specials),
        },
        "eliminated": list(s.eliminated),
    }


def cards(s: State, seat: str | None) -> Cards:
    """The cards: a hand is its owner's secret, and so is what was discarded face down."""
    return {
        "hands": {player: _hand(s, player, seat) for player in s.hands},
        "decks": {name: len(cards) for name, cards in sorted(s.decks.items())},
        "table": {side: list(s.table[side]) for side in SIDES},
        "discards": list(s.discards),
        "hidden_discards": _hidden_discards(s, seat),
        "resolving": list(s.resolving),
    }


def course(s: State, seat: str | None) -> Course:
    """The battle that is fought, and how the game has ended."""
    return {
        "battle": msgspec.to_builtins(s.battle) if s.battle else None,
        "winner": s.winner,
        "reason": s.reason,
    }


def hands_in(view: Mapping[str, Any], side: Side) -> dict[str, Hand]:
    """Return the hands of a side that a view shows, by player; of two partners each has his own."""
    return {player: hand for player, hand in view["hands"].items() if PLAYER[player].side == side}


def _hand(s: State, player: str, seat: str | None) -> Hand:
    hand = s.hands[player]
    return {"decks": decks_of(hand), "cards": sorted(hand) if seat in (player, ALL_SEEING) else None}


def _hidden_discards(s: State, seat: str | None) -> HiddenDiscards:
    """Cards discarded face down: the owner knows which, everybody knows how many of each deck."""
    counts: dict[str, int] = {}
    for card in s.hidden_discards:
        counts[deck_name(card)] = counts.get(deck_name(card), 0) + 1
    own = [c for c in s.hidden_discards if seat in (keeper_of(s, c), ALL_SEEING)]
    return {"count": dict(sorted(counts.items())), "cards": sorted(own)}


def _laid_face_down(s: State, side: Side) -> list[str]:
    """Return the Combat card of a side that is not shown yet, if there is one (WR-10.6)."""
    shown = s.battle.cards if s.battle else {}
    return [s.battle_cards[side]] if side in s.battle_cards and side not in shown else []


def twin(s: State, seat: str | None, rng: Random) -> State:
    """Return a position that differs only in what `seat` cannot know: what the sets of its box keep secret."""
    other = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    for declared in of(box_of(s.options).sets):
        for exchange in declared.twins:
            exchange(other, seat, rng)
    return other


def exchange_cards(s: State, seat: str | None, rng: Random) -> None:
    """Exchange the cards of each deck that `seat` cannot know: hands, decks, what lies or was discarded face down."""
    if seat == ALL_SEEING:
        return
    for side in SIDES:
        others = [player.id for player in of_side(s, side) if player.id != seat]
        if not others:
            continue
        for deck in ("character", "strategy"):
            name = f"{side}/{deck}"
            lying = [*s.hidden_discards, *_laid_face_down(s, side)]
            theirs = [*(card for player in others for card in s.hands[player])]
            theirs += [card for card in lying if keeper_of(s, card) != seat]
            hidden = [*(card for card in theirs if deck_name(card) == name), *s.decks[name]]
            pool = sorted(hidden)  # what comes of it hangs on nothing that is hidden
            rng.shuffle(pool)
            mapping = dict(zip(hidden, pool, strict=True))
            for player in others:
                s.hands[player] = [mapping.get(c, c) for c in s.hands[player]]
            s.hidden_discards = [mapping.get(c, c) for c in s.hidden_discards]
            for card in _laid_face_down(s, side):
                s.battle_cards[side] = mapping.get(card, card)
            s.decks[name] = sorted(mapping[c] for c in s.decks[name])
            keepers_exchanged(s, mapping)

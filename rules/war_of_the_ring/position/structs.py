"""What a position is made of, as it is stored: the figures of a place, the Fellowship, a battle, and the whole."""

from typing import Any

import msgspec

from rules.war_of_the_ring.position.catalogue import (
    FP,
    NATION_OF,
    NATIONS,
    NAZGUL,
    SETUP,
    UNIT_SET,
    Side,
    flies,
)


class Force(msgspec.Struct):
    """Figures and characters of one side in one place."""

    figures: dict[str, int] = {}
    characters: list[str] = []

    def units(self) -> int:
        """Number of Army units (WR-1.1)."""
        return sum([n for kind, n in self.figures.items() if kind in UNIT_SET])

    def has_unit(self) -> bool:
        """Whether any Army unit is here."""
        return not UNIT_SET.isdisjoint(self.figures)

    def has_flyer(self) -> bool:
        """Whether a Nazgûl is here, or who counts as one (WR-1.5)."""
        return NAZGUL in self.figures or any(map(flies, self.characters))

    def is_empty(self) -> bool:
        return not self.figures and not self.characters

    def nations(self) -> list[str]:
        """Nations with Army units here, in a fixed order."""
        found = {NATION_OF[kind] for kind in self.figures if kind in UNIT_SET}
        return [n for n in NATIONS if n in found]

    def count(self, kind: str) -> int:
        """Number of figures of `kind`, or 1 for a character that is here."""
        return self.figures.get(kind, 0) or (1 if kind in self.characters else 0)

    def items(self) -> dict[str, int]:
        """Figures and characters as one mapping of kinds to counts."""
        return {**self.figures, **dict.fromkeys(self.characters, 1)}


class Fellowship(msgspec.Struct):
    """The Ring-bearers and who is with them (WR-14.1). `mordor` is the step on the Mordor Track."""

    region: str | None = SETUP["fellowship"]["region"]
    mordor: int | None = None
    progress: int = 0
    hidden: bool = True
    corruption: int = 0
    companions: list[str] = []
    guide: str = SETUP["fellowship"]["guide"]


class Battle(msgspec.Struct):
    """The battle being fought, for the boards; the procedure keeps what it needs itself."""

    region: str
    source: str
    attacker: Side
    kind: str  # field, siege, sortie
    round: int = 1
    dice: dict[str, list[int]] = {}
    cards: dict[str, str] = {}


class State(msgspec.Struct):
    """Everything that is true of a game in progress. Ids throughout; see RULES numbers in the procedures."""

    options: dict[str, str | bool | int] = {}
    turn: int = 0
    phase: str = "setup"
    to_act: Side = FP
    forces: dict[str, Force] = {}
    captured: list[str] = []
    pools: dict[str, int] = {}
    casualties: dict[str, int] = {}
    steps: dict[str, int] = {}
    active: list[str] = []
    dice: dict[str, list[str]] = {}
    hunt_box: dict[str, int] = {}
    rings: dict[str, int] = {}
    ring_used: list[str] = []
    #: Elven Rings that came to the Shadow this turn.
    rings_fresh: int = 0
    hunt_minimum: bool = False
    hands: dict[str, list[str]] = {}
    decks: dict[str, list[str]] = {}
    discards: list[str] = []
    hidden_discards: list[str] = []
    table: dict[str, list[str]] = {}
    fellowship: Fellowship = msgspec.field(default_factory=Fellowship)
    hunt_pool: list[str] = []
    tiles_drawn: list[str] = []
    tiles_removed: list[str] = []
    specials: list[str] = []
    eliminated: list[str] = []
    minion_seen: bool = False
    declared: bool = False
    mordor_attempt: bool = False
    messenger_used: bool = False
    battle: Battle | None = None
    battle_cards: dict[str, str] = {}
    #: Event cards being resolved: out of the hand, not yet discarded.
    resolving: list[str] = []
    #: Which seat plays which side, where the sides were bid for; and the Dwarven Rings left.
    seats: dict[str, str] = {}
    dwarven_rings: dict[str, int] = {}
    #: What expansions keep, by set (`part_of`); a game of the base game alone has nothing here.
    sets: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    winner: str | None = None
    reason: str = ""

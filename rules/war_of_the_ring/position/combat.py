"""The numbers of a round of battle, and the form of a Combat card's effect (WR-10.7 to 10.11)."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    LEAD_AT_FIRST,
    LEADER_SET,
    NAZGUL,
    REGIONS,
    SH,
    UNIT_SET,
    Side,
    flies,
)
from rules.war_of_the_ring.position.state import Force, State, leadership, led_by, led_units

BATTLE_DICE = 5
USUALLY_NEEDED = 5


class Modifier(msgspec.Struct, frozen=True):
    """A change of a roll, and where that comes from.

    `source` is a card, a figure, or what shields the defender (`siege`, `city`, `fortification`). `amount` is
    added to `what`: each die of the roll, the number a die needs, the number of dice, or the Leadership; of
    `most-dice` it is the most that may be rolled.
    """

    source: str
    what: Literal["roll", "needed", "dice", "most-dice", "leadership"]
    amount: int


class Terms(msgspec.Struct):
    """A card's changes to a whole battle that it starts."""

    #: Rounds of a siege battle before an Elite must be reduced.
    siege_rounds: int = 1
    may_cease: bool = True
    #: The survivors move into the region when the defender is gone from its field.
    must_advance: bool = False
    #: Combat dice that the defender loses, down to 1.
    defender_dice_lost: int = 0
    #: The card that takes them.
    defender_dice_taker: str = ""
    #: Sides that may lay no Combat card in round 1.
    no_cards_first_round: tuple[Side, ...] = ()


def added_strength(character: str, region: str, *, attacks: bool) -> int:
    """Return what a character adds to the Combat Strength of his Army in a battle that is fought in a region."""
    strength = CHARACTERS[character].strength
    if strength is None or (
        strength.defending is not None and (attacks or REGIONS[region].nation != strength.defending)
    ):
        return 0
    return strength.amount


class Fighters(msgspec.Struct):
    """One side of a battle: who takes part, out of the figures at `key`."""

    side: Side
    key: str
    party: dict[str, int]

    @property
    def region(self) -> str:
        """Where they stand."""
        return self.key.partition("/")[0]

    def units(self) -> int:
        return sum(n for k, n in self.party.items() if k in UNIT_SET)

    def characters(self) -> list[str]:
        return [k for k in self.party if k in CHARACTERS]

    def captains(self, region: str, *, attacks: bool) -> int:
        """What characters add to the Combat Strength in a battle that is fought in a region."""
        return sum(added_strength(c, region, attacks=attacks) for c in self.characters())

    def who_can(self, ability: str) -> str | None:
        """Return who of those who take part has an ability, or None."""
        return next((c for c in self.characters() if ability in CHARACTERS[c].abilities), None)

    def as_force(self) -> Force:
        return Force({k: n for k, n in self.party.items() if k not in CHARACTERS}, self.characters())

    def nazgul_leadership(self) -> int:
        """Leadership of the Nazgûl, whoever flies included."""
        return self.party.get(NAZGUL, 0) + sum(
            CHARACTERS[c].leadership for c in self.characters() if flies(c)
        )

    def companions(self) -> list[str]:
        return [c for c in self.characters() if CHARACTERS[c].kind == "companion"]

    def minions(self) -> list[str]:
        return [c for c in self.characters() if CHARACTERS[c].kind == "minion"]

    def elites(self) -> int:
        return sum(n for k, n in self.party.items() if k in UNIT_SET and k.endswith("elite"))

    def absorbs(self) -> int:
        """Return how many hits an Army can take in all: two for an Elite, one for a Regular."""
        return self.units() + self.elites()

    def lose(self, kind: str, count: int = 1) -> None:
        left = self.party[kind] - count
        if left:
            self.party[kind] = left
        else:
            del self.party[kind]

    def gain(self, kind: str, count: int = 1) -> None:
        self.party[kind] = self.party.get(kind, 0) + count


#: What a side does in a round at an initiative number: of its Combat card, or of somebody in the place of the card.
Effect = Callable[[Table[Any], "Round", Side], Procedure[None]]


class Tally(msgspec.Struct):
    """One side's numbers in a round."""

    combat_bonus: int = 0
    reroll_bonus: int = 0
    dice_cap: int = BATTLE_DICE
    dice_bonus: int = 0
    #: Combat dice taken away by cards, down to 1.
    dice_lost: int = 0
    #: Leadership given up or cancelled this round.
    leadership_lost: int = 0
    no_reroll: bool = False
    #: Characters who have no Leadership left this round: given up, or taken.
    silenced: list[str] = []
    #: Companions who can do nothing that is special to them this round.
    powerless: list[str] = []
    combat_dice: list[int] = []
    reroll_dice: list[int] = []
    combat_hits: int = 0
    reroll_hits: int = 0
    extra_hits: int = 0
    early_hits: int = 0
    #: Hits that each natural 6 of the Combat roll and of the Leader re-roll adds, and the card by which it does.
    hits_by_sixes: int = 0
    sixes_by: str = ""
    hits_cancelled: int = 0
    card: str | None = None
    card_cancelled: bool = False
    #: By initiative number, what somebody does for whom the effect of the own card is given up; it counts as that.
    feats: dict[int, Effect] = {}
    #: What cards have changed about the Combat roll, and about the Leader re-roll.
    combat_modifiers: list[Modifier] = []
    reroll_modifiers: list[Modifier] = []

    def modify_combat(self, source: str, amount: int) -> None:
        """Add to every die of the Combat roll."""
        self.combat_bonus += amount
        self.combat_modifiers.append(Modifier(source, "roll", amount))

    def modify_reroll(self, source: str, amount: int) -> None:
        """Add to every die of the Leader re-roll."""
        self.reroll_bonus += amount
        self.reroll_modifiers.append(Modifier(source, "roll", amount))

    def lose_leadership(self, source: str, points: int) -> None:
        """Take Leadership for the round; `source` is the card by which it is given up or cancelled."""
        self.leadership_lost += points
        self.reroll_modifiers.append(Modifier(source, "leadership", -points))

    def change_dice(self, source: str, amount: int) -> None:
        """Note what a card adds to the Combat dice."""
        self.combat_modifiers.append(Modifier(source, "dice", amount))

    def limit_dice(self, source: str, most: int) -> None:
        """Let no more than `most` Combat dice be rolled."""
        self.dice_cap = min(self.dice_cap, most)
        self.combat_modifiers.append(Modifier(source, "most-dice", most))

    def total(self) -> int:
        """Hits that the enemy takes in the casualty step."""
        return max(0, self.combat_hits + self.reroll_hits + self.extra_hits - self.hits_cancelled)


class Round(msgspec.Struct):
    """A round of battle. `sides` and `tally` are by side; `withdrawn` ends the battle before any roll."""

    number: int
    kind: str  # field, siege, sortie
    region: str
    attacker: Side
    defender: Side
    sides: dict[str, Fighters]
    tally: dict[str, Tally]
    terms: Terms
    #: Who has cancelled the Leadership of all Nazgûl for the battle, and his own with it (the White Rider).
    white_rider: str = ""
    #: The battle is over: the defender has left the field.
    withdrawn: bool = False
    #: What follows from the withdrawal has been settled already.
    settled: bool = False
    #: The side that ends the battle after this round by its card, "" for none.
    leaves: str = ""
    #: The round has been fought to its end: what is said of the battle is said of the rounds to come.
    fought: bool = False

    def own(self, side: Side) -> Fighters:
        return self.sides[side]

    def foe(self, side: Side) -> Fighters:
        return self.sides[self.defender if side == self.attacker else self.attacker]

    def card_of(self, side: Side) -> str:
        """Return the Combat card that a side has laid, "" if none."""
        return self.tally[side].card or ""

    def foe_side(self, side: Side) -> Side:
        return self.defender if side == self.attacker else self.attacker

    def captains(self, side: Side) -> int:
        """Return what characters add to the Combat Strength of a side."""
        return self.sides[side].captains(self.region, attacks=side == self.attacker)

    def leadership(self, s: State, side: Side) -> int:
        """Return the Leadership a side has left this round (WR-10.11)."""
        tally = self.tally[side]
        return max(0, self._leading(s, side, tally.powerless) - tally.leadership_lost)

    def lasting_leadership(self, s: State, side: Side) -> int:
        """Return the Leadership of a side without what the cards of a round take (WR-10.11, WR-18)."""
        return self._leading(s, side, ())

    def _leading(self, s: State, side: Side, powerless: Sequence[str]) -> int:
        """Return the Leadership of a side, where those who are powerless make nobody a Leader."""
        fighters = self.sides[side]
        total = leadership(s, fighters.as_force(), fighters.region, powerless=powerless)
        total += sum(
            self.leadership_of(c) - CHARACTERS[c].leadership for c in LEAD_AT_FIRST if c in fighters.party
        )
        if self.white_rider and side == SH:
            total -= fighters.nazgul_leadership()
        if side == FP and self.white_rider in fighters.party:
            total -= self.leadership_of(self.white_rider)
        return total

    def leadership_of(self, character: str) -> int:
        """Return the Leadership that a character has in this round, unless he gives it up or it is taken."""
        one = CHARACTERS[character]
        return one.first_leadership if self.number == 1 and not self.fought else one.leadership

    def companions_leading(self, side: Side) -> list[str]:
        """Return the Companions of a side who still have Leadership to give up (WR-10.8)."""
        spent = [*self.tally[side].silenced, self.white_rider]
        return [c for c in self.own(side).companions() if self.leadership_of(c) and c not in spent]

    def leader_kinds(self, s: State, side: Side) -> list[str]:
        """Return the figures of a side that are Leaders in this round, units that somebody makes Leaders among them."""
        own, powerless = self.own(side), self.tally[side].powerless
        return [
            kind
            for kind in own.party
            if kind in LEADER_SET
            or (kind in led_units(s) and led_by(s, kind, own.region, powerless=powerless))
        ]

    def nazgul_leadership(self) -> int:
        """Return the Leadership of the Nazgûl that is neither cancelled nor given up this round."""
        if self.white_rider:
            return 0
        return max(0, self.sides[SH].nazgul_leadership() - self.tally[SH].leadership_lost)

    def is_decided(self) -> bool:
        """Return whether an Army has no units left (WR-10.14)."""
        return any(f.units() == 0 for f in self.sides.values())


Condition = Callable[[State, Round, Side], bool]


class CombatEffect(msgspec.Struct, frozen=True):
    """A Combat card: when it may be laid, and what it does at which initiative number."""

    condition: Condition
    steps: dict[int, Effect]


# -- dice --------------------------------------------------------------------------------------------


def strengths(s: State, fight: Round) -> dict[str, dict[str, int]]:
    """Return what both sides bring to the rounds to come, by side, as everybody can see it.

    `units`, the `hits` that they can take, `leadership`, `captains`, and the dice that a card takes from each roll.
    """
    return {
        side: {
            "units": fight.own(side).units(),
            "hits": fight.own(side).absorbs(),
            "leadership": fight.lasting_leadership(s, side),
            "captains": fight.captains(side),
            "dice_lost": fight.terms.defender_dice_lost if side == fight.defender else 0,
        }
        for side in (fight.attacker, fight.defender)
    }


def to_hit(fight: Round, side: Side) -> int:
    """Return the number that a die needs, before modifiers (WR-10.10, 11.1, 11.5)."""
    if side == fight.attacker:
        if fight.kind == "siege":
            return 6
        settlement = REGIONS[fight.region].settlement
        if fight.kind == "field" and fight.number == 1 and settlement in ("city", "fortification"):
            return 6
    return USUALLY_NEEDED


def _shield(fight: Round, side: Side) -> list[Modifier]:
    """Return what makes the dice of a side need more than usual, by its name."""
    more = to_hit(fight, side) - USUALLY_NEEDED
    if not more:
        return []
    source = "siege" if fight.kind == "siege" else str(REGIONS[fight.region].settlement)
    return [Modifier(source, "needed", more)]


def combat_modifiers(fight: Round, side: Side) -> list[Modifier]:
    """Return all that changes a side's Combat roll (WR-10.10, 11.1, 11.5)."""
    terms = fight.terms
    lost = terms.defender_dice_lost if side == fight.defender else 0
    sally = [Modifier(terms.defender_dice_taker, "dice", -lost)] if lost else []
    return [*_shield(fight, side), *sally, *fight.tally[side].combat_modifiers]


def reroll_modifiers(fight: Round, side: Side) -> list[Modifier]:
    """Return all that changes a side's Leader re-roll (WR-10.11); the White Rider's price among it."""
    fighters, who = fight.own(side), fight.white_rider
    cancelled = fighters.nazgul_leadership() if who and side == SH else 0
    if side == FP and who in fighters.party:
        cancelled = fight.leadership_of(who)
    rider = [Modifier(who, "leadership", -cancelled)] if cancelled else []
    return [*_shield(fight, side), *rider, *fight.tally[side].reroll_modifiers]


def hits_of(dice: list[int], needed: int, bonus: int) -> int:
    """Count hits: a natural 1 always misses, a natural 6 always hits (WR-10.10)."""
    return sum(1 for d in dice if d != 1 and (d == 6 or d + bonus >= needed))


def combat_dice(fight: Round, side: Side) -> int:
    """Return how many Combat dice a side rolls: strength, at most five, less what cards take (WR-10.10)."""
    own, tally = fight.own(side), fight.tally[side]
    if own.units() == 0:
        return 0
    dice = min(BATTLE_DICE, own.units() + fight.captains(side) + tally.dice_bonus)
    lost = tally.dice_lost + (fight.terms.defender_dice_lost if side == fight.defender else 0)
    if lost:
        dice = max(1, dice - lost)
    return min(dice, tally.dice_cap)


def reroll_dice(s: State, fight: Round, side: Side) -> int:
    """Return how many failed dice a side rolls again (WR-10.11)."""
    tally = fight.tally[side]
    if tally.no_reroll:
        return 0
    failed = len(tally.combat_dice) - tally.combat_hits
    return max(0, min(fight.leadership(s, side), failed, BATTLE_DICE))

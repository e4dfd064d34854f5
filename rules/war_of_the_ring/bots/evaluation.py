"""The worth of Armies where they stand: nearness to what they can take, safety of what they hold.

All worths are in one unit, about the worth of a useful die. The worth of a move is the difference that it
makes to `place_worth` of the two regions.
"""

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from operator import add, itemgetter, sub
from typing import NamedTuple

from rules.core.sums import added
from rules.war_of_the_ring.bots import knowledge
from rules.war_of_the_ring.bots.odds import Strength, by_captains, field_battle, siege_assault, strength
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    LEADERS,
    NATION_OF,
    NAZGUL,
    ORIGINAL,
    REGIONS,
    SETTLEMENTS,
    SH,
    STRONGHOLDS,
    UNITS,
    Side,
    distances,
    enemy,
)
from rules.war_of_the_ring.position.state import (
    FIELD,
    IN_THE_FIELD,
    INSIDE,
    STACKING,
    State,
    besieged,
    controller,
    field,
    garrison,
    led_by,
    led_units,
    victory_points,
)

#: Worth of a Victory point of one's own, by side: the Shadow needs ten, the Free Peoples four.
POINT = {FP: 6.0, SH: 3.2}
#: Worth of a hit dealt and of a hit taken: Shadow figures come back, those of the Free Peoples do not.
DEALT = {FP: 0.35, SH: 0.6}
TAKEN = {FP: 0.7, SH: 0.25}
#: Worth of coming nearer to an aim, by side: for the Shadow the march is half the war.
MARCH = {FP: 1.0, SH: 2.2}
#: How much of the worth of an aim is left for every region between.
NEARNESS = 0.78
#: How much weaker a danger is for every region between.
DANGER = 0.55
#: From how far an enemy Army is a danger, and how much that weighs, by side.
FAR = {FP: 4, SH: 2}
CARE = {FP: 0.9, SH: 0.5}


class Aim(NamedTuple):
    """A Settlement to take or to relieve: its worth for who stands there, and the power that it needs."""

    worth: float
    need: float
    support: float


class Tally(NamedTuple):
    """Figures added up: Army units, hits they can take, Leadership; units and hits of those at war; dice added."""

    units: int = 0
    hits: int = 0
    leadership: int = 0
    war_units: int = 0
    war_hits: int = 0
    captains: int = 0

    def holding(self) -> float:
        """Power in defence."""
        units, hits, leadership, _, _, captains = self
        return _power(units, hits, leadership, captains) if units else 0.0

    def fighting(self) -> float:
        """Power in attack."""
        _, _, leadership, units, hits, captains = self
        return _power(units, hits, leadership, captains) if units else 0.0


def _power(units: int, hits: int, leadership: int, captains: int) -> float:
    power = hits + 0.4 * min(leadership, units, 5)
    return power + by_captains(captains, units) if captains else power


NOBODY = Tally()


class Evaluation:
    """The Armies of a position, weighed for one side."""

    def __init__(self, s: State, side: Side) -> None:
        self.s = s
        self.side = side
        self.foe = enemy(side)
        self._weights = _weights(s)
        self._captains = knowledge.of(box_of(s.options).sets).captains
        self._there: dict[str, Tally] = {}
        self._worths: dict[tuple[str, Tally], float] = {}
        self._now: dict[str, float] = {}
        self._attacks: dict[tuple[str, str], float] = {}
        self._reach: dict[tuple[str, float], float] = {}

    # -- Armies ------------------------------------------------------------------------------------

    def tally(self, items: Mapping[str, int]) -> Tally:
        """Add up figures and characters."""
        units = hits = lead = war_units = war_hits = 0
        for kind, count in items.items():
            unit, hit, leader, war = self._weights[kind]
            units += unit * count
            hits += hit * count
            lead += leader * count
            if war:
                war_units += unit * count
                war_hits += hit * count
        captains = sum(dice for c, dice in self._captains.items() if c in items) if self._captains else 0
        return Tally(units, hits, lead, war_units, war_hits, captains)

    def at(self, key: str) -> Tally:
        """Return what stands at a place."""
        found = self._there.get(key)
        if found is None:
            force = self.s.forces.get(key)
            found = self._there[key] = self.tally(force.items()) if force else NOBODY
        return found

    def _powers(self, side: Side) -> dict[str, float]:
        fields = IN_THE_FIELD[side]
        return {
            fields[key]: power
            for key in self.s.forces
            if key in fields and (power := self.at(key).fighting())
        }

    @cached_property
    def own_powers(self) -> dict[str, float]:
        """Power of the own Armies in the field that are at war, by region."""
        return self._powers(self.side)

    @cached_property
    def enemy_powers(self) -> dict[str, float]:
        """Power of the enemy's Armies in the field that are at war, by region."""
        return self._powers(self.foe)

    def defence(self, region: str) -> float:
        """Return the power that the enemy's defence of a region amounts to, walls included."""
        s = self.s
        walls = _WALLS.get(REGIONS[region].settlement, 1.0)
        held = controller(s, region) == self.foe
        if held and besieged(s, region):
            return self.at(INSIDE[region]).holding() * walls
        return self.at(FIELD[self.foe][region]).holding() * (walls if held else 1.0)

    # -- aims --------------------------------------------------------------------------------------

    @cached_property
    def aims(self) -> dict[str, Aim]:
        """What the own Armies can try to take or relieve, by region."""
        aims: dict[str, Aim] = {}
        for region in SETTLEMENTS:
            worth = self._aim_worth(region)
            if not worth:
                continue
            steps = distances(region)
            help_near = added(
                [p * DANGER ** steps[r] for r, p in self.enemy_powers.items() if 0 < steps[r] <= 2]
            )
            need = 1.5 + self.defence(region) + 0.6 * help_near
            support = added([p for r, p in self.own_powers.items() if steps[r] <= 2])
            aims[region] = Aim(worth, need, support)
        return aims

    def _aim_worth(self, region: str) -> float:
        s = self.s
        points = REGIONS[region].vp
        if controller(s, region) == self.foe:
            if ORIGINAL[region] == self.side:
                return 0.6 + 0.8 * points * POINT[self.foe]
            if not points:
                return 0.8
            if s.steps[REGIONS[region].nation or ""] > 1 and self.side == SH:
                return 0.8 * points * POINT[SH]  # an attack would bring the Nation nearer to war
            return points * POINT[self.side]
        if besieged(s, region):
            return 0.7 * points * POINT[self.foe]
        return 0.0

    @cached_property
    def _marches(self) -> list[tuple[float, str, float, float]]:
        """What a march to each aim is worth at its end, where that is, need and support there; the best first."""
        march = MARCH[self.side]
        marches = [(march * aim.worth, region, aim.need, aim.support) for region, aim in self.aims.items()]
        marches.sort(key=_WORTH, reverse=True)
        return marches

    def reach(self, region: str, power: float) -> float:
        """Return what an Army of `power` at `region` is worth by what it can take."""
        if power <= 0:
            return 0.0
        known = self._reach.get((region, power))
        if known is not None:
            return known
        best = 0.0
        near = _nearness(region)
        for there_worth, there, need, support in self._marches:
            if there_worth <= best:
                break
            worth = there_worth * near[there]
            if worth <= best:
                continue
            x = (power if support < power else 0.55 * power + 0.45 * support) / need
            x *= x
            worth *= x / (1.0 + x)
            if worth > best:
                best = worth
        self._reach[region, power] = best
        return best

    # -- dangers -----------------------------------------------------------------------------------

    @cached_property
    def dangers(self) -> dict[str, float]:
        """Enemy power that threatens each Settlement held by this side."""
        found: dict[str, float] = {}
        far = FAR[self.side]
        for region in SETTLEMENTS:
            if controller(self.s, region) != self.side or not (REGIONS[region].vp or region in STRONGHOLDS):
                continue
            steps = distances(region)
            threat = added(
                [p * DANGER ** max(0, steps[r] - 1) for r, p in self.enemy_powers.items() if steps[r] <= far]
            )
            if threat:
                found[region] = threat
        return found

    def risk(self, region: str, power: float) -> float:
        """Return what may be lost at a Settlement guarded by `power` (0 where nothing threatens it)."""
        threat = self.dangers.get(region)
        if threat is None:
            return 0.0
        walls = 2.0 if region in STRONGHOLDS else 1.2
        x = threat / (walls * power + 1.0)
        x *= x
        return max(1, REGIONS[region].vp) * POINT[self.foe] * CARE[self.side] * x / (1.0 + x)

    def place_worth(self, region: str, fighters: float, holders: float) -> float:
        """Return what own figures at `region` are worth: those at war, and all that can defend."""
        return self.reach(region, fighters) - self.risk(region, holders)

    # -- moves -------------------------------------------------------------------------------------

    def parties(self, source: str, own: dict[str, int]) -> list[dict[str, int]]:
        """Return sensible parties to leave `source`: all who can, or all but a guard of one to three."""
        parties = [own]
        spare = next((k for k in own if k.endswith("-regular")), None)
        if spare is None or self.risk(source, 0.0) < 0.3:
            return parties
        for guard in (1, 2, 3):
            if own[spare] > guard or (len(own) > 1 and own[spare] == guard):
                left = {**own, spare: own[spare] - guard}
                parties.append({k: n for k, n in left.items() if n})
        return parties

    def move_worth(self, source: str, target: str, party: Mapping[str, int]) -> float:
        """Return what the move of a party is worth."""
        return self.march_worth(source, target, *self.leaving(source, party))

    def leaving(self, source: str, party: Mapping[str, int]) -> tuple[Tally, float]:
        """Return a party that leaves a region, added up, and what those who stay are worth there."""
        moving = self.tally(party)
        left = Tally(*map(sub, self.at(FIELD[self.side][source]), moving))
        return moving, self.worth_at(source, left)

    def march_worth(self, source: str, target: str, moving: Tally, staying: float) -> float:
        """Return what a move is worth that leaves `staying` behind."""
        s = self.s
        there = self.at(FIELD[self.side][target])
        joined = Tally(*map(add, there, moving)) if there is not NOBODY else moving
        worth = staying + self.worth_at(target, joined)
        worth -= self.worth_now(source) + self.worth_now(target)
        if joined.units > STACKING:
            worth -= 0.6 * (joined.units - STACKING)
        if target in ORIGINAL and controller(s, target) == self.foe and not besieged(s, target):
            worth += self.capture_worth(target)
        return worth - self._exposed(target, joined) if target in self._near_enemies else worth

    def worth_now(self, region: str) -> float:
        """Return what the own figures that stand at a region are worth there."""
        known = self._now.get(region)
        if known is None:
            known = self._now[region] = self.worth_at(region, self.at(FIELD[self.side][region]))
        return known

    def worth_at(self, region: str, who: Tally) -> float:
        """Return what figures are worth at a region."""
        known = self._worths.get((region, who))
        if known is None:
            known = self.reach(region, who.fighting()) if who.war_units else 0.0
            if region in self.dangers:
                known -= self.risk(region, who.holding())
            self._worths[region, who] = known
        return known

    def capture_worth(self, region: str) -> float:
        """Return what taking an undefended Settlement brings at once."""
        points = REGIONS[region].vp
        if ORIGINAL[region] == self.side:
            return 0.5 + points * POINT[self.foe]
        worth = 0.6 + points * POINT[self.side]
        if points and victory_points(self.s, self.side) + points >= (10 if self.side == SH else 4):
            worth += 100.0
        return worth

    def _exposed(self, region: str, who: Tally) -> float:
        """Return what standing in the open next to stronger enemies costs."""
        threat, power = self._near_enemies[region], who.holding()
        if threat <= power or (region in STRONGHOLDS and controller(self.s, region) == self.side):
            return 0.0
        return TAKEN[self.side] * min(4.0, threat - power) * 0.5

    @cached_property
    def _near_enemies(self) -> dict[str, float]:
        """Power of the strongest enemy Army in or next to each region."""
        found: dict[str, float] = {}
        for region, power in self.enemy_powers.items():
            for near in (region, *ADJACENT[region]):
                found[near] = max(found.get(near, 0.0), power)
        return found

    def arrival_worth(self, region: str, kind: str, count: int = 1) -> float:
        """Return what new figures of `kind` in a region are worth."""
        here = self.at(FIELD[self.side][region])
        if kind == "nazgul" or kind.endswith("leader"):
            if not here.units:
                return 0.3
            return 0.8 if here.leadership < min(5, here.units) else 0.3
        new = self.tally({kind: count})
        if here.units + count > STACKING:
            return 0.0
        gain = self.worth_at(region, Tally(*map(add, here, new))) - self.worth_now(region)
        return 0.35 * new.hits + gain

    # -- attacks -----------------------------------------------------------------------------------

    def attack_worth(self, source: str, target: str) -> float:
        """Return what an attack is worth; `source == target` is an assault on a siege, or a sortie."""
        known = self._attacks.get((source, target))
        if known is None:
            known = self._attacks[source, target] = self._worth_of_attack(source, target)
        return known

    def _worth_of_attack(self, source: str, target: str) -> float:
        s = self.s
        if source == target:
            if controller(s, source) == self.foe:
                return self._assault_worth(source)
            return self._sortie_worth(source)
        force = s.forces[FIELD[self.side][source]]
        attacker = strength(s, force, source, attacking=True)
        defender = strength(s, field(s, target, self.foe), target)
        if self._would_withdraw(target, attacker, defender):
            return self._siege_worth(source, target, attacker) - self._provoked(target)
        odds = field_battle(attacker, defender, target)
        worth = DEALT[self.side] * odds.defender_lost - TAKEN[self.side] * odds.attacker_lost
        settled = controller(s, target) == self.foe
        gain = self.capture_worth(target) if settled else 0.0
        staying = self.place_worth(source, attacker.power, attacker.power)
        left = max(0.0, attacker.power - odds.attacker_lost)
        going = (
            self.reach(target, left) - self.risk(source, 0.0)
            if gain
            else self.place_worth(source, left, left)
        )
        worth += odds.win * (gain + max(0.0, going - staying))
        worth -= (1.0 - odds.win) * self.risk(source, 0.0)
        return worth - self._provoked(target)

    def _would_withdraw(self, region: str, attacker: Strength, defender: Strength) -> bool:
        return region in STRONGHOLDS and controller(self.s, region) == self.foe and defender.units <= 6

    def _siege_worth(self, source: str, target: str, attacker: Strength) -> float:
        power = attacker.power
        there = self.reach(target, power) - self.risk(source, 0.0)
        return 0.4 + there - self.place_worth(source, power, power)

    def _provoked(self, target: str) -> float:
        """Return what it costs the Shadow that attacked Nations take up arms."""
        if self.side == FP:
            return 0.0
        force = field(self.s, target, FP)
        return 0.35 * sum(self.s.steps[n] > 0 for n in force.nations()) if force else 0.0

    def _assault_worth(self, region: str) -> float:
        s = self.s
        odds = siege_assault(
            strength(s, s.forces.get(FIELD[self.side][region]), region, attacking=True),
            strength(s, garrison(s, region), region),
        )
        worth = 1.6 * DEALT[self.side] * odds.defender_lost - TAKEN[self.side] * odds.attacker_lost
        return worth + odds.win * self.capture_worth(region)

    def _sortie_worth(self, region: str) -> float:
        s = self.s
        inside = garrison(s, region)
        if inside is None:
            return -1.0
        odds = field_battle(
            strength(s, inside, region, attacking=True),
            strength(s, field(s, region, self.foe), region),
            region,
        )
        worth = DEALT[self.side] * odds.defender_lost - TAKEN[self.side] * odds.attacker_lost
        stake = max(1, REGIONS[region].vp) * POINT[self.foe]
        return worth + stake * 0.5 * (odds.win - 0.6)


@cache
def _nearness(region: str) -> dict[str, float]:
    """Return how much of the worth of an aim is left at `region`, by where the aim is."""
    return {there: NEARNESS**steps for there, steps in distances(region).items()}


_WALLS = {"stronghold": 2.0, "city": 1.3, "fortification": 1.3}
_WORTH = itemgetter(0)
#: (Army units, hits, Leadership) of every figure and character.
_PLAIN: dict[str, tuple[int, int, int]] = {
    **{k: (1, 2 if k.endswith("elite") else 1, 0) for k in UNITS},
    **dict.fromkeys((*LEADERS, NAZGUL), (0, 0, 1)),
    **{c: (0, 0, x.leadership) for c, x in CHARACTERS.items()},
}


def _weights(s: State) -> dict[str, tuple[int, int, int, bool]]:
    """Return (Army units, hits, Leadership, whether at war) of every kind."""
    weights = _weights_by(tuple(s.steps.items()))
    led = {kind: weights[kind] for kind in led_units(s) if led_by(s, kind, None)}
    return (
        {**weights, **{kind: (unit, hits, 1, war) for kind, (unit, hits, _, war) in led.items()}}
        if led
        else weights
    )


@lru_cache(64)
def _weights_by(steps: tuple[tuple[str, int], ...]) -> dict[str, tuple[int, int, int, bool]]:
    """Return the weights by how far Nations are from war, of units whom nobody leads."""
    peaceful = {nation for nation, step in steps if step}
    return {
        k: (unit, hits, lead, not unit or NATION_OF[k] not in peaceful)
        for k, (unit, hits, lead) in _PLAIN.items()
    }

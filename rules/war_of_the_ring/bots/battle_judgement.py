"""The worth of every answer to a question of a battle: whether to fight, with which card, at what loss."""

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Decision
from rules.war_of_the_ring.bots import hints
from rules.war_of_the_ring.bots.evaluation import DEALT, TAKEN, Evaluation
from rules.war_of_the_ring.bots.odds import Forecast, Strength, field_battle, siege_assault, strength
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    REGIONS,
    SIDE_OF,
    STRONGHOLDS,
    Side,
    distances,
)
from rules.war_of_the_ring.position.players import hand_of
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import FIELD, INSIDE, Battle, at_war, controller, field, garrison
from rules.war_of_the_ring.war.sieges import INTO_THE_STRONGHOLD


class BattleJudgement:
    """The weighing of one position for one side, as far as its battle goes."""

    def __init__(self, view: Mapping[str, Any], side: Side) -> None:
        self.view = view
        self.side = side
        self.s = position_from(view)
        self.armies = Evaluation(self.s, side)

    # -- to fight or not ---------------------------------------------------------------------------

    def continue_(self, decision: Decision, value: str) -> float:
        s = self.s
        found = s.battle
        if found is None:
            return 1.0
        own = self.armies
        source = s.forces.get(
            FIELD[self.side][found.source] if found.kind == "field" else INSIDE.get(found.source, "")
        )
        foe = field(s, found.region, own.foe)
        odds = field_battle(
            strength(s, source, found.source, attacking=True), strength(s, foe, found.region), found.region
        )
        gain = own.capture_worth(found.region) if controller(s, found.region) == own.foe else 0.6
        return _exchange(own, odds.defender_lost, odds.attacker_lost) + odds.win * gain - (1 - odds.win) * 0.8

    def defence(self, found: Battle) -> tuple[Strength, Forecast]:
        """Return the own Army that is attacked, and what becomes of the battle if it fights in the field."""
        s = self.s
        own = strength(s, field(s, found.region, self.side), found.region)
        foe = strength(s, s.forces.get(FIELD[self.armies.foe][found.source]), found.source, attacking=True)
        return own, field_battle(foe, own, found.region)

    def stand(self, decision: Decision, value: str) -> float:
        if value != "field":
            return 0.0
        found = self.s.battle
        if found is None:
            return -1.0
        own, odds = self.defence(found)
        return 1.5 * (0.25 - odds.win) + 0.3 * max(0, own.units - 5)

    def retreat(self, decision: Decision, value: str) -> float:
        if value == INTO_THE_STRONGHOLD:
            return 1.0
        s = self.s
        found = s.battle
        if found is None:
            return -1.0
        own, odds = self.defence(found)
        stake = REGIONS[found.region].vp * 0.9
        side = self.armies
        worth = 4.0 * (odds.win - 0.55) * min(1.0, own.hits / 4) - stake
        worth += 0.1 * min(10.0, side.own_powers.get(value, 0.0))
        if value in STRONGHOLDS and controller(s, value) == self.side:
            worth += 0.5
        near = distances(value)
        threat = max(
            (p for r, p in side.enemy_powers.items() if near[r] <= 1 and r != found.source), default=0
        )
        return worth - 0.1 * threat

    scouts = retreat

    def hit(self, decision: Decision, value: str) -> float:
        """Keep the number of dice: reduce Elites while few are left, else lose Regulars."""
        s = self.s
        verb, _, kind = value.partition(":")
        region = str((decision.context or {}).get("region", ""))
        force = field(s, region, self.side) or garrison(s, region)
        few = force is not None and force.units() <= 5
        if kind.endswith("elite"):
            return (1.0 if few else 0.4) if verb == "reduce" else -1.0
        nation = kind.rpartition("-")[0]
        return 0.6 + (0.1 if not at_war(s, nation) else 0.0)

    def press_siege(self, decision: Decision, value: str) -> float:
        s = self.s
        found = s.battle
        if found is None:
            return -1.0
        odds = siege_assault(
            strength(s, field(s, found.region, self.side), found.region, attacking=True),
            strength(s, garrison(s, found.region), found.region),
        )
        return (
            _exchange(self.armies, odds.defender_lost, odds.attacker_lost + 1.0)
            + odds.win * self.armies.capture_worth(found.region)
            - 0.2
        )

    def white_rider(self, decision: Decision, value: str) -> float:
        return 0.5

    def strike(self, decision: Decision, value: str) -> float:
        """Whom a Combat card fells: the enemy's best, and one's own least."""
        sign = -1.0 if _side_of(value) == self.side else 1.0
        return sign * (1.0 + CHARACTERS[value].combat_level if value in CHARACTERS else 0.5)

    silence = strike

    def heroic_death(self, decision: Decision, value: str) -> float:
        return 0.2 if value not in CHARACTERS else -1.0

    # -- Combat cards ------------------------------------------------------------------------------

    def combat_card(self, decision: Decision, value: str) -> float:
        hand = len(hand_of(self.s, actor(self.s, self.side)))
        stake = self._battle_stake()
        return hints.combat_worth(value) * stake - 0.55 * hints.event_worth(self.s, value) + 0.3 * (hand - 4)

    def _battle_stake(self) -> float:
        found = self.s.battle
        if found is None:
            return 0.5
        points = REGIONS[found.region].vp
        size = 0.0
        for key, force in self.s.forces.items():
            if key.startswith(found.region + "/"):
                size += force.units()
        return 0.35 + 0.3 * points + 0.06 * min(10.0, size)


def _exchange(own: Evaluation, dealt: float, taken: float) -> float:
    return DEALT[own.side] * dealt - TAKEN[own.side] * taken


def _side_of(kind: str) -> str:
    return CHARACTERS[kind].side if kind in CHARACTERS else SIDE_OF[kind]

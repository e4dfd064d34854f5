"""The worth of every answer to every question: one method for each kind of decision.

A method takes the decision and one of its values and returns a worth; `PASS` says what not answering is
worth where that is allowed. The kinds of a battle are in `battle_judgement`; those without a method are
answered by `policy` in a general way.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.decisions import Decision
from rules.war_of_the_ring.bots import hints, knowledge, road
from rules.war_of_the_ring.bots.battle_judgement import BattleJudgement
from rules.war_of_the_ring.bots.evaluation import Tally
from rules.war_of_the_ring.bots.odds import strength
from rules.war_of_the_ring.position import dice, entries
from rules.war_of_the_ring.position.box import box_of_view
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    FP_NATIONS,
    GOLLUM,
    GREAT,
    NATION_OF,
    NAZGUL,
    ORIGINAL,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    Side,
    distances,
    flies,
)
from rules.war_of_the_ring.position.event_cards import decks_of
from rules.war_of_the_ring.position.facts import KING
from rules.war_of_the_ring.position.players import hand_of
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    controller,
    field,
    has_army,
    is_for_two,
    level_of,
    nation_of,
    not_at_war,
    places,
    region_of,
    unconquered,
)
from rules.war_of_the_ring.turns import action_dice, card_play, muster
from rules.war_of_the_ring.war import armies, battle, movement
from rules.war_of_the_ring.war.characters import companion_reach

#: What a die is worth beside the use made of it: the more it could do, the dearer it is.
DIE_PRICE = {"will-of-the-west": 0.8, "muster-army": 0.3, "character": 0.2, "event": 0.0}
RING_PRICE = 2.5
#: Dice that the Shadow puts into the Hunt Box.
HUNT_AT_REST = 1
HUNT_ON_THE_ROAD = 2
HUNT_IN_MORDOR = 4
#: Worth of a pass, by kind (0 for all others).
PASS = {
    "army-move": 0.05,
    "companions-from": 0.3,
    "nazgul-from": 0.25,
    "recruit-second": -0.1,
    "advance": 0.0,
}
#: Questions where answering is a good thing in general.
GOOD = 1.0
#: What a Minion is worth less who takes the place of another form of his: the Shadow has no die more by him.
REPLACED = 4.6
#: A border of a Nation none of whose figures are in an Army.
ABROAD = "abroad"
#: Who may be crowned, and where.
HEIR = CHARACTERS[KING].former
CROWNINGS = CHARACTERS[KING].regions

_encoder = msgspec.msgpack.Encoder()


def _map_of(s: State) -> bytes:
    """Return all that the worth of Armies hangs on, to be compared; nothing where sets may have more to say."""
    if s.sets is not msgspec.UNSET or not is_for_two(s):
        return b""
    return _encoder.encode((s.forces, s.captured, s.steps))


def _price(die: str) -> float:
    return DIE_PRICE.get(dice.face_of(die), 0.1)


class Judgement(BattleJudgement):
    """The weighing of one position for one side; made once for a view, asked many times.

    What the Armies are worth is taken from the judgement `before` this one where nothing on the map has changed.
    """

    def __init__(self, view: Mapping[str, Any], side: Side, before: "Judgement | None" = None) -> None:
        super().__init__(view, side)
        self.knowledge: knowledge.Knowledge[Judgement] = knowledge.of(box_of_view(view).sets)
        self._uses: dict[str, float] = {}
        self._possible: dict[str, bool] = {}
        self._stays: dict[str, tuple[float, float]] = {}
        self._dice: dict[tuple[str, float], float] = {}
        self._walks: dict[int, list[str]] = {}
        self._flights: dict[tuple[bool, str], float] = {}
        self._best_flight: dict[bool, float] = {}
        self._pairs: dict[str, float] = {}
        self._going: dict[str, tuple[dict[str, int], frozenset[str]]] = {}
        self._leaving: dict[tuple[str, str | None], list[tuple[Tally, float]]] = {}
        self._map = _map_of(self.s)
        if before is not None and before.side == side and self._map and before._map == self._map:
            self.armies, self._pairs = before.armies, before._pairs
            self.armies.s = self.s

    def _hand(self) -> list[str]:
        """Return the cards that whoever acts for the side holds."""
        return hand_of(self.s, actor(self.s, self.side))

    # -- actions -----------------------------------------------------------------------------------

    def action(self, decision: Decision, value: str) -> float:
        """Worth of an action: of the best that its die can do, less the price of the die."""
        act = self.knowledge.acts.get(value)
        if act is not None:
            return act(self)
        verb, _, rest = value.partition(":")
        if verb == "pass":
            return 0.0
        if verb == "skip":
            return -0.4 - _price(rest)
        if verb == "ring":
            return self._ring(*rest.split(">"))
        return self.use(verb, rest) - _price(verb)

    def _ring(self, old: str, new: str) -> float:
        """Worth of an Elven Ring: of the best use of the new result."""
        if new == "eye":
            return -5.0
        die = dice.turned(old, new)
        return self.best_use(die, nothing=-5.0) - RING_PRICE - _price(old)

    def best_use(self, die: str, *, nothing: float = 0.0) -> float:
        """Return what the best use of a die is worth; `nothing` where it has none."""
        known = self._dice.get((die, nothing))
        if known is None:
            uses = action_dice.uses(self.s, self.side, die, self._possible)
            worths = [self.use(die, use) for use in uses]
            known = self._dice[die, nothing] = max(worths, default=nothing)
        return known

    def use(self, die: str, use: str) -> float:
        """Worth of one use of a die."""
        if use == "play":
            icons = action_dice.icons_of(action_dice.faces_of(self.s, self.side, die))
            key = f"play {sorted(icons)}"
        else:
            icons, key = None, use
        known = self._uses.get(key)
        if known is None:
            method: Callable[[], float] | None = getattr(self, f"_use_{use.replace('-', '_')}", None)
            of_set = self.knowledge.uses.get(use)
            if use in ("play", "play-event"):
                known = self._best_card(icons)
            elif of_set is not None:
                known = of_set(self)
            else:
                known = 0.3 if method is None else method()
            self._uses[key] = known
        return known

    def _best_card(self, icons: frozenset[str] | None) -> float:
        cards = card_play.playable(self.s, self.side, icons)
        return max((self.event(c) for c in cards), default=-5.0)

    def event(self, card: str) -> float:
        """Worth of playing a card; a crowded hand makes it better."""
        worth = hints.event_worth(self.s, card) + 0.25 * max(0, len(self._hand()) - 4)
        of_set = self.knowledge.cards.get(card)
        return worth + of_set(self) if of_set else worth

    def _use_move_armies(self) -> float:
        best = sorted((self.pair(p) for p in movement.move_pairs(self.s, self.side)), reverse=True)
        return best[0] + (0.7 * max(0.0, best[1]) if len(best) > 1 else 0.0) if best else -5.0

    def _use_leader_move(self) -> float:
        pairs = movement.move_pairs(self.s, self.side, with_leader=True)
        return max((self.pair(p) for p in pairs), default=-5.0)

    def _use_attack(self) -> float:
        pairs = battle.attack_pairs(self.s, self.side)
        return max((self.armies.attack_worth(*p.split(">")) for p in pairs), default=-5.0)

    def _use_leader_attack(self) -> float:
        pairs = battle.attack_pairs(self.s, self.side, with_leader=True)
        return max((self.armies.attack_worth(*p.split(">")) for p in pairs), default=-5.0)

    def _use_move_fellowship(self) -> float:
        return road.step_worth(self.s)

    def _use_hide_fellowship(self) -> float:
        return 8.0 if self.s.fellowship.mordor is not None else 4.5

    def _use_separate(self) -> float:
        return max((self.separation_worth([c]) for c in self.s.fellowship.companions), default=-5.0)

    def _use_move_companions(self) -> float:
        return max((self._best_walk(c) for c in self._walkers()), default=-0.5)

    def _use_move_nazgul(self) -> float:
        flyers = [(r, f) for _, r, f in places(self.s, SH) if NAZGUL in f.figures]
        return max((self.flight(NAZGUL, r) for r, _ in flyers), default=-0.5)

    def _use_diplomacy(self) -> float:
        return max((self.nation(n) for n in muster.diplomatic_nations(self.s, self.side)), default=-5.0)

    def _use_recruit(self) -> float:
        worths: dict[str, float] = {}
        elite = -5.0
        for value in muster.recruits(self.s, self.side, elites=True):
            kind, _, region = value.partition("@")
            worth = self.armies.arrival_worth(region, kind)
            if kind.endswith("elite"):
                elite = max(elite, worth)
            else:
                worths[region] = max(worths.get(region, -5.0), worth)
        best = sorted(worths.values(), reverse=True)[:2]
        return max(elite, sum(best)) if best else elite

    def _use_minion(self) -> float:
        return max((self.minion_worth(v) for v in entries.open_to(self.s, "minion")), default=-5.0)

    def _use_draw(self) -> float:
        return 1.2 if len(self._hand()) < 6 else 0.2

    def _use_upgrade(self) -> float:
        return 7.0

    def _use_boromir(self) -> float:
        return self.nation("gondor")

    def _use_legolas(self) -> float:
        return self.nation("elves")

    def _use_gimli(self) -> float:
        return self.nation("dwarves")

    # -- Armies ------------------------------------------------------------------------------------

    def pair(self, pair: str) -> float:
        """Worth of the best party that can make a move `from>to`."""
        known = self._pairs.get(pair)
        if known is None:
            source, _, target = pair.partition(">")
            leaving = self._who_may_leave(source, target)
            worths = [self.armies.march_worth(source, target, *who) for who in leaving]
            known = self._pairs[pair] = max(worths, default=-5.0)
        return known

    def _who_may_leave(self, source: str, target: str) -> list[tuple[Tally, float]]:
        """Return the parties that could go, as they leave: the same wherever the same figures may not enter."""
        going = self._going.get(source)
        if going is None:
            own = movement.movable(self.s, self.side, FIELD[self.side][source], {})
            going = self._going[source] = own, frozenset(NATION_OF[k] for k in not_at_war(self.s, own))
        own, bound = going
        nation = nation_of(self.s, target) if bound else None
        border = nation if nation is None or nation in bound else ABROAD
        known = self._leaving.get((source, border))
        if known is None:
            parties = self._parties(source, target, own)
            known = self._leaving[source, border] = [self.armies.leaving(source, who) for who in parties]
        return known

    def _parties(self, source: str, target: str, own: dict[str, int]) -> list[dict[str, int]]:
        able = armies.who_may_enter(self.s, own, target)
        there = self.s.forces.get(FIELD[self.side][source])
        return [] if there is None or not able else self.armies.parties(source, able)

    def weighed_parties(
        self, source: str, target: str, own: dict[str, int]
    ) -> list[tuple[float, dict[str, int]]]:
        """Return parties that could go from `source` to `target`, with their worths."""
        parties = self._parties(source, target, own)
        return [(self.armies.move_worth(source, target, party), party) for party in parties]

    def source_of(self, target: str, own: dict[str, int]) -> str | None:
        """Return the neighbour of `target` whose figures fit those that are asked about."""
        best: tuple[int, str] | None = None
        for region in ADJACENT[target]:
            force = self.s.forces.get(FIELD[self.side][region])
            if force is None:
                continue
            items = force.items()
            if all(items.get(k, 0) >= n for k, n in own.items()):
                left = sum(items.values()) - sum(own.values())
                best = min(best, (left, region)) if best else (left, region)
        return best[1] if best else None

    def army_move(self, decision: Decision, value: str) -> float:
        return self.pair(value)

    def attack(self, decision: Decision, value: str) -> float:
        source, _, target = value.partition(">")
        return self.armies.attack_worth(source, target)

    def recruit(self, decision: Decision, value: str) -> float:
        kind, _, region = value.partition("@")
        return self.armies.arrival_worth(region, kind) * (0.6 if kind.endswith("elite") else 1.0)

    recruit_second = recruit

    def event_recruit(self, decision: Decision, value: str) -> float:
        return 2.0 if value.endswith("elite") else 1.0

    # -- politics and characters -------------------------------------------------------------------

    def nation(self, nation: str) -> float:
        """Worth of one step towards war."""
        step = self.s.steps[nation]
        if self.side == SH:
            return (5.0 if nation != "southrons-easterlings" else 3.6) - 0.5 * (step - 1)
        threat = max((self.armies.dangers.get(r, 0.0) for r in SETTLEMENTS_OF[nation]), default=0.0)
        return 1.2 + min(2.0, 0.25 * threat) + (1.0 if step == 1 else 0.0) + 0.1 * len(SETTLEMENTS_OF[nation])

    def advance_nation(self, decision: Decision, value: str) -> float:
        return self.nation(value)

    def minion(self, decision: Decision, value: str) -> float:
        return self.minion_worth(value)

    def minion_worth(self, entry: str) -> float:
        """Worth of a Minion entering play, `minion@region`."""
        minion, _, region = entry.partition("@")
        force = self.s.forces.get(FIELD[SH][region])
        size = 0.1 * min(10, force.units()) if force else 0.0
        passive = sum(1 for n in FP_NATIONS if n not in self.s.active)
        hint = hints.MINIONS.get(minion, hints.ANY_MINION)
        worth = hint["worth"] + hint.get("roused", 0.0) * passive + hint.get("led", 0.0) * size
        if entries.replaced_by(self.s, minion):
            worth -= REPLACED
        of_set = self.knowledge.entering.get(minion)
        return worth + of_set(self, region) if of_set else worth

    def upgrade(self, decision: Decision, value: str) -> float:
        character, _, region = value.partition("@")
        base = 2.0 if character == KING else 1.5
        return base + (0.5 if has_army(self.s, region, FP) else 0.0)

    def _walkers(self) -> list[str]:
        return [
            c
            for key, _, force in places(self.s, FP)
            if not key.endswith("/inside")
            for c in force.characters
            if level_of(self.s, c) > 0
        ]

    def _best_walk(self, companion: str) -> float:
        start = region_of(self.s, companion)
        if start is None:
            return -5.0
        here = self.stay_worth([companion], start)
        reach = companion_reach(self.s, start, level_of(self.s, companion))
        return max((self.stay_worth([companion], r) for r in reach), default=-5.0) - here

    def stay_worth(self, group: list[str], region: str) -> float:
        """Worth of Companions being in a region."""
        s = self.s
        worth = 0.0
        people = [CHARACTERS[c] for c in group]
        if HEIR in [one.person for one in people]:
            goal = min((distances(r)[region] for r in CROWNINGS if unconquered(s, r)), default=9)
            worth += 4.0 - 0.4 * goal
        for more in self._company(region):
            worth += more
        nation = REGIONS[region].nation
        passive = nation and region in GREAT and nation not in s.active and controller(s, region) == FP
        if passive and any(nation in one.can_activate for one in people):
            worth += 1.6
        return worth

    def _company(self, region: str) -> tuple[float, float]:
        """Worth for Companions of the Army in a region: to lead it, and to help it in danger."""
        known = self._stays.get(region)
        if known is None:
            known, force = (0.0, 0.0), field(self.s, region, FP)
            if force is not None and (units := force.units()):
                led = strength(self.s, force, region).leadership
                danger = self.armies.dangers.get(region, 0.0)
                known = 0.6 + (0.5 if led < min(5, units) else 0.0), min(1.0, 0.15 * danger)
            elif has_army(self.s, region, SH):
                known = -0.5, 0.0
            self._stays[region] = known
        return known

    def companions_from(self, decision: Decision, value: str) -> float:
        return max(
            (self._best_walk(c) for c in self._walkers() if region_of(self.s, c) == value), default=0.0
        )

    def companions_to(self, decision: Decision, value: str) -> float:
        return self.stay_worth(list((decision.context or {}).get("companions", ())), value)

    separate_to = companions_to

    def separation_worth(self, group: list[str]) -> float:
        """Worth of a Companion leaving the Fellowship: what he does outside, less what he does inside."""
        s = self.s
        fellowship = s.fellowship
        if fellowship.region is None:
            return -6.0
        distance = fellowship.progress + max(level_of(s, c) for c in group)
        reach = self._walks.get(distance)
        if reach is None:
            reach = [fellowship.region, *companion_reach(s, fellowship.region, distance)]
            self._walks[distance] = reach
        outside = max(self.stay_worth(group, r) for r in reach)
        if [CHARACTERS[c].person for c in group] == [HEIR] and outside < 4.0:
            outside -= 1.5
        inside = 2.4 + 0.3 * max(0, 5 - len(fellowship.companions))
        return outside - inside

    def nazgul_from(self, decision: Decision, value: str) -> float:
        figure, _, region = value.partition("@")
        return self.flight(figure, region)

    def nazgul_to(self, decision: Decision, value: str) -> float:
        figure = str((decision.context or {}).get("figure", NAZGUL))
        return self.fly_worth(figure, value)

    def flight(self, figure: str, region: str) -> float:
        """Worth of moving a figure of the Shadow from a region to the best place."""
        hunts = flies(figure)
        best = self._best_flight.get(hunts)
        if best is None:
            best = max((self.fly_worth(figure, r) for r in self._calling()), default=0.0)
            self._best_flight[hunts] = best
        return best - self.fly_worth(figure, region) - 0.2

    def _calling(self) -> list[str]:
        regions = list(self.armies.own_powers)
        if self.s.fellowship.region is not None:
            regions.append(self.s.fellowship.region)
        return regions

    def fly_worth(self, figure: str, region: str) -> float:
        """Worth of a Nazgûl or Minion being in a region: leading an Army, or hunting."""
        hunts = flies(figure)
        known = self._flights.get((hunts, region))
        if known is None:
            known = self._flights[hunts, region] = self._worth_of_flight(hunts, region)
        return known

    def _worth_of_flight(self, hunts: bool, region: str) -> float:
        s = self.s
        worth = 0.0
        if hunts and region == s.fellowship.region:
            there = field(s, region, SH)
            if there is None or NAZGUL not in there.figures:
                worth += 1.4 if s.fellowship.progress <= 3 else 0.7
        power = self.armies.own_powers.get(region, 0.0)
        if power:
            force = s.forces[FIELD[SH][region]]
            led = strength(s, force, region).leadership
            lacking = max(0, min(5, force.units()) - led)
            worth += 0.12 * min(10.0, power) * (1.0 if lacking else 0.3)
            worth += 0.3 * self.armies.reach(region, power) * (0.3 if lacking else 0.1)
        return worth

    # -- the Fellowship ----------------------------------------------------------------------------

    def declare(self, decision: Decision, value: str) -> float:
        s = self.s
        fellowship = s.fellowship
        lost = road.lost_by(s, value)
        rest = road.resting(s)
        worth = -1.1 * lost - 0.2
        if value in GREAT and ORIGINAL[value] == FP and controller(s, value) == FP:
            worth += 0.9 * min(1, fellowship.corruption) * (1.0 + 0.1 * fellowship.corruption)
            worth += 3.0 if rest else 0.0
            nation = REGIONS[value].nation
            if nation and nation not in s.active:
                worth += 0.8
        elif road.steps_to_mordor(value) == 0:
            worth += 6.0 if road.may_dare_mordor(s) else -6.0
        else:
            worth -= 1.0
        return worth

    def enter_mordor(self, decision: Decision, value: str) -> float:
        return 5.0 if road.may_dare_mordor(self.s) else -1.0

    def guide(self, decision: Decision, value: str) -> float:
        if not self.s.fellowship.hidden and "ranger-of-the-north" in CHARACTERS[value].abilities:
            return 2.0
        return 1.0 if "the-grey-wanderer" in CHARACTERS[value].abilities else 0.5

    def reveal(self, decision: Decision, value: str) -> float:
        s = self.s
        worth = -1.0 * road.steps_to_go(s, value)
        if value in STRONGHOLDS and controller(s, value) == SH:
            worth -= 2.0 if road.steps_to_mordor(value) else 0.5
        if has_army(s, value, SH):
            worth -= 0.7
        force = field(s, value, SH)
        if force is not None and NAZGUL in force.figures:
            worth -= 0.6
        fellowship = s.fellowship
        if road.tolerance(s) < fellowship.corruption:
            near = min((distances(h)[value] for h in road.havens(s)), default=9)
            worth -= 0.5 * near
        return worth

    def path(self, decision: Decision, value: str) -> float:
        return 0.0 if value == "none" else -float(len(value.split("+")))

    def casualty(self, decision: Decision, value: str) -> float:
        s = self.s
        damage = int((decision.context or {}).get("damage", 1))
        companions = s.fellowship.companions
        corruption = s.fellowship.corruption
        point = 1.0 + 0.16 * corruption + (20.0 if corruption + damage >= 12 else 0.0)
        if s.fellowship.mordor is None and corruption + damage < 9 and road.patient(s):
            point *= 0.7  # there is time to heal
        levels = [level_of(s, c) for c in companions]
        if value == "guide":
            saved = float(min(damage, level_of(s, s.fellowship.guide)))
            price = 2.4
        else:
            saved = sum(min(damage, n) for n in levels) / len(levels)
            price = 1.5
        if s.fellowship.mordor is not None:
            price *= 0.2
        return point * saved - price

    def guide_ability(self, decision: Decision, value: str) -> float:
        s = self.s
        if s.fellowship.guide == GOLLUM:
            return 1.0 if s.fellowship.corruption >= 8 and s.fellowship.mordor is None else -0.5
        return -0.3 + 0.15 * s.fellowship.corruption

    def table_card(self, decision: Decision, value: str) -> float:
        return 0.8

    # -- cards -------------------------------------------------------------------------------------

    def card(self, decision: Decision, value: str) -> float:
        return self.event(value)

    pay_army_card = pay_character_card = lambda self, decision, value: -hints.keep_worth(self.s, value)

    def deck(self, decision: Decision, value: str) -> float:
        held = decks_of(self._hand())
        preferred = "strategy" if self.side == SH else "character"
        return 0.2 * (value == preferred) - 0.1 * float(held[value])

    # -- the Shadow's small questions --------------------------------------------------------------

    def worn_with_sorrow(self, decision: Decision, value: str) -> float:
        return 1.0 if value == "hand" else 1.2

    def hunt_dice(self, low: int, high: int) -> int:
        """Return how many dice the Shadow puts into the Hunt Box."""
        fellowship = self.s.fellowship
        wanted = HUNT_AT_REST
        if fellowship.mordor is not None:
            wanted = HUNT_IN_MORDOR
        elif fellowship.progress >= 1 or self.s.turn > 2:
            wanted = HUNT_ON_THE_ROAD
        wanted += sum(more(self) for more in self.knowledge.hunters)
        return int(max(low, min(high, wanted)))

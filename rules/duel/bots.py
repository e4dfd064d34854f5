"""Bots. They see what their seat sees and weigh the choices; the captain also looks at the enemy's plans."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.core.decisions import Choice, Decision, OneOf
from rules.duel.data import BONUSES, CARDS, LANDMARKS, LAYOUTS, QUEST_LENGTH, REGIONS, other

COIN = 1.0
#: Worth of a kept token, by how well it has served in play between bots.
TOKEN_WORTH = {
    "wizards-play-discard": 9.0,
    "ents-extra-turn": 8.0,
    "wizards-quest": 8.0,
    "elves-any-skill": 8.0,
    "ents-three-maneuvers": 7.0,
    "hobbits-eagle": 9.0,
    "wizards-two-units": 7.0,
    "humans-red-extra-unit": 6.0,
    "dwarves-landmark-extra-turn": 7.0,
    "humans-yellow-quest": 5.0,
    "hobbits-chain-coins": 5.0,
    "elves-red-anywhere": 5.0,
    "dwarves-no-surcharge": 4.0,
    "hobbits-blue-unit": 6.0,
    "dwarves-green-moves": 3.0,
    "elves-yellow-extra-turn": 5.0,
    "ents-remove-fortress": 4.0,
    "humans-double-discard": 4.0,
}


class Evaluation:
    """The worth of choices to a seat, in coins, from its own view."""

    def __init__(self, view: Mapping[str, Any], seat: str) -> None:
        self.view = view
        self.seat = seat
        self.foe = other(seat)

    def quest(self, seat: str, spaces: int) -> float:
        """Worth of advancing on the Quest."""
        before: int = self.view["quest"][seat]
        after = min(QUEST_LENGTH, before + spaces)
        if after == QUEST_LENGTH:
            return 1000.0
        worth = (after - before) * (1.6 + 0.22 * after)
        return worth + 2.0 * sum(1 for step in BONUSES if before < step <= after)

    def units_in(self, seat: str, region: str, amount: int) -> float:
        """Worth of placing Units together in a region."""
        foe = other(seat)
        here = self.view["regions"][region]
        supply = self.view["sides"][seat]["supply"]
        amount = min(amount, supply)
        if amount == 0:
            return 0.0
        enemy = here["units"][foe]
        lost = min(enemy, here["units"][seat] + amount)
        mine = here["units"][seat] + amount - lost
        present = region in self.view["sides"][seat]["presence"]
        own_count = len(self.view["sides"][seat]["presence"])
        worth = 0.8 * amount
        if mine and not present:
            worth += 3.0 + 0.5 * own_count
            if own_count == len(REGIONS) - 1:
                return 1000.0
        if enemy and lost == enemy and here["fortress"] != foe:
            worth += 3.0 + 0.6 * len(self.view["sides"][foe]["presence"])
        return worth

    def card(self, seat: str, id: str) -> float:
        """Worth of playing a card, without its price."""
        card = CARDS[id]
        side = self.view["sides"][seat]
        late = self.view["chapter"]
        worth = 1.5 if card.provides_chain else 0.0
        if card.colour == "grey":
            owned = sum(side["skills"].values())
            count = sum(card.gives.values()) or 1.5
            worth += count * (4.2 - 0.8 * late) * (0.6 if owned > 9 else 1.0)
        elif card.colour == "yellow":
            worth += sum(e["amount"] for e in card.effects) * COIN
        elif card.colour == "blue":
            worth += sum(self.quest(seat, e["spaces"]) for e in card.effects)
        elif card.colour == "green" and card.race:
            if side["races"][card.race]:
                worth += 6.5
            elif side["support"] == 5:
                worth += 1000.0
            else:
                worth += 3.5 + 1.3 * side["support"]
        elif card.colour == "red":
            effect = card.effects[0]
            extra = "humans-red-extra-unit" in side["tokens"]
            regions = REGIONS if "elves-red-anywhere" in side["tokens"] else effect["regions"]
            worth += max(self.units_in(seat, r, effect["amount"] + extra) for r in regions)
        else:
            worth += 2.0 * sum(e["amount"] for e in card.effects)
        return worth

    def landmark(self, id: str) -> float:
        """Worth of a landmark for the own seat."""
        tile = LANDMARKS[id]
        side = self.view["sides"][self.seat]
        worth = 4.0
        if tile.region not in side["presence"]:
            worth += 4.0 + 0.6 * len(side["presence"])
            if len(side["presence"]) == len(REGIONS) - 1:
                return 1000.0
        for effect in tile.effects:
            kind = effect["type"]
            if kind == "advance-quest":
                worth += self.quest(self.seat, effect["spaces"])
            elif kind == "place-units":
                worth += self.units_in(self.seat, tile.region, effect["amount"])
            elif kind == "gain-coins":
                worth += effect["amount"]
            elif kind == "move-units":
                worth += 1.0 * effect["amount"]
            else:
                worth += 6.0
        return worth


class Squire:
    """Takes what is worth most to itself now."""

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        """Return the choice of the highest worth; ties at random."""
        options = decision.options
        assert isinstance(options, OneOf)
        evaluation = Evaluation(view, decision.seat)
        best: Choice = None
        best_worth = 0.0 if decision.may_pass else float("-inf")
        for value in options.values:
            worth = self.worth(evaluation, decision, str(value)) + rng.random() * 0.01
            if worth > best_worth:
                best, best_worth = value, worth
        return best

    def worth(self, e: Evaluation, decision: Decision, value: str) -> float:
        """Return what a choice is worth."""
        kind = decision.kind
        if kind == "choose-action":
            return self.action(e, value, (decision.options.details or {}).get(value, {}))  # type: ignore[union-attr]
        if kind in ("place-red", "place-any", "place-fixed"):
            return 0.1 + e.units_in(e.seat, value, _amount(decision))
        if kind == "move-unit":
            return self.move(e, value)
        if kind == "remove-unit":
            here = e.view["regions"][value]
            last = here["units"][e.foe] == 1 and here["fortress"] != e.foe
            return 1.0 + (4.0 if last else 0.0)
        if kind == "remove-fortress":
            return 4.0 + (3.0 if not e.view["regions"][value]["units"][e.foe] else 0.0)
        if kind in ("maneuver-next", "ent-maneuver"):
            return {"remove": 3.0, "coin": 1.0 if e.view["sides"][e.foe]["coins"] else 0.1, "move": 1.5}[
                value
            ]
        if kind == "pick-token":
            return TOKEN_WORTH[value] if not value.startswith("hobbits-eagle") else self.eagle(e)
        if kind == "pick-discard":
            return e.card(e.seat, value)
        if kind == "pick-grey":
            return 1.0 + sum(CARDS[value].gives.values()) + len(CARDS[value].choice)
        return 1.0

    def eagle(self, e: Evaluation) -> float:
        """Worth of the Eagle: it wins with five races."""
        support = e.view["sides"][e.seat]["support"]
        return 1000.0 if support >= 5 else TOKEN_WORTH["hobbits-eagle"]

    def action(self, e: Evaluation, value: str, details: Any) -> float:
        """Worth of an action of a turn."""
        verb, _, id = value.partition("-")
        if verb == "play":
            return e.card(e.seat, id) - 0.7 * float(details.get("price", 0))
        if verb == "take":
            return e.landmark(id) - 0.7 * float(details.get("price", 0))
        if verb == "discard":
            return 0.7 * float(details.get("income", 0))
        return 0.0

    def move(self, e: Evaluation, value: str) -> float:
        """Worth of moving one Unit: new ground won less ground given up."""
        source, _, target = value.partition(">")
        here = e.view["regions"][source]
        leaves = here["units"][e.seat] == 1 and here["fortress"] != e.seat
        return e.units_in(e.seat, target, 1) - 1.2 - (4.0 if leaves else 0.0)


class Captain(Squire):
    """Also weighs what a move leaves to the enemy, and what it takes from him."""

    def action(self, e: Evaluation, value: str, details: Any) -> float:
        worth = super().action(e, value, details)
        verb, _, id = value.partition("-")
        if verb in ("play", "discard") and worth < 900:
            worth += 0.55 * self._kept_from_enemy(e, id)
            worth -= 0.5 * self._opened_for_enemy(e, details.get("slot", ""))
        return worth

    def _kept_from_enemy(self, e: Evaluation, id: str) -> float:
        slot = next((x for x in e.view["display"] if x["card"] == id), None)
        if slot is None or slot["price"][e.foe] > e.view["sides"][e.foe]["coins"]:
            return 0.0
        price: int = slot["price"][e.foe]
        return max(0.0, e.card(e.foe, id) - 0.7 * price)

    def _opened_for_enemy(self, e: Evaluation, taken: str) -> float:
        there = {x["slot"]: x for x in e.view["display"]}
        layout = LAYOUTS[e.view["chapter"]]
        worth = 0.0
        for slot, x in there.items():
            cover = [c for c in layout[slot].covered_by if c in there]
            if cover == [taken]:
                if x["card"] is None:
                    worth = max(worth, 3.0)
                elif x["price"][e.foe] <= e.view["sides"][e.foe]["coins"]:
                    worth = max(worth, e.card(e.foe, x["card"]) - 0.7 * x["price"][e.foe])
        return worth


def _amount(decision: Decision) -> int:
    """Units that a placing decision brings: the resolved card's own number, else one."""
    resolving = (decision.context or {}).get("resolving")
    if decision.kind == "place-any" or resolving is None:
        return 1
    effects = CARDS[resolving].effects if resolving in CARDS else LANDMARKS[resolving].effects
    return max((e["amount"] for e in effects if e["type"] == "place-units"), default=1)

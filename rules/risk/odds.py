"""The odds of dice alone: one battle, and a whole fight, reckoned exactly (RK-7.6 to RK-7.9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.title import Outlook
from rules.risk.cards import AMBUSH, AMBUSHERS, BREAKERS, GRIMA, SAILS, TURNCOATS
from rules.risk.data import ATTACK_DICE, DEFENCE_DICE, TERRITORIES

FACES = range(1, 7)
#: Beyond so many battalions on a side nothing changes that shows in whole percent.
MOST = 60


def losses(
    attack: Sequence[int], defence: Sequence[int], attack_bonus: int, defence_bonus: int
) -> tuple[int, int]:
    """Return what attacker and defender lose when faces, the highest first, are compared (RK-7.7, RK-7.8).

    >>> losses([6, 3, 1], [6, 2], 0, 0), losses([6, 3, 1], [6, 2], 1, 0)
    ((1, 1), (0, 2))
    """
    won = int(attack[0] + attack_bonus > defence[0] + defence_bonus)
    pairs = min(len(attack), len(defence))
    if pairs > 1:
        won += attack[1] > defence[1]
    return pairs - won, won


@cache
def battle(
    attack: int, defence: int, attack_bonus: int, defence_bonus: int
) -> Mapping[tuple[int, int], float]:
    """Return how likely which losses are, attacker's and defender's, with so many dice on either side."""
    hands = {
        number: Counter(tuple(sorted(x, reverse=True)) for x in product(FACES, repeat=number))
        for number in (attack, defence)
    }
    found: Counter[tuple[int, int]] = Counter()
    for (own, many), (other, more) in product(hands[attack].items(), hands[defence].items()):
        found[losses(own, other, attack_bonus, defence_bonus)] += many * more
    whole = 6 ** (attack + defence)
    return {lost: count / whole for lost, count in found.items()}


@cache
def fight(own: int, enemy: int, attack_bonus: int, defence_bonus: int) -> tuple[float, float]:
    """Return how likely a fight to the last ends with a conquest, and that times the battalions left by it.

    Args:
        own: battalions in the origin, of which one never fights.
        enemy: battalions in the target.
    """
    if enemy <= 0:
        return 1.0, float(own)
    if own <= 1:
        return 0.0, 0.0
    chance = left = 0.0
    dice = min(ATTACK_DICE, own - 1), min(DEFENCE_DICE, enemy)
    for (mine, theirs), share in battle(*dice, attack_bonus, defence_bonus).items():
        won, kept = fight(own - mine, enemy - theirs, attack_bonus, defence_bonus)
        chance += share * won
        left += share * kept
    return chance, left


def conquest(own: int, enemy: int, attack_bonus: int, defence_bonus: int) -> float:
    """Return how likely a fight to the last ends with a conquest."""
    return fight(own, enemy, attack_bonus, defence_bonus)[0]


def percent_of_conquest(own: int, enemy: int, attack_bonus: int, defence_bonus: int) -> int:
    """Return the chance of a conquest in whole percent; both sides are made smaller alike where they are many."""
    if max(own, enemy) > MOST:
        shrink = MOST / max(own, enemy)
        own, enemy = max(2, round(own * shrink)), max(1, round(enemy * shrink))
    return round(100 * conquest(own, enemy, attack_bonus, defence_bonus))


def outlook(view: Mapping[str, Any], decision: Decision) -> dict[str, Outlook]:
    """Return what may be expected of invasions and battles, by the values of their choices."""
    if not isinstance(decision.options, OneOf):
        return {}
    if decision.kind == "combat":
        return {
            value: _invasion(view, decision, *value.split(">"))
            for value in map(str, decision.options.values)
            if ">" in value
        }
    return _battle(decision) if decision.kind == "battle" else {}


def _invasion(view: Mapping[str, Any], decision: Decision, origin: str, target: str) -> Outlook:
    cards = (decision.context or {}).get("cards", ())
    own, enemy = (view["territories"][place]["battalions"] for place in (origin, target))
    defender = view["territories"][target]["holder"]
    if AMBUSH in cards:
        own += AMBUSHERS
    for _ in filter(lambda card: card.startswith(GRIMA), cards):
        turned = min(TURNCOATS, enemy - 1)
        own, enemy = own + turned, enemy - turned
    walls = bool(TERRITORIES[target].stronghold) and not any(card in BREAKERS for card in cards)
    attack_bonus = _leads(view, decision.seat, origin) + (SAILS in cards)
    defence_bonus = _leads(view, defender, target) + walls
    return _to_the_last(own, enemy, attack_bonus, defence_bonus)


def _leads(view: Mapping[str, Any], holder: str, territory: str) -> int:
    army = view["armies"].get(holder)
    return int(army is not None and territory in army["leaders"])


def _to_the_last(own: int, enemy: int, attack_bonus: int, defence_bonus: int) -> Outlook:
    percent = percent_of_conquest(own, enemy, attack_bonus, defence_bonus)
    return Outlook(f"{percent} % conquered by fighting to the last", percent)


def _battle(decision: Decision) -> dict[str, Outlook]:
    """Return what one battle costs on average, and how a whole fight would end."""
    context = decision.context or {}
    own, enemy = context["own"], context["enemy"]
    bonuses = context["attack_bonus"], context["defence_bonus"]
    found = {}
    for value in map(str, decision.options.legal()):
        if value.isdecimal():
            likely = battle(int(value), min(DEFENCE_DICE, enemy), *bonuses)
            mine, theirs = (sum(lost[side] * chance for lost, chance in likely.items()) for side in (0, 1))
            found[value] = Outlook(f"on average you lose {mine:.1f}, they lose {theirs:.1f}")
        elif value == "assault":
            found[value] = _to_the_last(own, enemy, *bonuses)
    return found

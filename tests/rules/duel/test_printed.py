"""What is printed on the Chapter cards and Landmarks: their cost, the symbols they give, the numbers of effects."""

import pytest

from rules.duel.data import CARDS, LANDMARKS, Card, Landmark

#: What each card costs, and what it brings.
PRINTED = {
    "c1-grey-courage-1": ("nothing", "courage 1"),
    "c1-grey-courage-2": ("nothing", "courage 1"),
    "c1-grey-strength-1": ("nothing", "strength 1"),
    "c1-grey-strength-2": ("nothing", "strength 1"),
    "c1-grey-ruse-1": ("nothing", "ruse 1"),
    "c1-grey-ruse-2": ("nothing", "ruse 1"),
    "c1-grey-leadership": ("nothing", "leadership 1"),
    "c1-grey-knowledge": ("nothing", "knowledge 1"),
    "c1-yellow-two-1": ("nothing", "gain-coins 2"),
    "c1-yellow-two-2": ("nothing", "gain-coins 2"),
    "c1-yellow-two-3": ("nothing", "gain-coins 2"),
    "c1-yellow-two-4": ("nothing", "gain-coins 2"),
    "c1-blue-one": ("nothing", "advance-quest 1"),
    "c1-blue-one-horse": ("strength 1", "advance-quest 1"),
    "c1-blue-one-backpack": ("courage 1", "advance-quest 1"),
    "c1-blue-one-fish": ("1 coins", "advance-quest 1"),
    "c1-green-dwarves": ("leadership 1", ""),
    "c1-green-elves": ("knowledge 1", ""),
    "c1-green-hobbits": ("leadership 1", ""),
    "c1-green-humans": ("knowledge 1", ""),
    "c1-red-lindon-arnor": ("nothing", "place-units 1"),
    "c1-red-gondor-rohan": ("ruse 1", "place-units 1"),
    "c1-red-enedwaith-rhovanion": ("nothing", "place-units 1"),
    "c2-grey-leadership": ("nothing", "leadership 1"),
    "c2-grey-knowledge": ("nothing", "knowledge 1"),
    "c2-grey-double-courage": ("1 coins", "courage 2"),
    "c2-grey-double-ruse": ("1 coins", "ruse 2"),
    "c2-grey-double-strength": ("1 coins", "strength 2"),
    "c2-grey-choice-ruse-strength-courage": ("1 coins, knowledge 1, leadership 1", ""),
    "c2-grey-choice-knowledge-leadership": ("1 coins, ruse 1", ""),
    "c2-yellow-four": ("nothing", "gain-coins 4"),
    "c2-yellow-three-chest": ("nothing", "gain-coins 3"),
    "c2-blue-one": ("ruse 1, strength 1", "advance-quest 1"),
    "c2-blue-one-from-horse": ("strength 1, courage 1", "advance-quest 1"),
    "c2-blue-one-from-backpack": ("1 coins", "advance-quest 1"),
    "c2-blue-two-campfire": ("strength 1, courage 2", "advance-quest 2"),
    "c2-blue-two-bedroll": ("strength 2, knowledge 1", "advance-quest 2"),
    "c2-green-hobbits": ("ruse 2, leadership 1", ""),
    "c2-green-humans": ("courage 2, knowledge 1", ""),
    "c2-green-dwarves": ("strength 2, leadership 1", ""),
    "c2-green-elves": ("courage 1, knowledge 1, leadership 1", ""),
    "c2-red-gondor-mordor": ("ruse 3", "place-units 2"),
    "c2-red-lindon-rohan": ("ruse 1, strength 1, courage 1", "place-units 2"),
    "c2-red-lindon-enedwaith": ("strength 2, courage 1", "place-units 2"),
    "c2-red-arnor-rhovanion": ("courage 2, leadership 1", "place-units 2"),
    "c2-red-mordor-rohan": ("ruse 2, knowledge 1", "place-units 2"),
    "c3-yellow-five-from-chest": ("ruse 2, courage 1", "gain-coins 5"),
    "c3-yellow-five": ("ruse 1, knowledge 1, leadership 1", "gain-coins 5"),
    "c3-blue-two": ("strength 2, leadership 1", "advance-quest 2"),
    "c3-blue-two-from-fish": ("ruse 2, courage 2", "advance-quest 2"),
    "c3-blue-two-from-bedroll": ("ruse 3, courage 1", "advance-quest 2"),
    "c3-blue-two-from-campfire": ("ruse 1, strength 3", "advance-quest 2"),
    "c3-blue-three": ("3 coins", "advance-quest 3"),
    "c3-green-wizards": ("strength 2, knowledge 1, leadership 1", ""),
    "c3-green-wizards-from-scroll": ("ruse 2, leadership 2", ""),
    "c3-green-ents-from-acorn": ("strength 2, knowledge 2", ""),
    "c3-green-ents": ("courage 2, knowledge 1, leadership 1", ""),
    "c3-red-enedwaith-rohan": ("strength 2, courage 2", "place-units 3"),
    "c3-red-enedwaith-arnor": ("ruse 2, courage 2", "place-units 3"),
    "c3-red-rhovanion-gondor": ("ruse 3, leadership 2", "place-units 3"),
    "c3-red-gondor-arnor": ("ruse 1, strength 1, knowledge 1, leadership 2", "place-units 3"),
    "c3-red-lindon-mordor": ("ruse 2, courage 1, knowledge 2", "place-units 3"),
    "c3-red-rhovanion-mordor": ("ruse 1, strength 2, courage 2", "place-units 3"),
    "c3-purple-move-move-move": ("courage 2, knowledge 1, leadership 1", "move-units 3"),
    "c3-purple-unit-coin-coin": ("courage 3, leadership 1", "remove-enemy-units 1, opponent-loses-coins 2"),
    "c3-purple-unit-coin-move": (
        "strength 2, leadership 1",
        "remove-enemy-units 1, opponent-loses-coins 1, move-units 1",
    ),
    "c3-purple-unit-unit-coin": (
        "strength 1, courage 1, knowledge 2",
        "remove-enemy-units 2, opponent-loses-coins 1",
    ),
    "c3-purple-coin-move-move": (
        "ruse 1, strength 1, courage 1, knowledge 1",
        "opponent-loses-coins 1, move-units 2",
    ),
    "c3-purple-unit-move-move": ("strength 3, knowledge 1", "remove-enemy-units 1, move-units 2"),
}
#: What each Landmark costs beside its coins, and what it brings.
LANDMARKS_PRINTED = {
    "barad-dur": ("courage 3, knowledge 1, leadership 2", "play-card-from-discard 1"),
    "bree": ("strength 3, courage 2, leadership 1", "place-units 2, move-units 2"),
    "erebor": (
        "ruse 1, strength 2, courage 1, knowledge 1, leadership 1",
        "gain-coins 5, move-units 1",
    ),
    "grey-havens": ("strength 3, knowledge 1, leadership 2", "take-alliance-token 2 1"),
    "helms-deep": ("ruse 3, knowledge 1, leadership 2", "place-units 3"),
    "isengard": ("ruse 2, courage 3, knowledge 1", "discard-opponent-grey-card 1, advance-quest 1"),
    "minas-tirith": ("ruse 3, strength 1, knowledge 2", "place-units 1, advance-quest 2"),
}


def cost(card: Card | Landmark) -> str:
    """Return what a card costs, coins first."""
    coins = [f"{card.coins} coins"] if isinstance(card, Card) and card.coins else []
    return ", ".join([*coins, *(f"{skill} {many}" for skill, many in card.skills.items())]) or "nothing"


def brings(card: Card | Landmark) -> str:
    """Return the symbols of a card, and each of its effects with its number."""
    found = [f"{skill} {many}" for skill, many in card.gives.items()] if isinstance(card, Card) else []
    for effect in card.effects:
        found.append(
            " ".join([effect["type"], *(str(many) for many in effect.values() if isinstance(many, int))])
        )
    return ", ".join(found)


@pytest.mark.rule("DU-1.1", "DU-5.1")
def test_what_the_chapter_cards_cost_and_bring():
    assert {id: (cost(card), brings(card)) for id, card in CARDS.items()} == PRINTED


@pytest.mark.rule("DU-1.2", "DU-11.2")
def test_what_the_landmarks_cost_and_bring():
    assert {id: (cost(tile), brings(tile)) for id, tile in LANDMARKS.items()} == LANDMARKS_PRINTED

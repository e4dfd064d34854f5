"""The cost of a card or a landmark to a player now (DU-5, DU-7.2)."""

from collections.abc import Mapping

from rules.duel.data import CARDS, CHAIN_SOURCE, LANDMARKS
from rules.duel.state import State, fortress_count


def missing_symbols(s: State, seat: str, needed: Mapping[str, int]) -> int:
    """Return how many needed symbols a player's area cannot provide, matched as well as possible (DU-5.4)."""
    if not needed:
        return 0
    left = dict(needed)
    choices: list[tuple[str, ...]] = []
    side = s.sides[seat]
    for id in side.cards:
        card = CARDS[id]
        for skill, number in card.gives.items():
            if skill in left:
                left[skill] -= number
        if card.choice:
            choices.append(card.choice)
    short = {skill: n for skill, n in left.items() if n > 0}
    total = sum(short.values())
    if total == 0:
        return 0
    covered = _cover(short, [c for c in choices if any(skill in short for skill in c)])
    if "elves-any-skill" in side.tokens and covered < total:
        covered += 1
    return total - covered


def _cover(short: dict[str, int], choices: list[tuple[str, ...]]) -> int:
    """Return how many missing symbols the flexible cards can cover, one each."""
    if not choices:
        return 0
    best = _cover(short, choices[1:])
    for skill in choices[0]:
        if short.get(skill, 0) > 0:
            short[skill] -= 1
            best = max(best, 1 + _cover(short, choices[1:]))
            short[skill] += 1
    return best


def by_chain(s: State, seat: str, card: str) -> bool:
    """Return whether the card's chain symbol lies in the player's area already (DU-5.5)."""
    source = CHAIN_SOURCE.get(card)
    return source is not None and source in s.sides[seat].cards


def card_price(s: State, seat: str, card: str) -> int:
    """Return the coins that a card costs, 0 by chain (DU-5.4, 5.5)."""
    if by_chain(s, seat, card):
        return 0
    return CARDS[card].coins + missing_symbols(s, seat, CARDS[card].skills)


def landmark_price(s: State, seat: str, landmark: str) -> int:
    """Return the coins that a landmark costs, with the surcharge for own Fortresses (DU-7.2)."""
    surcharge = 0 if "dwarves-no-surcharge" in s.sides[seat].tokens else fortress_count(s, seat)
    return missing_symbols(s, seat, LANDMARKS[landmark].skills) + surcharge

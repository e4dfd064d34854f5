"""Paying (DU-5): the worked cases, chains, flexible symbols, landmarks."""

import pytest

from rules import IllegalChoice
from rules.duel.costs import card_price, landmark_price, missing_symbols
from tests.rules.duel.positions import ASKED, cards_of, game, open_slots, position

RUSE = "c1-grey-ruse-1"
CHOICE = "c2-grey-choice-ruse-strength-courage"


@pytest.mark.rule("DU-5.2", "DU-5.3", "DU-5.4", "DU-5.8")
@pytest.mark.parametrize(
    ("needed", "wild", "price"),
    [
        ({"ruse": 1, "strength": 1, "courage": 1}, False, 1),
        ({"strength": 2, "knowledge": 1}, False, 2),
        ({"strength": 2, "knowledge": 1}, True, 1),
        ({"ruse": 2}, False, 0),
        ({}, True, 0),
    ],
)
def test_the_worked_cases(needed, wild, price):
    tokens = {"fellowship": ["elves-any-skill"]} if wild else {}
    s = position(chapter=2, cards={"fellowship": [RUSE, CHOICE]}, tokens=tokens)
    assert missing_symbols(s, "fellowship", needed) == price


@pytest.mark.rule("DU-5.4")
def test_flexible_symbols_are_matched_as_well_as_possible():
    """A greedy choice would use the wide card for ruse and miss knowledge."""
    narrow = "c2-grey-choice-knowledge-leadership"
    s = position(chapter=2, cards={"fellowship": [CHOICE, narrow]})
    assert missing_symbols(s, "fellowship", {"courage": 1, "leadership": 1}) == 0
    assert missing_symbols(s, "fellowship", {"knowledge": 1, "leadership": 1}) == 1


@pytest.mark.rule("DU-5.5")
def test_the_chain_pays_for_everything():
    use = next(c for c in cards_of(chapter=2) if c == "c2-blue-one-from-horse")
    s = position(chapter=2, display=open_slots(use, chapter=2))
    assert card_price(s, "fellowship", use) > 0
    s = position(chapter=2, display=open_slots(use, chapter=2), cards={"fellowship": ["c1-blue-one-horse"]})
    assert card_price(s, "fellowship", use) == 0


@pytest.mark.rule("DU-5.1", "DU-5.7")
def test_who_cannot_pay_is_told_what_is_missing():
    dear = "c2-blue-two-campfire"
    play = game(chapter=2, display=open_slots(dear, chapter=2), coins=(0, 0), options=ASKED)
    with pytest.raises(IllegalChoice) as refused:
        play.choose("fellowship", f"play-{dear}")
    assert refused.value.code == "cannot-afford"
    assert refused.value.rule == "DU-5.7"
    assert "short" in refused.value.message
    play.choose("fellowship", f"discard-{dear}")


@pytest.mark.rule("DU-5.6")
def test_coins_of_the_card_do_not_help_to_pay_for_it():
    yellow = "c3-yellow-five"
    s = position(chapter=3, display=open_slots(yellow, chapter=3))
    price = card_price(s, "fellowship", yellow)
    play = game(chapter=3, display=open_slots(yellow, chapter=3), coins=(price - 1, 0), options=ASKED)
    assert f"play-{yellow}" not in play.pending[0].options.values


@pytest.mark.rule("DU-7.2")
def test_a_landmark_costs_more_for_every_own_fortress_on_the_board():
    s = position(landmarks=["bree"])
    assert landmark_price(s, "fellowship", "bree") == 6
    s = position(
        landmarks=["bree"], fortresses={"gondor": "fellowship", "rohan": "fellowship", "lindon": "sauron"}
    )
    assert landmark_price(s, "fellowship", "bree") == 8
    s = position(
        landmarks=["bree"],
        fortresses={"gondor": "fellowship"},
        tokens={"fellowship": ["dwarves-no-surcharge"]},
    )
    assert landmark_price(s, "fellowship", "bree") == 6

"""What can be set right in Duel: coins, the Quest, Units and Fortresses, cards, landmarks and tokens that lie open."""

import pytest

from rules import IllegalChoice
from rules.core.amendments import corrected
from rules.duel.data import TOKENS_OF
from tests.rules.duel.positions import DUEL, cards_of, game

GREY = cards_of(chapter=1, colour="grey")[0]
TOKEN = TOKENS_OF["elves"][0]


def then(play, text):
    return corrected(play, text)[0].state


def refused(play, text):
    with pytest.raises(IllegalChoice) as refusal:
        corrected(play, text)
    return refusal.value.message


@pytest.mark.rule("DU-16.4")
def test_coins_come_from_the_reserve_and_go_back():
    s = then(game(coins=(10, 4)), "coins of sauron = 9")
    assert (s.sides["sauron"].coins, s.reserve) == (9, 11)
    assert "add up" in refused(game(coins=(10, 10)), "coins of sauron = 30")


@pytest.mark.rule("DU-16.4")
def test_units_move_between_regions_and_the_supply():
    s = then(game(), "2 unit of sauron: mordor > rohan; fellowship unit from the supply to arnor")
    assert (s.units["mordor"]["sauron"], s.units["rohan"]["sauron"], s.units["arnor"]["fellowship"]) == (
        0,
        2,
        3,
    )
    assert "has 2 Units in Mordor" in refused(game(), "3 unit of sauron: mordor > rohan")
    assert "both sides" in refused(game(), "unit of sauron: mordor > arnor")


@pytest.mark.rule("DU-16.4")
def test_a_fortress_stands_with_the_landmark_of_its_owner():
    play = game(fortresses={"rohan": "sauron"})
    (tile,) = play.state.sides["sauron"].landmarks
    name = DUEL.corrections(play.view(None))[5].things[f"landmark-{tile}"]
    assert "no landmark" in refused(play, "Fortress in Rohan = Fellowship")
    s = then(play, f"Fortress in Rohan = Fellowship; {name}: the area of Sauron > the area of Fellowship")
    assert s.fortresses == {"rohan": "fellowship"}
    assert s.sides["fellowship"].landmarks == [tile]
    assert then(play, "rohan fortress = nobody").fortresses == {}


def test_cards_and_tokens_that_lie_open_change_places():
    play = game(cards={"sauron": [GREY]}, tokens={"sauron": [TOKEN]})
    assert then(play, f"Token {TOKEN}: the area of Sauron > the area of Fellowship").sides[
        "fellowship"
    ].tokens == [TOKEN]
    s = then(play, f"{GREY}: the area of Sauron > the discards")
    assert s.sides["sauron"].cards == []
    assert GREY in s.discards
    assert "does not lie open" in refused(play, f"{GREY}: the area of Fellowship > the discards")


def test_no_position_in_which_somebody_has_won_already_comes_of_it():
    assert "won already (quest)" in refused(game(), "Quest of Sauron = 14")
    assert then(game(), "Quest of Sauron = 13").sides["sauron"].quest == 13

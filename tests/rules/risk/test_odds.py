"""What is likely: single battles, whole fights, and what a player is told of them."""

import pytest

from rules.risk import odds
from tests.rules.risk.positions import RISK, answer, game

LAND = {"moria": "green 9", "gladden-fields": "red 2", "fangorn": "green 3", "umbar": "red 4"}


def outlook(play, **options):
    decision = play.pending[0]
    return RISK.outlook(play.view(decision.seat), decision, {**play.options, **options})


@pytest.mark.rule("RK-7.8")
def test_three_dice_against_two_as_everybody_knows_them():
    likely = odds.battle(3, 2, 0, 0)
    assert likely[0, 2] == pytest.approx(2890 / 7776)
    assert likely[1, 1] == pytest.approx(2611 / 7776)
    assert likely[2, 0] == pytest.approx(2275 / 7776)


@pytest.mark.rule("RK-7.7")
def test_a_leader_makes_a_battle_better_and_walls_make_it_worse():
    assert odds.conquest(6, 4, 1, 0) > odds.conquest(6, 4, 0, 0) > odds.conquest(6, 4, 0, 1)
    assert odds.conquest(6, 4, 0, 1) > odds.conquest(6, 4, 0, 2)


@pytest.mark.rule("RK-7.2")
def test_one_battalion_conquers_nothing_and_an_empty_land_is_conquered():
    assert odds.conquest(1, 1, 0, 0) == 0
    assert odds.conquest(2, 0, 0, 0) == 1


def test_huge_armies_are_reckoned_too():
    assert 0 <= odds.percent_of_conquest(9000, 10_000, 0, 1) <= 100
    assert odds.percent_of_conquest(9000, 100, 0, 0) == 100


@pytest.mark.rule("RK-7.7")
def test_the_odds_of_an_invasion_count_leaders_walls_and_cards_that_are_named():
    plain = outlook(game(LAND))["moria>gladden-fields"]
    led = outlook(game(LAND, leaders={"green": ["moria"]}))["moria>gladden-fields"]
    assert led.percent > plain.percent
    assert plain.words == f"{plain.percent} % conquered by fighting to the last"
    play = game(LAND | {"moria": "green 2"}, hand={"green": ["ambush"]})
    before = outlook(play)["moria>gladden-fields"].percent
    answer(play, "with:ambush")
    assert outlook(play)["moria>gladden-fields"].percent > before


@pytest.mark.rule("RK-7.6")
def test_a_battle_tells_its_losses_on_average():
    play = game(LAND)
    answer(play, "moria>gladden-fields")
    told = outlook(play)
    assert told["3"].words == "on average you lose 0.9, they lose 1.1"
    assert told["assault"].percent == odds.percent_of_conquest(9, 2, 0, 0)


def test_a_table_without_aids_is_told_nothing():
    assert outlook(game(LAND), odds=False) == {}

"""Points at the end, and ties (RK-18)."""

import pytest

from rules.risk.data import IN_REGION
from rules.risk.state import points_of, score
from tests.rules.lines import told
from tests.rules.risk.positions import ARCHERS, RISK, game, position

#: Green and red each hold two territories without anything to them, the neutral army the rest.
EVEN = {"gladden-fields": "green", "anfalas": "green", "andrast": "red", "harad": "red"}
DOOM = {"rest": "neutral 2", "step": "fellowship", "stop": 17}
#: One point for whatever side, and more.
POWERS = ["gollum", "smeagol", "siege-machines", "ambush", "black-sails"]


@pytest.mark.rule("RK-18.2")
def test_a_point_for_each_territory_and_two_for_a_stronghold():
    s = position({"gladden-fields": "green 9", "moria": "green", "fangorn": "green"})
    assert score(s, "green") == 3 + 2 * 2


@pytest.mark.rule("RK-18.2")
def test_a_whole_region_counts_its_bonus():
    s = position(dict.fromkeys(IN_REGION["mordor"], "green"))
    assert score(s, "green") == 6 + 3 * 2 + 2
    s = position(dict.fromkeys(IN_REGION["mordor"], "green") | {"nurn": "red"})
    assert score(s, "green") == 5 + 3 * 2


@pytest.mark.rule("RK-18.2", "RK-1.9")
def test_a_mission_counts_by_the_side_of_who_has_claimed_it():
    missions = ["mission-elven-halls", "mission-bree"]
    good = position(EVEN, rest="neutral 2", played={"green": missions})
    evil = position(EVEN, rest="neutral 2", played={"red": missions})
    assert (score(good, "green"), score(good, "red")) == (2 + 2 + 2, 2)
    assert (score(evil, "green"), score(evil, "red")) == (2, 2 + 3 + 1)


@pytest.mark.rule("RK-18.2")
@pytest.mark.parametrize(("card", "points"), [("ambush", 1), ("gollum", 1), ("raiders", 0)])
def test_a_power_that_was_played_counts_one_for_either_side_and_an_event_nothing(card, points):
    assert points_of(card, "green") == points_of(card, "red") == points


@pytest.mark.rule("RK-18.2", "RK-21.3")
def test_hands_battalions_and_leaders_count_nothing():
    plain = position(EVEN, rest="neutral 2")
    rich = position(
        EVEN | {"anfalas": "green 99"},
        rest="neutral 2",
        leaders={"green": ["anfalas", "gladden-fields"]},
        cards={"green": list(ARCHERS[:4])},
        hand={"green": ["mission-bree", "gollum"]},
    )
    assert score(rich, "green") == score(plain, "green") == 2


@pytest.mark.rule("RK-18.1", "RK-3.2")
@pytest.mark.parametrize(("ahead", "winner"), [("green", "green"), ("red", "red")])
def test_when_the_ring_is_destroyed_the_most_points_win(ahead, winner):
    play = game(EVEN | {"lebennin": ahead}, [[3]], **DOOM)
    assert (play.result.winners, play.result.reason) == ((winner,), "ring-destroyed")


@pytest.mark.rule("RK-18.1", "RK-3.4")
def test_of_three_the_highest_score_wins_alone():
    land = EVEN | {"lebennin": "black", "khand": "black", "dunland": "black"}
    play = game(land, [[6]], options={"players": "3"}, **DOOM)
    assert play.result.winners == ("black",)
    assert RISK.sentence(play.lines[-1]).endswith(": Black wins.")


@pytest.mark.rule("RK-18.1", "RK-17.7")
def test_as_long_as_the_ring_holds_out_the_game_goes_on():
    play = game(EVEN, [[2]], **DOOM)
    assert not play.is_over
    assert play.state.active == "red"


@pytest.mark.rule("RK-17.7", "RK-20.7")
@pytest.mark.parametrize(
    ("needed", "face", "is_over"), [("3", 2, False), ("3", 3, True), ("4", 3, False), ("4", 4, True)]
)
def test_what_destroys_the_ring_is_an_option(needed, face, is_over):
    play = game(EVEN | {"lebennin": "red"}, [[face]], options={"doom_roll": needed}, **DOOM)
    assert play.is_over is is_over


# -- ties ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-18.3")
def test_level_on_points_more_territories_win():
    land = {"gladden-fields": "green", "fangorn": "green"}  # 2 territories, 1 stronghold: 4 points
    land |= dict.fromkeys(["andrast", "harad", "khand", "dunland"], "red")
    play = game(land, [[6]], **DOOM)
    assert {line["points"]["green"] for line in told(play, "counted")} == {4}
    assert {line["points"]["red"] for line in told(play, "counted")} == {4}
    assert play.result.winners == ("red",)


@pytest.mark.rule("RK-18.3")
def test_level_on_territories_more_strongholds_win():
    land = {"gladden-fields": "green", "fangorn": "green", "andrast": "red", "harad": "red"}
    play = game(land, [[6]], played={"red": POWERS[:2]}, **DOOM)
    points = told(play, "counted")[-1]["points"]
    assert points["green"] == points["red"] == 4
    assert play.result.winners == ("green",)


@pytest.mark.rule("RK-18.3")
def test_level_on_strongholds_too_more_points_of_cards_win():
    land = dict.fromkeys(IN_REGION["rhun"], "green") | dict.fromkeys(
        ["andrast", "harad", "khand", "dunland"], "red"
    )
    play = game(land, [[6]], played={"red": POWERS[:2]}, **DOOM)
    points = told(play, "counted")[-1]["points"]
    assert points["green"] == points["red"] == 6
    assert play.result.winners == ("red",)


@pytest.mark.rule("RK-18.3")
def test_level_in_everything_a_die_decides_and_ties_are_rolled_again():
    play = game(EVEN, [[6], [4, 4], [2, 5]], **DOOM)
    assert play.result.winners == ("red",)
    assert len([x for x in told(play, "rolled-for") if x["what"] == "tie"]) == 2


@pytest.mark.rule("RK-18.3")
def test_only_those_who_are_level_roll():
    land = EVEN | {"khand": "black"}
    play = game(land, [[6], [5, 4]], options={"players": "3"}, **DOOM)
    assert told(play, "rolled-for")[-1]["faces"] == {"green": 5, "red": 4}
    assert play.result.winners == ("green",)

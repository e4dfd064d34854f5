"""The neutral army of a game of two (RK-19)."""

import pytest

from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.positions import RISK, answer, asked, choices, game, position

LAND = {"moria": "green 5", "gladden-fields": "neutral 2", "umbar": "red"}


def neutral(script=None, land=None, **parts):
    return game(land or LAND, script, **({"rest": "neutral 2"} | parts))


@pytest.mark.rule("RK-19.2", "RK-3.3")
def test_it_is_invaded_like_any_enemy():
    play = neutral([[6, 6, 6], [1, 1]])
    assert "moria>gladden-fields" in choices(play)
    answer(play, "moria>gladden-fields", "3", 4)
    assert play.state.holders["gladden-fields"] == "green"
    assert play.state.conquered


@pytest.mark.rule("RK-19.2", "RK-15.1")
def test_its_sites_of_power_bring_adventure_cards():
    play = neutral([[6, 6, 6], [1, 1], ["card-moria"]], LAND | {"eregion": "neutral 2"},
                   leaders={"green": ["moria"]})  # fmt: skip
    answer(play, "moria>eregion", "3", 4, None, None)
    assert asked(play) == ("green", "adventure")


@pytest.mark.rule("RK-19.3")
@pytest.mark.parametrize(("battalions", "dice"), [(1, 1), (2, 2), (7, 2)])
@pytest.mark.parametrize("choose", [False, True])
def test_it_defends_with_as_many_dice_as_it_may(battalions, dice, choose):
    play = neutral(
        [[1], [6] * dice],
        LAND | {"gladden-fields": f"neutral {battalions}"},
        options={"choose_defence_dice": choose},
    )
    answer(play, "moria>gladden-fields", "1")
    assert len(told(play, "battle")[-1]["defence"]) == dice
    assert asked(play) == ("green", "battle")


@pytest.mark.rule("RK-19.3", "RK-7.8")
def test_it_wins_ties():
    play = neutral([[4, 4, 4], [4, 4]])
    answer(play, "moria>gladden-fields", "3")
    assert told(play, "battle")[-1]["losses"] == [2, 0]


@pytest.mark.rule("RK-19.1", "RK-3.3")
def test_it_has_no_turn_and_does_not_move_the_fellowship():
    play = neutral(step="fellowship")
    assert play.state.stop == 1
    assert play.state.active == "red"
    play = neutral(step="fellowship", active="red", land=LAND | {"fangorn": "green"})
    assert play.state.active == "green"
    assert play.state.stop == 1


@pytest.mark.rule("RK-19.1")
def test_it_is_not_reinforced():
    play = neutral(step="reinforce")
    assert {play.state.battalions[x] for x, who in play.state.holders.items() if who == "neutral"} == {2}
    assert [line["territory"] for line in told(play, "gained")] == ["moria"]


@pytest.mark.rule("RK-19.1", "RK-3.3")
def test_it_counts_no_points_and_cannot_win():
    play = neutral([[6]], {"anfalas": "green", "andrast": "red", "harad": "red"}, step="fellowship", stop=17)
    assert play.result.winners == ("red",)
    assert set(told(play, "counted")[-1]["points"]) == {"green", "red"}
    assert set(play.view(None)["armies"]) == {"green", "red"}


@pytest.mark.rule("RK-19.1")
def test_a_region_of_the_neutral_army_is_held_by_nobody():
    view = RISK.view(position(LAND, rest="neutral 2"), None)
    assert set(view["regions"].values()) == {""}


@pytest.mark.rule("RK-19.4")
@pytest.mark.parametrize(("event", "number"), [("mustering-of-middle-earth", 5 + 3), ("raiders", 5 - 2)])
def test_events_give_to_it_and_take_from_it(event, number):
    turned_up = [["card-lorien"], ["card-khand"], ["card-harad"]]
    play = neutral(
        [[event], *turned_up, ["gollum"]],
        LAND | {"lorien": "neutral 5"},
        step="adventure",
        leaders={"green": ["moria"]},
    )
    answer(play, "draw")
    assert play.state.battalions["lorien"] == number


@pytest.mark.rule("RK-19.5", "RK-12.12")
def test_its_battalions_may_change_sides_but_the_last():
    play = neutral(hand={"green": ["grima-wormtongue-1"]}, land=LAND | {"gladden-fields": "neutral 3"})
    answer(play, "with:grima-wormtongue-1", "moria>gladden-fields", 2)
    assert (play.state.battalions["moria"], play.state.battalions["gladden-fields"]) == (7, 1)


@pytest.mark.rule("RK-19.2", "RK-12.7")
def test_storms_close_its_territories_too():
    play = neutral(lasting=[Lasting("winter-storms", "red", ["gladden-fields"])])
    assert "moria>gladden-fields" not in choices(play)


@pytest.mark.rule("RK-19.1", "RK-3.6")
def test_a_player_whom_only_the_neutral_army_is_left_of_does_not_go_on_alone():
    play = neutral([[6], [1]], {"moria": "green 2", "gladden-fields": "red"})
    answer(play, "moria>gladden-fields", "1")
    assert play.result.winners == ("green",)

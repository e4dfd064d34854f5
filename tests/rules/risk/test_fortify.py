"""Step 3: moving battalions, and Leaders with them (RK-13)."""

import pytest

from rules import IllegalChoice
from rules.risk.data import bridge_between
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.positions import RISK, answer, asked, choices, game, position

#: A chain over land: Moria, Gladden Fields, Lórien, Fangorn; Umbar apart.
CHAIN = {"moria": "green 5", "gladden-fields": "green", "lorien": "green 3", "fangorn": "green"}
#: Two ends of a bridge that nothing goes around.
BANKS = {"ithilien": "green 4", "minas-tirith": "green"}
CLOSED = [Lasting("you-shall-not-pass-1", "red", [bridge_between("ithilien", "minas-tirith")])]


def moving(land=None, **parts):
    return game(CHAIN if land is None else land, step="fortify", **parts)


@pytest.mark.rule("RK-13.1")
def test_battalions_go_along_a_chain_of_own_territories():
    play = moving(CHAIN | {"umbar": "green 9"})
    assert set(choices(play)) == {"moria", "lorien"}
    answer(play, "moria")
    assert set(choices(play)) == {"gladden-fields", "lorien", "fangorn"}
    answer(play, "fangorn", 4)
    assert [play.state.battalions[x] for x in CHAIN] == [1, 1, 3, 5]


@pytest.mark.rule("RK-13.1")
def test_enemies_break_the_chain():
    play = moving(CHAIN | {"lorien": "red"})
    assert choices(play) == ["moria"]
    answer(play, "moria", 2)
    assert play.state.battalions["gladden-fields"] == 3


@pytest.mark.rule("RK-13.1")
def test_one_battalion_at_least_stays():
    play = moving()
    answer(play, "moria", "fangorn")
    for wrong in (0, 5, -1):
        with pytest.raises(IllegalChoice):
            answer(play, wrong)
    answer(play, 4)
    assert play.state.battalions["moria"] == 1


@pytest.mark.rule("RK-13.1")
def test_one_move_and_no_other():
    play = moving()
    answer(play, "moria", "fangorn", 1)
    assert (asked(play), choices(play)) == (("green", "fortify"), [])
    answer(play, None)
    assert play.state.step != "fortify"


@pytest.mark.rule("RK-13.1", "RK-5.1")
def test_nobody_has_to_move():
    play = moving()
    before = dict(play.state.battalions)
    answer(play, None)
    assert play.state.battalions == before
    assert told(play, "moved") == []


@pytest.mark.rule("RK-13.1", "RK-1.6")
@pytest.mark.parametrize(
    ("origin", "target"), [("ithilien", "minas-tirith"), ("mithlond", "forodwaith"), ("umbar", "minhiriath")]
)
def test_bridges_and_sea_lines_are_ways(origin, target):
    play = moving({origin: "green 3", target: "green"})
    answer(play, origin, 2)
    assert play.state.battalions[target] == 3


@pytest.mark.rule("RK-13.2")
@pytest.mark.parametrize(("choice", "where"), [("goes", "fangorn"), ("stays", "moria")])
def test_a_leader_goes_along_or_stays(choice, where):
    play = moving(leaders={"green": ["moria"]})
    answer(play, "moria", "fangorn", 1)
    assert asked(play) == ("green", "fortify-leader")
    answer(play, choice)
    assert play.state.armies["green"].leaders == [where]


@pytest.mark.rule("RK-13.2", "RK-1.3")
def test_a_leader_does_not_come_to_the_other_one():
    play = moving(leaders={"green": ["moria", "fangorn"]})
    answer(play, "moria", "fangorn", 2)
    assert asked(play) == ("green", "fortify")
    assert play.state.armies["green"].leaders == ["moria", "fangorn"]
    assert play.state.battalions["fangorn"] == 3


@pytest.mark.rule("RK-13.2", "RK-8.2")
def test_a_leader_does_not_go_alone():
    play = moving({"moria": "green", "gladden-fields": "green"}, leaders={"green": ["moria"]})
    assert choices(play) == []


@pytest.mark.rule("RK-13.2", "RK-13.3")
def test_a_leader_on_the_way_is_no_hindrance():
    play = moving(leaders={"green": ["moria", "lorien"]})
    answer(play, "moria", "fangorn", 1, "goes")
    assert play.state.armies["green"].leaders == ["fangorn", "lorien"]


@pytest.mark.rule("RK-13.4")
def test_a_closed_bridge_is_no_way_without_a_leader():
    play = moving(BANKS, lasting=CLOSED)
    assert choices(play) == []


@pytest.mark.rule("RK-13.4", "RK-12.14")
def test_over_a_closed_bridge_the_leader_has_to_come_along():
    play = moving(BANKS, lasting=CLOSED, leaders={"green": ["ithilien"]})
    answer(play, "ithilien", 2)
    assert asked(play) == ("green", "fortify")
    assert play.state.armies["green"].leaders == ["minas-tirith"]
    assert play.state.battalions["minas-tirith"] == 3


@pytest.mark.rule("RK-13.4", "RK-13.2")
def test_over_a_closed_bridge_nobody_comes_to_the_other_leader():
    play = moving(BANKS, lasting=CLOSED, leaders={"green": ["ithilien", "minas-tirith"]})
    assert choices(play) == []


@pytest.mark.rule("RK-13.4", "RK-12.14")
def test_a_leader_at_the_far_end_opens_no_bridge():
    play = moving(BANKS, lasting=CLOSED, leaders={"green": ["minas-tirith"]})
    assert choices(play) == []


@pytest.mark.rule("RK-13.4", "RK-12.14")
def test_the_leader_travels_the_whole_way_over_a_closed_bridge():
    land = BANKS | {"lebennin": "green", "dead-marshes": "green 3"}
    play = moving(land, lasting=CLOSED, leaders={"green": ["ithilien"]})
    assert set(choices(play)) == {"ithilien", "dead-marshes"}
    answer(play, "dead-marshes")
    assert asked(play) == ("green", "fortify-number")  # Ithilien alone: their Leader is not here.
    answer(play, 2)
    assert play.state.battalions["ithilien"] == 6


@pytest.mark.rule("RK-13.4")
def test_another_way_around_a_closed_bridge_is_open():
    land = {"the-wold": "green 2", "gap-of-rohan": "green", "fangorn": "green"}
    shut = [Lasting("you-shall-not-pass-1", "red", [bridge_between("the-wold", "gap-of-rohan")])]
    play = moving(land, lasting=shut, leaders={"green": ["the-wold"]})
    answer(play, "the-wold", "gap-of-rohan")
    assert asked(play) == ("green", "fortify-leader")
    answer(play, "stays")
    assert play.state.armies["green"].leaders == ["the-wold"]


@pytest.mark.rule("RK-13.1", "RK-12.7")
def test_winter_storms_do_not_stop_moves():
    storms = [Lasting("winter-storms", "red", ["moria", "gladden-fields"])]
    play = moving(lasting=storms)
    answer(play, "moria", "gladden-fields", 2)
    assert play.state.battalions["gladden-fields"] == 3


@pytest.mark.rule("RK-13.5")
def test_by_night_three_further_moves_are_made():
    play = moving(hand={"green": ["move-by-night"]})
    answer(play, "play:move-by-night")
    assert play.state.armies["green"].played == ["move-by-night"]
    for target in ("gladden-fields", "lorien", "fangorn"):
        answer(play, "moria", target, 1)
    answer(play, "moria", "gladden-fields")
    assert play.state.battalions["moria"] == 1
    assert choices(play) == []


@pytest.mark.rule("RK-13.5")
def test_a_battalion_may_move_on_by_night():
    land = {"moria": "green 2", "gladden-fields": "green", "lorien": "green"}
    play = moving(land, hand={"green": ["move-by-night"]})
    answer(play, "play:move-by-night", "moria", "gladden-fields")
    answer(play, "gladden-fields", "moria")
    assert play.state.battalions["moria"] == 2
    assert choices(play) == ["moria"]


@pytest.mark.rule("RK-13.5")
def test_the_card_is_played_on_entering_the_step():
    play = moving(hand={"green": ["move-by-night"]})
    answer(play, "moria", "fangorn", 1)
    assert choices(play) == []
    assert play.state.armies["green"].hand == ["move-by-night"]


@pytest.mark.rule("RK-13.5", "RK-12.2")
def test_the_card_is_not_played_where_nothing_can_move():
    play = moving({"moria": "green 5", "umbar": "green 5"}, hand={"green": ["move-by-night"]})
    assert choices(play) == []


@pytest.mark.rule("RK-13.2", "RK-11.1")
def test_a_leader_who_has_moved_to_a_site_claims_its_mission():
    land = {"moria": "green 3", "eregion": "green"}
    play = moving(land, leaders={"green": ["moria"]}, hand={"green": ["mission-gates-of-moria"]})
    assert "claim:mission-gates-of-moria" not in choices(play)
    answer(play, "moria", 1, "goes")
    answer(play, "claim:mission-gates-of-moria")
    assert play.state.battalions["eregion"] == 4


@pytest.mark.rule("RK-11.5", "RK-20.7")
@pytest.mark.parametrize(("pins", "kind"), [(False, "fortify-leader"), (True, "fortify")])
def test_whether_a_leader_who_has_claimed_stays(pins, kind):
    play = moving(
        {"eregion": "green 3", "moria": "green"},
        leaders={"green": ["eregion"]},
        hand={"green": ["mission-gates-of-moria"]},
        options={"mission_pins_leader": pins},
    )
    answer(play, "claim:mission-gates-of-moria", "eregion", 2)
    assert asked(play) == ("green", kind)


@pytest.mark.rule("RK-20.7")
@pytest.mark.parametrize(("draw", "is_asked"), [("site", False), ("enter", True)])
def test_whether_coming_to_a_site_brings_an_adventure_card(draw, is_asked):
    play = moving(
        {"moria": "green 3", "eregion": "green"},
        leaders={"green": ["moria"]},
        options={"adventure_draw": draw},
    )
    answer(play, "moria", 1, "goes", None)
    assert (asked(play) == ("green", "adventure")) is is_asked


@pytest.mark.rule("RK-20.7", "RK-12.19")
@pytest.mark.parametrize(("draw", "counts"), [("site", False), ("enter", True)])
def test_a_leader_who_is_borne_to_a_site_comes_to_it_too(draw, counts):
    play = game(
        {"moria": "green", "eregion": "green"},
        step="begin",
        leaders={"green": ["moria"]},
        hand={"green": ["borne-to-another-place"]},
        options={"adventure_draw": draw},
    )
    answer(play, "play:borne-to-another-place")
    assert play.state.armies["green"].leaders == ["eregion"]
    assert play.state.site_conquered is counts


@pytest.mark.rule("RK-13.3", "RK-20.3")
def test_territories_of_an_ally_are_no_way():
    land = CHAIN | {"gladden-fields": "yellow", "umbar": "black"}
    play = moving(land, options={"players": "alliance"})
    assert choices(play) == ["lorien"]


@pytest.mark.rule("RK-13.1", "RK-23.3")
def test_a_board_is_sound_after_a_move():
    play = moving(leaders={"green": ["moria"]})
    answer(play, "moria", "fangorn", 4, "goes")
    assert RISK.faults(play.state) == []
    assert sum(play.state.battalions.values()) == sum(position(CHAIN).battalions.values())

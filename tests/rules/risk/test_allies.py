"""Four in two alliances, or in two teams with the Hunt for the Ring (RK-20)."""

import pytest

from rules import IllegalChoice
from rules.risk.data import IN_REGION
from tests.rules.lines import told
from tests.rules.risk.positions import ARCHERS, RISK, answer, asked, choices, game

BOTH = pytest.mark.parametrize("players", ["alliance", "team"])
#: Green and yellow are allies, and red and black.
LAND = {"moria": "green 5", "eregion": "yellow 5", "gladden-fields": "black", "umbar": "black"}


def allied(script=None, land=None, *, players="alliance", **parts):
    options = {"players": players} | parts.pop("options", {})
    return game(land or LAND, script, options=options, **parts)


@pytest.mark.rule("RK-20.1", "RK-3.5")
@BOTH
def test_the_players_of_a_side_win_together(players):
    options = RISK.normalise_options({"players": players})
    assert RISK.allies(options, "green") == ("green", "yellow")
    assert RISK.allies(options, "black") == ("red", "black")
    alone = RISK.normalise_options({"players": "4"})
    assert RISK.allies(alone, "green") == ("green",)


@pytest.mark.rule("RK-20.2")
@BOTH
def test_allies_do_not_invade_each_other(players):
    play = allied(players=players)
    assert "moria>gladden-fields" in choices(play)
    with pytest.raises(IllegalChoice) as refused:
        answer(play, "moria>eregion")
    assert refused.value.code == "no-enemy"


@pytest.mark.rule("RK-20.2", "RK-4.1")
@BOTH
def test_turns_alternate_between_the_sides(players):
    sides = [RISK.view(allied(players=players).state, None)["armies"][x]["side"] for x in
             RISK.seats(RISK.normalise_options({"players": players}))]  # fmt: skip
    assert sides == ["good", "evil", "good", "evil"]


@pytest.mark.rule("RK-20.3")
def test_a_region_counts_only_where_one_of_them_holds_it_all():
    land = dict.fromkeys(IN_REGION["rhun"], "green")
    whole = allied(land=land | {"moria": "yellow"}, step="reinforce")
    shared = allied(land=land | {"north-rhun": "yellow"}, step="reinforce")
    assert [play.pending[0].options.minimum for play in (whole, shared)] == [3 + 2, 3]
    assert whole.view(None)["regions"]["rhun"] == "green"
    assert shared.view(None)["regions"]["rhun"] == ""


@pytest.mark.rule("RK-20.3")
def test_battalions_are_placed_in_own_territories_only():
    play = allied(land=LAND | {"lorien": "green"}, step="reinforce")
    with pytest.raises(IllegalChoice):
        answer(play, {"eregion": 3})


@pytest.mark.rule("RK-20.3", "RK-21.2")
def test_allies_see_each_others_hands():
    parts = {"cards": {"green": [ARCHERS[0]]}, "hand": {"green": ["gollum"]}}
    play = allied(**parts)
    for eye, sees in (("green", True), ("yellow", True), ("red", False), ("black", False), (None, False)):
        army = play.view(eye)["armies"]["green"]
        assert (army["cards"] == [ARCHERS[0]]) is sees
        assert (army["hand"] == ["gollum"]) is sees
    play = allied(options={"allies_see_hands": False}, **parts)
    assert play.view("yellow")["armies"]["green"]["hand"] == [None]
    assert play.view("green")["armies"]["green"]["hand"] == ["gollum"]


@pytest.mark.rule("RK-20.3", "RK-3.2")
def test_alone_nobody_of_the_own_side_sees_a_hand():
    play = allied(players="4", hand={"green": ["gollum"]})
    assert play.view("yellow")["armies"]["green"]["hand"] == [None]


@pytest.mark.rule("RK-20.4")
def test_the_side_with_the_higher_sum_wins():
    land = dict.fromkeys(["anfalas", "lamedon", "khand"], "green") | {"andrast": "yellow"}
    land |= dict.fromkeys(["harad", "dunland", "enedwaith"], "red") | dict.fromkeys(
        ["nurn", "eregion"], "black"
    )
    play = allied([[6]], land, rest="neutral 2", step="fellowship", stop=17)
    assert told(play, "counted")[-1]["points"] == {"green": 3, "red": 3, "yellow": 1, "black": 2}
    assert play.result.winners == ("red", "black")


@pytest.mark.rule("RK-20.4", "RK-18.3")
def test_level_sums_are_decided_by_sums_too():
    land = {"fangorn": "green", "anfalas": "green", "andrast": "yellow"}  # 3 territories, 1 stronghold
    land |= {"harad": "red", "dunland": "red", "khand": "red", "nurn": "black", "eregion": "black"}
    play = allied([[6]], land, rest="neutral 2", step="fellowship", stop=17)
    points = told(play, "counted")[-1]["points"]
    assert points["green"] + points["yellow"] == points["red"] + points["black"] == 5
    assert play.result.winners == ("red", "black")


@pytest.mark.rule("RK-20.4", "RK-18.3")
def test_one_die_for_each_side_decides_at_last():
    land = {"anfalas": "green", "andrast": "yellow", "harad": "red", "nurn": "black"}
    play = allied([[6], [2, 2], [3, 1]], land, rest="neutral 2", step="fellowship", stop=17)
    assert play.result.winners == ("green", "yellow")


@pytest.mark.rule("RK-20.4", "RK-10.1")
def test_an_ally_who_is_out_wins_too():
    land = {"anfalas": "green", "andrast": "green", "harad": "red"}
    play = allied([[6]], land, rest="neutral 2", step="fellowship", stop=17)
    assert play.state.out == ["yellow", "black"]
    assert play.result.winners == ("green", "yellow")


# -- the Hunt for the Ring -----------------------------------------------------------------------------


def hunting(script, *, holder="red", stop=8, leaders=None, land=None, players="team", **parts):
    """End a turn of green while the Ring stays in Moria, which `holder` holds: the die says 1."""
    land = {"lorien": "green", "fangorn": "yellow", "moria": holder, "eregion": "black"} | (land or {})
    leaders = {"green": ["lorien"]} | (leaders or {})
    return game(land, [[1], *script], options={"players": players}, step="fellowship", stop=stop,
                leaders=leaders, **parts)  # fmt: skip


@pytest.mark.rule("RK-20.5")
@pytest.mark.parametrize(
    ("faces", "leader", "is_found"),
    [([6, 6], False, True), ([6, 5], False, False), ([6, 5], True, True), ([5, 5], True, False)],
)
def test_evil_hunts_where_it_holds_the_territory_of_the_ring(faces, leader, is_found):
    play = hunting([faces], leaders={"red": ["moria"] if leader else []})
    assert told(play, "hunted")[-1]["bonus"] == leader
    assert play.is_over is is_found
    if is_found:
        assert (play.result.winners, play.result.reason) == (("red", "black"), "ring-found")


@pytest.mark.rule("RK-20.5")
def test_a_whole_region_in_the_hands_of_evil_adds_one():
    land = dict.fromkeys(IN_REGION["rhovanion"], "red") | {"lorien": "black", "rhudaur": "green"}
    play = hunting([[5, 5]], land=land, leaders={"green": ["rhudaur"], "red": ["moria"]})
    assert told(play, "hunted")[-1]["bonus"] == 2
    assert play.result.winners == ("red", "black")


@pytest.mark.rule("RK-20.5")
def test_the_leader_of_the_other_evil_player_does_not_hunt():
    play = hunting([[6, 5]], leaders={"black": ["eregion"]})
    assert told(play, "hunted")[-1]["bonus"] == 0


@pytest.mark.rule("RK-20.5")
@pytest.mark.parametrize("holder", ["green", "yellow", "neutral"])
def test_where_good_or_nobody_holds_it_there_is_no_hunt(holder):
    play = hunting([], holder=holder)
    assert told(play, "hunted") == []


@pytest.mark.rule("RK-20.5")
@pytest.mark.parametrize("players", ["alliance", "4"])
def test_elsewhere_nobody_hunts(players):
    play = hunting([], players=players)
    assert told(play, "hunted") == []


@pytest.mark.rule("RK-20.5")
def test_it_is_hunted_where_it_has_come_to_in_this_turn():
    play = game(
        {"lorien": "green", "fangorn": "yellow", "eregion": "black"},
        [[1, 2]],
        options={"players": "team"},
        step="fellowship",
        stop=6,
        leaders={"green": ["lorien"]},
    )
    assert told(play, "fellowship-moved")[-1]["territory"] == "eregion"
    assert told(play, "hunted")[-1]["seat"] == "black"


@pytest.mark.rule("RK-20.5", "RK-18.1")
def test_in_teams_good_wins_when_the_ring_is_destroyed_whatever_the_score():
    play = game({"moria": "green", "fangorn": "yellow", "umbar": "black"}, [[3]],
                options={"players": "team"}, step="fellowship", stop=17)  # fmt: skip
    assert (play.result.winners, play.result.reason) == (("green", "yellow"), "ring-destroyed")
    assert told(play, "hunted") == []


@pytest.mark.rule("RK-20.5", "RK-17.7")
def test_at_mount_doom_evil_hunts_when_the_ring_holds_out():
    play = game({"moria": "green", "fangorn": "yellow", "umbar": "black"}, [[2], [6, 6]],
                options={"players": "team"}, step="fellowship", stop=17)  # fmt: skip
    assert (play.result.winners, play.result.reason) == (("red", "black"), "ring-found")


@pytest.mark.rule("RK-20.3")
def test_an_ally_is_asked_for_his_own_turn():
    play = allied(step="next", active="red", land=LAND | {"fangorn": "yellow"})
    assert asked(play) == ("yellow", "place")

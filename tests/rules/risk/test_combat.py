"""Step 2: declaring an invasion, dice, what is added to them, who loses (RK-7)."""

import pytest

from rules.risk import TITLE
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.scenes import asked, give, holder, invasions, listed, question, refused, scene, troops

STORMS = Lasting("winter-storms", "red", ["moria", "lorien", "khand"])


# -- declaring -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.1")
def test_nobody_has_to_fight():
    play = scene(green={"moria": 9, "eregion": 1})
    give(play, None)
    assert asked(play) == "green fortify"
    assert troops(play, "moria", "gladden-fields") == (9, 1)


@pytest.mark.rule("RK-7.1", "RK-9.5")
def test_one_invasion_after_another_from_wherever_one_likes():
    play = scene([6], [1], [6], [1], [6], [1], green={"moria": 3, "udun-vale": 2})
    give(play, "moria>gladden-fields", "1", 2)
    give(play, "udun-vale>mount-doom", "1")
    give(play, "gladden-fields>anduin-valley", "1")
    assert [told["target"] for told in told(play, "conquered")] == [
        "gladden-fields",
        "mount-doom",
        "anduin-valley",
    ]
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-7.1")
def test_one_invasion_is_ended_before_another_is_declared():
    play = scene([1], [6], green={"moria": 4, "udun-vale": 4})
    give(play, "moria>gladden-fields")
    assert refused(play, "udun-vale>mount-doom") == ("not-an-option", "RK-7.6")
    give(play, "1")
    assert refused(play, "udun-vale>mount-doom") == ("not-an-option", "RK-7.9")
    give(play, None, "udun-vale>mount-doom")
    assert question(play).context["origin"] == "udun-vale"


@pytest.mark.rule("RK-7.2")
@pytest.mark.parametrize(
    ("invasion", "code", "rule"),
    [
        ("gladden-fields>moria", "not-yours", "RK-7.2"),
        ("moria>eregion", "no-enemy", "RK-3.2"),
        ("moria>rhudaur", "not-adjacent", "RK-1.6"),
        ("eregion>dunland", "too-few", "RK-7.2"),
        ("moria>nowhere", "not-an-option", "RK-7.1"),
    ],
)
def test_an_invasion_that_is_not_possible_is_refused_with_its_reason(invasion, code, rule):
    play = scene(green={"moria": 5, "eregion": 1})
    assert refused(play, invasion) == (code, rule)


@pytest.mark.rule("RK-7.2", "RK-1.6")
@pytest.mark.parametrize(
    ("origin", "targets"),
    [
        ("umbar", ["belfalas", "deep-harad", "minhiriath"]),
        ("anduin-valley", ["carrock", "eastern-mirkwood", "emyn-muil", "gladden-fields", "south-mirkwood"]),
        ("andrast", ["anfalas"]),
    ],
)
def test_land_bridges_and_sea_lines_are_all_ways_of_an_invasion(origin, targets):
    play = scene(green={origin: 2})
    assert sorted(invasions(play)) == [f"{origin}>{target}" for target in targets]


@pytest.mark.rule("RK-7.2", "RK-12.7")
@pytest.mark.parametrize("invasion", ["moria>gladden-fields", "fangorn>lorien"])
def test_nobody_invades_from_or_into_a_territory_in_winter_storms(invasion):
    play = scene(green={"moria": 5, "fangorn": 5}, lasting=[STORMS])
    assert invasion not in listed(play)
    assert refused(play, invasion) == ("closed", "RK-12.7")
    assert "fangorn>the-wold" in listed(play)


@pytest.mark.rule("RK-7.2", "RK-12.14")
def test_a_closed_bridge_is_crossed_only_from_where_a_leader_is():
    closed = Lasting("you-shall-not-pass-1", "red", ["dunland>eregion"])
    play = scene(
        [6], [1], green={"eregion": 3, "minhiriath": 2}, lasting=[closed], leaders={"green": ["minhiriath"]}
    )
    assert refused(play, "eregion>dunland") == ("closed-bridge", "RK-12.14")
    give(play, "minhiriath>dunland", "1")
    assert holder(play, "dunland") == "green"
    play = scene([6], [1], green={"eregion": 3}, lasting=[closed], leaders={"green": ["eregion"]})
    give(play, "eregion>dunland", "1", 1)
    assert play.state.armies["green"].leaders == ["dunland"]


@pytest.mark.rule("RK-7.2", "RK-12.14")
def test_a_closed_bridge_is_closed_from_both_ends_and_no_other_is():
    closed = Lasting("you-shall-not-pass-1", "green", ["dunland>eregion"])
    play = scene(green={"dunland": 3}, lasting=[closed])
    assert sorted(invasions(play)) == ["dunland>enedwaith", "dunland>minhiriath"]


@pytest.mark.rule("RK-7.3")
def test_only_the_battalions_of_the_origin_fight():
    play = scene([6, 6], [1], green={"moria": 3, "lorien": 9}, red={"gladden-fields": 3})
    give(play, "moria>gladden-fields")
    assert listed(play) == ["assault", "2", "1"]


# -- a battle ------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.6")
@pytest.mark.parametrize(
    ("battalions", "dice"), [(2, ["1"]), (3, ["2", "1"]), (4, ["3", "2", "1"]), (20, ["3", "2", "1"])]
)
def test_up_to_three_attack_and_one_stays_behind(battalions, dice):
    play = scene(green={"moria": battalions}, red={"gladden-fields": 30})
    give(play, "moria>gladden-fields")
    assert [value for value in listed(play) if value.isdigit()] == dice


@pytest.mark.rule("RK-7.6")
@pytest.mark.parametrize(("battalions", "faces"), [(1, [2]), (2, [2, 1]), (7, [2, 1])])
def test_the_defender_rolls_two_dice_if_two_battalions_are_there(battalions, faces):
    play = scene([1, 1, 1], faces, green={"moria": 9}, red={"gladden-fields": battalions})
    give(play, "moria>gladden-fields", "3")
    assert told(play, "battle")[0]["defence"] == faces


@pytest.mark.rule("RK-7.6")
def test_the_story_tells_every_die():
    play = scene(
        [6, 5, 1], [4, 2], green={"moria": 9}, red={"gladden-fields": 2}, leaders={"green": ["moria"]}
    )
    give(play, "moria>gladden-fields", "3")
    (battle,) = [line for line in play.lines if line.kind == "battle"]
    rolled = "Moria rolls 6 + 1, 5 and 1, Gladden Fields 4 and 2: Red loses 2."
    assert TITLE.sentence(battle) == rolled


@pytest.mark.rule("RK-7.6")
def test_once_declared_one_battle_is_fought():
    play = scene([1], [6], green={"moria": 2})
    give(play, "moria>gladden-fields")
    assert refused(play, None) == ("cannot-pass", "RK-7.6")
    give(play, "1")
    assert troops(play, "moria", "gladden-fields") == (1, 1)


@pytest.mark.rule("RK-7.8")
@pytest.mark.parametrize(
    ("attack", "defence", "attacker_loses", "defender_loses"),
    [
        ([6], [5], 0, 1),
        ([4], [4], 1, 0),
        ([1], [6], 1, 0),
        ([5, 2], [4], 0, 1),
        ([4, 4], [4], 1, 0),
        ([3], [3, 1], 1, 0),
        ([4], [3, 3], 0, 1),
        ([2, 6], [5, 3], 1, 1),
        ([6, 5], [5, 4], 0, 2),
        ([5, 4], [5, 4], 2, 0),
        ([1, 6, 4], [3, 6], 1, 1),
        ([6, 6, 6], [6, 6], 2, 0),
        ([1, 2, 3], [1, 2], 0, 2),
    ],
)
def test_highest_against_highest_and_equal_dice_are_the_defenders(
    attack, defence, attacker_loses, defender_loses
):
    # A defender who may choose can roll one die with nine battalions.
    play = scene(attack, defence, green={"moria": 9}, red={"gladden-fields": 9}, choose_defence_dice=True)
    give(play, "moria>gladden-fields", str(len(attack)), str(len(defence)))
    assert told(play, "battle")[0]["losses"] == [attacker_loses, defender_loses]
    assert troops(play, "moria", "gladden-fields") == (9 - attacker_loses, 9 - defender_loses)


@pytest.mark.rule("RK-7.7")
@pytest.mark.parametrize(
    ("leaders", "target", "attack_bonus", "defence_bonus"),
    [
        ({}, "eregion", 0, 0),
        ({}, "moria", 0, 1),
        ({"green": ["rhudaur"]}, "eregion", 1, 0),
        ({"red": ["eregion"]}, "eregion", 0, 1),
        ({"red": ["moria"]}, "moria", 0, 2),
        ({"green": ["gladden-fields"], "red": ["moria"]}, "moria", 1, 2),
        # Leaders elsewhere, of either, add nothing.
        ({"green": ["gladden-fields"], "red": ["moria"]}, "eregion", 0, 0),
    ],
)
def test_leaders_and_strongholds_add_to_the_highest_die(leaders, target, attack_bonus, defence_bonus):
    origin = {"moria": "gladden-fields", "eregion": "rhudaur"}[target]
    play = scene([3], [3], green={"gladden-fields": 5, "rhudaur": 5}, red={target: 1}, leaders=leaders)
    give(play, f"{origin}>{target}", "1")
    battle = told(play, "battle")[0]
    assert (battle["attack_bonus"], battle["defence_bonus"]) == (attack_bonus, defence_bonus)
    assert battle["losses"] == ([0, 1] if attack_bonus > defence_bonus else [1, 0])


@pytest.mark.rule("RK-7.7")
def test_the_stronghold_of_the_attacker_adds_nothing():
    play = scene([3], [3], green={"moria": 5})
    give(play, "moria>gladden-fields", "1")
    assert told(play, "battle")[0]["losses"] == [1, 0]


@pytest.mark.rule("RK-7.7")
def test_only_the_highest_die_counts_more():
    # 5 and 3 against 4 and 3: with the Leader 6 against 4, but the second pair stays a tie.
    play = scene([3, 4], [4, 3], green={"moria": 5}, red={"gladden-fields": 5}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "2")
    assert told(play, "battle")[0]["losses"] == [1, 1]


@pytest.mark.rule("RK-7.7")
def test_a_six_counts_seven_with_a_leader():
    play = scene([6], [6], green={"moria": 5}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "1")
    assert told(play, "battle")[0]["losses"] == [0, 1]


@pytest.mark.rule("RK-7.7")
def test_a_six_behind_walls_is_not_reached_by_a_leader_alone():
    play = scene([6], [6], green={"gladden-fields": 5}, leaders={"green": ["gladden-fields"]})
    give(play, "gladden-fields>moria", "1")
    assert told(play, "battle")[0]["losses"] == [1, 0]


# -- going on ------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.9")
def test_the_attacker_fights_on_with_another_number_of_dice():
    play = scene([1, 1, 1], [6, 6], [6], [1, 1], green={"moria": 6}, red={"gladden-fields": 3})
    give(play, "moria>gladden-fields", "3", "1")
    assert troops(play, "moria", "gladden-fields") == (4, 2)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-7.9", "RK-1.7")
def test_the_attacker_stops_and_may_begin_anew():
    play = scene([1], [6], [6], [1], green={"moria": 6})
    give(play, "moria>gladden-fields", "1", None)
    assert asked(play) == "green combat"
    assert troops(play, "moria", "gladden-fields") == (5, 1)
    give(play, "moria>gladden-fields", "1", 1)
    assert len(told(play, "invasion")) == 2


@pytest.mark.rule("RK-7.9")
def test_an_invasion_is_over_when_one_battalion_is_left():
    play = scene([1, 1], [6, 6], green={"moria": 3}, red={"gladden-fields": 2})
    give(play, "moria>gladden-fields", "2")
    assert asked(play) == "green combat"
    assert troops(play, "moria") == (1,)
    assert told(play, "invasion-ended") == [{"origin": "moria", "target": "gladden-fields"}]

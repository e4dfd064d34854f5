"""Companions, Nazgûl and Minions: how they move and enter play (WR-9)."""

import pytest

from rules.war_of_the_ring.position.catalogue import ADJACENT, FP, FP_NATIONS, NATIONS, REGIONS, SH, distances
from rules.war_of_the_ring.position.entries import open_to
from rules.war_of_the_ring.position.state import controller, region_of
from rules.war_of_the_ring.war.battle import attack_pairs
from rules.war_of_the_ring.war.characters import companion_reach, flyers, group_range, shadow_reach
from rules.war_of_the_ring.war.movement import move_pairs
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.positions import game, kinds, position

ALL_NATIONS = tuple(NATIONS)


# -- Companions on the map (WR-9.2, 9.3) -------------------------------------------------------------


@pytest.mark.rule("WR-9.2", "WR-18")
@pytest.mark.parametrize(
    ("group", "regions"),
    [
        (["meriadoc"], 1),
        (["legolas"], 2),
        (["strider"], 3),
        (["meriadoc", "legolas"], 2),  # the highest Level of the group
        (["meriadoc", "peregrin", "gandalf-the-grey"], 3),
        (["gandalf-the-white"], 4),  # Shadowfax
        (["gandalf-the-white", "meriadoc"], 4),  # carries one Hobbit
        (["gandalf-the-white", "peregrin"], 4),
        (["gandalf-the-white", "meriadoc", "peregrin"], 3),
        (["gandalf-the-white", "gimli"], 3),
    ],
)
def test_how_far_companions_go_together(group, regions):
    assert group_range(position(), group) == regions


@pytest.mark.rule("WR-9.2", "WR-1.8")
def test_companions_ignore_armies_but_not_black_borders():
    s = position(
        forces={"edoras": {"legolas": 1}, "folde": {"sauron-regular": 3}, "westemnet": {"isengard-elite": 1}}
    )
    assert set(companion_reach(s, "edoras", 2)) == {
        "folde",
        "westemnet",
        "druadan-forest",
        "eastemnet",
        "fangorn",
        "fords-of-isen",
        "helms-deep",
    }
    assert "gap-of-rohan" not in companion_reach(s, "westemnet", 1)


@pytest.mark.rule("WR-9.2")
def test_companions_stop_in_a_stronghold_of_the_shadow_and_may_leave_it_later():
    s = position(forces={"dimrill-dale": {"strider": 1}})
    reach = companion_reach(s, "dimrill-dale", 3)
    assert "moria" in reach
    assert "north-dunland" not in reach  # the way there leads through Moria
    assert "north-dunland" in companion_reach(s, "moria", 1)


@pytest.mark.rule("WR-9.2")
def test_companions_neither_enter_nor_leave_a_besieged_stronghold():
    play = game(
        forces={
            "helms-deep": {"isengard-regular": 2},
            "helms-deep/inside": {"rohan-regular": 1, "gimli": 1},
            "westemnet": {"legolas": 1},
        },
        dice=(["character", "event"], []),
        minion_seen=True,
    )
    assert "helms-deep" not in companion_reach(play.state, "westemnet", 2)
    play.choose(FP, "character:move-companions")
    assert list(play.pending[0].options.values) == ["westemnet"]


@pytest.mark.rule("WR-9.2")
def test_every_companion_moves_once_in_as_many_groups_as_they_like():
    play = game(
        forces={"rivendell": {"strider": 1, "meriadoc": 1, "legolas": 1}},
        dice=(["character", "event"], []),
    )
    play.choose(FP, "character:move-companions")
    play.choose(FP, "rivendell")
    play.choose(FP, ["strider", "meriadoc"])
    assert "weather-hills" in play.pending[0].options.values
    play.choose(FP, "trollshaws")
    play.choose(FP, "rivendell")
    play.choose(FP, "fords-of-bruinen")
    assert region_of(play.state, "meriadoc") == "trollshaws"
    assert region_of(play.state, "legolas") == "fords-of-bruinen"
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-9.3", "WR-13.4")
@pytest.mark.parametrize(
    ("companion", "region", "roused"),
    [
        ("gandalf-the-grey", "edoras", "rohan"),
        ("gandalf-the-white", "dale", "north"),
        ("aragorn", "erebor", "dwarves"),
        ("meriadoc", "minas-tirith", "gondor"),
        ("peregrin", "edoras", "rohan"),
        ("strider", "dale", "north"),
        ("strider", "edoras", None),
        ("boromir", "minas-tirith", "gondor"),
        ("boromir", "edoras", None),
        ("gimli", "erebor", "dwarves"),
        ("gimli", "dale", None),
        ("legolas", "dale", None),
        ("meriadoc", "westemnet", None),  # a Town
        ("meriadoc", "eastemnet", None),
    ],
)
def test_whom_a_companion_rouses_by_his_arrival(companion, region, roused):
    source = ADJACENT[region][0]
    play = game(
        forces={source: {companion: 1}, region: {}},
        dice=(["character", "event"], []),
        minion_seen=True,
    )
    before = list(play.state.active)
    play.choose(FP, "character:move-companions")
    play.choose(FP, source)
    play.choose(FP, region)
    assert [n for n in play.state.active if n not in before] == ([roused] if roused else [])


@pytest.mark.rule("WR-9.3")
def test_a_city_of_the_enemy_rouses_nobody():
    play = game(
        forces={"folde": {"meriadoc": 1}, "edoras": {}},
        dice=(["character", "event"], []),
        captured=["edoras"],
    )
    play.choose(FP, "character:move-companions")
    play.choose(FP, "folde")
    play.choose(FP, "edoras")
    assert "rohan" not in play.state.active


@pytest.mark.rule("WR-9.3", "WR-8.1")
def test_a_companion_who_marches_with_an_army_rouses_too():
    play = game(
        forces={"folde": {"elves-regular": 1, "peregrin": 1}, "edoras": {}},
        dice=(["muster-army", "event"], []),
        at_war=("elves",),
    )
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "folde>edoras")
    play.choose(FP, {"elves-regular": 1, "peregrin": 1})
    assert "rohan" in play.state.active


@pytest.mark.rule("WR-9.8", "WR-9.9")
def test_characters_alone_are_no_army():
    s = position(
        forces={
            "dale": {"strider": 1},
            "northern-rhovanion": {"sauron-regular": 1},
            "folde": {"mouth-of-sauron": 1, "nazgul": 1},
            "edoras": {"rohan-regular": 1},
        },
        at_war=("sauron", "rohan"),
        captured=["dale"],
        minion_seen=True,
    )
    assert "northern-rhovanion>dale" not in attack_pairs(s, SH)
    assert "edoras>folde" not in attack_pairs(s, FP)
    assert controller(s, "dale") == SH  # Strider takes nothing back
    assert "edoras>folde" in move_pairs(s, FP)
    assert "northern-rhovanion>dale" in move_pairs(s, SH)


# -- Nazgûl and Minions on the map (WR-9.4, 9.5) -----------------------------------------------------


@pytest.mark.rule("WR-9.2", "WR-9.4")
def test_who_has_to_go_somewhere_by_the_clock_goes_no_farther_than_the_next_region():
    play = game(dice=(["character"], ["character", "event"]), forces={"fangorn": {"legolas": 1}})
    play.choose(FP, "character:move-companions")
    play.choose(FP, "fangorn")
    assert play.pending[0].fallback_choice() in ADJACENT["fangorn"]
    play = game(dice=([], ["character"]), forces={"dagorlad": {"nazgul": 1}})
    play.choose(SH, "character:move-nazgul")
    play.choose(SH, "nazgul@dagorlad")
    assert play.pending[0].fallback_choice() in ADJACENT["dagorlad"]


@pytest.mark.rule("WR-9.4")
@pytest.mark.parametrize("figure", ["nazgul", "witch-king"])
@pytest.mark.parametrize(
    ("region", "may"),
    [
        ("the-shire", True),  # a City with nobody in it
        ("osgiliath", True),  # an enemy Army
        ("barad-dur", True),
        ("rivendell", False),
        ("minas-tirith", True),  # besieged by the Shadow
        ("helms-deep", True),  # captured
        ("erebor", False),
        ("orthanc", True),  # besieged by the Free Peoples
    ],
)
def test_nazgul_fly_everywhere_but_to_free_strongholds(figure, region, may):
    s = position(
        forces={
            "minas-tirith": {"sauron-regular": 1},
            "minas-tirith/inside": {"gondor-regular": 1},
            "orthanc": {"rohan-regular": 1},
            "orthanc/inside": {"isengard-regular": 1},
            "erebor": {},
            "dol-guldur": {"nazgul": 1, "witch-king": 1},
        },
        captured=["helms-deep"],
        minion_seen=True,
    )
    assert (region in shadow_reach(s, figure, "dol-guldur")) is may


@pytest.mark.rule("WR-9.4")
def test_nazgul_join_besiegers_outside_and_a_garrison_inside():
    play = game(
        forces={
            "minas-tirith": {"sauron-regular": 1},
            "minas-tirith/inside": {"gondor-regular": 1},
            "orthanc": {"rohan-regular": 1},
            "orthanc/inside": {"isengard-regular": 1},
            "gorgoroth": {"nazgul": 2},
        },
        dice=([], ["character", "event"]),
    )
    play.choose(SH, "character:move-nazgul")
    for target in ("minas-tirith", "orthanc"):
        play.choose(SH, "nazgul@gorgoroth")
        play.choose(SH, target)
    play.choose(SH, None)
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 1, "nazgul": 1}
    assert left(play, SH, "orthanc", inside=True) == {"isengard-regular": 1, "nazgul": 1}


@pytest.mark.rule("WR-9.4")
def test_nazgul_fly_out_of_a_besieged_stronghold_each_once():
    play = game(
        forces={
            "orthanc": {"rohan-regular": 1},
            "orthanc/inside": {"isengard-regular": 1, "nazgul": 1},
            "gorgoroth": {"nazgul": 1},
        },
        dice=([], ["character", "event"]),
    )
    play.choose(SH, "character:move-nazgul")
    play.choose(SH, "nazgul@orthanc")
    play.choose(SH, "gorgoroth")
    play.choose(SH, "nazgul@gorgoroth")  # the one that was there already
    play.choose(SH, "far-harad")
    assert "nazgul@far-harad" not in play.pending[0].options.values
    assert "nazgul@gorgoroth" not in play.pending[0].options.values
    assert left(play, SH, "gorgoroth") == {"nazgul": 1}
    assert left(play, SH, "far-harad")["nazgul"] == 1


@pytest.mark.rule("WR-9.5", "WR-1.8")
def test_the_mouth_of_sauron_walks_three_regions():
    s = position(
        forces={"morannon": {"mouth-of-sauron": 1}, "dagorlad": {"gondor-regular": 3}}, minion_seen=True
    )
    reach = shadow_reach(s, "mouth-of-sauron", "morannon")
    assert set(reach) <= {r for r in REGIONS if distances("morannon").get(r, 99) <= 3}
    assert "osgiliath" in reach  # past and into enemy Armies
    assert "minas-tirith" not in reach


@pytest.mark.rule("WR-9.5")
def test_the_mouth_of_sauron_is_held_by_strongholds():
    s = position(
        forces={
            "minas-tirith": {"sauron-regular": 1},
            "minas-tirith/inside": {"gondor-regular": 1},
            "osgiliath": {"mouth-of-sauron": 1},
            "orthanc": {"rohan-regular": 1},
            "orthanc/inside": {"isengard-regular": 1},
        },
        minion_seen=True,
    )
    assert "minas-tirith" in shadow_reach(s, "mouth-of-sauron", "osgiliath")  # besieged by the Shadow
    assert "helms-deep" not in shadow_reach(s, "mouth-of-sauron", "fords-of-isen")
    assert "orthanc" not in shadow_reach(s, "mouth-of-sauron", "fords-of-isen")  # besieged by the enemy
    assert shadow_reach(s, "mouth-of-sauron", "orthanc") == []


@pytest.mark.rule("WR-9.5", "WR-8.9")
def test_saruman_never_leaves_orthanc():
    s = position(
        forces={"orthanc": {"isengard-regular": 2, "saruman": 1}},
        at_war=("isengard",),
        minion_seen=True,
    )
    assert shadow_reach(s, "saruman", "orthanc") == []
    assert not any(value.startswith("saruman") for value in flyers(s))
    play = game(
        forces={"orthanc": {"isengard-regular": 2, "saruman": 1}},
        dice=([], ["army", "event"]),
        at_war=("isengard",),
        minion_seen=True,
    )
    play.choose(SH, "army:move-armies")
    play.choose(SH, "orthanc>gap-of-rohan")
    assert play.pending[0].options.limits == {"isengard-regular": 2}
    play.choose(SH, {"isengard-regular": 2})  # his whole Army may leave him
    assert left(play, SH, "orthanc") == {"saruman": 1}


@pytest.mark.rule("WR-9.8", "WR-12.1")
def test_a_minion_alone_captures_nothing():
    play = game(
        forces={"westemnet": {"mouth-of-sauron": 1}, "folde": {}},
        dice=([], ["character", "event"]),
        minion_seen=True,
    )
    play.choose(SH, "character:move-nazgul")
    play.choose(SH, "mouth-of-sauron@westemnet")
    play.choose(SH, "folde")
    assert controller(play.state, "folde") == FP
    assert "rohan" not in play.state.active


@pytest.mark.rule("WR-8.5", "WR-8.6")
@pytest.mark.parametrize(("units", "may"), [(1, False), (2, True)])
def test_the_last_unit_cannot_leave_a_leader_who_may_not_follow(units, may):
    s = position(
        forces={"fangorn": {"rohan-regular": units, "gondor-leader": 1}, "westemnet": {}}, at_war=("rohan",)
    )
    assert ("fangorn>westemnet" in move_pairs(s, FP)) is may


# -- entering play (WR-9.6, 9.7) ---------------------------------------------------------------------


@pytest.mark.rule("WR-9.6")
@pytest.mark.parametrize(
    ("region", "captured", "can"),
    [
        ("minas-tirith", [], True),
        ("dol-amroth", [], True),
        ("pelargir", [], True),
        ("pelargir", ["pelargir"], False),
        ("edoras", [], False),
    ],
)
def test_where_aragorn_can_be_crowned(region, captured, can):
    s = position(forces={region: {"strider": 1}}, captured=captured)
    assert ([v for v in open_to(s, "upgrade") if v.startswith("aragorn")] == [f"aragorn@{region}"]) is can


@pytest.mark.rule("WR-9.6", "WR-9.3")
def test_aragorn_takes_the_place_of_strider_in_a_besieged_city_and_rouses_it():
    play = game(
        forces={
            "minas-tirith": {"sauron-regular": 1},
            "minas-tirith/inside": {"gondor-regular": 1, "strider": 1},
        },
        dice=(["will-of-the-west", "event"], []),
    )
    play.choose(FP, "will-of-the-west:upgrade")
    play.choose(FP, "aragorn@minas-tirith")
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 1, "aragorn": 1}
    assert "gondor" in play.state.active


@pytest.mark.rule("WR-9.6")
@pytest.mark.parametrize(
    ("parts", "entries"),
    [
        ({"minion_seen": True, "forces": {"edoras": {"gandalf-the-grey": 1}}}, ["edoras"]),
        ({"minion_seen": False, "forces": {"edoras": {"gandalf-the-grey": 1}}}, []),
        ({"minion_seen": True}, []),  # he guides the Fellowship
    ],
)
def test_gandalf_the_white_replaces_the_grey_once_a_minion_has_been_seen(parts, entries):
    assert [v.partition("@")[2] for v in open_to(position(**parts), "upgrade") if "white" in v] == entries


@pytest.mark.rule("WR-9.6")
def test_gandalf_the_white_returns_in_fangorn_or_an_elven_stronghold():
    companions = [c for c in position().fellowship.companions if c != "gandalf-the-grey"]
    s = position(
        minion_seen=True,
        eliminated=["gandalf-the-grey"],
        fellowship={"companions": companions, "guide": "strider"},
        captured=["lorien"],
    )
    regions = {v.partition("@")[2] for v in open_to(s, "upgrade") if "white" in v}
    assert regions == {"fangorn", "rivendell", "grey-havens", "woodland-realm"}


@pytest.mark.rule("WR-9.7")
@pytest.mark.parametrize(
    ("at_war", "captured", "can"),
    [(("isengard",), [], True), ((), [], False), (("isengard",), ["orthanc"], False)],
)
def test_when_saruman_enters(at_war, captured, can):
    forces = {"orthanc": {}} if captured else {}
    s = position(at_war=at_war, captured=captured, forces=forces)
    assert ("saruman@orthanc" in open_to(s, "minion")) is can


@pytest.mark.rule("WR-9.7")
def test_saruman_enters_a_besieged_orthanc_inside():
    play = game(
        forces={"orthanc": {"rohan-regular": 1}, "orthanc/inside": {"isengard-regular": 1}},
        dice=([], ["muster", "event"]),
        at_war=("isengard",),
    )
    play.choose(SH, "muster:minion")
    play.choose(SH, "saruman@orthanc")
    assert left(play, SH, "orthanc", inside=True) == {"isengard-regular": 1, "saruman": 1}
    assert play.state.minion_seen


@pytest.mark.rule("WR-9.7", "WR-13.3")
def test_the_witch_king_enters_with_a_sauron_army_and_rouses_all_free_nations():
    play = game(
        forces={
            "minas-morgul": {"sauron-regular": 1},
            "umbar": {"southrons-easterlings-regular": 1},
            "gorgoroth": {"nazgul": 1},
        },
        dice=([], ["muster", "event"]),
        at_war=("sauron", "elves"),
    )
    play.choose(SH, "muster:minion")
    regions = {v.partition("@")[2] for v in play.pending[0].options.values}
    assert "minas-morgul" in regions
    assert not {"umbar", "gorgoroth"} & regions
    steps = dict(play.state.steps)
    play.choose(SH, "witch-king@minas-morgul")
    assert set(FP_NATIONS) <= set(play.state.active)
    assert play.state.steps == steps


@pytest.mark.rule("WR-9.7")
@pytest.mark.parametrize(
    ("parts", "can"),
    [
        ({"at_war": FP_NATIONS}, True),
        ({"at_war": FP_NATIONS[:-1]}, False),
        ({"fellowship": {"region": None, "mordor": 1}}, True),
        ({"at_war": FP_NATIONS, "captured": ["barad-dur"], "forces": {"barad-dur": {}}}, False),
    ],
)
def test_when_the_mouth_of_sauron_enters_barad_dur(parts, can):
    assert ("mouth-of-sauron@barad-dur" in open_to(position(**parts), "minion")) is can

"""Retreats, advances and the stacking limit (WR-10.16, WR-10.17, WR-7.1, WR-7.2)."""

import pytest

from rules import Game, IllegalChoice, Scripted, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import besieged, controller
from rules.war_of_the_ring.turns.muster import recruits
from rules.war_of_the_ring.war.movement import move_pairs
from rules.war_of_the_ring.war.retreats import retreat_regions
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, fight, left
from tests.rules.war_of_the_ring.positions import game, kinds, position

# -- retreats ----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-10.16", "WR-1.13")
@pytest.mark.parametrize(
    ("side", "forces", "captured", "regions"),
    [
        (FP, {}, [], {"folde", "westemnet"}),
        (FP, {"folde": {"sauron-regular": 1}}, [], {"westemnet"}),
        (FP, {"folde": {"nazgul": 1}}, [], {"folde", "westemnet"}),  # without an Army they block nothing
        (FP, {}, ["folde"], {"westemnet"}),  # a Settlement of the enemy is not free
        (FP, {"folde": {"sauron-regular": 1}}, ["westemnet"], set()),
        (SH, {}, [], set()),
        (SH, {}, ["folde"], {"folde"}),
    ],
)
def test_where_an_army_may_retreat_to(side, forces, captured, regions):
    s = position(forces={"edoras": {"rohan-regular": 1}, "folde": {}, **forces}, captured=captured)
    assert set(retreat_regions(s, side, "edoras")) == regions


@pytest.mark.rule("WR-10.16", "WR-1.13")
def test_an_army_may_retreat_to_its_own_siege_lines_but_not_into_the_enemys():
    s = position(
        forces={
            "minas-tirith": {"sauron-regular": 2},
            "minas-tirith/inside": {"gondor-regular": 2},
            "osgiliath": {},
        }
    )
    assert "minas-tirith" in retreat_regions(s, SH, "osgiliath")
    assert "minas-tirith" not in retreat_regions(s, FP, "osgiliath")


@pytest.mark.rule("WR-10.16")
def test_the_whole_army_retreats_with_its_leaders():
    play = fight(
        [[1], [1, 1], [1] * 2],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "rohan-elite": 1, "gondor-leader": 1, "meriadoc": 1},
    )
    play.choose(SH, "continue")
    play.choose(FP, "north-ithilien")
    assert left(play, FP) == {}
    assert left(play, FP, "north-ithilien") == {
        "gondor-regular": 1,
        "rohan-elite": 1,
        "gondor-leader": 1,
        "meriadoc": 1,
    }


@pytest.mark.rule("WR-10.16", "WR-13.8")
def test_nations_not_at_war_may_cross_a_border_in_retreat_and_must_leave_it_next():
    play = fight(
        [[1], [1]],
        region="western-emyn-muil",
        source="eastern-emyn-muil",
        shadow={"sauron-regular": 1},
        free={"north-regular": 1},
        at_war=("sauron",),
    )
    play.choose(SH, "continue")
    play.choose(FP, "eastemnet")
    assert left(play, FP, "eastemnet") == {"north-regular": 1}
    pairs = {p for p in move_pairs(play.state, FP) if p.startswith("eastemnet>")}
    assert "eastemnet>fangorn" in pairs
    assert "eastemnet>folde" not in pairs


@pytest.mark.rule("WR-10.16", "WR-13.3")
def test_a_shadow_army_that_retreats_into_a_passive_nation_rouses_it():
    play = fight(
        [[1], [1]],
        attacker=FP,
        region="western-emyn-muil",
        source="dead-marshes",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1},
        at_war=("sauron", "gondor"),
    )
    play.choose(FP, "continue")
    play.choose(SH, "eastemnet")
    assert "rohan" in play.state.active


@pytest.mark.rule("WR-10.16", "WR-9.3")
def test_a_companion_who_retreats_into_a_city_rouses_its_nation():
    play = fight(
        [[1], [1], [1]],
        region="osgiliath",
        source="north-ithilien",
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1, "peregrin": 1},
        at_war=("sauron",),
    )
    play.choose(SH, "continue")
    play.choose(FP, "pelargir")
    assert "gondor" in play.state.active


@pytest.mark.rule("WR-10.16", "WR-9.5", "WR-9.9")
def test_saruman_is_left_behind_by_a_retreat():
    play = fight(
        [[1], [1], [1]],
        attacker=FP,
        region="orthanc",
        source="fords-of-isen",
        shadow={"isengard-regular": 1, "saruman": 1},
        free={"rohan-regular": 1},
    )
    play.choose(FP, "continue")
    play.choose(SH, "gap-of-rohan")
    play.choose(FP, {"rohan-regular": 1})
    assert controller(play.state, "orthanc") == FP
    assert left(play, SH, "orthanc") == {"saruman": 1}


@pytest.mark.rule("WR-10.16")
def test_without_a_free_region_nobody_is_asked_to_retreat():
    play = fight(
        [[1], [1], [1], [1]],
        region="edoras",
        source="folde",
        shadow={"sauron-regular": 1},
        free={"rohan-regular": 1},
        captured=["westemnet"],
    )
    play.choose(SH, "continue")
    assert len(told(play, "combat-rolled")) == 4


@pytest.mark.rule("WR-10.16", "WR-7.2")
@pytest.mark.parametrize("strict", [False, True])
def test_a_retreat_above_ten_units_is_trimmed(strict):
    play = fight(
        [[1], [1, 1, 1]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 2, "gondor-elite": 1},
        elsewhere={"north-ithilien": {"rohan-regular": 5, "gondor-regular": 4}},
        options={"strict_stacking": strict},
    )
    play.choose(SH, "continue")
    play.choose(FP, "north-ithilien")
    assert kinds(play) == ["disband"]
    play.choose(FP, {"gondor-regular": 1, "rohan-regular": 1})
    assert left(play, FP, "north-ithilien") == {
        "rohan-regular": 4,
        "gondor-regular": 5,
        "gondor-elite": 1,
    }


# -- advances ----------------------------------------------------------------------------------------


def victory(*, with_minion="nazgul", region="dale", source="northern-rhovanion"):
    return fight(
        [[6, 1, 1, 1], [1]],
        region=region,
        source=source,
        shadow={"southrons-easterlings-regular": 3, "sauron-elite": 1, with_minion: 1},
        free={"north-regular": 1},
    )


@pytest.mark.rule("WR-10.17", "WR-12.1", "WR-12.2")
@pytest.mark.parametrize(
    "party",
    [
        {"southrons-easterlings-regular": 1},
        {"southrons-easterlings-regular": 3, "sauron-elite": 1, "nazgul": 1},
        {"sauron-elite": 1, "nazgul": 1},
    ],
)
def test_the_victor_may_advance_with_all_or_a_part(party):
    play = victory()
    play.choose(SH, party)
    assert left(play, SH, "dale") == party
    assert controller(play.state, "dale") == SH


@pytest.mark.rule("WR-10.17")
def test_advancing_is_optional_and_leaders_alone_cannot():
    play = victory()
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, {"nazgul": 1})
    assert refused.value.code == "no-unit"
    play.choose(SH, None)
    assert controller(play.state, "dale") == FP


@pytest.mark.rule("WR-10.17", "WR-1.4")
def test_a_character_may_go_forward_alone_and_captures_nothing():
    play = victory(with_minion="mouth-of-sauron")
    play.choose(SH, {"mouth-of-sauron": 1})
    assert left(play, SH, "dale") == {"mouth-of-sauron": 1}
    assert controller(play.state, "dale") == FP


@pytest.mark.rule("WR-10.17", "WR-9.4", "WR-9.5")
@pytest.mark.parametrize("minion", ["witch-king", "mouth-of-sauron"])
def test_no_minion_goes_alone_where_a_free_stronghold_is_not_besieged(minion):
    """The Army of Lórien is gone, but nobody besieges it; with a unit the Minion takes it."""
    play = victory(with_minion=minion, region="lorien", source="parth-celebrant")
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, {minion: 1})
    assert (refused.value.code, refused.value.rule) == ("free-stronghold", "WR-9.4")
    play.choose(SH, {"sauron-elite": 1, minion: 1})
    assert controller(play.state, "lorien") == SH


@pytest.mark.rule("WR-10.17", "WR-9.3")
def test_a_companion_who_goes_forward_alone_rouses_the_city_he_enters():
    play = fight(
        [[6, 6, 1], [1]],
        attacker=FP,
        region="minas-tirith",
        source="druadan-forest",
        shadow={"sauron-regular": 1},
        free={"rohan-regular": 2, "boromir": 1},
        elsewhere={"minas-tirith/inside": {"gondor-elite": 1}},
        at_war=("rohan", "sauron"),
    )
    play.choose(FP, {"boromir": 1})
    assert left(play, FP, "minas-tirith") == {"gondor-elite": 1, "boromir": 1}
    assert "gondor" in play.state.active


@pytest.mark.rule("WR-10.17", "WR-11.3")
def test_a_companion_alone_before_a_stronghold_begins_no_siege():
    play = begin(
        [],
        attacker=FP,
        region="orthanc",
        source="fords-of-isen",
        shadow={"isengard-regular": 6},
        free={"rohan-regular": 2, "boromir": 1},
    )
    play.choose(SH, "siege")
    play.choose(FP, {"boromir": 1})
    assert left(play, FP, "orthanc") == {"boromir": 1}
    assert left(play, SH, "orthanc") == {"isengard-regular": 6}
    assert not besieged(play.state, "orthanc")


@pytest.mark.rule("WR-10.17", "WR-23.7")
def test_the_clock_advances_with_all_but_one_unit():
    asked = victory().pending[0]
    assert asked.fallback_choice() == {
        "southrons-easterlings-regular": 2,
        "sauron-elite": 1,
        "nazgul": 1,
    }


@pytest.mark.rule("WR-10.17", "WR-10.2")
def test_the_rearguard_does_not_advance():
    play = begin(
        [[6, 1], [1]],
        region="dale",
        source="northern-rhovanion",
        shadow={"sauron-regular": 3, "nazgul": 2},
        party={"sauron-regular": 2, "nazgul": 1},
        free={"north-regular": 1},
    )
    assert play.pending[0].options.limits == {"sauron-regular": 2, "nazgul": 1}


@pytest.mark.rule("WR-10.17", "WR-8.5")
def test_an_advance_leaves_no_leader_without_a_unit():
    play = fight(
        [[6, 1], [1]],
        attacker=FP,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 2, "gondor-leader": 1},
    )
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"gondor-regular": 2})
    assert refused.value.code == "leader-alone"
    play.choose(FP, {"gondor-regular": 1})
    assert left(play, FP, NEXT_TO_PLAIN) == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-10.17", "WR-11.7")
def test_besiegers_who_all_advance_give_up_their_siege():
    play = fight(
        [[6, 1], [1]],
        region="lossarnach",
        source="minas-tirith",
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 1},
        elsewhere={"minas-tirith/inside": {"gondor-elite": 1}},
    )
    play.choose(SH, {"sauron-regular": 2})
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-elite": 1}
    assert controller(play.state, "lossarnach") == SH


@pytest.mark.rule("WR-10.17", "WR-13.3")
def test_an_advance_into_a_passive_nation_rouses_it():
    play = fight(
        [[6], [1]],
        region="eastemnet",
        source="western-brown-lands",
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1},
        at_war=("sauron",),
    )
    play.choose(SH, {"sauron-regular": 1})
    assert "rohan" in play.state.active


@pytest.mark.rule("WR-12.3", "WR-10.17")
def test_a_settlement_is_recaptured_without_politics():
    play = fight(
        [[6], [1]],
        attacker=FP,
        region="dale",
        source="old-forest-road",
        shadow={"sauron-regular": 1},
        free={"north-regular": 1},
        at_war=("north", "sauron"),
        captured=["dale"],
    )
    steps = dict(play.state.steps)
    play.choose(FP, {"north-regular": 1})
    assert controller(play.state, "dale") == FP
    assert play.state.steps == steps


@pytest.mark.rule("WR-12.5")
def test_a_settlement_stays_captured_when_the_captor_leaves():
    play = game(
        forces={"dale": {"sauron-regular": 1}},
        dice=([], ["army", "event"]),
        at_war=("sauron",),
        captured=["dale"],
    )
    play.choose(SH, "army:move-armies")
    play.choose(SH, "dale>northern-rhovanion")
    assert controller(play.state, "dale") == SH


# -- stacking ----------------------------------------------------------------------------------------

FULL = {
    "noman-lands": {"sauron-regular": 3, "sauron-elite": 1, "nazgul": 1},
    "dagorlad": {"southrons-easterlings-regular": 8, "nazgul": 1},
}


def march(strict: bool, full=None):
    play = Game.start(
        TITLE,
        {"strict_stacking": strict},
        Scripted([], then=Seeded(1)),
        position=position(
            forces=full or FULL,
            dice=([], ["army", "event"]),
            at_war=("sauron", "southrons-easterlings"),
            options={"strict_stacking": strict},
        ),
    )
    play.choose(SH, "army:move-armies")
    return play


@pytest.mark.rule("WR-7.1", "WR-7.2")
def test_a_move_above_ten_units_is_accepted_and_trimmed_by_default():
    play = march(strict=False)
    play.choose(SH, "noman-lands>dagorlad")
    play.choose(SH, {"sauron-regular": 3, "nazgul": 1})
    play.choose(SH, None)
    assert kinds(play) == ["disband"]
    pool = play.state.pools["sauron-regular"]
    play.choose(SH, {"sauron-regular": 1})
    assert play.state.pools["sauron-regular"] == pool + 1
    assert left(play, SH, "dagorlad") == {
        "southrons-easterlings-regular": 8,
        "sauron-regular": 2,
        "nazgul": 2,
    }


@pytest.mark.rule("WR-7.2")
def test_strict_stacking_refuses_a_move_above_ten_units():
    play = march(strict=True)
    play.choose(SH, "noman-lands>dagorlad")
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, {"sauron-regular": 3})
    assert refused.value.code == "stacking"
    play.choose(SH, {"sauron-regular": 1, "sauron-elite": 1, "nazgul": 1})  # leaders do not count
    assert left(play, SH, "dagorlad") == {
        "southrons-easterlings-regular": 8,
        "sauron-regular": 1,
        "sauron-elite": 1,
        "nazgul": 2,
    }


@pytest.mark.rule("WR-7.2")
@pytest.mark.parametrize(("strict", "offered"), [(False, True), (True, False)])
def test_strict_stacking_offers_no_move_into_a_full_region(strict, offered):
    full = {
        "noman-lands": {"sauron-regular": 1},
        "dagorlad": {"southrons-easterlings-regular": 9, "sauron-elite": 1},
    }
    s = position(forces=full, options={"strict_stacking": strict})
    assert ("noman-lands>dagorlad" in move_pairs(s, SH)) is offered
    assert "noman-lands>ash-mountains" in move_pairs(s, SH)


@pytest.mark.rule("WR-7.2", "WR-10.17")
def test_strict_stacking_limits_an_advance_too():
    """Relief of a garrison: with five inside, only five may enter."""
    play = fight(
        [[6] * 5, [1]],
        attacker=FP,
        region="minas-tirith",
        source="lossarnach",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 6},
        elsewhere={"minas-tirith/inside": {"rohan-regular": 5}},
        options={"strict_stacking": True},
    )
    assert kinds(play) == ["advance"]
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"gondor-regular": 6})
    assert refused.value.code == "stacking"
    play.choose(FP, {"gondor-regular": 5})
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 5, "rohan-regular": 5}


@pytest.mark.rule("WR-7.2", "WR-7.4")
@pytest.mark.parametrize(("strict", "units"), [(False, True), (True, False)])
def test_strict_stacking_musters_no_unit_in_a_full_region(strict, units):
    s = position(
        forces={"barad-dur": {"sauron-regular": 9, "sauron-elite": 1}},
        at_war=("sauron",),
        options={"strict_stacking": strict},
    )
    values = recruits(s, SH, elites=True)
    assert ("sauron-regular@barad-dur" in values) is units
    assert ("sauron-elite@barad-dur" in values) is units
    assert "nazgul@barad-dur" in values


@pytest.mark.rule("WR-7.3", "WR-8.3")
def test_armies_brought_together_stay_apart_until_the_action_ends():
    play = march(strict=False)
    play.choose(SH, "noman-lands>dagorlad")
    play.choose(SH, {"sauron-regular": 3})
    assert "dagorlad>north-ithilien" in play.pending[0].options.values
    play.choose(SH, "dagorlad>north-ithilien")
    assert play.pending[0].options.limits == {"southrons-easterlings-regular": 8, "nazgul": 1}
    play.choose(SH, {"southrons-easterlings-regular": 8})
    assert left(play, SH, "dagorlad") == {"sauron-regular": 3, "nazgul": 1}

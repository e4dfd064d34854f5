"""Recruiting with a die (WR-7.4 to WR-7.10)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SETTLEMENTS_OF, SH
from rules.war_of_the_ring.position.state import FIELD, field
from rules.war_of_the_ring.turns.muster import recruits
from tests.rules.war_of_the_ring.positions import game, kinds, position


def recruiting(side=FP, **parts):
    dice = (["muster", "event"], []) if side == FP else ([], ["muster", "event"])
    play = game(dice=dice, **parts)
    play.choose(side, "muster:recruit")
    return play


@pytest.mark.rule("WR-7.4", "WR-7.5", "WR-7.7", "WR-7.9")
def test_recruiting_is_for_nations_at_war_in_free_settlements():
    play = recruiting(at_war=("gondor",))
    values = play.pending[0].options.values
    assert "gondor-elite@minas-tirith" in values
    assert "gondor-leader@pelargir" in values
    assert not any("osgiliath" in v or v.startswith("rohan") for v in values)


@pytest.mark.rule("WR-7.4")
def test_one_elite_is_all():
    play = recruiting(at_war=("gondor",))
    play.choose(FP, "gondor-elite@lossarnach")
    assert field(play.state, "lossarnach", FP).figures == {"gondor-elite": 1}
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-7.4")
def test_two_figures_come_to_two_settlements():
    play = recruiting(at_war=("gondor", "rohan"))
    play.choose(FP, "gondor-regular@pelargir")
    values = play.pending[0].options.values
    assert not any("pelargir" in v or "elite" in v for v in values)
    assert {"gondor-leader@minas-tirith", "rohan-regular@edoras"} <= set(values)
    play.choose(FP, "rohan-regular@edoras")
    assert field(play.state, "edoras", FP).figures == {"rohan-regular": 2, "rohan-elite": 1}


@pytest.mark.rule("WR-7.4")
def test_the_second_figure_may_be_left_out():
    play = recruiting(at_war=("gondor",))
    play.choose(FP, "gondor-leader@minas-tirith")
    play.choose(FP, None)
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-7.5", "WR-11.11", "WR-12.4")
@pytest.mark.parametrize(
    ("forces", "captured", "can"),
    [
        ({}, [], True),
        ({"minas-tirith": {}}, [], True),
        ({"minas-tirith": {"nazgul": 1}}, [], True),
        ({"minas-tirith": {"sauron-regular": 1}}, ["minas-tirith"], False),
        ({"minas-tirith": {}}, ["minas-tirith"], False),
        ({"minas-tirith": {"sauron-regular": 1}, "minas-tirith/inside": {"gondor-regular": 1}}, [], False),
    ],
    ids=["held", "empty", "a Nazgûl", "taken", "taken and left", "besieged"],
)
def test_a_settlement_must_be_free_and_held(forces, captured, can):
    s = position(at_war=("gondor",), forces=forces, captured=captured)
    assert ("gondor-regular@minas-tirith" in recruits(s, FP, elites=True)) is can


@pytest.mark.rule("WR-7.6", "WR-1.2")
def test_a_leader_joins_an_army_and_never_stands_alone():
    s = position(at_war=("gondor",), forces={"pelargir": {"boromir": 1}})
    values = recruits(s, FP, elites=True)
    assert "gondor-leader@minas-tirith" in values
    assert "gondor-leader@pelargir" not in values
    allies = position(at_war=("gondor",), forces={"pelargir": {"rohan-regular": 1}})
    assert "gondor-leader@pelargir" in recruits(allies, FP, elites=True)


@pytest.mark.rule("WR-7.5", "WR-1.3")
def test_nazgul_come_to_strongholds_of_sauron():
    s = position(at_war=("sauron",), forces={"moria": {"dwarves-regular": 1}}, captured=["moria"])
    places = {v.partition("@")[2] for v in recruits(s, SH, elites=True) if v.startswith("nazgul")}
    assert places == {"barad-dur", "dol-guldur", "minas-morgul", "morannon", "mount-gundabad"}
    assert not any(v.startswith("nazgul") for v in recruits(position(), SH, elites=True))


@pytest.mark.rule("WR-7.8")
def test_an_empty_pool_gives_nothing():
    """All six Elites of Isengard stand on the map."""
    s = position(at_war=("isengard",), forces={"orthanc": {"isengard-elite": 6}})
    values = recruits(s, SH, elites=True)
    assert "isengard-regular@orthanc" in values
    assert not any(v.startswith("isengard-elite") for v in values)


@pytest.mark.rule("WR-7.7")
@pytest.mark.parametrize("nation", NATIONS)
def test_never_outside_the_own_settlements(nation):
    side = NATIONS[nation].side
    values = recruits(position(at_war=(nation,)), side, elites=True)
    assert {v.partition("@")[2] for v in values} == set(SETTLEMENTS_OF[nation])


@pytest.mark.rule("WR-7.2", "WR-7.8")
def test_the_eleventh_unit_sends_another_back():
    play = recruiting(SH, at_war=("sauron",), forces={"barad-dur": {"sauron-regular": 9, "sauron-elite": 1}})
    play.choose(SH, "sauron-elite@barad-dur")
    assert kinds(play) == ["disband"]
    play.choose(SH, {"sauron-regular": 1})
    assert play.state.forces[FIELD[SH]["barad-dur"]].figures == {"sauron-regular": 8, "sauron-elite": 2}


@pytest.mark.rule("WR-7.2", "WR-7.8")
def test_who_is_sent_back_does_not_come_again_by_the_same_die():
    """The last Regular in the box is the eleventh unit; nothing is left for a second Settlement."""
    s = position()
    spare = s.pools["southrons-easterlings-regular"] - 1
    used = {
        "umbar": {"southrons-easterlings-regular": 10},  # three at the start
        "north-rhun": {"southrons-easterlings-regular": 2 + spare - 7},
    }
    play = recruiting(SH, at_war=("southrons-easterlings",), forces=used)
    assert play.state.pools["southrons-easterlings-regular"] == 1
    play.choose(SH, "southrons-easterlings-regular@umbar")
    assert play.lines[-1].kind == "disbanded"
    assert kinds(play) == ["action"]

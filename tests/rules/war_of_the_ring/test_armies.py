"""Moving Armies: one or two moves, splitting, borders, stacking, captures (WR-7.1 to 7.3, WR-8, WR-12)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH
from rules.war_of_the_ring.position.state import FIELD, controller, field, victory_points
from rules.war_of_the_ring.war.movement import move_pairs
from tests.rules.war_of_the_ring.positions import game, kinds, position

ALL = tuple(NATIONS)


def marching(side=FP, **parts):
    play = game(dice=(["muster-army"], ["event"]) if side == FP else (["event"], ["army"]), **parts)
    if side == SH:
        play.choose(FP, "skip:event")
    play.choose(side, "muster-army:move-armies" if side == FP else "army:move-armies")
    return play


def ways(source, side=FP, **parts):
    s = position(**parts)
    return {p.partition(">")[2] for p in move_pairs(s, side) if p.startswith(f"{source}>")}


@pytest.mark.rule("WR-8.6", "WR-13.8")
@pytest.mark.parametrize(
    ("army", "at_war", "reach"),
    [
        ({"gondor-regular": 1}, (), {"osgiliath", "druadan-forest", "lossarnach"}),
        ({"gondor-regular": 1}, ("gondor",), {"osgiliath", "druadan-forest", "lossarnach"}),
        ({"rohan-regular": 1}, (), {"osgiliath"}),
        ({"rohan-regular": 1}, ("rohan",), {"osgiliath", "druadan-forest", "lossarnach"}),
    ],
)
def test_who_may_cross_a_border(army, at_war, reach):
    """Out of Minas Tirith; Nations that are not at war keep to their own land and to that of nobody."""
    found = ways("minas-tirith", forces={"minas-tirith": army, "osgiliath": {}}, at_war=at_war)
    assert found == reach


@pytest.mark.rule("WR-8.6")
def test_an_army_of_two_sleeping_nations_keeps_to_the_wilds():
    play = marching(forces={"osgiliath": {"gondor-regular": 2, "rohan-regular": 1}})
    play.choose(FP, "osgiliath>minas-tirith")
    with pytest.raises(IllegalChoice, match="not at war"):
        play.choose(FP, {"gondor-regular": 1, "rohan-regular": 1})
    play.choose(FP, {"gondor-regular": 2})
    assert field(play.state, "osgiliath", FP).figures == {"rohan-regular": 1}


@pytest.mark.rule("WR-8.1", "WR-8.2", "WR-1.14")
def test_an_army_does_not_enter_where_an_enemy_army_is():
    forces = {"osgiliath": {"gondor-regular": 1}, "north-ithilien": {"sauron-regular": 1}, "minas-morgul": {}}
    found = ways("osgiliath", forces=forces, at_war=ALL)
    assert "north-ithilien" not in found
    assert "south-ithilien" in found


@pytest.mark.rule("WR-8.10", "WR-9.8")
def test_characters_and_nazgul_alone_block_nobody():
    forces = {"osgiliath": {"gondor-regular": 1}, "north-ithilien": {"nazgul": 2, "witch-king": 1}}
    assert "north-ithilien" in ways("osgiliath", forces=forces, at_war=ALL)


@pytest.mark.rule("WR-8.1")
def test_at_least_one_unit_moves():
    play = marching(forces={"osgiliath": {"gondor-regular": 2, "gondor-leader": 1}}, at_war=("gondor",))
    play.choose(FP, "osgiliath>north-ithilien")
    with pytest.raises(IllegalChoice, match="At least one Army unit"):
        play.choose(FP, {"gondor-leader": 1})


@pytest.mark.rule("WR-8.5", "WR-1.2")
def test_leaders_stay_only_with_a_unit():
    play = marching(forces={"osgiliath": {"gondor-regular": 2, "gondor-leader": 1, "boromir": 1}}, at_war=ALL)
    play.choose(FP, "osgiliath>north-ithilien")
    with pytest.raises(IllegalChoice, match="without an Army unit"):
        play.choose(FP, {"gondor-regular": 2})
    play.choose(FP, {"gondor-regular": 2, "gondor-leader": 1})
    assert field(play.state, "osgiliath", FP).items() == {"boromir": 1}  # a Companion may stay alone


@pytest.mark.rule("WR-8.3", "WR-7.3")
def test_the_second_move_is_for_figures_that_have_not_moved():
    play = marching(
        forces={
            "osgiliath": {"gondor-regular": 1},
            "lossarnach": {"gondor-regular": 2},
            "pelargir": {"gondor-elite": 1},
        },
        at_war=("gondor",),
    )
    play.choose(FP, "lossarnach>pelargir")
    play.choose(FP, {"gondor-regular": 2})
    play.choose(FP, "pelargir>lossarnach")
    assert field(play.state, "lossarnach", FP).figures == {"gondor-elite": 1}
    assert field(play.state, "pelargir", FP).figures == {"gondor-regular": 2}


@pytest.mark.rule("WR-8.3", "WR-21")
def test_an_army_may_split_in_two_directions_or_march_together():
    play = marching(forces={"osgiliath": {"gondor-regular": 2}}, at_war=ALL)
    play.choose(FP, "osgiliath>north-ithilien")
    play.choose(FP, {"gondor-regular": 1})
    assert not any(v.startswith("north-ithilien>") for v in play.pending[0].options.values)
    play.choose(FP, "osgiliath>south-ithilien")
    assert field(play.state, "south-ithilien", FP).units() == 1
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-8.3")
def test_the_second_move_may_be_left_out():
    play = marching(forces={"osgiliath": {"gondor-regular": 1}}, at_war=ALL)
    play.choose(FP, "osgiliath>north-ithilien")
    play.choose(FP, None)
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-8.4")
def test_a_character_die_moves_one_army_with_its_leader():
    play = game(
        dice=(["character"], ["event"]),
        forces={"osgiliath": {"gondor-regular": 2, "gondor-leader": 1}},
        at_war=ALL,
    )
    play.choose(FP, "character:leader-move")
    play.choose(FP, "osgiliath>north-ithilien")
    with pytest.raises(IllegalChoice, match="Leader or Character must move"):
        play.choose(FP, {"gondor-regular": 1})
    play.choose(FP, {"gondor-regular": 1, "gondor-leader": 1})
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-8.9", "WR-8.4")
def test_saruman_does_not_march():
    play = marching(SH, forces={"orthanc": {"isengard-regular": 2, "saruman": 1}}, at_war=ALL)
    play.choose(SH, "orthanc>gap-of-rohan")
    assert "saruman" not in play.pending[0].options.limits


@pytest.mark.rule("WR-8.7", "WR-12.1", "WR-12.2", "WR-13.6")
@pytest.mark.parametrize(
    ("target", "points"),
    [("pelargir", 1), ("lossarnach", 0)],
)
def test_an_undefended_settlement_falls_by_entering(target, points):
    source = {"pelargir": "west-harondor", "lossarnach": "pelargir"}[target]
    captured = ["pelargir"] if target == "lossarnach" else []
    forces = {source: {"sauron-regular": 2}, target: {}}
    play = marching(SH, forces=forces, captured=captured, at_war=("sauron",))
    before, held = play.state.steps["gondor"], victory_points(play.state, SH)
    play.choose(SH, f"{source}>{target}")
    play.choose(SH, {"sauron-regular": 2})
    assert controller(play.state, target) == SH
    assert victory_points(play.state, SH) == held + points
    assert play.state.steps["gondor"] == before - 1
    assert "gondor" in play.state.active


@pytest.mark.rule("WR-12.3", "WR-12.5")
def test_what_is_taken_back_counts_no_more():
    play = marching(
        forces={"minas-tirith": {"gondor-regular": 1}, "lossarnach": {}, "pelargir": {}}, at_war=ALL
    )
    play.state.captured.append("lossarnach")
    play.choose(FP, "minas-tirith>lossarnach")
    assert controller(play.state, "lossarnach") == FP


@pytest.mark.rule("WR-7.1", "WR-7.2", "WR-21")
def test_more_than_ten_are_trimmed_by_their_owner():
    play = marching(
        SH,
        forces={
            "gorgoroth": {"sauron-regular": 8},
            "morannon": {"sauron-regular": 5, "sauron-elite": 1, "nazgul": 3},
        },
        at_war=("sauron",),
    )
    pool = play.state.pools["sauron-regular"]
    play.choose(SH, "gorgoroth>morannon")
    play.choose(SH, {"sauron-regular": 8})
    play.choose(SH, None)
    with pytest.raises(IllegalChoice):
        play.choose(SH, {"sauron-regular": 3})
    play.choose(SH, {"sauron-regular": 4})
    assert play.state.forces[FIELD[SH]["morannon"]].figures == {
        "sauron-regular": 9,
        "sauron-elite": 1,
        "nazgul": 3,
    }
    assert play.state.pools["sauron-regular"] == pool + 4


@pytest.mark.rule("WR-7.2", "WR-1.15")
def test_trimmed_units_of_the_free_peoples_go_back_to_the_pool_too():
    play = marching(
        forces={
            "minas-tirith": {"gondor-regular": 8},
            "osgiliath": {"gondor-regular": 4},
            "pelargir": {},
            "dol-amroth": {},
        },
        at_war=ALL,
    )
    play.choose(FP, "osgiliath>minas-tirith")
    play.choose(FP, {"gondor-regular": 4})
    while kinds(play) == ["army-move"]:
        play.choose(FP, None)
    assert play.state.pools["gondor-regular"] == 5  # units of one kind: nobody is asked
    assert not play.state.casualties


@pytest.mark.rule("WR-8.8", "WR-11.7")
def test_besiegers_who_leave_lift_the_siege_and_the_besieged_stay():
    play = marching(
        SH,
        forces={"erebor": {"sauron-regular": 1}, "erebor/inside": {"dwarves-elite": 2}},
        at_war=ALL,
    )
    values = play.pending[0].options.values
    target = next(v for v in values if v.startswith("erebor>"))
    play.choose(SH, target)
    assert field(play.state, "erebor", FP).figures == {"dwarves-elite": 2}
    assert not any(
        p.startswith("erebor>")
        for p in move_pairs(
            position(
                forces={"erebor": {"sauron-regular": 1}, "erebor/inside": {"dwarves-elite": 2}}, at_war=ALL
            ),
            FP,
        )
    )

"""The Political Track: who rouses and advances whom, and what it is like not to be at war (WR-13)."""

import pytest

from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, FP_NATIONS, NATIONS, SH
from rules.war_of_the_ring.position.state import belligerent, controller, victory_points
from rules.war_of_the_ring.turns.muster import diplomatic_nations
from rules.war_of_the_ring.war.politics import may_advance
from tests.rules.war_of_the_ring.positions import game, position


@pytest.mark.rule("WR-13.1", "WR-13.2", "WR-13.5")
@pytest.mark.parametrize(
    ("step", "active", "may"),
    [
        (3, False, True),
        (2, False, True),
        (1, False, False),  # passive Nations stop before war
        (3, True, True),
        (1, True, True),
        (0, True, False),
    ],
)
def test_how_far_a_nation_may_go(step, active, may):
    s = position()
    s.steps["rohan"] = step
    if active:
        s.active.append("rohan")
    assert may_advance(s, "rohan") is may
    assert ("rohan" in diplomatic_nations(s, FP)) is may


@pytest.mark.rule("WR-13.5")
def test_diplomacy_moves_one_friendly_nation_one_step():
    play = game(dice=(["muster"], ["muster", "muster"]))
    play.choose(FP, "muster:diplomacy")
    assert set(play.pending[0].options.values) == set(FP_NATIONS)
    play.choose(FP, "gondor")
    assert play.state.steps["gondor"] == 1
    play.choose(SH, "muster:diplomacy")
    play.choose(SH, "sauron")
    assert play.state.steps["sauron"] == 0


@pytest.mark.rule("WR-13.2")
def test_a_passive_nation_stops_before_war():
    play = game(dice=(["muster", "muster"], []))
    play.choose(FP, "muster:diplomacy")
    play.choose(FP, "gondor")
    play.choose(FP, "muster:diplomacy")
    assert "gondor" not in play.pending[0].options.values


@pytest.mark.rule("WR-13.3", "WR-8.7")
@pytest.mark.parametrize(
    ("source", "target", "nation", "roused"),
    [
        ("vale-of-the-carnen", "dale", "north", True),
        ("western-mirkwood", "old-forest-road", "north", True),  # no Settlement is needed
        ("north-ithilien", "osgiliath", "gondor", False),  # in no Nation
        ("dale", "erebor", "dwarves", True),
        ("dale", "vale-of-the-carnen", "north", False),
    ],
)
def test_a_shadow_army_that_enters_rouses(source, target, nation, roused):
    forces = {source: {"sauron-regular": 1}, target: {}}
    captured = ["dale"] if source == "dale" else []
    play = game(dice=([], ["army"]), at_war=("sauron",), forces=forces, captured=captured)
    play.choose(SH, "army:move-armies")
    play.choose(SH, f"{source}>{target}")
    assert (nation in play.state.active) is roused


@pytest.mark.rule("WR-13.3", "WR-9.4")
def test_nazgul_alone_rouse_nobody():
    play = game(dice=([], ["character"]), forces={"dale": {}})
    play.choose(SH, "character:move-nazgul")
    play.choose(SH, "nazgul@morannon")
    play.choose(SH, "dale")
    assert "north" not in play.state.active


ACTIVATORS = {
    "gandalf-the-grey": FP_NATIONS,
    "gandalf-the-white": FP_NATIONS,
    "aragorn": FP_NATIONS,
    "meriadoc": FP_NATIONS,
    "peregrin": FP_NATIONS,
    "strider": ("north",),
    "boromir": ("gondor",),
    "legolas": ("elves",),
    "gimli": ("dwarves",),
}


@pytest.mark.rule("WR-13.4")
@pytest.mark.parametrize("companion", ACTIVATORS)
def test_who_can_rouse_whom(companion):
    assert CHARACTERS[companion].can_activate == set(ACTIVATORS[companion])


@pytest.mark.rule("WR-13.3", "WR-13.4", "WR-9.3")
@pytest.mark.parametrize(
    ("companion", "start", "target", "nation", "roused"),
    [
        ("peregrin", "folde", "edoras", "rohan", True),
        ("peregrin", "edoras", "folde", "rohan", False),  # a Town is not enough
        ("strider", "folde", "edoras", "rohan", False),
        ("boromir", "lossarnach", "minas-tirith", "gondor", True),
        ("gimli", "dale", "erebor", "dwarves", True),
    ],
)
def test_a_companion_rouses_in_a_city_or_stronghold(companion, start, target, nation, roused):
    play = game(dice=(["character"], ["event"]), forces={start: {companion: 1}})
    assert nation not in play.state.active
    play.choose(FP, "character:move-companions")
    play.choose(FP, start)
    play.choose(FP, target)
    assert (nation in play.state.active) is roused
    assert play.state.steps[nation] == NATIONS[nation].steps


@pytest.mark.rule("WR-13.7", "WR-13.6", "WR-12.2")
def test_the_fall_of_dale():
    """The lone northern unit is attacked and retreats, the Shadow advances: two steps, roused, one point."""
    play = game(
        [[5, 1], [1]],
        forces={"dale": {"north-regular": 1}, "vale-of-the-carnen": {"southrons-easterlings-regular": 2}},
        dice=([], ["army"]),
        at_war=("southrons-easterlings",),
    )
    play.choose(SH, "army:attack")
    play.choose(SH, "vale-of-the-carnen>dale")
    play.choose(SH, {"southrons-easterlings-regular": 2})
    assert (play.state.steps["north"], "north" in play.state.active) == (2, True)
    play.choose(SH, "continue")
    play.choose(FP, play.pending[0].options.values[0])
    play.choose(SH, {"southrons-easterlings-regular": 1})
    assert play.state.steps["north"] == 1
    assert victory_points(play.state, SH) == 1
    assert controller(play.state, "dale") == SH


@pytest.mark.rule("WR-13.6")
@pytest.mark.parametrize(
    ("step", "active", "after"),
    [(3, False, 1), (2, False, 0), (1, False, 0), (1, True, 0), (0, True, 0)],
    ids=["asleep", "wary", "at the brink", "roused at the brink", "at war"],
)
def test_an_attack_and_a_capture_are_a_step_each(step, active, after):
    """An attack rouses first and then advances, so that even a passive Nation may be brought to war."""
    play = game(
        [[6, 6], [1]],
        forces={"carrock": {"north-regular": 1}, "old-ford": {"sauron-regular": 2}},
        dice=([], ["army"]),
        at_war=("sauron",),
        steps={**position(at_war=("sauron",)).steps, "north": step},
        active=[*position().active, *(["north"] if active else [])],
    )
    play.choose(SH, "army:attack")
    play.choose(SH, "old-ford>carrock")
    play.choose(SH, {"sauron-regular": 2})
    assert play.state.steps["north"] == max(0, step - 1)
    play.choose(SH, {"sauron-regular": 1})
    assert (play.state.steps["north"], controller(play.state, "carrock")) == (after, SH)


@pytest.mark.rule("WR-13.8", "WR-9.1")
@pytest.mark.parametrize(
    ("kind", "fights"),
    [
        ("gondor-regular", False),
        ("gondor-leader", False),
        ("sauron-elite", False),
        ("rohan-regular", True),
        ("nazgul", True),
        ("strider", True),
        ("saruman", True),
    ],
)
def test_who_is_at_war(kind, fights):
    assert belligerent(position(at_war=("rohan",)), kind) is fights


@pytest.mark.rule("WR-13.8", "WR-13.9")
def test_a_nation_that_steps_back_from_war_stays_at_home_again():
    s = position(at_war=("gondor",))
    assert belligerent(s, "gondor-regular")
    s.steps["gondor"] = 1
    assert not belligerent(s, "gondor-regular")

"""The Fellowship: declaring, moving, hiding, revealing, separating, the Guide (WR-14, WR-3.2)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, REGIONS, SH, distances
from rules.war_of_the_ring.position.state import FIELD, INSIDE, level_of, region_of
from rules.war_of_the_ring.quest.company import guide_candidates, paths, refuge, reveal_targets
from tests.rules.war_of_the_ring.positions import game, kinds, position

PARTY = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def phase_two(**fellowship):
    return game(phase="fellowship", fellowship=fellowship)


def acting(*dice, **parts):
    return game(dice=(list(dice), ["event"]), **parts)


# -- declaring ---------------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.6", "WR-14.8", "WR-13.3")
def test_declaring_in_a_haven_heals_and_rouses():
    play = game(phase="fellowship", fellowship={"region": "carrock", "progress": 5, "corruption": 3})
    play.choose(FP, "dale")
    fellowship = play.state.fellowship
    assert (fellowship.region, fellowship.progress, fellowship.corruption) == ("dale", 0, 2)
    assert fellowship.hidden
    assert "north" in play.state.active
    assert play.state.steps["north"] == 3


@pytest.mark.rule("WR-14.6")
@pytest.mark.parametrize("progress", [0, 1, 3])
def test_the_ring_bearers_go_as_far_as_their_progress(progress):
    play = phase_two(progress=progress)
    steps = distances("rivendell")
    assert set(play.pending[0].options.values) == {r for r in REGIONS if steps.get(r, 99) <= progress}


@pytest.mark.rule("WR-14.6", "WR-14.8")
def test_at_progress_none_a_declaration_still_heals():
    play = phase_two(progress=0, corruption=2)
    play.choose(FP, "rivendell")
    assert (play.state.fellowship.region, play.state.fellowship.corruption) == ("rivendell", 1)


@pytest.mark.rule("WR-14.8", "WR-1.11", "WR-1.12")
@pytest.mark.parametrize(
    ("region", "forces", "captured", "left"),
    [
        ("rivendell", {}, [], 1),
        ("the-shire", {}, [], 1),
        ("bree", {}, [], 2),  # a Town is no haven
        ("hollin", {}, [], 2),
        ("the-shire", {"the-shire": {"sauron-regular": 1}}, ["the-shire"], 2),
        ("moria", {"moria": {"dwarves-regular": 1}}, ["moria"], 2),  # not of the Free Peoples
        ("erebor", {"erebor/inside": {"dwarves-elite": 1}, "erebor": {"sauron-elite": 1}}, [], 1),
    ],
)
def test_where_a_declaration_heals(region, forces, captured, left):
    play = game(
        phase="fellowship",
        fellowship={"region": region, "corruption": 2},
        forces=forces,
        captured=captured,
    )
    play.choose(FP, region)
    assert play.state.fellowship.corruption == left


@pytest.mark.rule("WR-14.6", "WR-14.13")
def test_a_revealed_fellowship_is_not_declared():
    play = phase_two(hidden=False, progress=0)
    assert "declare" not in kinds(play)


@pytest.mark.rule("WR-3.2")
def test_after_a_declaration_the_ring_bearers_may_still_enter_mordor():
    play = phase_two(region="dagorlad", progress=1)
    play.choose(FP, "morannon")
    assert kinds(play) == ["enter-mordor"]
    play.choose(FP, "enter")
    assert play.state.fellowship.mordor == 0


@pytest.mark.rule("WR-14.7", "WR-14.12")
def test_they_pass_armies_and_strongholds_when_declared():
    play = phase_two(region="hollin", progress=2)
    play.choose(FP, "dimrill-dale")
    assert play.state.fellowship.region == "dimrill-dale"
    assert not [line for line in play.lines if line.kind == "tile-drawn"]


# -- moving and hiding -------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.5")
def test_moving_adds_progress_and_sends_the_die_to_the_hunt():
    play = acting("character", "character", fellowship={"progress": 2})
    play.choose(FP, "character:move-fellowship")
    assert (play.state.fellowship.progress, play.state.hunt_box[FP]) == (3, 1)
    assert play.state.fellowship.region == "rivendell"


@pytest.mark.rule("WR-14.5", "WR-0.13")
def test_progress_ends_at_twelve_and_the_hunt_goes_on():
    play = game(
        [[1, 1]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 2}, fellowship={"progress": 12}
    )
    play.choose(FP, "character:move-fellowship")
    assert play.state.fellowship.progress == 12
    assert "hunt-rolled" in [line.kind for line in play.lines]


@pytest.mark.rule("WR-14.9", "WR-14.13", "WR-4.5")
def test_a_revealed_fellowship_hides_and_does_not_move():
    play = acting("character", fellowship={"hidden": False})
    assert "character:move-fellowship" not in play.pending[0].options.values
    play.choose(FP, "character:hide-fellowship")
    assert play.state.fellowship.hidden
    assert play.state.hunt_box[FP] == 0


@pytest.mark.rule("WR-14.9", "WR-18")
@pytest.mark.parametrize("die", ["muster", "event", "muster-army", "will-of-the-west"])
@pytest.mark.parametrize(("guide", "may"), [("strider", True), ("legolas", False)])
def test_strider_hides_the_fellowship_with_any_die(die, guide, may):
    gone = [c for c in PARTY if c != guide]
    play = acting(die, fellowship={"hidden": False, "companions": [guide], "guide": guide}, eliminated=gone)
    values = play.pending[0].options.values
    assert (f"{die}:hide-fellowship" in values) is (may or die == "will-of-the-west")
    if may:
        play.choose(FP, f"{die}:hide-fellowship")
        assert play.state.fellowship.hidden


# -- revealing ---------------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.11", "WR-23")
@pytest.mark.parametrize(
    ("region", "progress", "forces", "found"),
    [
        ("parth-celebrant", 3, {}, "dead-marshes"),
        ("dagorlad", 1, {}, "dagorlad"),  # the gate itself is full of Orcs
        ("dagorlad", 1, {"dagorlad": {"nazgul": 1}}, "north-ithilien"),
    ],
)
def test_the_clock_shows_the_ring_bearers_clear_of_the_enemy_and_near_mordor(region, progress, forces, found):
    s = position(fellowship={"region": region, "progress": progress}, forces=forces)
    assert refuge(s, reveal_targets(s)) == found


@pytest.mark.rule("WR-14.11", "WR-20")
def test_a_revealed_fellowship_may_not_end_in_a_haven_of_the_free():
    assert "rivendell" not in reveal_targets(position(fellowship={"region": "rivendell", "progress": 2}))
    assert "lorien" not in reveal_targets(position(fellowship={"region": "rivendell", "progress": 5}))
    assert "bree" in reveal_targets(position(fellowship={"region": "rivendell", "progress": 5}))


@pytest.mark.rule("WR-14.11")
def test_without_progress_they_stay_even_in_a_haven():
    assert reveal_targets(position(fellowship={"region": "rivendell", "progress": 0})) == ["rivendell"]


@pytest.mark.rule("WR-14.11", "WR-20")
def test_a_haven_that_the_shadow_has_taken_may_be_the_end():
    s = position(
        fellowship={"region": "carrock", "progress": 4},
        forces={"dale": {"sauron-regular": 1}},
        captured=["dale"],
    )
    assert "dale" in reveal_targets(s)
    held = position(
        fellowship={"region": "dimrill-dale", "progress": 1},
        forces={"moria": {"elves-elite": 1}},
        captured=["moria"],
    )
    assert "moria" in reveal_targets(held)  # not a Stronghold of the Free Peoples


@pytest.mark.rule("WR-14.12")
def test_the_path_with_the_fewest_dangers_is_offered():
    marks = frozenset(("moria", "mount-gundabad", "dol-guldur"))
    s = position()
    assert paths(s, "hollin", "dimrill-dale", 2, marks=marks) == [frozenset(("moria",))]
    assert paths(s, "rivendell", "hollin", 3, marks=marks) == [frozenset()]
    assert paths(s, "moria", "moria", 0, marks=marks) == [frozenset(("moria",))]


@pytest.mark.rule("WR-14.12")
def test_between_dangers_of_the_same_weight_the_free_peoples_choose():
    marks = frozenset(("minas-morgul", "morannon"))
    found = paths(position(), "dagorlad", "gorgoroth", 4, marks=marks)
    assert frozenset(("morannon",)) in found


@pytest.mark.rule("WR-14.14")
def test_to_be_revealed_twice_does_nothing():
    play = game(
        [[6], ["std-eyer-1"]],
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"progress": 2, "companions": ["gimli"], "guide": "gimli"},
        eliminated=[c for c in PARTY if c != "gimli"],
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, None)
    play.choose(FP, "trollshaws")
    assert (play.state.fellowship.progress, play.state.fellowship.hidden) == (0, False)


# -- separating --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.10", "WR-9.2")
def test_a_group_goes_as_far_as_progress_and_its_highest_level():
    play = acting("character", fellowship={"progress": 2})
    play.choose(FP, "character:separate")
    play.choose(FP, ["legolas", "peregrin"])
    steps = distances("rivendell")
    values = play.pending[0].options.values
    assert max(steps[r] for r in values) == 4
    assert values[0] == "rivendell"
    play.choose(FP, "dale" if "dale" in values else "bree")
    assert region_of(play.state, "legolas") == region_of(play.state, "peregrin")
    assert play.state.fellowship.progress == 2
    assert "legolas" not in play.state.fellowship.companions


@pytest.mark.rule("WR-14.10", "WR-9.2")
def test_the_separated_stop_at_a_stronghold_of_the_shadow():
    play = acting("character", fellowship={"region": "hollin", "progress": 0})
    play.choose(FP, "character:separate")
    play.choose(FP, ["legolas"])
    values = play.pending[0].options.values
    assert "moria" in values
    assert "dimrill-dale" not in values


@pytest.mark.rule("WR-14.10")
def test_out_of_a_besieged_haven_nobody_gets_away():
    play = acting(
        "character",
        fellowship={"region": "erebor", "progress": 3},
        forces={"erebor/inside": {"dwarves-elite": 1}, "erebor": {"sauron-regular": 2}},
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["gimli"])
    assert play.state.forces[INSIDE["erebor"]].characters == ["gimli"]
    assert "separate-to" not in kinds(play)


@pytest.mark.rule("WR-14.10", "WR-9.3", "WR-13.3")
def test_a_step_of_no_length_rouses_too():
    """Rivendell to the North is far; in Dale Strider has only to leave the Fellowship."""
    play = acting("character", fellowship={"region": "dale"})
    play.choose(FP, "character:separate")
    play.choose(FP, ["strider"])
    play.choose(FP, "dale")
    assert "north" in play.state.active
    assert play.state.forces[FIELD[FP]["dale"]].characters == ["strider"]


@pytest.mark.rule("WR-14.10")
def test_nobody_leaves_without_being_named():
    play = acting("character")
    play.choose(FP, "character:separate")
    with pytest.raises(IllegalChoice, match="at least 1"):
        play.choose(FP, [])


# -- the Guide ---------------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.3", "WR-14.4")
@pytest.mark.parametrize(
    ("companions", "candidates"),
    [
        (PARTY, ["gandalf-the-grey", "strider"]),
        (("strider", "boromir"), ["strider"]),
        (("boromir", "legolas", "gimli", "peregrin"), ["boromir", "legolas", "gimli"]),
        (("meriadoc", "peregrin"), ["meriadoc", "peregrin"]),
        ((), ["gollum"]),
    ],
)
def test_the_guide_is_of_the_highest_level(companions, candidates):
    s = position(
        fellowship={"companions": list(companions)}, eliminated=[c for c in PARTY if c not in companions]
    )
    assert guide_candidates(s) == candidates


@pytest.mark.rule("WR-14.4")
def test_gollum_has_no_level_to_take_damage_with():
    s = position(fellowship={"companions": [], "guide": "gollum"}, eliminated=PARTY)
    assert level_of(s, "gollum") == 0


@pytest.mark.rule("WR-14.3", "WR-3.2")
def test_the_guide_may_change_at_the_end_of_the_fellowship_phase():
    play = phase_two()
    play.choose(FP, None)
    assert kinds(play) == ["guide"]
    play.choose(FP, "strider")
    assert play.state.fellowship.guide == "strider"


@pytest.mark.rule("WR-14.3", "WR-14.10")
def test_a_guide_who_leaves_is_followed_at_once():
    play = acting("character")
    play.choose(FP, "character:separate")
    play.choose(FP, ["gandalf-the-grey"])
    play.choose(FP, "rivendell")
    assert play.state.fellowship.guide == "strider"


@pytest.mark.rule("WR-14.3", "WR-14.10", "WR-22")
def test_when_anybody_leaves_another_of_the_same_level_may_guide():
    """Gimli goes; Gandalf stays the Guide if the clock answers, but Strider could follow him."""
    play = acting("character")
    play.choose(FP, "character:separate")
    play.choose(FP, ["gimli"])
    play.choose(FP, "rivendell")
    assert kinds(play) == ["guide"]
    assert play.pending[0].fallback_choice() == "gandalf-the-grey"
    play.choose(FP, "strider")
    assert play.state.fellowship.guide == "strider"


@pytest.mark.rule("WR-14.3")
def test_nobody_is_asked_while_one_companion_is_above_all():
    lost = [c for c in PARTY if c not in ("strider", "gimli", "peregrin")]
    party = {"companions": ["strider", "gimli", "peregrin"], "guide": "strider"}
    play = acting("character", fellowship=party, eliminated=lost)
    play.choose(FP, "character:separate")
    play.choose(FP, ["gimli"])
    play.choose(FP, "rivendell")
    assert (kinds(play), play.state.fellowship.guide) == (["action"], "strider")


@pytest.mark.rule("WR-13.3", "WR-14.6")
def test_a_declaration_rouses_a_nation_whose_city_is_lost():
    """Saruman's spy held Rohan back while Edoras fell without a blow; the Ring-bearers rouse it, unhealed."""
    held = position().decks
    held["shadow/character"].remove("sh-char-22")
    play = game(
        phase="fellowship",
        forces={"edoras": {"isengard-regular": 2}, "orthanc": {"isengard-elite": 1, "saruman": 1}},
        captured=["edoras"],
        minion_seen=True,
        table={FP: [], SH: ["sh-char-22"]},
        decks=held,
        fellowship={"region": "edoras", "corruption": 2},
    )
    play.choose(FP, "edoras")
    assert "rohan" in play.state.active
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("WR-14.1", "WR-14.2")
def test_the_region_of_the_fellowship_is_that_of_the_ring_bearers():
    """However far they may have come: the Hunt looks at Rivendell."""
    play = game([[1]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1}, fellowship={"progress": 5})
    play.choose(FP, "character:move-fellowship")
    assert play.state.fellowship.region == "rivendell"

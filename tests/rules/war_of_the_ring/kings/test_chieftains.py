"""The Dark Chieftains: how they enter play, how they go about, and what Uglúk does for the Hunt (KM-8)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import field, leadership, place_of
from rules.war_of_the_ring.turns.action_dice import options
from rules.war_of_the_ring.war.characters import shadow_reach
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import kings_game, kings_of
from tests.rules.war_of_the_ring.positions import kinds

SERPENT, MIRKWOOD, UGLUK = "black-serpent", "shadow-of-mirkwood", "ugluk"


def mustering(die="muster", **parts):
    """Begin where the Shadow acts with one die."""
    return kings_game(dice=(["event"], [die]), to_act=SH, **parts)


def chieftains(play, die="muster"):
    """Return who can come, as `character@region`."""
    play.choose(SH, f"{die}:chieftain")
    return list(play.pending[0].options.values)


def comes(play, value, die="muster"):
    """Bring a Chieftain into play; returns his place."""
    play.choose(SH, f"{die}:chieftain")
    if kinds(play) == ["chieftain"]:
        play.choose(SH, value)
    return place_of(play.state, value.partition("@")[0])


@pytest.mark.rule("KM-8.1", "KM-8")
@pytest.mark.parametrize(
    ("value", "nations"),
    [
        ("black-serpent@umbar", ("gondor",)),
        ("shadow-of-mirkwood@dol-guldur", ("north",)),
        ("shadow-of-mirkwood@barad-dur", ("dwarves",)),
        ("shadow-of-mirkwood@moria", ("elves",)),
        ("ugluk@orthanc", ("rohan",)),
    ],
)
def test_each_comes_to_an_army_of_his_people_once_a_nation_is_at_war(value, nations):
    play = mustering(at_war=nations)
    assert comes(play, value) == f"{value.partition('@')[2]}/shadow"
    assert told(play, "character-entered") == [
        {"character": value.partition("@")[0], "region": value.partition("@")[2]}
    ]
    assert kings_of(play).pool == []
    assert not play.state.minion_seen  # he opens no way to Gandalf the White


@pytest.mark.rule("KM-8.1")
@pytest.mark.parametrize(
    ("die", "may"),
    [
        ("muster", True),
        ("muster-army", True),
        ("army", False),
        ("event", False),
        ("shadow-ruler/character", True),
        ("shadow-ruler/army", True),
        ("shadow-ruler/muster", True),
        ("shadow-ruler/muster-army", True),
        ("shadow-ruler/event", True),
    ],
)
def test_by_a_muster_or_by_any_result_of_the_ruler_die(die, may):
    play = mustering(die, at_war=("gondor",))
    assert (f"{die}:chieftain" in options(play.state, SH)) is may
    assert options(play.state, SH).count(f"{die}:chieftain") == may


@pytest.mark.rule("KM-8.1")
def test_nobody_comes_at_peace_or_twice():
    with pytest.raises(IllegalChoice, match="No Dark Chieftain can enter play now"):
        mustering().choose(SH, "muster:chieftain")
    there = {"umbar": {"southrons-easterlings-regular": 1, SERPENT: 1}}
    assert "muster:chieftain" not in options(mustering(at_war=("gondor",), forces=there).state, SH)
    assert "muster:chieftain" not in options(mustering(at_war=("gondor",), eliminated=[SERPENT]).state, SH)


@pytest.mark.rule("KM-8.1")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("ugluk@orthanc", "needs Rohan at war, or the Fellowship revealed"),
        ("black-serpent@orthanc", "No Army with a unit of Southrons & Easterlings stands in Orthanc"),
        ("saruman@orthanc", "Saruman enters play by another use of a die: bring a Minion"),
    ],
)
def test_why_somebody_does_not_come(value, said):
    play = mustering(at_war=("gondor",))
    play.choose(SH, "muster:chieftain")
    with pytest.raises(IllegalChoice, match=said):
        play.choose(SH, value)


@pytest.mark.rule("KM-8.1")
def test_to_besiegers_and_into_a_stronghold_under_siege():
    forces = {
        "dol-amroth": {"southrons-easterlings-regular": 2},
        "dol-amroth/inside": {"gondor-regular": 1},
        "umbar": {"gondor-regular": 2},
        "umbar/inside": {"southrons-easterlings-regular": 1},
    }
    play = mustering(at_war=("gondor", "southrons-easterlings"), forces=forces)
    values = chieftains(play)
    assert {"black-serpent@dol-amroth", "black-serpent@umbar"} <= set(values)
    play.choose(SH, "black-serpent@umbar")
    assert place_of(play.state, SERPENT) == "umbar/inside"


@pytest.mark.rule("KM-8.1", "KM-8")
def test_ugluk_comes_to_a_revealed_fellowship_or_beside_it_where_that_is_free():
    play = mustering(
        fellowship={"region": "fords-of-isen", "hidden": False},
        forces={"westemnet": {"rohan-regular": 1}, "fords-of-isen": {}},
    )
    values = chieftains(play)
    near = {value.partition("@")[2] for value in values}
    assert {"fords-of-isen", "fangorn", "gap-of-rohan", "orthanc"} <= near
    assert not {"westemnet", "helms-deep"} & near
    play.choose(SH, "ugluk@fangorn")
    assert place_of(play.state, UGLUK) == "fangorn/shadow"


@pytest.mark.rule("KM-8.1")
def test_on_the_mordor_track_a_revealed_fellowship_lets_ugluk_come_to_an_army():
    play = mustering(fellowship={"region": None, "mordor": 1, "hidden": False})
    assert {value.partition("@")[0] for value in chieftains(play)} == {UGLUK}


@pytest.mark.rule("KM-8.2")
def test_they_go_on_foot_and_leave_no_siege():
    forces = {
        "umbar": {"gondor-regular": 2},
        "umbar/inside": {"southrons-easterlings-regular": 1, SERPENT: 1},
        "orthanc": {"isengard-regular": 1, UGLUK: 1},
    }
    play = mustering("character", forces=forces)
    assert shadow_reach(play.state, SERPENT, "umbar") == []
    reach = shadow_reach(play.state, UGLUK, "orthanc")
    assert "gap-of-rohan" in reach
    assert "helms-deep" not in reach  # a Stronghold of the Free Peoples
    assert "edoras" not in reach
    play.choose(SH, "character:move-nazgul")
    assert "ugluk@orthanc" in play.pending[0].options.values


@pytest.mark.rule("KM-8.3")
def test_they_lead_the_army_that_they_are_with():
    s = mustering(forces={"umbar": {"southrons-easterlings-regular": 1, SERPENT: 1}}).state
    assert leadership(s, field(s, "umbar", SH), "umbar") == 2


@pytest.mark.rule("KM-8.3")
@pytest.mark.parametrize(
    ("here", "there", "again", "successes"),
    [
        ("fords-of-isen", "fords-of-isen", 5, 1),
        ("fords-of-isen", "orthanc", 5, 1),
        ("fords-of-isen", "north-dunland", 5, 0),
        ("fords-of-isen", "fords-of-isen", 4, 0),
    ],
)
def test_near_the_fellowship_the_dice_that_are_rolled_again_count_one_more(here, there, again, successes):
    hunters = {here: {"isengard-regular": 1}, there: {"isengard-regular": 1, UGLUK: 1}}
    script = [[1, 5], [again], *([["std-0r-1"]] if successes else [])]
    play = kings_game(
        script,
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 2},
        fellowship={"region": here, "progress": 0},
        forces=hunters,
    )
    play.choose(FP, "character:move-fellowship")
    rolled = told(play, "hunt-rolled")[0]
    assert (rolled["rerolled"], rolled["successes"]) == ([again], successes)

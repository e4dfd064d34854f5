"""What can be set right in War of the Ring: everything that stands on the board for everybody to see."""

import pytest

from rules import IllegalChoice
from rules.core.amendments import corrected
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import FIELD, INSIDE
from tests.rules.war_of_the_ring.positions import game


def then(play, text):
    return corrected(play, text)[0].state


def refused(play, text):
    with pytest.raises(IllegalChoice) as refusal:
        corrected(play, text)
    return refusal.value.message


@pytest.fixture
def play():
    return game(dice=(["muster", "character"], ["army", "event"]))


def standing(s, key, kind):
    return s.forces[key].figures.get(kind, 0)


@pytest.mark.rule("WR-3.7")
@pytest.mark.parametrize(
    "text",
    [
        "Rohan Regular: reinforcements > Edoras",
        "a rohan regular from reinforcements back to edoras",
        "rohan r: reinf > edoras",
    ],
)
def test_a_rohan_regular_back_to_edoras(play, text):
    before = play.state
    after, written = corrected(play, text)
    assert written == "Rohan Regular: reinforcements > Edoras"
    key = FIELD[FP]["edoras"]
    assert standing(after.state, key, "rohan-regular") == standing(before, key, "rohan-regular") + 1
    assert after.state.pools["rohan-regular"] == before.pools["rohan-regular"] - 1


def test_figures_are_as_many_as_there_are(play):
    assert "Not there" in refused(play, "3 Gondor Elite: casualties > Pelargir")
    assert "goes back to the reinforcements" in refused(play, "Nazgûl: Minas Morgul > casualties")
    assert "both sides have an Army" in refused(play, "Sauron Regular: reinforcements > Minas Tirith")
    assert "from 1 to" in refused(play, "999 Sauron Regular: reinforcements > Barad-dûr")


@pytest.mark.rule("WR-11.12")
def test_besieged_figures_are_found_inside(play):
    siege = game(
        forces={
            "helms-deep/inside": {"rohan-regular": 2, "rohan-leader": 1},
            "helms-deep": {"isengard-regular": 3},
        },
        at_war=("rohan", "isengard"),
    )
    s = then(siege, "Rohan Regular: reinforcements > Helm's Deep")
    assert standing(s, INSIDE["helms-deep"], "rohan-regular") == 3
    lifted = "3 Isengard Regular: Helm's Deep > reinforcements"
    assert "no Army besieges it" in refused(siege, lifted)
    freed = (
        f"{lifted}; 2 Rohan Regular: inside Helm's Deep > Edoras; Rohan Leader: inside Helm's Deep > Edoras"
    )
    assert INSIDE["helms-deep"] not in then(siege, freed).forces


@pytest.mark.rule("WR-14.1")
def test_the_fellowship_its_counters_and_its_companions(play):
    s = then(play, "progress = 4; corruption = 3; fellowship hidden = no; ring-bearers: rivendell > moria")
    fellowship = s.fellowship
    assert (fellowship.progress, fellowship.corruption, fellowship.hidden, fellowship.region) == (
        4,
        3,
        False,
        "moria",
    )
    assert "the Shadow has won" in refused(play, "corruption = 12")
    s = then(play, "Gandalf the Grey: the Fellowship > Edoras")
    assert "gandalf-the-grey" in s.forces[FIELD[FP]["edoras"]].characters
    assert s.fellowship.guide == "strider"
    assert "Not there" in refused(play, "Strider: Bree > Edoras")


@pytest.mark.rule("WR-9.6")
def test_a_minion_who_comes_is_remembered(play):
    s = then(play, "Saruman: not in play > Orthanc")
    assert s.minion_seen
    assert "never leaves" in refused(play, "Saruman: not in play > Moria")


@pytest.mark.rule("WR-13.1")
def test_politics_and_control(play):
    s = then(play, "gondor politics = 0; gondor active = yes")
    assert s.steps["gondor"] == 0
    assert "gondor" in s.active
    assert "without being active" in refused(play, "politics of rohan = 0")
    assert "more than one is called that" in refused(play, "gondor = 1")
    assert then(play, "control of lamedon = shadow").captured == ["lamedon"]
    assert "which it would control" in refused(play, "control of minas tirith = shadow")


@pytest.mark.rule("WR-4.4")
def test_rings_and_dice_that_lie_open(play):
    s = then(play, "elven ring: free peoples > shadow; die of the shadow: army > muster")
    assert s.rings == {FP: 2, SH: 1}
    assert sorted(s.dice[SH]) == ["event", "muster"]
    assert then(play, "die of the free peoples: spent > event").dice[FP] == ["character", "muster", "event"]
    assert "Not there" in refused(play, "elven ring: shadow > free peoples")
    assert "no die of the Free Peoples shows" in refused(play, "die of the free peoples: muster > army")
    assert then(play, "hunt box of the shadow = 2").hunt_box[SH] == 2


def test_no_hand_no_deck_and_no_tile_is_offered(play):
    ids = {one.id for one in TITLE.corrections(play.view(None))}
    assert not ids & {"hands", "decks", "cards", "hunt-pool", "tiles"}
    for text in ("Athelas: deck > hand", "hand of the shadow = 3", "tile 3: pool > drawn"):
        assert "can be set right here" in refused(play, text)

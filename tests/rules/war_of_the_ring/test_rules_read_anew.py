"""Rules that were read anew from better sources, each as an example of play (WR-10.8, WR-14.7, WR-15.15)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, distances
from rules.war_of_the_ring.position.state import region_of
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import begin
from tests.rules.war_of_the_ring.positions import game, kinds
from tests.rules.war_of_the_ring.test_hunt import hunted, party, with_fellowship


@pytest.mark.rule("WR-14.7", "WR-14.6")
@pytest.mark.parametrize(("region", "progress"), [("gorgoroth", 1), ("barad-dur", 2), ("nurn", 2)])
def test_the_ring_bearers_may_be_declared_in_the_land_of_mordor(region, progress):
    """They stand on the map there, not on the Mordor Track, and are not asked whether they enter."""
    play = game(phase="fellowship", fellowship={"region": "morannon", "progress": progress})
    play.choose(FP, region)
    fellowship = play.state.fellowship
    assert (fellowship.region, fellowship.mordor, fellowship.hidden) == (region, None, True)
    assert "enter-mordor" not in kinds(play)
    assert not told(play, "tile-drawn")


@pytest.mark.rule("WR-14.7", "WR-14.11")
def test_a_reveal_may_end_in_the_land_of_mordor_and_they_come_out_again():
    play = hunted(
        [[6], ["std-0r-1"], ["std-1-1"]],
        box=1,
        **with_fellowship(party("gimli"), region="morannon", progress=0),
    )
    play.choose(FP, "gorgoroth")
    assert (play.state.fellowship.region, play.state.fellowship.mordor) == ("gorgoroth", None)
    play = game(phase="fellowship", fellowship={"region": "gorgoroth", "progress": 1})
    play.choose(FP, "morannon")
    assert kinds(play) == ["enter-mordor"]


@pytest.mark.rule("WR-10.8", "WR-10.10")
@pytest.mark.combat_card("daring-defiance")
def test_a_companion_who_gives_up_his_leadership_still_fights():
    """Boromir rolls nothing again this round, and is still a Captain of the West."""
    play = begin(
        [[1, 1], [1, 1]],
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 1, "boromir": 1},
        cards=("sh-str-01", "fp-char-11"),
    )
    while kinds(play) == ["combat-card"]:
        asked = play.pending[0]
        play.choose(asked.seat, next(iter(asked.options.values), None))
    rolled = {line["side"]: len(line["dice"]) for line in told(play, "combat-rolled")}
    assert [line["figure"] for line in told(play, "leadership-given-up")] == ["boromir"]
    assert rolled[FP] == 2
    assert not told(play, "leader-rerolled")


@pytest.mark.rule("WR-15.8", "WR-15.15", "WR-14.10")
@pytest.mark.parametrize("second", ["bree", "the-shire"])
def test_two_hobbits_who_leave_in_one_hunt_go_one_after_the_other(second):
    """Each is asked for when he guides, goes by himself, and takes one damage; nothing keeps them together."""
    play = hunted([[6, 1, 1], ["std-2-1"]], **with_fellowship(party("meriadoc", "peregrin"), progress=3))
    play.choose(FP, "use")
    asked = play.pending[0]
    assert (asked.kind, len(asked.context["companions"])) == ("separate-to", 1)
    play.choose(FP, "bree")
    assert kinds(play) == ["guide-ability"]
    play.choose(FP, "use")
    play.choose(FP, second)
    assert {region_of(play.state, "meriadoc"), region_of(play.state, "peregrin")} == {"bree", second}
    assert (play.state.fellowship.companions, play.state.fellowship.corruption) == ([], 0)


@pytest.mark.rule("WR-15.15", "WR-14.10")
def test_a_hobbit_who_leaves_goes_no_farther_than_he_can_alone():
    """His way is the Progress and his own Level of 1, whoever guides after him."""
    play = hunted([[6, 1, 1], ["std-2-1"]], **with_fellowship(party("meriadoc", "peregrin"), progress=0))
    play.choose(FP, "use")
    reach = play.pending[0].options.values
    assert "trollshaws" in reach
    assert max(distances("rivendell")[region] for region in reach) == 2  # Progress is 1 by now

"""The Shadow's Strategy cards that move and attack: marches, and the Corsairs (WR-6)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import SH, SH_NATIONS
from rules.war_of_the_ring.position.state import controller
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, may_play, play_card, shadow
from tests.rules.war_of_the_ring.positions import kinds

SARUMAN = {"orthanc": {"isengard-regular": 4, "isengard-elite": 1, "saruman": 1}}
SIEGE = {
    "minas-tirith": {"sauron-regular": 5},
    "minas-tirith/inside": {"gondor-regular": 2, "gondor-leader": 1},
}


# -- marches -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("sh-str-07")
def test_an_army_gathers_three_regions_away():
    forces = {"gorgoroth": {"sauron-regular": 3}, "osgiliath": {"sauron-regular": 1}}
    play = play_card(
        "sh-str-07",
        "gorgoroth",
        {"sauron-regular": 3},
        "minas-morgul",
        "north-ithilien",
        "osgiliath",
        forces=forces,
    )
    assert shadow(play, "osgiliath") == {"sauron-regular": 4}
    assert done(play)


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("sh-str-07")
def test_a_gathering_army_must_reach_another():
    forces = {
        place: {}
        for place in ("barad-dur", "nurn", "morannon", "minas-morgul", "dol-guldur", "near-harad", "umbar")
    }
    forces |= {"gorgoroth": {"sauron-regular": 2}, "carrock": {}}
    play = play_card("sh-str-07", forces=forces)
    assert "gorgoroth" not in play.pending[0].options.values


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("sh-str-07")
def test_a_gathering_army_takes_no_way_that_only_leads_back():
    """Where it stands half-way is no other Army to join."""
    places = (
        "morannon",
        "far-harad",
        "near-harad",
        "umbar",
        "barad-dur",
        "gorgoroth",
        "nurn",
        "minas-morgul",
    )
    forces = {
        **{
            place: {} for place in (*places, "dol-guldur", "moria", "mount-gundabad", "orthanc", "iron-hills")
        },
        "south-rhun": {"southrons-easterlings-regular": 3},
        "north-rhun": {"southrons-easterlings-regular": 2},
    }
    marchers = {"southrons-easterlings-regular": 3}
    at_war = ("southrons-easterlings",)
    play = play_card("sh-str-07", "south-rhun", marchers, "east-rhun", forces=forces, at_war=at_war)
    assert play.pending[0].options.values == ["north-rhun", "vale-of-the-carnen"]  # not the Iron Hills


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("sh-str-08")
def test_two_armies_lengthen_the_shadow_and_no_figure_moves_twice():
    forces = {
        "gorgoroth": {"sauron-regular": 2},
        "minas-morgul": {"sauron-regular": 1},
        "osgiliath": {"sauron-regular": 1},
    }
    play = play_card("sh-str-08", "gorgoroth", {"sauron-regular": 2}, "minas-morgul", forces=forces)
    answer(play, "minas-morgul")
    answer(play, "north-ithilien")
    assert shadow(play, "minas-morgul") == {"sauron-regular": 2}
    assert shadow(play, "osgiliath") == {"sauron-regular": 2}
    assert done(play)


@pytest.mark.rule("WR-6.7", "WR-7.2")
@pytest.mark.card("sh-str-08")
def test_stacking_is_looked_at_when_both_armies_have_marched():
    forces = {
        "gorgoroth": {"sauron-regular": 2},
        "minas-morgul": {"sauron-regular": 9},
        "osgiliath": {"sauron-regular": 1},
    }
    play = play_card("sh-str-08", "gorgoroth", {"sauron-regular": 2}, "minas-morgul", forces=forces)
    assert kinds(play) != ["disband"]
    answer(play, "minas-morgul", {"sauron-regular": 1}, "north-ithilien")
    assert shadow(play, "minas-morgul") == {"sauron-regular": 10}
    assert shadow(play, "osgiliath") == {"sauron-regular": 2}
    assert done(play)


@pytest.mark.rule("WR-6.2", "WR-8.3")
@pytest.mark.card("sh-str-09")
def test_up_to_four_armies_move():
    assert not may_play("sh-str-09")
    play = play_card(
        "sh-str-09",
        "nurn>gorgoroth",
        {"sauron-regular": 2},
        "umbar>west-harondor",
        {"southrons-easterlings-regular": 3},
        PASS,
        at_war=SH_NATIONS,
    )
    assert shadow(play, "gorgoroth") == {"sauron-regular": 5}
    assert shadow(play, "west-harondor") == {"southrons-easterlings-regular": 3}


@pytest.mark.rule("WR-8.3")
@pytest.mark.card("sh-str-09")
def test_no_fifth_army_moves():
    moves = ["nurn>gorgoroth", "umbar>west-harondor", "north-rhun>east-rhun", "near-harad>khand"]
    play = play_card("sh-str-09", at_war=SH_NATIONS)
    for move in moves:
        assert kinds(play) == ["army-move"]
        answer(play, move)
        while kinds(play) not in (["army-move"], ["action"]):
            answer(play, play.pending[0].fallback_choice())
    assert done(play)


# -- the Corsairs ------------------------------------------------------------------------------------

SAILORS = {"southrons-easterlings-regular": 3}


@pytest.mark.rule("WR-6.2", "WR-6.4", "WR-10.17")
@pytest.mark.card("sh-str-10")
def test_corsairs_fight_their_way_ashore():
    assert not may_play("sh-str-10")
    play = play_card(
        "sh-str-10", "pelargir", SAILORS, script=[[6, 1, 1], [1]], at_war=("southrons-easterlings",)
    )
    assert shadow(play, "pelargir") == SAILORS
    assert controller(play.state, "pelargir") == SH
    assert "gondor" in play.state.active


@pytest.mark.rule("WR-10.15")
@pytest.mark.card("sh-str-10")
def test_corsairs_do_not_cease():
    play = play_card(
        "sh-str-10",
        "pelargir",
        SAILORS,
        script=[[1, 1, 1], [1], [1, 1, 1], [1]],
        at_war=("southrons-easterlings",),
    )
    assert kinds(play) == ["retreat"]


@pytest.mark.rule("WR-11.3")
@pytest.mark.card("sh-str-10")
def test_corsairs_besiege_dol_amroth_when_its_army_withdraws():
    play = play_card("sh-str-10", "dol-amroth", SAILORS, "siege", at_war=("southrons-easterlings",))
    assert shadow(play, "dol-amroth") == SAILORS
    assert free(play, "dol-amroth", inside=True) == {"gondor-regular": 3}


@pytest.mark.rule("WR-6.4")
@pytest.mark.card("sh-str-10")
def test_corsairs_join_a_siege_and_may_cease():
    forces = {
        "dol-amroth": {"southrons-easterlings-regular": 1},
        "dol-amroth/inside": {"gondor-regular": 1},
    }
    play = play_card(
        "sh-str-10",
        "dol-amroth",
        SAILORS,
        {"southrons-easterlings-regular": 4},
        script=[[1] * 4, [1]],
        forces=forces,
        at_war=("southrons-easterlings",),
    )
    assert shadow(play, "dol-amroth") == {"southrons-easterlings-regular": 4}
    assert done(play)


@pytest.mark.rule("WR-6.7", "WR-7.2")
@pytest.mark.card("sh-str-10")
def test_corsairs_find_room_ashore_where_stacking_is_strict():
    forces = {
        "umbar": {"southrons-easterlings-regular": 3},
        "lamedon": {"isengard-regular": 5, "isengard-elite": 4},
        "anfalas": {"sauron-regular": 6, "sauron-elite": 4},
    }
    options = {"strict_stacking": True}
    play = play_card("sh-str-10", forces=forces, at_war=("southrons-easterlings",), options=options)
    assert "anfalas" not in play.pending[0].options.values
    answer(play, "lamedon")
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, {"southrons-easterlings-regular": 2})
    assert refused.value.code == "stacking"


@pytest.mark.rule("WR-12.1")
@pytest.mark.card("sh-str-10")
def test_corsairs_take_an_empty_port():
    play = play_card("sh-str-10", "lamedon", SAILORS, at_war=("southrons-easterlings",))
    assert controller(play.state, "lamedon") == SH

"""The Event halves of the Shadow's Strategy deck, an example of play for each, but for marches (WR-6)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH, SH_NATIONS
from rules.war_of_the_ring.position.state import controller
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, may_play, play_card, shadow
from tests.rules.war_of_the_ring.positions import kinds, position

SARUMAN = {"orthanc": {"isengard-regular": 4, "isengard-elite": 1, "saruman": 1}}
SIEGE = {
    "minas-tirith": {"sauron-regular": 5},
    "minas-tirith/inside": {"gondor-regular": 2, "gondor-leader": 1},
}


# -- damage and sieges -------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.2", "WR-6.8")
@pytest.mark.card("sh-str-01")
def test_the_elves_leave_for_valinor_when_one_of_their_strongholds_has_fallen():
    forces = {
        "lorien": {"sauron-regular": 1},
        "grey-havens": {"elves-regular": 2},
        "rivendell": {"elves-elite": 1, "north-regular": 1},
        "woodland-realm": {},
    }
    assert not may_play("sh-str-01")
    play = play_card("sh-str-01", script=[[6, 1], [5]], forces=forces, captured=["lorien"])
    assert free(play, "grey-havens") == {"elves-regular": 1}
    assert free(play, "rivendell") == {"elves-elite": 1, "north-regular": 1}


@pytest.mark.rule("WR-6.8")
@pytest.mark.card("sh-str-01")
def test_not_more_than_five_dice_for_a_stronghold_of_the_elves():
    forces = {
        "lorien": {"sauron-regular": 1},
        "grey-havens": {"elves-regular": 4, "elves-elite": 2},
        "rivendell": {},
        "woodland-realm": {},
    }
    play = play_card("sh-str-01", script=[[1, 2, 3, 4, 5]], forces=forces, captured=["lorien"])
    assert done(play)


@pytest.mark.rule("WR-11.5")
@pytest.mark.card("sh-str-02")
def test_after_three_rounds_the_uruk_hai_are_tired():
    forces = {
        **SARUMAN,
        "helms-deep": {"isengard-regular": 3},
        "helms-deep/inside": {"rohan-regular": 1},
    }
    choices = [{"isengard-regular": 3}, "continue", "continue"]
    script = [[1, 1, 1], [1]] * 3
    play = play_card("sh-str-02", *choices, script=script, forces=forces, at_war=("isengard",))
    assert done(play)
    assert controller(play.state, "helms-deep") == FP


@pytest.mark.rule("WR-6.2", "WR-11.5")
@pytest.mark.card("sh-str-02")
def test_the_uruk_hai_storm_for_three_rounds():
    forces = {
        **SARUMAN,
        "helms-deep": {"isengard-regular": 3},
        "helms-deep/inside": {"rohan-regular": 1},
    }
    assert not may_play("sh-str-02", forces=forces)
    play = play_card(
        "sh-str-02",
        {"isengard-regular": 3},
        "continue",
        "continue",
        script=[[1, 1, 1], [1], [1, 1, 1], [1], [6, 1, 1], [1]],
        forces=forces,
        at_war=("isengard",),
    )
    assert controller(play.state, "helms-deep") == SH
    assert "rohan" in play.state.active


@pytest.mark.rule("WR-6.2", "WR-6.5")
@pytest.mark.card("sh-str-03")
def test_denethor_kills_a_leader_and_forbids_combat_cards():
    assert not may_play("sh-str-03")
    play = play_card("sh-str-03", forces=SIEGE, dice=("army",), at_war=("sauron",), also=("fp-str-14",))
    assert free(play, "minas-tirith", inside=True) == {"gondor-regular": 2}
    answer(play, "skip:character", "army:attack", "minas-tirith>minas-tirith", {"sauron-regular": 5})
    assert kinds(play) != ["combat-card"]


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-str-03")
def test_denethors_folly_ends_with_the_siege():
    play = play_card("sh-str-03", forces={**SIEGE, "osgiliath": {}}, dice=("army",), at_war=("sauron",))
    answer(play, "skip:character", "army:move-armies", "minas-tirith>osgiliath", {"sauron-regular": 5}, PASS)
    assert "sh-str-03" in play.state.discards


# -- dice and politics -------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("sh-str-04")
def test_the_day_without_dawn_takes_every_will_of_the_west():
    assert not may_play("sh-str-04", at_war=("sauron", "isengard"))
    play = play_card(
        "sh-str-04", enemy_dice=("character", "will-of-the-west", "will-of-the-west"), at_war=SH_NATIONS
    )
    assert play.state.dice[FP] == ["character"]


@pytest.mark.rule("WR-6.5", "WR-13.5")
@pytest.mark.card("sh-str-05")
def test_threats_and_promises_hold_the_passive_nations():
    play = play_card("sh-str-05", enemy_dice=("muster",))
    answer(play, "muster:diplomacy")  # only the Elves are active, so they are not asked for
    assert play.pending[0].options.values == ["elves"]


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-str-05")
def test_an_attack_on_a_free_nation_ends_threats_and_promises():
    play = play_card(
        "sh-str-05", dice=("army",), forces={"dimrill-dale": {"sauron-regular": 3}}, at_war=("sauron",)
    )
    answer(play, "skip:character", "army:attack", "dimrill-dale>lorien", {"sauron-regular": 3})
    assert "sh-str-05" in play.state.discards


@pytest.mark.rule("WR-6.3", "WR-13.9")
@pytest.mark.card("sh-str-06")
def test_the_stormcrow_disheartens_a_nation():
    assert not may_play("sh-str-06", at_war=("elves",))
    forces = {
        "edoras": {"rohan-regular": 1, "rohan-elite": 1, "gimli": 1},
        "fords-of-isen": {"rohan-regular": 1, "rohan-leader": 1},
    }
    play = play_card(
        "sh-str-06", forces=forces, steps={**position().steps, "rohan": 2}, fellowship={"region": "hollin"}
    )
    assert play.pending[0].seat == FP
    answer(play, "rohan-regular@fords-of-isen")
    assert play.state.steps["rohan"] == 3
    assert free(play, "fords-of-isen") == {}  # the Leader is lost with the last unit


@pytest.mark.rule("WR-6.3", "WR-13.9")
@pytest.mark.card("sh-str-06")
def test_gondor_falls_back_to_the_top_of_the_track():
    forces = {"minas-tirith": {"gondor-regular": 2, "gondor-elite": 1, "gimli": 1}}
    play = play_card("sh-str-06", forces=forces, fellowship={"region": "hollin"})
    assert play.state.steps["gondor"] == 3
    assert play.pending[0].weight == "light"
    assert play.pending[0].fallback_choice().startswith("gondor-regular@")


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-06")
def test_nobody_is_asked_for_the_only_figure_that_can_be_lost():
    empty = {r: {} for r in ("edoras", "helms-deep", "westemnet", "fords-of-isen", "folde")}
    forces = {**empty, "edoras": {"rohan-regular": 1, "gimli": 1}}
    play = play_card("sh-str-06", forces=forces, fellowship={"region": "hollin"})
    assert done(play)
    assert free(play, "edoras") == {"gimli": 1}


# -- recruiting --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-11")
def test_the_dunlendings_rage():
    assert not may_play("sh-str-11")
    play = play_card("sh-str-11", "tharbad", {"isengard-regular@north-dunland": 1}, at_war=("isengard",))
    assert shadow(play, "tharbad") == {"isengard-regular": 3}
    assert shadow(play, "north-dunland") == {}


@pytest.mark.rule("WR-6.6", "WR-6.7")
@pytest.mark.card("sh-str-11")
def test_four_dunlendings_at_most_join_those_who_rage():
    forces = {"north-dunland": {"isengard-regular": 3}, "south-dunland": {"isengard-regular": 2}}
    play = play_card("sh-str-11", "tharbad", forces=forces, at_war=("isengard",))
    with pytest.raises(IllegalChoice):
        play.choose(SH, {"isengard-regular@north-dunland": 3, "isengard-regular@south-dunland": 2})
    answer(play, {"isengard-regular@north-dunland": 2, "isengard-regular@south-dunland": 2})
    assert shadow(play, "tharbad") == {"isengard-regular": 6}


@pytest.mark.rule("WR-6.6", "WR-6.7", "WR-7.2")
@pytest.mark.card("sh-str-11")
def test_stacking_is_looked_at_when_all_dunlendings_have_come():
    forces = {"tharbad": {"sauron-regular": 5, "sauron-elite": 4}}
    play = play_card("sh-str-11", "tharbad", forces=forces, at_war=("isengard",))
    assert kinds(play) == ["event-units"]
    answer(play, {"isengard-regular@north-dunland": 1}, {"isengard-regular": 1, "sauron-regular": 1})
    assert shadow(play, "tharbad") == {"isengard-regular": 2, "sauron-regular": 4, "sauron-elite": 4}


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-12")
def test_the_witch_king_returns_to_angmar():
    assert not may_play("sh-str-12")
    play = play_card("sh-str-12", forces={"moria": {"sauron-regular": 1, "witch-king": 1}})
    assert shadow(play, "angmar") == {"sauron-regular": 2, "sauron-elite": 1, "witch-king": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-12")
def test_he_returns_even_where_nobody_can_follow():
    forces = {"moria": {"sauron-regular": 1, "witch-king": 1}, "angmar": {"north-regular": 1}}
    play = play_card("sh-str-12", forces=forces, captured=["angmar"])
    assert shadow(play, "angmar") == {"witch-king": 1}


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-13")
@pytest.mark.card("sh-str-14")
@pytest.mark.parametrize(("card", "nation"), [("sh-str-13", "isengard"), ("sh-str-14", "sauron")])
def test_a_unit_joins_any_shadow_army(card, nation):
    assert not may_play(card)
    play = play_card(card, "far-harad", f"{nation}-elite", at_war=(nation,))
    assert shadow(play, "far-harad")[f"{nation}-elite"] == 1
    assert done(play)


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-15")
def test_hill_trolls_take_the_place_of_two_regulars():
    assert not may_play("sh-str-15")
    play = play_card("sh-str-15", {"moria": 1, "nurn": 1}, at_war=("sauron",))
    assert shadow(play, "moria") == {"sauron-regular": 1, "sauron-elite": 1}
    assert shadow(play, "nurn") == {"sauron-regular": 1, "sauron-elite": 1}
    with pytest.raises(IllegalChoice):
        play_card("sh-str-15", {"moria": 1}, at_war=("sauron",))


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-15")
def test_the_last_elite_for_the_only_regulars_is_no_question():
    others = ("barad-dur", "morannon", "minas-morgul", "dol-guldur", "gorgoroth", "nurn", "mount-gundabad")
    forces = {**{r: {} for r in others}, "moria": {"sauron-regular": 2}}
    play = play_card("sh-str-15", forces=forces, at_war=("sauron",))
    assert done(play)
    assert shadow(play, "moria") == {"sauron-elite": 2}


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-16")
def test_a_new_power_rises_in_isengard():
    assert not may_play("sh-str-16")
    play = play_card("sh-str-16", "isengard-elite", "isengard-elite", forces=SARUMAN)
    assert shadow(play, "orthanc") == {"isengard-regular": 4, "isengard-elite": 3, "saruman": 1}
    assert shadow(play, "north-dunland") == {"isengard-regular": 3}
    assert shadow(play, "south-dunland") == {"isengard-regular": 3}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-16")
def test_the_shadow_says_who_comes_first_where_figures_run_short():
    forces = {**SARUMAN, "moria": {"isengard-regular": 5}}
    play = play_card("sh-str-16", "south-dunland", forces=forces)
    assert shadow(play, "south-dunland") == {"isengard-regular": 2}
    assert play.state.pools["isengard-regular"] == 0


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-16")
def test_nobody_is_asked_where_figures_come_that_are_not_left():
    forces = {**SARUMAN, "moria": {"isengard-regular": 8}, "north-dunland": {}, "south-dunland": {}}
    play = play_card("sh-str-16", forces=forces)
    assert done(play)
    assert shadow(play, "orthanc")["isengard-elite"] == 3


@pytest.mark.rule("WR-6.6", "WR-7.2")
@pytest.mark.card("sh-str-16")
def test_who_is_sent_back_does_not_come_again_by_the_same_card():
    forces = {
        "orthanc": {"isengard-regular": 2, "saruman": 1},
        "north-dunland": {"isengard-regular": 8, "sauron-elite": 2},
        "south-dunland": {},
    }
    play = play_card("sh-str-16", "north-dunland", {"isengard-regular": 2}, forces=forces)
    assert done(play)
    assert shadow(play, "orthanc") == {"isengard-regular": 2, "isengard-elite": 2, "saruman": 1}
    assert shadow(play, "south-dunland") == {}
    assert play.state.pools["isengard-regular"] == 2


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-13")
def test_without_a_unit_in_the_pool_no_place_is_asked_for():
    forces = {
        "orthanc": {"isengard-regular": 4, "isengard-elite": 6},
        "north-dunland": {"isengard-regular": 8},
    }
    assert done(play_card("sh-str-13", forces={**forces, "south-dunland": {}}, at_war=("isengard",)))


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-17")
@pytest.mark.card("sh-str-24")
@pytest.mark.parametrize(
    ("card", "kind", "regions", "at_war"),
    [
        ("sh-str-17", "southrons-easterlings-regular", ("umbar", "north-rhun", "far-harad"), ()),
        ("sh-str-24", "sauron-regular", ("moria", "mount-gundabad", "barad-dur"), ("sauron",)),
    ],
)
def test_two_regulars_come_to_each_of_three_places(card, kind, regions, at_war):
    before = position()
    play = play_card(card, *regions, at_war=at_war)
    for region in regions:
        assert shadow(play, region)[kind] == before.forces[f"{region}/shadow"].figures[kind] + 2
    assert done(play)


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-24")
def test_captured_strongholds_have_no_pits():
    assert not may_play("sh-str-24")
    play = play_card(
        "sh-str-24", forces={"moria": {"elves-regular": 1}}, captured=["moria"], at_war=("sauron",)
    )
    assert "moria" not in play.pending[0].options.values


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-17")
def test_three_settlements_left_for_three_musters_are_no_question():
    lost = ["umbar", "near-harad"]
    play = play_card("sh-str-17", captured=lost, forces={r: {} for r in lost})
    assert done(play)
    assert shadow(play, "far-harad")["southrons-easterlings-regular"] >= 2


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-18")
def test_the_king_is_revealed():
    assert not may_play("sh-str-18")
    party = {"companions": ["gandalf-the-grey"], "guide": "gandalf-the-grey"}
    play = play_card("sh-str-18", forces={"pelargir": {"aragorn": 1}, "minas-morgul": {}}, fellowship=party)
    assert shadow(play, "minas-morgul") == {"sauron-regular": 5, "nazgul": 1}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-19")
def test_shadows_on_the_misty_mountains():
    play = play_card("sh-str-19", "mount-gram", "sauron-elite", "sauron-regular")
    assert shadow(play, "mount-gram") == {"sauron-elite": 1, "sauron-regular": 1, "nazgul": 1}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-20")
def test_orcs_multiply_again():
    play = play_card("sh-str-20", forces={"dol-guldur": {}, "mount-gundabad": {}})
    assert shadow(play, "dol-guldur") == {"sauron-regular": 3}
    assert shadow(play, "mount-gundabad") == {"sauron-regular": 3}


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-str-21")
def test_the_horde_comes_from_the_eastern_edge():
    assert not may_play("sh-str-21")
    play = play_card("sh-str-21", at_war=("southrons-easterlings",))
    assert set(play.pending[0].options.values) == {"east-rhun", "south-rhun", "khand", "far-harad"}
    answer(play, "khand")
    assert shadow(play, "khand") == {"southrons-easterlings-regular": 5}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-22")
def test_monsters_are_roused_where_nobody_stands_in_the_way():
    play = play_card("sh-str-22", forces={"trollshaws": {"elves-regular": 1}})
    for region in ("angmar", "ettenmoors", "weather-hills"):
        assert shadow(play, region) == {"sauron-regular": 1}
    assert shadow(play, "trollshaws") == {}
    assert shadow(play_card("sh-str-22"), "trollshaws") == {"sauron-elite": 1}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("sh-str-23")
def test_five_southrons_and_five_orcs_come_although_more_are_left():
    away = {
        region: {}
        for region in ("umbar", "near-harad", "far-harad", "gorgoroth", "nurn", "barad-dur", "morannon")
    }
    play = play_card("sh-str-23", forces=away, at_war=tuple(NATIONS))
    assert shadow(play, "gorgoroth") == {"southrons-easterlings-regular": 5}
    assert shadow(play, "nurn") == {"sauron-regular": 5}


@pytest.mark.rule("WR-6.2", "WR-6.6", "WR-7.2")
@pytest.mark.card("sh-str-23")
def test_the_long_planned_war_musters():
    assert not may_play("sh-str-23")
    forces = {"gorgoroth": {"sauron-regular": 6}}
    play = play_card("sh-str-23", {"sauron-regular": 1}, forces=forces, at_war=tuple(NATIONS))
    assert shadow(play, "gorgoroth") == {"sauron-regular": 5, "southrons-easterlings-regular": 5}
    assert shadow(play, "nurn") == {"sauron-regular": 7}

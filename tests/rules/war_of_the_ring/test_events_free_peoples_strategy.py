"""The Event halves of the Free Peoples' Strategy deck, an example of play for each (WR-6)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, FP_NATIONS, SH
from rules.war_of_the_ring.position.state import controller
from rules.war_of_the_ring.war import battle, movement
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, hold, may_play, play_card, shadow
from tests.rules.war_of_the_ring.positions import kinds, position

SIEGE = {"minas-tirith": {"sauron-regular": 5}, "minas-tirith/inside": {"gondor-regular": 3}}


# -- cards that lie on the table ---------------------------------------------------------------------

LAST_BATTLE = {"dagorlad": {"gondor-regular": 1, "aragorn": 1}}


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-str-01")
def test_the_last_battle_needs_aragorn_with_an_army_abroad():
    assert may_play("fp-str-01", forces=LAST_BATTLE)
    assert not may_play("fp-str-01", forces={"dagorlad": {"gondor-regular": 1, "strider": 1}})
    assert not may_play("fp-str-01", forces={"pelargir": {"gondor-regular": 1, "aragorn": 1}})


@pytest.mark.rule("WR-6.5", "WR-14.5")
@pytest.mark.card("fp-str-01")
def test_the_last_battle_keeps_dice_out_of_the_hunt_box():
    play = play_card("fp-str-01", forces=LAST_BATTLE, dice=("character",), at_war=("gondor",))
    answer(play, "skip:character", "character:move-fellowship")
    assert play.state.hunt_box[FP] == 0
    assert play.state.table[FP] == ["fp-str-01"]


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("fp-str-01")
def test_the_last_battle_ends_when_aragorn_goes_home():
    play = play_card(
        "fp-str-01", forces={"osgiliath": LAST_BATTLE["dagorlad"]}, dice=("character",), at_war=("gondor",)
    )
    answer(play, "skip:character", "character:leader-move", "osgiliath>pelargir")
    assert "fp-str-01" in play.state.discards


@pytest.mark.rule("WR-6.5", "WR-13.5")
@pytest.mark.card("fp-str-02")
@pytest.mark.card("fp-str-03")
@pytest.mark.parametrize(
    ("card", "nation", "region", "beside"),
    [
        ("fp-str-02", "elves", "lorien", "dimrill-dale"),
        ("fp-str-03", "north", "the-shire", "south-ered-luin"),
    ],
)
def test_sanctuaries_are_closed_to_the_shadow(card, nation, region, beside):
    forces = {beside: {"sauron-regular": 3}}
    at_war = ("sauron",)
    before = position(forces=forces, at_war=at_war)
    play = play_card(card, forces=forces, at_war=at_war)
    assert play.state.steps[nation] == before.steps[nation] - 1
    attacks = battle.attack_pairs(play.state, SH)
    assert f"{beside}>{region}" in battle.attack_pairs(before, SH)
    assert f"{beside}>{region}" not in attacks
    assert f"{beside}>{region}" not in movement.move_pairs(play.state, SH)


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("fp-str-02")
def test_the_shadow_pays_an_action_and_two_cards_to_open_a_sanctuary():
    play = play_card("fp-str-02", also=("sh-str-02", "sh-char-05", "sh-char-06"))
    answer(play, "character:discard-power-too-great", "sh-char-05")  # one card only has the Army icon
    assert play.state.table[FP] == []
    assert {"fp-str-02", "sh-str-02", "sh-char-05"} <= set(play.state.discards)


# -- politics ----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.3", "WR-13.6")
@pytest.mark.card("fp-str-04")
@pytest.mark.card("fp-str-07")
@pytest.mark.parametrize(
    ("card", "start", "goal", "nation"),
    [("fp-str-04", "dale", "erebor", "dwarves"), ("fp-str-07", "buckland", "bree", "north")],
)
def test_an_errand_takes_a_nation_straight_to_war(card, start, goal, nation):
    play = play_card(card, start, goal, forces={start: {"legolas": 1}})
    assert nation in play.state.active
    assert play.state.steps[nation] == 0
    assert free(play, goal)["legolas"] == 1


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-str-04")
def test_an_errand_may_find_its_companion_there_already():
    play = play_card("fp-str-04", PASS, forces={"erebor": {"dwarves-regular": 1, "gimli": 1}})
    assert play.state.steps["dwarves"] == 0


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-str-07")
def test_an_errand_without_a_companion_there_changes_nothing():
    play = play_card("fp-str-07", PASS, forces={"folde": {"gimli": 1}})
    assert play.state.steps["north"] == 3


@pytest.mark.rule("WR-6.3", "WR-13.3")
@pytest.mark.card("fp-str-08")
def test_wisdom_of_elrond_rouses_before_it_advances():
    play = play_card("fp-str-08", "rohan", steps={**position().steps, "rohan": 1})
    assert "rohan" in play.state.active
    assert play.state.steps["rohan"] == 0


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-str-08")
def test_wormtongue_keeps_rohan_from_the_counsel_of_elrond():
    table = {FP: [], SH: ["sh-char-22"]}
    held = position()
    decks = {
        name: [c for c in deck if c not in ("sh-char-22", "fp-str-08")] for name, deck in held.decks.items()
    }
    play = play_card(
        "fp-str-08",
        "rohan",
        table=table,
        decks=decks,
        forces={"orthanc": {"isengard-regular": 4, "isengard-elite": 1, "saruman": 1}},
    )
    assert "rohan" not in play.state.active
    assert play.state.steps["rohan"] == 2


# -- damage ------------------------------------------------------------------------------------------

MIXED = {"osgiliath": {"sauron-regular": 2, "southrons-easterlings-regular": 2, "nazgul": 1}}


@pytest.mark.rule("WR-6.8")
@pytest.mark.card("fp-str-05")
def test_the_spirit_of_mordor_sets_a_mixed_army_on_itself():
    play = play_card("fp-str-05", "lose:sauron-regular", script=[[5, 6, 1, 2, 4]], forces=MIXED)
    assert play.pending[0].seat == SH
    answer(play, "lose:southrons-easterlings-regular")
    assert shadow(play, "osgiliath") == {"sauron-regular": 1, "southrons-easterlings-regular": 1, "nazgul": 1}
    assert play.state.steps["sauron"] == 1  # no attack, no reaction


@pytest.mark.rule("WR-6.8")
@pytest.mark.card("fp-str-05")
def test_nazgul_outlive_an_army_struck_by_a_card():
    forces = {"osgiliath": {"sauron-regular": 1, "southrons-easterlings-regular": 1, "nazgul": 1}}
    play = play_card("fp-str-05", script=[[5, 6, 5, 2, 4]], forces=forces)
    assert shadow(play, "osgiliath") == {"nazgul": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-str-05")
def test_the_spirit_of_mordor_spares_armies_of_one_nation():
    assert done(play_card("fp-str-05"))


@pytest.mark.rule("WR-6.8", "WR-6.6")
@pytest.mark.card("fp-str-06")
def test_faramirs_rangers_strike_and_join_osgiliath():
    forces = {"osgiliath": {"gondor-regular": 1}, "south-ithilien": {"sauron-regular": 3}}
    play = play_card("fp-str-06", "gondor-regular", script=[[5, 5, 4]], forces=forces)
    assert shadow(play, "south-ithilien") == {"sauron-regular": 1}
    assert free(play, "osgiliath") == {"gondor-regular": 2, "gondor-leader": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-str-06")
def test_faramirs_rangers_need_an_army_in_osgiliath_to_recruit():
    play = play_card("fp-str-06", forces={"osgiliath": {}})
    assert free(play, "osgiliath") == {}


# -- armies ------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.2", "WR-11.9")
@pytest.mark.card("fp-str-10")
def test_help_unlooked_for_costs_the_besieger_a_die_for_each_besieged_unit():
    forces = {**SIEGE, "druadan-forest": {"rohan-regular": 2}}
    play = play_card(
        "fp-str-10",
        {"rohan-regular": 2},
        script=[[6, 1], [1, 1]],
        forces=forces,
        at_war=("rohan",),
    )
    rolls = [line.data for line in play.lines if line.kind == "combat-rolled"]
    assert [len(roll["dice"]) for roll in rolls] == [2, 2]  # five dice less three
    assert shadow(play, "minas-tirith") == {"sauron-regular": 4}


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-str-10")
def test_help_unlooked_for_needs_somebody_to_help():
    assert not may_play("fp-str-10", at_war=FP_NATIONS)
    assert not may_play("fp-str-10", forces={**SIEGE, "osgiliath": {}}, at_war=("gondor",))


@pytest.mark.rule("WR-6.2", "WR-6.7")
@pytest.mark.card("fp-str-11")
def test_the_woses_lead_an_army_to_minas_tirith():
    assert not may_play("fp-str-11")
    forces = {"edoras": {"rohan-regular": 3, "rohan-leader": 1}}
    play = play_card(
        "fp-str-11", "edoras", {"rohan-regular": 2, "rohan-leader": 1}, forces=forces, at_war=("rohan",)
    )
    assert free(play, "edoras") == {"rohan-regular": 1}
    assert free(play, "minas-tirith")["rohan-regular"] == 2


@pytest.mark.rule("WR-6.7", "WR-11.7")
@pytest.mark.card("fp-str-11")
def test_the_woses_lead_out_of_a_siege_and_helms_deep_falls():
    forces = {
        **SIEGE,
        "edoras": {},
        "fords-of-isen": {},
        "helms-deep": {"isengard-regular": 4},
        "helms-deep/inside": {"rohan-regular": 2},
    }
    play = play_card(
        "fp-str-11", "druadan-forest", {"rohan-regular": 2}, forces=forces, at_war=("rohan", "isengard")
    )
    assert free(play, "druadan-forest") == {"rohan-regular": 2}
    assert controller(play.state, "helms-deep") == SH


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("fp-str-11")
def test_a_leader_is_not_left_behind_on_the_paths():
    forces = {"edoras": {"rohan-regular": 1, "rohan-leader": 1}, "helms-deep": {}, "fords-of-isen": {}}
    play = play_card("fp-str-11", forces=forces, at_war=("rohan",))
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"rohan-regular": 1})
    assert refused.value.code == "leader-alone"


@pytest.mark.rule("WR-6.7", "WR-7.2")
@pytest.mark.card("fp-str-11")
def test_a_full_minas_tirith_takes_nobody_in_where_stacking_is_strict():
    forces = {"minas-tirith": {"gondor-regular": 6, "gondor-elite": 4}, "edoras": {"rohan-regular": 3}}
    options = {"strict_stacking": True}
    assert done(play_card("fp-str-11", forces=forces, at_war=("rohan",), options=options))


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("fp-str-12")
def test_an_army_with_a_companion_marches_two_regions():
    forces = {"edoras": {"rohan-regular": 2, "boromir": 1}}
    play = play_card(
        "fp-str-12", {"rohan-regular": 2, "boromir": 1}, "folde", forces=forces, at_war=("rohan",)
    )
    assert kinds(play) == ["march-to"]
    answer(play, "druadan-forest")
    assert free(play, "druadan-forest") == {"rohan-regular": 2, "boromir": 1}
    assert done(play)


@pytest.mark.rule("WR-6.2", "WR-6.7")
@pytest.mark.card("fp-str-12")
def test_the_march_keeps_its_companion():
    assert not may_play("fp-str-12")
    forces = {"edoras": {"rohan-regular": 2, "boromir": 1}}
    play = play_card("fp-str-12", forces=forces, at_war=("rohan",))
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"rohan-regular": 1})
    assert refused.value.code == "no-escort"


@pytest.mark.rule("WR-6.7")
@pytest.mark.card("fp-str-12")
def test_the_march_may_stop_half_way_and_takes_what_it_passes():
    forces = {"edoras": {"rohan-regular": 2, "boromir": 1}, "westemnet": {}, "helms-deep": {}}
    play = play_card(
        "fp-str-12",
        {"rohan-regular": 1, "boromir": 1},
        "westemnet",
        PASS,
        forces=forces,
        at_war=("rohan",),
        captured=["westemnet"],
    )
    assert controller(play.state, "westemnet") == FP
    assert free(play, "westemnet") == {"rohan-regular": 1, "boromir": 1}


# -- recruiting --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-09")
@pytest.mark.card("fp-str-14")
@pytest.mark.card("fp-str-17")
@pytest.mark.card("fp-str-18")
@pytest.mark.card("fp-str-22")
@pytest.mark.parametrize(
    ("card", "nation", "region", "parts"),
    [
        (
            "fp-str-09",
            "rohan",
            "edoras",
            {"active": ["elves", "gondor", "sauron", "isengard", "southrons-easterlings"]},
        ),
        ("fp-str-14", "gondor", "minas-tirith", {}),
        ("fp-str-17", "north", "carrock", {}),
        ("fp-str-18", "gondor", "dol-amroth", {}),
        ("fp-str-22", "dwarves", "erebor", {}),
    ],
)
def test_a_unit_and_a_leader_muster(card, nation, region, parts):
    play = play_card(card, f"{nation}-elite", forces={region: {f"{nation}-regular": 1}}, **parts)
    assert free(play, region) == {f"{nation}-regular": 1, f"{nation}-elite": 1, f"{nation}-leader": 1}


@pytest.mark.rule("WR-7.10")
@pytest.mark.card("fp-str-14")
@pytest.mark.parametrize(
    ("spent", "asked"),
    [((), ["gondor-regular", "gondor-elite"]), (("elite",), []), (("regular",), [])],
)
def test_who_recruits_chooses_between_regular_and_elite_as_long_as_both_are_there(spent, asked):
    pools = position(forces={"minas-tirith": {}}).pools
    gone = {f"gondor-{sort}": pools[f"gondor-{sort}"] for sort in spent}
    parts = {"pools": {**pools, **dict.fromkeys(gone, 0)}, "casualties": gone}
    play = play_card("fp-str-14", forces={"minas-tirith": {}}, **parts)
    if asked:
        assert sorted(play.pending[0].options.values, reverse=True) == asked
        play.choose("free-peoples", asked[1])
    came = "gondor-regular" if spent == ("elite",) else "gondor-elite"
    assert free(play, "minas-tirith") == {came: 1, "gondor-leader": 1}


@pytest.mark.rule("WR-6.2", "WR-13.5")
@pytest.mark.card("fp-str-09")
def test_the_red_arrow_needs_an_active_gondor_and_advances_rohan():
    assert not may_play("fp-str-09")
    play = play_card("fp-str-09", "rohan-regular", at_war=("gondor",))
    assert play.state.steps["rohan"] == 2


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-14")
def test_guards_join_a_besieged_citadel_up_to_five_units():
    forces = {**SIEGE, "minas-tirith/inside": {"gondor-regular": 5}}
    play = play_card("fp-str-14", "gondor-elite", {"gondor-regular": 1}, forces=forces)
    inside = free(play, "minas-tirith", inside=True)
    assert inside == {"gondor-regular": 4, "gondor-elite": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-6.6", "WR-1.13")
@pytest.mark.card("fp-str-17")
def test_nobody_musters_where_the_enemy_stands():
    play = play_card("fp-str-17", forces={"carrock": {"sauron-regular": 1}}, captured=["carrock"])
    assert free(play, "carrock") == {}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-18")
def test_a_leader_needs_a_unit_beside_him():
    pools = position().pools
    spent = {"gondor-regular": pools["gondor-regular"] + 3, "gondor-elite": pools["gondor-elite"]}
    play = play_card(
        "fp-str-18",
        forces={"dol-amroth": {}},
        pools={**pools, "gondor-regular": 0, "gondor-elite": 0},
        casualties=spent,
    )
    assert free(play, "dol-amroth") == {}


@pytest.mark.rule("WR-6.6", "WR-5.4")
@pytest.mark.card("fp-str-15")
@pytest.mark.card("fp-str-21")
@pytest.mark.card("fp-str-24")
@pytest.mark.parametrize(
    ("card", "region"), [("fp-str-15", "lorien"), ("fp-str-21", "rivendell"), ("fp-str-24", "woodland-realm")]
)
def test_an_elven_unit_and_a_card(card, region):
    play = play_card(card, "elves-regular", forces={region: {"elves-elite": 1}})
    assert free(play, region) == {"elves-elite": 1, "elves-regular": 1}
    assert len(play.state.hands[FP]) == 1
    assert play.state.hands[FP][0].startswith("fp-str")


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-19")
def test_king_brand_brings_two_regulars_and_a_card():
    play = play_card("fp-str-19", forces={"dale": {"north-regular": 1}})
    assert free(play, "dale") == {"north-regular": 3}
    assert len(play.state.hands[FP]) == 1


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-20")
def test_swords_in_eriador_are_drawn_in_two_lands():
    play = play_card("fp-str-20", "north-elite", "dwarves-regular", forces={"the-shire": {}, "ered-luin": {}})
    assert free(play, "the-shire") == {"north-elite": 1}
    assert free(play, "ered-luin") == {"dwarves-regular": 1}
    assert len(play.state.hands[FP]) == 1


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("fp-str-13")
def test_cirdans_ships_reach_an_army_on_the_coast():
    assert not may_play("fp-str-13")
    play = play_card("fp-str-13", "pelargir", "elves-elite", "elves-regular", at_war=("elves",))
    assert free(play, "pelargir") == {"gondor-regular": 1, "elves-elite": 1, "elves-regular": 1}
    assert done(play)


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-13")
def test_the_ships_land_only_where_an_army_stands():
    play = play_card("fp-str-13", at_war=("elves",))
    assert set(play.pending[0].options.values) == {"dol-amroth", "grey-havens", "pelargir"}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-16")
def test_theodens_riders_gather_at_edoras_or_beside_a_companion():
    forces = {"helms-deep": {"isengard-regular": 1}, "helms-deep/inside": {"rohan-regular": 1, "gimli": 1}}
    play = play_card("fp-str-16", "helms-deep", "rohan-elite", forces=forces)
    inside = free(play, "helms-deep", inside=True)
    assert inside == {"rohan-regular": 1, "rohan-elite": 1, "rohan-leader": 1, "gimli": 1}
    assert set(play_card("fp-str-16", forces=forces).pending[0].options.values) == {"edoras", "helms-deep"}


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-str-23")
def test_eomer_rides_to_a_free_settlement():
    forces = {"helms-deep": {"isengard-regular": 1}, "helms-deep/inside": {"rohan-regular": 1}}
    play = play_card("fp-str-23", forces=forces)
    assert set(play.pending[0].options.values) == {"edoras", "folde", "westemnet"}
    answer(play, "folde", "rohan-regular")
    assert free(play, "folde") == {"rohan-regular": 1, "rohan-leader": 1}


@pytest.mark.rule("WR-1.13", "WR-6.6")
@pytest.mark.card("fp-str-23")
def test_eomer_reaches_those_who_besiege_helms_deep():
    forces = {"helms-deep": {"rohan-regular": 2}, "helms-deep/inside": {"isengard-regular": 1}}
    play = play_card("fp-str-23", "helms-deep", "rohan-elite", forces=forces, captured=["helms-deep"])
    assert free(play, "helms-deep") == {"rohan-regular": 2, "rohan-elite": 1, "rohan-leader": 1}


@pytest.mark.rule("WR-6.1")
def test_an_event_card_is_refused_where_its_condition_fails():
    play = hold("fp-str-13")
    with pytest.raises(IllegalChoice):
        answer(play, "event:play-event", "fp-str-13")

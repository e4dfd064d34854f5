"""The Event halves of the Free Peoples' Character deck, an example of play for each (WR-6)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH, distances
from rules.war_of_the_ring.position.state import controller, victory_points
from tests.rules.war_of_the_ring.events import (
    PASS,
    answer,
    done,
    free,
    hold,
    may_play,
    play_card,
    shadow,
    tiles,
)
from tests.rules.war_of_the_ring.positions import kinds

ALONE = {"companions": [], "guide": "gollum"}


# -- special tiles -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.13")
@pytest.mark.card("fp-char-01")
@pytest.mark.card("fp-char-02")
@pytest.mark.card("fp-char-03")
@pytest.mark.card("fp-char-04")
@pytest.mark.parametrize(
    ("card", "tile"),
    [
        ("fp-char-01", "elven-cloaks"),
        ("fp-char-02", "elven-rope"),
        ("fp-char-03", "phial-of-galadriel"),
        ("fp-char-04", "smeagol-helps-nice-master"),
    ],
)
def test_a_special_tile_waits_for_mordor(card, tile):
    play = play_card(card)
    assert play.state.specials == [tile]
    assert card in play.state.discards
    in_mordor = play_card(card, fellowship={"region": None, "mordor": 1})
    assert tile in in_mordor.state.hunt_pool


# -- cards that lie on the table ---------------------------------------------------------------------


@pytest.mark.rule("WR-6.5", "WR-15.7")
@pytest.mark.card("fp-char-05")
def test_mithril_coat_replaces_a_tile():
    play = play_card(
        "fp-char-05", script=[[6], tiles(3), tiles(1)], hunt_box={FP: 0, SH: 1}, dice=("character",)
    )
    assert play.state.table[FP] == ["fp-char-05"]
    answer(play, "skip:character", "character:move-fellowship")
    assert play.pending[0].context["tile"] == tiles(3)[0]
    answer(play, "fp-char-05", PASS)
    assert tiles(3)[0] in play.state.hunt_pool
    assert play.state.tiles_drawn == tiles(1)
    assert play.state.fellowship.corruption == 1
    assert "fp-char-05" in play.state.discards


@pytest.mark.rule("WR-15.7", "WR-15.11")
@pytest.mark.card("fp-char-05")
def test_mithril_coat_cannot_draw_the_same_tile_from_a_pool_that_was_empty():
    play = play_card(
        "fp-char-05",
        script=[[6], tiles(3), tiles(1)],
        hunt_box={FP: 0, SH: 1},
        dice=("character",),
        hunt_pool=tiles(3),
        tiles_drawn=tiles(1),
    )
    answer(play, "skip:character", "character:move-fellowship", "fp-char-05", PASS)
    assert play.state.tiles_drawn == tiles(1)
    assert play.state.hunt_pool == tiles(3)


@pytest.mark.rule("WR-6.5", "WR-15.7")
@pytest.mark.card("fp-char-06")
@pytest.mark.card("fp-char-07")
@pytest.mark.parametrize(
    ("card", "without"), [("fp-char-06", ("gimli", "legolas")), ("fp-char-07", ("boromir",))]
)
def test_axe_and_bow_and_the_horn_need_their_companions(card, without):
    assert may_play(card)
    others = ["gandalf-the-grey", "strider", "meriadoc"]
    assert not may_play(card, fellowship={"companions": others})
    play = play_card(card, dice=("character",))
    assert card in play.state.table[FP]
    lost = [c for c in play.state.fellowship.companions if c in without]
    answer(play, "skip:character", "character:separate", lost, "rivendell")
    assert card in play.state.discards


@pytest.mark.rule("WR-6.5", "WR-15.7")
@pytest.mark.card("fp-char-06")
@pytest.mark.card("fp-char-07")
@pytest.mark.parametrize("card", ["fp-char-06", "fp-char-07"])
def test_axe_and_bow_and_the_horn_take_one_damage(card):
    play = play_card(card, script=[[6], tiles(2)], hunt_box={FP: 0, SH: 1}, dice=("character",))
    answer(play, "skip:character", "character:move-fellowship")
    answer(play, card)
    assert play.pending[0].context["damage"] == 1
    answer(play, PASS)
    assert play.state.fellowship.corruption == 1


@pytest.mark.rule("WR-14.10")
@pytest.mark.card("fp-char-11")
def test_the_last_companion_leaves_without_a_question_who():
    play = play_card("fp-char-11", fellowship={"companions": ["gimli"], "guide": "gimli"})
    assert (kinds(play), play.pending[0].weight) == (["separate-to"], "full")


@pytest.mark.rule("WR-6.5", "WR-15.7")
@pytest.mark.card("fp-char-08")
def test_the_wizards_staff_stops_a_draw_and_needs_gandalf():
    assert not may_play("fp-char-08", fellowship={"companions": ["strider"], "guide": "strider"})
    play = play_card("fp-char-08", script=[[6]], hunt_box={FP: 0, SH: 1}, dice=("character",))
    answer(play, "skip:character", "character:move-fellowship")
    assert kinds(play) == ["table-card"]
    answer(play, "fp-char-08")
    assert play.state.tiles_drawn == []
    assert "fp-char-08" in play.state.discards


# -- the Ring-bearers --------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-09")
@pytest.mark.parametrize(("guide", "left"), [("gimli", 4), ("strider", 3)])
def test_athelas_heals_better_in_striders_hands(guide, left):
    companions = ["strider", "meriadoc"] if guide == "strider" else ["gimli"]
    play = play_card(
        "fp-char-09",
        script=[[5, 3, 2]],
        fellowship={"corruption": 5, "companions": companions, "guide": guide},
    )
    assert play.state.fellowship.corruption == left


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-10")
def test_there_is_another_way_heals_one():
    play = play_card("fp-char-10", fellowship={"corruption": 2})
    assert play.state.fellowship.corruption == 1
    assert done(play)


@pytest.mark.rule("WR-6.3", "WR-14.9")
@pytest.mark.card("fp-char-10")
def test_gollum_hides_the_fellowship():
    play = play_card("fp-char-10", "hide", fellowship={**ALONE, "hidden": False})
    assert play.state.fellowship.hidden


@pytest.mark.rule("WR-6.3", "WR-14.5")
@pytest.mark.card("fp-char-10")
def test_gollum_moves_the_fellowship_without_a_die_in_the_hunt_box():
    play = play_card("fp-char-10", "move", fellowship=ALONE)
    assert play.state.fellowship.progress == 1
    assert play.state.hunt_box[FP] == 0


@pytest.mark.rule("WR-6.3", "WR-14.10")
@pytest.mark.card("fp-char-11")
def test_i_will_go_alone_separates_one_region_farther():
    play = play_card("fp-char-11", ["boromir"], fellowship={"corruption": 1})
    reach = play.pending[0].options.values
    assert "weather-hills" in reach  # three steps from Rivendell, Boromir's Level is 2
    assert max(distances("rivendell")[region] for region in reach) == 3
    answer(play, "weather-hills")
    answer(play, "strider")  # who is chosen again, as somebody has left
    assert free(play, "weather-hills") == {"boromir": 1}
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-6.2", "WR-16.2")
@pytest.mark.card("fp-char-11")
def test_whoever_goes_alone_in_mordor_is_lost():
    assert not may_play("fp-char-11", fellowship=ALONE)
    mordor = {"region": None, "mordor": 1, "companions": ["boromir", "gimli"], "guide": "boromir"}
    play = play_card("fp-char-11", ["gimli"], fellowship={**mordor, "corruption": 3})
    assert "gimli" in play.state.eliminated
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-12")
@pytest.mark.parametrize(("fellowship", "left"), [({}, 3), (ALONE, 2)])
def test_bilbos_song_heals_twice_with_gollum(fellowship, left):
    play = play_card("fp-char-12", fellowship={**fellowship, "corruption": 4})
    assert play.state.fellowship.corruption == left


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-13")
def test_the_mirror_turns_a_character_die():
    play = play_card("fp-char-13", dice=("character", "muster"), fellowship={"corruption": 2})
    assert play.state.dice[FP] == ["muster", "will-of-the-west"]
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-13")
@pytest.mark.parametrize(("captured", "left"), [([], 1), (["lorien"], 2)])
def test_the_mirror_heals_in_an_unconquered_lorien(captured, left):
    forces = {"lorien": {"sauron-regular": 1}} if captured else {}
    play = play_card(
        "fp-char-13", forces=forces, captured=captured, fellowship={"corruption": 2, "region": "lorien"}
    )
    assert play.state.fellowship.corruption == left


# -- Challenge of the King ---------------------------------------------------------------------------

IN_EDORAS = {"edoras": {"rohan-regular": 1, "strider": 1}}


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-char-14")
def test_the_challenge_needs_strider_with_an_army_in_gondor_or_rohan():
    assert may_play("fp-char-14", forces=IN_EDORAS)
    assert not may_play("fp-char-14")
    assert not may_play("fp-char-14", forces={"osgiliath": {"gondor-regular": 1, "strider": 1}})
    assert not may_play("fp-char-14", forces={"folde": {"strider": 1}})


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-14")
def test_an_eye_in_the_challenge_leaves_the_game():
    eye, one, two = *tiles("eye", reveal=True), *tiles(1), *tiles(2)
    play = play_card("fp-char-14", script=[[eye], [one], [two]], forces=IN_EDORAS)
    assert play.state.tiles_removed == [eye]
    assert {one, two} <= set(play.state.hunt_pool)
    assert free(play, "edoras")["strider"] == 1


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-14")
def test_three_eyes_in_the_challenge_are_the_end_of_strider():
    eyes = tiles("eye", 3, reveal=True)
    play = play_card("fp-char-14", script=[[e] for e in eyes], forces=IN_EDORAS)
    assert "strider" in play.state.eliminated
    assert set(eyes) <= set(play.state.hunt_pool)
    assert play.state.tiles_removed == []


# -- Companions travel -------------------------------------------------------------------------------

SIEGE = {"minas-tirith": {"sauron-regular": 3}, "minas-tirith/inside": {"gondor-regular": 2}}


@pytest.mark.rule("WR-6.3", "WR-9.2")
@pytest.mark.card("fp-char-15")
def test_gwaihir_carries_a_companion_into_a_siege():
    forces = {**SIEGE, "edoras": {"rohan-regular": 1, "gimli": 1}}
    play = play_card("fp-char-15", "move", "minas-tirith", forces=forces)
    assert free(play, "minas-tirith", inside=True) == {"gondor-regular": 2, "gimli": 1}


@pytest.mark.rule("WR-6.3", "WR-14.10")
@pytest.mark.card("fp-char-15")
def test_gwaihir_separates_with_level_four():
    play = play_card("fp-char-15", ["meriadoc"])
    assert max(distances("rivendell")[r] for r in play.pending[0].options.values) == 4


@pytest.mark.rule("WR-6.3", "WR-9.2")
@pytest.mark.card("fp-char-15")
def test_nobody_is_carried_out_of_a_siege():
    forces = {"minas-tirith": {"sauron-regular": 3}, "minas-tirith/inside": {"gondor-regular": 2, "gimli": 1}}
    play = play_card("fp-char-15", forces=forces, fellowship=ALONE)
    assert done(play)


@pytest.mark.rule("WR-6.3", "WR-16.2")
@pytest.mark.card("fp-char-15")
def test_in_mordor_the_clock_lets_gwaihir_carry_somebody_on_the_map():
    in_mordor = {"region": None, "mordor": 1}
    play = play_card("fp-char-15", forces={"edoras": {"rohan-regular": 1, "gimli": 1}}, fellowship=in_mordor)
    assert play.pending[0].fallback_choice() == "move"
    answer(play, "separate", ["legolas"])
    assert "legolas" in play.state.eliminated


@pytest.mark.rule("WR-6.3", "WR-9.2")
@pytest.mark.card("fp-char-16")
def test_we_prove_the_swifter_adds_two_regions():
    play = play_card("fp-char-16", "move", forces={"edoras": {"rohan-regular": 1, "legolas": 1}})
    reach = play.pending[0].options.values
    assert "minas-tirith" in reach
    assert "old-forest" not in reach
    assert max(distances("edoras")[region] for region in reach) == 4  # Legolas' Level is 2
    answer(play, "minas-tirith")
    assert free(play, "minas-tirith")["legolas"] == 1


@pytest.mark.rule("WR-6.3", "WR-13.3", "WR-13.5")
@pytest.mark.card("fp-char-17")
def test_there_and_back_again_rouses_the_north():
    play = play_card(
        "fp-char-17",
        ["meriadoc"],
        "rivendell",
        "strider",
        forces={"erebor": {"dwarves-regular": 1, "gimli": 1}},
    )
    s = play.state
    assert {"dwarves", "north"} <= set(s.active)
    assert (s.steps["dwarves"], s.steps["elves"], s.steps["north"]) == (2, 2, 2)


@pytest.mark.rule("WR-6.3", "WR-14.10")
@pytest.mark.card("fp-char-17")
def test_there_and_back_again_separates_one_region_farther():
    play = play_card("fp-char-17", ["meriadoc"])
    assert max(distances("rivendell")[region] for region in play.pending[0].options.values) == 2


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-17")
def test_there_and_back_again_does_nothing_elsewhere():
    play = play_card("fp-char-17", ["gimli"], "rivendell")
    assert "dwarves" not in play.state.active
    assert play.state.steps["elves"] == 3


# -- the Eagles --------------------------------------------------------------------------------------

EAGLES = {
    "minas-tirith": {"gondor-regular": 2, "boromir": 1},
    "osgiliath": {"sauron-regular": 3, "nazgul": 3, "witch-king": 1},
}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-18")
def test_the_eagles_strike_nazgul_and_drive_the_others_away():
    play = play_card("fp-char-18", "moria", script=[[5, 1, 4]], forces=EAGLES)
    assert shadow(play, "osgiliath") == {"sauron-regular": 3, "witch-king": 1}
    assert shadow(play, "moria")["nazgul"] == 2
    assert play.state.winner is None


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-18")
def test_the_eagles_throw_five_dice_against_more_nazgul():
    nowhere_else = {region: {} for region in ("minas-morgul", "morannon", "barad-dur", "dol-guldur")}
    forces = {**EAGLES, **nowhere_else, "osgiliath": {"sauron-regular": 3, "nazgul": 6}}
    play = play_card("fp-char-18", "moria", script=[[5, 5, 5, 5, 5]], forces=forces)
    assert shadow(play, "moria")["nazgul"] == 1


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-18")
def test_where_the_nazgul_flee_to_is_a_small_question_for_the_shadow():
    play = play_card("fp-char-18", script=[[1, 1, 1]], forces=EAGLES)
    assert (play.pending[0].seat, play.pending[0].weight) == (SH, "light")


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-char-18")
def test_the_witch_king_alone_does_not_bring_the_eagles():
    assert may_play("fp-char-18", forces=EAGLES)
    alone = {**EAGLES, "osgiliath": {"sauron-regular": 3, "witch-king": 1}}
    assert not may_play("fp-char-18", forces=alone)
    assert not may_play("fp-char-18", forces={**EAGLES, "minas-tirith": {"gondor-regular": 2}})


# -- the Ents ----------------------------------------------------------------------------------------

ENTS = {
    "fangorn": {"gandalf-the-white": 1},
    "orthanc": {"isengard-regular": 2, "saruman": 1, "nazgul": 1},
}
NO_GREY = {"companions": ["strider"], "guide": "strider"}
THE_ENTS = ["fp-char-19", "fp-char-20", "fp-char-21"]


@pytest.mark.rule("WR-6.2")
@pytest.mark.parametrize("card", THE_ENTS)
def test_the_ents_wait_for_gandalf_the_white_and_a_companion_in_fangorn(card):
    assert may_play(card, forces=ENTS, fellowship=NO_GREY)
    assert not may_play(card, forces={"fangorn": {"gimli": 1}})
    assert not may_play(card, forces={"folde": {"gandalf-the-white": 1}}, fellowship=NO_GREY)


@pytest.mark.rule("WR-6.3", "WR-6.10")
@pytest.mark.card("fp-char-19")
@pytest.mark.card("fp-char-20")
@pytest.mark.card("fp-char-21")
@pytest.mark.parametrize("card", THE_ENTS)
def test_the_ents_destroy_isengard_with_saruman(card):
    play = play_card(card, script=[[4, 4, 3]], forces=ENTS, fellowship=NO_GREY)
    assert shadow(play, "orthanc") == {}
    assert "saruman" in play.state.eliminated
    assert play.state.steps["isengard"] == 0  # an attack on its Army brings it to war
    assert done(play)


@pytest.mark.rule("WR-6.3")
@pytest.mark.parametrize("card", THE_ENTS)
def test_saruman_outlives_an_army_that_holds(card):
    play = play_card(card, script=[[4, 3, 2]], forces=ENTS, fellowship=NO_GREY)
    assert shadow(play, "orthanc") == {"isengard-regular": 1, "saruman": 1, "nazgul": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.parametrize("card", THE_ENTS)
def test_another_character_card_follows_the_ents_for_nothing(card):
    play = play_card(
        card,
        "fp-char-12",
        script=[[1, 1, 1]],
        forces=ENTS,
        fellowship={**NO_GREY, "corruption": 3},
        also=("fp-char-12", "fp-str-14"),
    )
    assert play.state.fellowship.corruption == 2
    assert play.state.hands[FP] == ["fp-str-14"]


@pytest.mark.rule("WR-6.3", "WR-6.9")
@pytest.mark.card("fp-char-19")
def test_the_ents_open_a_besieged_orthanc():
    forces = {
        "fangorn": {"gandalf-the-white": 1},
        "orthanc": {"rohan-regular": 2},
        "orthanc/inside": {"isengard-regular": 1},
    }
    play = play_card("fp-char-19", script=[[6, 1, 1]], forces=forces, fellowship=NO_GREY, at_war=("rohan",))
    assert controller(play.state, "orthanc") == FP


# -- the Dead ----------------------------------------------------------------------------------------

CORSAIRS = {
    "edoras": {"rohan-regular": 1, "strider": 1, "gimli": 1},
    "pelargir": {"southrons-easterlings-regular": 4},
    "umbar": {},
}


@pytest.mark.rule("WR-6.3", "WR-6.10")
@pytest.mark.card("fp-char-22")
def test_the_dead_scatter_an_army_and_gondor_takes_pelargir_back():
    play = play_card(
        "fp-char-22",
        "pelargir",
        ["gimli"],
        script=[[2]],
        forces=CORSAIRS,
        captured=["pelargir"],
    )
    assert list(play.pending[0].options.legal()) == [0, 1, 2, 3]
    answer(play, 3)
    assert shadow(play, "west-harondor") == {"southrons-easterlings-regular": 2}
    assert free(play, "pelargir") == {"strider": 1, "gimli": 1, "gondor-regular": 3}
    assert controller(play.state, "pelargir") == FP
    assert victory_points(play.state, SH) == 0
    assert play.state.steps["southrons-easterlings"] == 1


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-22")
def test_the_dead_destroy_an_army_with_its_nazgul():
    forces = {"edoras": {"strider": 1}, "lamedon": {"sauron-regular": 2, "nazgul": 1}}
    play = play_card("fp-char-22", "lamedon", 0, script=[[6]], forces=forces)
    assert shadow(play, "lamedon") == {}
    assert free(play, "lamedon") == {"strider": 1}


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-char-22")
def test_the_dead_answer_only_an_heir_in_rohan():
    assert may_play("fp-char-22", forces=CORSAIRS)
    assert not may_play("fp-char-22", forces={"fangorn": {"strider": 1}})


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-22")
def test_strider_leaves_a_besieged_helms_deep_for_the_dead():
    forces = {"helms-deep": {"isengard-regular": 2}, "helms-deep/inside": {"rohan-regular": 1, "strider": 1}}
    play = play_card("fp-char-22", "erech", 1, forces=forces)
    assert free(play, "erech") == {"strider": 1, "gondor-regular": 1}


# -- Gondor's heirs ----------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.6", "WR-5.4")
@pytest.mark.card("fp-char-23")
def test_boromir_brings_a_unit_and_two_cards():
    play = play_card("fp-char-23", "gondor-elite", forces={"pelargir": {"boromir": 1}})
    assert free(play, "pelargir") == {"gondor-elite": 1, "boromir": 1}
    assert len(play.state.hands[FP]) == 2
    assert not may_play("fp-char-23", forces={"osgiliath": {"boromir": 1}})


@pytest.mark.rule("WR-6.6")
@pytest.mark.card("fp-char-23")
def test_boromir_draws_also_where_nobody_can_be_recruited():
    forces = {"pelargir": {"sauron-regular": 1, "boromir": 1}}
    play = play_card("fp-char-23", forces=forces, captured=["pelargir"])
    assert free(play, "pelargir") == {"boromir": 1}
    assert len(play.state.hands[FP]) == 2


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-24")
def test_the_grey_company_turns_a_regular_to_an_elite():
    play = play_card("fp-char-24", forces={"edoras": {"rohan-regular": 2, "strider": 1}})
    assert free(play, "edoras") == {"rohan-regular": 1, "rohan-elite": 1, "strider": 1}
    assert play.state.casualties == {"rohan-regular": 1}
    assert len(play.state.hands[FP]) == 2


@pytest.mark.rule("WR-6.2")
@pytest.mark.card("fp-char-24")
def test_the_grey_company_rides_with_an_army_only():
    assert not may_play("fp-char-24", forces={"edoras": {"strider": 1}})


@pytest.mark.rule("WR-18")
def test_gandalf_as_guide_draws_after_an_event_die():
    play = hold("fp-char-12")
    play.choose(FP, "event:play-event")
    play.choose(FP, "fp-char-12")
    assert kinds(play) == ["gandalf-draw"]
    play.choose(FP, "draw")
    assert len(play.state.hands[FP]) == 1

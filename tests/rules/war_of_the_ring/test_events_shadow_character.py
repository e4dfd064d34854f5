"""The Event halves of the Shadow's Character deck, an example of play for each (WR-6)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import controller
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, may_play, play_card, shadow, tiles
from tests.rules.war_of_the_ring.positions import kinds, position

ALONE = {"companions": [], "guide": "gollum"}
IN_THE_WILD = {"region": "hollin"}
REVEALED = {"hidden": False, "region": "hollin"}
SARUMAN = {"orthanc": {"isengard-regular": 4, "isengard-elite": 1, "saruman": 1}}


# -- special tiles and table cards -------------------------------------------------------------------


@pytest.mark.rule("WR-15.13")
@pytest.mark.card("sh-char-01")
@pytest.mark.card("sh-char-02")
@pytest.mark.card("sh-char-03")
@pytest.mark.card("sh-char-04")
@pytest.mark.parametrize(
    ("card", "tile"),
    [
        ("sh-char-01", "shelobs-lair"),
        ("sh-char-02", "the-ring-is-mine"),
        ("sh-char-03", "on-on-they-went"),
        ("sh-char-04", "give-it-to-uss"),
    ],
)
def test_a_special_tile_waits_for_mordor(card, tile):
    play = play_card(card)
    assert play.state.specials == [tile]
    in_mordor = play_card(card, fellowship={"region": None, "mordor": 1})
    assert tile in in_mordor.state.hunt_pool


@pytest.mark.rule("WR-6.5", "WR-15.8")
@pytest.mark.card("sh-char-15")
def test_worn_with_sorrow_costs_a_character_card_for_a_casualty():
    play = play_card(
        "sh-char-15",
        script=[[6], tiles(2), ["fp-char-12"]],
        hunt_box={FP: 0, SH: 1},
        also=("fp-char-12", "fp-str-14"),
        enemy_dice=("character", "muster"),
        fellowship={"companions": ["gimli"], "guide": "gimli"},
    )
    answer(play, "character:move-fellowship", "guide", "hand")
    assert "gimli" in play.state.eliminated
    assert play.state.hands[FP] == ["fp-str-14"]
    assert "sh-char-15" in play.state.table[SH]


@pytest.mark.rule("WR-6.5", "WR-15.2")
@pytest.mark.card("sh-char-16")
def test_crebain_better_a_hunt_roll_and_are_gone():
    play = play_card("sh-char-16", script=[[5], tiles(1)], hunt_box={FP: 0, SH: 1}, fellowship=ALONE)
    answer(play, "character:move-fellowship", "use")
    while kinds(play) == ["guide-ability"]:
        answer(play, PASS)
    assert play.state.fellowship.corruption == 1
    assert "sh-char-16" in play.state.discards


@pytest.mark.rule("WR-6.2", "WR-6.5")
@pytest.mark.card("sh-char-21")
def test_the_palantir_gives_a_card_for_a_card():
    assert not may_play("sh-char-21")
    play = play_card("sh-char-21", forces=SARUMAN, dice=("event", "army"), also=("sh-str-20",))
    assert play.state.hands[SH] == ["sh-str-20"]  # not for itself
    answer(play, "skip:character", "event:play-event", "sh-str-20", "strategy")
    assert len(play.state.hands[SH]) == 1


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-char-21")
def test_the_free_peoples_pay_to_end_the_palantir():
    play = play_card("sh-char-21", forces=SARUMAN, enemy_dice=("character", "muster"))
    answer(play, "character:discard-palantir")
    assert play.state.table[SH] == []
    assert play.state.rings == {FP: 2, SH: 1}


@pytest.mark.rule("WR-6.2", "WR-6.5", "WR-13.3")
@pytest.mark.card("sh-char-22")
def test_wormtongue_lies_until_rohan_is_roused():
    assert not may_play("sh-char-22")
    forces = {**SARUMAN, "folde": {"gandalf-the-white": 1}}
    party = {"companions": ["strider"], "guide": "strider"}
    play = play_card("sh-char-22", forces=forces, fellowship=party)
    assert play.state.table[SH] == ["sh-char-22"]
    answer(play, "character:move-companions", "folde", "edoras")
    assert "rohan" in play.state.active
    assert "sh-char-22" in play.state.discards


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-char-22")
def test_wormtongue_finds_no_ear_in_a_roused_rohan():
    play = play_card("sh-char-22", forces=SARUMAN, at_war=("rohan",))
    assert play.state.table[SH] == []


# -- the Hunt ----------------------------------------------------------------------------------------

IN_THE_WILD_ONLY = ["sh-char-05", "sh-char-06", "sh-char-07", "sh-char-08"]


@pytest.mark.rule("WR-6.2")
@pytest.mark.parametrize("card", IN_THE_WILD_ONLY)
def test_the_ring_bearers_are_safe_in_a_settlement_of_their_friends(card):
    assert not may_play(card, fellowship={"region": "rivendell"})
    assert not may_play(card, fellowship={"region": "edoras"}, captured=["edoras"], forces={"edoras": {}})
    assert may_play(card, fellowship={"region": "osgiliath"})
    assert may_play(card, fellowship={"region": "moria"})
    assert may_play(card, fellowship={"region": None, "mordor": 0})


@pytest.mark.rule("WR-15.12")
@pytest.mark.card("sh-char-05")
def test_an_orc_patrol_hunts_without_a_roll():
    play = play_card("sh-char-05", script=[tiles(2)], fellowship=IN_THE_WILD)
    assert kinds(play) == ["casualty"]
    answer(play, PASS)
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("WR-15.12")
@pytest.mark.card("sh-char-05")
@pytest.mark.card("sh-char-06")
@pytest.mark.card("sh-char-07")
@pytest.mark.parametrize("card", IN_THE_WILD_ONLY[:3])
def test_an_eye_has_no_effect_and_reveals_nobody(card):
    play = play_card(card, script=[tiles("eye", reveal=True)], fellowship=IN_THE_WILD)
    assert done(play)
    assert play.state.fellowship.hidden
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-15.12")
@pytest.mark.card("sh-char-05")
def test_a_blue_tile_is_wasted_by_an_orc_patrol():
    play = play_card(
        "sh-char-05",
        script=[["phial-of-galadriel"]],
        fellowship={"region": None, "mordor": 1, "corruption": 3},
        hunt_pool=["phial-of-galadriel"],
    )
    assert play.state.fellowship.corruption == 3
    assert play.state.tiles_drawn == ["phial-of-galadriel"]


@pytest.mark.rule("WR-15.7", "WR-15.12")
@pytest.mark.card("sh-char-05")
@pytest.mark.card("fp-char-05")
def test_the_mithril_coat_saves_a_blue_tile_from_an_orc_patrol():
    held = {"sh-char-05", "fp-char-05"}
    decks = {name: [c for c in deck if c not in held] for name, deck in position().decks.items()}
    play = play_card(
        "sh-char-05",
        "fp-char-05",
        PASS,
        script=[["phial-of-galadriel"], tiles(1)],
        fellowship={"region": None, "mordor": 1},
        hunt_pool=["phial-of-galadriel", *tiles(1)],
        table={FP: ["fp-char-05"], SH: []},
        decks=decks,
    )
    assert play.state.hunt_pool == ["phial-of-galadriel"]
    assert play.state.fellowship.corruption == 1


@pytest.mark.rule("WR-15.12")
@pytest.mark.card("sh-char-06")
def test_nothing_lowers_the_damage_of_isildurs_bane():
    hobbit = {**IN_THE_WILD, "companions": ["meriadoc"], "guide": "meriadoc"}
    play = play_card("sh-char-06", script=[tiles(3)], fellowship=hobbit)
    assert done(play)
    assert play.state.fellowship.corruption == 3


@pytest.mark.rule("WR-15.12")
@pytest.mark.card("sh-char-07")
def test_the_foul_thing_takes_a_random_companion():
    party = {**IN_THE_WILD, "companions": ["boromir", "strider"], "guide": "strider"}
    play = play_card("sh-char-07", script=[tiles(3), ["boromir"]], fellowship=party)
    assert "boromir" in play.state.eliminated
    assert play.state.fellowship.corruption == 1


@pytest.mark.rule("WR-15.8", "WR-15.12", "WR-15.15")
@pytest.mark.card("sh-char-07")
def test_a_hobbit_who_guides_after_the_foul_thing_struck_may_leave():
    party = {**IN_THE_WILD, "companions": ["boromir", "peregrin"], "guide": "boromir"}
    play = play_card("sh-char-07", "use", "hollin", script=[tiles(3), ["boromir"]], fellowship=party)
    assert free(play, "hollin") == {"peregrin": 1}
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-15.14")
@pytest.mark.card("sh-char-07")
def test_where_a_hobbit_goes_whom_the_shadow_drives_out_is_a_small_question():
    party = {**IN_THE_WILD, "companions": ["strider", "peregrin"], "guide": "strider"}
    play = play_card("sh-char-07", script=[tiles(1), ["peregrin"]], fellowship=party)
    assert (kinds(play), play.pending[0].weight) == (["separate-to"], "light")


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-08")
@pytest.mark.parametrize(("party", "corruption"), [({}, 2), (ALONE, 1)])
def test_candles_of_corpses_lead_astray(party, corruption):
    play = play_card("sh-char-08", script=[[4, 6, 3]], fellowship={**IN_THE_WILD, **party})
    assert play.state.fellowship.corruption == corruption


# -- the Nazgûl seek ---------------------------------------------------------------------------------

ON_THE_ROAD = {"region": "hollin", "progress": 1}


@pytest.mark.rule("WR-6.2")
@pytest.mark.parametrize("card", ["sh-char-09", "sh-char-10", "sh-char-11"])
def test_who_has_not_moved_is_not_sought(card):
    assert may_play(card, fellowship=ON_THE_ROAD)
    assert not may_play(card)
    assert not may_play(card, fellowship={"region": None, "mordor": 2, "progress": 0})


@pytest.mark.rule("WR-6.3", "WR-14.11")
@pytest.mark.card("sh-char-09")
def test_a_nazgul_that_finds_the_ring_bearers_reveals_them():
    play = play_card("sh-char-09", "nazgul@barad-dur", "hollin", PASS, fellowship=ON_THE_ROAD)
    assert kinds(play) == ["reveal"]
    answer(play, "trollshaws")
    assert not play.state.fellowship.hidden
    assert play.state.fellowship.region == "trollshaws"


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-09")
def test_the_search_may_only_move_nazgul():
    play = play_card("sh-char-09", "nazgul@barad-dur", "angmar", PASS, fellowship=ON_THE_ROAD)
    assert done(play)
    assert play.state.fellowship.hidden
    assert shadow(play, "angmar") == {"nazgul": 1}


@pytest.mark.rule("WR-15.9", "WR-6.5")
@pytest.mark.card("sh-char-17")
def test_the_balrog_comes_when_the_revealed_path_crosses_moria():
    held = {"sh-char-09", "sh-char-17"}
    decks = {name: [c for c in deck if c not in held] for name, deck in position().decks.items()}
    play = play_card(
        "sh-char-09",
        "nazgul@barad-dur",
        "hollin",
        PASS,
        "dimrill-dale",
        script=[tiles(2), tiles(1)],
        fellowship={**ALONE, "region": "hollin", "progress": 2},
        table={FP: [], SH: ["sh-char-17"]},
        decks=decks,
    )
    assert kinds(play) == ["balrog"]
    answer(play, "use")
    assert "sh-char-17" in play.state.discards
    assert play.state.fellowship.corruption == 3  # the Balrog's tile, then the Stronghold's


@pytest.mark.rule("WR-15.9", "WR-6.5")
@pytest.mark.card("sh-char-17")
def test_the_balrog_waits_in_a_moria_that_the_shadow_has_lost():
    held = {"sh-char-09", "sh-char-17"}
    decks = {name: [c for c in deck if c not in held] for name, deck in position().decks.items()}
    play = play_card(
        "sh-char-09",
        "nazgul@barad-dur",
        "hollin",
        PASS,
        "dimrill-dale",
        "use",
        script=[tiles(2)],
        fellowship={**ALONE, "region": "hollin", "progress": 2},
        forces={"moria": {"elves-regular": 1}},
        captured=["moria"],
        table={FP: [], SH: ["sh-char-17"]},
        decks=decks,
    )
    assert play.state.fellowship.corruption == 2  # no tile for a Stronghold that is not the Shadow's


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-10")
def test_cruel_weather_drives_the_ring_bearers():
    play = play_card("sh-char-10", "moria", fellowship=ON_THE_ROAD)
    assert play.state.fellowship.region == "moria"
    assert play.state.fellowship.progress == 1
    assert play.state.fellowship.hidden


@pytest.mark.rule("WR-6.3", "WR-15.12")
@pytest.mark.card("sh-char-11")
def test_the_nazgul_strike_rolls_for_the_hunt():
    play = play_card(
        "sh-char-11",
        "nazgul@barad-dur",
        "hollin",
        PASS,
        "hunt",
        script=[[6, 1], [2], tiles(1)],
        hunt_box={FP: 0, SH: 2},
        fellowship=ON_THE_ROAD,
    )
    assert kinds(play) == ["casualty"]
    assert play.state.fellowship.progress == 1


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-11")
def test_the_nazgul_strike_a_card_from_the_table():
    held = {"sh-char-11", "fp-char-05"}
    decks = {name: [c for c in deck if c not in held] for name, deck in position().decks.items()}
    play = play_card(
        "sh-char-11",
        "nazgul@barad-dur",
        "hollin",
        PASS,
        "discard:fp-char-05",
        fellowship=ON_THE_ROAD,
        table={FP: ["fp-char-05"], SH: []},
        decks=decks,
    )
    assert play.state.table[FP] == []


# -- the revealed Fellowship -------------------------------------------------------------------------


@pytest.mark.rule("WR-6.2")
@pytest.mark.parametrize("card", ["sh-char-12", "sh-char-13", "sh-char-14"])
def test_a_hidden_fellowship_is_not_wounded(card):
    assert may_play(card, fellowship=REVEALED)
    assert not may_play(card)


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-12")
@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 5)])
def test_a_morgul_wound(before, after):
    play = play_card("sh-char-12", fellowship={**REVEALED, "corruption": before})
    assert play.state.fellowship.corruption == after


@pytest.mark.rule("WR-6.3", "WR-23")
@pytest.mark.card("sh-char-13")
@pytest.mark.parametrize(("corruption", "answered"), [(5, "corruption"), (9, "eliminate")])
def test_the_clock_does_not_let_the_lure_of_the_ring_end_the_game(corruption, answered):
    party = {**REVEALED, "companions": ["strider", "boromir"], "guide": "strider", "corruption": corruption}
    play = play_card("sh-char-13", script=[["strider"]], fellowship=party)
    assert play.pending[0].fallback_choice() == answered


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-13")
def test_the_lure_of_the_ring_is_borne_or_costs_a_companion():
    borne = play_card("sh-char-13", "corruption", script=[["strider"]], fellowship=REVEALED)
    assert borne.state.fellowship.corruption == 3
    lost = play_card("sh-char-13", "eliminate", script=[["boromir"]], fellowship=REVEALED)
    assert "boromir" in lost.state.eliminated


@pytest.mark.rule("WR-15.14")
@pytest.mark.card("sh-char-13")
def test_a_hobbit_lured_away_is_taken_alive():
    play = play_card("sh-char-13", "eliminate", "hollin", script=[["peregrin"]], fellowship=REVEALED)
    assert free(play, "hollin") == {"peregrin": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-13")
@pytest.mark.card("sh-char-14")
@pytest.mark.parametrize("card", ["sh-char-13", "sh-char-14"])
def test_gollum_as_guide_costs_one_corruption_only(card):
    play = play_card(card, fellowship={**REVEALED, **ALONE})
    assert play.state.fellowship.corruption == 1
    assert play.state.tiles_drawn == []


@pytest.mark.rule("WR-6.3", "WR-14.10")
@pytest.mark.card("sh-char-14")
def test_the_breaking_of_the_fellowship():
    play = play_card("sh-char-14", ["gimli", "legolas"], script=[tiles(2, reveal=True)], fellowship=REVEALED)
    assert free(play, "hollin") == {"gimli": 1, "legolas": 1}
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-16.2")
@pytest.mark.card("sh-char-14")
def test_who_breaks_away_in_mordor_is_lost():
    party = {"region": None, "mordor": 1, "hidden": False, "companions": ["gimli"], "guide": "gimli"}
    play = play_card("sh-char-14", script=[tiles(3)], fellowship=party)
    assert "gimli" in play.state.eliminated


# -- dice and spells ---------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-18")
def test_the_lidless_eye_turns_dice_to_the_hunt():
    play = play_card("sh-char-18", {"army": 2}, dice=("army", "army", "muster"), hunt_box={FP: 0, SH: 1})
    assert play.state.dice[SH] == ["muster"]
    assert play.state.hunt_box[SH] == 3


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-18")
def test_the_lidless_eye_turns_three_dice_at_most():
    play = play_card("sh-char-18", dice=("army", "army", "army", "muster"))
    with pytest.raises(IllegalChoice):
        play.choose(SH, {"army": 3, "muster": 1})
    answer(play, {"army": 3})
    assert play.state.hunt_box[SH] == 3


@pytest.mark.rule("WR-6.2", "WR-6.8")
@pytest.mark.card("sh-char-19")
def test_dreadful_spells_throw_five_dice_for_more_who_fly():
    nowhere_else = {region: {} for region in ("minas-morgul", "morannon", "barad-dur", "dol-guldur")}
    forces = {
        "osgiliath": {"sauron-regular": 1, "nazgul": 6},
        "pelargir": {"gondor-regular": 3},
        **nowhere_else,
    }
    play = play_card("sh-char-19", "osgiliath>pelargir", script=[[5, 4, 4, 4, 4]], forces=forces)
    assert free(play, "pelargir") == {"gondor-regular": 2}


@pytest.mark.rule("WR-6.2", "WR-6.8")
@pytest.mark.card("sh-char-19")
def test_dreadful_spells_fell_an_army_nearby():
    assert not may_play("sh-char-19")
    forces = {"osgiliath": {"sauron-regular": 1, "nazgul": 1, "witch-king": 1}}
    play = play_card("sh-char-19", "osgiliath>pelargir", script=[[5, 4]], forces=forces)
    assert free(play, "pelargir") == {}
    assert "gondor" not in play.state.active


@pytest.mark.rule("WR-6.9", "WR-12.1")
@pytest.mark.card("sh-char-19")
def test_dreadful_spells_can_empty_a_besieged_stronghold():
    forces = {
        "minas-tirith": {"sauron-regular": 2, "nazgul": 1},
        "minas-tirith/inside": {"gondor-regular": 1, "boromir": 1},
        "osgiliath": {},
        "pelargir": {},
    }
    play = play_card("sh-char-19", script=[[6]], forces=forces)
    assert controller(play.state, "minas-tirith") == SH
    assert free(play, "minas-tirith") == {"boromir": 1}


# -- the Captain and the Ringwraiths -----------------------------------------------------------------

GROND = {
    "minas-tirith": {"sauron-regular": 5, "witch-king": 1},
    "minas-tirith/inside": {"gondor-regular": 1},
}


@pytest.mark.rule("WR-6.2", "WR-11.5")
@pytest.mark.card("sh-char-20")
def test_grond_storms_for_three_rounds_without_a_card_against_it():
    assert not may_play("sh-char-20", forces=GROND)  # nobody there is at war
    play = play_card(
        "sh-char-20",
        {"sauron-regular": 5, "witch-king": 1},
        script=[[1] * 5, [1], [1, 1], [1] * 5, [1], [1, 1], [1] * 5, [1], [1, 1]],
        forces=GROND,
        at_war=("sauron",),
        also=("fp-str-14",),
    )
    assert kinds(play) == ["continue"]  # the first round went by without a card
    answer(play, "continue")
    assert kinds(play) == ["combat-card"]
    assert play.pending[0].context["round"] == 2
    answer(play, PASS, "continue", PASS)
    assert done(play)
    assert [line.kind for line in play.lines].count("combat-rolled") == 6


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-20")
def test_a_companion_inside_answers_grond_with_a_card():
    forces = {**GROND, "minas-tirith/inside": {"gondor-regular": 1, "boromir": 1}}
    play = play_card(
        "sh-char-20",
        {"sauron-regular": 5, "witch-king": 1},
        forces=forces,
        at_war=("sauron",),
        also=("fp-str-14",),
    )
    assert kinds(play) == ["combat-card"]
    assert play.pending[0].context["round"] == 1


@pytest.mark.rule("WR-6.3", "WR-6.7")
@pytest.mark.card("sh-char-23")
def test_ringwraiths_fly_and_lead_an_army_on():
    forces = {"osgiliath": {"sauron-regular": 2}}
    play = play_card(
        "sh-char-23",
        "nazgul@barad-dur",
        "osgiliath",
        PASS,
        "move",
        "osgiliath>lossarnach",
        {"sauron-regular": 1, "nazgul": 1},
        PASS,
        forces=forces,
        at_war=("sauron",),
    )
    assert shadow(play, "lossarnach") == {"sauron-regular": 1, "nazgul": 1}


@pytest.mark.rule("WR-6.4")
@pytest.mark.card("sh-char-23")
def test_ringwraiths_lead_two_armies_on():
    forces = {
        region: {"sauron-regular": 1, "nazgul": 1} for region in ("osgiliath", "lossarnach", "pelargir")
    }
    moves = ["osgiliath>druadan-forest", "pelargir>lamedon"]
    play = play_card("sh-char-23", PASS, "move", forces=forces, at_war=("sauron",))
    for move in moves:
        answer(play, move)
    assert done(play)


@pytest.mark.rule("WR-6.4")
@pytest.mark.card("sh-char-23")
def test_ringwraiths_attack_with_a_nazgul_in_the_army():
    forces = {"osgiliath": {"sauron-regular": 2, "nazgul": 1}}
    play = play_card("sh-char-23", PASS, "attack", "osgiliath>pelargir", forces=forces, at_war=("sauron",))
    with pytest.raises(Exception, match="must take part"):
        answer(play, {"sauron-regular": 2})


@pytest.mark.rule("WR-6.2", "WR-6.6")
@pytest.mark.card("sh-char-24")
def test_the_black_captain_calls_nazgul_and_marches():
    assert not may_play("sh-char-24")
    forces = {"osgiliath": {"sauron-regular": 2, "witch-king": 1}}
    play = play_card(
        "sh-char-24",
        "recruit",
        "move",
        "osgiliath>lossarnach",
        {"sauron-regular": 2, "nazgul": 2, "witch-king": 1},
        forces=forces,
        at_war=("sauron",),
    )
    assert shadow(play, "lossarnach") == {"sauron-regular": 2, "nazgul": 2, "witch-king": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-char-24")
def test_the_black_captain_flies_to_his_army_first():
    forces = {"osgiliath": {"sauron-regular": 2}, "moria": {"sauron-regular": 1, "witch-king": 1}}
    play = play_card(
        "sh-char-24", "move", "witch-king@moria", "osgiliath", PASS, PASS, forces=forces, at_war=("sauron",)
    )
    assert shadow(play, "osgiliath") == {"sauron-regular": 2, "witch-king": 1}
    assert done(play)


@pytest.mark.rule("WR-6.3", "WR-11.8")
@pytest.mark.card("sh-char-24")
def test_the_black_captain_leads_a_sortie_out_of_a_siege():
    forces = {
        "minas-morgul": {"gondor-regular": 2},
        "minas-morgul/inside": {"sauron-regular": 2, "witch-king": 1},
    }
    play = play_card(
        "sh-char-24", "recruit", "attack", "minas-morgul>minas-morgul", forces=forces, at_war=("sauron",)
    )
    assert shadow(play, "minas-morgul", inside=True)["nazgul"] == 2
    assert kinds(play) == ["attackers"]

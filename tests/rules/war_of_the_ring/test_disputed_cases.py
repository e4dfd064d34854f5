"""Cases that players argue about, played out: where two rules meet, or a rule meets a card."""

from typing import Any

import pytest

from rules import Game, IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH, SH_NATIONS
from rules.war_of_the_ring.position.entries import open_to
from rules.war_of_the_ring.position.state import State, besieged, controller
from rules.war_of_the_ring.turns.action_dice import options
from rules.war_of_the_ring.war.battle import attack_pairs
from rules.war_of_the_ring.war.retreats import retreat_regions
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import begin, holding, left
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, play_card, shadow
from tests.rules.war_of_the_ring.positions import game, kinds, position

PARTY = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")
LAST_BATTLE = {"dagorlad": {"gondor-regular": 1, "aragorn": 1}}


def on_the_table(card: str, *hand: str) -> dict[str, Any]:
    """Return the parts of a position in which a card lies on the table and others are held."""
    parts = holding(card, *hand)
    side = FP if card.startswith("fp") else SH
    parts["hands"][side].remove(card)
    return {**parts, "table": {FP: [], SH: [], side: [card]}}


def left_of_the_fellowship(*companions: str) -> dict[str, Any]:
    """Return the parts of a position in which only these Companions are left with the Ring-bearers."""
    return {
        "fellowship": {"companions": list(companions), "guide": companions[0] if companions else "gollum"},
        "eliminated": [c for c in PARTY if c not in companions],
    }


# -- the way of the Fellowship -----------------------------------------------------------------------


@pytest.mark.rule("WR-14.11", "WR-14.12")
def test_between_two_strongholds_on_the_way_the_free_peoples_choose():
    """Into Gorgoroth there is a way by Morannon and one by Minas Morgul: either costs a tile, not both."""
    parts = left_of_the_fellowship()
    play = game(
        [[6], ["std-eyer-1"], ["std-1-1"]],
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        **{**parts, "fellowship": {**parts["fellowship"], "region": "dagorlad", "progress": 2}},
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "gorgoroth")
    assert kinds(play) == ["path"]
    assert play.pending[0].options.values == ["minas-morgul", "morannon"]
    play.choose(FP, "minas-morgul")
    assert [line["region"] for line in told(play, "stronghold-tile")] == ["minas-morgul"]
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("WR-15.9", "WR-14.12")
def test_the_balrog_comes_before_the_tile_of_moria_itself():
    """Revealed into Moria: the tile that revealed, the Balrog's tile, then the one for the Stronghold."""
    parts = left_of_the_fellowship("legolas")
    play = game(
        [[6], ["std-0r-1"], ["std-2-1"], ["std-1-1"]],
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        **on_the_table("sh-char-17"),
        **{**parts, "fellowship": {**parts["fellowship"], "region": "hollin"}},
    )
    answer(play, "character:move-fellowship", "moria", "use", PASS, PASS)
    assert [line["cause"] for line in told(play, "tile-drawn")] == ["hunt", "balrog", "stronghold"]
    assert play.state.fellowship.corruption == 3


@pytest.mark.rule("WR-6.5", "WR-14.6")
@pytest.mark.card("fp-str-01")
def test_a_declaration_ends_the_last_battle():
    play = game(phase="fellowship", forces=LAST_BATTLE, **on_the_table("fp-str-01"))
    play.choose(FP, "rivendell")
    assert "fp-str-01" in play.state.discards


@pytest.mark.rule("WR-6.5", "WR-14.11")
@pytest.mark.card("fp-str-01")
def test_a_move_that_reveals_the_fellowship_sends_its_die_to_the_hunt_box():
    """The Last Battle is over when the die is laid aside."""
    play = game(
        [[6], ["std-0r-1"]],
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        forces=LAST_BATTLE,
        **on_the_table("fp-str-01"),
    )
    answer(play, "character:move-fellowship", "trollshaws")
    assert "fp-str-01" in play.state.discards
    assert play.state.hunt_box[FP] == 1


# -- what is lost in the Hunt ------------------------------------------------------------------------


def a_casualty(*parts: dict[str, Any]) -> Game[State]:
    """Lose Gimli, the last Companion, while Worn with Sorrow and Toil lies on the table."""
    merged = {k: v for part in (left_of_the_fellowship("gimli"), *parts) for k, v in part.items()}
    play = game([[6], ["std-2-1"]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1}, **merged)
    return answer(play, "character:move-fellowship", "guide")


@pytest.mark.rule("WR-6.5", "WR-15.8")
@pytest.mark.card("sh-char-15")
def test_worn_with_sorrow_may_take_a_card_from_the_table():
    parts = holding("sh-char-15", "fp-char-05", "fp-str-14")
    parts["hands"] = {FP: ["fp-str-14"], SH: []}
    parts["table"] = {FP: ["fp-char-05"], SH: ["sh-char-15"]}
    merged = {**left_of_the_fellowship("gimli"), **parts}
    play = game([[6], ["std-2-1"]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1}, **merged)
    answer(play, "character:move-fellowship", PASS, "guide")
    assert play.pending[0].options.values == ["fp-char-05"]  # the hand holds no Character card
    answer(play, "fp-char-05")
    assert "fp-char-05" in play.state.discards
    assert play.state.table == {FP: [], SH: ["sh-char-15"]}


@pytest.mark.rule("WR-6.5", "WR-15.8")
@pytest.mark.card("sh-char-15")
def test_worn_with_sorrow_finds_nothing_where_no_character_card_is():
    play = a_casualty(on_the_table("sh-char-15", "fp-str-14"))
    assert "gimli" in play.state.eliminated
    assert kinds(play) != ["worn-with-sorrow"]


@pytest.mark.rule("WR-6.3", "WR-15.8")
@pytest.mark.card("sh-char-13")
@pytest.mark.card("sh-char-15")
def test_worn_with_sorrow_does_not_answer_the_lure_of_the_ring():
    parts = holding("sh-char-13", "sh-char-15", "fp-char-05")
    parts["hands"] = {FP: ["fp-char-05"], SH: ["sh-char-13"]}
    parts["table"] = {FP: [], SH: ["sh-char-15"]}
    gone = left_of_the_fellowship("gimli")
    gone["fellowship"]["hidden"] = False
    play = game([["gimli"]], dice=(["character"], ["event"]), to_act=SH, **gone, **parts)
    answer(play, "event:play-event", "sh-char-13", "eliminate")
    assert "gimli" in play.state.eliminated
    assert done(play)


@pytest.mark.rule("WR-6.5", "WR-15.12")
@pytest.mark.card("sh-char-14")
@pytest.mark.parametrize(
    ("card", "answers"), [("fp-char-08", True), ("fp-char-05", True), ("fp-char-07", False)]
)
def test_which_cards_on_the_table_answer_the_breaking_of_the_fellowship(card, answers):
    """The Staff and the Mithril Coat do; there is no damage that the Horn could lower."""
    parts = holding("sh-char-14", card)
    parts["hands"] = {FP: [], SH: ["sh-char-14"]}
    parts["table"] = {FP: [card], SH: []}
    revealed = {"hidden": False, "region": "hollin"}
    play = game([["std-3-1"]], dice=(["character"], ["event"]), to_act=SH, fellowship=revealed, **parts)
    answer(play, "event:play-event", "sh-char-14")
    assert (kinds(play) == ["table-card"]) is answers


@pytest.mark.rule("WR-15.7", "WR-16.3")
@pytest.mark.card("fp-char-08")
def test_where_the_staff_stops_the_tile_nothing_stops_the_ring_bearers_in_mordor():
    in_mordor = {"region": None, "mordor": 2}
    play = game(dice=(["character"], ["event"]), fellowship=in_mordor, **on_the_table("fp-char-08"))
    answer(play, "character:move-fellowship", "fp-char-08")
    assert (play.state.fellowship.mordor, play.state.tiles_drawn) == (3, [])


@pytest.mark.rule("WR-6.3", "WR-15.11")
@pytest.mark.card("fp-char-14")
def test_a_challenge_with_few_tiles_fills_the_pool_again():
    """The Eye that the Challenge has taken out of the pool does not come back with the others."""
    pool = ["std-eyer-1", "std-3-1"]
    play = play_card(
        "fp-char-14",
        script=[["std-eyer-1"], ["std-3-1"], ["std-1-1"]],
        forces={"edoras": {"rohan-regular": 1, "strider": 1}},
        hunt_pool=pool,
        tiles_drawn=[tile for tile in position().hunt_pool if tile not in pool],
    )
    assert play.state.tiles_removed == ["std-eyer-1"]
    assert (len(play.state.hunt_pool), play.state.tiles_drawn) == (15, [])


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-17")
def test_with_nobody_to_separate_there_and_back_again_still_rouses_the_north():
    forces = {"erebor": {"dwarves-regular": 1, "gimli": 1}}
    gone = left_of_the_fellowship()
    gone["eliminated"].remove("gimli")
    play = play_card("fp-char-17", forces=forces, **gone)
    assert {"dwarves", "north"} <= set(play.state.active)
    assert done(play)


@pytest.mark.rule("WR-15.12", "WR-16.2")
@pytest.mark.card("sh-char-14")
def test_shelobs_lair_breaks_the_fellowship_by_the_throw_of_a_die():
    """The tile is a numbered one: so many Companions separate, and in Mordor they are lost."""
    play = play_card(
        "sh-char-14",
        ["gimli", "legolas"],
        "gandalf-the-grey",
        script=[["shelobs-lair"], [2]],
        hunt_pool=["shelobs-lair"],
        tiles_drawn=list(position().hunt_pool),
        fellowship={"region": None, "mordor": 1, "hidden": False},
    )
    assert set(play.state.eliminated) == {"gimli", "legolas"}
    assert play.state.fellowship.corruption == 0
    assert (play.state.fellowship.mordor, done(play)) == (1, True)


# -- sieges ------------------------------------------------------------------------------------------

LORIEN = {"lorien/inside": {"elves-regular": 2, "elves-leader": 1}}


@pytest.mark.rule("WR-11.7", "WR-10.13")
def test_besiegers_who_all_fall_in_an_attack_elsewhere_lift_the_siege():
    play = game(
        [[1, 1], [6, 6]],
        forces={**LORIEN, "lorien": {"sauron-regular": 2}, "parth-celebrant": {"rohan-regular": 2}},
        dice=([], ["army", "event"]),
        at_war=("sauron", "rohan"),
    )
    answer(play, "army:attack", "lorien>parth-celebrant", {"sauron-regular": 2})
    assert not besieged(play.state, "lorien")
    assert free(play, "lorien") == {"elves-regular": 2, "elves-leader": 1}


@pytest.mark.rule("WR-11.8", "WR-10.7")
@pytest.mark.card("fp-str-05")
def test_scouts_lead_besiegers_away_from_a_sortie():
    """The Free Peoples besiege Orthanc and defend in the field against those who come out of it."""
    play = begin(
        [],
        region="orthanc",
        inside=SH,
        shadow={"isengard-regular": 2, "saruman": 1},
        free={"rohan-regular": 2},
        cards=("fp-str-05",),
    )
    answer(play, "fp-str-05", "fords-of-isen")
    assert not besieged(play.state, "orthanc")
    assert left(play, SH, "orthanc") == {"isengard-regular": 2, "saruman": 1}
    assert free(play, "fords-of-isen") == {"rohan-regular": 4, "rohan-leader": 1}
    assert controller(play.state, "orthanc") == SH


@pytest.mark.rule("WR-11.5", "WR-10.12")
def test_a_fallen_regular_takes_the_place_of_the_elite_that_presses_a_siege():
    """The Free Peoples have no Regular of Rohan in reserve: one of their casualties stands up."""
    forces = {"orthanc": {"rohan-elite": 2}, "orthanc/inside": {"isengard-regular": 1}, "edoras": {}}
    pools = position(forces=forces).pools
    fallen = pools["rohan-regular"]
    play = game(
        [[1, 1], [1]],
        forces=forces,
        dice=(["muster-army", "event"], []),
        at_war=("rohan", "isengard"),
        pools={**pools, "rohan-regular": 0},
        casualties={"rohan-regular": fallen},
    )
    answer(play, "muster-army:attack", "orthanc>orthanc", {"rohan-elite": 2})
    assert kinds(play) == ["press-siege"]
    answer(play, "rohan-elite")
    assert play.state.casualties == {"rohan-regular": fallen - 1, "rohan-elite": 1}
    assert left(play, FP, "orthanc") == {"rohan-elite": 1, "rohan-regular": 1}


@pytest.mark.rule("WR-9.7", "WR-9.4")
def test_the_witch_king_may_enter_among_the_besieged():
    forces = {"minas-morgul": {"gondor-regular": 2}, "minas-morgul/inside": {"sauron-regular": 1}}
    play = game(forces=forces, dice=([], ["muster", "event"]), at_war=("sauron", "gondor"))
    answer(play, "muster:minion", "witch-king@minas-morgul")
    assert left(play, SH, "minas-morgul", inside=True) == {"sauron-regular": 1, "witch-king": 1}
    assert {"dwarves", "north", "rohan"} <= set(play.state.active)
    assert play.state.steps["rohan"] == 3  # roused, not advanced


@pytest.mark.rule("WR-9.7")
def test_the_witch_king_waits_for_a_free_nation_at_war():
    assert open_to(position(at_war=SH_NATIONS), "minion") == ["saruman@orthanc"]


@pytest.mark.rule("WR-6.6", "WR-1.13")
@pytest.mark.card("fp-str-14")
def test_guards_join_those_who_besiege_a_lost_citadel():
    forces = {"minas-tirith": {"rohan-regular": 2}, "minas-tirith/inside": {"sauron-regular": 2}}
    play = play_card("fp-str-14", "gondor-regular", forces=forces, captured=["minas-tirith"])
    assert free(play, "minas-tirith") == {"rohan-regular": 2, "gondor-regular": 1, "gondor-leader": 1}
    assert controller(play.state, "minas-tirith") == SH


@pytest.mark.rule("WR-10.10", "WR-6.4")
@pytest.mark.card("fp-str-10")
def test_daylight_caps_what_help_unlooked_for_has_left():
    """Five dice, two taken by the besieged: three, and Daylight allows three."""
    forces = {
        "minas-tirith": {"sauron-regular": 6},
        "minas-tirith/inside": {"gondor-regular": 2},
        "druadan-forest": {"rohan-regular": 2},
    }
    play = play_card(
        "fp-str-10",
        {"rohan-regular": 2},
        "fp-str-15",
        script=[[1, 1], [1, 1, 1]],
        forces=forces,
        at_war=("rohan",),
        also=("fp-str-15",),
    )
    assert [len(line["dice"]) for line in told(play, "combat-rolled")] == [2, 3]


@pytest.mark.rule("WR-6.6", "WR-11.3")
@pytest.mark.card("fp-str-14")
def test_who_is_sent_away_from_a_full_garrison_goes_back_to_the_pool():
    forces = {"minas-tirith": {"sauron-regular": 3}, "minas-tirith/inside": {"gondor-regular": 5}}
    play = play_card("fp-str-14", "gondor-elite", {"gondor-regular": 1}, forces=forces)
    assert free(play, "minas-tirith", inside=True) == {
        "gondor-regular": 4,
        "gondor-elite": 1,
        "gondor-leader": 1,
    }
    assert play.state.casualties == {}


# -- cards that lie on the table ---------------------------------------------------------------------

FOLLY = {
    "minas-tirith": {"sauron-regular": 3},
    "minas-tirith/inside": {"gondor-regular": 1, "gondor-leader": 1, "rohan-leader": 1},
}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-03")
def test_the_shadow_says_of_which_nation_the_leader_is_who_dies():
    play = play_card("sh-str-03", "rohan-leader", forces=FOLLY)
    assert free(play, "minas-tirith", inside=True) == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("sh-str-03")
def test_without_a_leader_in_the_city_the_folly_still_lies_there():
    forces = {**FOLLY, "minas-tirith/inside": {"gondor-regular": 1, "boromir": 1}}
    play = play_card("sh-str-03", forces=forces)
    assert play.state.table[SH] == ["sh-str-03"]
    assert free(play, "minas-tirith", inside=True) == {"gondor-regular": 1, "boromir": 1}


@pytest.mark.rule("WR-6.5")
@pytest.mark.card("sh-str-03")
@pytest.mark.parametrize(
    ("counsellor", "die", "can"),
    [
        ("gandalf-the-white", "event", True),
        ("aragorn", "muster", True),
        ("strider", "muster", False),  # not yet the King
        ("boromir", "event", False),
        ("boromir", "will-of-the-west", True),
    ],
)
def test_who_can_end_the_folly_of_denethor(counsellor, die, can):
    forces = {**FOLLY, "minas-tirith/inside": {"gondor-regular": 1, counsellor: 1}}
    others = {
        "companions": [c for c in PARTY if c != counsellor and c not in ("gandalf-the-grey", "strider")]
    }
    gone = [c for c in ("gandalf-the-grey", "strider") if c != counsellor]
    play = game(
        forces=forces,
        dice=([die], ["event"]),
        fellowship={**others, "guide": others["companions"][0]},
        eliminated=gone,
        **on_the_table("sh-str-03"),
    )
    assert (f"{die}:discard-denethors-folly" in options(play.state, FP)) is can
    if can:
        answer(play, f"{die}:discard-denethors-folly")
        assert "sh-str-03" in play.state.discards


@pytest.mark.rule("WR-6.5", "WR-11.8")
@pytest.mark.card("fp-str-02")
@pytest.mark.parametrize("guarded", [True, False])
def test_no_sortie_breaks_out_of_a_captured_lorien_that_is_too_great_a_power(guarded):
    """A sortie is a field battle in the land that no Shadow Army may attack."""
    s = position(
        forces={"lorien": {"elves-regular": 2}, "lorien/inside": {"sauron-regular": 2}},
        captured=["lorien"],
        at_war=("sauron", "elves"),
        **(on_the_table("fp-str-02") if guarded else {}),
    )
    assert ("lorien>lorien" in attack_pairs(s, SH)) is not guarded
    assert "lorien>lorien" in attack_pairs(s, FP)


@pytest.mark.rule("WR-6.5", "WR-10.16")
@pytest.mark.card("fp-str-03")
@pytest.mark.parametrize("guarded", [True, False])
def test_no_shadow_army_retreats_to_tom_bombadil(guarded):
    parts = on_the_table("fp-str-03") if guarded else {}
    s = position(forces={"buckland": {}}, **parts)
    assert ("buckland" in retreat_regions(s, SH, "bree")) is not guarded


@pytest.mark.rule("WR-6.5", "WR-13.6")
@pytest.mark.card("sh-str-05")
def test_a_captured_town_does_not_end_threats_and_promises():
    """Nobody is attacked in an empty Lamedon: Gondor advances, and the card stays."""
    play = game(
        dice=([], ["army"]),
        to_act=SH,
        forces={"lamedon": {}, "erech": {"southrons-easterlings-regular": 2}},
        at_war=("southrons-easterlings",),
        **on_the_table("sh-str-05"),
    )
    before = play.state.steps["gondor"]
    answer(play, "army:move-armies", "erech>lamedon", {"southrons-easterlings-regular": 1})
    assert play.state.steps["gondor"] == before - 1
    assert play.state.table[SH] == ["sh-str-05"]


@pytest.mark.rule("WR-6.5", "WR-4.11")
@pytest.mark.card("sh-char-21")
def test_the_ring_that_ends_the_palantir_is_the_one_of_this_turn():
    forces = {"orthanc": {"isengard-regular": 1, "saruman": 1}}
    dice = (["character", "muster"], ["event"])
    play = game(forces=forces, dice=dice, **on_the_table("sh-char-21"))
    answer(play, "ring:muster>event")
    assert "character:discard-palantir" not in options(play.state, FP)  # one Ring in a turn
    play = game(forces=forces, dice=dice, **on_the_table("sh-char-21"))
    answer(play, "character:discard-palantir", "skip:event")
    assert play.state.ring_used == [FP]
    assert not [o for o in options(play.state, FP) if o.startswith("ring:")]


# -- who dies with whom ------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.3", "WR-9.9")
@pytest.mark.card("fp-char-19")
def test_the_ents_find_saruman_alone():
    forces = {"fangorn": {"gandalf-the-white": 1}, "orthanc": {"saruman": 1}}
    fellowship = {"companions": ["strider"], "guide": "strider"}
    play = play_card("fp-char-19", forces=forces, fellowship=fellowship)
    assert "saruman" in play.state.eliminated
    assert controller(play.state, "orthanc") == SH  # nobody has entered


@pytest.mark.rule("WR-6.3", "WR-10.16")
@pytest.mark.card("fp-char-22")
def test_an_army_that_cannot_flee_from_the_dead_is_destroyed():
    around = ("anfalas", "dol-amroth", "erech", "pelargir", "lossarnach", "edoras", "druadan-forest")
    forces: dict[str, dict[str, int]] = {place: {"gondor-regular": 1} for place in around}
    forces |= {"lamedon": {"sauron-regular": 4, "nazgul": 1, "witch-king": 1}}
    forces["edoras"] = {"gondor-regular": 1, "strider": 1}
    play = play_card("fp-char-22", "lamedon", 0, script=[[1]], forces=forces, minion_seen=True)
    assert shadow(play, "lamedon") == {}
    assert "witch-king" in play.state.eliminated
    assert play.state.pools["nazgul"] == 4


@pytest.mark.rule("WR-6.3", "WR-13.9")
@pytest.mark.card("sh-str-06")
def test_the_shadow_says_which_nation_the_stormcrow_visits():
    """The Ring-bearers are among the Elves, Gimli is in Rohan; the Free Peoples choose the figure."""
    forces = {"folde": {"gimli": 1}, "fords-of-isen": {"rohan-regular": 1}}
    play = play_card("sh-str-06", forces=forces)
    assert (play.pending[0].seat, play.pending[0].options.values) == (SH, ["elves", "rohan"])
    answer(play, "elves")
    assert play.pending[0].seat == FP
    assert all("elves" in value for value in play.pending[0].options.values)


@pytest.mark.rule("WR-6.3")
@pytest.mark.card("fp-char-24")
def test_the_grey_company_asks_of_which_nation_a_regular_becomes_an_elite():
    army = {"rohan-regular": 1, "gondor-regular": 1, "dwarves-elite": 1, "strider": 1}
    play = play_card("fp-char-24", "gondor", forces={"edoras": army})
    assert free(play, "edoras") == {"rohan-regular": 1, "dwarves-elite": 1, "gondor-elite": 1, "strider": 1}
    assert play.state.casualties == {"gondor-regular": 1}


# -- marches -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.7", "WR-7.2")
@pytest.mark.card("sh-str-08")
def test_where_stacking_is_strict_a_march_ends_only_where_there_is_room():
    forces = {
        **{place: {} for place in ("barad-dur", "nurn", "morannon", "dol-guldur", "near-harad", "umbar")},
        "gorgoroth": {"sauron-regular": 2},
        "minas-morgul": {"sauron-regular": 9},
    }
    play = play_card("sh-str-08", forces=forces, options={"strict_stacking": True})
    answer(play, "gorgoroth")
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, {"sauron-regular": 2})
    assert refused.value.code == "no-way"
    answer(play, {"sauron-regular": 1})
    assert shadow(play, "minas-morgul") == {"sauron-regular": 10}

"""The Sovereigns: Leaders who awaken or are corrupted, and how they leave play (KM-6)."""

import pytest

from rules import IllegalChoice, Text
from rules.core.table import Table
from rules.war_of_the_ring.cards.common import hunted_in_the_wild
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import (
    field,
    leadership,
    nation_of,
    place_of,
    settlements_of,
    victory_points,
)
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.sets.base.abilities import voice_regions
from rules.war_of_the_ring.sets.kings.sovereigns import awaken, state_of, where_is
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, FACTS, FOLLY, THREATS
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.turns.action_dice import options
from rules.war_of_the_ring.war import armies, characters
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import (
    KINGS,
    at_home,
    dwindled,
    kept,
    kings_game,
    kings_of,
    on_the_table,
)
from tests.rules.war_of_the_ring.positions import kinds, position

#: An Army that will have nobody left in Dale.
ATTACKERS = {"old-forest-road": {"sauron-regular": 6}}


def woken(play, value, die="muster"):
    """Awaken a Sovereign by a die, who is asked for as `sovereign@region`; returns his state, and where he is."""
    play.choose(FP, f"{die}:awaken")
    if kinds(play) == ["awaken"]:
        play.choose(FP, value)
    sovereign = value.partition("@")[0]
    return state_of(play.state, sovereign), where_is(play.state, sovereign)


def overrun(play):
    """Let the Shadow attack Dale until it is taken."""
    play.choose(SH, "army:attack")
    play.choose(SH, "old-forest-road>dale")
    play.choose(SH, {"sauron-regular": 6})
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        play.choose(asked.seat, "fight" if asked.kind == "retreat" else asked.fallback_choice())


def fallen(*, awake=False, **parts):
    """Begin with Brand at home, and let Dale fall with everybody in it."""
    play = kings_game(
        [[6, 6, 6, 6, 6], [1, 1]],
        dice=(["event"], ["army"]),
        to_act=SH,
        at_war=("sauron",),
        forces={**ATTACKERS, **at_home("brand", awake=awake)},
        **parts,
    )
    overrun(play)
    return play


def wakers(play):
    """Return who can awaken, as `sovereign@region`."""
    play.choose(FP, "muster:awaken")
    return list(play.pending[0].options.values)


# -- Leaders -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.1")
def test_as_a_leader_he_leads_and_goes_where_his_army_goes():
    play = kings_game(dice=(["muster-army"], ["event"]), at_war=("north",), forces=at_home("brand"))
    s = play.state
    assert leadership(s, field(s, "dale", FP), "dale") == 1
    assert characters.companions_in(s, "dale") == []
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "dale>old-forest-road")
    play.choose(FP, {"north-regular": 1, "brand-leader": 1})
    assert where_is(s, "brand") == "old-forest-road"


@pytest.mark.rule("KM-6.1", "KM-7.6", "KM-15")
def test_with_his_army_a_leader_falls_and_his_tiles_go_back_to_the_pool():
    play = fallen(**kept(tiles={"brand": ["kings-1", "std-1-1"]}))
    s = play.state
    assert told(play, "fell-with-army")[0]["figure"] == "brand-leader"
    assert state_of(s, "brand") == "gone"
    assert s.casualties["brand-leader"] == 1
    assert kings_of(play).tiles == {}
    assert {"kings-1", "std-1-1"} <= set(s.hunt_pool)
    assert told(play, "fallen-leaders-tiles") == [{"sovereign": "brand", "tiles": 2}]


@pytest.mark.rule("KM-6.1", "WR-15.11")
def test_tiles_that_come_back_find_a_pool_that_was_filled_again():
    play = fallen(**dwindled(tiles={"brand": ["std-1-1"]}))
    s = play.state
    assert len(s.hunt_pool) == 18
    assert s.tiles_drawn == []
    [filled] = told(play, "hunt-pool-filled")
    assert set(filled["tiles"]) == set(s.hunt_pool) - {"std-1-1"}
    assert told(play, "fallen-leaders-tiles") == [{"sovereign": "brand", "tiles": 1}]


# -- awakening by a die --------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.4", "KM-6.5", "KM-5.5", "KM-2.1")
def test_a_muster_awakens_a_sovereign_at_home():
    play = kings_game(
        dice=(["muster", "event"], ["event"]),
        active=["rohan", "isengard", "sauron", "southrons-easterlings", "elves"],
        forces=at_home("theoden"),
        **kept(tiles={"theoden": ["kings-1", "std-2-1"]}),
    )
    assert woken(play, "theoden@edoras") == ("awakened", "edoras")
    s = play.state
    assert field(s, "edoras", FP).figures == {"rohan-regular": 2}
    assert characters.companions_in(s, "edoras") == ["theoden"]
    part = kings_of(play)
    assert (part.tiles, part.tokens, part.pool) == ({}, ["theoden"], [])
    assert {"kings-1", "std-2-1"} <= set(s.hunt_pool)
    assert told(play, "sovereign-awakened") == [
        {"sovereign": "theoden", "region": "edoras", "tiles": 2, "token": True}
    ]


@pytest.mark.rule("KM-6.4")
def test_he_goes_there_alone_as_far_as_his_level_once_he_is_awake():
    forces = {
        "eastemnet": {"rohan-regular": 1, "theoden-leader": 1},
        "druadan-forest": {"gondor-regular": 1, "denethor-leader": 1},
        "western-brown-lands": {"elves-regular": 1, "thranduil-leader": 1},
    }
    active = ["rohan", "gondor", "elves", "isengard", "sauron", "southrons-easterlings"]
    play = kings_game(dice=(["muster"], ["event"]), active=active, forces=forces)
    assert wakers(play) == ["denethor@minas-tirith", "theoden@edoras"]
    play.choose(FP, "theoden@edoras")
    s = play.state
    assert field(s, "eastemnet", FP).figures == {"rohan-regular": 1}
    assert where_is(s, "theoden") == "edoras"


@pytest.mark.rule("KM-6.4", "KM-6.7")
def test_brand_awakens_in_any_city_or_stronghold_that_he_can_reach():
    play = kings_game(
        dice=(["muster"], ["event"]),
        active=["north", "elves", "isengard", "sauron", "southrons-easterlings"],
        forces=at_home("brand"),
    )
    values = [value for value in wakers(play) if value.startswith("brand")]
    assert values == ["brand@dale", "brand@erebor", "brand@woodland-realm"]
    play.choose(FP, "brand@erebor")
    s = play.state
    assert where_is(s, "brand") == "erebor"
    assert "dwarves" not in s.active  # his icon is that of the North
    assert field(s, "dale", FP).figures == {"north-regular": 2}


@pytest.mark.rule("KM-6.4")
@pytest.mark.parametrize(
    ("parts", "why_not"),
    [
        ({"forces": at_home("theoden")}, "Théoden sleeps until his Nation is active: Rohan"),
        (
            {"active": ["rohan"], "forces": at_home("theoden"), "captured": ["edoras"]},
            "The enemy holds Edoras",
        ),
        (
            {"active": ["rohan"], "forces": {"parth-celebrant": {"rohan-regular": 1, "theoden-leader": 1}}},
            "Théoden cannot go from Parth Celebrant to Edoras in one move",
        ),
        (
            {"active": ["rohan"], **kept(corrupted={"theoden": "edoras"})},
            "Théoden is corrupted: only a Leader",
        ),
        (
            {"active": ["rohan"], "forces": at_home("theoden", awake=True)},
            "Théoden is awakened: only a Leader",
        ),
        (
            {"active": ["rohan"], "forces": at_home("theoden"), **on_the_table(DOUBTFUL)},
            "“Your Welcome Is Doubtful” keeps Théoden asleep until his Nation is at war: Rohan",
        ),
        (
            {"active": ["rohan"], "forces": at_home("theoden"), **on_the_table(THREATS)},
            "No Muster result awakens a Sovereign: “Threats and Promises” is on the table",
        ),
    ],
    ids=["passive", "conquered", "too-far", "corrupted", "awake", "doubtful", "threats"],
)
def test_a_sovereign_who_does_not_awaken(parts, why_not):
    """Whether the use is named alone or with him, the reason is his own."""
    if parts.get("captured"):
        parts = {
            **parts,
            "forces": {"edoras": {"isengard-regular": 1}, "folde": {"rohan-regular": 1, "theoden-leader": 1}},
        }
    always = ["isengard", "sauron", "southrons-easterlings"]
    others = {**parts, "active": [*always, *parts.get("active", ())]}
    play = kings_game(dice=(["muster"], ["event"]), **others)
    assert "muster:awaken" not in options(play.state, FP)
    for line in ("use muster: awaken", "muster: theoden at edoras"):
        with pytest.raises(IllegalChoice, match=why_not):
            play.choose(FP, Text(line))


@pytest.mark.rule("KM-6.4")
def test_under_siege_he_awakens_where_he_is_and_nobody_comes_in():
    besieged = {
        "woodland-realm": {"sauron-regular": 3},
        "woodland-realm/inside": {"elves-regular": 1, "thranduil-leader": 1},
        "minas-tirith": {"sauron-regular": 3},
        "minas-tirith/inside": {"gondor-regular": 1},
        "druadan-forest": {"gondor-regular": 1, "denethor-leader": 1},
    }
    play = kings_game(dice=(["muster"], ["event"]), at_war=("elves", "gondor", "sauron"), forces=besieged)
    play.choose(FP, "muster:awaken")
    s = play.state
    assert place_of(s, "thranduil") == "woodland-realm/inside"
    assert state_of(s, "denethor") == "leader"


@pytest.mark.rule("KM-6.4", "KM-5.2")
def test_brand_under_siege_awakens_where_he_is_alone():
    inside = {"erebor": {"sauron-regular": 1}, "erebor/inside": {"north-regular": 1, "brand-leader": 1}}
    play = kings_game(dice=(["fp-ruler/event"], ["event"]), at_war=("north", "sauron"), forces=inside)
    play.choose(FP, "fp-ruler/event:awaken")
    assert [value for value in play.pending[0].options.values if value.startswith("brand")] == [
        "brand@erebor"
    ]
    play.choose(FP, "brand@erebor")
    assert place_of(play.state, "brand") == "erebor/inside"


@pytest.mark.rule("KM-5.2", "KM-6.4")
@pytest.mark.parametrize("face", ["character", "event", "muster", "muster-army", "will-of-the-west"])
def test_any_result_of_the_ruler_die_awakens(face):
    play = kings_game(dice=([f"fp-ruler/{face}"], ["event"]), at_war=("rohan",), forces=at_home("theoden"))
    assert woken(play, "theoden@edoras", f"fp-ruler/{face}")[0] == "awakened"


@pytest.mark.rule("KM-6.4")
@pytest.mark.parametrize(
    ("die", "may"), [("muster-army", True), ("will-of-the-west", True), ("event", False)]
)
def test_of_standard_dice_those_that_give_a_muster_awaken(die, may):
    play = kings_game(dice=([die], ["event"]), at_war=("rohan",), forces=at_home("theoden"))
    assert (f"{die}:awaken" in options(play.state, FP)) is may


@pytest.mark.rule("KM-6.6")
@pytest.mark.parametrize(
    ("die", "may"),
    [
        ("muster", False),
        ("will-of-the-west", False),
        ("fp-ruler/muster", False),
        ("fp-ruler/event", True),
        ("fp-ruler/muster-army", True),
        ("fp-ruler/will-of-the-west", True),
    ],
)
def test_threats_and_promises_forbids_a_muster_only(die, may):
    play = kings_game(
        dice=([die], ["event"]), at_war=("rohan",), forces=at_home("theoden"), **on_the_table(THREATS)
    )
    assert (f"{die}:awaken" in options(play.state, FP)) is may


@pytest.mark.rule("KM-6.6")
def test_cards_on_the_table_let_a_sovereign_sleep():
    active = ["gondor", "rohan", "isengard", "sauron", "southrons-easterlings"]
    forces = at_home("denethor", "theoden")
    play = kings_game(dice=(["muster"], ["event"]), active=active, forces=forces, **on_the_table(FOLLY))
    assert wakers(kings_game(dice=(["muster"], ["event"]), active=active, forces=forces)) == [
        "denethor@minas-tirith",
        "theoden@edoras",
    ]
    assert woken(play, "theoden@edoras") == ("awakened", "edoras")  # the only one who can
    play = kings_game(dice=(["muster"], ["event"]), active=active, forces=forces, **on_the_table(DOUBTFUL))
    assert "muster:awaken" not in options(play.state, FP)
    play = kings_game(
        dice=(["muster"], ["event"]), at_war=("gondor",), forces=forces, **on_the_table(DOUBTFUL)
    )
    assert woken(play, "denethor@minas-tirith") == ("awakened", "minas-tirith")


# -- awake ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.2")
def test_awake_he_goes_about_as_a_companion():
    play = kings_game(dice=(["character"], ["event"]), forces=at_home("brand", awake=True))
    play.choose(FP, "character:move-companions")
    assert set(play.pending[0].options.values) == {
        "erebor",
        "iron-hills",
        "northern-rhovanion",
        "old-forest-road",
        "vale-of-the-carnen",
        "withered-heath",
        "woodland-realm",
    }
    play.choose(FP, "woodland-realm")
    assert where_is(play.state, "brand") == "woodland-realm"
    assert field(play.state, "dale", FP).figures == {"north-regular": 2}


@pytest.mark.rule("KM-6.2", "KM-7.2", "KM-10.6")
def test_who_falls_awake_is_out_of_the_game_and_so_is_his_token():
    play = fallen(awake=True, **kept(tokens=["brand"]))
    assert state_of(play.state, "brand") == "gone"
    assert play.state.eliminated == ["brand"]
    assert (kings_of(play).tokens, kings_of(play).dismay) == ([], [])
    assert told(play, "dismay-gained") == []


@pytest.mark.rule("KM-10.6")
def test_where_it_is_played_his_token_goes_to_the_shadow_and_all_are_told():
    play = fallen(awake=True, options={**KINGS, "dismay_tokens": True}, **kept(tokens=["brand"]))
    assert (kings_of(play).tokens, kings_of(play).dismay) == ([], ["brand"])
    assert told(play, "dismay-gained") == [{"sovereign": "brand"}]
    assert told(play, "fallen-leaders-tiles") == []


# -- corrupted -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.3", "KM-6.2")
def test_corrupted_he_is_neither_leader_nor_companion_and_battles_pass_him_by():
    play = kings_game(
        [[6, 6, 6, 6, 6], [1]],
        dice=(["character"], ["army"]),
        to_act=SH,
        at_war=("sauron",),
        forces={**ATTACKERS, "dale": {"north-regular": 1}},
        **kept(corrupted={"brand": "dale"}),
    )
    s = play.state
    assert characters.companions_in(s, "dale") == []
    assert leadership(s, field(s, "dale", FP), "dale") == 0
    overrun(play)
    assert "dale" in s.captured
    assert (state_of(s, "brand"), where_is(s, "brand")) == ("corrupted", "dale")


@pytest.mark.rule("KM-6.9")
@pytest.mark.parametrize("die", ["character", "will-of-the-west", "fp-ruler/character"])
def test_a_companion_beside_him_and_a_character_take_him_out_of_play(die):
    play = kings_game(
        dice=([die], ["event"]),
        forces={"dale": {"north-regular": 1, "strider": 1}},
        fellowship={"guide": "gandalf-the-grey"},
        **kept(corrupted={"brand": "dale", "dain": "erebor"}),
    )
    play.choose(FP, f"{die}:remove-corrupted")
    part = kings_of(play)
    assert (part.corrupted, part.removed) == ({"dain": "erebor"}, ["brand"])
    assert state_of(play.state, "brand") == "gone"


@pytest.mark.rule("KM-6.9", "KM-10.4")
@pytest.mark.parametrize("companion", ["legolas", "gimli"])
def test_a_companion_of_another_nation_does_not_remove_him(companion):
    play = kings_game(
        dice=(["character"], ["event"]),
        forces={"dale": {"north-regular": 1, companion: 1}},
        **kept(corrupted={"brand": "dale"}),
    )
    with pytest.raises(IllegalChoice, match="No Companion of his Nation"):
        play.choose(FP, "character:remove-corrupted")


@pytest.mark.rule("KM-6.3", "KM-6.9")
def test_a_sovereign_whose_home_is_taken_is_still_removed_by_a_companion_there():
    play = kings_game(
        dice=(["character"], ["event"]),
        captured=["edoras"],
        forces={"edoras": {"isengard-regular": 1, "meriadoc": 1}},
        **kept(corrupted={"theoden": "edoras"}),
    )
    play.choose(FP, "character:remove-corrupted")
    assert kings_of(play).removed == ["theoden"]


# -- Weaknesses ----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.11")
@pytest.mark.parametrize(
    ("sovereign", "barred", "open_"),
    [
        ("brand", ["north-elite@bree", "north-leader@dale"], ["north-regular@dale"]),
        ("theoden", ["rohan-elite@folde", "rohan-leader@edoras"], ["rohan-regular@edoras"]),
        ("dain", ["dwarves-elite@erebor", "dwarves-leader@erebor"], ["dwarves-elite@iron-hills"]),
        ("denethor", ["gondor-elite@minas-tirith", "gondor-leader@minas-tirith"], ["gondor-elite@pelargir"]),
        ("thranduil", ["elves-elite@woodland-realm"], ["elves-regular@woodland-realm", "elves-elite@lorien"]),
    ],
)
def test_who_cannot_be_recruited_while_a_sovereign_is_corrupted(sovereign, barred, open_):
    nation = open_[0].partition("-")[0]
    at_peace = kings_game(dice=(["muster"], ["event"]), at_war=(nation,))
    corrupted = kept(corrupted={sovereign: FACTS[sovereign].home})
    play = kings_game(dice=(["muster"], ["event"]), at_war=(nation,), **corrupted)
    before, now = (muster.recruits(one.state, FP, elites=True) for one in (at_peace, play))
    assert set(barred) <= set(before)
    assert not set(barred) & set(now)
    assert set(open_) <= set(now)
    play.choose(FP, "muster:recruit")
    with pytest.raises(IllegalChoice, match="but by a card"):
        play.choose(FP, barred[0])


@pytest.mark.rule("KM-6.11")
def test_the_corrupted_thranduil_bars_no_leader():
    """All Leaders of the Elves begin on the map: only in a position written by hand is one left to recruit."""
    corrupted = kept(corrupted={"thranduil": "woodland-realm"})
    forces = {"woodland-realm": {"elves-regular": 1}}
    s = kings_game(dice=(["muster"], ["event"]), at_war=("elves",), forces=forces, **corrupted).state
    assert "elves-leader@woodland-realm" in muster.recruits(s, FP, elites=True)


# -- Helm's Deep ----------------------------------------------------------------------------------------

LOST_DEEP = {"captured": ["helms-deep"], "forces": {"helms-deep": {"isengard-regular": 2}}}


@pytest.mark.rule("KM-6.10")
def test_helms_deep_is_a_stronghold_of_isengard_while_theoden_is_corrupted():
    lost = {"forces": {**LOST_DEEP["forces"], "orthanc": {"isengard-regular": 1, "saruman": 1}}}
    parts = {"captured": ["helms-deep"], "at_war": ("isengard",), **lost}
    play = kings_game(
        dice=(["event"], ["muster"]), to_act=SH, **parts, **kept(corrupted={"theoden": "edoras"})
    )
    s = play.state
    assert nation_of(s, "helms-deep") == "isengard"
    assert "helms-deep" in settlements_of(s, "isengard")
    assert "helms-deep" not in settlements_of(s, "rohan")
    assert "isengard-elite@helms-deep" in muster.recruits(s, SH, elites=True)
    assert "helms-deep" in voice_regions(s)
    assert "helms-deep" in company.enemy_strongholds(s)
    assert armies.kept_out(s, ["rohan-regular", "isengard-regular"], "helms-deep") == ["rohan-regular"]
    assert victory_points(s, SH) == 2
    assert hunted_in_the_wild(
        position(
            options={"kings": True},
            off_map=("theoden-leader",),
            fellowship={"region": "helms-deep"},
            sets={"kings": kings_of(play)},
            **LOST_DEEP,
        )
    )


@pytest.mark.rule("KM-6.10")
@pytest.mark.parametrize(
    "parts",
    [LOST_DEEP, kept(corrupted={"theoden": "edoras"}), {**LOST_DEEP, **kept(removed=["theoden"])}],
    ids=["not-corrupted", "not-taken", "removed"],
)
def test_else_it_is_a_stronghold_of_rohan(parts):
    s = kings_game(dice=(["event"], ["muster"]), **parts).state
    assert nation_of(s, "helms-deep") == "rohan"
    assert "helms-deep" not in settlements_of(s, "isengard")


@pytest.mark.rule("KM-6.10")
def test_when_it_is_taken_back_it_is_rohans_again():
    play = kings_game(
        dice=(["muster-army"], ["event"]),
        at_war=("rohan",),
        captured=["helms-deep"],
        forces={"helms-deep": {}, "westemnet": {"rohan-regular": 2}},
        **kept(corrupted={"theoden": "edoras"}),
    )
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "westemnet>helms-deep")
    play.choose(FP, {"rohan-regular": 2})
    assert play.state.captured == []
    assert nation_of(play.state, "helms-deep") == "rohan"


# -- by a card -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.6", "KM-11.3")
def test_a_card_awakens_without_conditions_and_by_the_variant_without_a_token():
    play = kings_game(
        dice=(["event"], ["event"]),
        options={"kings": True, "no_ruler_tokens": True},
        forces={"fangorn": {"rohan-regular": 1, "theoden-leader": 1}},
    )
    awaken(Table(play.state), "theoden")
    assert (state_of(play.state, "theoden"), where_is(play.state, "theoden")) == ("awakened", "fangorn")
    assert kings_of(play).tokens == []

"""The Event halves of the Shadow's cards of Kings (KM-13); those on the table are in `test_table_cards`."""

import pytest

from rules.war_of_the_ring.position.catalogue import ADJACENT, FP, SH
from rules.war_of_the_ring.position.state import controller
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.state import THREATS, kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring.events import answer, done, free, shadow
from tests.rules.war_of_the_ring.kings.cards import lies_on, may_play, play_card, realm
from tests.rules.war_of_the_ring.positions import kinds, position

WEST_HAS_FAILED = "kome-sh-char-26"
VALINOR = "kome-sh-str-01"
STORMCROW = "kome-sh-str-06"
KING_IS_REVEALED = "kome-sh-str-18"
WORK_OF_THE_ENEMY = "kome-sh-str-26"


# -- The West Has Failed -----------------------------------------------------------------------------


def flown_to(*regions, eyes=1, **more):
    """A Nazgûl in each of these regions and nowhere else, and Eyes in the Hunt Box."""
    nowhere = {"minas-morgul": {}, "morannon": {}, "barad-dur": {}, "dol-guldur": {}}
    forces = nowhere | {r: {"nazgul": 1} for r in regions} | more.pop("forces", {})
    return {**realm(forces=forces, **more), "hunt_box": {FP: 0, SH: eyes}}


@pytest.mark.rule("KM-7.8", "KM-13")
@pytest.mark.card("kome-sh-char-26")
@pytest.mark.parametrize(
    ("regions", "eyes", "may"),
    [
        (("osgiliath",), 1, True),
        (("osgiliath",), 0, False),
        (("lamedon",), 3, False),
        (("lossarnach",), 3, True),
        (("pelargir",), 3, False),  # two regions from Minas Tirith
    ],
)
def test_the_west_fails_near_a_nazgul_and_with_an_eye_in_the_box(regions, eyes, may):
    assert may_play(WEST_HAS_FAILED, **flown_to(*regions, eyes=eyes)) is may


@pytest.mark.rule("KM-7.2", "KM-13")
@pytest.mark.card("kome-sh-char-26")
@pytest.mark.parametrize("state", ["awakened", "corrupted", "gone"])
def test_only_a_leader_can_be_made_to_despair(state):
    assert not may_play(WEST_HAS_FAILED, **flown_to("osgiliath", **{state: ("denethor",)}))


@pytest.mark.rule("KM-7.8", "KM-13")
@pytest.mark.card("kome-sh-char-26")
def test_who_flies_as_nazgul_do_counts_as_one_and_a_minion_on_foot_does_not():
    for who, may in (("witch-king", True), ("mouth-of-sauron", False)):
        forces = {"osgiliath": {"sauron-regular": 1, who: 1}}
        assert may_play(WEST_HAS_FAILED, **flown_to(forces=forces)) is may


@pytest.mark.rule("KM-7.3", "KM-7.8", "KM-13")
@pytest.mark.card("kome-sh-char-26")
def test_an_attempt_by_the_card_costs_no_eye_and_does_not_count_for_the_turn():
    play = play_card(
        WEST_HAS_FAILED,
        script=[["std-1-1"], ["std-2-1"]],
        dice=("army",),
        enemy_dice=(),
        **flown_to("osgiliath", eyes=2, attempted=["denethor"]),
    )
    assert (kinds(play), play.pending[0].seat) == (["corruption-tile"], SH)
    answer(play, "std-2-1")
    assert lies_on(play, "denethor") == ["std-2-1"]
    assert play.state.hunt_box[SH] == 2
    assert kings(play.state).attempted == ["denethor"]
    assert [line["cause"] for line in told(play, "corruption-attempted")] == [WEST_HAS_FAILED]


@pytest.mark.rule("KM-7.2", "KM-13")
@pytest.mark.card("kome-sh-char-26")
def test_of_several_sovereigns_the_shadow_chooses():
    here = {"dale": {"north-regular": 1, "brand-leader": 1, "nazgul": 1}}
    play = play_card(WEST_HAS_FAILED, script=[["std-1-1"]], **flown_to("osgiliath", forces=here))
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("event-sovereign", SH)
    assert "dale" in ADJACENT["erebor"]
    assert set(asked.options.values) == {"brand", "dain", "denethor", "thranduil"}
    answer(play, "dain")
    assert lies_on(play, "dain") == ["std-1-1"]
    assert done(play)


# -- Return to Valinor -------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-6.2")
@pytest.mark.card("kome-sh-str-01")
def test_the_elves_leave_when_a_stronghold_has_fallen_or_a_sovereign_is_corrupted():
    assert not may_play(VALINOR)
    assert not may_play(VALINOR, **realm(awakened=("dain",), gone=("brand",)))
    assert may_play(VALINOR, **realm(corrupted=("dain",)))
    assert may_play(VALINOR, captured=["lorien"], **realm(forces={"lorien": {"sauron-regular": 1}}))


@pytest.mark.rule("KM-13", "WR-6.8")
@pytest.mark.card("kome-sh-str-01")
@pytest.mark.parametrize(
    ("corrupted", "dice", "left"),
    [
        (("dain",), [5, 4], 2),
        (("dain",), [6, 5], 1),
        (("dain", "brand"), [5, 4], 1),
        (("dain", "brand", "denethor"), [5, 4], 1),
    ],
)
def test_dice_for_elves_in_every_stronghold_that_is_not_besieged(corrupted, dice, left):
    forces = {
        "lorien": {"sauron-regular": 2},
        "lorien/inside": {"elves-regular": 2},
        "grey-havens": {"elves-regular": 2, "north-regular": 1},
        "rivendell": {"gondor-regular": 1},
        "woodland-realm": {},
    }
    play = play_card(VALINOR, script=[dice], **realm(corrupted=corrupted, gone=("thranduil",), forces=forces))
    if kinds(play) == ["hit"]:
        answer(play, "lose:elves-regular")
    assert free(play, "grey-havens") == {"elves-regular": left, "north-regular": 1}
    assert free(play, "lorien", inside=True) == {"elves-regular": 2}
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.8")
@pytest.mark.card("kome-sh-str-01")
def test_not_more_than_five_dice_for_a_stronghold_of_the_elves():
    parts = realm(
        corrupted=("dain",),
        gone=("thranduil",),
        forces={
            "grey-havens": {"elves-regular": 4, "elves-elite": 2},
            "rivendell": {},
            "lorien": {},
            "woodland-realm": {},
        },
    )
    play = play_card(VALINOR, script=[[1, 2, 3, 4, 5]], **parts)
    assert free(play, "grey-havens") == {"elves-regular": 4, "elves-elite": 2}
    assert done(play)


# -- Stormcrow ---------------------------------------------------------------------------------------

WITH_GIMLI = {"edoras": {"rohan-regular": 2, "rohan-elite": 1, "gimli": 1}}


def in_rohan(**more):
    """Gimli with the men of Edoras; Rohan has no other Army and the Fellowship is elsewhere."""
    state = more.pop("state", "leader")
    rest = {r: {} for r in ("helms-deep", "fords-of-isen", "westemnet", "folde")}
    here = WITH_GIMLI["edoras"] | {"leader": {"theoden-leader": 1}, "awakened": {"theoden": 1}}.get(state, {})
    groups = {} if state in ("leader", "awakened") else {state: ("theoden",)}
    return {
        **realm(forces={**rest, "edoras": here}, **groups, **more),
        "fellowship": {"region": "hollin"},
        "steps": {**position().steps, "rohan": 2},
    }


@pytest.mark.rule("KM-13", "WR-6.2")
@pytest.mark.card("kome-sh-str-06")
def test_the_stormcrow_needs_the_fellowship_or_a_companion_in_a_nation_that_is_not_at_war():
    assert may_play(STORMCROW)  # the Fellowship is in Rivendell, and the Elves are not at war
    assert not may_play(STORMCROW, at_war=("elves",))
    assert not may_play(STORMCROW, fellowship={"region": "hollin"})
    assert may_play(STORMCROW, **in_rohan())
    assert may_play(STORMCROW, fellowship={"region": "hollin"}, **realm(awakened=("dain",)))


@pytest.mark.rule("KM-7.8", "KM-13", "WR-13.9")
@pytest.mark.card("kome-sh-str-06")
def test_a_nation_steps_back_and_its_sovereign_and_its_army_suffer():
    play = play_card(STORMCROW, script=[["std-eyer-1"], ["std-2-1"]], **in_rohan())
    assert play.state.steps["rohan"] == 3
    assert lies_on(play, "theoden") == ["std-2-1"]
    assert "std-eyer-1" in play.state.hunt_pool
    assert "std-2-1" not in str([line.data for line in play.lines if line.is_visible_to(FP)])
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.weight) == ("event-figure", FP, "light")
    assert list(asked.options.values) == ["rohan-regular@edoras", "rohan-elite@edoras"]
    assert asked.fallback_choice() == "rohan-regular@edoras"
    answer(play, "rohan-elite@edoras")
    assert free(play, "edoras") == {"rohan-regular": 2, "theoden-leader": 1, "gimli": 1}
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-06")
def test_an_awakened_sovereign_spares_his_nation_the_rest():
    play = play_card(STORMCROW, **in_rohan(state="awakened"))
    assert play.state.steps["rohan"] == 3
    assert free(play, "edoras") == {**WITH_GIMLI["edoras"], "theoden": 1}
    assert told(play, "corruption-attempted") == []
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-06")
@pytest.mark.parametrize("state", ["corrupted", "gone"])
def test_a_sovereign_who_has_fallen_gets_no_tile_but_the_unit_is_lost(state):
    play = play_card(STORMCROW, "rohan-regular@edoras", **in_rohan(state=state))
    assert told(play, "corruption-attempted") == []
    assert free(play, "edoras")["rohan-regular"] == 1
    assert done(play)


@pytest.mark.rule("KM-7.7", "KM-7.8", "KM-13")
@pytest.mark.card("kome-sh-str-06")
def test_the_tile_may_corrupt_him_and_threats_and_promises_end():
    play = play_card(
        STORMCROW, script=[["std-2-1"]], table=(THREATS,), **in_rohan(tiles={"theoden": ["std-1-1"]})
    )
    assert sovereigns.state_of(play.state, "theoden") == "corrupted"
    assert play.state.table[SH] == []
    answer(play, "rohan-regular@edoras")
    assert free(play, "edoras") == {"rohan-regular": 1, "rohan-elite": 1, "gimli": 1}
    assert done(play)


@pytest.mark.rule("KM-6.1", "KM-13", "WR-1.2")
@pytest.mark.card("kome-sh-str-06")
def test_the_last_unit_is_lost_without_a_question_and_its_leaders_with_it():
    parts = in_rohan()
    parts["forces"]["edoras"] = {"rohan-regular": 1, "rohan-leader": 1, "theoden-leader": 1, "gimli": 1}
    play = play_card(STORMCROW, script=[["std-2-1"]], **parts)
    assert free(play, "edoras") == {"gimli": 1}
    assert sovereigns.state_of(play.state, "theoden") == "gone"
    assert lies_on(play, "theoden") == []
    assert "std-2-1" in play.state.hunt_pool
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-sh-str-06")
def test_of_several_nations_the_shadow_chooses_and_no_leader_is_lost():
    forces = {"dale": {"north-regular": 1, "brand-leader": 1, "north-leader": 1, "gimli": 1}}
    play = play_card(STORMCROW, **realm(forces=forces))
    assert (kinds(play), play.pending[0].seat) == (["event-nation"], SH)
    answer(play, "north")
    assert not [value for value in play.pending[0].options.values if "leader" in value]


# -- The King Is Revealed ----------------------------------------------------------------------------

REVEALED = {"minas-tirith": {"gondor-regular": 3, "denethor-leader": 1, "aragorn": 1}}


def with_aragorn(**more):
    return {**realm(forces={**REVEALED, **more.pop("forces", {})}, **more), "eliminated": []}


@pytest.mark.rule("KM-13", "WR-6.2")
@pytest.mark.card("kome-sh-str-18")
def test_the_king_is_revealed_by_aragorn_or_by_denethor_who_is_awakened():
    assert not may_play(KING_IS_REVEALED)
    assert not may_play(KING_IS_REVEALED, **realm(awakened=("theoden",), corrupted=("denethor",)))
    assert may_play(KING_IS_REVEALED, **realm(awakened=("denethor",)))
    assert may_play(KING_IS_REVEALED, **with_aragorn())


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-sh-str-18")
def test_an_army_gathers_in_minas_morgul():
    play = play_card(KING_IS_REVEALED, **with_aragorn(forces={"minas-morgul": {"sauron-regular": 2}}))
    assert shadow(play, "minas-morgul") == {"sauron-regular": 7, "nazgul": 1}
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-sh-str-18")
def test_each_awakened_sovereign_brings_one_figure_more():
    play = play_card(
        KING_IS_REVEALED,
        **realm(awakened=("denethor", "dain"), corrupted=("brand",), forces={"minas-morgul": {}}),
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("event-recruit", SH)
    assert list(asked.options.values) == ["sauron-regular", "nazgul"]
    answer(play, "nazgul", "sauron-regular")
    assert shadow(play, "minas-morgul") == {"sauron-regular": 6, "nazgul": 2}
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-sh-str-18")
def test_what_the_reinforcements_do_not_have_does_not_come():
    play = play_card(
        KING_IS_REVEALED,
        **realm(awakened=("denethor", "dain"), forces={"minas-morgul": {}, "gorgoroth": {"nazgul": 4}}),
    )
    # one Nazgûl comes by the card, and none is left: the figures more are Regulars
    assert shadow(play, "minas-morgul") == {"sauron-regular": 7, "nazgul": 1}
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6", "WR-7.2")
@pytest.mark.card("kome-sh-str-18")
def test_the_stacking_limit_is_looked_at_when_all_have_come_and_a_lost_minas_morgul_sends_nobody():
    play = play_card(
        KING_IS_REVEALED,
        "sauron-regular",
        **realm(awakened=("denethor",), forces={"minas-morgul": {"sauron-regular": 8}, "nurn": {}}),
    )
    assert shadow(play, "minas-morgul") == {"sauron-regular": 10, "nazgul": 1}
    play = play_card(
        KING_IS_REVEALED,
        captured=["minas-morgul"],
        **realm(awakened=("denethor",), forces={"minas-morgul": {"gondor-regular": 1}}),
    )
    assert controller(play.state, "minas-morgul") == FP
    assert told(play, "recruited") == []
    assert done(play)


# -- Work of the Enemy -------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-6.8")
@pytest.mark.card("kome-sh-str-26")
@pytest.mark.parametrize(("state", "left"), [("leader", 2), ("awakened", 2), ("corrupted", 1)])
def test_dice_against_the_army_beside_a_sovereign(state, left):
    groups = {} if state == "leader" else {state: ("denethor",)}
    who = {"leader": {"denethor-leader": 1}, "awakened": {"denethor": 1}, "corrupted": {}}[state]
    forces = {"minas-tirith": {"gondor-regular": 3, **who}}
    play = play_card(WORK_OF_THE_ENEMY, script=[[5, 4, 3]], **realm(forces=forces, **groups))
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("event-sovereign", SH)
    assert list(asked.options.values) == ["brand", "dain", "denethor", "theoden", "thranduil"]
    answer(play, "denethor")
    assert free(play, "minas-tirith")["gondor-regular"] == left
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.9")
@pytest.mark.card("kome-sh-str-26")
def test_a_besieged_army_is_struck_and_its_nation_is_not_roused():
    forces = {
        "minas-tirith": {"sauron-regular": 5},
        "minas-tirith/inside": {"gondor-regular": 1, "denethor-leader": 1},
    }
    play = play_card(WORK_OF_THE_ENEMY, "denethor", script=[[6, 1, 1]], **realm(forces=forces))
    assert controller(play.state, "minas-tirith") == SH
    assert sovereigns.state_of(play.state, "denethor") == "gone"
    assert "gondor" not in play.state.active
    assert done(play)


@pytest.mark.rule("KM-6.3", "KM-13")
@pytest.mark.card("kome-sh-str-26")
def test_a_sovereign_without_an_army_is_not_named_and_two_in_one_region_are():
    forces = {
        "erebor": {"dwarves-regular": 2, "dain-leader": 1, "brand": 1},
        "dale": {},
        "edoras": {"theoden": 1},
    }
    play = play_card(WORK_OF_THE_ENEMY, script=[[4, 4, 4]], **realm(forces=forces))
    assert list(play.pending[0].options.values) == ["brand", "dain", "denethor", "thranduil"]
    answer(play, "brand")
    assert free(play, "erebor")["dwarves-regular"] == 2


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-sh-str-26")
def test_without_anybody_to_strike_the_card_does_nothing():
    everybody = ("brand", "dain", "denethor", "theoden", "thranduil")
    assert done(play_card(WORK_OF_THE_ENEMY, **realm(gone=everybody)))

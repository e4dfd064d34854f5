"""The three Elven Rings: which one is used, and what each can do (LM-8)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.lords import rings
from rules.war_of_the_ring.sets.lords.cards.free_peoples import THREE_RINGS
from rules.war_of_the_ring.sets.lords.state import OUT, Lords, lords
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.lords.cards import play_card
from tests.rules.war_of_the_ring.lords.positions import LORDS, hunted, lords_game, on_the_table
from tests.rules.war_of_the_ring.positions import kinds

ELROND = {"rivendell": {"elves-regular": 1, "elrond": 1}}
KEEPER_OF_NARYA = "gandalf-the-grey-keeper-of-narya"
IN_EDORAS = {"edoras": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}}
LED = {"fellowship": {"guide": "strider"}}


def with_rings(**where):
    """Return the parts of a position in which the Rings are elsewhere than with the Free Peoples."""
    named = {"vilya": FP, "nenya": FP, "narya": FP} | where
    counts = {side: list(named.values()).count(side) for side in (FP, SH)}
    return {"rings": counts, "sets": {"lords": Lords(rings=named)}}


# -- turning a die -----------------------------------------------------------------------------------


@pytest.mark.rule("LM-8.1", "LM-8.3", "LM-2.5")
def test_the_free_peoples_name_the_ring_that_turns_a_die_and_it_goes_to_the_shadow():
    play = lords_game(dice=(["event", "event"], ["army", "event"]))
    play.choose(FP, "ring:event>muster")
    assert kinds(play) == ["which-ring"]
    play.choose(FP, "nenya")
    assert lords(play.state).rings == {"vilya": FP, "nenya": SH, "narya": FP}
    assert play.state.rings == {FP: 2, SH: 1}
    assert not any(choice.startswith("ring:") for choice in options(play.state, FP))


@pytest.mark.rule("LM-8.3")
def test_a_ring_that_the_shadow_has_used_is_out_of_the_game():
    play = lords_game(dice=(["event"], ["army", "event"]), to_act=SH, **with_rings(narya=SH))
    play.choose(SH, "ring:army>muster")
    assert lords(play.state).rings["narya"] == OUT
    assert play.state.rings == {FP: 2, SH: 0}
    assert kinds(play) == ["action"]


# -- Vilya -------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-8.5", "LM-8.3", "LM-7.8")
def test_vilya_takes_a_fellowship_die_back_out_of_the_hunt_box():
    play = hunted([], box=0, forces=ELROND)
    assert play.state.hunt_box[FP] == 1
    assert kinds(play) == ["vilya"]
    play.choose(FP, "use")
    assert play.state.hunt_box == {FP: 0, SH: 0}
    assert play.state.dice[FP] == ["character"]
    assert lords(play.state).rings["vilya"] == SH
    assert play.state.rings == {FP: 2, SH: 1}


@pytest.mark.rule("LM-8.5")
def test_vilya_may_keep_the_keeper_die():
    play = lords_game(
        dice=(["nenya/character"], ["event"]),
        forces={**ELROND, "lorien": {"elves-regular": 1, "galadriel": 1}},
    )
    play.choose(FP, "nenya/character:move-fellowship")
    play.choose(FP, "use")
    assert play.state.hunt_box == {FP: 0, SH: 0}
    assert play.state.dice[FP] == ["nenya/character"]


@pytest.mark.rule("LM-8.5")
def test_vilya_kept_the_die_is_spent():
    play = hunted([], box=0, forces=ELROND)
    play.choose(FP, None)
    assert play.state.dice[FP] == []
    assert play.state.hunt_box[FP] == 1
    assert lords(play.state).rings["vilya"] == FP


@pytest.mark.rule("LM-8.5")
def test_vilya_keeps_no_will_of_the_west():
    play = lords_game(dice=(["will-of-the-west"], ["event"]), forces=ELROND)
    play.choose(FP, "will-of-the-west:move-fellowship")
    assert kinds(play) == ["action"]


@pytest.mark.rule("LM-8.4", "LM-8.5")
@pytest.mark.parametrize("parts", [{}, {"forces": ELROND, **with_rings(vilya=SH)}])
def test_without_elrond_or_the_ring_there_is_no_vilya(parts):
    play = hunted([], box=0, **parts)
    assert kinds(play) == ["action"]


@pytest.mark.rule("LM-8.3", "WR-4.12")
@pytest.mark.parametrize("at_once", [True, False])
def test_a_ring_given_for_its_power_is_fresh_with_the_shadow(at_once):
    """The Shadow waits for the next turn where a table says so, as for any other Ring."""
    play = lords_game(
        dice=(["character"], ["army", "event"]), options={**LORDS, "ring_on_arrival": at_once}, forces=ELROND
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "use")
    assert play.state.rings_fresh == 1
    assert any(choice.startswith("ring:") for choice in options(play.state, SH)) is at_once


@pytest.mark.rule("LM-8.4")
def test_its_power_comes_beside_the_one_ring_of_a_turn():
    play = lords_game(dice=(["event", "event"], ["army", "event"]), forces=ELROND)
    play.choose(FP, "ring:event>character")
    play.choose(FP, "narya")
    play.choose(FP, "character:move-fellowship")
    assert kinds(play) == ["vilya"]
    play.choose(FP, "use")
    assert play.state.rings == {FP: 1, SH: 2}


@pytest.mark.rule("LM-8.4", "LM-8.5")
def test_a_die_that_is_skipped_is_not_kept():
    play = lords_game(dice=(["event", "event"], ["army"]), forces=ELROND)
    play.choose(FP, "skip:event")
    assert kinds(play) == ["action"]


# -- Narya -------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-8.6", "LM-8.3")
@pytest.mark.parametrize("die", ["event", "will-of-the-west", "vilya/card-draw"])
def test_narya_and_any_die_take_a_passive_nation_to_war(die):
    play = lords_game(dice=([die], ["event"]), forces={**IN_EDORAS, **ELROND}, **LED)
    assert play.state.steps["rohan"] > 0
    play.choose(FP, f"{die}:narya")
    assert play.state.steps["rohan"] == 0
    assert "rohan" in play.state.active
    assert lords(play.state).rings["narya"] == SH


@pytest.mark.rule("LM-8.6", "LM-8.4", "LM-9.3")
@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"forces": {"edoras": {"rohan-regular": 1, "gandalf-the-grey": 1}}, **LED},
        {"forces": {"eastemnet": {"rohan-regular": 1, KEEPER_OF_NARYA: 1}}, **LED},
        {"forces": {"edoras": {KEEPER_OF_NARYA: 1}}, "captured": ["edoras"], **LED},
        {"forces": IN_EDORAS, "at_war": ("rohan",), **LED},
        {"forces": IN_EDORAS, **LED, **with_rings(narya=SH)},
        {"forces": IN_EDORAS, **LED, **with_rings(narya=OUT)},
    ],
)
def test_narya_asks_for_its_ring_its_keeper_and_a_settlement_that_is_not_at_war(parts):
    play = lords_game(dice=(["event"], ["event"]), **parts)
    assert "event:narya" not in options(play.state, FP)
    with pytest.raises(IllegalChoice, match="The Keeper of Narya can take no Nation to war now"):
        play.choose(FP, "event:narya")


# -- Nenya, and Three Rings --------------------------------------------------------------------------


@pytest.mark.rule("LM-8.7")
def test_nenya_answers_an_eye_that_fire_and_shadow_draws():
    play = lords_game(
        [["std-eyer-1"], ["std-0r-1"]],
        phase="fellowship",
        fellowship={"region": "hollin", "progress": 2, "hidden": True},
        forces={
            "moria": {"sauron-regular": 1, "balrog": 1},
            "lorien": {"elves-regular": 1, "galadriel": 1},
        },
    )
    play.choose(FP, "moria")
    assert kinds(play) == ["nenya"]
    play.choose(FP, "use")
    assert play.state.eliminated == []
    assert play.state.tiles_removed == ["std-eyer-1"]


@pytest.mark.rule("LM-8.8", "LM-8.4")
def test_a_ring_that_three_rings_has_brought_back_has_its_power_again():
    play = play_card(
        THREE_RINGS,
        script=[[6, 1, 1]],
        dice=("character",),
        forces=ELROND,
        **with_rings(vilya=SH),
    )
    assert lords(play.state).rings["vilya"] == FP
    assert rings.has_power(play.state, "vilya")
    assert kinds(play) == ["vilya"]


@pytest.mark.rule("LM-8.1", "LM-6.6")
def test_a_ring_that_pays_for_the_end_of_a_card_is_named_too():
    play = lords_game(dice=(["event"], ["army"]), **on_the_table("lome-sh-char-26"))
    play.choose(FP, "event:discard-lore")
    assert kinds(play) == ["which-ring"]
    play.choose(FP, "vilya")
    assert play.state.table[SH] == []
    assert lords(play.state).rings["vilya"] == SH
    assert told(play, "ring-named") == [{"side": FP, "ring": "vilya"}]

"""Ruler dice: recovered, rolled, discarded, rolled again for Dismay (KM-2, KM-3, KM-4, KM-10.6)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings.state import Kings
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import KINGS, at_home, kept, kings_game, kings_of
from tests.rules.war_of_the_ring.positions import kinds

AWAKE = at_home("theoden", awake=True)
CHIEFTAIN = {"orthanc": {"isengard-regular": 2, "ugluk": 1}}
DISMAY = {**KINGS, "dismay_tokens": True}


def rolled(
    free=None,
    shadow=None,
    *,
    standard=(1, 1, 1, 1, 1, 1, 1),
    own=(1, 1, 1, 1),
    dismay=(),
    options=KINGS,
    **parts,
):
    """Let both sides roll their Ruler dice, by number, with the standard ones; nothing is allocated."""
    pool = [kind for kind, n in (("fp-ruler", free), ("shadow-ruler", shadow)) if n]
    script = [list(own), *([[free]] if free else []), list(standard), *([[shadow]] if shadow else [])]
    sets = {"kings": Kings(pool=pool, dismay=list(dismay)), **parts.pop("sets", {})}
    forces = {**AWAKE, **CHIEFTAIN, **parts.pop("forces", {})}
    again = parts.pop("again", [])
    play = kings_game(
        [*script, *again], phase="hunt-allocation", sets=sets, forces=forces, options=options, **parts
    )
    play.choose(SH, 0)
    return play


# -- phase 1 -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-2.1", "KM-2.2")
@pytest.mark.parametrize(
    ("parts", "pool"),
    [
        ({}, []),
        ({"forces": AWAKE}, ["fp-ruler"]),
        ({"forces": CHIEFTAIN}, ["shadow-ruler"]),
        ({"forces": {**AWAKE, **CHIEFTAIN}}, ["fp-ruler", "shadow-ruler"]),
        ({"eliminated": ["theoden", "ugluk"]}, []),
        (kept(corrupted={"brand": "dale"}), []),
    ],
    ids=["nobody", "awake", "chieftain", "both", "fallen", "corrupted"],
)
def test_a_ruler_die_is_rolled_while_a_ruler_is_in_play(parts, pool):
    play = kings_game(phase="draw", **parts)
    assert kings_of(play).pool == pool


@pytest.mark.rule("KM-2.1", "KM-6.5", "KM-8.1")
def test_it_comes_in_the_turn_after():
    play = kings_game(dice=(["muster"], ["event"]), at_war=("rohan",), forces=at_home("theoden"))
    play.choose(FP, "muster:awaken")
    play.choose(FP, "theoden@edoras")
    assert kings_of(play).pool == []
    play.choose(SH, "skip:event")
    assert play.state.turn == 3
    assert kings_of(play).pool == ["fp-ruler"]


@pytest.mark.rule("KM-2.3", "KM-2.4", "KM-4.3")
def test_whatever_became_of_them_they_come_back_and_the_turn_is_forgotten():
    play = kings_game(
        phase="draw",
        forces={**AWAKE, **CHIEFTAIN},
        hunt_box={FP: 0, SH: 1, "shadow-ruler/eye": 1},
        **kept(discarded={FP: "fp-ruler/event"}, attempted=["brand"], token_used=True, palantir_used=True),
    )
    assert kings_of(play) == Kings(pool=["fp-ruler", "shadow-ruler"])
    assert play.state.hunt_box == {FP: 0, SH: 0}


@pytest.mark.rule("KM-2.5")
def test_a_ruler_die_that_moved_the_fellowship_obliges_the_shadow_to_hunt():
    play = kings_game([], dice=(["fp-ruler/character"], ["event"]), forces=AWAKE)
    play.choose(FP, "fp-ruler/character:move-fellowship")
    assert play.state.hunt_box == {FP: 0, SH: 0, "fp-ruler/character": 1}
    assert dice.movers_in_box(play.state) == 1
    play.choose(SH, "skip:event")
    play.choose(FP, None)
    play.choose(FP, "strider")
    assert (kinds(play), play.pending[0].options.low) == (["hunt-allocation"], 1)


@pytest.mark.rule("KM-2.3", "KM-2.5")
@pytest.mark.parametrize(("forces", "least"), [(AWAKE, 1), ({}, 0)], ids=["awake", "nobody-left"])
def test_one_that_is_not_rolled_again_obliges_to_nothing(forces, least):
    play = kings_game(phase="draw", forces=forces, hunt_box={FP: 0, SH: 0, "fp-ruler/character": 1})
    while kinds(play) != ["hunt-allocation"]:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
    assert play.pending[0].options.low == least


# -- phase 3 -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-3.1")
def test_the_shadows_ruler_die_is_never_allocated():
    for pool in ([], ["shadow-ruler"]):
        play = kings_game(phase="hunt-allocation", forces=CHIEFTAIN, sets={"kings": Kings(pool=pool)})
        assert play.pending[0].options.high == 7


# -- phase 4 -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-4.2", "KM-4.3", "KM-4.1")
def test_first_the_shadow_then_the_free_peoples_discard_the_ruler_die_or_a_standard_one():
    play = rolled(free=3, shadow=2, standard=(1, 1, 3, 3, 5, 6, 6))
    assert (kinds(play), play.pending[0].seat) == (["discard-die"], SH)
    assert play.pending[0].options.values == ["shadow-ruler/army", "character", "event", "muster"]
    assert play.state.hunt_box[SH] == 2
    play.choose(SH, "event")
    assert (kinds(play), play.pending[0].seat) == (["discard-die"], FP)
    assert play.pending[0].options.values == ["fp-ruler/muster-army", "character"]
    play.choose(FP, "fp-ruler/muster-army")
    s = play.state
    assert s.dice[SH] == ["character", "character", "muster", "muster", "shadow-ruler/army"]
    assert s.dice[FP] == ["character"] * 4
    assert kings_of(play).discarded == {SH: "event", FP: "fp-ruler/muster-army"}
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-4.2")
def test_a_side_without_a_ruler_die_discards_nothing():
    play = rolled(free=1)
    assert (kinds(play), play.pending[0].seat) == (["discard-die"], FP)
    assert len(play.state.dice[SH]) == 7
    play = rolled(own=(1, 2, 3, 4), shadow=2)
    play.choose(SH, "character")
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-4.2")
def test_an_eye_on_the_ruler_die_may_be_discarded_or_hunts():
    play = rolled(shadow=6)
    assert play.pending[0].options.values == ["shadow-ruler/eye", "character"]
    play.choose(SH, "shadow-ruler/eye")
    assert play.state.hunt_box == {FP: 0, SH: 0}
    play = rolled(shadow=6)
    play.choose(SH, "character")
    assert play.state.hunt_box == {FP: 0, SH: 0, "shadow-ruler/eye": 1}
    assert len(play.state.dice[SH]) == 6


@pytest.mark.rule("KM-4.2")
def test_when_every_standard_die_shows_an_eye_the_ruler_die_goes_without_a_question():
    play = rolled(shadow=3, standard=(6, 6, 6, 6, 6, 6, 6))
    assert kinds(play) == ["action"]
    assert play.state.dice[SH] == []
    assert kings_of(play).discarded == {SH: "shadow-ruler/muster"}


@pytest.mark.rule("KM-16", "KM-4.2")
def test_the_clock_discards_what_is_missed_least():
    play = rolled(free=1, shadow=1, standard=(1, 2, 3, 4, 5, 1, 1), own=(1, 4, 5, 6))
    assert play.pending[0].fallback_choice() == "event"
    play.choose(SH, "event")
    assert play.pending[0].fallback_choice() == "event"


# -- what a Ruler die is good for ----------------------------------------------------------------------


@pytest.mark.rule("KM-5.1")
def test_a_ruler_die_is_an_action_die_that_a_ring_may_turn_and_that_counts_for_passing():
    play = kings_game(dice=(["fp-ruler/event"], ["army"]), forces=AWAKE)
    assert "fp-ruler/event:draw" in options(play.state, FP)
    assert "pass" not in options(play.state, FP)
    play.choose(FP, "ring:fp-ruler/event>character")
    assert play.state.dice[FP] == ["fp-ruler/character"]
    assert "fp-ruler/character:move-fellowship" in options(play.state, FP)
    assert not any(value.startswith("ring:") for value in options(play.state, FP))
    rings = {"rings": {FP: 1, SH: 1}}
    play = kings_game(dice=(["event"], ["shadow-ruler/army"]), to_act=SH, forces=CHIEFTAIN, **rings)
    play.choose(SH, "ring:shadow-ruler/army>eye")
    assert play.state.hunt_box == {FP: 0, SH: 0, "shadow-ruler/eye": 1}


# -- Dismay --------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-10.6", "KM-4.5")
def test_a_token_lets_the_free_peoples_roll_their_ruler_die_again():
    play = rolled(
        free=6, dismay=("brand", "dain"), options=DISMAY, again=[[5], [1]], eliminated=["brand", "dain"]
    )
    play.choose(FP, "character")
    assert (kinds(play), play.pending[0].seat) == (["dismay"], SH)
    assert play.pending[0].options.values == ["brand:free-peoples", "dain:free-peoples"]
    play.choose(SH, "dain:free-peoples")
    assert play.state.dice[FP] == ["character"] * 3 + ["fp-ruler/event"]
    assert told(play, "dismay-used") == [
        {"sovereign": "dain", "side": FP, "die": "fp-ruler/will-of-the-west", "result": "event"}
    ]
    play.choose(SH, None)
    assert kings_of(play).dismay == ["brand"]
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-10.6")
def test_the_shadow_may_roll_its_own_again_out_of_the_hunt_box_and_into_it():
    play = rolled(
        shadow=6, dismay=("brand", "dain"), options=DISMAY, again=[[3], [6]], eliminated=["brand", "dain"]
    )
    play.choose(SH, "character")
    play.choose(SH, "brand:shadow")
    assert play.state.hunt_box == {FP: 0, SH: 0}
    assert "shadow-ruler/muster" in play.state.dice[SH]
    play.choose(SH, "dain:shadow")
    assert play.state.hunt_box == {FP: 0, SH: 0, "shadow-ruler/eye": 1}
    assert kings_of(play).dismay == []
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-10.6")
def test_a_ruler_die_that_was_discarded_is_not_rolled_again():
    play = rolled(free=6, dismay=("brand",), options=DISMAY, eliminated=["brand"])
    play.choose(FP, "fp-ruler/will-of-the-west")
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-10.6", "KM-11.3")
@pytest.mark.parametrize(
    ("variants", "tokens", "dismay"),
    [
        ({}, ["brand"], []),
        ({"dismay_tokens": True}, ["brand"], ["brand"]),
        ({"dismay_tokens": True}, [], []),
        ({"dismay_tokens": True, "no_ruler_tokens": True}, [], ["brand"]),
        ({"no_ruler_tokens": True}, [], []),
    ],
)
def test_what_becomes_of_the_token_of_who_falls_awake(variants, tokens, dismay):
    play = kings_game(
        [[6, 6, 6, 6, 6], [1, 1]],
        dice=(["event"], ["army"]),
        to_act=SH,
        at_war=("sauron",),
        options={**KINGS, **variants},
        forces={"old-forest-road": {"sauron-regular": 6}, **at_home("brand", awake=True)},
        **kept(tokens=tokens),
    )
    play.choose(SH, "army:attack")
    play.choose(SH, "old-forest-road>dale")
    play.choose(SH, {"sauron-regular": 6})
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
    assert play.state.eliminated == ["brand"]
    assert (kings_of(play).tokens, kings_of(play).dismay) == ([], dismay)


@pytest.mark.rule("KM-10.6")
def test_a_position_without_a_ruler_die_asks_nobody():
    play = rolled(dismay=("brand",), options=DISMAY, eliminated=["brand"])
    assert kinds(play) == ["action"]
    with pytest.raises(IllegalChoice):
        play.choose(FP, "fp-ruler/event:draw")

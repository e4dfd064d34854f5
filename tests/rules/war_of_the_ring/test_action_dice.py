"""What each die result can be used for, and Elven Rings (WR-4, WR-6.1)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATIONS, SH
from rules.war_of_the_ring.turns.action_dice import faces_of, options, ring_changes, uses
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, kinds, position

ALL_NATIONS = tuple(NATIONS)
#: Something to do for every result: an enemy next to a led Army, Companions on the map, cards of every icon.
BUSY = {
    "at_war": ALL_NATIONS,
    "forces": {
        "osgiliath": {"gondor-regular": 2, "gondor-leader": 1, "boromir": 1},
        "south-ithilien": {"sauron-regular": 2, "nazgul": 1},
    },
    **holding("fp-char-09", "fp-str-06", "fp-str-08"),
}
FP_USES = {
    "character": {
        "leader-move",
        "leader-attack",
        "move-fellowship",
        "separate",
        "move-companions",
        "play",
    },
    "muster": {"recruit", "play"},
    "muster-army": {"move-armies", "attack", "recruit", "play"},
    "event": {"draw", "play-event"},
}


@pytest.mark.rule("WR-4.5", "WR-4.6", "WR-4.7", "WR-4.8", "WR-4.9", "WR-6.1")
@pytest.mark.parametrize("die", FP_USES)
def test_what_the_free_peoples_do_with_a_die(die):
    s = position(**BUSY)
    icons = {CARDS[c].play_with for c in s.hands[FP]}
    assert icons == {"character", "army", "muster"}
    assert set(uses(s, FP, die)) == FP_USES[die]


@pytest.mark.rule("WR-4.9.1")
def test_a_will_of_the_west_is_any_other_result():
    s = position(**BUSY)
    everything = set().union(*FP_USES.values())
    assert set(uses(s, FP, "will-of-the-west")) == everything
    crowning = position(forces={"pelargir": {"gondor-regular": 1, "strider": 1}})
    assert "upgrade" in uses(crowning, FP, "will-of-the-west")
    assert "upgrade" not in uses(crowning, FP, "muster")


@pytest.mark.rule("WR-4.5", "WR-4.6", "WR-4.7", "WR-4.8", "WR-4.9")
@pytest.mark.parametrize(
    ("die", "expected"),
    [
        ("character", {"leader-move", "leader-attack", "move-nazgul", "play"}),
        ("army", {"move-armies", "attack", "play"}),
        ("muster", {"recruit", "minion", "play"}),
        ("muster-army", {"move-armies", "attack", "recruit", "minion", "play"}),
        ("event", {"draw", "play-event"}),
    ],
)
def test_what_the_shadow_does_with_a_die(die, expected):
    parts = {**BUSY, **holding("sh-char-18", "sh-str-04", "sh-str-12", "sh-str-16", "sh-str-20")}
    s = position(**parts)
    assert {CARDS[c].play_with for c in s.hands[SH]} == {"character", "army", "muster"}
    assert set(uses(s, SH, die)) == expected


@pytest.mark.rule("WR-4.7", "WR-13.5")
def test_a_muster_die_moves_nations_that_are_not_at_war():
    s = position()
    assert "diplomacy" in uses(s, FP, "muster")
    assert "recruit" not in uses(s, FP, "muster")
    assert "diplomacy" not in uses(s, FP, "event")


@pytest.mark.rule("WR-4.4")
def test_one_die_one_action_and_then_the_other_side():
    play = game(dice=(["muster", "event"], ["event"]))
    play.choose(FP, "muster:diplomacy")
    play.choose(FP, "gondor")
    assert play.state.dice[FP] == ["event"]
    assert play.pending[0].seat == SH


@pytest.mark.rule("WR-4.9", "WR-6.1")
@pytest.mark.parametrize(
    ("die", "cards"),
    [
        ("event", {"fp-char-09", "fp-str-06", "fp-str-08"}),
        ("character", {"fp-char-09"}),
        ("muster", {"fp-str-08"}),
        ("muster-army", {"fp-str-06", "fp-str-08"}),
    ],
)
def test_which_cards_a_die_plays(die, cards):
    play = game(dice=([die], ["event"]), **BUSY)
    play.choose(FP, f"{die}:{'play-event' if die == 'event' else 'play'}")
    asked = set(play.pending[0].options.values) if kinds(play) == ["card"] else cards
    assert asked == cards


# -- Elven Rings -------------------------------------------------------------------------------------


@pytest.mark.rule("WR-4.10", "WR-4.11", "WR-4.12")
def test_an_elven_ring_turns_a_die_and_goes_to_the_shadow():
    play = game(dice=(["event", "muster"], ["army"]))
    assert "ring:event>will-of-the-west" not in play.pending[0].options.values
    play.choose(FP, "ring:event>character")
    assert sorted(play.state.dice[FP]) == ["character", "muster"]
    assert play.state.rings == {FP: 2, SH: 1}
    assert play.pending[0].seat == FP  # turning a die is no action
    assert not any(v.startswith("ring") for v in play.pending[0].options.values)
    play.choose(FP, "skip:muster")
    assert "ring:army>eye" in play.pending[0].options.values


@pytest.mark.rule("WR-4.11")
def test_a_ring_of_the_shadow_leaves_the_game():
    play = game(dice=([], ["army", "event"]), rings={FP: 1, SH: 2})
    play.choose(SH, "ring:army>muster")
    assert play.state.rings == {FP: 1, SH: 1}
    assert not ring_changes(play.state, SH)
    with pytest.raises(IllegalChoice, match="at most one Ring"):
        play.choose(SH, "ring:event>muster")


@pytest.mark.rule("WR-4.11")
def test_a_will_of_the_west_can_be_turned_but_not_made():
    s = position(dice=(["will-of-the-west", "event"], []))
    changes = ring_changes(s, FP)
    assert "ring:will-of-the-west>muster" in changes
    assert not any(c.endswith(">will-of-the-west") for c in changes)


@pytest.mark.rule("WR-4.12")
def test_a_die_turned_to_an_eye_joins_the_hunt_and_the_shadow_still_acts():
    play = game(dice=([], ["army", "event"]), rings={FP: 2, SH: 1})
    play.choose(SH, "ring:army>eye")
    assert (play.state.hunt_box[SH], play.state.dice[SH]) == (1, ["event"])
    assert play.pending[0].seat == SH


@pytest.mark.rule("WR-4.12")
def test_the_last_die_turned_to_an_eye_ends_the_shadows_actions():
    play = game(dice=(["event", "event"], ["army"]), rings={FP: 2, SH: 1}, to_act=SH)
    play.choose(SH, "ring:army>eye")
    assert play.pending[0].seat == FP


@pytest.mark.rule("WR-4.10")
def test_after_a_ring_any_die_may_be_used_or_none():
    play = game(dice=(["event"], ["army", "army"]))
    play.choose(FP, "ring:event>character")
    assert "pass" in play.pending[0].options.values
    assert "skip:character" in play.pending[0].options.values


@pytest.mark.rule("WR-4.10")
def test_without_rings_nothing_is_turned():
    s = position(dice=(["event"], ["army"]), rings={FP: 0, SH: 0})
    assert not any(v.startswith("ring") for side in (FP, SH) for v in options(s, side))


@pytest.mark.rule("WR-18", "WR-4.8")
def test_a_muster_die_is_no_army_die():
    assert faces_of(position(), SH, "muster") == ("muster",)
    assert faces_of(position(), SH, "muster-army") == ("army", "muster")


@pytest.mark.rule("WR-4.5", "WR-8.4")
@pytest.mark.parametrize(
    ("army", "can"),
    [
        ({"gondor-regular": 2}, False),
        ({"gondor-regular": 2, "gondor-leader": 1}, True),
        ({"gondor-regular": 2, "strider": 1}, True),
        ({"strider": 1}, False),  # no Army
    ],
)
def test_a_character_die_moves_a_led_army(army, can):
    forces = {r: {} for r in ("minas-tirith", "dale", "erebor", "rivendell", "lorien", "woodland-realm")}
    s = position(
        forces={**forces, "grey-havens": {}, "fords-of-isen": {}, "osgiliath": army}, at_war=("gondor",)
    )
    assert ("leader-move" in uses(s, FP, "character")) is can

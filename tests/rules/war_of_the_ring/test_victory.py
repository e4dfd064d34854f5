"""Winning: by the Ring at once, by conquest at the end of a turn, in this order (WR-17)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, NATIONS, ORIGINAL, REGIONS, SH
from rules.war_of_the_ring.position.state import victory_points
from tests.rules.war_of_the_ring.positions import game, position

FOUR_STRONGHOLDS = ["minas-tirith", "helms-deep", "lorien", "rivendell"]
TWO_OF_THE_SHADOW = ["moria", "dol-guldur"]


@pytest.mark.rule("WR-0.15", "WR-12.2")
def test_what_all_settlements_are_worth():
    worth = {side: sum(REGIONS[r].vp for r, owner in ORIGINAL.items() if owner == side) for side in (FP, SH)}
    assert worth == {FP: 20, SH: 18}
    assert {REGIONS[r].vp for r in ORIGINAL if REGIONS[r].settlement == "stronghold"} == {2}
    assert {REGIONS[r].vp for r in ORIGINAL if REGIONS[r].settlement == "city"} == {1}
    assert {REGIONS[r].vp for r in ORIGINAL if REGIONS[r].settlement == "town"} == {0}


@pytest.mark.rule("WR-17.3", "WR-17.4", "WR-17.5", "WR-3.6", "WR-21")
@pytest.mark.parametrize(
    ("captured", "winner", "reason"),
    [
        ([*FOUR_STRONGHOLDS, "erebor"], SH, "military-shadow"),
        ([*FOUR_STRONGHOLDS, "dale", "pelargir"], SH, "military-shadow"),
        (TWO_OF_THE_SHADOW, FP, "military-free-peoples"),
        (["moria", "angmar", "far-harad"], FP, "military-free-peoples"),
        ([*FOUR_STRONGHOLDS, "erebor", *TWO_OF_THE_SHADOW], SH, "military-shadow"),
    ],
)
def test_conquest_is_counted_at_the_end_of_the_turn(captured, winner, reason):
    play = game(phase="victory-check", captured=captured)
    assert (play.result.winners, play.result.reason) == ((winner,), reason)
    assert play.result.details["points"][winner] >= (10 if winner == SH else 4)


@pytest.mark.rule("WR-17.3", "WR-17.4", "WR-3.6")
@pytest.mark.parametrize("captured", [[*FOUR_STRONGHOLDS, "dale"], ["moria", "angmar"], []])
def test_a_point_less_and_the_next_turn_begins(captured):
    play = game(phase="victory-check", captured=captured)
    assert not play.is_over
    assert play.state.turn == 3


@pytest.mark.rule("WR-17.5", "WR-12.3")
def test_what_is_taken_and_lost_in_a_turn_does_not_count():
    """The Free Peoples hold four points, but lose one of the Strongholds before the turn ends."""
    play = game(
        [[5, 5], [1]],
        forces={
            "dol-guldur": {"elves-regular": 1},
            "narrows-of-the-forest": {"sauron-elite": 2},
            "moria": {"dwarves-regular": 1},
        },
        captured=TWO_OF_THE_SHADOW,
        dice=([], ["army"]),
        at_war=("sauron", "elves"),
    )
    assert victory_points(play.state, FP) == 4
    play.choose(SH, "army:attack")
    play.choose(SH, "narrows-of-the-forest>dol-guldur")
    play.choose(SH, {"sauron-elite": 2})
    play.choose(FP, "field")
    play.choose(SH, {"sauron-elite": 2})
    assert victory_points(play.state, FP) == 2
    assert not play.is_over


@pytest.mark.rule("WR-17.1")
def test_corruption_wins_in_the_middle_of_a_turn():
    play = game(
        [[6], ["std-3-1"]],
        dice=(["character", "event"], ["army"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"corruption": 9},
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, None)
    assert (play.result.winners, play.result.reason) == ((SH,), "corruption")
    assert play.pending == []
    assert play.state.dice[FP] == ["event"]


@pytest.mark.rule("WR-17.1", "WR-17.3")
def test_the_ring_comes_before_conquest():
    """A turn in which both could win: the Ring-bearers are at their goal before the points are counted."""
    play = game(
        [["std-0r-1"]],
        dice=(["character"], []),
        captured=[*FOUR_STRONGHOLDS, "erebor"],
        fellowship={"region": None, "mordor": 4},
    )
    play.choose(FP, "character:move-fellowship")
    assert (play.result.winners, play.result.reason) == ((FP,), "ring")


@pytest.mark.rule("WR-17", "WR-12.2")
def test_towns_are_worth_nothing():
    towns = [r for r in ORIGINAL if REGIONS[r].settlement == "town"]
    s = position(captured=towns, at_war=tuple(NATIONS))
    assert (victory_points(s, FP), victory_points(s, SH)) == (0, 0)

"""The dice of a round: how many, what they need, what changes them and where that comes from (WR-10.8 to WR-10.11)."""

import pytest

from rules.core.table import LogLine
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.combat import (
    Fighters,
    Modifier,
    Round,
    Tally,
    Terms,
    combat_dice,
    combat_modifiers,
    hits_of,
    reroll_dice,
    reroll_modifiers,
    to_hit,
)
from rules.war_of_the_ring.words.story import sentence
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, fight, left
from tests.rules.war_of_the_ring.positions import position


def a_round(
    *, region="dagorlad", kind="field", number=1, shadow=None, free=None, attacker=SH, tally=None, **more
):
    """One round of a battle, not yet rolled; `tally` is what cards have done to the Free Peoples."""
    sides = {
        SH: Fighters(SH, f"noman-lands/{SH}", shadow or {"sauron-regular": 3}),
        FP: Fighters(FP, f"{region}/{FP}", free or {"gondor-regular": 2}),
    }
    defender = FP if attacker == SH else SH
    tallies = {SH: Tally(), FP: Tally(**(tally or {}))}
    return Round(number, kind, region, attacker, defender, sides, tallies, Terms(), **more)


# -- dice --------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-10.10")
@pytest.mark.parametrize(
    ("dice", "needed", "bonus", "hits"),
    [
        ([1, 2, 3, 4, 5, 6], 5, 0, 2),
        ([1, 2, 3, 4, 5, 6], 6, 0, 1),
        ([1, 2, 3, 4, 5, 6], 5, 1, 3),
        ([1, 2, 3, 4, 5, 6], 5, 2, 4),
        ([1, 2, 3, 4, 5, 6], 5, -1, 1),
        ([1, 2, 3, 4, 5, 6], 6, -3, 1),  # a natural 6 always hits
        ([1, 1, 1], 5, 9, 0),  # a natural 1 always misses
        ([1, 2], 4, 4, 1),
        ([5, 5], 6, 0, 0),
        ([5], 6, 1, 1),
        ([4], 6, 1, 0),
        ([], 5, 0, 0),
    ],
)
def test_natural_ones_miss_and_natural_sixes_hit(dice, needed, bonus, hits):
    assert hits_of(dice, needed, bonus) == hits


@pytest.mark.rule("WR-11.1", "WR-11.2", "WR-11.5", "WR-11.8", "WR-11.10")
@pytest.mark.parametrize(
    ("region", "kind", "number", "attacker"),
    [
        ("osgiliath", "field", 1, 6),  # a Fortification
        ("osgiliath", "field", 2, 5),
        ("fords-of-isen", "field", 1, 6),
        ("dale", "field", 1, 6),  # a City
        ("dale", "field", 2, 5),
        ("umbar", "field", 1, 5),  # a Stronghold in the open
        ("minas-tirith", "field", 1, 5),
        ("minas-tirith", "siege", 1, 6),
        ("minas-tirith", "siege", 3, 6),
        ("minas-tirith", "sortie", 1, 5),
        ("lossarnach", "field", 1, 5),  # a Town
        ("dagorlad", "field", 1, 5),
    ],
)
@pytest.mark.parametrize("side", [SH, FP])
def test_what_a_die_needs_whoever_attacks(region, kind, number, attacker, side):
    shown = a_round(region=region, kind=kind, number=number, attacker=side)
    assert to_hit(shown, side) == attacker
    assert to_hit(shown, FP if side == SH else SH) == 5


@pytest.mark.rule("WR-10.10", "WR-0.5")
@pytest.mark.parametrize(
    ("free", "tally", "dice"),
    [
        ({"gondor-regular": 3}, {}, 3),
        ({"gondor-regular": 3, "rohan-elite": 1}, {}, 4),
        ({"gondor-regular": 9}, {}, 5),
        ({"gondor-regular": 2, "gondor-leader": 3}, {}, 2),  # Leaders have no Combat Strength
        ({"gondor-regular": 2, "boromir": 1, "aragorn": 1}, {}, 4),  # Captains add up
        ({"gondor-regular": 5, "boromir": 1}, {}, 5),  # but never above five
        ({"gondor-regular": 2, "meriadoc": 1, "gandalf-the-white": 1}, {}, 2),  # who is no Captain
        ({"gondor-regular": 5}, {"dice_cap": 3}, 3),
        ({"gondor-regular": 2}, {"dice_cap": 3}, 2),
        ({"gondor-regular": 7}, {"dice_lost": 2}, 3),  # taken off the five that would be thrown
        ({"gondor-regular": 2}, {"dice_lost": 4}, 1),
        ({"gondor-regular": 5}, {"dice_lost": 1, "dice_cap": 3}, 3),
        ({"gondor-regular": 3, "boromir": 1}, {"dice_bonus": -1}, 3),
        ({"gondor-leader": 1}, {"dice_lost": 1}, 0),
    ],
)
def test_combat_strength(free, tally, dice):
    assert combat_dice(a_round(free=free, tally=tally), FP) == dice


@pytest.mark.rule("WR-10.11")
@pytest.mark.parametrize(
    ("free", "rolled", "hits", "tally", "dice"),
    [
        ({"gondor-leader": 2}, [1, 1, 1], 0, {}, 2),
        ({"gondor-leader": 4}, [1, 6, 6], 2, {}, 1),  # only failed dice
        ({"gondor-leader": 4, "aragorn": 1}, [1] * 5, 0, {}, 5),
        ({"gondor-leader": 1, "aragorn": 1, "meriadoc": 1}, [1] * 5, 0, {}, 4),
        ({"gondor-leader": 1, "aragorn": 1}, [1] * 5, 0, {"leadership_lost": 2}, 1),
        ({"gondor-leader": 1}, [1], 0, {"leadership_lost": 3}, 0),
        ({"gondor-leader": 1}, [1], 0, {"no_reroll": True}, 0),
        ({}, [1], 0, {}, 0),
    ],
)
def test_leadership_rolls_failed_dice_again(free, rolled, hits, tally, dice):
    shown = a_round(free={"gondor-regular": 5, **free}, tally=tally)
    shown.tally[FP].combat_dice = rolled
    shown.tally[FP].combat_hits = hits
    assert reroll_dice(position(), shown, FP) == dice


@pytest.mark.rule("WR-10.11", "WR-18")
@pytest.mark.parametrize(
    ("shadow", "saruman", "leadership"),
    [
        ({"nazgul": 3}, False, 3),
        ({"nazgul": 1, "witch-king": 1}, False, 3),
        ({"mouth-of-sauron": 1}, False, 2),
        ({"isengard-elite": 2}, False, 0),
        ({"isengard-elite": 2}, True, 2),  # Servants of the White Hand
        ({"isengard-elite": 2, "nazgul": 1}, True, 3),
    ],
)
def test_leadership_of_the_shadow(shadow, saruman, leadership):
    s = position(forces={"orthanc": {"isengard-regular": 1, **({"saruman": 1} if saruman else {})}})
    shown = a_round(shadow={"sauron-regular": 1, **shadow})
    assert shown.leadership(s, SH) == leadership


@pytest.mark.rule("WR-10.11")
def test_leaders_roll_failed_dice_again_once():
    play = fight(
        [[1, 2, 3], [1, 1, 1], [6, 1]],
        shadow={"sauron-regular": 3, "nazgul": 2},
        free={"gondor-regular": 3},
    )
    assert told(play, "leader-rerolled")[0]["dice"] == [6, 1]
    assert left(play, FP) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.10", "WR-11.1")
def test_a_city_shields_its_defenders_in_the_first_round_only():
    play = fight(
        [[5, 5], [1], [5, 1], [1]],
        region="dale",
        source="northern-rhovanion",
        shadow={"southrons-easterlings-regular": 2},
        free={"north-regular": 1},
    )
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert left(play, FP, "dale") == {}


@pytest.mark.rule("WR-10.11", "WR-21")
def test_the_doomed_roll_again_and_so_do_those_who_have_won():
    play = fight(
        [[6, 1], [1], [1], [6]],
        shadow={"sauron-regular": 2, "nazgul": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
    )
    assert [line["side"] for line in told(play, "leader-rerolled")] == [SH, FP]
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1, "nazgul": 1}


# -- modifiers and where they come from --------------------------------------------------------------


def modifiers(play, kind, side):
    """What the log says changed a side's first roll of this kind, as (source, what, amount)."""
    line = next(line for line in told(play, kind) if line["side"] == side)
    return [(m["source"], m["what"], m["amount"]) for m in line["modifiers"]]


@pytest.mark.rule("WR-10.10", "WR-11.1", "WR-11.5")
@pytest.mark.parametrize(
    ("region", "kind", "number", "source"),
    [
        ("dale", "field", 1, "city"),
        ("osgiliath", "field", 1, "fortification"),
        ("minas-tirith", "siege", 2, "siege"),
        ("dale", "field", 2, None),
        ("minas-tirith", "sortie", 1, None),
    ],
)
def test_walls_are_named_where_the_attacker_needs_a_six(region, kind, number, source):
    shown = a_round(region=region, kind=kind, number=number)
    for told_of in (combat_modifiers, reroll_modifiers):
        assert told_of(shown, SH) == ([Modifier(source, "needed", 1)] if source else [])
        assert told_of(shown, FP) == []


@pytest.mark.rule("WR-10.10")
def test_a_roll_names_the_cards_that_change_it():
    """Relentless Assault: one own hit for +1; Daylight: three dice at most."""
    play = fight(
        [[4, 1, 1], [1, 1]],
        shadow={"sauron-regular": 5},
        free={"gondor-regular": 2},
        cards=("fp-str-01", "sh-str-04"),
    )
    play.choose(SH, 1)
    assert modifiers(play, "combat-rolled", SH) == [("fp-str-01", "most-dice", 3), ("sh-str-04", "roll", 1)]
    assert modifiers(play, "combat-rolled", FP) == []
    said = next(line for line in play.lines if line.kind == "combat-rolled")
    assert sentence(said) == (
        "The Shadow rolls 4, 1 and 1, needing 5; 3 dice at most by Daylight (The Last Battle)"
        " and +1 by Relentless Assault (The Day Without Dawn): 1 hit."
    )


@pytest.mark.rule("WR-10.8", "WR-10.11")
def test_a_leader_re_roll_names_the_leadership_that_is_given_up():
    """Dread and Despair takes one Leadership of two, and with it one die of the Free Peoples."""
    play = fight(
        [[1] * 4, [1], [6]],
        shadow={"sauron-regular": 4, "nazgul": 2},
        free={"gondor-regular": 2},
        cards=("sh-char-08",),
    )
    play.choose(SH, 1)
    assert modifiers(play, "combat-rolled", FP) == [("sh-char-08", "dice", -1)]
    assert modifiers(play, "leader-rerolled", SH) == [("sh-char-08", "leadership", -1)]


@pytest.mark.rule("WR-10.11")
def test_the_white_rider_is_named_for_the_leadership_that_is_cancelled():
    shown = a_round(
        shadow={"sauron-regular": 1, "nazgul": 2, "witch-king": 1},
        free={"gondor-regular": 1, "gandalf-the-white": 1},
        white_rider="gandalf-the-white",
    )
    assert reroll_modifiers(shown, SH) == [Modifier("gandalf-the-white", "leadership", -4)]
    assert reroll_modifiers(shown, FP) == [Modifier("gandalf-the-white", "leadership", -1)]


def test_a_roll_of_an_older_game_says_no_sources():
    line = {"side": SH, "dice": [5], "needed": 5, "bonus": 1, "hits": 1}
    assert sentence(LogLine("combat-rolled", line, ("*",))) == "The Shadow rolls 5, needing 5; +1: 1 hit."

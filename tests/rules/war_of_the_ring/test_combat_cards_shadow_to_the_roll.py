"""The Combat halves of the Shadow cards of initiative 0 to 3, each played at least once (WR-10.6 to 10.9)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, fight, holding, left, offers
from tests.rules.war_of_the_ring.positions import kinds


def on_the_table(card):
    """The parts of a position in which this card lies on the table."""
    return {**holding(card), "hands": {FP: [], SH: []}, "table": {FP: [], SH: [card]}}


# -- initiative 0 and 1: before the round ------------------------------------------------------------


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["sh-str-09", "sh-str-12"])
def test_swarm_of_bats_cancels_the_free_peoples_card(combat_card):
    play = fight(
        [[1, 1], [4, 4]],  # with Valour the fours would hit
        shadow={"sauron-regular": 2},
        free={"rohan-elite": 2},
        cards=(combat_card, "fp-str-22"),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2}


@pytest.mark.rule("WR-10.7", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["sh-str-09", "sh-str-12"])
def test_swarm_of_bats_without_an_enemy_card_betters_the_re_roll(combat_card):
    play = fight(
        [[4, 4], [1, 1, 1], [4, 3]],
        shadow={"sauron-regular": 2, "nazgul": 2},
        free={"gondor-regular": 3},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.7", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["sh-char-15", "sh-char-18", "sh-char-23"])
def test_words_of_power_silence_a_companion_for_the_round(combat_card):
    play = fight(
        [[1], [1, 1, 1], [1], [1]],  # Boromir brings no die and rolls nothing again, Legolas does
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2, "boromir": 1, "legolas": 1},
        cards=(combat_card,),
    )
    assert kinds(play) == ["silence"]
    play.choose(SH, "boromir")
    assert [len(line["dice"]) for line in told(play, "combat-rolled")] == [1, 3]
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert [len(line["dice"]) for line in told(play, "combat-rolled")[2:]] == [1, 4]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("words-of-power")
def test_words_of_power_find_no_ear_without_a_companion():
    play = fight(
        [[1], [1], [1], [1]],
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("sh-char-15",),
    )
    assert [line["side"] for line in told(play, "leader-rerolled")] == [SH, FP]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("words-of-power", "heroic-death")
def test_a_silenced_companion_can_still_die_a_hero():
    play = fight(
        [[6], [1, 1]],
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2, "strider": 1},
        cards=("sh-char-15", "fp-char-10"),
    )
    play.choose(FP, "strider")
    assert left(play, FP) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.7", "WR-18")
@pytest.mark.combat_card("words-of-power")
def test_words_of_power_come_too_late_against_the_white_rider():
    play = begin(
        [[1], [1, 1]],
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2, "gandalf-the-white": 1},
        cards=("sh-char-15",),
    )
    play.choose(FP, "use")
    play.choose(SH, "sh-char-15")
    assert kinds(play) == ["continue"]
    assert told(play, "leader-rerolled") == []


# -- initiative 2: an additional attack --------------------------------------------------------------


@pytest.mark.rule("WR-10.9")
@pytest.mark.combat_card("sh-char-17")
def test_durins_bane_strikes_first_on_four_or_more():
    play = fight(
        [[4, 3, 1], [1], [1, 1]],
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 3},
        cards=("sh-char-17",),
    )
    assert told(play, "additional-attack")[0] == {"side": SH, "dice": [4, 3, 1], "needed": 4, "hits": 1}
    assert left(play, FP, "dimrill-dale") == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.9", "WR-11.5")
@pytest.mark.combat_card("durins-bane")
def test_durins_bane_hits_on_four_behind_walls_too():
    play = fight(
        [[4, 4, 1], [1], [1]],
        region="lorien",
        inside=FP,
        shadow={"sauron-regular": 1},
        free={"elves-regular": 3},
        cards=("sh-char-17",),
    )
    assert left(play, FP, "lorien", inside=True) == {"elves-regular": 1}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("durins-bane")
@pytest.mark.parametrize(
    ("attacker", "region", "source", "legal"),
    [
        (FP, "dimrill-dale", "gladden-fields", True),
        (SH, "fords-of-bruinen", "hollin", True),
        (SH, "gladden-fields", "dimrill-dale", True),
        (SH, "old-ford", "gladden-fields", False),  # three regions away, however near the attacker
        (SH, "eagles-eyrie", "old-ford", False),
    ],
)
def test_the_balrog_comes_no_farther_than_two_regions_from_moria(attacker, region, source, legal):
    play = begin(
        [],
        attacker=attacker,
        region=region,
        source=source,
        shadow={"sauron-regular": 1},
        free={"elves-regular": 1},
        cards=("sh-char-17",),
    )
    assert offers(play, "sh-char-17") is legal


@pytest.mark.rule("WR-10.6", "WR-6.5")
@pytest.mark.combat_card("durins-bane")
def test_the_balrog_of_moria_may_fight_from_the_table():
    play = begin(
        [[4, 4, 4]],
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 3},
        **on_the_table("sh-char-17"),
    )
    play.choose(SH, "sh-char-17")
    assert left(play, FP, "dimrill-dale") == {}
    assert play.state.table[SH] == []
    assert "sh-char-17" in play.state.discards


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("durins-bane")
def test_the_balrog_on_the_table_opens_no_window_far_from_moria():
    play = begin(
        [[1], [1]], shadow={"sauron-regular": 1}, free={"elves-regular": 1}, **on_the_table("sh-char-17")
    )
    assert kinds(play) == ["continue"]


# -- initiative 3: the Combat roll -------------------------------------------------------------------


@pytest.mark.rule("WR-10.7", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["sh-char-01", "sh-char-02", "sh-char-03", "sh-char-04"])
def test_one_for_the_dark_lord_betters_both_rolls_where_the_ring_bearers_are(combat_card):
    play = fight(
        [[4, 3, 3], [1, 1, 1], [4]],
        shadow={"sauron-regular": 3, "nazgul": 1},
        free={"gondor-regular": 3},
        cards=(combat_card,),
        fellowship={"region": "dagorlad"},
    )
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.8")
@pytest.mark.parametrize("combat_card", ["sh-char-05", "sh-char-06", "sh-char-10", "sh-char-21"])
@pytest.mark.parametrize(
    ("leaders", "rolled_again"),
    [
        ({"nazgul": 2}, 0),
        ({"nazgul": 3}, 1),
        ({"witch-king": 1}, 0),
        ({"nazgul": 1, "witch-king": 1}, 1),  # the Witch-king pays, the Nazgûl still leads
    ],
)
def test_cruel_as_death_gives_two_leadership_for_a_better_roll(combat_card, leaders, rolled_again):
    play = begin(
        [[4, 3, 3], [1, 1], *([[4] * rolled_again] if rolled_again else [])],
        shadow={"sauron-regular": 3, **leaders},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    play.choose(SH, combat_card)
    play.choose(SH, None)
    assert left(play, FP) == {"gondor-regular": 1}
    assert sum(len(line["dice"]) for line in told(play, "leader-rerolled")) == rolled_again


@pytest.mark.rule("WR-10.8")
@pytest.mark.parametrize("combat_card", ["sh-char-08", "sh-char-14", "sh-char-20"])
def test_dread_and_despair_takes_a_die_for_every_point_of_leadership(combat_card):
    play = fight(
        [[1] * 5, [1], [1, 1]],  # six Leadership, four given up: five dice to one, two to roll again
        shadow={"sauron-regular": 5, "nazgul": 4, "witch-king": 1},
        free={"gondor-regular": 5},
        cards=(combat_card,),
    )
    play.choose(SH, None)
    assert list(play.pending[0].legal()) == [1, 2, 3, 4, 5, 6]
    play.choose(SH, 4)
    assert [len(line["dice"]) for line in told(play, "combat-rolled")] == [5, 1]
    assert len(told(play, "leader-rerolled")[0]["dice"]) == 2


@pytest.mark.rule("WR-10.8")
@pytest.mark.combat_card("dread-and-despair")
def test_the_witch_king_alone_gives_up_all_his_leadership_to_dread_and_despair():
    play = fight(
        [[1], [1]],
        shadow={"sauron-regular": 1, "witch-king": 1},
        free={"gondor-regular": 3},
        cards=("sh-char-08",),
    )
    play.choose(SH, None)  # no sorcery
    assert kinds(play) == ["continue"]
    assert told(play, "leader-rerolled") == []


@pytest.mark.rule("WR-10.7", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["sh-char-09", "sh-char-22", "sh-char-24"])
@pytest.mark.parametrize(
    ("leaders", "rolled_again"),
    [
        ({"nazgul": 2}, False),
        ({"nazgul": 1}, True),
        ({"nazgul": 1, "mouth-of-sauron": 1}, True),  # only Nazgûl Leadership is compared
    ],
)
def test_foul_stench_denies_the_re_roll_to_the_weaker_leaders(combat_card, leaders, rolled_again):
    shadow_dice = leaders["nazgul"] + 2 * leaders.get("mouth-of-sauron", 0)
    play = fight(
        [[1] * 5, [1, 1, 1], [1] * shadow_dice, *([[1, 1]] if rolled_again else [])],
        shadow={"sauron-regular": 5, **leaders},
        free={"gondor-regular": 3, "gondor-leader": 2},
        cards=(combat_card,),
    )
    assert [line["side"] for line in told(play, "leader-rerolled")] == [SH, FP][: 1 + rolled_again]


@pytest.mark.rule("WR-10.6", "WR-18")
@pytest.mark.combat_card(
    "cruel-as-death",
    "they-are-terrible",
    "dread-and-despair",
    "foul-stench",
    "black-breath",
    "words-of-power",
)
@pytest.mark.parametrize(
    ("leaders", "white_rider", "legal"),
    [
        ({"nazgul": 1}, None, {"sh-char-07", "sh-char-08", "sh-char-09", "sh-char-11", "sh-char-15"}),
        (
            {"witch-king": 1},
            None,
            {"sh-char-05", "sh-char-07", "sh-char-08", "sh-char-09", "sh-char-11", "sh-char-15"},
        ),
        ({"mouth-of-sauron": 1}, None, set()),
        ({"nazgul": 3}, "use", {"sh-char-11", "sh-char-15"}),
    ],
)
def test_which_nazgul_cards_can_be_laid(leaders, white_rider, legal):
    cards = ("sh-char-05", "sh-char-07", "sh-char-08", "sh-char-09", "sh-char-11", "sh-char-15")
    play = begin(
        [],
        shadow={"sauron-regular": 1, **leaders},
        free={"gondor-regular": 1, "gandalf-the-white": 1},
        cards=cards,
    )
    if kinds(play) == ["white-rider"]:
        play.choose(FP, white_rider)
    assert set(play.pending[0].options.values) == legal


@pytest.mark.rule("WR-10.7", "WR-11.5")
@pytest.mark.parametrize("combat_card", ["sh-char-19", "sh-str-03", "sh-str-05"])
def test_devilry_of_orthanc_breaches_a_besieged_stronghold_on_five(combat_card):
    play = fight(
        [[5, 4], [1, 1, 1]],
        region="helms-deep",
        inside=FP,
        shadow={"isengard-regular": 1, "sauron-regular": 1},
        free={"rohan-regular": 3},
        cards=(combat_card,),
    )
    assert left(play, FP, "helms-deep", inside=True) == {"rohan-regular": 2}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("devilry-of-orthanc")
@pytest.mark.parametrize(
    ("attacker", "region", "inside", "units", "legal"),
    [
        (SH, "helms-deep", FP, "isengard-regular", True),
        (SH, "helms-deep", FP, "sauron-regular", False),
        (FP, "orthanc", SH, "isengard-regular", True),  # they hold their own
        (FP, "orthanc", SH, "sauron-regular", False),
        (FP, "helms-deep", FP, "isengard-regular", False),  # a sortie: the besiegers defend
        (SH, "helms-deep", None, "isengard-regular", False),  # the defender is not besieged
    ],
)
def test_devilry_of_orthanc_is_for_isengard_in_a_siege(attacker, region, inside, units, legal):
    play = begin(
        [],
        attacker=attacker,
        region=region,
        source="westemnet",
        inside=inside,
        shadow={units: 2},
        free={"rohan-regular": 2},
        cards=("sh-char-19",),
    )
    if kinds(play) == ["stand"]:
        play.choose(FP, "field")
    assert offers(play, "sh-char-19") is legal


@pytest.mark.rule("WR-10.7", "WR-10.10", "WR-10.11")
@pytest.mark.combat_card("deadly-strife", "desperate-battle")
@pytest.mark.parametrize(
    ("combat_card", "lowest"),
    [
        ("sh-str-01", 3),
        ("sh-str-10", 3),
        ("sh-str-21", 3),
        ("sh-str-22", 4),
        ("sh-str-23", 4),
        ("sh-str-24", 4),
    ],
)
def test_deadly_strife_and_desperate_battle_better_every_roll_of_both_sides(combat_card, lowest):
    miss = lowest - 1
    play = fight(
        [[lowest, miss, 1], [lowest, miss, 1], [lowest], [lowest]],
        shadow={"sauron-regular": 3, "nazgul": 1},
        free={"gondor-regular": 3, "gondor-leader": 1},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 1, "gondor-leader": 1}
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1, "nazgul": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["sh-str-04", "sh-str-11", "sh-str-18"])
@pytest.mark.parametrize(("given", "dice"), [(0, [5, 4, 4]), (1, [4, 3]), (2, [3])])
def test_relentless_assault_trades_own_units_for_a_better_roll(combat_card, given, dice):
    play = begin(
        [dice, [1, 1]],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    play.choose(SH, combat_card)
    play.choose(SH, given)
    assert told(play, "combat-rolled")[0]["hits"] == 1
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3 - given}
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.12", "WR-10.14")
@pytest.mark.combat_card("relentless-assault")
def test_an_army_that_assaults_itself_to_death_has_lost_before_the_roll():
    play = fight([], shadow={"sauron-regular": 2}, free={"gondor-regular": 1}, cards=("sh-str-04",))
    play.choose(SH, 2)
    assert told(play, "combat-rolled") == []
    assert left(play, SH, NEXT_TO_PLAIN) == {}
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["sh-str-07", "sh-str-08"])
@pytest.mark.parametrize(
    ("shadow_roll", "free_roll", "lost"),
    [([4, 1, 1], [1] * 4, 2), ([4, 1, 1], [6, 1, 1, 1], 1), ([3, 1, 1], [1] * 4, 0)],
)
def test_mumakil_better_the_roll_and_add_a_hit_to_the_greater_total(
    combat_card, shadow_roll, free_roll, lost
):
    play = fight(
        [shadow_roll, free_roll],
        shadow={"southrons-easterlings-elite": 1, "southrons-easterlings-regular": 2},
        free={"gondor-regular": 4},
        cards=(combat_card,),
    )
    if kinds(play) == ["hit"]:
        play.choose(SH, "lose:southrons-easterlings-regular")
    assert left(play, FP) == {"gondor-regular": 4 - lost}


@pytest.mark.rule("WR-10.7", "WR-10.9")
@pytest.mark.combat_card("mumakil", "charge")
def test_mumakil_reckon_with_the_hits_of_an_early_attack():
    play = fight(
        [[6], [4, 1], [1] * 4],  # one early hit, one hit of theirs: not more than the enemy
        shadow={"southrons-easterlings-elite": 1, "southrons-easterlings-regular": 2},
        free={"gondor-regular": 3, "gondor-elite": 1},
        cards=("sh-str-07", "fp-str-13"),
    )
    play.choose(SH, "lose:southrons-easterlings-regular")
    play.choose(FP, "lose:gondor-regular")
    assert left(play, FP) == {"gondor-regular": 2, "gondor-elite": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("mumakil", "shield-wall")
def test_the_hit_of_the_mumakil_survives_a_later_cancellation():
    play = fight(
        [[4, 4], [6, 1, 1, 1]],  # two to one, one more; the Shield-wall then cancels one of the two rolled
        shadow={"southrons-easterlings-elite": 2},
        free={"gondor-regular": 4},
        cards=("sh-str-07", "fp-str-06"),
    )
    assert left(play, FP) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("mumakil", "we-come-to-kill")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ("southrons-easterlings-elite", {"sh-str-07", "sh-str-13"}),
        ("isengard-elite", {"sh-str-13"}),
        ("southrons-easterlings-regular", set()),
    ],
)
def test_mumakil_and_we_come_to_kill_need_elites(units, legal):
    play = begin([], shadow={units: 1}, free={"gondor-regular": 1}, cards=("sh-str-07", "sh-str-13"))
    assert set(play.pending[0].options.values) == legal

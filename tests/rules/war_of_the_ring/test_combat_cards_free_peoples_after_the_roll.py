"""The Combat halves of the Free Peoples cards from initiative 4, each played at least once (WR-10.6 to 10.9)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, fight, left
from tests.rules.war_of_the_ring.positions import kinds

#: A plain region of Rohan and one next to it that belongs to nobody.
IN_ROHAN = {"region": "eastemnet", "source": "western-brown-lands"}


# -- initiative 4: between the rolls -----------------------------------------------------------------


@pytest.mark.rule("WR-10.7", "WR-10.8")
@pytest.mark.parametrize("combat_card", ["fp-char-06", "fp-char-07"])
def test_mighty_attack_turns_a_miss_for_a_companions_leadership(combat_card):
    play = fight(
        [[1, 1, 1], [6, 1, 1], [1]],  # Gimli gives up his Leadership, the Leader still has one die to roll
        shadow={"sauron-regular": 3},
        free={"dwarves-regular": 2, "dwarves-leader": 1, "gimli": 1},
        cards=(combat_card,),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1}


@pytest.mark.rule("WR-10.8")
@pytest.mark.combat_card("mighty-attack")
def test_mighty_attack_asks_which_companion():
    play = fight(
        [[1, 1, 1], [1, 1, 1], [1]],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2, "aragorn": 1, "peregrin": 1},
        cards=("fp-char-06",),
    )
    assert kinds(play) == ["forfeit"]
    play.choose(FP, "aragorn")  # two Leadership for one hit: only Peregrin is left to roll again
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2}


@pytest.mark.rule("WR-10.8")
@pytest.mark.combat_card("mighty-attack", "anduril", "words-of-power")
@pytest.mark.parametrize("card", ["fp-char-06", "fp-char-09"])
def test_leadership_that_is_silenced_cannot_be_given_up(card):
    play = fight(
        [[1, 1], [1], [1]],  # Strider is no Captain this round; the Nazgûl rolls again, he does not
        shadow={"sauron-regular": 2, "nazgul": 1},
        free={"gondor-regular": 1, "strider": 1},
        cards=("sh-char-15", card),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, "nazgul": 1}


@pytest.mark.rule("WR-10.7", "WR-10.8")
@pytest.mark.combat_card("fp-char-09")
@pytest.mark.parametrize(("wielder", "hits"), [("strider", 1), ("aragorn", 2)])
def test_anduril_turns_one_miss_for_strider_and_two_for_aragorn(wielder, hits):
    play = fight(
        [[1, 1, 1], [1, 1, 1]],  # his Leadership is spent: nobody rolls again
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2, wielder: 1},
        cards=("fp-char-09",),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3 - hits}


@pytest.mark.rule("WR-10.7", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["fp-str-08", "fp-str-12"])
def test_confusion_turns_natural_ones_against_the_shadow(combat_card):
    play = fight(
        [[1, 1, 2, 3], [1, 1], [1, 1]],  # four Nazgûl could roll four dice again: two ones are out of reach
        shadow={"sauron-regular": 4, "nazgul": 3},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, "nazgul": 3}


# -- initiative 5 and 6: hits added, cancelled and spent ---------------------------------------------


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("fp-char-21", "no-quarter")
@pytest.mark.parametrize("combat_card", ["fp-char-21", "fp-str-02", "fp-str-10"])
@pytest.mark.parametrize(("roll", "again", "scored"), [(1, 6, 1), (6, 1, 1), (1, 1, 0)])
def test_nameless_wood_and_no_quarter_follow_up_a_hit_of_either_roll(combat_card, roll, again, scored):
    play = fight(
        [[1] * 5, [roll, 1], [again]],
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 2, "rohan-leader": 1},
        cards=(combat_card,),
        **IN_ROHAN,
    )
    extra = 2 if combat_card == "fp-char-21" else 1
    lost = scored + extra if scored else 0
    assert left(play, SH, "western-brown-lands") == {"sauron-regular": 5 - lost}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["fp-str-06", "fp-str-07", "fp-str-18", "fp-str-19"])
@pytest.mark.parametrize(("roll", "again", "lost"), [([6, 6], 1, 1), ([6, 1], 6, 1), ([6, 1], 1, 1)])
def test_shield_wall_cancels_one_of_two_hits_but_not_a_single_one(combat_card, roll, again, lost):
    rerolls = [] if roll == [6, 6] else [[again]]
    play = fight(
        [roll, [1] * 3, *rerolls],
        shadow={"sauron-regular": 2, "nazgul": 1},
        free={"gondor-regular": 3},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 3 - lost}


@pytest.mark.rule("WR-10.9")
@pytest.mark.combat_card("shield-wall", "heroic-death", "durins-bane")
def test_hits_of_an_additional_attack_cannot_be_cancelled():
    play = fight(
        [[4, 4, 4], [1], [1]],
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 4},
        cards=("sh-char-17", "fp-str-06"),
    )
    assert left(play, FP, "dimrill-dale") == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["fp-char-10", "fp-char-13", "fp-char-18"])
@pytest.mark.parametrize(
    ("martyr", "lost"),
    [("gondor-leader", 2), ("meriadoc", 2), ("boromir", 1), (None, 3)],
)
def test_heroic_death_cancels_a_hit_for_a_leader_and_hits_up_to_the_level_of_a_companion(
    combat_card, martyr, lost
):
    play = fight(
        [[6, 6, 6], [1] * 5, [1] * 3],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 4, "gondor-leader": 1, "meriadoc": 1, "boromir": 1},
        cards=(combat_card,),
    )
    assert set(play.pending[0].options.values) == {"gondor-leader", "meriadoc", "boromir"}
    play.choose(FP, martyr)
    standing = left(play, FP)
    assert standing["gondor-regular"] == 4 - lost
    assert martyr not in standing
    if martyr == "boromir":
        assert play.state.eliminated == ["boromir"]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("heroic-death")
def test_nobody_dies_a_hero_without_hits():
    play = fight(
        [[1], [1], [1]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("fp-char-10",),
    )
    assert kinds(play) == ["continue"]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("heroic-death", "black-breath")
def test_whom_the_black_breath_has_felled_cannot_die_again():
    play = fight(
        [[1], [1], [1], [6]],  # the Shadow defends: its card of the same number is first
        attacker=FP,
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("fp-char-10", "sh-char-11"),
    )
    play.choose(SH, "gondor-leader")
    assert left(play, FP, NEXT_TO_PLAIN) == {}
    assert play.state.casualties == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("fp-char-05")
@pytest.mark.parametrize("hobbit", ["meriadoc", "peregrin"])
def test_blade_of_westernesse_spends_a_hit_of_the_re_roll_on_a_minion(hobbit):
    play = fight(
        [[1, 1, 1], [6, 1], [1, 1], [6]],
        shadow={"sauron-regular": 3, "witch-king": 1},
        free={"gondor-regular": 2, hobbit: 1},
        cards=("fp-char-05",),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2}
    assert play.state.eliminated == ["witch-king"]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("blade-of-westernesse")
def test_blade_of_westernesse_lets_its_owner_pick_among_minions():
    play = fight(
        [[1, 1, 1], [1, 1], [1, 1, 1], [6]],
        shadow={"sauron-regular": 3, "witch-king": 1, "mouth-of-sauron": 1},
        free={"gondor-regular": 2, "meriadoc": 1},
        cards=("fp-char-05",),
    )
    assert kinds(play) == ["strike"]
    play.choose(FP, "mouth-of-sauron")
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3, "witch-king": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("blade-of-westernesse")
@pytest.mark.parametrize(
    ("leader", "roll", "again"),
    [
        ({"nazgul": 1}, [1, 1], 6),  # a plain Nazgûl is no Minion: the hit is an ordinary one
        ({"mouth-of-sauron": 1}, [6, 1], 1),  # no hit of the re-roll
    ],
)
def test_blade_of_westernesse_needs_a_minion_and_a_hit_of_the_re_roll(leader, roll, again):
    play = fight(
        [[1, 1, 1], roll, [1] * (2 if "mouth-of-sauron" in leader else 1), [again]],
        shadow={"sauron-regular": 3, **leader},
        free={"gondor-regular": 2, "meriadoc": 1},
        cards=("fp-char-05",),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, **leader}


@pytest.mark.rule("WR-10.7", "WR-1.5")
@pytest.mark.combat_card("fp-char-12")
@pytest.mark.parametrize(
    ("again", "leaders", "struck"),
    [
        ([6, 1], {"nazgul": 2, "witch-king": 1}, "nazgul"),  # one hit reaches a plain Nazgûl only
        ([6, 1], {"witch-king": 1}, None),
        ([1, 1], {"nazgul": 1}, None),
        ([6, 6], {"nazgul": 1}, "nazgul"),
    ],
)
def test_fateful_strike_fells_a_nazgul_with_a_hit_of_the_re_roll(again, leaders, struck):
    leadership = leaders.get("nazgul", 0) + 2 * leaders.get("witch-king", 0)
    play = fight(
        [[1] * 4, [1] * 3, [1] * min(4, leadership), again],
        shadow={"sauron-regular": 4, **leaders},
        free={"gondor-regular": 3, "gondor-leader": 2},
        cards=("fp-char-12",),
    )
    assert [line["figure"] for line in told(play, "struck-down")] == ([struck] if struck else [])
    assert left(play, SH, NEXT_TO_PLAIN)["sauron-regular"] == 4 - again.count(6)


@pytest.mark.rule("WR-10.7", "WR-1.5")
@pytest.mark.combat_card("fateful-strike")
def test_fateful_strike_with_two_hits_may_fell_a_minion_instead():
    play = fight(
        [[1] * 4, [1] * 3, [1] * 3, [6, 6]],
        shadow={"sauron-regular": 4, "nazgul": 1, "witch-king": 1},
        free={"gondor-regular": 3, "gondor-leader": 2},
        cards=("fp-char-12",),
    )
    assert list(play.pending[0].legal()) == ["nazgul", "witch-king"]
    play.choose(FP, "witch-king")
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, "nazgul": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("fateful-strike")
def test_fateful_strike_may_spare_a_minion_where_no_nazgul_stands():
    play = fight(
        [[1] * 4, [1] * 3, [1] * 2, [6, 6]],
        shadow={"sauron-regular": 4, "witch-king": 1},
        free={"gondor-regular": 3, "gondor-leader": 2},
        cards=("fp-char-12",),
    )
    play.choose(FP, None)
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, "witch-king": 1}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card(
    "mighty-attack",
    "daring-defiance",
    "brave-stand",
    "heroic-death",
    "fateful-strike",
    "sudden-strike",
    "blade-of-westernesse",
    "servant-of-the-secret-fire",
    "anduril",
)
@pytest.mark.parametrize(
    ("figure", "legal"),
    [
        ("gondor-leader", {"fp-char-10", "fp-char-12", "fp-char-14"}),
        ("legolas", {"fp-char-06", "fp-char-10", "fp-char-11", "fp-char-12", "fp-char-14", "fp-char-17"}),
        (
            "meriadoc",
            {"fp-char-05", "fp-char-06", "fp-char-10", "fp-char-11", "fp-char-12", "fp-char-14"}
            | {"fp-char-17"},
        ),
        (
            "gandalf-the-grey",
            {"fp-char-06", "fp-char-08", "fp-char-10", "fp-char-11", "fp-char-12", "fp-char-14"}
            | {"fp-char-17"},
        ),
        (
            "strider",
            {"fp-char-06", "fp-char-09", "fp-char-10", "fp-char-11", "fp-char-12", "fp-char-14"}
            | {"fp-char-17"},
        ),
        (None, set()),
    ],
)
def test_who_must_take_part_for_a_card_to_be_laid(figure, legal):
    cards = ("fp-char-05", "fp-char-06", "fp-char-08", "fp-char-09", "fp-char-10", "fp-char-11")
    cards += ("fp-char-12", "fp-char-14", "fp-char-17")
    play = begin(
        [],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, **({figure: 1} if figure else {})},
        cards=cards,
    )
    assert set(play.pending[0].options.values) == legal

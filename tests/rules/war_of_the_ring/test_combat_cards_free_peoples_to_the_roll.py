"""The Combat halves of the Free Peoples cards of initiative 0 to 3, each played at least once (WR-10.6 to 10.9)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import besieged
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, fight, left, offers
from tests.rules.war_of_the_ring.positions import kinds

#: A plain region of Rohan and one next to it that belongs to nobody.
IN_ROHAN = {"region": "eastemnet", "source": "western-brown-lands"}


# -- initiative 0 and 1: before the round ------------------------------------------------------------


@pytest.mark.rule("WR-10.7", "WR-10.8")
@pytest.mark.parametrize("combat_card", ["fp-char-11", "fp-char-15", "fp-char-16"])
def test_daring_defiance_cancels_the_shadows_card_for_the_leadership_of_all_companions(combat_card):
    play = fight(
        [[1, 1, 1], [4, 4, 4]],  # Deadly Strife would have made hits of the fours; nobody rolls again
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 1, "boromir": 1, "legolas": 1},
        cards=("sh-str-01", combat_card),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3}
    assert told(play, "leader-rerolled") == []
    assert sorted(play.state.discards) == [combat_card, "sh-str-01"]


@pytest.mark.rule("WR-10.8")
@pytest.mark.combat_card("daring-defiance")
def test_daring_defiance_without_a_shadow_card_costs_nothing():
    play = fight(
        [[1], [1, 1], [6]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "boromir": 1},
        cards=("fp-char-11",),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("daring-defiance", "swarm-of-bats")
@pytest.mark.parametrize(
    ("attacker", "script"),
    [
        (SH, [[1], [1, 1]]),  # the Free Peoples defend: the bats are cancelled, the Companion forfeits
        (FP, [[1, 1], [1], [6]]),  # the Shadow defends: the bats come first, the Companion rolls again
    ],
)
def test_of_two_cards_that_cancel_the_defenders_is_first(attacker, script):
    play = fight(
        script,
        attacker=attacker,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "boromir": 1},
        cards=("fp-char-11", "sh-str-09"),
    )
    assert len(told(play, "leader-rerolled")) == (1 if attacker == FP else 0)


@pytest.mark.rule("WR-10.7", "WR-10.16", "WR-10.17")
@pytest.mark.parametrize("combat_card", ["fp-str-05", "fp-str-09", "fp-str-17"])
def test_scouts_lead_the_army_away_before_a_die_is_rolled(combat_card):
    play = fight(
        [], shadow={"sauron-regular": 3}, free={"gondor-regular": 2, "gondor-leader": 1}, cards=(combat_card,)
    )
    assert kinds(play) == ["scouts"]
    play.choose(FP, "north-ithilien")
    assert left(play, FP, "north-ithilien") == {"gondor-regular": 2, "gondor-leader": 1}
    assert told(play, "combat-rolled") == []
    assert combat_card in play.state.discards
    play.choose(SH, {"sauron-regular": 3})
    assert left(play, SH) == {"sauron-regular": 3}


@pytest.mark.rule("WR-10.7", "WR-11.3")
@pytest.mark.combat_card("scouts")
def test_scouts_may_lead_into_the_stronghold_of_the_region():
    play = fight(
        [],
        region="minas-tirith",
        source="osgiliath",
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2},
        cards=("fp-str-05",),
    )
    play.choose(FP, "siege")
    play.choose(SH, {"sauron-regular": 1})
    assert besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}
    assert left(play, SH, "osgiliath") == {"sauron-regular": 2}


@pytest.mark.rule("WR-10.7", "WR-10.13")
@pytest.mark.combat_card("scouts")
@pytest.mark.parametrize("word", ["use", "field", "random"])
def test_scouts_are_not_led_away_by_a_word_of_another_question(word):
    play = fight(
        [],
        region="woodland-realm",
        source="northern-mirkwood",
        shadow={"sauron-regular": 3},
        free={"elves-regular": 2},
        cards=("fp-str-05",),
    )
    with pytest.raises(
        IllegalChoice, match=f"“{word}” is no answer to this question, only Dale, .*, Into the Stronghold"
    ):
        play.choose(FP, word)


@pytest.mark.rule("WR-10.7", "WR-10.13")
@pytest.mark.combat_card("scouts")
def test_scouts_without_a_way_out_do_nothing():
    play = fight(
        [[6], [1]],
        region="edoras",
        source="folde",
        shadow={"sauron-regular": 1},
        free={"rohan-regular": 1},
        cards=("fp-str-05",),
        captured=["westemnet"],
    )
    assert told(play, "retreated") == []
    assert left(play, FP, "edoras") == {}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("scouts")
def test_scouts_are_no_use_to_the_attacker_or_behind_walls():
    parts = {"shadow": {"sauron-regular": 1}, "free": {"gondor-regular": 1}, "cards": ("fp-str-05",)}
    assert offers(begin([], **parts), "fp-str-05")
    assert not offers(begin([], attacker=FP, **parts), "fp-str-05")
    assert not offers(begin([], region="minas-tirith", inside=FP, **parts), "fp-str-05")


# -- initiative 2: additional attacks ----------------------------------------------------------------


@pytest.mark.rule("WR-10.9")
@pytest.mark.parametrize("combat_card", ["fp-char-14", "fp-char-22", "fp-str-11"])
def test_sudden_strike_rolls_the_leadership_before_the_battle(combat_card):
    play = fight(
        [[6, 1, 1], [1, 1], [1, 1], [1, 1]],  # Aragorn leads with 2; one enemy is gone before he rolls
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 1, "gondor-leader": 1, "aragorn": 1},
        cards=(combat_card,),
    )
    assert told(play, "additional-attack")[0]["hits"] == 1
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2}


@pytest.mark.rule("WR-10.9", "WR-11.1")
@pytest.mark.combat_card("sudden-strike")
def test_an_additional_attack_on_a_city_needs_what_the_combat_roll_needs():
    play = fight(
        [[5], [1], [1], [1]],
        attacker=FP,
        region="far-harad",
        source="khand",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("fp-char-14",),
    )
    assert told(play, "additional-attack")[0] == {"side": FP, "dice": [5], "needed": 6, "hits": 0}


@pytest.mark.rule("WR-10.9", "WR-10.14", "WR-10.17")
@pytest.mark.combat_card("sudden-strike")
def test_an_additional_attack_can_end_the_battle():
    play = fight(
        [[6]],
        attacker=FP,
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("fp-char-14",),
    )
    assert left(play, SH) == {}
    assert play.state.pools["nazgul"] == 4
    assert kinds(play) == ["advance"]


@pytest.mark.rule("WR-10.7", "WR-10.14")
@pytest.mark.combat_card("sudden-strike", "durins-bane")
def test_of_two_early_attacks_the_second_falls_away_with_its_army():
    play = fight(
        [[6]],  # the defender's is first: no Balrog is left to strike
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "gondor-leader": 1},
        cards=("sh-char-17", "fp-char-14"),
    )
    assert [line["side"] for line in told(play, "additional-attack")] == [FP]
    assert left(play, FP, "dimrill-dale") == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-10.9")
@pytest.mark.parametrize("combat_card", ["fp-str-13", "fp-str-14"])
def test_charge_rolls_a_die_for_every_elite(combat_card):
    play = fight(
        [[6, 6], [1], [1, 1, 1]],
        shadow={"sauron-regular": 3},
        free={"rohan-elite": 2, "rohan-regular": 1},
        cards=(combat_card,),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("charge", "valour")
def test_charge_and_valour_need_an_elite():
    for card in ("fp-str-13", "fp-str-22"):
        with_elite = begin([], shadow={"sauron-regular": 1}, free={"rohan-elite": 1}, cards=(card,))
        without = begin([], shadow={"sauron-regular": 1}, free={"rohan-regular": 1}, cards=(card,))
        assert offers(with_elite, card)
        assert not offers(without, card)


# -- initiative 3: the Combat roll -------------------------------------------------------------------


@pytest.mark.rule("WR-10.7", "WR-10.10", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["fp-char-01", "fp-char-02", "fp-char-03", "fp-char-04"])
def test_it_is_a_gift_betters_both_rolls_where_the_ring_bearers_are(combat_card):
    play = fight(
        [[1, 1, 1], [4, 3, 3], [4]],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
        cards=(combat_card,),
        fellowship={"region": "dagorlad"},
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1}


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("it-is-a-gift", "one-for-the-dark-lord")
@pytest.mark.parametrize("attacker", [FP, SH])
@pytest.mark.parametrize(
    ("fellowship", "legal"),
    [
        ({"region": "dagorlad"}, True),
        ({"region": "noman-lands"}, False),  # only the region of the defending Army counts
        ({"region": None, "mordor": 2}, False),
    ],
)
def test_the_gift_looks_for_the_ring_bearers_with_the_defending_army(attacker, fellowship, legal):
    card = "fp-char-01" if attacker == FP else "sh-char-01"
    play = begin(
        [],
        attacker=attacker,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1},
        cards=(card,),
        fellowship=fellowship,
    )
    assert offers(play, card) is legal


@pytest.mark.rule("WR-10.7", "WR-10.10")
@pytest.mark.combat_card("fp-char-08")
@pytest.mark.parametrize(("gandalf", "dice"), [("gandalf-the-grey", [4, 4]), ("gandalf-the-white", [4])])
def test_servant_of_the_secret_fire_betters_the_combat_roll_alone(gandalf, dice):
    play = fight(
        [[1, 1, 1], [*dice[1:], 3], [4]],  # a Captain of the West adds a die; the re-roll of 4 misses
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 1, gandalf: 1},
        cards=("fp-char-08",),
    )
    assert told(play, "combat-rolled")[1]["hits"] == len(dice) - 1
    assert told(play, "leader-rerolled")[0]["hits"] == 0


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["fp-char-17", "fp-char-23", "fp-char-24"])
def test_brave_stand_takes_a_die_for_every_companion(combat_card):
    play = fight(
        [[6, 1, 1], [1, 1, 1], [1, 1]],  # five dice, two Companions
        shadow={"sauron-regular": 7},
        free={"gondor-regular": 2, "meriadoc": 1, "legolas": 1},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 1, "meriadoc": 1, "legolas": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("brave-stand")
def test_brave_stand_leaves_one_die():
    play = fight(
        [[1], [1, 1], [1, 1]],
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 2, "meriadoc": 1, "peregrin": 1},
        cards=("fp-char-17",),
    )
    assert told(play, "combat-rolled")[0]["dice"] == [1]


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("brave-stand", "relentless-assault")
def test_dice_are_taken_from_the_strength_that_own_losses_leave():
    play = fight(
        [[4, 1, 1], [1, 1, 1], [1]],  # six units less two, five dice at most, one less
        shadow={"sauron-regular": 6},
        free={"gondor-regular": 3, "meriadoc": 1},
        cards=("fp-char-17", "sh-str-04"),
    )
    assert kinds(play) == ["own-hits"]
    play.choose(SH, 2)
    assert told(play, "combat-rolled")[0] == {
        "side": SH,
        "dice": [4, 1, 1],
        "needed": 5,
        "bonus": 2,
        "hits": 1,
        "modifiers": [
            {"source": "fp-char-17", "what": "dice", "amount": -1},
            {"source": "sh-str-04", "what": "roll", "amount": 2},
        ],
    }


@pytest.mark.rule("WR-10.7", "WR-10.10")
@pytest.mark.combat_card("fp-char-19")
def test_ents_rage_is_worth_two_in_the_combat_roll():
    play = fight(
        [[1, 1], [3, 2], [3]],
        shadow={"sauron-regular": 2},
        free={"rohan-regular": 2, "rohan-leader": 1},
        cards=("fp-char-19",),
        **IN_ROHAN,
    )
    assert told(play, "combat-rolled")[1]["hits"] == 1
    assert told(play, "leader-rerolled")[0]["hits"] == 0


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("ents-rage", "huorn-dark", "nameless-wood")
@pytest.mark.parametrize(
    ("region", "source", "legal"),
    [
        ("eastemnet", "western-brown-lands", True),
        ("fords-of-isen", "gap-of-rohan", True),
        ("fangorn", "parth-celebrant", True),
        ("western-brown-lands", "eastemnet", False),  # Rohan attacks: the defender counts
    ],
)
def test_the_forest_fights_near_fangorn(region, source, legal):
    for card in ("fp-char-19", "fp-char-20", "fp-char-21"):
        play = begin(
            [],
            region=region,
            source=source,
            shadow={"sauron-regular": 1},
            free={"rohan-regular": 1},
            cards=(card,),
        )
        assert offers(play, card) is legal


@pytest.mark.rule("WR-10.6")
@pytest.mark.combat_card("ents-rage", "huorn-dark", "nameless-wood")
def test_the_forest_fights_for_attackers_of_orthanc():
    play = begin(
        [],
        attacker=FP,
        region="orthanc",
        source="fords-of-isen",
        shadow={"isengard-regular": 2},
        free={"rohan-regular": 2},
        cards=("fp-char-19", "fp-char-20", "fp-char-21"),
    )
    play.choose(SH, "field")
    assert set(play.pending[0].options.values) == {"fp-char-19", "fp-char-20", "fp-char-21"}


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("fp-char-20")
def test_huorn_dark_leaves_the_shadow_two_dice():
    play = fight(
        [[6, 6], [1, 1, 1]],
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 3},
        cards=("fp-char-20",),
        **IN_ROHAN,
    )
    assert left(play, FP, "eastemnet") == {"rohan-regular": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["fp-str-01", "fp-str-15", "fp-str-16"])
def test_daylight_leaves_the_shadow_three_dice(combat_card):
    play = fight(
        [[6, 1, 1], [1, 1]],
        shadow={"sauron-regular": 5},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.7", "WR-10.10")
@pytest.mark.parametrize("combat_card", ["fp-str-03", "fp-str-04", "fp-str-20", "fp-str-21"])
def test_advantageous_position_hinders_the_combat_roll_but_no_natural_six(combat_card):
    play = fight(
        [[6, 5, 5], [1, 1, 1], [5]],  # the re-roll of the Nazgûl is not hindered
        shadow={"sauron-regular": 3, "nazgul": 1},
        free={"rohan-regular": 3},
        cards=(combat_card,),
        **IN_ROHAN,
    )
    assert left(play, FP, "eastemnet") == {"rohan-regular": 1}


@pytest.mark.rule("WR-10.6", "WR-1.9")
@pytest.mark.combat_card("advantageous-position")
@pytest.mark.parametrize(
    ("attacker", "region", "source", "legal"),
    [
        (SH, "pelargir", "osgiliath", True),
        (FP, "eastemnet", "westemnet", True),
        (SH, "osgiliath", "north-ithilien", False),
    ],
)
def test_advantageous_position_is_inside_a_free_nation(attacker, region, source, legal):
    play = begin(
        [],
        attacker=attacker,
        region=region,
        source=source,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1},
        cards=("fp-str-03",),
    )
    assert offers(play, "fp-str-03") is legal


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["fp-str-22", "fp-str-23", "fp-str-24"])
def test_valour_betters_the_combat_roll_alone(combat_card):
    play = fight(
        [[1, 1], [4, 3], [4]],
        shadow={"sauron-regular": 2},
        free={"rohan-elite": 1, "rohan-regular": 1, "rohan-leader": 1},
        cards=(combat_card,),
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 1}

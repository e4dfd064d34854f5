"""The Combat halves of the cards of Lords (LM-13, LM-17)."""

import pytest

from rules.war_of_the_ring.position.catalogue import CARDS, COMBAT_CARDS, FP, SH
from rules.war_of_the_ring.position.state import besieged
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, left
from tests.rules.war_of_the_ring.events import done
from tests.rules.war_of_the_ring.lords.cards import begin, fight, lay, offers
from tests.rules.war_of_the_ring.positions import kinds

WITHDRAWAL = "lome-fp-char-27"
BANE = "lome-sh-char-17"
FEAR = "lome-sh-char-25"
SERVANT = "lome-sh-char-28"
BLACK_BREATH, HEROIC_DEATH, FATEFUL_STRIKE = "sh-char-11", "fp-char-10", "fp-char-12"


# -- which halves there are --------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.parametrize(
    ("combat_card", "half"),
    [
        ("lome-fp-char-25", "blade-of-westernesse"),
        ("lome-fp-char-26", "it-is-a-gift"),
        ("lome-fp-char-27", "orderly-withdrawal"),
        ("lome-fp-char-28", "orderly-withdrawal"),
        ("lome-fp-str-25", "shield-wall"),
        ("lome-fp-str-26", "advantageous-position"),
        ("lome-sh-char-17", "durins-bane-lome"),
        ("lome-sh-char-25", "fear-of-their-masters"),
        ("lome-sh-char-26", "fear-of-their-masters"),
        ("lome-sh-char-27", "words-of-power"),
        ("lome-sh-char-28", "servant-of-the-shadow"),
        ("lome-sh-str-25", "mumakil"),
        ("lome-sh-str-26", "swarm-of-bats"),
    ],
)
def test_each_card_is_laid_with_its_half(combat_card, half):
    assert CARDS[combat_card].combat == half
    assert COMBAT_CARDS[half].side == CARDS[combat_card].side
    play = begin(
        [],
        combat_card,
        region="pelargir",
        source="osgiliath",
        shadow={
            "sauron-regular": 5,
            "southrons-easterlings-elite": 1,
            "nazgul": 1,
            "witch-king-chief-of-the-ringwraiths": 1,
            "balrog": 1,
        },
        free={"gondor-regular": 5, "gondor-leader": 1, "meriadoc": 1},
        fellowship={"region": "pelargir"},
    )
    assert offers(play, CARDS[combat_card].side) == [combat_card]


# -- Durin's Bane ------------------------------------------------------------------------------------


@pytest.mark.rule("LM-17", "WR-10.9")
@pytest.mark.combat_card("durins-bane-lome")
def test_durins_bane_strikes_with_the_balrog_wherever_he_fights():
    play = fight(
        [[4, 3, 6], [1, 1, 1], [1], [1, 1, 1]],
        BANE,
        shadow={"sauron-regular": 1, "balrog": 1},
        free={"gondor-regular": 3},
    )
    assert told(play, "additional-attack") == [{"side": SH, "dice": [4, 3, 6], "needed": 4, "hits": 2}]
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("LM-17")
@pytest.mark.combat_card("durins-bane-lome")
@pytest.mark.parametrize(
    ("region", "source", "near"),
    [
        ("hollin", "moria", True),
        ("fords-of-bruinen", "hollin", True),
        ("rivendell", "fords-of-bruinen", False),
    ],
)
def test_durins_bane_strikes_near_moria_without_the_balrog(region, source, near):
    play = begin(
        [], BANE, region=region, source=source, shadow={"sauron-regular": 3}, free={"elves-elite": 3}
    )
    assert (BANE in offers(play, SH)) == near


# -- Fear of their Masters ---------------------------------------------------------------------------


@pytest.mark.rule("LM-13.3", "LM-13.4", "LM-17")
@pytest.mark.combat_card("fear-of-their-masters")
@pytest.mark.parametrize("card", [FEAR, "lome-sh-char-26"])
@pytest.mark.parametrize("minion", ["gothmog", "saruman", "mouth-of-sauron-black-numenorean"])
def test_fear_of_their_masters_drives_on_without_leaders_and_makes_sixes_cost_more(card, minion):
    play = fight(
        [[3, 2, 1, 1, 1], [6, 5, 6, 1, 1], [6]],
        card,
        shadow={"sauron-regular": 8, minion: 1},
        free={"gondor-regular": 5, "gondor-leader": 1},
    )
    rolls = told(play, "combat-rolled")
    assert (rolls[0]["hits"], rolls[0]["bonus"]) == (1, 2)
    assert rolls[1]["hits"] == 3
    assert [line["side"] for line in told(play, "leader-rerolled")] == [FP]
    assert told(play, "hits-added") == [
        {"side": FP, "hits": 2, "card": card},
        {"side": FP, "hits": 1, "card": card},
    ]
    assert left(play, FP) == {"gondor-regular": 4, "gondor-leader": 1}
    assert left(play, SH, NEXT_TO_PLAIN)["sauron-regular"] == 8 - (3 + 2 + 1 + 1)
    assert told(play, "sixes-count-more") == [{"side": FP, "hits": 1, "card": card}]


@pytest.mark.rule("LM-13.3")
@pytest.mark.combat_card("fear-of-their-masters")
def test_a_six_that_costs_more_leaves_no_fewer_dice_to_roll_again():
    play = fight(
        [[1], [6, 1], [1]],
        FEAR,
        shadow={"sauron-regular": 1, "sauron-elite": 2, "gothmog": 1},
        free={"gondor-regular": 2, "gondor-leader": 2},
        party={"sauron-regular": 1, "gothmog": 1},
    )
    assert [line["dice"] for line in told(play, "leader-rerolled")] == [[1]]
    assert told(play, "leadership-cancelled") == [{"side": SH, "points": 1, "card": FEAR}]


@pytest.mark.rule("LM-13.3")
@pytest.mark.combat_card("fear-of-their-masters")
@pytest.mark.parametrize(("again", "asked"), [([6, 1], True), ([5, 1], False)])
def test_a_six_that_counts_twice_is_two_hits_of_the_re_roll_for_a_fateful_strike(again, asked):
    play = fight(
        [[1] * 5, [1] * 3, again],
        FATEFUL_STRIKE,
        FEAR,
        shadow={"sauron-regular": 6, "balrog": 1},
        free={"gondor-regular": 3, "gondor-leader": 2},
    )
    assert (kinds(play) == ["strike"]) == asked


@pytest.mark.rule("LM-13.3")
@pytest.mark.combat_card("fear-of-their-masters")
def test_the_next_round_knows_no_more_of_the_fear():
    play = fight(
        [[1] * 5, [1] * 5, [1] * 5, [6, 1, 1, 1, 1], [1]],
        FEAR,
        shadow={"sauron-regular": 8, "gothmog": 1},
        free={"gondor-regular": 5},
    )
    play.choose(SH, "continue")
    play.choose(FP, None)
    lay(play)
    assert len(told(play, "hits-added")) == 0
    assert left(play, SH, NEXT_TO_PLAIN)["sauron-regular"] == 7


@pytest.mark.rule("LM-17")
@pytest.mark.combat_card("fear-of-their-masters")
@pytest.mark.combat_card("servant-of-the-shadow")
@pytest.mark.parametrize(
    ("leader", "may"),
    [({}, False), ({"nazgul": 1}, False), ({"witch-king": 1}, True), ({"balrog": 1}, True)],
)
def test_a_nazgul_is_no_minion_but_a_witch_king_is(leader, may):
    play = begin([], FEAR, SERVANT, shadow={"sauron-regular": 3, **leader}, free={"gondor-regular": 3})
    assert offers(play, SH) == ([FEAR, SERVANT] if may else [])


# -- Servant of the Shadow ---------------------------------------------------------------------------


@pytest.mark.rule("LM-17", "WR-10.8")
@pytest.mark.combat_card("servant-of-the-shadow")
def test_servant_of_the_shadow_costs_dice_for_the_leadership_of_a_minion():
    play = fight(
        [[1] * 5, [1, 1], [1]],
        SERVANT,
        shadow={"sauron-regular": 5, "mouth-of-sauron-black-numenorean": 1, "gothmog": 1},
        free={"gondor-regular": 4},
    )
    assert kinds(play) == ["forfeit"]
    assert list(play.pending[0].options.values) == ["mouth-of-sauron-black-numenorean", "gothmog"]
    play.choose(SH, "mouth-of-sauron-black-numenorean")
    assert told(play, "dice-taken") == [{"side": FP, "dice": 2, "card": SERVANT}]
    assert told(play, "leadership-given-up")[0]["points"] == 2
    assert [line["dice"] for line in told(play, "leader-rerolled")] == [[1]]  # Gothmog still leads


@pytest.mark.rule("LM-17")
@pytest.mark.combat_card("servant-of-the-shadow")
def test_the_last_die_is_never_taken_and_a_single_minion_is_not_asked_for():
    play = fight(
        [[1] * 5, [5]],
        SERVANT,
        shadow={"sauron-regular": 3, "balrog": 1},
        free={"gondor-regular": 2},
    )
    assert told(play, "dice-taken") == [{"side": FP, "dice": 3, "card": SERVANT}]
    assert kinds(play) == ["continue"]


@pytest.mark.rule("LM-17", "WR-18")
@pytest.mark.combat_card("servant-of-the-shadow")
@pytest.mark.parametrize("witch_king", ["witch-king", "witch-king-chief-of-the-ringwraiths"])
def test_a_witch_king_before_the_white_rider_has_nothing_to_give(witch_king):
    play = begin(
        [[1, 1, 1], [1, 1, 1]],
        SERVANT,
        shadow={"sauron-regular": 3, "nazgul": 1, witch_king: 1},
        free={"gondor-regular": 3, "gandalf-the-white": 1},
        fellowship={"companions": ["strider"], "guide": "strider"},
        eliminated=["gandalf-the-grey", "legolas", "gimli", "boromir", "meriadoc", "peregrin"],
    )
    play.choose(FP, "use")
    play.choose(SH, SERVANT)
    if kinds(play) == ["sorcerer"]:
        play.choose(SH, None)
    assert len(told(play, "combat-rolled")) == 2
    assert told(play, "dice-taken") == told(play, "leadership-given-up") == []


# -- Orderly Withdrawal ------------------------------------------------------------------------------


@pytest.mark.rule("LM-13.2", "LM-17")
@pytest.mark.combat_card("orderly-withdrawal")
@pytest.mark.parametrize("card", [WITHDRAWAL, "lome-fp-char-28"])
def test_an_orderly_withdrawal_saves_one_and_the_defender_retreats(card):
    play = fight(
        [[5, 5, 1], [1, 1, 1], [1]],
        card,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    assert kinds(play) == ["orderly-withdrawal"]
    assert play.pending[0].seat == FP
    play.choose(FP, "use")
    assert told(play, "hits-cancelled") == [{"side": SH, "hits": 1, "card": card}]
    assert kinds(play) == ["retreat"]
    assert not play.pending[0].may_pass
    play.choose(FP, "north-ithilien")
    assert left(play, FP, "north-ithilien") == {"gondor-regular": 2, "gondor-leader": 1}
    assert "continue" not in [d.kind for d in play.pending]
    assert kinds(play) == ["advance"]
    play.choose(SH, {"sauron-regular": 3})
    assert left(play, SH) == {"sauron-regular": 3}


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_an_attacker_who_withdraws_ceases():
    play = fight(
        [[1, 1, 1, 1], [5, 6, 1], [1]],
        WITHDRAWAL,
        attacker=FP,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "strider": 1},
        fellowship={"companions": ["gandalf-the-grey"]},
    )
    play.choose(FP, "use")
    assert told(play, "attack-ceased") == [{"side": FP, "region": "dagorlad"}]
    assert done(play)
    assert left(play, FP, NEXT_TO_PLAIN) == {"gondor-regular": 2, "strider": 1}
    assert left(play, SH) == {"sauron-regular": 3}


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_a_sortie_can_be_withdrawn():
    play = fight(
        [[1, 1, 1], [5, 5], [1]],
        WITHDRAWAL,
        attacker=FP,
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    play.choose(FP, "use")
    assert done(play)
    assert besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2, "gondor-leader": 1}


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_besiegers_who_withdraw_from_a_sortie_lift_the_siege():
    play = fight(
        [[5, 5], [1, 1, 1], [1]],
        WITHDRAWAL,
        region="dol-guldur",
        inside=SH,
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    play.choose(FP, "use")
    play.choose(FP, "north-anduin-vale")
    assert not besieged(play.state, "dol-guldur")
    assert left(play, SH, "dol-guldur") == {"sauron-regular": 2}
    assert left(play, FP, "north-anduin-vale") == {"gondor-regular": 2, "gondor-leader": 1}
    assert done(play)


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_a_withdrawal_may_be_left_alone():
    play = fight(
        [[5, 5, 1], [1, 1, 1], [1]],
        WITHDRAWAL,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    play.choose(FP, None)
    assert kinds(play) == ["continue"]
    assert left(play, FP) == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_without_a_hit_nobody_withdraws():
    play = fight(
        [[1, 1, 1], [1, 1, 1], [1]],
        WITHDRAWAL,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    assert kinds(play) == ["continue"]


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_with_one_way_only_the_defender_goes_it_and_without_any_the_battle_may_go_on():
    ways = list(_encircled().pending[0].options.values)
    last, *others = ways
    single = _encircled(*others)
    assert kinds(single) == ["advance"]
    assert left(single, FP, last) == {"gondor-regular": 2, "gondor-leader": 1}
    none = _encircled(*ways)
    assert told(none, "no-retreat") == [{"side": FP, "region": "dagorlad"}]
    assert kinds(none) == ["continue"]


def _encircled(*around):
    """A battle in the plain from which the defender withdraws, with Shadow Armies in these regions."""
    play = fight(
        [[5, 5, 1], [1, 1, 1], [1]],
        WITHDRAWAL,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
        elsewhere={region: {"sauron-regular": 1} for region in around},
    )
    play.choose(FP, "use")
    return play


@pytest.mark.rule("LM-13.2", "WR-10.14")
@pytest.mark.combat_card("orderly-withdrawal")
def test_who_wins_in_the_round_has_nothing_to_withdraw_from():
    play = fight(
        [[5, 1, 1], [6, 6, 6], [1]],
        WITHDRAWAL,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    play.choose(FP, "use")
    assert left(play, FP) == {"gondor-regular": 3, "gondor-leader": 1}
    assert done(play)


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
@pytest.mark.parametrize(("free", "may"), [({}, False), ({"gondor-leader": 1}, True), ({"boromir": 1}, True)])
def test_a_leader_or_companion_leads_the_withdrawal(free, may):
    play = begin([], WITHDRAWAL, shadow={"sauron-regular": 3}, free={"gondor-regular": 3, **free})
    assert (WITHDRAWAL in offers(play, FP)) == may


@pytest.mark.rule("LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
def test_nobody_withdraws_from_a_stronghold():
    play = begin(
        [],
        WITHDRAWAL,
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    assert offers(play, FP) == []


# -- the Level of those who never move ---------------------------------------------------------------


@pytest.mark.rule("LM-9.1", "LM-9.2")
@pytest.mark.parametrize(("hits", "falls"), [(2, False), (3, True)])
def test_the_black_breath_takes_a_keeper_for_level_three(hits, falls):
    again = [6] * hits + [1] * (3 - hits)
    play = fight(
        [[1] * 5, [1] * 5, again, [1] * 2],
        BLACK_BREATH,
        region="rivendell",
        source="fords-of-bruinen",
        shadow={"sauron-regular": 5, "nazgul": 3},
        free={"gondor-regular": 5, "elrond": 1},
    )
    assert (kinds(play) == ["strike"]) == falls


@pytest.mark.rule("LM-9.1")
def test_elites_of_his_household_can_be_struck_down_or_given_up_as_leaders():
    household = {"region": "rivendell", "source": "trollshaws", "free": {"elves-elite": 2, "elrond": 1}}
    nazgul = {"sauron-regular": 5, "nazgul": 1}
    play = fight([[1] * 5, [1, 1], [6], [1, 1]], BLACK_BREATH, shadow=nazgul, **household)
    assert list(play.pending[0].options.values) == ["elves-elite"]
    play.choose(SH, "elves-elite")
    assert told(play, "struck-down")[0]["figure"] == "elves-elite"
    play = fight([[5, 5, 1, 1, 1], [1, 1], [1], [1, 1]], HEROIC_DEATH, shadow=nazgul, **household)
    assert list(play.pending[0].options.values) == ["elves-elite", "elrond"]
    play.choose(FP, "elves-elite")
    assert told(play, "hits-cancelled")[0]["hits"] == 1


@pytest.mark.rule("LM-9.2")
def test_galadriel_gives_her_life_for_three_hits():
    play = fight(
        [[6, 6, 6, 6, 1], [1] * 5, [1, 1]],
        HEROIC_DEATH,
        region="lorien",
        source="dimrill-dale",
        shadow={"sauron-regular": 5},
        free={"elves-elite": 5, "galadriel": 1},
    )
    assert kinds(play) == ["heroic-death"]
    play.choose(FP, "galadriel")
    assert told(play, "hits-cancelled")[0]["hits"] == 3
    assert left(play, FP, "lorien") == {"elves-elite": 4, "elves-regular": 1}


@pytest.mark.rule("LM-9.1", "LM-17")
@pytest.mark.combat_card("words-of-power")
def test_a_silenced_elrond_makes_nobody_a_leader():
    play = fight(
        [[1] * 5, [1] * 5],
        "lome-sh-char-27",
        region="rivendell",
        source="trollshaws",
        shadow={"sauron-regular": 5, "nazgul": 1},
        free={"elves-elite": 3, "elves-regular": 2, "elrond": 1},
    )
    assert told(play, "companion-silenced") == [{"side": FP, "figure": "elrond"}]
    assert [roll["side"] for roll in told(play, "leader-rerolled")] == [SH]


@pytest.mark.rule("LM-9.1", "WR-10.8")
@pytest.mark.parametrize(("card", "again"), [("fp-char-06", 2), ("fp-char-11", 3)])
def test_his_household_leads_when_elrond_has_given_up_his_own_leadership(card, again):
    """Mighty Attack turns one of three failed dice, Daring Defiance cancels a card: what he can do goes on."""
    play = fight(
        [[1] * 5, [1] * 3, [1] * again],
        card,
        "sh-str-22",
        region="rivendell",
        source="trollshaws",
        shadow={"sauron-regular": 5},
        free={"elves-elite": 3, "elrond": 1},
    )
    assert [len(roll["dice"]) for roll in told(play, "leader-rerolled")] == [again]


@pytest.mark.rule("LM-13.2", "WR-11.3")
@pytest.mark.combat_card("orderly-withdrawal")
def test_who_withdraws_from_the_field_may_go_into_the_stronghold():
    play = fight(
        [[5, 5, 1], [1, 1, 1], [1]],
        WITHDRAWAL,
        region="minas-tirith",
        source="osgiliath",
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "gondor-leader": 1},
    )
    play.choose(FP, "use")
    assert kinds(play) == ["retreat"]
    assert "siege" in play.pending[0].options.values
    play.choose(FP, "siege")
    play.choose(SH, {"sauron-regular": 3})
    assert besieged(play.state, "minas-tirith")

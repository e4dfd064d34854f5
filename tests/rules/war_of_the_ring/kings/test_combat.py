"""The Combat halves of the cards of Kings, and Rulers for those of others (KM-6, KM-8, KM-13)."""

import pytest

from rules.war_of_the_ring.position.catalogue import CARDS, COMBAT_CARDS, FP, SH
from rules.war_of_the_ring.sets.kings.sovereigns import state_of
from rules.war_of_the_ring.sets.kings.state import FOLLY, kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, left
from tests.rules.war_of_the_ring.events import done
from tests.rules.war_of_the_ring.kings.fights import begin, fight, offers, rerolled, rolled
from tests.rules.war_of_the_ring.kings.positions import BOTH, with_lords
from tests.rules.war_of_the_ring.positions import kinds

BANNER, GOD, HOPE, MORE_HOPE = "kome-fp-char-25", "kome-fp-char-26", "kome-fp-str-25", "kome-fp-str-26"
SERVANT, VAIN, WAXES, MORE_WAXES = "kome-sh-char-25", "kome-sh-char-26", "kome-sh-str-25", "kome-sh-str-26"
HEROIC_DEATH, SUDDEN_STRIKE, BLADE, DAYLIGHT = "fp-char-10", "fp-char-14", "fp-char-05", "fp-str-01"
BREATH, WORDS = "sh-char-11", "sh-char-15"


# -- which halves there are --------------------------------------------------------------------------


@pytest.mark.rule("KM-13")
@pytest.mark.parametrize(
    ("combat_card", "half"),
    [
        ("kome-fp-char-23", "brave-stand"),
        (BANNER, "the-kings-banner"),
        (GOD, "like-a-god-of-old"),
        ("kome-fp-str-08", "confusion"),
        ("kome-fp-str-16", "daylight"),
        ("kome-fp-str-19", "shield-wall"),
        ("kome-fp-str-22", "valour"),
        ("kome-fp-str-24", "valour"),
        (HOPE, "there-is-hope-for-victory"),
        (MORE_HOPE, "there-is-hope-for-victory"),
        (SERVANT, "servant-of-the-shadow-kome"),
        (VAIN, "battle-is-vain"),
        ("kome-sh-str-01", "deadly-strife"),
        (FOLLY, "devilry-of-orthanc"),
        ("kome-sh-str-05", "devilry-of-orthanc"),
        ("kome-sh-str-06", "great-host"),
        ("kome-sh-str-18", "relentless-assault"),
        (WAXES, "his-power-waxes"),
        (MORE_WAXES, "his-power-waxes"),
    ],
)
def test_each_card_is_laid_with_its_half(combat_card, half):
    assert CARDS[combat_card].combat == half
    assert COMBAT_CARDS[half].side == CARDS[combat_card].side
    where = {"region": "minas-tirith", "inside": FP} if half == "devilry-of-orthanc" else {"region": PLAIN}
    play = begin(
        [],
        combat_card,
        **where,
        shadow={"isengard-regular": 5, "nazgul": 1, "ugluk": 1},
        free={"gondor-regular": 3, "gondor-elite": 1, "dain": 1},
    )
    assert offers(play, CARDS[combat_card].side) == [combat_card]


# -- The King's Banner -------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-10.8")
@pytest.mark.combat_card("the-kings-banner")
@pytest.mark.parametrize(("who", "points"), [("theoden", 3), ("dain", 2), ("aragorn", 2)])
def test_the_kings_banner_leaves_the_shadow_no_re_roll(who, points):
    more = (
        {"fellowship": {"companions": ["gandalf-the-grey"]}, "eliminated": ["strider"]}
        if who == "aragorn"
        else {}
    )
    play = fight(
        [[1] * 5, [1] * 5, [1]],
        BANNER,
        shadow={"sauron-regular": 5, "nazgul": 3},
        free={"gondor-regular": 5, "gondor-leader": 1, who: 1},
        **more,
    )
    assert told(play, "leadership-given-up") == [{"side": FP, "figure": who, "points": points}]
    assert told(play, "no-re-roll") == [{"side": SH}]
    assert (rerolled(play, SH), rerolled(play, FP)) == ([], [([1], 0, 0)])


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("the-kings-banner")
def test_of_several_kings_one_bears_the_banner():
    play = fight(
        [[1] * 5, [1] * 5, [1]],
        BANNER,
        shadow={"sauron-regular": 5, "nazgul": 3},
        free={"gondor-regular": 5, "denethor": 1, "brand": 1},
    )
    assert kinds(play) == ["forfeit"]
    assert list(play.pending[0].options.values) == ["denethor", "brand"]
    play.choose(FP, "brand")
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [1]


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("the-kings-banner")
@pytest.mark.combat_card("like-a-god-of-old")
@pytest.mark.parametrize(
    ("who", "offered"),
    [
        ("theoden", [BANNER, GOD, HOPE]),
        ("theoden-leader", [HOPE]),
        ("strider", []),
        ("gimli", []),
        ("gondor-leader", []),
    ],
)
def test_which_cards_of_kings_can_be_laid_with_whom(who, offered):
    play = begin([], BANNER, GOD, HOPE, shadow={"sauron-regular": 5}, free={"gondor-regular": 5, who: 1})
    assert offers(play, FP) == offered


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("the-kings-banner", "words-of-power")
def test_a_silenced_king_bears_no_banner_and_strikes_no_blow():
    army = {"gondor-regular": 5, "brand": 1}
    play = fight([[1] * 5, [1] * 5, [1]], BANNER, WORDS, shadow={"sauron-regular": 5, "nazgul": 1}, free=army)
    assert rerolled(play, SH) == [([1], 0, 0)]
    assert told(play, "no-re-roll") == []
    play = fight([[1] * 5, [1] * 5, [1]], GOD, WORDS, shadow={"sauron-regular": 5, "nazgul": 1}, free=army)
    assert told(play, "additional-attack") == []


# -- Like a God of Old -------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-10.9")
@pytest.mark.combat_card("like-a-god-of-old")
def test_like_a_god_of_old_theoden_strikes_first():
    play = fight(
        [[3, 3, 2], [1] * 3, [1] * 5, [1] * 3],
        GOD,
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 5, "theoden": 1},
    )
    assert told(play, "additional-attack") == [{"side": FP, "dice": [3, 3, 2], "needed": 3, "hits": 2}]
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3}


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("like-a-god-of-old")
def test_like_a_god_of_old_strikes_who_leads_best():
    play = fight(
        [[1, 1], [1] * 5, [1] * 5, [1] * 3],
        GOD,
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 5, "thranduil": 1, "dain": 1},
    )
    assert len(told(play, "additional-attack")[0]["dice"]) == 2


# -- There Is Hope for Victory -----------------------------------------------------------------------


@pytest.mark.rule("KM-13", "KM-6.6", "KM-6.5")
@pytest.mark.combat_card("there-is-hope-for-victory")
@pytest.mark.parametrize("card", [HOPE, MORE_HOPE])
def test_there_is_hope_awakens_a_king_in_the_middle_of_a_battle(card):
    play = fight(
        [[1] * 5, [1] * 5, [4, 3, 1]],
        card,
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 5, "theoden-leader": 1},
    )
    assert [line["sovereign"] for line in told(play, "sovereign-awakened")] == ["theoden"]
    assert state_of(play.state, "theoden") == "awakened"
    assert rerolled(play, FP) == [([4, 3, 1], 1, 1)]  # he leads with 3, and from now on
    assert left(play, FP) == {"rohan-regular": 5, "theoden": 1}
    assert "theoden" in kings(play.state).tokens


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("there-is-hope-for-victory")
def test_there_is_hope_with_a_king_awake_is_a_better_re_roll():
    play = fight(
        [[1] * 5, [1] * 5, [4]], HOPE, shadow={"sauron-regular": 5}, free={"north-regular": 5, "thranduil": 1}
    )
    assert told(play, "sovereign-awakened") == []
    assert rerolled(play, FP) == [([4], 1, 1)]


@pytest.mark.rule("KM-13", "KM-6.6")
@pytest.mark.combat_card("there-is-hope-for-victory")
def test_a_king_in_his_besieged_stronghold_awakens_there():
    play = fight(
        [[1] * 5, [1] * 5, [4]],
        HOPE,
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 5},
        free={"gondor-regular": 5, "denethor-leader": 1},
    )
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 5, "denethor": 1}


@pytest.mark.rule("KM-13", "KM-6.6")
@pytest.mark.combat_card("there-is-hope-for-victory")
@pytest.mark.parametrize(
    ("lying", "peace", "awakens"),
    [("kome-sh-char-25", True, False), ("kome-sh-char-25", False, True), ("kome-sh-str-05", True, True)],
)
def test_what_forbids_awakening_forbids_it_here_and_the_re_roll_is_better_all_the_same(lying, peace, awakens):
    nations = ("gondor", "sauron", "north", "elves") + (() if peace else ("dwarves",))
    play = fight(
        [[1] * 5, [1] * 5, [4] + [1] * awakens],
        HOPE,
        table=(lying,),
        at_war=nations,
        shadow={"sauron-regular": 5},
        free={"gondor-regular": 5, "dain-leader": 1},
    )
    assert bool(told(play, "sovereign-awakened")) == awakens
    assert rerolled(play, FP)[0][1] == 1


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("there-is-hope-for-victory")
def test_of_several_kings_one_awakens():
    play = fight(
        [[1] * 5, [1] * 5, [1] * 3],
        HOPE,
        shadow={"sauron-regular": 5},
        free={"north-regular": 5, "brand-leader": 1, "dain-leader": 1},
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("awaken", FP, False)
    assert list(asked.options.values) == [f"brand@{PLAIN}", f"dain@{PLAIN}"]
    play.choose(FP, f"dain@{PLAIN}")
    assert left(play, FP) == {"north-regular": 5, "brand-leader": 1, "dain": 1}
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [3]


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("there-is-hope-for-victory")
@pytest.mark.parametrize("awakens", [False, True])
def test_beside_a_king_who_is_awake_another_may_sleep_on(awakens):
    play = fight(
        [[1] * 5, [1] * 5, [1] * (3 + awakens)],
        HOPE,
        shadow={"sauron-regular": 5},
        free={"north-regular": 5, "brand": 1, "dain-leader": 1},
    )
    assert play.pending[0].may_pass
    play.choose(FP, f"dain@{PLAIN}" if awakens else None)
    assert state_of(play.state, "dain") == ("awakened" if awakens else "leader")
    assert rerolled(play, FP)[0][1] == 1


@pytest.mark.rule("KM-13", "KM-6.2")
@pytest.mark.combat_card("there-is-hope-for-victory", "black-breath")
def test_a_king_who_has_just_awakened_is_no_leader_any_more():
    """The Black Breath takes a Companion of Level 2 for two hits only."""
    play = fight(
        [[1] * 5, [1] * 5, [6, 1], [1] * 3],
        HOPE,
        BREATH,
        shadow={"sauron-regular": 5, "nazgul": 2},
        free={"rohan-regular": 5, "theoden-leader": 1},
    )
    assert kinds(play) == ["continue"]
    assert told(play, "struck-down") == []
    assert left(play, FP) == {"rohan-regular": 4, "theoden": 1}


# -- Servant of the Shadow ---------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-10.8")
@pytest.mark.combat_card("servant-of-the-shadow-kome")
def test_servant_of_the_shadow_costs_dice_for_the_leadership_of_a_chieftain():
    play = fight(
        [[1] * 5, [1] * 2, [1]],
        SERVANT,
        shadow={"sauron-regular": 5, "black-serpent": 1, "ugluk": 1},
        free={"gondor-regular": 4},
    )
    play.choose(SH, None)  # no Chieftain acts in its place
    assert list(play.pending[0].options.values) == ["black-serpent", "ugluk"]
    play.choose(SH, "black-serpent")
    assert told(play, "dice-taken") == [{"side": FP, "dice": 2, "card": SERVANT}]
    assert rerolled(play, SH) == [([1], 0, 0)]


@pytest.mark.rule("KM-13", "KM-8.2")
@pytest.mark.combat_card("servant-of-the-shadow-kome")
@pytest.mark.parametrize(("who", "may"), [("ugluk", True), ("witch-king", True), ("nazgul", False)])
def test_servant_of_the_shadow_needs_a_minion(who, may):
    play = begin([], SERVANT, shadow={"sauron-regular": 5, who: 1}, free={"gondor-regular": 4})
    assert (offers(play, SH) == [SERVANT]) == may


# -- Battle Is Vain ----------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-10.8")
@pytest.mark.combat_card("battle-is-vain")
def test_battle_is_vain_takes_leadership_from_both():
    play = fight(
        [[1] * 5, [1] * 5, [1], [1] * 2],
        VAIN,
        shadow={"sauron-regular": 5, "nazgul": 3},
        free={"gondor-regular": 5, "gondor-leader": 1, "theoden": 1},
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("forfeit", SH)
    assert (asked.options.low, asked.options.high) == (1, 3)
    play.choose(SH, 2)
    assert told(play, "leadership-lowered") == [{"side": FP, "points": 2, "card": VAIN}]
    assert [len(dice) for dice, _, _ in rerolled(play, SH)] == [1]
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [2]


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("battle-is-vain")
def test_battle_is_vain_for_five_points_at_most():
    play = fight(
        [[1] * 5, [1] * 5, [1]],
        VAIN,
        shadow={"sauron-regular": 5, "nazgul": 4, "witch-king": 1},
        free={"gondor-regular": 5},
    )
    assert (play.pending[0].options.low, play.pending[0].options.high) == (1, 5)
    play.choose(SH, 5)
    assert rerolled(play, SH) == [([1], 0, 0)]


@pytest.mark.rule("KM-13", "WR-10.8")
@pytest.mark.combat_card("battle-is-vain")
def test_a_witch_king_alone_gives_up_all_his_own():
    play = fight(
        [[1] * 5, [1] * 5, [1]],
        VAIN,
        shadow={"sauron-regular": 5, "witch-king": 1},
        free={"gondor-regular": 5, "gondor-leader": 3},
    )
    assert told(play, "leadership-lowered")[0]["points"] == 2
    assert rerolled(play, FP) == [([1], 0, 0)]


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("battle-is-vain", "sudden-strike")
def test_battle_is_vain_before_a_sudden_strike():
    play = fight(
        [[1] * 5, [1] * 5],
        VAIN,
        SUDDEN_STRIKE,
        shadow={"sauron-regular": 5, "nazgul": 1},
        free={"gondor-regular": 5, "gondor-leader": 1},
    )
    assert told(play, "additional-attack") == []


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("battle-is-vain")
@pytest.mark.parametrize(("who", "may"), [("nazgul", True), ("ugluk", False), ("witch-king", True)])
def test_battle_is_vain_needs_leadership_of_nazgul(who, may):
    play = begin([], VAIN, shadow={"sauron-regular": 5, who: 1}, free={"gondor-regular": 4})
    assert (offers(play, SH) == [VAIN]) == may


# -- His Power Waxes ---------------------------------------------------------------------------------


def at_dale(script, free, *cards, attacker=SH, **more):
    """A battle in Dale, a City, out of the Vale of the Carnen; the first round is fought before its walls."""
    return fight(
        script,
        *cards,
        attacker=attacker,
        region="dale",
        source="vale-of-the-carnen",
        shadow={"sauron-regular": 3, "nazgul": 1},
        free=free,
        **more,
    )


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("his-power-waxes")
@pytest.mark.parametrize("card", [WAXES, MORE_WAXES])
@pytest.mark.parametrize("brand", ["brand", "brand-leader"])
def test_his_power_waxes_for_both_with_a_king_who_is_not_corrupted(card, brand):
    reroll = [[1]] * 2 if brand == "brand-leader" else [[1], [1] * 2]
    play = at_dale([[5, 1, 1], [4, 1, 1], *reroll], {"north-regular": 3, brand: 1}, card)
    assert rolled(play, SH) == [([5, 1, 1], 1, 1)]
    assert rolled(play, FP) == [([4, 1, 1], 1, 1)]
    assert [r["bonus"] for r in told(play, "leader-rerolled")] == [1, 1]


@pytest.mark.rule("KM-13", "KM-6.3")
@pytest.mark.combat_card("his-power-waxes")
def test_his_power_waxes_for_the_shadow_alone_with_a_king_who_is():
    play = at_dale(
        [[5, 1, 1], [4, 1, 1], [1], [1]],
        {"north-regular": 3, "dain-leader": 1},
        WAXES,
        corrupted={"brand": "dale"},
    )
    assert rolled(play, SH) == [([5, 1, 1], 1, 1)]
    assert rolled(play, FP) == [([4, 1, 1], 0, 0)]
    assert [r["bonus"] for r in told(play, "leader-rerolled")] == [1, 0]


@pytest.mark.rule("KM-13")
@pytest.mark.combat_card("his-power-waxes")
def test_his_power_waxes_needs_a_king_where_the_defender_is():
    play = begin([], WAXES, shadow={"sauron-regular": 3}, free={"north-regular": 3})
    assert offers(play, SH) == []
    play = begin([], WAXES, attacker=FP, shadow={"sauron-regular": 3}, free={"north-regular": 3, "brand": 1})
    assert offers(play, SH) == []


# -- Sovereigns and Chieftains for the cards of others -----------------------------------------------


@pytest.mark.rule("KM-6.1", "WR-10.7")
@pytest.mark.combat_card("heroic-death")
def test_a_king_asleep_gives_his_life_as_a_leader_for_one_hit():
    play = fight(
        [[5, 5, 1], [1] * 3, [1]],
        HEROIC_DEATH,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, "brand-leader": 1},
    )
    assert list(play.pending[0].options.values) == ["brand-leader"]
    play.choose(FP, "brand-leader")
    assert told(play, "hits-cancelled")[0]["hits"] == 1
    assert state_of(play.state, "brand") == "gone"
    assert play.state.casualties["brand-leader"] == 1


@pytest.mark.rule("KM-6.2", "WR-10.7")
@pytest.mark.combat_card("heroic-death")
def test_a_king_awake_gives_his_life_as_a_companion_for_his_level():
    play = fight(
        [[5, 5, 1], [1] * 3, [1] * 3],
        HEROIC_DEATH,
        shadow={"sauron-regular": 3},
        free={"rohan-regular": 3, "theoden": 1},
    )
    play.choose(FP, "theoden")
    assert told(play, "hits-cancelled")[0]["hits"] == 2
    assert "theoden" in play.state.eliminated
    assert state_of(play.state, "theoden") == "gone"


@pytest.mark.rule("KM-6.1", "KM-6.2")
@pytest.mark.combat_card("black-breath")
@pytest.mark.parametrize(("who", "falls"), [("theoden-leader", True), ("theoden", False), ("brand", True)])
def test_the_black_breath_takes_kings_as_leaders_or_by_their_level(who, falls):
    dice = {"theoden-leader": [1], "theoden": [1] * 3, "brand": [1] * 2}[who]
    play = fight(
        [[1] * 5, [1] * 5, [6], dice],
        BREATH,
        shadow={"sauron-regular": 5, "nazgul": 1},
        free={"rohan-regular": 5, who: 1},
    )
    assert (kinds(play) == ["strike"]) == falls
    if falls:
        play.choose(SH, who)
        assert state_of(play.state, who.removesuffix("-leader")) == "gone"


@pytest.mark.rule("KM-6.1", "KM-6.2")
@pytest.mark.combat_card("sudden-strike")
@pytest.mark.parametrize(("who", "dice"), [("brand-leader", 1), ("brand", 2), ("theoden", 3)])
def test_a_king_leads_a_sudden_strike(who, dice):
    play = fight(
        [[1] * dice, [1] * 3, [1] * 3, [1] * dice],
        SUDDEN_STRIKE,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, who: 1},
    )
    assert len(told(play, "additional-attack")[0]["dice"]) == dice


@pytest.mark.rule("KM-6.1", "WR-10.13")
def test_kings_fall_with_their_army():
    play = fight(
        [[6, 6, 1, 1, 1], [1, 1], [1] * 2],
        shadow={"sauron-regular": 5},
        free={"north-regular": 2, "brand-leader": 1, "thranduil": 1},
    )
    assert {state_of(play.state, c) for c in ("brand", "thranduil")} == {"gone"}


@pytest.mark.rule("KM-6.3")
def test_a_corrupted_king_is_not_touched_by_a_battle_in_his_region():
    play = at_dale([[6, 6, 6], [1] * 3], {"north-regular": 3}, corrupted={"brand": "dale"})
    assert told(play, "battle-over")[0]["defender_left"] == 0
    assert state_of(play.state, "brand") == "corrupted"


@pytest.mark.rule("KM-8.2")
@pytest.mark.combat_card("blade-of-westernesse")
def test_a_blade_of_westernesse_fells_a_chieftain():
    play = fight(
        [[1] * 3, [1] * 3, [1], [6]],
        BLADE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "meriadoc": 1},
    )
    assert told(play, "struck-down")[0]["figure"] == "ugluk"
    assert "ugluk" in play.state.eliminated


@pytest.mark.rule("KM-13", "KM-6.6")
def test_where_denethors_folly_lies_no_card_of_the_free_peoples_is_laid():
    play = begin(
        [[1] * 3] * 2,
        DAYLIGHT,
        table=(FOLLY,),
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3, "denethor-leader": 1},
    )
    assert "combat-card" not in kinds(play)
    assert done(play)


@pytest.mark.rule("KM-13", "KM-6.5")
@pytest.mark.combat_card("there-is-hope-for-victory")
def test_a_king_who_attacks_awakens_out_of_where_he_comes_from():
    play = fight(
        [[1] * 3, [1] * 3, [1] * 2],
        HOPE,
        attacker=FP,
        shadow={"sauron-regular": 3},
        free={"north-regular": 4, "brand-leader": 1, "dain-leader": 1},
        party={"north-regular": 3, "brand-leader": 1},
    )
    assert told(play, "sovereign-awakened")[0]["region"] == NEXT_TO_PLAIN
    assert left(play, FP, NEXT_TO_PLAIN) == {"north-regular": 4, "dain-leader": 1, "brand": 1}
    assert rerolled(play, FP) == [([1] * 2, 1, 0)]


# -- together with Lords -----------------------------------------------------------------------------


@with_lords
@pytest.mark.rule("KM-10.5", "LM-13.2")
@pytest.mark.combat_card("orderly-withdrawal")
@pytest.mark.parametrize("who", ["brand", "brand-leader"])
def test_kings_lead_an_orderly_withdrawal(who):
    play = begin(
        [],
        "lome-fp-char-27",
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, who: 1},
        options=BOTH,
    )
    assert offers(play, FP) == ["lome-fp-char-27"]


@with_lords
@pytest.mark.rule("KM-10.5", "KM-9.1")
@pytest.mark.combat_card("fear-of-their-masters")
@pytest.mark.parametrize("acts", [False, True])
def test_a_chieftain_is_a_minion_whom_they_fear_or_commands(acts):
    play = fight(
        [[4, 1, 1], [6, 1, 1], *([[1]] * (1 if acts else 0))],
        "lome-sh-char-25",
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3},
        options=BOTH,
    )
    play.choose(SH, "ugluk" if acts else None)
    assert [bonus for _, bonus, _ in rolled(play, SH)] == [1 if acts else 2]
    assert bool(told(play, "hits-added")) != acts

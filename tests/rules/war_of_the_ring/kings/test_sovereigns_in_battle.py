"""What Sovereigns do in battle, awake and corrupted: Brand, Théoden, sieges pressed by a Weakness (KM-9)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings.state import Kings, kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.kings.fights import begin, fight, lay, rerolled, rolled
from tests.rules.war_of_the_ring.kings.positions import BOTH, with_lords
from tests.rules.war_of_the_ring.positions import kinds

DEFIANCE, MIGHTY, SUDDEN_STRIKE, DAYLIGHT = "fp-char-11", "fp-char-06", "fp-char-14", "fp-str-01"
SCOUTS = "fp-str-05"
BATS, DESPERATE, STRIFE = "sh-str-09", "sh-str-22", "sh-str-10"
WORDS = "sh-char-15"


# -- Brand -------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-9.2")
def test_heir_of_bard_cancels_the_shadows_card_for_his_own():
    play = fight(
        [[4] * 5, [1] * 3, [1], [1] * 2],
        DAYLIGHT,
        STRIFE,
        shadow={"sauron-regular": 5, "nazgul": 1},
        free={"north-regular": 3, "brand": 1},
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("heir-of-bard", FP, True)
    assert (asked.context["card"], asked.context["enemy_card"]) == (DAYLIGHT, STRIFE)
    play.choose(FP, "use")
    assert told(play, "card-forfeited") == [{"side": FP, "by": "brand"}]
    assert told(play, "combat-card-cancelled") == [{"side": SH, "card": STRIFE}]
    assert rolled(play, SH) == [([4] * 5, 0, 0)]
    assert {DAYLIGHT, STRIFE} <= set(play.state.discards)


@pytest.mark.rule("KM-9.2")
def test_heir_of_bard_may_be_kept_for_a_later_round_and_is_used_once_in_a_battle():
    cards = (DAYLIGHT, STRIFE, "fp-str-15", "sh-str-21", SCOUTS, DESPERATE)
    play = begin(
        [[1] * 3] * 2 + [[1] * 2] + [[1] * 3] * 2 + [[1] * 2] + [[1] * 3] * 2 + [[1] * 2],
        *cards,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, "brand": 1},
    )
    lay(play, DAYLIGHT, STRIFE)
    play.choose(FP, None)
    play.choose(SH, "continue")
    play.choose(FP, None)
    lay(play, "fp-str-15", "sh-str-21")
    play.choose(FP, "use")
    play.choose(SH, "continue")
    play.choose(FP, None)
    lay(play, SCOUTS, DESPERATE)
    assert kinds(play) == ["scouts"]
    assert kings(play.state).used_in_battle == ["heir-of-bard"]


@pytest.mark.rule("KM-9.2")
def test_what_was_used_in_an_earlier_battle_can_be_used_again():
    play = fight(
        [],
        DAYLIGHT,
        STRIFE,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, "brand": 1},
        sets={"kings": Kings(used_in_battle=["heir-of-bard"])},
    )
    assert kinds(play) == ["heir-of-bard"]


@pytest.mark.rule("KM-9.2")
@pytest.mark.parametrize(
    ("cards", "free"),
    [
        ((DAYLIGHT,), {"north-regular": 3, "brand": 1}),
        ((DESPERATE,), {"north-regular": 3, "brand": 1}),
        ((DAYLIGHT, DESPERATE), {"gondor-regular": 3, "brand": 1}),
        ((DAYLIGHT, DESPERATE), {"north-regular": 3, "brand-leader": 1}),
        ((DAYLIGHT, DESPERATE), {"north-regular": 3, "meriadoc": 1}),
    ],
)
def test_brand_needs_to_be_awake_and_a_unit_of_the_north_and_two_cards(cards, free):
    leads = 2 if "brand" in free else 1
    play = fight([[1] * 3] * 2 + [[1] * leads], *cards, shadow={"sauron-regular": 3}, free=free)
    assert kinds(play) == ["continue"]
    assert told(play, "card-forfeited") == []


@pytest.mark.rule("KM-9.1", "KM-9.3")
@pytest.mark.combat_card("swarm-of-bats")
@pytest.mark.parametrize("attacker", [FP, SH])
def test_a_swarm_of_bats_and_the_heir_of_bard_the_defender_first(attacker):
    play = fight(
        [[1] * 3] * 2 + [[1] * 2],
        DAYLIGHT,
        BATS,
        attacker=attacker,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, "brand": 1},
    )
    play.choose(FP, "use")
    assert [line["side"] for line in told(play, "combat-card-cancelled")] == [attacker]


@pytest.mark.rule("KM-9.1")
def test_heir_of_bard_cancels_what_a_chieftain_does_in_the_place_of_the_card():
    play = fight(
        [[4] * 3, [4] * 3, [1], [1] * 2],
        DAYLIGHT,
        DESPERATE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "brand": 1},
    )
    play.choose(SH, "ugluk")
    play.choose(FP, "use")
    assert (rolled(play, SH), rolled(play, FP)) == ([([4] * 3, 0, 0)], [([4] * 3, 0, 0)])


@pytest.mark.rule("KM-9.2")
def test_the_corrupted_brand_lets_the_shadow_cancel_a_card_of_the_north():
    play = fight(
        [[1] * 5, [1] * 3],
        DAYLIGHT,
        STRIFE,
        shadow={"sauron-regular": 5},
        free={"north-regular": 2, "gondor-regular": 1},
        corrupted={"brand": "dale"},
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("shadow-in-the-north", SH)
    play.choose(SH, "use")
    assert told(play, "card-forfeited") == [{"side": SH, "by": "brand"}]
    assert told(play, "combat-card-cancelled") == [{"side": FP, "card": DAYLIGHT}]
    assert rolled(play, SH) == [([1] * 5, 0, 0)]
    assert kings(play.state).used_in_battle == ["shadow-in-the-north"]


@pytest.mark.rule("KM-9.2")
@pytest.mark.parametrize(
    ("cards", "free"),
    [((DAYLIGHT, STRIFE), "gondor-regular"), ((DAYLIGHT,), "north-regular"), ((STRIFE,), "north-regular")],
)
def test_the_corrupted_brand_needs_the_north_and_both_cards(cards, free):
    play = fight(
        [[1] * 3] * 2, *cards, shadow={"sauron-regular": 3}, free={free: 3}, corrupted={"brand": "dale"}
    )
    assert kinds(play) == ["continue"]


@pytest.mark.rule("KM-9.1")
def test_a_card_is_given_up_only_once():
    play = fight(
        [[1] * 3] * 2 + [[1]],
        DAYLIGHT,
        STRIFE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3},
        corrupted={"brand": "dale"},
    )
    play.choose(SH, "ugluk")
    assert kinds(play) == ["continue"]


@pytest.mark.rule("KM-9.1", "KM-9.3")
@pytest.mark.combat_card("daring-defiance")
@pytest.mark.parametrize("attacker", [FP, SH])
def test_a_daring_defiance_and_the_shadow_in_the_north_the_defender_first(attacker):
    play = fight(
        [[1] * 3] * 2 + [[1]] * (attacker == FP),
        DEFIANCE,
        DESPERATE,
        attacker=attacker,
        shadow={"sauron-regular": 3},
        free={"north-regular": 3, "meriadoc": 1},
        corrupted={"brand": "dale"},
    )
    play.choose(SH, "use")
    assert [line["side"] for line in told(play, "combat-card-cancelled")] == [attacker]
    assert bool(told(play, "leadership-given-up")) == (attacker == SH)


# -- Théoden -----------------------------------------------------------------------------------------


@pytest.mark.rule("KM-9.2")
def test_theoden_leads_best_in_the_first_round():
    play = fight(
        [[1] * 5, [1] * 5, [1] * 3, [1] * 5, [1] * 5, [1]],
        shadow={"sauron-regular": 5},
        free={"rohan-regular": 5, "theoden": 1},
    )
    assert rerolled(play, FP) == [([1] * 3, 0, 0)]
    assert play.pending[0].context["strength"][FP]["leadership"] == 1
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [3, 1]


@pytest.mark.rule("KM-9.2")
def test_theoden_asleep_leads_as_any_leader():
    play = fight(
        [[1] * 5, [1] * 5, [1]], shadow={"sauron-regular": 5}, free={"rohan-regular": 5, "theoden-leader": 1}
    )
    assert rerolled(play, FP) == [([1], 0, 0)]


@pytest.mark.rule("KM-9.2")
def test_who_stands_before_a_stronghold_sees_how_well_theoden_will_lead():
    play = begin(
        [],
        region="helms-deep",
        source="westemnet",
        shadow={"isengard-regular": 5},
        free={"rohan-regular": 5, "theoden": 1},
    )
    assert kinds(play) == ["stand"]
    assert play.pending[0].context["strength"][FP]["leadership"] == 3


@pytest.mark.rule("KM-9.2", "WR-10.8")
@pytest.mark.combat_card("words-of-power", "daring-defiance", "mighty-attack", "sudden-strike")
def test_theoden_gives_up_and_loses_all_his_leadership():
    army = {"rohan-regular": 5, "rohan-leader": 1, "theoden": 1}
    play = fight([[1] * 5, [1] * 5, [1], [1]], WORDS, shadow={"sauron-regular": 5, "nazgul": 1}, free=army)
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [1]
    play = fight([[1] * 5, [1] * 5, [1]], DEFIANCE, DESPERATE, shadow={"sauron-regular": 5}, free=army)
    assert told(play, "leadership-given-up") == [{"side": FP, "figure": "theoden", "points": 3}]
    assert [len(dice) for dice, _, _ in rerolled(play, FP)] == [1]
    play = fight([[1] * 5, [1] * 5, [1]], MIGHTY, shadow={"sauron-regular": 5}, free=army)
    assert told(play, "leadership-given-up")[0]["points"] == 3
    play = fight([[1] * 4, [1] * 5, [1] * 5, [1] * 4], SUDDEN_STRIKE, shadow={"sauron-regular": 5}, free=army)
    assert len(told(play, "additional-attack")[0]["dice"]) == 4


# -- pressing a siege by the Weakness of its King ----------------------------------------------------


def siege(sovereign, region, script):
    """An assault on the home of a corrupted Sovereign that the garrison survives."""
    return fight(
        script,
        region=region,
        inside=FP,
        shadow={"sauron-regular": 4, "southrons-easterlings-elite": 1},
        free={"gondor-regular": 3},
        corrupted={sovereign: region},
    )


@pytest.mark.rule("KM-9.5", "WR-11.5")
@pytest.mark.parametrize(
    ("sovereign", "region"),
    [("dain", "erebor"), ("denethor", "minas-tirith"), ("thranduil", "woodland-realm")],
)
def test_a_siege_goes_on_once_for_a_regular_by_the_weakness_of_a_king(sovereign, region):
    script = [[1] * 5, [1] * 3, [1] * 4, [1] * 3, [1] * 4, [1] * 3]
    play = siege(sovereign, region, script)
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("press-by-weakness", SH, True)
    assert list(asked.options.values) == ["sauron-regular"]
    play.choose(SH, "sauron-regular")
    assert left(play, SH, region) == {"sauron-regular": 3, "southrons-easterlings-elite": 1}
    assert told(play, "siege-pressed-by-weakness") == [{"sovereign": sovereign, "region": region}]
    assert len(told(play, "combat-rolled")) == 4
    assert kinds(play) == ["press-siege"]  # once in a battle
    play.choose(SH, "southrons-easterlings-elite")
    assert len(told(play, "combat-rolled")) == 6


@pytest.mark.rule("KM-9.5")
def test_without_the_weakness_an_elite_presses_the_siege():
    play = siege("dain", "erebor", [[1] * 5, [1] * 3] * 2)
    play.choose(SH, None)
    assert kinds(play) == ["press-siege"]
    play.choose(SH, "southrons-easterlings-elite")
    assert kinds(play) == ["press-by-weakness"]  # it has not been used yet


@pytest.mark.rule("KM-9.5")
@pytest.mark.parametrize(
    ("corrupted", "shadow"),
    [
        ({}, {"sauron-regular": 4}),
        ({"denethor": "minas-tirith"}, {"sauron-regular": 4}),
        ({"theoden": "edoras", "brand": "dale"}, {"sauron-regular": 4}),
        ({"dain": "erebor"}, {"sauron-regular": 1}),
        ({"dain": "erebor"}, {"southrons-easterlings-elite": 2}),
    ],
)
def test_only_at_home_and_for_a_regular_that_is_not_the_last_unit(corrupted, shadow):
    play = fight(
        [[1] * sum(shadow.values()), [1] * 3],
        region="erebor",
        inside=FP,
        shadow=shadow,
        free={"dwarves-regular": 3},
        corrupted=corrupted,
    )
    assert "press-by-weakness" not in kinds(play)


@pytest.mark.rule("KM-9.5")
def test_a_sortie_of_the_free_peoples_is_not_pressed():
    play = fight(
        [[1] * 3, [1] * 4],
        attacker=FP,
        region="erebor",
        inside=FP,
        shadow={"sauron-regular": 4},
        free={"dwarves-regular": 3},
        corrupted={"dain": "erebor"},
    )
    assert kinds(play) == ["continue"]


@with_lords
@pytest.mark.rule("KM-9.5", "LM-11.9")
@pytest.mark.parametrize("knowledge", [True, False])
def test_evil_knowledge_comes_before_the_weakness_of_a_king(knowledge):
    play = fight(
        [[1] * 5, [1] * 3, [1] * 2] * 2,
        region="erebor",
        inside=FP,
        shadow={"sauron-regular": 6, "mouth-of-sauron-black-numenorean": 1},
        free={"gondor-regular": 3},
        corrupted={"dain": "erebor"},
        options=BOTH,
    )
    assert kinds(play) == ["evil-knowledge"]
    play.choose(SH, "use" if knowledge else None)
    assert kinds(play) == ["press-by-weakness"]
    assert len(told(play, "combat-rolled")) == (4 if knowledge else 2)

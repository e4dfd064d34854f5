"""What Rulers do in battles, in the place of a Combat card and else (KM-9)."""

from __future__ import annotations

import random

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings.state import Kings, kings
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, left, told
from tests.rules.war_of_the_ring.kings.fights import begin, fight, lay, rerolled, rolled
from tests.rules.war_of_the_ring.kings.positions import BOTH, with_lords
from tests.rules.war_of_the_ring.positions import kinds

DEFIANCE, MIGHTY, SUDDEN_STRIKE, DAYLIGHT = "fp-char-11", "fp-char-06", "fp-char-14", "fp-str-01"
SCOUTS = "fp-str-05"
ASSAULT, BATS, DESPERATE, STRIFE = "sh-str-04", "sh-str-09", "sh-str-22", "sh-str-10"
WORDS, GREAT_HOST = "sh-char-15", "sh-str-16"


# -- Dark Chieftains: in the place of a card ---------------------------------------------------------


@pytest.mark.rule("KM-9.1", "KM-9.2")
def test_a_chieftain_is_asked_when_both_cards_lie_there_and_neither_is_shown():
    play = fight([], DAYLIGHT, STRIFE, shadow={"sauron-regular": 3, "ugluk": 1}, free={"north-regular": 3})
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("forfeit-card", SH, True)
    assert list(asked.options.values) == ["ugluk"]
    assert asked.context["region"] == PLAIN
    assert (asked.context["round"], asked.context["enemy_deck"]) == (1, "strategy")
    assert told(play, "combat-card-shown") == []
    assert DAYLIGHT not in str(play.view(SH))
    assert STRIFE not in str(play.view(FP))
    twins = [TITLE.twin(play.state, FP, random.Random(seed)) for seed in range(5)]
    assert all(TITLE.view(twin, FP) == play.view(FP) for twin in twins)


@pytest.mark.rule("KM-9.1")
@pytest.mark.parametrize(
    ("cards", "leader"), [((), "ugluk"), ((DAYLIGHT,), "ugluk"), ((STRIFE, DAYLIGHT), "nazgul")]
)
def test_without_a_card_of_its_own_or_a_chieftain_the_shadow_is_not_asked(cards, leader):
    play = fight(
        [[1] * 3] * 2 + [[1]], *cards, shadow={"sauron-regular": 3, leader: 1}, free={"north-regular": 3}
    )
    assert kinds(play) == ["continue"]
    assert told(play, "card-forfeited") == []


@pytest.mark.rule("KM-9.1", "KM-8.3")
def test_a_chieftain_who_stays_behind_does_nothing_for_the_battle():
    play = fight(
        [[1] * 2, [1] * 3],
        DESPERATE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3},
        party={"sauron-regular": 2},
    )
    assert kinds(play) == ["continue"]


@pytest.mark.rule("KM-9.1")
def test_a_chieftain_who_lets_the_card_be_used_changes_nothing():
    play = fight(
        [[3, 1, 1], [3, 1, 1], [3], [1]],
        STRIFE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "north-leader": 1},
    )
    play.choose(SH, None)
    assert rolled(play, SH) == [([3, 1, 1], 2, 1)]
    assert rolled(play, FP) == [([3, 1, 1], 2, 1)]
    assert told(play, "card-forfeited") == []


@pytest.mark.rule("KM-9.1", "KM-9.2")
def test_of_several_chieftains_one_acts():
    play = fight(
        [[4, 1, 1], [4, 1, 1], [1] * 2, [1]],
        STRIFE,
        shadow={"sauron-regular": 3, "ugluk": 1, "black-serpent": 1, "shadow-of-mirkwood": 1},
        free={"north-regular": 3, "north-leader": 1},
    )
    assert list(play.pending[0].options.values) == ["black-serpent", "shadow-of-mirkwood", "ugluk"]
    play.choose(SH, "ugluk")
    assert told(play, "card-forfeited") == [{"side": SH, "by": "ugluk"}]


@pytest.mark.rule("KM-9.2")
def test_i_command_drives_on_both_armies():
    play = fight(
        [[4, 3, 1], [4, 3, 1], [4], [3]],
        STRIFE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "north-leader": 1},
    )
    play.choose(SH, "ugluk")
    assert rolled(play, SH) == [([4, 3, 1], 1, 1)]
    assert rolled(play, FP) == [([4, 3, 1], 1, 1)]
    assert rerolled(play, SH) == [([4], 1, 1)]
    assert rerolled(play, FP) == [([3], 1, 0)]
    assert [r["modifiers"][0]["source"] for r in told(play, "combat-rolled")] == ["ugluk", "ugluk"]


@pytest.mark.rule("KM-9.2")
@pytest.mark.combat_card("desperate-battle")
def test_i_command_in_a_desperate_battle_drives_on_his_own_alone():
    play = fight(
        [[4, 3, 1], [4, 3, 1], [4], [4]],
        DESPERATE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "north-leader": 1},
    )
    play.choose(SH, "ugluk")
    assert rolled(play, SH) == [([4, 3, 1], 1, 1)]
    assert rolled(play, FP) == [([4, 3, 1], 0, 0)]
    assert (rerolled(play, SH), rerolled(play, FP)) == ([([4], 1, 1)], [([4], 0, 0)])


@pytest.mark.rule("KM-9.2")
def test_red_wrath_takes_a_hit_for_the_combat_roll():
    play = fight(
        [[4, 3], [1] * 3, [1]],
        STRIFE,
        shadow={"sauron-regular": 1, "sauron-elite": 2, "black-serpent": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "black-serpent")
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.context["hits"]) == ("hit", SH, 1)
    assert told(play, "combat-rolled") == []
    play.choose(SH, "lose:sauron-regular")
    assert rolled(play, SH) == [([4, 3], 1, 1)]
    assert rolled(play, FP) == [([1] * 3, 0, 0)]
    assert rerolled(play, SH) == [([1], 0, 0)]
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-elite": 2, "black-serpent": 1}


@pytest.mark.rule("KM-9.2")
@pytest.mark.combat_card("relentless-assault")
@pytest.mark.parametrize("card", [ASSAULT, "kome-sh-str-18"])
def test_red_wrath_is_twice_as_strong_in_the_place_of_a_relentless_assault(card):
    play = fight(
        [[3, 2, 1], [1] * 3, [1] * 2],
        card,
        shadow={"sauron-regular": 4, "black-serpent": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "black-serpent")
    assert kinds(play) == ["continue"]
    assert rolled(play, SH) == [([3, 2, 1], 2, 1)]
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 3, "black-serpent": 1}


@pytest.mark.rule("KM-9.2", "WR-10.14")
def test_red_wrath_may_cost_the_whole_army():
    play = fight([], STRIFE, shadow={"sauron-regular": 1, "black-serpent": 1}, free={"north-regular": 3})
    play.choose(SH, "black-serpent")
    assert told(play, "combat-rolled") == []
    assert told(play, "battle-over")[0]["attacker_left"] == 0
    assert "black-serpent" in play.state.eliminated


@pytest.mark.rule("KM-9.2", "WR-10.8")
def test_lord_of_the_bats_leads_no_more_for_a_better_re_roll_of_others():
    play = fight(
        [[1] * 3, [1] * 3, [4]],
        STRIFE,
        shadow={"sauron-regular": 3, "nazgul": 1, "shadow-of-mirkwood": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "shadow-of-mirkwood")
    assert rolled(play, SH) == [([1] * 3, 0, 0)]
    assert rerolled(play, SH) == [([4], 1, 1)]
    assert told(play, "leadership-given-up") == [{"side": SH, "figure": "shadow-of-mirkwood", "points": 1}]


@pytest.mark.rule("KM-9.2")
@pytest.mark.combat_card("swarm-of-bats")
def test_lord_of_the_bats_with_a_swarm_cancels_the_enemys_card_too():
    play = fight(
        [[1] * 5, [1] * 3, [4]],
        BATS,
        DAYLIGHT,
        shadow={"sauron-regular": 5, "nazgul": 1, "shadow-of-mirkwood": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "shadow-of-mirkwood")
    assert told(play, "combat-card-cancelled") == [{"side": FP, "card": DAYLIGHT}]
    assert rolled(play, SH) == [([1] * 5, 0, 0)]
    assert rerolled(play, SH) == [([4], 1, 1)]
    assert len(told(play, "leadership-given-up")) == 1


@pytest.mark.rule("KM-9.2")
@pytest.mark.combat_card("swarm-of-bats")
def test_lord_of_the_bats_with_a_swarm_and_no_card_against_it_is_a_better_re_roll():
    play = fight(
        [[1] * 3, [1] * 3, [4]],
        BATS,
        shadow={"sauron-regular": 3, "nazgul": 1, "shadow-of-mirkwood": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "shadow-of-mirkwood")
    assert told(play, "combat-card-cancelled") == []
    assert rerolled(play, SH) == [([4], 1, 1)]


@pytest.mark.rule("KM-9.1", "KM-9.3")
@pytest.mark.combat_card("daring-defiance")
def test_what_a_chieftain_does_can_be_cancelled_and_costs_nothing_then():
    play = fight(
        [[4] * 3, [1] * 3, [4] * 2],
        DEFIANCE,
        ASSAULT,
        shadow={"sauron-regular": 3, "black-serpent": 1},
        free={"north-regular": 3, "meriadoc": 1},
    )
    play.choose(SH, "black-serpent")
    assert told(play, "combat-card-cancelled") == [{"side": SH, "card": ASSAULT}]
    assert rolled(play, SH) == [([4] * 3, 0, 0)]
    assert rerolled(play, SH) == [([4] * 2, 0, 0)]
    assert left(play, SH, NEXT_TO_PLAIN)["sauron-regular"] == 3


@pytest.mark.rule("KM-9.3", "WR-10.7")
@pytest.mark.combat_card("daring-defiance", "swarm-of-bats")
@pytest.mark.parametrize(
    ("attacker", "again", "gives_up"),
    [(SH, [[1] * 2], "meriadoc"), (FP, [[1], [1]], "shadow-of-mirkwood")],
)
def test_of_two_that_cancel_the_defenders_is_first_and_the_other_pays_nothing(attacker, again, gives_up):
    play = fight(
        [[1] * 3, [1] * 3, *again],
        DEFIANCE,
        BATS,
        attacker=attacker,
        shadow={"sauron-regular": 3, "nazgul": 1, "shadow-of-mirkwood": 1},
        free={"north-regular": 3, "meriadoc": 1},
    )
    play.choose(SH, "shadow-of-mirkwood")
    assert [line["side"] for line in told(play, "combat-card-cancelled")] == [attacker]
    assert [line["figure"] for line in told(play, "leadership-given-up")] == [gives_up]


@pytest.mark.rule("KM-9.1", "WR-18")
def test_a_card_that_is_given_up_is_still_played():
    play = begin(
        [[1] * 3] * 2 + [[1] * 3],
        DESPERATE,
        shadow={"sauron-regular": 3, "witch-king": 1, "ugluk": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, DESPERATE)
    play.choose(SH, "ugluk")
    assert told(play, "combat-card-shown") == [{"side": SH, "card": DESPERATE}]
    assert kinds(play) == ["sorcerer"]
    play.choose(SH, None)
    assert DESPERATE in play.state.discards


@pytest.mark.rule("KM-9.1")
@pytest.mark.combat_card("great-host")
def test_no_later_part_of_a_card_that_was_given_up_happens():
    play = fight(
        [[4, 1, 1, 1], [1] * 2, [1]],
        GREAT_HOST,
        shadow={"sauron-regular": 4, "ugluk": 1},
        free={"north-regular": 2},
    )
    play.choose(SH, "ugluk")
    assert told(play, "great-host") == []
    assert left(play, FP) == {"north-regular": 1}


@pytest.mark.rule("KM-9.1")
def test_a_chieftain_acts_anew_in_every_round():
    play = fight(
        [[1] * 3] * 2 + [[1]] + [[1] * 3] * 2 + [[1]],
        DESPERATE,
        STRIFE,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3},
    )
    play.choose(SH, "ugluk")
    play.choose(SH, "continue")
    play.choose(FP, None)
    lay(play, STRIFE)
    assert kinds(play) == ["forfeit-card"]


@pytest.mark.rule("KM-9.1", "KM-8.3")
def test_a_chieftain_defends_his_army_too():
    play = fight(
        [[4, 1, 1], [4, 1, 1], [1], [1]],
        DESPERATE,
        attacker=FP,
        shadow={"sauron-regular": 3, "ugluk": 1},
        free={"north-regular": 3, "north-leader": 1},
    )
    play.choose(SH, "ugluk")
    assert (rolled(play, FP), rolled(play, SH)) == ([([4, 1, 1], 0, 0)], [([4, 1, 1], 1, 1)])


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

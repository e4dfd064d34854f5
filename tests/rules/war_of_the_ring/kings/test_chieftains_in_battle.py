"""What Dark Chieftains do in the place of a Combat card (KM-9)."""

import random

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, left
from tests.rules.war_of_the_ring.kings.fights import begin, fight, lay, rerolled, rolled
from tests.rules.war_of_the_ring.positions import kinds

DEFIANCE, DAYLIGHT = "fp-char-11", "fp-str-01"
ASSAULT, BATS, DESPERATE, STRIFE = "sh-str-04", "sh-str-09", "sh-str-22", "sh-str-10"
GREAT_HOST = "sh-str-16"


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

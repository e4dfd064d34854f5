"""What an attacker says together with an attack, as it meets the questions that follow."""

import pytest

import rules
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH
from rules.war_of_the_ring.war import battle_plan
from tests.rules.war_of_the_ring.battles import begin
from tests.rules.war_of_the_ring.positions import kinds

TITLE = rules.title("war-of-the-ring")
NOTHING = {field.name: "ask" for field in battle_plan.FIELDS}


def after_a_round():
    """Three Regulars have fought two before Minas Tirith, without a hit."""
    play = begin(
        [[1] * 3, [1] * 2],
        region="minas-tirith",
        source="osgiliath",
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2},
    )
    play.choose(FP, "field")
    assert kinds(play) == ["continue"]
    return play.decision_of(SH)


@pytest.mark.rule("WR-23.7", "WR-10.15")
def test_whoever_is_asked_for_another_round_may_look_at_both_armies():
    facts = {"region": "minas-tirith", "round": 1, "units": 3, "enemy_units": 2, "lead": 1}
    told = after_a_round().context
    assert {name: told[name] for name in facts} == facts


@pytest.mark.rule("WR-23.7")
def test_fighting_on_while_we_have_more_units_ceases_otherwise():
    going_on, ceasing = battle_plan.foresee("minas-tirith", {**NOTHING, "rounds": "more"})
    assert (going_on.kind, ceasing.kind) == ("continue", "continue")
    assert going_on.conditions == ("region = minas-tirith", "lead >= 1")
    assert TITLE.read(after_a_round(), going_on.lines[0]) == "continue"
    assert (ceasing.answer, ceasing.conditions) == ("pass", ("region = minas-tirith",))


@pytest.mark.rule("WR-23.7", "WR-11.5")
def test_a_siege_is_pressed_with_an_elite_of_any_nation():
    (pressing,) = battle_plan.foresee("minas-tirith", {**NOTHING, "siege": "on"})
    for nation, line in zip(NATIONS, pressing.lines, strict=True):
        asked = rules.Decision(SH, "press-siege", "Reduce?", rules.OneOf((f"{nation}-elite",)), may_pass=True)
        assert TITLE.read(asked, line) == f"{nation}-elite"


@pytest.mark.rule("WR-23.7")
def test_a_plan_says_nothing_of_what_is_left_to_be_asked():
    assert battle_plan.foresee("minas-tirith", NOTHING) == ()
    (cards,) = battle_plan.foresee("minas-tirith", {**NOTHING, "cards": "none"})
    assert cards.conditions == ("region = minas-tirith", "round >= 2")  # the first is asked at once
    (going,) = battle_plan.foresee("minas-tirith", {**NOTHING, "advance": "all"})
    assert (going.kind, going.answer) == ("advance", "clock")

"""What answers itself may be named in a chain, and has to be named rightly (DU-4.7)."""

from random import Random

import pytest

from rules import Decision, Game, IllegalChoice, OneOf, Seeded, Text
from rules.core.typed_text import texts
from rules.duel.notation import SORTS, VERBS
from tests.rules.duel.positions import ASKED, DUEL, game, open_slots

PURPLE = "c3-purple-unit-move-move"
#: Nobody without coins can pay for it: at the end of a chapter it can only be discarded.
DEAR = "c2-blue-two-campfire"


def without_enemies():
    """The Fellowship plays a card that removes an enemy Unit, and there is none."""
    return game(
        chapter=3,
        display=open_slots(PURPLE, "c3-blue-two", chapter=3),
        units={"lindon": {"fellowship": 2}},
    )


@pytest.mark.rule("DU-4.7")
@pytest.mark.parametrize("named", ["", "remove pass; ", "no; "])
def test_that_nothing_is_removed_may_be_said_or_left_out(named):
    play = without_enemies()
    applied = play.play("fellowship", texts(f"play {PURPLE}; maneuver remove; {named}move lindon > arnor"))
    assert play.state.units["arnor"]["fellowship"] == 1
    assert applied.draft == []


@pytest.mark.parametrize("wrong", ["remove gondor", "gondor"])
def test_removing_a_unit_that_is_not_there_undoes_the_whole_move(wrong):
    play = without_enemies()
    before = play.position()
    with pytest.raises(IllegalChoice, match="nothing to choose for “Remove an enemy Unit: where\\?”"):
        play.play("fellowship", texts(f"play {PURPLE}; maneuver remove; {wrong}; move lindon > arnor"))
    assert play.position() == before


@pytest.mark.rule("DU-6.7")
@pytest.mark.parametrize("last", ["", "maneuver move; ", "Move a Unit; "])
def test_the_only_maneuver_left_may_be_named(last):
    play = without_enemies()
    first = f"play {PURPLE}; maneuver remove; maneuver move; lindon > arnor; "
    play.play("fellowship", texts(f"{first}{last}move lindon > arnor"))
    assert play.state.units["arnor"]["fellowship"] == 2


def with_an_extra_turn():
    """Two cards are left of the chapter, and the Fellowship has both turns."""
    cards = open_slots("c2-grey-double-ruse", DEAR, chapter=2)
    must_act = {"decline_extra_turn": False}
    return game(chapter=2, display=cards, coins=(0, 0), extra_turn=True, options=must_act)


@pytest.mark.rule("DU-4.2", "DU-11.4")
@pytest.mark.parametrize(
    "wrong",
    [
        "play c2-grey-double-ruse",
        "discard the double ruse",
        "sell: c1-blue-one",
        "Take Bree.",
        "play-c3-blue-two",
        "decline",
        "choose-action: discard c2-grey-double-ruse",
    ],
)
def test_another_action_than_the_only_one_undoes_the_whole_move(wrong):
    """The chapter ends behind it: what is wrong is not kept for the turns that come."""
    play = with_an_extra_turn()
    before = play.position()
    with pytest.raises(IllegalChoice, match=f"there is one choice only, “discard {DEAR}”"):
        play.play("fellowship", texts(f"discard c2-grey-double-ruse; {wrong}"))
    with pytest.raises(IllegalChoice, match=f"there is one choice only, “discard {DEAR}”"):
        play.play("fellowship", ["discard-c2-grey-double-ruse", "play-c2-grey-double-ruse"])
    assert play.position() == before


@pytest.mark.parametrize("nonsense", [Text(5), Text(None), 7, ["x"], {"x": 1}])
def test_what_is_no_action_at_all_lies_behind_the_only_one(nonsense):
    """It is looked at, and refused, when it is its turn."""
    play = with_an_extra_turn()
    assert play.play("fellowship", ["discard-c2-grey-double-ruse", nonsense]).draft == [nonsense]


@pytest.mark.rule("DU-4.2")
def test_behind_the_only_action_stands_that_of_a_later_turn():
    play = with_an_extra_turn()
    applied = play.play("fellowship", texts(f"discard c2-grey-double-ruse; discard {DEAR}; take bree"))
    assert play.state.chapter == 3
    assert applied.draft == [Text("take bree")]


@pytest.mark.rule("DU-4.7", "DU-11.4")
@pytest.mark.parametrize("named", ["", "maneuver remove; no; maneuver remove; remove pass; "])
def test_what_is_declined_is_the_extra_turn_where_nothing_else_is(named):
    play = game(
        chapter=3,
        display=open_slots("c3-purple-unit-unit-coin", "c3-blue-two", chapter=3),
        units={"lindon": {"fellowship": 2}},
        extra_turn=True,
    )
    applied = play.play("fellowship", texts(f"play c3-purple-unit-unit-coin; maneuver coin; {named}decline"))
    assert play.pending[0].seat == "sauron"
    assert applied.draft == []


@pytest.mark.rule("DU-4.2", "DU-4.3")
def test_of_every_question_it_is_known_what_answers_it():
    """A question that is not told from others would let a wrong answer fall through to a later one."""
    asked = set()
    for seed in range(40):
        play, rng = Game.start(DUEL, ASKED, Seeded(seed)), Random(seed)
        while not play.is_over:
            decision = play.pending[0]
            asked.add(decision.kind)
            assert set(decision.options.values) <= set(SORTS[decision.kind])
            play.choose(decision.seat, DUEL.fuzz_choice(decision, rng))
    assert asked >= {"choose-action", "move-unit", "pick-token", "pick-stack", "pick-grey"}
    assert set(SORTS) == {"choose-action", *VERBS}


@pytest.mark.rule("DU-4.2", "DU-4.3")
@pytest.mark.parametrize("kind", SORTS)
def test_a_wrong_answer_is_known_by_its_line_and_by_its_value(kind):
    question = Decision("fellowship", kind, "Which?", OneOf(tuple(SORTS[kind])[:1]))
    others = [
        Decision("fellowship", other, "Which?", OneOf(()))
        for other in SORTS
        if not set(SORTS[other]) & set(SORTS[kind])
    ]
    for value in SORTS[kind]:
        assert DUEL.is_meant_for(question, value)
        assert DUEL.is_meant_for(question, Text(DUEL.write(question, value)))
        assert not any(DUEL.is_meant_for(other, value) for other in others)
    assert not DUEL.is_meant_for(question, Text("good luck"))

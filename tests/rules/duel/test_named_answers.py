"""What answers itself may be named in a chain, and has to be named rightly (DU-4.7)."""

import pytest

from rules import IllegalChoice
from rules.core.typed_text import texts
from tests.rules.duel.positions import game, open_slots

PURPLE = "c3-purple-unit-move-move"


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

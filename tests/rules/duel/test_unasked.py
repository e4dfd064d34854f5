"""Where one action only is left, it is taken without a question at a new table (DU-4.2)."""

import pytest

from rules import Game, Seeded
from tests.rules.duel.positions import ASKED, DUEL, game, open_slots

DEAR = "c2-blue-two-campfire"


def last_card(**options):
    """Nobody can pay for the last card of the second chapter."""
    return game(chapter=2, display=open_slots(DEAR, chapter=2), coins=(0, 0), options=options)


@pytest.mark.rule("DU-4.2", "DU-5.1")
def test_the_only_action_is_taken_and_the_story_tells_of_it():
    play = last_card()
    assert play.state.chapter == 3
    told = [DUEL.sentence(line) for line in play.lines]
    assert any("discards" in sentence for sentence in told), told
    assert play.pending[0].seat == "sauron"


@pytest.mark.rule("DU-4.2")
def test_a_table_may_want_every_question():
    play = last_card(**ASKED)
    assert [decision.kind for decision in play.pending] == ["choose-action"]
    assert play.state.chapter == 2


@pytest.mark.rule("DU-4.2")
def test_a_game_that_began_before_there_was_the_option_asks():
    assert DUEL.recall_options({})["unasked"] is False
    old = last_card(**ASKED)
    del old.state.options["unasked"]
    again = Game.restore(
        DUEL, {}, Game.start(DUEL, ASKED, Seeded(1), position=old.state).snapshot(), Seeded(1)
    )
    assert [decision.kind for decision in again.pending] == ["choose-action"]

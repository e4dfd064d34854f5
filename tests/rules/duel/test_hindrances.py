"""An action is offered where nothing hinders it, and nowhere else (DU-4.2)."""

from random import Random

import pytest

import rules
from rules import Seeded
from rules.core.decisions import OneOf
from rules.duel.data import CARDS, LANDMARKS, REGIONS

EVERY_ACTION = [
    *(f"{verb}-{card}" for verb in ("play", "discard") for card in CARDS),
    *(f"take-{landmark}" for landmark in LANDMARKS),
    "decline",
]
EVERY_MOVE = [f"{here}>{there}" for here in REGIONS for there in REGIONS]
#: Everything that could be said to a question, by its kind.
EVERYTHING = {"choose-action": EVERY_ACTION, "move-unit": EVERY_MOVE}


@pytest.mark.rule("DU-4.2", "DU-5.7", "DU-10.5")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("decline", [True, False])
def test_what_is_offered_has_no_hindrance_and_what_is_not_has_a_reason(decline, seed):
    game, rng = rules.new_game("duel", {"decline_extra_turn": decline}, Seeded(seed)), Random(seed)
    while not game.is_over:
        decision = rng.choice(game.pending)
        if decision.kind in EVERYTHING:
            assert isinstance(decision.options, OneOf)
            assert decision.why_not is not None
            for choice in EVERYTHING[decision.kind]:
                offered = choice in decision.options.values
                assert (decision.why_not(choice) is None) is offered, choice
        game.choose(decision.seat, game.title.fuzz_choice(decision, rng))

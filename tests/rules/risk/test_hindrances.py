"""An invasion is offered where nothing hinders it, and nowhere else (RK-7.2, RK-22)."""

from itertools import product
from random import Random

import pytest

import rules
from rules import Seeded
from rules.core.decisions import OneOf
from rules.risk.combat import refusal
from rules.risk.data import TERRITORIES

#: Games that are played at random, and choices in each.
GAMES, CHOICES = 4, 160


@pytest.mark.rule("RK-7.2", "RK-12.2")
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("options", [{"players": "4"}, {"players": "alliance"}], ids=["four", "alliance"])
def test_what_is_offered_has_no_hindrance_and_what_is_not_has_a_reason(options, seed):
    game, rng = rules.new_game("risk", options, Seeded(seed)), Random(seed)
    looked = 0
    for _ in range(CHOICES):
        if game.is_over:
            break
        decision = rng.choice(game.pending)
        if decision.kind == "combat":
            assert isinstance(decision.options, OneOf)
            cards = (decision.context or {})["cards"]
            for pair in map(">".join, product(TERRITORIES, repeat=2)):
                offered = pair in decision.options.values
                assert (refusal(game.state, cards, pair) is None) is offered, (pair, cards)
            looked += 1
        game.choose(decision.seat, game.title.fuzz_choice(decision, rng))
    assert looked

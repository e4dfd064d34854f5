"""Bots at a table, as tests of the base game and of its expansions watch them."""

from random import Random
from typing import Any

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import Steward


def assert_it_depends_on_its_view_alone(seat: str, options: dict[str, Any], *, choices: int) -> None:
    """Play on, and put each question of a seat in another position, too, that looks alike to it: same answer."""
    game = Game.start(TITLE, TITLE.normalise_options(options), Seeded(8))
    rng = Random(8)
    asked = 0
    for _ in range(choices):
        decision = game.pending[0]
        choice = Steward().choose(game.view(decision.seat), decision, Random(2))
        if decision.seat == seat:
            twin = TITLE.twin(game.state, seat, rng)
            assert Steward().choose(TITLE.view(twin, seat), decision, Random(2)) == choice
            asked += 1
        game.choose(decision.seat, choice)
    assert asked > choices // 5

"""Games come to an end that the title can tell of."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core.contract.playing import Options, play_out
from rules.core.records import RecordedGame
from rules.core.title import Title


def check_play(title: Title[Any], options: Options, seed: int) -> RecordedGame:
    """Random play comes to an end; after every step the figures add up and every question has an answer."""

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        faults = title.faults(game.state)
        assert not faults, "; ".join(faults)
        for decision in game.pending:
            assert next(iter(decision.legal()), decision) is not decision, (
                f"{decision.kind} has no legal choice"
            )
            assert decision.is_legal(decision.fallback_choice()), f"{decision.kind}: the fallback is illegal"

    return play_out(title, options, seed, each)

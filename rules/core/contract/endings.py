"""Games come to an end, and the title can tell of it: who has won together, and which facts go into the record."""

import json
from random import Random
from typing import Any

from rules.core.contract.random_games import Options, play_out
from rules.core.fields import COMMON_FACTS
from rules.core.game import Game
from rules.core.replay import RecordedGame
from rules.core.title import Title

#: Figures are counted more often than what is dear to look at.
MOST_STRIDE = 8


def check_play(title: Title[Any], options: Options, seed: int) -> RecordedGame:
    """Random play comes to an end; the figures add up, and every question has an answer.

    Facts are told of a game at any moment, for it may be broken off; who wins, wins with all allies.
    """

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        faults = title.faults(game.state)
        assert not faults, "; ".join(faults)
        for decision in game.pending:
            assert next(iter(decision.legal()), decision) is not decision, (
                f"{decision.kind} has no legal choice"
            )
            assert decision.is_legal(decision.fallback_choice()), f"{decision.kind}: the fallback is illegal"
        if game.is_over:
            _assert_result(title, game)
        if game.is_over or rng.random() < 0.1:
            _assert_facts(title, game)

    return play_out(title, options, seed, each, stride=min(MOST_STRIDE, title.contract_stride))


def _assert_result(title: Title[Any], game: Game[Any]) -> None:
    """The winners are seats, whole teams of them, and the result has words."""
    assert game.result is not None
    winners = game.result.winners
    assert len(set(winners)) == len(winners), f"a seat wins twice: {winners}"
    assert set(winners) <= set(game.seats), f"somebody wins who has no seat: {winners}"
    assert game.result.reason, "the result has no reason"
    endings = title.endings_of(game.options)
    assert not endings or game.result.reason in endings, (
        f"it ended by {game.result.reason}, which is not among its endings"
    )
    assert game.result.text, "the result has no words"
    for team in title.teams(game.options):
        assert len(set(team) & set(winners)) in (0, len(team)), f"{team} are allies, and {winners} win"


def _assert_facts(title: Title[Any], game: Game[Any]) -> None:
    """Facts are JSON, declared and of their kind; those that every title may tell speak of its seats."""
    told = title.facts(game.state, game.lines)
    assert json.loads(json.dumps(told)) == told, "the facts are not JSON"
    undeclared = set(told) - {field.name for field in title.fact_fields} - set(COMMON_FACTS)
    assert not undeclared, f"the facts {sorted(undeclared)} are not among fact_fields"
    for field in title.fact_fields:
        value = told.get(field.name)
        assert field.fits(value), f"the fact {field.name} is no {field.kind} as declared: {value!r}"
    placed = [seat for group in told.get("places", []) for seat in group]
    assert len(set(placed)) == len(placed), f"a seat has two places: {placed}"
    alone = told.get("won_individually", [])
    won = game.result.winners if game.result is not None else ()
    assert set(alone) <= set(won), f"{alone} have won for themselves, and {won} together"
    named = {*placed, *told.get("counts", {}), *told.get("seats", {})}
    assert named <= set(game.seats), f"the facts tell of {sorted(named - set(game.seats))}, who have no seat"
    leaders = title.leaders(game.state)
    assert leaders is None or set(leaders) <= set(game.seats), f"{leaders} lead, and have no seat"

"""What is hidden stays hidden: two positions that a seat cannot tell apart look the same to it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rules.core.contract.playing import Options, eyes, play_out, source_of
from rules.core.contract.questions import HOSTILE, refusal_of
from rules.core.game import Game, Mark, Snapshot
from rules.core.records import RecordedGame
from rules.core.title import Title

_encode = msgspec.msgpack.Encoder().encode


def check_no_leak(title: Title[Any], options: Options, seed: int) -> None:
    """Two positions that differ only in what a seat may not know look the same to it, ask it the same,
    refuse it with the same words, and answer its next choice alike until something is drawn or shown."""

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        before = _encode(game.state)
        for seat in eyes(game):
            twin = title.twin(game.state, seat, rng)
            assert title.view(twin, seat) == title.view(game.state, seat), f"the view of {seat} leaks"
        assert _encode(game.state) == before, "making a twin changes the position"
        snapshot = game.snapshot()
        if snapshot.published != snapshot.mark.answers or snapshot.outcomes:
            return  # since the checkpoint something may have come to light that its twin does not know of
        for decision in game.pending:
            if game.mover in (None, decision.seat):
                _check_twin_game(title, game, snapshot, decision.seat, rng)

    play_out(title, options, seed, each)


def _check_twin_game(title: Title[Any], game: Game[Any], snapshot: Snapshot, seat: str, rng: Random) -> None:
    """Go on from the newest checkpoint and from its twin, with the same answers of the same seat."""
    mark = snapshot.mark
    state = msgspec.msgpack.decode(mark.state, type=title.state_type)
    exchanged = _encode(title.twin(state, seat, rng))
    if exchanged == mark.state:
        return
    twin_snapshot = msgspec.structs.replace(
        snapshot, mark=Mark(exchanged, mark.answers, mark.chances, mark.lines)
    )
    here = Game.restore(title, game.options, snapshot, source_of(0))
    there = Game.restore(title, game.options, twin_snapshot, source_of(0))
    asked, twin_asked = here.decision_of(seat), there.decision_of(seat)
    assert asked is not None
    assert twin_asked is not None, f"whether {seat} is asked tells what it may not know"
    kind = asked.kind
    assert asked.describe() == twin_asked.describe(), f"{kind}: the question leaks"
    assert here.view(seat) == there.view(seat), f"the view of {seat} leaks"
    for choice in HOSTILE:
        words = [refusal_of(title, d, choice) for d in (asked, twin_asked)]
        first, second = [w and (w.code, w.message, w.rule) for w in words]
        assert first == second, f"{kind}: the refusal of {choice!r} leaks"
    choice = asked.sample(rng)
    applied, twin_applied = here.choose(seat, choice), there.choose(seat, choice)
    if here.table.fact_shown or there.table.fact_shown or here.is_over or there.is_over:
        return  # what is hidden was allowed to come to light
    drawn, twin_drawn = [[o.name for o in a.outcomes] for a in (applied, twin_applied)]
    assert drawn == twin_drawn, f"{kind}: what is drawn after it leaks ({drawn}, not {twin_drawn})"
    if drawn:
        return
    assert applied.barrier == twin_applied.barrier, f"{kind}: whether it can be taken back leaks"
    assert here.view(seat) == there.view(seat), f"{kind}: shows a hidden fact without saying so"
    assert here.log(seat) == there.log(seat), f"{kind}: writes a hidden fact into the log"
    assert here.waiting_for(seat) == there.waiting_for(seat), f"{kind}: who is asked next leaks"
    after = [d and d.describe() for d in (here.decision_of(seat), there.decision_of(seat))]
    assert after[0] == after[1], f"{kind}: the next question leaks"

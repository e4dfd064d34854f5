"""Storing, going back and playing again: nothing is lost, and nothing leaves a trace."""

from random import Random
from typing import Any

import msgspec

from rules.core.contract.random_games import Options, eyes, play_out, source_of
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.records import check_chain, check_fairness, dump_record, load_record
from rules.core.replay import RecordedGame, replay
from rules.core.snapshots import Snapshot
from rules.core.title import Title

_encode = msgspec.msgpack.Encoder().encode
_decode_snapshot = msgspec.msgpack.Decoder(Snapshot).decode


def check_determinism(title: Title[Any], options: Options, seed: int) -> None:
    """The same seed and choices give the same position and the same story."""
    first = play_out(title, options, seed).game
    second = play_out(title, options, seed).game
    assert first.position() == second.position(), f"seed {seed}: the positions differ"
    assert first.lines == second.lines, f"seed {seed}: the stories differ"
    assert first.result == second.result, f"seed {seed}: the results differ"


def _sketch(game: Game[Any]) -> tuple[Any, ...]:
    """Return everything by which two games could be told apart."""
    return (
        game.position(),
        [decision.describe() for decision in game.pending],
        game.result,
        game.chance_index,
        game.unpublished,
        game.mover,
        [(game.view(seat), game.waiting_for(seat)) for seat in eyes(game)],
    )


def check_resume(title: Title[Any], options: Options, seed: int) -> None:
    """A game that is stored and restored at every single step goes on as if it never had been."""
    stored, seen = b"", -1

    def each(played: RecordedGame, rng: Random) -> None:
        nonlocal stored, seen
        game = played.game
        newest = played.entries[-1]
        if stored and newest.seq == seen + 1:  # make the choice that was just made, in the copy
            back = Game.restore(title, game.options, _decode_snapshot(stored), source_of(seed))
            assert not back.lines, "a restored game tells its story again"
            back.play(newest.seat or "", newest.choices)
            assert _sketch(back) == _sketch(game), "a restored game goes on differently"
            assert _encode(back.snapshot()) == _encode(game.snapshot()), "its snapshot is another one"
            assert back.lines == game.lines[len(game.lines) - len(back.lines) :], "its story differs"
        stored, seen = _encode(game.snapshot()), newest.seq
        again = Game.restore(title, game.options, _decode_snapshot(stored), source_of(seed))
        assert _encode(again.state) == _encode(game.state), "the position is lost in the store"
        assert _sketch(again) == _sketch(game), "something is lost in the store"

    play_out(title, options, seed, each, stride=title.contract_stride)


def check_takeback(title: Title[Any], options: Options, seed: int) -> None:
    """Before a barrier a choice can be undone without a trace, and nobody else ever saw it (MOV-2);
    behind a barrier it stands."""

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        if game.is_over:
            return
        decision = rng.choice(game.pending)
        seat = decision.seat
        choice = decision.sample(rng)
        trial = Game.restore(title, game.options, game.snapshot(), source_of(seed))
        applied = trial.choose(seat, choice)
        if applied.barrier:
            try:
                trial.take_back(seat)
            except IllegalChoice:
                return
            raise AssertionError(f"{decision.kind} is taken back across a barrier")
        assert not applied.outcomes, "chance without a barrier"
        others = [eye for eye in eyes(game) if eye != seat]
        for live in (trial, game):
            if live is trial:
                trial.take_back(seat)
            before = _sketch(live), list(live.lines), _encode(live.state)
            seen = [(live.view(eye), live.log(eye), live.waiting_for(eye)) for eye in others]
            live.choose(seat, choice)
            assert [(live.view(eye), live.log(eye), live.waiting_for(eye)) for eye in others] == seen, (
                f"{decision.kind} is seen by others before it is final"
            )
            live.take_back(seat)
            assert (_sketch(live), list(live.lines), _encode(live.state)) == before, (
                f"taking back {decision.kind} leaves a trace"
            )

    play_out(title, options, seed, each, stride=title.contract_stride)


def check_replay(title: Title[Any], options: Options, seed: int) -> None:
    """A record, takebacks in it, goes through JSON, proves every die and replays to every position."""
    positions: dict[int, bytes] = {}

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        positions[len(played.entries) - 1] = _encode(game.state)
        if game.mover is not None and rng.random() < 0.3:
            played.take_back(game.mover)
            positions[len(played.entries) - 1] = _encode(game.state)

    played = play_out(title, options, seed, each, stride=title.contract_stride)
    record = load_record(dump_record(played.record()))
    check_chain(record)
    check_fairness(record)
    for takebacks in (False, True):
        again = replay(
            record,
            takebacks=takebacks,
            title=title,
            each=lambda entry, game: _assert_same(entry.seq, game, positions),
        )
        assert again.position() == played.game.position(), f"seed {seed}: the replay ends elsewhere"
        assert again.lines == played.game.lines, f"seed {seed}: the replay tells another story"
        assert again.result == played.game.result, f"seed {seed}: the replay has another result"


def _assert_same(number: int, game: Game[Any], positions: dict[int, bytes]) -> None:
    if number in positions:
        assert _encode(game.state) == positions[number], f"entry {number} replays to another position"

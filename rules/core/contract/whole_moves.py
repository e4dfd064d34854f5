"""Whole moves in one line: what answers itself may be named, and then it has to be named rightly."""

from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

import msgspec

from rules.core.contract.random_games import Options, play_out, source_of
from rules.core.decisions import Choice, Decision
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.replay import RecordedGame
from rules.core.settled import Settled
from rules.core.title import Title
from rules.core.typed_text import texts

#: How many answers of one question are kept as examples of its sort.
MOST_EXAMPLES = 60

_encode = msgspec.msgpack.Encoder().encode
_Examples = dict[str, list[Choice]]


class _Step(NamedTuple):
    """A question of a move and its answer; `settled`: there was no other.

    `wrong` are answers of its sort that the rules did not take, and whose lines are wrong here. `clear`: the open
    question behind it, if there is one, would not take the answer; `clear_wrong` are the wrong ones of which that
    holds. A value alone does not say which of two questions it answers. A line of notation does, unless both are
    answered in the same words, as are two steps of a march.
    """

    decision: Decision
    choice: Choice
    settled: bool = False
    wrong: tuple[Choice, ...] = ()
    clear: bool = True
    clear_wrong: tuple[Choice, ...] = ()


def _settled_step(title: Title[Any], settled: Settled, behind: Decision | None, examples: _Examples) -> _Step:
    others = (x for x in examples[settled.decision.kind] if x not in (None, settled.choice, *settled.alike))
    wrong = tuple(
        x
        for x in others
        if not title.names_the_same(settled.decision, settled.choice, x)
        and not (behind and _is_written_behind(title, behind, title.write(settled.decision, x)))
    )
    clear_wrong = tuple(x for x in wrong if behind is None or not behind.is_legal(x))
    clear = behind is None or not behind.is_legal(settled.choice)
    return _Step(settled.decision, settled.choice, True, wrong, clear, clear_wrong)


def _is_written_behind(title: Title[Any], behind: Decision, line: str) -> bool:
    """Return whether a line is, word by word, how a legal answer to the open question is written."""
    try:
        return title.write(behind, title.read(behind, line)) == line
    except IllegalChoice:
        return False


def _restored(game: Game[Any], seed: int) -> Game[Any]:
    return Game.restore(game.title, game.options, game.snapshot(), source_of(seed))


def _move(
    game: Game[Any], seed: int, seat: str, rng: Random, examples: _Examples
) -> tuple[list[_Step], bytes]:
    """Return a random move of a seat, question by question up to the first barrier, and what comes of it."""
    trial = _restored(game, seed)
    steps: list[_Step] = []
    barrier = False
    while not barrier:
        decision = trial.decision_of(seat)
        assert decision is not None
        choice = game.title.fuzz_choice(decision, rng)
        applied = trial.choose(seat, choice)
        barrier = applied.barrier
        steps.append(_Step(decision, choice))
        behind = None if barrier else trial.decision_of(seat)
        steps += [_settled_step(game.title, settled, behind, examples) for settled in applied.settled]
    return steps, _encode(trial.snapshot())


def _lines(title: Title[Any], steps: list[_Step]) -> list[Any]:
    """Return steps as one self-contained line of notation."""
    return list(texts("; ".join(title.write(step.decision, step.choice) for step in steps)))


def _check_same(game: Game[Any], seed: int, seat: str, choices: list[Any], wanted: bytes, how: str) -> None:
    trial = _restored(game, seed)
    try:
        trial.play(seat, choices)
    except IllegalChoice as refused:
        raise AssertionError(f"{how}: refused: {refused.message} {choices!r}") from None
    assert _encode(trial.snapshot()) == wanted, f"{how}: something else came of it: {choices!r}"


def _check_refused(game: Game[Any], seed: int, seat: str, choices: list[Any], how: str) -> None:
    trial = _restored(game, seed)
    before = _encode(trial.snapshot())
    try:
        trial.play(seat, choices)
    except IllegalChoice:
        if _encode(trial.snapshot()) != before:
            raise AssertionError(f"{how}: a refused move leaves a trace: {choices!r}") from None
    else:
        raise AssertionError(f"{how}: accepted: {choices!r}")


def _altered(steps: list[_Step], place: int, wrong: Choice) -> list[_Step]:
    return [*steps[:place], steps[place]._replace(choice=wrong), *steps[place + 1 :]]


def check_naming(title: Title[Any], options: Options, seed: int) -> None:
    """A move whose unavoidable answers are named is the move without them; one wrong name, and nothing happens.

    Every move can be sent as one self-contained line, in choices and in notation.
    """
    examples: _Examples = defaultdict(list)

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        if game.is_over or len(game.pending) > 1:
            return
        seat = game.pending[0].seat
        steps, wanted = _move(game, seed, seat, rng, examples)
        asked = [step for step in steps if not step.settled]
        clear = [step for step in steps if step.clear]
        _check_same(game, seed, seat, [s.choice for s in asked], wanted, "asked only, as choices")
        _check_same(game, seed, seat, [s.choice for s in clear], wanted, "all named, as choices")
        _check_same(game, seed, seat, _lines(title, asked), wanted, "asked only, as a line")
        _check_same(game, seed, seat, _lines(title, steps), wanted, "all named, as a line")
        for place, step in enumerate(steps):
            for wrong in rng.sample(step.wrong, min(1, len(step.wrong))):
                _check_refused(
                    game, seed, seat, _lines(title, _altered(steps, place, wrong)), "one name wrong"
                )
            for wrong in rng.sample(step.clear_wrong, min(1, len(step.clear_wrong))):
                choices = [s.choice for s in _altered(steps, place, wrong) if s.clear or s.choice == wrong]
                _check_refused(game, seed, seat, choices, "one name wrong, as choices")
        for step in steps:
            known = examples[step.decision.kind]
            if len(known) < MOST_EXAMPLES and step.choice not in known:
                known.append(step.choice)

    play_out(title, options, seed, each, stride=title.contract_stride)

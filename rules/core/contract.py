"""What must hold of every title (ADD-4): the checks that the tests and the fuzzer share.

Each check plays a game of its own from a seed to its end. What does not hold is raised as `Broken`,
which carries the seed, the step and the record of the game so far.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import msgspec

from rules.core.chance import Seeded
from rules.core.decisions import Decision
from rules.core.errors import IllegalChoice
from rules.core.game import Game, Mark, Snapshot, Text
from rules.core.records import (
    Record,
    RecordedGame,
    check_chain,
    check_fairness,
    dump_record,
    load_record,
    replay,
)
from rules.core.title import Title

#: No game of ours is longer in random play.
MOST_CHOICES = 20_000
#: Widest line of a text board.
WIDTH = 78
#: How many of a decision's legal choices are looked at one by one.
MOST_LISTED = 40
#: What nobody may get away with; where one of them happens to be legal, it is simply legal.
HOSTILE: tuple[Any, ...] = (
    True,
    -1,
    10**40,
    1.5,
    float("nan"),
    "",
    "\ud800[/]",
    "no-such-thing",
    "x" * 10_000,
    [],
    [None],
    ["no-such-thing"],
    [["x"]],
    {},
    {"no-such-thing": 1},
    {"": -1},
    Text(""),
    Text("x" * 10_000),
    Text("no-such-thing"),
    Text("99 \ud800 > : , -1"),
)

_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_encode = msgspec.msgpack.Encoder().encode
_decode_snapshot = msgspec.msgpack.Decoder(Snapshot).decode

Options: TypeAlias = Mapping[str, Any]
Each: TypeAlias = Callable[[RecordedGame, Random], None]


class Broken(AssertionError):
    """Something that every title promises does not hold.

    Attributes:
        seed: the seed of the game; step: how many choices had been made; record: the game so far.
    """

    def __init__(self, seed: int, step: int, fault: str, record: Record | None) -> None:
        super().__init__(f"seed {seed}, step {step}: {fault}")
        self.seed = seed
        self.step = step
        self.fault = fault
        self.record = record


def eyes(game: Game[Any]) -> list[str | None]:
    """Return every point of view: the seats and a spectator."""
    return [*game.seats, None]


def source_of(seed: int) -> Seeded:
    """Return the chance of the game with this seed."""
    return Seeded(f"contract-{seed}", {"a": "1", "b": "2"})


def play_out(title: Title[Any], options: Options, seed: int, each: Each | None = None) -> RecordedGame:
    """Play at random to the end; call `each(played, rng)` before choices and at the end. Raises Broken.

    Of a long game only a part of the later choices is looked at.
    """
    rng = Random(seed)
    played: RecordedGame | None = None
    step = 0
    try:
        source = source_of(seed)
        played = RecordedGame(title, options, seed=source.seed, salts=source.salts)
        game = played.game
        while not game.is_over:
            assert game.pending, "a dead end: nobody is asked, and the game is not over"
            assert step < MOST_CHOICES, f"the game has not ended after {MOST_CHOICES} choices"
            if each is not None and _is_looked_at(step):
                each(played, rng)
            decision = rng.choice(game.pending)
            played.choose(decision.seat, title.fuzz_choice(decision, rng))
            step += 1
        if each is not None:
            each(played, rng)
        assert not game.pending, "the game is over, and somebody is still asked"
    except Exception as error:  # a crash of the rules breaks the promise like a figure that is wrong
        fault = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        raise Broken(seed, step, fault, played.record() if played else None) from error
    return played


def _is_looked_at(step: int) -> bool:
    """Every step of a short game; of a long one, later, two steps in a row out of sixteen."""
    return step < 200 or step % 16 < 2


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


def check_determinism(title: Title[Any], options: Options, seed: int) -> None:
    """The same seed and choices give the same position and the same story."""
    first = play_out(title, options, seed).game
    second = play_out(title, options, seed).game
    assert first.position() == second.position(), f"seed {seed}: the positions differ"
    assert first.lines == second.lines, f"seed {seed}: the stories differ"
    assert first.result == second.result, f"seed {seed}: the results differ"


# -- questions ---------------------------------------------------------------------------------------


def refusal_of(title: Title[Any], decision: Decision, choice: Any) -> IllegalChoice | None:
    """Return why a choice, or `Text`, is refused; None if it is legal."""
    try:
        if isinstance(choice, Text):
            title.read(decision, choice.text)
        else:
            decision.check(choice)
    except IllegalChoice as refused:
        return refused
    return None


def _check_decision(title: Title[Any], game: Game[Any], decision: Decision, rng: Random) -> None:
    kind = decision.kind
    assert _KEBAB.fullmatch(kind), f"{kind!r} is no kebab-case name"
    assert decision.prompt, f"{kind} has no prompt"
    assert decision.seat in game.seats, f"{kind} is asked of {decision.seat!r}, which is no seat"
    described = decision.describe()
    assert json.loads(json.dumps(described)) == described, f"{kind} does not describe itself as JSON"
    assert decision.is_legal(decision.fallback_choice()), f"{kind}: the fallback is illegal"
    listed = list(islice(decision.legal(), MOST_LISTED))
    assert listed, f"{kind} has no legal choice"
    assert all(choice not in listed[:i] for i, choice in enumerate(listed)), f"{kind} lists a choice twice"
    samples = [decision.sample(rng), title.fuzz_choice(decision, rng)]
    for choice in [*listed, *samples]:
        assert decision.check(choice) == choice, f"{kind}: {choice!r} is offered, but not canonical"
        written = title.write(decision, choice)
        assert title.read(decision, written) == choice, f"{kind}: “{written}” reads as another choice"
    for choice in HOSTILE:
        refused = refusal_of(title, decision, choice)
        if refused is not None:
            assert _KEBAB.fullmatch(refused.code), f"{kind}: the refusal of {choice!r} has no code"
            assert refused.message, f"{kind}: the refusal of {choice!r} has no words"
            refused.message.encode()


def check_decisions(title: Title[Any], options: Options, seed: int) -> None:
    """Every decision has legal choices and a legal fallback, describes itself, goes to text and back,
    and refuses nonsense in words; nothing changes by being asked or refused."""

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        before = _encode(game.state)
        asked = [decision.seat for decision in game.pending]
        assert len(set(asked)) == len(asked), f"two questions at once to the same seat: {asked}"
        for decision in game.pending:
            _check_decision(title, game, decision, rng)
            for choice in HOSTILE:
                if refusal_of(title, decision, choice) is not None:
                    _assert_refused(game, decision.seat, choice)
        for seat in (*game.seats, "no-such-seat"):
            if seat not in asked:
                _assert_refused(game, seat, None)
        assert _encode(game.state) == before, "the position has changed by being looked at"

    play_out(title, options, seed, each)


def _assert_refused(game: Game[Any], seat: str, choice: Any) -> None:
    try:
        game.choose(seat, choice)
    except IllegalChoice:
        return
    raise AssertionError(f"{seat} may choose {choice!r}")


def check_chains(title: Title[Any], options: Options, seed: int) -> None:
    """A chain counts entirely or not at all; what lies behind a barrier is not even looked at."""

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        if game.is_over:
            return
        decision = rng.choice(game.pending)
        trial = Game.restore(title, game.options, game.snapshot(), source_of(seed))
        before = _encode(trial.snapshot())
        nonsense = {"no-such-thing": -1}
        try:
            applied = trial.play(decision.seat, [decision.sample(rng), nonsense])
        except IllegalChoice as refused:
            refusal = refused
        else:
            assert applied.barrier, "nonsense before a barrier is accepted"
            assert applied.draft == [nonsense], "what lies behind the barrier does not come back"
            return
        assert refusal.index == 1, "the wrong choice of the chain is named"
        assert _encode(trial.snapshot()) == before, "a refused chain leaves a trace"
        assert trial.position() == game.position(), "a refused chain leaves a trace"

    play_out(title, options, seed, each)


# -- showing -----------------------------------------------------------------------------------------


def check_views(title: Title[Any], options: Options, seed: int) -> None:
    """Views and log lines are JSON, boards are at most 78 columns, every line has its sentence."""
    told = 0

    def each(played: RecordedGame, rng: Random) -> None:
        nonlocal told
        game = played.game
        faults = title.faults(game.state)
        assert not faults, "; ".join(faults)
        for seat in [*eyes(game), "*"]:
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view, f"the view of {seat} is not JSON"
            board = title.text_board(view)
            assert board, f"the board of {seat} is empty"
            wide = [line for line in board.splitlines() if len(line) > WIDTH]
            assert not wide, f"the board of {seat} is too wide: {wide[0]!r}"
            assert isinstance(title.headline(view), str)
        for line in game.lines[told:]:
            assert json.loads(json.dumps(line.data)) == line.data, f"{line.kind}: the data are not JSON"
            assert title.describe_line(line), f"{line.kind} has no sentence"
            strangers = set(line.visible_to) - {"*", *game.seats}
            assert not strangers, f"{line.kind} is shown to {strangers}"
        told = len(game.lines)

    play_out(title, options, seed, each)


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


# -- storing and going back --------------------------------------------------------------------------


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

    play_out(title, options, seed, each)


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

    play_out(title, options, seed, each)


def check_replay(title: Title[Any], options: Options, seed: int) -> None:
    """A record, takebacks in it, goes through JSON, proves every die and replays to every position."""
    positions: dict[int, bytes] = {}

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        positions[len(played.entries) - 1] = _encode(game.state)
        if game.mover is not None and rng.random() < 0.3:
            played.take_back(game.mover)
            positions[len(played.entries) - 1] = _encode(game.state)

    played = play_out(title, options, seed, each)
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


CHECKS: dict[str, Callable[[Title[Any], Options, int], object]] = {
    "play": check_play,
    "determinism": check_determinism,
    "decisions": check_decisions,
    "chains": check_chains,
    "views": check_views,
    "no-leak": check_no_leak,
    "resume": check_resume,
    "takeback": check_takeback,
    "replay": check_replay,
}

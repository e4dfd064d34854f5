"""Questions: each has an answer, goes to text and back, and refuses nonsense in words."""

import json
import re
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any

import msgspec

from rules.core.contract.random_games import Options, play_out, source_of
from rules.core.decisions import Decision, OneOf, Text
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.listings import Listing
from rules.core.replay import RecordedGame
from rules.core.title import Title

#: How many of a decision's legal choices are looked at one by one.
MOST_LISTED = 40
#: How many answers to other questions of the game are tried at each one.
MOST_STRAYS = 6
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


def _check_refusal(title: Title[Any], decision: Decision, choice: Any) -> IllegalChoice | None:
    """Refuse a choice, or `Text`, in words; where it happens to be legal, it is simply legal."""
    refused = refusal_of(title, decision, choice)
    if refused is not None:
        assert _KEBAB.fullmatch(refused.code), f"{decision.kind}: the refusal of {choice!r} has no code"
        assert refused.message, f"{decision.kind}: the refusal of {choice!r} has no words"
        refused.message.encode()
    return refused


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


def _check_listing(decision: Decision, choices: Iterable[Any]) -> None:
    """Where the rules check an answer without the list, they say what the list says."""
    values = decision.options.values if isinstance(decision.options, OneOf) else ()
    if isinstance(values, Listing):
        for choice in choices:
            if isinstance(choice, str):
                assert values.agrees(choice), f"{decision.kind}: the rules and the list differ on {choice!r}"


def check_decisions(title: Title[Any], options: Options, seed: int) -> None:
    """Every decision has legal choices and a legal fallback, describes itself, goes to text and back,
    and refuses nonsense, and answers to other questions, in words; nothing changes by being asked or refused."""
    answers: dict[bytes, Any] = {}

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        before = _encode(game.state)
        asked = [decision.seat for decision in game.pending]
        assert len(set(asked)) == len(asked), f"two questions at once to the same seat: {asked}"
        for decision in game.pending:
            _check_decision(title, game, decision, rng)
            for choice in HOSTILE:
                if _check_refusal(title, decision, choice) is not None:
                    _assert_refused(game, decision.seat, choice)
            strays = rng.sample([*answers.values()], min(MOST_STRAYS, len(answers)))
            for choice in strays:
                _check_refusal(title, decision, choice)
            _check_listing(decision, [*islice(decision.legal(), MOST_LISTED), *strays, *HOSTILE])
            answers.update((_encode(choice), choice) for choice in islice(decision.legal(), MOST_LISTED))
        for seat in (*game.seats, "no-such-seat"):
            if seat not in asked:
                _assert_refused(game, seat, None)
        assert _encode(game.state) == before, "the position has changed by being looked at"

    play_out(title, options, seed, each, stride=title.contract_stride)


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

    play_out(title, options, seed, each, stride=title.contract_stride)

"""Positions that are set right by hand: soundly or not at all, in the open, and for ever in the record."""

from random import Random
from typing import Any

import msgspec

from rules.core import corrections
from rules.core.amendments import corrected
from rules.core.contract.leaks import name_of, twins_of
from rules.core.contract.random_games import Options, eyes, play_out
from rules.core.corrections import Change, Correctable
from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.records import check_chain, dump_record, load_record
from rules.core.replay import RecordedGame, replay
from rules.core.title import Title

#: The share of looks at which changes are tried, how many at each, and how many of a game are made for good.
SHARE, TRIED, MOST_MADE = 0.3, 4, 6
#: What nobody can have meant.
HOSTILE = (
    "",
    " ; ; ",
    "=",
    "a = b",
    "a: b > c",
    "99999 a: b > c",
    "\ud800[/] = -1",
    "x" * 10_000,
    "from to from to",
    ";".join(["a = 1"] * 20),
)

_encode = msgspec.msgpack.Encoder().encode


def check_corrections(title: Title[Any], options: Options, seed: int) -> None:
    """What can be set right is written and read, done soundly or refused in words, and replays as it was done.

    No eye can tell from what is refused, or from the words, in which of the positions it is that look the same to it.
    """
    made = 0

    def each(played: RecordedGame, rng: Random) -> None:
        nonlocal made
        game = played.game
        offered = title.corrections(game.view(None))
        if game.is_over or not offered or rng.random() > SHARE:
            return
        _check_offer(offered)
        for text in HOSTILE:
            assert isinstance(_outcome(game, text), IllegalChoice), f"{text[:20]!r} sets something right"
        before = _encode(game.snapshot())
        for _ in range(TRIED):
            text = _check_text(title, offered, _any(offered, rng))
            outcome = _outcome(game, text)
            assert _encode(game.snapshot()) == before, f"“{text}” changes the game that it is tried on"
            _check_in_the_open(title, game, text, rng)
            if made < MOST_MADE and isinstance(outcome, Game):
                made += 1
                played.correct(rng.choice([*game.seats, None]), text)
                assert _encode(played.game.snapshot()) == _encode(outcome.snapshot()), (
                    f"“{text}” leads elsewhere"
                )
                return

    played = play_out(title, options, seed, each, stride=title.contract_stride)
    record = load_record(dump_record(played.record()))
    check_chain(record)
    again = replay(record, title=title)
    assert _encode(again.snapshot()) == _encode(played.game.snapshot()), (
        f"seed {seed}: the replay ends elsewhere"
    )
    assert again.lines == played.game.lines, f"seed {seed}: the replay tells another story"


def _check_offer(offered: tuple[Correctable, ...]) -> None:
    """No two things that are read in the same way have one id."""
    for has_places in (True, False):
        things = [id for one in offered if bool(one.places) == has_places for id in one.things]
        assert len(set(things)) == len(things), "two things that can be set right have one id"


def _any(offered: tuple[Correctable, ...], rng: Random) -> Change:
    """Return any change, mostly of few things: what is tried need not be possible."""
    one = rng.choice(offered)
    thing = rng.choice([*one.things])
    if one.places:
        source, target = rng.sample([*one.places], 2)
        return Change(one.id, thing, rng.choice((1, 1, rng.randint(1, one.high))), source, target)
    if one.values:
        return Change(one.id, thing, value=rng.choice([*one.values]))
    return Change(
        one.id, thing, value=rng.randint(one.low, rng.choice((one.high, min(one.high, one.low + 6))))
    )


def _check_text(title: Title[Any], offered: tuple[Correctable, ...], change: Change) -> str:
    """Return a change as a line, which reads as that change again."""
    text = corrections.write(offered, [change])
    assert corrections.read(offered, text, title.other_names) == [change], f"“{text}” reads as something else"
    return text


def _outcome(game: Game[Any], text: str) -> Game[Any] | IllegalChoice:
    """Return the game with something set right, or why it is refused."""
    try:
        then, written = corrected(game, text)
    except IllegalChoice as refusal:
        refused = refusal
    else:
        _check_sound(game, then)
        assert written == text, f"“{text}” is written otherwise: “{written}”"
        return then
    assert refused.code, f"the refusal of {text[:40]!r} has no code"
    assert refused.message, f"the refusal of {text[:40]!r} has no words"
    refused.message.encode()
    return refused


def _check_sound(game: Game[Any], then: Game[Any]) -> None:
    """What comes of a correction has no fault that was not there before, and goes on."""
    title, known = game.title, game.title.faults(game.state)
    new = [fault for fault in title.faults(then.state) if fault not in known]
    assert not new, f"no sound position comes of it: {new[0]}"
    assert then.is_over or then.pending, "it leads to a dead end"


def _check_in_the_open(title: Title[Any], game: Game[Any], text: str, rng: Random) -> None:
    """Whoever cannot tell two positions apart is told the same of a correction in both."""
    snapshot = game.snapshot()
    if snapshot.published != snapshot.mark.answers or snapshot.outcomes:
        return
    for eye in eyes(game):
        pair = twins_of(title, game, snapshot, eye, rng)
        if pair is None:
            continue
        here, there = (_outcome(one, text) for one in pair)
        if isinstance(here, Game) and isinstance(there, Game):
            assert title.view(here.state, eye) == title.view(there.state, eye), (
                f"“{text}”: what comes of it tells {name_of(eye)} something"
            )
            continue
        told = [str(one) for one in (here, there) if isinstance(one, IllegalChoice)]
        assert len(told) == 2, f"“{text}”: that it is refused tells {name_of(eye)} something"
        assert told[0] == told[1], f"“{text}”: why it is refused tells {name_of(eye)} something"

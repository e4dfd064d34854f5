"""Checks for leaks: two positions that an eye cannot tell apart look the same to it, and go on so."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules.core.applied import Applied
from rules.core.chance import Outcome
from rules.core.contract.questions import HOSTILE, refusal_of
from rules.core.contract.random_games import Options, eyes, play_out, source_of
from rules.core.decisions import Choice, Decision
from rules.core.game import Game
from rules.core.replay import RecordedGame, is_ally
from rules.core.snapshots import Mark, Snapshot
from rules.core.title import Title

#: How many choices a position and its twin are followed.
MOST_FOLLOWED = 4

_encode = msgspec.msgpack.Encoder().encode


def check_no_leak(title: Title[Any], options: Options, seed: int) -> None:
    """Two positions that differ only in what an eye may not know, a seat's or a spectator's, look the same to it.

    It is asked the same and refused with the same words, in an ally's place too where it may answer there
    (`Title.partner_answers`). Whoever makes the same choice in both, it sees the same
    afterwards: who is asked, the story, whether it is final, what it is worth on the clock; until something is
    drawn or shown.
    """

    def each(played: RecordedGame, rng: Random) -> None:
        game = played.game
        before = _encode(game.state)
        for eye in eyes(game):
            twin = title.twin(game.state, eye, rng)
            assert title.view(twin, eye) == title.view(game.state, eye), f"the view of {name_of(eye)} leaks"
        assert _encode(game.state) == before, "making a twin changes the position"
        snapshot = game.snapshot()
        if snapshot.published != snapshot.mark.answers or snapshot.outcomes or game.is_over:
            return  # since the checkpoint something may have come to light that its twin does not know of
        for eye in eyes(game):
            pair = twins_of(title, game, snapshot, eye, rng)
            if pair is not None:
                follow(*pair, eye, rng)

    play_out(title, options, seed, each, stride=title.contract_stride)


def name_of(eye: str | None) -> str:
    """Return whose eye it is, in words."""
    return "a spectator" if eye is None else eye


def twins_of(
    title: Title[Any], game: Game[Any], snapshot: Snapshot, eye: str | None, rng: Random
) -> tuple[Game[Any], Game[Any]] | None:
    """Return the game and its twin as `eye` knows them, None if nothing is hidden from it.

    Both begin at the newest checkpoint, with what the eye's own seat has answered since.
    """
    mark = snapshot.mark
    state = msgspec.msgpack.decode(mark.state, type=title.state_type)
    exchanged = _encode(title.twin(state, eye, rng))
    if exchanged == mark.state:
        return None
    known = snapshot if game.mover == eye else msgspec.structs.replace(snapshot, answers=[])
    other = msgspec.structs.replace(known, mark=Mark(exchanged, mark.answers, mark.chances, mark.lines))
    here, there = (Game.restore(title, game.options, each, source_of(0)) for each in (known, other))
    return here, there


def follow(here: Game[Any], there: Game[Any], eye: str | None, rng: Random) -> None:
    """Make the same choices in a game and its twin, as long as they are open in both and nothing comes to light.

    Raises:
        AssertionError: the eye can tell them apart.
    """
    _assert_alike(here, there, eye, "the position")
    _assert_refused_alike(here, there, eye)
    for _ in range(MOST_FOLLOWED):
        asked = rng.choice(here.pending)
        kind = asked.kind
        twin_asked = there.decision_of(asked.seat)
        choice = here.title.fuzz_choice(asked, rng)
        if twin_asked is None or twin_asked.kind != kind or not twin_asked.is_legal(choice):
            return  # a choice that only what is hidden allows
        applied, twin_applied = here.choose(asked.seat, choice), there.choose(asked.seat, choice)
        if any(game.is_over or game.table.fact_shown or game.table.fact_laid_open for game in (here, there)):
            return  # what is hidden was allowed to come to light
        drawn, twin_drawn = map(_sorts, (applied.outcomes, twin_applied.outcomes))
        assert drawn == twin_drawn, f"{kind}: what is drawn after it leaks to {name_of(eye)}"
        if drawn:
            return
        _assert_final_alike(here, there, (applied, twin_applied), eye, kind)
        _assert_alike(here, there, eye, kind)


def _sorts(outcomes: list[Outcome]) -> list[tuple[str, str, int, int]]:
    """Return what everybody is told of chance while the game runs: which, of how many, and how much."""
    return [(o.name, o.kind, o.of, len(o.got)) for o in outcomes]


def _assert_final_alike(
    here: Game[Any], there: Game[Any], applied: tuple[Applied, Applied], eye: str | None, kind: str
) -> None:
    """Whether a choice is final, which moves the version on, and its worth on the clock are public."""
    first, second = applied
    assert first.barrier == second.barrier, (
        f"{kind}: whether it can be taken back, or somebody is asked, leaks to {name_of(eye)}"
    )
    if first.barrier:
        assert here.sitting_weight == there.sitting_weight, f"{kind}: the clock leaks to {name_of(eye)}"


def _assert_alike(here: Game[Any], there: Game[Any], eye: str | None, what: str) -> None:
    """The eye sees the same of both games, and is asked the same."""
    who = name_of(eye)
    assert here.waiting_for(eye) == there.waiting_for(eye), f"{what}: who is asked next leaks to {who}"
    assert here.view(eye) == there.view(eye), f"{what}: shows {who} a hidden fact without saying so"
    assert here.log(eye) == there.log(eye), f"{what}: writes a hidden fact into the log of {who}"
    for asked, twin_asked in _questions(here, there, eye):
        if asked is None or twin_asked is None:
            assert asked is twin_asked, f"{what}: whether {who} is asked tells what it may not know"
        else:
            assert asked.describe() == twin_asked.describe(), f"{what}: the next question of {who} leaks"
    for asked, twin_asked in _allies_questions(here, there, eye):
        assert asked.describe() == twin_asked.describe(), (
            f"{asked.kind}: what {asked.seat} is asked tells {who} more than an ally may know"
        )


def _questions(
    here: Game[Any], there: Game[Any], eye: str | None
) -> Iterator[tuple[Decision | None, Decision | None]]:
    """Return what is asked of the eye's own seat, in both games."""
    if eye is not None:
        yield here.decision_of(eye), there.decision_of(eye)


def _allies_questions(
    here: Game[Any], there: Game[Any], eye: str | None
) -> Iterator[tuple[Decision, Decision]]:
    """Return what is asked of allies of the eye, which it may answer in their place, in both games."""
    kinds = here.title.partner_answers(here.options) if eye is not None else frozenset()
    for asked in here.pending if kinds else ():
        twin_asked = there.decision_of(asked.seat)
        if asked.kind in kinds and twin_asked is not None and is_ally(here, str(eye), asked.seat):
            yield asked, twin_asked


def _assert_refused_alike(here: Game[Any], there: Game[Any], eye: str | None) -> None:
    """Nonsense is refused with the same words."""
    for asked, twin_asked in (*_questions(here, there, eye), *_allies_questions(here, there, eye)):
        if asked is None or twin_asked is None:
            continue
        for choice in HOSTILE:
            words = [_refused(here.title, decision, choice) for decision in (asked, twin_asked)]
            assert words[0] == words[1], f"{asked.kind}: the refusal of {choice!r} leaks"


def _refused(title: Title[Any], decision: Decision, choice: Choice) -> tuple[str, str, str] | None:
    refused = refusal_of(title, decision, choice)
    return None if refused is None else (refused.code, refused.message, refused.rule)

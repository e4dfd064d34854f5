"""Golden games of expansions: players who choose at random, with a leaning, until a game ends as it is wanted.

Each expansion says in its `recording.py` which games it wants. No bot has a say in them.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules.core.decisions import Choice, Decision, OneOf
from rules.core.replay import RecordedGame
from rules.core.table import LogLine
from rules.core.transcript import write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import PLAYER, SH

GOLDEN = Path(__file__).resolve().parents[3] / "rules" / "war_of_the_ring" / "records"
#: A game that takes longer than this is given up, and so is the search after so many games.
MOST_CHOICES, MOST_GAMES = 1500, 400
#: A short one.
SHORT = 400

#: The ends of the actions by which the Fellowship gets on.
ONWARD = (":move-fellowship", ":hide-fellowship")

Leaning = Callable[[Decision, Random], Choice]


class Wanted(msgspec.Struct, frozen=True):
    """A game that is wanted.

    Attributes:
        ending: the reason of its result.
        leaning: how both sides choose.
        told: whether its story tells what it is wanted for.
        options: what it is played with.
        most: choices after which it is given up.
    """

    ending: str
    leaning: Leaning
    told: Callable[[list[LogLine]], bool]
    options: dict[str, Any] = {}
    most: int = MOST_CHOICES


def any_of(decision: Decision, rng: Random, *ends: str) -> Choice:
    """Choose an action that ends so, of the first end that any has; else at random."""
    if isinstance(decision.options, OneOf):
        for end in ends:
            if found := [value for value in decision.options.values if value.endswith(end)]:
                return rng.choice(found)
    return TITLE.fuzz_choice(decision, rng)


def values_of(decision: Decision) -> tuple[str, ...]:
    assert isinstance(decision.options, OneOf)
    return tuple(decision.options.values)


def side_of(decision: Decision) -> str:
    """Return the side of the seat that is asked, where seats have the names of their players."""
    return PLAYER[decision.seat].side


def skip(decision: Decision) -> Choice:
    values = values_of(decision)
    return "pass" if "pass" in values else next(value for value in values if value.startswith("skip:"))


def on(decision: Decision) -> Choice:
    """Fight on, with all there are."""
    if isinstance(decision.options, OneOf):
        return decision.options.values[0]
    return decision.fallback_choice()


# -- how they choose ---------------------------------------------------------------------------------


def open_road(decision: Decision, rng: Random) -> Choice:
    """The Free Peoples do nothing but walk, and spare the Ring-bearers; the Shadow looks elsewhere."""
    if decision.kind == "hunt-allocation":
        return decision.options.low  # type: ignore[attr-defined]
    if decision.kind == "action":
        if side_of(decision) == SH:
            return skip(decision)
        onward = [value for value in values_of(decision) if value.endswith(ONWARD)]
        return rng.choice(onward) if onward else skip(decision)
    if decision.kind == "casualty":
        return "guide"
    if decision.kind in ("declare", "enter-mordor", "reveal"):
        for way in ("enter", "minas-morgul", "morannon"):
            if decision.is_legal(way):
                return way
        return None if decision.may_pass else decision.fallback_choice()
    return TITLE.fuzz_choice(decision, rng)


def war_of(side: str, *marches: str) -> Leaning:
    """One side does nothing but make war, by actions that end so in the first place, and the other nothing at all."""

    def choose(decision: Decision, rng: Random) -> Choice:
        if decision.kind == "action":
            if side_of(decision) != side:
                return skip(decision)
            return any_of(decision, rng, *marches, ":move-armies", ":leader-move", ":play-event")
        if decision.kind == "hunt-allocation":
            return decision.options.low  # type: ignore[attr-defined]
        if decision.kind in ("continue", "evil-knowledge", "press-siege", "attackers", "advance"):
            return on(decision)
        if decision.kind in ("declare", "guide"):
            return None if decision.may_pass else decision.fallback_choice()
        return TITLE.fuzz_choice(decision, rng)

    return choose


# -- what their stories tell ----------------------------------------------------------------------------------


def tells(lines: Iterable[LogLine], kind: str, **data: Any) -> bool:
    return any(line.kind == kind and data.items() <= line.data.items() for line in lines)


# -- looking for them ------------------------------------------------------------------------------------


def play(wanted: Wanted, seed: int) -> RecordedGame:
    """Play one game to its end, or as long as a game may be."""
    rng, game = Random(seed), RecordedGame(TITLE, wanted.options, seed=seed)
    for _ in range(wanted.most):
        if game.game.is_over:
            break
        decision = game.game.pending[0]
        game.choose(decision.seat, wanted.leaning(decision, rng))
    return game


def find(wanted: Wanted) -> RecordedGame | None:
    """Return the first game that ends as it is wanted, and tells what it is wanted for."""
    for seed in range(MOST_GAMES):
        game = play(wanted, seed)
        result = game.game.result
        if result is not None and result.reason == wanted.ending and wanted.told(list(game.game.lines)):
            return game
    return None


def record(prefix: str, wanted: Mapping[str, Wanted], names: list[str]) -> int:
    """Record the games that are named, or all of them, as `PREFIX-NAME.txt`; returns 1 if one was not found."""
    missing = 0
    for name in names or wanted:
        game = find(wanted[name])
        if game is None:
            print(f"{name}: not found in {MOST_GAMES} games")
            missing += 1
            continue
        file = GOLDEN / f"{prefix}-{name}.txt"
        file.write_text(write_transcript(game.record()), encoding="utf-8")
        print(f"{file.name}: {len(game.entries)} entries")
    return 1 if missing else 0

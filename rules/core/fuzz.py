"""Random games until something breaks."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core import contract
from rules.core.reach import Reach, dealt_options, follow
from rules.core.title import Title


@dataclass
class Report:
    """The outcome of a number of random games.

    Attributes:
        games: games played to the end; actions: choices in all of them; longest: most in one game.
        endings: how often each reason ended a game; seconds: how long it took.
        broken: what did not hold, in which game; None if everything did.
    """

    games: int = 0
    actions: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    broken: contract.Broken | None = None


def fuzz(
    title: Title[Any],
    options: Mapping[str, Any],
    games: int,
    seed: int,
    *,
    every_check: bool = False,
    reach: Reach | None = None,
) -> Report:
    """Play `games` random games with seeds from `seed` on; stop at the first that breaks.

    On the way figures, questions and fallbacks are checked; with `every_check` each seed also
    goes through the whole contract (dozens of times slower). With `reach` the calls of the title's procedures are
    counted there, and options that are not named in `options` are others in every game.
    """
    report = Report()
    started = time.perf_counter()
    others = [check for name, check in contract.CHECKS.items() if name != "play"] if every_check else []
    for number in range(seed, seed + games):
        chosen = options if reach is None else dealt_options(title, options, number)
        try:
            played = contract.check_play(title, chosen, number)
            for check in others:
                check(title, chosen, number)
        except contract.Broken as broken:
            report.broken = broken
            break
        except AssertionError as error:
            report.broken = contract.Broken(number, len(played.entries), str(error), played.record())
            break
        if reach is not None:
            follow(reach, played)
        actions = sum(len(entry.choices) for entry in played.entries)
        report.games += 1
        report.actions += actions
        report.longest = max(report.longest, actions)
        assert played.game.result is not None
        report.endings[played.game.result.reason] += 1
    report.seconds = time.perf_counter() - started
    return report

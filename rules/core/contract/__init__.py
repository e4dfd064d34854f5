"""The contract of every title (ADD-4): the checks that the tests and the fuzzer share.

Each check plays a game of its own from a seed. What does not hold is raised as `Broken`, which carries the seed,
the step and the record of the game so far.
"""

from collections.abc import Callable
from typing import Any

from rules.core.contract.corrections import check_corrections
from rules.core.contract.declarations import check_declarations
from rules.core.contract.displays import check_views
from rules.core.contract.endings import check_play
from rules.core.contract.leaks import check_no_leak
from rules.core.contract.option_effects import check_changes
from rules.core.contract.questions import check_chains, check_decisions
from rules.core.contract.random_games import Broken, Options
from rules.core.contract.setups import check_options
from rules.core.contract.storage import check_determinism, check_replay, check_resume, check_takeback
from rules.core.contract.whole_moves import check_naming
from rules.core.title import Title

CHECKS: dict[str, Callable[[Title[Any], Options, int], object]] = {
    "play": check_play,
    "declarations": check_declarations,
    "options": check_options,
    "determinism": check_determinism,
    "decisions": check_decisions,
    "chains": check_chains,
    "naming": check_naming,
    "views": check_views,
    "no-leak": check_no_leak,
    "resume": check_resume,
    "takeback": check_takeback,
    "replay": check_replay,
    "changes": check_changes,
    "corrections": check_corrections,
}

__all__ = ["CHECKS", "Broken", "check_play"]

"""The gate to `complete`: what is asked of a title, and of each set that its options bring, before it is called so.

A record of a finished game for every way in which it may end, which verifies and replays; random games without a
fault; the contract. Whether a rule is reported as wrong knows the server alone, which asks this, too, and adds that
(`manage.py gate`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core.contract import CHECKS
from rules.core.contract.cases import cases
from rules.core.ending_records import missing_endings
from rules.core.fuzz import fuzz
from rules.core.parts import Part, answerable, parts_of
from rules.core.reach import dealt_options
from rules.core.title import Title

#: Random games of each part, where nobody says how many.
GAMES = 100
#: Where nobody says with which seed they begin, it is one below this.
FRESH_SEEDS = 1_000_000

Tell = Callable[[str], None]


def examine(title: Title[Any], games: int, seed: int, tell: Tell = lambda words: None) -> list[Part]:
    """Return the parts of a title with what each is missing.

    Args:
        games: random games of each part, with seeds from `seed` on; options that bring no set are others in each.
        tell: hears in a line what is done now.
    """
    parts = parts_of(title)
    tell(f"{title.name}: its records")
    for number, reason in missing_endings(title, parts):
        parts[number].missing.append(f"There is no record of a game that ended by {reason}.")
    for part in parts:
        if not title.endings_of(title.normalise_options(part.options)):
            part.missing.append("It does not say how a game may end (`endings`).")
        tell(f"{part.name}: random games, {games} from seed {seed} on")
        _play(title, part, games, seed)
    _keep_contract(title, parts, tell)
    return parts


def _play(title: Title[Any], part: Part, games: int, seed: int) -> None:
    """Play random games of a part, up to the first fault."""
    for number in range(seed, seed + games):
        options = dealt_options(title, part.options, number)
        broken = fuzz(title, options, 1, number).broken
        if broken is not None:
            part.missing.append(f"A random game breaks with {_told(options)}: {broken}")
            return


def _keep_contract(title: Title[Any], parts: Sequence[Part], tell: Tell) -> None:
    """Make the checks of the contract, as the tests do; each part is told its first fault of each check."""
    told: set[tuple[str, str]] = set()
    examined = tuple(cases(title, tuple(CHECKS)))
    for number, case in enumerate(examined):
        if number == 0 or case.check != examined[number - 1].check:
            tell(f"{title.name}: the contract, {case.check} ({number} of {len(examined)} checks made)")
        try:
            CHECKS[case.check](title, case.options, case.seed)
        except Exception as error:  # a check that crashes has found something, too
            for part in answerable(parts, case.options):
                if (part.name, case.check) not in told:
                    told.add((part.name, case.check))
                    part.missing.append(
                        f"The contract ({case.check}) breaks with {_told(case.options)}: {error}"
                    )


def _told(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "the usual options"

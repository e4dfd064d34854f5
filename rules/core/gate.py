"""The gate to `complete`: what is asked of a title, and of each set that its options bring, before it is called so.

A record of a finished game for every way in which it may end, which verifies and replays; random games without a
fault; the contract. Whether a rule is reported as wrong knows the server alone, which asks this, too, and adds that
(`manage.py gate`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.contract import CHECKS
from rules.core.contract.cases import cases
from rules.core.errors import OptionError, ReplayError
from rules.core.fuzz import fuzz
from rules.core.reach import dealt_options
from rules.core.records import Record, check_chain, check_fairness
from rules.core.replay import replay
from rules.core.stages import WORDS, Stage, weakest
from rules.core.title import Title
from rules.core.transcript import read_record

#: Random games of each part, where nobody says how many.
GAMES = 100
#: Where nobody says with which seed they begin, it is one below this.
FRESH_SEEDS = 1_000_000

Tell = Callable[[str], None]


@dataclass
class Part:
    """A part of a title that passes the gate by itself, and what it is still wanting.

    Attributes:
        name: what it is called. stage: what it is declared to be.
        option, value: what brings it to a table; "" and None for the title without any set.
        options: those of a game that has this part and no other set.
        missing: what keeps it from being complete, a sentence each.
    """

    name: str
    stage: Stage
    option: str
    value: str | bool | int | None
    options: dict[str, Any]
    missing: list[str] = field(default_factory=list)

    @property
    def claims_too_much(self) -> bool:
        """Whether it is declared complete and is not."""
        return self.stage == "complete" and bool(self.missing)

    def in_words(self) -> str:
        """Return what came of it, a line, and a line for each thing that is missing."""
        if self.missing:
            verdict = "does not pass" if self.claims_too_much else "is not complete yet"
        else:
            verdict = "passes" if self.stage == "complete" else "passes, and may be called complete"
        told = f"{self.name} ({WORDS[self.stage]}) {verdict}."
        return "\n".join([told, *(f"  - {sentence}" for sentence in self.missing)])


def parts_of(title: Title[Any]) -> list[Part]:
    """Return the parts of a title: itself, and what each value of an option brings."""
    sets = title.option_sets()
    off = {option.name: option.default for option in title.option_fields if option.name in sets}
    parts = [Part(title.name, title.stage, "", None, off)]
    labels = {option.name: option for option in title.option_fields}
    for name, one in sets.items():
        for value in one.values:
            which = f", {labels[name].label}: {labels[name].in_words(value)}" if len(one.values) > 1 else ""
            options = {**off, **title.needed_by(labels[name]), name: value}
            parts.append(Part(f"{title.name}, {one.name}{which}", one.stage, name, value, options))
    return parts


def examine(title: Title[Any], games: int, seed: int, tell: Tell = lambda words: None) -> list[Part]:
    """Return the parts of a title with what each is missing.

    Args:
        games: random games of each part, with seeds from `seed` on; options that bring no set are others in each.
        tell: hears in a line what is done now.
    """
    parts = parts_of(title)
    tell(f"{title.name}: records")
    _ask_for_records(title, parts)
    for part in parts:
        tell(f"{part.name}: {games} random games from seed {seed} on")
        _play(title, part, games, seed)
    _keep_contract(title, parts, tell)
    return parts


def concerned(title: Title[Any], parts: list[Part], options: Mapping[str, Any]) -> list[Part]:
    """Return the parts that a game with these options speaks of: its sets, or the title where it has none.

    Of several only the least finished: a draft that is played along keeps nobody from being complete.
    """
    there = [part for part in parts if part.option and options.get(part.option) == part.value]
    there = there or parts[:1]
    least = weakest(part.stage for part in there)
    return [part for part in there if part.stage == least]


# -- records -------------------------------------------------------------------------------------------


def _ask_for_records(title: Title[Any], parts: list[Part]) -> None:
    """Say for which endings of which parts there is no record, and which records do not hold."""
    seen: dict[int, set[str]] = {number: set() for number in range(len(parts))}
    for name, record, fault in _records(title):
        if record is None:
            parts[0].missing.append(f"The record {name} cannot be read: {fault}")
            continue
        if fault:
            for part in concerned(title, parts, record.options):
                part.missing.append(f"The record {name} does not hold: {fault}")
            continue
        for number, part in enumerate(parts):
            is_there = (
                record.options.get(part.option) == part.value if part.option else not _has_sets(parts, record)
            )
            if is_there and record.result is not None:
                seen[number].add(record.result.reason)
    for number, part in enumerate(parts):
        endings = title.endings_of(title.normalise_options(part.options))
        if not endings:
            part.missing.append("It does not say how a game may end (`endings`).")
        part.missing += [
            f"There is no record of a game that ended by {ending}."
            for ending in endings
            if ending not in seen[number]
        ]


def _has_sets(parts: list[Part], record: Record) -> bool:
    return any(part.option and record.options.get(part.option) == part.value for part in parts)


def _records(title: Title[Any]) -> Iterator[tuple[str, Record | None, str]]:
    """Yield every record of a title: its name, itself unless it cannot be read, and its fault, "" for none."""
    if title.records is None:
        return
    for path in sorted(title.records.iterdir()):
        if path.suffix not in (".json", ".txt"):
            continue
        try:
            record = read_record(path.read_bytes())
        except ReplayError as error:
            yield path.name, None, str(error)
            continue
        yield path.name, record, _fault_of(title, record)


def _fault_of(title: Title[Any], record: Record) -> str:
    """Return why a record does not prove how a game may end, "" if it does."""
    if record.title != title.id:
        return f"it is a record of {record.title}."
    try:
        check_chain(record)
        check_fairness(record)
        result = replay(record, title=title, takebacks=True).result
    except (ReplayError, OptionError) as error:
        return str(error)
    return "" if result is not None else "the game is not over."


# -- random games --------------------------------------------------------------------------------------


def _play(title: Title[Any], part: Part, games: int, seed: int) -> None:
    """Play random games of a part, up to the first fault."""
    for number in range(seed, seed + games):
        options = dealt_options(title, part.options, number)
        broken = fuzz(title, options, 1, number).broken
        if broken is not None:
            part.missing.append(f"A random game breaks with {_told(options)}: {broken}")
            return


def _keep_contract(title: Title[Any], parts: list[Part], tell: Tell) -> None:
    """Make the checks of the contract, as the tests do; each part is told its first fault of each check."""
    told: set[tuple[str, str]] = set()
    examined = tuple(cases(title, tuple(CHECKS)))
    for number, case in enumerate(examined):
        if number == 0 or case.check != examined[number - 1].check:
            tell(f"{title.name}: the contract, {case.check} ({number} of {len(examined)} checks made)")
        try:
            CHECKS[case.check](title, case.options, case.seed)
        except Exception as error:  # a crash of a check is a promise that is not kept
            for part in concerned(title, parts, case.options):
                if (part.name, case.check) not in told:
                    told.add((part.name, case.check))
                    part.missing.append(
                        f"The contract ({case.check}) breaks with {_told(case.options)}: {error}"
                    )


def _told(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "the usual options"

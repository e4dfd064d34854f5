"""The reach of games: how often the procedures that cite each rule were called in them.

A procedure cites the rules that its docstring names, `(WR-10.2 to 10.4, 12.1b)`.
"""

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from rules.core.fields import OptionField
from rules.core.game import Game
from rules.core.records import Entry
from rules.core.replay import RecordedGame, replay
from rules.core.title import Title

_CITED = re.compile(r"\b([A-Z]{2})-(\d+(?:\.\d+)?[a-z]?(?:(?:, | to | and )(?:\1-)?\d+\.\d+[a-z]?)*)")
_NUMBER = re.compile(r"(, | to | and |^)(?:[A-Z]{2}-)?((\d+)(?:\.(\d+))?[a-z]?)")
#: Where a function stands: its file, and the line of its name or of its first decorator.
Place = tuple[str, int]


@dataclass(frozen=True)
class Procedure:
    """A function that cites rules: its name within the title's package (`battle.declare`), and their numbers."""

    name: str
    rules: tuple[str, ...]


@dataclass
class Reach:
    """The number of calls of each of the procedures."""

    procedures: Mapping[Place, Procedure]
    calls: Counter[Place] = field(default_factory=Counter)

    def each(self) -> dict[Procedure, int]:
        """Return the calls of each procedure, by name; one that only makes others is called where these are."""
        found = dict.fromkeys(sorted(self.procedures.values(), key=lambda procedure: procedure.name), 0)
        for place, procedure in self.procedures.items():
            found[procedure] = max(found[procedure], self.calls[place])
        return found

    def rules(self) -> dict[str, int]:
        """Return the calls of all procedures that cite each rule, in the order of the numbers."""
        found: Counter[str] = Counter()
        for procedure, calls in self.each().items():
            found.update(dict.fromkeys(procedure.rules, calls))
        return {number: found[number] for number in sorted(found, key=_order)}

    def unreached(self) -> list[Procedure]:
        """Return the procedures that were never called, by name."""
        return [procedure for procedure, calls in self.each().items() if not calls]


def _order(number: str) -> tuple[str, list[int], str]:
    return number[:2], [int(part) for part in re.findall(r"\d+", number)], number


def numbers_in(words: str) -> tuple[str, ...]:
    """Return the numbers of the rules that a docstring cites.

    >>> numbers_in("Settle a round (WR-10.14 to 10.16, 11.5); its price (LM-3, WR-12.1b).")
    ('WR-10.14', 'WR-10.15', 'WR-10.16', 'WR-11.5', 'LM-3', 'WR-12.1b')
    """
    found: dict[str, None] = {}
    for prefix, numbers in _CITED.findall(words):
        section, last = "", 0
        for joined, number, of, part in _NUMBER.findall(numbers):
            between = range(last + 1, int(part)) if joined == " to " and of == section else ()
            found |= {f"{prefix}-{of}.{n}": None for n in between}
            found[f"{prefix}-{number}"] = None
            section, last = of, int(part or 0)
    return tuple(found)


@cache
def procedures(title: Title[Any]) -> dict[Place, Procedure]:
    """Return all functions of a title that cite rules, and those inside them that do not: these stand for the former.

    Bots only judge by rules, and are left out.
    """
    root = Path(inspect.getfile(type(title))).parent
    found: dict[Place, Procedure] = {}
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        if "bots" in module.split("."):
            continue
        for line, procedure in _citing(ast.parse(path.read_text(encoding="utf-8")), module, None):
            found[str(path), line] = procedure
    return found


def _citing(node: ast.AST, name: str, around: Procedure | None) -> Iterator[tuple[int, Procedure]]:
    """Yield the line where each function begins, with the procedure that it is or stands for."""
    for child in ast.iter_child_nodes(node):
        inside, of = name, around
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inside = f"{name}.{child.name}"
        if isinstance(child, ast.FunctionDef):
            cited = numbers_in(ast.get_docstring(child) or "")
            of = Procedure(inside, cited) if cited else around
            if of is not None:
                yield min([child.lineno, *(d.lineno for d in child.decorator_list)]), of
        yield from _citing(child, inside, of)


@contextmanager
def counted(reach: Reach) -> Iterator[None]:
    """Count what is called here; a generator counts once, however often it goes on."""
    calls: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        # The operand of the instruction RESUME says whether a generator begins (0) or goes on.
        if event == "call" and not (
            code.co_flags & inspect.CO_GENERATOR and code.co_code[frame.f_lasti + 1] & 3
        ):
            calls[code] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
        for code, number in calls.items():
            place = code.co_filename, code.co_firstlineno
            if place in reach.procedures:
                reach.calls[place] += number


def follow(reach: Reach, played: RecordedGame) -> None:
    """Count the calls of a game: it is played again, so that neither checks nor bots count.

    Every question is read as a page reads it, for what nobody reads is not listed.
    """
    record = played.record()
    with counted(reach):
        replay(record, title=played.game.title, each=_read)


def _read(entry: Entry, game: Game[Any]) -> None:
    for decision in game.pending:
        decision.describe()


def dealt_options(title: Title[Any], named: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return the options of one game of many: those named, and about half of the others not as usual.

    What is not offered beside the others stays as it is. Raises OptionError for those named.
    """
    rng = Random(f"options-{seed}")
    dealt = title.normalise_options(named)
    for option in title.option_fields:
        value = _any_value(option, rng) if rng.random() < 0.5 else option.default
        if option.name not in named and title.contradiction({**dealt, option.name: value}) is None:
            dealt[option.name] = value
    return title.normalise_options(dealt)


def _any_value(option: OptionField, rng: Random) -> Any:
    if option.kind == "boolean":
        return not option.default
    if option.kind == "number":
        return rng.randint(option.minimum, option.maximum)
    return rng.choice(list(option.choices or {}))

"""The parts of a title that have a stage of their own: the title itself, and what each value of an option brings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.stages import WORDS, Stage, weakest
from rules.core.title import Title


@dataclass
class Part:
    """A part of a title, and what it is still wanting to be complete.

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

    def is_in(self, options: Mapping[str, Any]) -> bool:
        """Return whether it is a set that a game with these options has."""
        return bool(self.option) and options.get(self.option) == self.value

    def in_words(self) -> str:
        """Return what came of it, a line, and a line for each thing that is missing."""
        if self.missing:
            verdict = "does not pass" if self.claims_too_much else "is not complete yet"
        else:
            verdict = "passes" if self.stage == "complete" else "passes, and may be called complete"
        told = f"{self.name} ({WORDS[self.stage]}) {verdict}."
        return "\n".join([told, *(f"  - {sentence}" for sentence in self.missing)])


def parts_of(title: Title[Any]) -> list[Part]:
    """Return the parts of a title, itself first."""
    sets = title.option_sets()
    fields = {option.name: option for option in title.option_fields}
    off = {name: fields[name].default for name in sets}
    parts = [Part(title.name, title.stage, "", None, off)]
    for name, one in sets.items():
        for value in one.values:
            which = f" ({fields[name].in_words(value)})" if len(one.values) > 1 else ""
            options = {**off, **title.needed_by(fields[name]), name: value}
            parts.append(Part(f"{title.name}: {one.name}{which}", one.stage, name, value, options))
    return parts


def parts_in(parts: Sequence[Part], options: Mapping[str, Any]) -> list[Part]:
    """Return the parts that a game with these options speaks of: its sets, or the title where it has none."""
    return [part for part in parts if part.is_in(options)] or [parts[0]]


def answerable(parts: Sequence[Part], options: Mapping[str, Any]) -> list[Part]:
    """Return the parts that answer for a fault with these options: of those in the game the least finished.

    A draft that is played along keeps nobody from being complete.
    """
    there = parts_in(parts, options)
    least = weakest(part.stage for part in there)
    return [part for part in there if part.stage == least]

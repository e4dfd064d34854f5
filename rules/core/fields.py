"""Fields that a title declares as data: the options of a table, and the facts of a result record.

Forms, validation, columns, filters and exports are made from these, so that no face has to know the title.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.core.errors import OptionError, quoted

_NUMBER = re.compile(r"-?[0-9]{1,9}")

#: Facts that mean the same in every title and need no field: the side of each seat, what each side was given as a
#: handicap, at a table of three or more the places and the counts of the seats, and who of allies won for themselves.
COMMON_FACTS = ("seats", "handicap", "places", "counts", "won_individually")


class OptionField(msgspec.Struct, frozen=True):
    """One option of a title, from which forms, validation and lobby text are made.

    Attributes:
        choices: values to labels (kind `choice`).
        minimum, maximum: the bounds of a `number`.
        needs: the name of a boolean option without which this one means nothing. It stands right below that one, or
            below others that need the same; where that one is off, it has its default, whatever was said.
        not_with: values of other options, by their names, beside which this one has its default: a table with both is
            not offered. Games that began with both go on.
        matters_with: values of other options, by their names, of which there must be one beside it for it to change
            anything: forms leave it out elsewhere, and whatever it is there harms nothing.
        group: the heading under which forms show it; "" for that of the expansion it needs, or for none.
        silent: a game names it only where it is not as usual, so that games without an expansion are written down
            as if the expansion did not exist. Whoever reads options asks `value_in`; the default never changes.
    """

    name: str
    label: str
    kind: Literal["choice", "boolean", "number"]
    default: str | bool | int
    choices: Mapping[str, str] | None = None
    minimum: int = 0
    maximum: int = 100
    help: str = ""
    needs: str = ""
    not_with: Mapping[str, tuple[str | bool | int, ...]] = {}
    matters_with: Mapping[str, tuple[str | bool | int, ...]] = {}
    group: str = ""
    silent: bool = False

    def value_in(self, options: Mapping[str, Any]) -> Any:
        """Return what a game with these complete options has here."""
        return options.get(self.name, self.default)

    def normalise(self, value: object) -> str | bool | int:
        """Return `value` in its canonical type. Raises OptionError in a player's words."""
        if self.kind == "boolean":
            if isinstance(value, bool):
                return value
            if value in ("true", "on", "1"):
                return True
            if value in ("false", "off", "0", ""):
                return False
            raise OptionError(self.name, f"{self.label} is either on or off.")
        if self.kind == "number":
            if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
                value = int(value)
            if isinstance(value, bool) or not isinstance(value, int):
                raise OptionError(self.name, f"{self.label} must be a whole number.")
            if not self.minimum <= value <= self.maximum:
                raise OptionError(self.name, f"{self.label} goes from {self.minimum} to {self.maximum}.")
            return value
        if not isinstance(value, str) or value not in (self.choices or {}):
            raise OptionError(self.name, f"{self.label}: “{quoted(value, 40)}” is not offered.")
        return value

    def in_words(self, value: str | bool | int) -> str:
        """Return a value as players read it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return (self.choices or {}).get(str(value), str(value))


class OptionExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An example of a value that changes what is asked, told or seen, and the rule that says so.

    Attributes:
        rule: the number of the rule of the handbook that tells of it, or the heading of the aid.
        value: the value that is compared with the default; None: any other, of a number the farther end.
        position: a position by hand; None: the start of a game.
        options: other options of both games.
        chance: the first dice and draws.
        lines: what is played then, each as `seat: moves`. With neither lines nor a position a game at random shows it.
    """

    rule: str = ""
    value: str | bool | int | None = None
    position: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = {}
    chance: tuple[list[Any], ...] = ()
    lines: tuple[str, ...] = ()


def examples_in(*paths: Path) -> dict[str, tuple[OptionExample, ...]]:
    """Return the examples of options that files of JSON hold, by option."""
    kind = dict[str, tuple[OptionExample, ...]]
    found = (msgspec.json.decode(path.read_bytes(), type=kind) for path in paths if path.exists())
    return {name: examples for part in found for name, examples in part.items()}


class FactField(msgspec.Struct, frozen=True):
    """One fact that a title tells of a finished game, from which columns, filters and exports are made.

    Attributes:
        name: its name in what `Title.facts` returns, and the name of its column in exports.
        label: its heading in words.
        kind: `number` (whole), `boolean`, `choice` (one of `choices`), `list` (any number of `choices`, or of
            words where there are none), `text`.
        choices: values to labels.
        minimum, maximum: the bounds of a `number`.
        is_filter: whether finished games can be searched by it: from one number to another, by one choice.
        help: what it means, in a sentence.
    """

    name: str
    label: str
    kind: Literal["number", "boolean", "choice", "list", "text"]
    choices: Mapping[str, str] | None = None
    minimum: int = 0
    maximum: int = 30_000
    is_filter: bool = False
    help: str = ""

    def fits(self, value: object) -> bool:
        """Return whether `value` is such a fact; None, which says that it is not known, always is."""
        if value is None:
            return True
        if self.kind == "boolean":
            return isinstance(value, bool)
        if self.kind == "number":
            is_number = isinstance(value, int) and not isinstance(value, bool)
            return is_number and self.minimum <= value <= self.maximum  # type: ignore[operator]  # a number
        if self.kind == "list":
            return isinstance(value, list) and all(self._is_word(part) for part in value)
        return self._is_word(value)

    def _is_word(self, value: object) -> bool:
        return isinstance(value, str) and (self.choices is None or value in self.choices)

    def in_words(self, value: Any) -> str:
        """Return a fact as players read it; "" for one that is not known.

        >>> FactField("crowned", "Crowned", "boolean").in_words(True)
        'yes'
        """
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        labels = self.choices or {}
        parts = value if isinstance(value, list) else [value]
        return ", ".join(labels.get(part, str(part)) for part in parts)

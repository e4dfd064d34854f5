"""Hoard with an expansion in its box: dragons, whose lair adds coins to the pile.

It is the same title as `tests/rules/core/toy.py`, as it is where the expansion is installed.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules import OptionField
from tests.rules.core.toy import Hoard, State

LAIR = OptionField(
    "lair", "Coins in the lair", "number", 5, minimum=1, maximum=9, needs="dragons", silent=True
)


class HoardAndDragons(Hoard):
    dragons_version: ClassVar[int] = 1
    option_fields = (
        *Hoard.option_fields,
        OptionField("dragons", "With the dragons", "boolean", False, silent=True),
        LAIR,
    )

    def version_of(self, options: Mapping[str, Any]) -> int:
        return self.version + (1000 * self.dragons_version if options.get("dragons") else 0)

    def new_state(self, options: Mapping[str, Any]) -> State:
        state = super().new_state(options)
        if options.get("dragons"):
            state.pile += LAIR.value_in(options)
        return state


class MendedDragons(HoardAndDragons):
    """The same with a mended card of the dragons."""

    dragons_version = 2


class MendedHoard(HoardAndDragons):
    """The same with a mended card of the base game."""

    version = 2


TITLE = HoardAndDragons()

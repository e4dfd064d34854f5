"""The part of a title that says what of a position can be set right by hand, and does it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic

from rules.core import corrections
from rules.core.corrections import Change, Correctable
from rules.core.errors import IllegalChoice
from rules.core.table import State


class Correcting(ABC, Generic[State]):
    """Offers nothing, unless a title says otherwise."""

    name: ClassVar[str]

    @abstractmethod
    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """Return what `seat` may know (`Title.view`)."""

    @abstractmethod
    def faults(self, state: State) -> list[str]:
        """Return what is impossible about a state (`Title.faults`)."""

    def corrections(self, view: Mapping[str, Any]) -> tuple[Correctable, ...]:
        """Return what can be set right by hand in a position, of which everybody sees `view`; () for nothing.

        No two things that are moved have one id, and no two that have a value.
        """
        return ()

    @property
    def can_be_corrected(self) -> bool:
        """Whether anything in its positions can be set right by hand."""
        return type(self).corrections is not Correcting.corrections

    @property
    def makes_no_corrections(self) -> bool:
        """Whether it offers what it then does not do: a fault of its author."""
        return self.can_be_corrected and type(self).set_right is Correcting.set_right

    def _nothing(self) -> IllegalChoice:
        return IllegalChoice("no-corrections", f"No position of {self.name} can be set right by hand.")

    def other_names(self, id: str) -> Iterable[str]:
        """Return the further names by which players call what `corrections` names so."""
        return ()

    def set_right(self, state: State, change: Change) -> None:
        """Set right in a position what is named. Nothing that anybody hides may have a part in it.

        Raises IllegalChoice: it is not as the change says, or cannot be so. The state may have changed.
        """
        raise self._nothing()

    def faults_to_go_on(self, state: State) -> list[str]:
        """Return what keeps a position from being played on from, between two moves; [] if nothing does.

        The game would be over there, for one. What hides in it must not be told by it.
        """
        return self.faults(state)

    def correct(self, state: State, text: str) -> str:
        """Set right in a position what everybody sees of it, and return what was typed as it is written.

        Raises IllegalChoice: nothing like it can be set right, or it is not as the text says. The state may have
        changed.
        """
        offered = self.corrections(self.view(state, None))
        if not offered:
            raise self._nothing()
        changes = corrections.read(offered, text, self.other_names)
        written = corrections.write(offered, changes)
        for change in changes:
            self.set_right(state, change)
        return written

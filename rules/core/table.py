"""The table: the state of a game and its log, as the procedures of a title see them."""

from collections.abc import Generator, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from rules.core.chance import Dice, Draw
from rules.core.decisions import Decision
from rules.core.settled import Settled

State = TypeVar("State", bound=msgspec.Struct)
Returned = TypeVar("Returned")

#: The audience of a public log line.
EVERYONE: tuple[str, ...] = ("*",)
#: The seat name for which a view hides nothing; only for finished games and for tests.
ALL_SEEING = "*"


class Checkpoint:
    """Yielded by the top level of a title where no procedure is half-way: the state may be saved."""


CHECKPOINT = Checkpoint()

#: What a procedure may yield: a question, one that answers itself, several questions at once, chance, or a checkpoint.
Request: TypeAlias = Decision | Settled | tuple[Decision, ...] | Dice | Draw | Checkpoint
#: A procedure of the rules. It receives the choice, a mapping of seats to choices, or the outcome.
Procedure: TypeAlias = Generator[Request, Any, Returned]


class LogLine(msgspec.Struct, frozen=True, array_like=True):
    """One fact of the game's story, rendered to text late.

    `visible_to` lists the seats that may read it, or is `EVERYONE`; nobody else ever sees it.
    """

    kind: str
    data: dict[str, Any]
    visible_to: tuple[str, ...]

    def is_visible_to(self, seat: str | None) -> bool:
        """Return whether `seat` (None: a spectator) may read this line."""
        return "*" in self.visible_to or seat == ALL_SEEING or (seat is not None and seat in self.visible_to)


class Table(Generic[State]):
    """The table of a procedure: `state` to change, and the log to write to."""

    __slots__ = ("fact_laid_open", "fact_shown", "lines", "state")

    def __init__(self, state: State, lines: list[LogLine] | None = None) -> None:
        self.state = state
        self.lines: list[LogLine] = [] if lines is None else lines
        self.fact_shown = False
        self.fact_laid_open = False

    def announce(self, kind: str, /, **data: Any) -> None:
        """Write a log line that everybody, spectators included, may read."""
        self.lines.append(LogLine(kind, data, EVERYONE))

    def whisper(self, seats: str | Iterable[str], kind: str, /, **data: Any) -> None:
        """Write a log line that only `seats` may read."""
        audience = (seats,) if isinstance(seats, str) else tuple(seats)
        self.lines.append(LogLine(kind, data, audience))

    def reveal(self) -> None:
        """Say that some seat has just learned a hidden fact without chance: a takeback barrier."""
        self.fact_shown = True

    def lay_open(self) -> None:
        """Say that the seat that has just chosen shows something of its own which its choice does not name.

        It has learned nothing, and may take back; all others see it when the choice is final.
        """
        self.fact_laid_open = True

"""A kind of vote (MOD-7): something that can be agreed about, with all that the faces need to offer it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

import rules
from games.acts.act import Field, FieldKind, Look, next_said
from games.ledger.opened import Open
from games.models import Game, Seat
from games.play.access import Viewer


def people_of(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose votes count: those of people who are there."""
    return [seat for seat in seats if not seat.bot and seat.absent_since is None]


class Kind:
    """One thing that can be voted about.

    Attributes:
        name: in addresses, and behind `vote` in a mail. label: in words, and in the description of the API.
        asks: what somebody asks, after their name; `told`, if notices say it otherwise.
        done: what to tell when everybody has agreed.
        value: what has to be said with it; the page does not ask for one that may be left out.
        button: on its button, if that is not `Ask for it` or the label.
        lead: what stands above the button; `{replay}` is the link to the replay.
        sure: what the page asks before, in a few words.
        needs_same: those agree only who name the same value; otherwise the least counts.
        page: the name of the page on which it is asked for, if it has one of its own.
        after_end: it can be agreed about a game that is over, too.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    asks: ClassVar[str]
    told: ClassVar[str] = ""
    done: ClassVar[str]
    value: ClassVar[Field | None] = None
    button: ClassVar[str] = ""
    style: ClassVar[str] = ""
    lead: ClassVar[str] = ""
    sure: ClassVar[str] = ""
    needs_same: ClassVar[bool] = False
    page: ClassVar[str] = ""
    after_end: ClassVar[bool] = False

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        """Return whether it makes sense at a table now."""
        return True

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        """Return the value of a seat's vote, checked. Raises Refused if it is not possible now."""
        return ""

    def needed(self, game: Game, seats: list[Seat], value: Any) -> list[Seat]:
        """Return the seats that have to agree."""
        return people_of(seats)

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        """Return whether a vote has not lapsed by what has happened since."""
        return True

    def in_words(self, game: Game, value: Any) -> str:
        """Return the value of a vote in words."""
        return ""

    def request(self, game: Game, value: Any) -> str:
        """Return what somebody asks, after their name."""
        return self.asks.format(value=self.in_words(game, value))

    def notice(self, value: str) -> str:
        """Return what notices say that somebody asks, after their name, with the value in words."""
        return (self.told or self.asks).format(value=value)

    def story(self, viewer: Viewer, value: Any) -> list[str] | None:
        """Return what it would undo, in sentences; None if it undoes nothing."""
        return None

    # -- on the page ---------------------------------------------------------------------------

    @property
    def field(self) -> Field | None:
        """What the page asks for, None if a button is enough."""
        return self.value if self.value is not None and self.value.required else None

    @property
    def on_button(self) -> str:
        return self.button or ("Ask for it" if self.field else self.label)

    def choices(self, game: Game, seats: list[Seat], seat: Seat) -> list[tuple[str, str]]:
        """Return what `seat` can choose from, with labels; nothing where the value is typed."""
        if self.value is None or self.value.kind is not FieldKind.SEAT:
            return list(self.value.choices.items()) if self.value is not None else []
        title = rules.title(game.title)
        return [(other.name, title.seat_name(other.name)) for other in self.nameable(game, seats, seat)]

    def nameable(self, game: Game, seats: list[Seat], seat: Seat) -> list[Seat]:
        """Return the seats that `seat` may name."""
        return seats

    # -- by mail -------------------------------------------------------------------------------

    @property
    def help(self) -> str:
        """How a mail asks for it."""
        if self.field is None:
            return f"`vote {self.name}`"
        example = next(iter(self.field.choices), "") or self.field.usual or self.field.kind.name
        if self.field.kind is FieldKind.TEXT:
            example = self.field.example
        return f"`vote {self.name} {example}`"

    def said(self, look: Look, text: str) -> str:
        """Return the value that a mail names behind it, "" for none."""
        if self.value is None:
            return ""
        said = next_said(self.value, look, text)[0]
        if self.value.kind is FieldKind.SEAT and said == text:
            said = next_said(self.value, look, text.partition(" ")[0])[0]
        return said


class Ballot(Kind, ABC):
    """A kind whose votes are counted with `games.acts.votes`, and lapse after some days."""

    @abstractmethod
    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        """Do what everybody has agreed to."""


class Wish(Kind, ABC):
    """A kind with rules of its own, which an act beside the votes has too; it does not lapse with time."""

    @abstractmethod
    def ask(self, key: str, seat: str, value: object, now: datetime | None) -> bool:
        """Ask for it; whether everybody has asked. Raises Refused."""

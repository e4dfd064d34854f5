"""An act: something that a player may do beside moving, with all that the faces need to offer it."""

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

import rules
from games.models import Game, Seat
from games.play import positions, teams
from games.play.access import Viewer
from games.refusals import Refused
from rules.core.decisions import fold

_NUMBER = re.compile(r"(\d+) ?(?:hours?|days?|h|d)?(?: |$)", re.ASCII | re.IGNORECASE)


class FieldKind(enum.Enum):
    """The kind of thing that a field holds."""

    #: The version that the caller saw; pages and mail fill it in by themselves.
    VERSION = "version"
    #: A whole number, which pages and mail send as text.
    NUMBER = "number"
    #: The name of a seat.
    SEAT = "seat"
    #: One of a few words.
    CHOICE = "choice"
    #: A line of text.
    TEXT = "text"


def number_of(value: object, name: str) -> int:
    """Return a whole number that somebody typed. Raises Refused."""
    text = str(value).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Refused("malformed", "Write a whole number.", 400, extra={"field": name})
    return int(text)


@dataclass(frozen=True)
class Field:
    """Something that has to be said with an act.

    Attributes:
        usual: what pages fill in, and what mail takes if nothing is said.
        choices: the words of a CHOICE, with their labels.
        example: a value for the description of the API.
    """

    name: str
    label: str
    kind: FieldKind
    required: bool = True
    usual: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    example: Any = None

    def read(self, value: Any) -> Any:
        """Return a value as the act takes it, None for one that is left out. Raises Refused."""
        if self.kind is FieldKind.SEAT:
            return None if value in (None, "") else str(value)
        if not self.required and value in (None, ""):
            return None
        if self.kind is FieldKind.NUMBER:
            return number_of(value, self.name)
        if value is None:
            raise self._malformed("is missing")
        if self.kind is FieldKind.VERSION:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self._malformed("must be a whole number")
        elif not isinstance(value, str):
            raise self._malformed("must be text")
        elif self.choices and value not in self.choices:
            raise self._malformed(f"is one of: {', '.join(self.choices)}")
        return value

    def _malformed(self, words: str) -> Refused:
        return Refused("malformed", f"“{self.name}” {words}.", 400, extra={"field": self.name})


@dataclass
class Look:
    """A viewer's look at a game, for saying what they may do: the position is read only if somebody asks."""

    viewer: Viewer
    now: datetime = field(default_factory=timezone.now)
    known: rules.Game[Any] | None = None

    @cached_property
    def play(self) -> rules.Game[Any]:
        return self.known or positions.open_game(self.viewer)

    @property
    def game(self) -> Game:
        return self.viewer.game

    @property
    def own(self) -> Seat | None:
        """The viewer's seat, None for a spectator."""
        return self.viewer.seat

    @property
    def plays(self) -> bool:
        """Whether the viewer sits at a game that runs."""
        return self.own is not None and self.game.status == Game.Status.RUNNING

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.viewer.seats if seat.name != self.viewer.seat_name]

    def is_opponent(self, seat: Seat) -> bool:
        """Whether the viewer plays against a seat."""
        return self.own is not None and seat.name in teams.opponents_of(self.game, self.own.name)

    def label(self, seat: Seat) -> str:
        """Return the name of a seat in words."""
        return rules.title(self.game.title).seat_name(seat.name)


@dataclass(frozen=True)
class Done:
    """The outcome of an act: words for whoever did it, and the game's version, where it is known."""

    words: str
    version: int | None = None


@dataclass(frozen=True)
class Question:
    """A last question, on a page of its own, before something that cannot be undone."""

    heading: str
    words: str
    yes: str
    no: str = "Play on"


@dataclass(frozen=True)
class Button:
    """A button of an act on the pages.

    Attributes:
        name: the last part of its address, the same as that of its act if there is no other.
        can: its name in the `can` of a situation.
        may: whether it is offered.
        data: what it sends.
        beside: it stands beside the question, not among what is done seldom.
        alone: it makes sense where one person plays every seat.
    """

    name: str
    label: str
    can: str
    may: Callable[[Look], bool]
    data: Mapping[str, str] = field(default_factory=dict)
    style: str = ""
    beside: bool = False
    alone: bool = True


@dataclass(frozen=True, eq=False)
class Act:
    """Something that a player may do beside moving.

    Attributes:
        name: in addresses.
        label: on its button, and in the description of the API.
        run: does it for a viewer, with the fields as they were read; raises Refused.
        may: whether it makes sense now; for what is done to one of the seats, `may_to` says it of each.
        about: the page that shows it: `game`, or `time`.
        buttons: if there is not just one.
        words: what asks for it by mail; the first stands in the help, with `help`. None: not by mail.
        tails: what else may follow an act by mail that has no fields.
        gives_way: a move of the same word counts as the move.
        for_anybody: whoever sees the game may do it, not its players only.
        by_turn_link: the link of a turn mail is enough for it.
        ends: it may end the game: a mail cannot hold moves beside it.
        sure: what the page asks before, in a few words.
        final: what cannot be undone, such as `give the game up`: it is asked once more (`question`), by mail by `yes`.
        elsewhere: the pages have a form of their own for it.
        heading, lead: what stands above it on the page about time; `{…}` is a word of the house.
    """

    name: str
    label: str
    run: Callable[[Viewer, Mapping[str, Any]], Done]
    may: Callable[[Look], bool] | None = None
    may_to: Callable[[Look, Seat], bool] | None = None
    about: str = "game"
    fields: tuple[Field, ...] = ()
    can: str = ""
    buttons: tuple[Button, ...] = ()
    style: str = ""
    words: tuple[str, ...] = ()
    help: str = ""
    tails: tuple[str, ...] = ()
    gives_way: bool = False
    for_anybody: bool = False
    by_turn_link: bool = False
    ends: bool = False
    sure: str = ""
    final: str = ""
    question: Callable[[Look], Question] | None = None
    elsewhere: bool = False
    heading: str = ""
    lead: str = ""

    @property
    def can_name(self) -> str:
        """Its name in the `can` of a situation."""
        return self.can or self.name.replace("-", "_")

    def is_possible(self, look: Look) -> bool:
        """Return whether it makes sense now."""
        if self.may_to is not None:
            return any(self.may_to(look, seat) for seat in look.viewer.seats)
        return self.may is None or self.may(look)

    def all_buttons(self) -> Sequence[Button]:
        """Return its buttons."""
        usual = Button(self.name, self.label, self.can_name, self.is_possible, style=self.style)
        return self.buttons or (usual,)

    def asked_of(self, look: Look) -> Question:
        """Return what is asked once more."""
        if self.question is not None:
            return self.question(look)
        return Question(f"{self.label}?", "This cannot be undone.", self.label)

    def do(self, viewer: Viewer, data: Mapping[str, Any]) -> Done:
        """Do it. Raises Refused."""
        if viewer.seat is None and not self.for_anybody:
            raise Refused("not-seated", "You do not sit at this table.", 403)
        return self.run(viewer, {f.name: f.read(data.get(f.name)) for f in self.fields})

    # -- by mail -------------------------------------------------------------------------------

    @property
    def said(self) -> tuple[Field, ...]:
        """The fields that somebody has to say: all but what pages and mail fill in."""
        return tuple(f for f in self.fields if f.kind is not FieldKind.VERSION)

    def reads(self, rest: str) -> bool:
        """Return whether what follows its word in a line can belong to it; otherwise the line is a move."""
        if not rest or self.final:
            return True
        if not self.said:
            return fold(rest) in self.tails
        return self.said[0].kind is not FieldKind.NUMBER or _NUMBER.match(rest) is not None

    def data_of(self, look: Look, text: str) -> dict[str, Any]:
        """Return the fields that stand behind its word in a mail. Raises Refused where `yes` is missing."""
        if self.final:
            if fold(text.strip().rstrip(".!")) != "yes":
                words = f"Write `{self.words[0]} yes` to {self.final}; this cannot be undone."
                raise Refused("not-confirmed", words, 422)
            text = ""
        data: dict[str, Any] = {}
        for each in self.fields:
            if each.kind is FieldKind.VERSION:
                data[each.name] = positions.visible_seq(look.viewer, look.play)
                continue
            said, text = next_said(each, look, text.strip())
            data[each.name] = said or each.usual
        return data


def next_said(wanted: Field, look: Look, text: str) -> tuple[str, str]:
    """Return what a mail says for a field, and the rest of the line."""
    if wanted.kind is FieldKind.NUMBER:
        found = _NUMBER.match(text)
        return (found[1], text[found.end() :]) if found else (text, "")
    if wanted.kind is FieldKind.CHOICE:
        first, _, rest = text.partition(" ")
        return first.lower(), rest
    if wanted.kind is FieldKind.SEAT:
        named = [s.name for s in look.viewer.seats if fold(text) in (fold(s.name), fold(look.label(s)))]
        return (named[0] if named else text), ""
    return text, ""

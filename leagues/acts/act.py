"""An act: what has to be said with it, who does it, what they read then, and what a program is answered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, ClassVar, cast, get_type_hints

import msgspec
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from accounts.models import User
from games.models import Game
from games.refusals import Refused
from leagues.services.display.shapes import value_at
from leagues.services.queries import Moment, Row, Whole

#: What a parameter is called in bodies, if not by its own name.
NAMES = {"closes": "registration_closes_at", "ends": "ends_at", "round_number": "round"}
#: How a body is told what a field must be.
KINDS: Mapping[Any, str] = {
    int: "a whole number",
    Row: "a whole number",
    **dict.fromkeys((Whole, Whole | None), "a whole number from 0"),
    str: "text",
    bool: "true or false",
    list[int]: "a list of whole numbers",
    dict[str, Any]: "an object",
}


class Answer(msgspec.Struct, kw_only=True):
    """The answer to a program.

    Attributes:
        shape: the type of what `of` returns, if that is no struct of these fields.
        paths: where the fields lie in what has come of an act, such as `user.username`, "" for that itself.
    """

    shape: ClassVar[Any] = None
    paths: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def of(cls, done: "Done") -> Any:
        """Return what is answered to something done."""
        paths = {name: [*filter(None, path.split("."))] for name, path in cls.paths.items()}
        return cls(**{name: value_at(done.result, path) for name, path in paths.items()})


def answer(name: str, **fields: tuple[Any, str]) -> type[Answer]:
    """Return the struct of an answer, of fields with their types and paths."""
    paths = {"paths": {name: path for name, (_, path) in fields.items()}}
    types = [(name, kind) for name, (kind, _) in fields.items()]
    made = msgspec.defstruct(name, types, bases=(Answer,), namespace=paths, kw_only=True)
    return cast(type[Answer], made)


@dataclass(frozen=True)
class Act:
    """Something that somebody may do in an event, or about a game.

    Attributes:
        name: in addresses.
        run: does it for a `user`: asks whether they may, writes the audit trail under their name, and raises Refused.
            Its other parameters are what the address names (`at`), and else the fields of the body.
        label: what it is, in the description of the API; by default from the first line about `run`.
        words: what they read then, with `{result}` of `run` and what was `{said}` in it; or what makes it.
        answer: what a program is answered. example: a body, for the description of the API.
        fixed: parameters that are not said. at: those of its address.
        form: what makes the fields from a form that has others.
        warnings: what they read besides. game: the game to which the page leads then, None for its own page.
    """

    name: str
    run: Callable[..., Any]
    words: "str | Callable[[Done], str]"
    answer: type[Answer]
    label: str = ""
    example: Mapping[str, Any] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    at: tuple[str, ...] = ("key",)
    form: Callable[[Mapping[str, str]], dict[str, Any]] | None = None
    warnings: Callable[[Any], Sequence[str]] = lambda _: ()
    game: Callable[[Any], Game | None] = lambda _: None

    @property
    def description(self) -> str:
        """What it is, in the description of the API."""
        return self.label or str(self.run.__doc__).splitlines()[0].partition(" Raises Refused")[0]

    @cached_property
    def body(self) -> type[msgspec.Struct]:
        """What has to be said."""
        hints = get_type_hints(self.run, include_extras=True)
        said = [
            (one.name, hints[one.name])
            if one.default is Parameter.empty
            else (one.name, hints[one.name], one.default)
            for one in signature(self.run).parameters.values()
            if one.name not in ("user", "now", *self.at, *self.fixed)
        ]
        name = "".join(word.capitalize() for word in self.name.split("-"))
        return msgspec.defstruct(
            f"{name}Said", said, kw_only=True, rename=lambda name: NAMES.get(name, name.removesuffix("_id"))
        )

    def read(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a program says. Raises Refused."""
        return said_in(self.body, data)

    def read_form(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Return what a form says; what is no number is that of nothing. Raises Refused."""
        if self.form is not None:
            return self.form(given)
        return {
            one.name: _typed(one, given.get(one.encode_name, given.get(one.name, "")))
            for one in msgspec.structs.fields(self.body)
        }

    def do(self, user: User, at: Mapping[str, Any], said: Mapping[str, Any]) -> "Done":
        """Do it. Raises Refused."""
        return Done(self, user, at, said, self.run(user=user, **at, **said, **self.fixed))


@dataclass(frozen=True)
class Done:
    """An act done, with its outcome."""

    act: Act
    user: User
    at: Mapping[str, Any]
    said: Mapping[str, Any]
    result: Any

    @property
    def words(self) -> str:
        """What who did it reads."""
        words = self.act.words
        return words(self) if callable(words) else words.format(result=self.result, said=self.said)

    @property
    def game(self) -> Game | None:
        """The game to which the page leads then."""
        return self.act.game(self.result)

    @property
    def answer(self) -> Any:
        """What a program is answered, as JSON."""
        return msgspec.to_builtins(self.act.answer.of(self), builtin_types=(datetime,))


def said_in(body: type[msgspec.Struct], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said in a body, by the names of its struct; null is the same as nothing. Raises Refused."""
    said = {}
    for one in msgspec.structs.fields(body):
        value = data.get(one.encode_name)
        if value is not None:
            said[one.name] = _value(one.encode_name, one.type, value)
        elif one.required:
            raise malformed(one.encode_name, "is missing")
    return said


def malformed(name: str, words: str) -> Refused:
    """Return the refusal of a body with a field that is not as it must be."""
    return Refused("malformed", f"“{name}” {words}.", 400, extra={"field": name})


def moment(text: str, name: str) -> datetime | None:
    """Return a moment of a body, None for an empty text. Raises Refused."""
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if text and (found is None or timezone.is_naive(found) or not 2000 < found.year < 9000):
        raise malformed(name, "must be a moment such as 2026-12-31T20:00:00Z")
    return found


def _value(name: str, kind: Any, value: Any) -> Any:
    """Return a field of a body, of a kind. Raises Refused."""
    if kind == Moment | None:
        return moment(_value(name, str, value), name)
    try:
        found = msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise malformed(name, f"must be {KINDS[kind]}") from None
    if kind == Row:
        return found if 0 < found < 2**62 else 0
    return found if kind != list[int] else [_value(name, Row, one) for one in found]


def whole(text: str, default: int = 0) -> int:
    """Return a whole number from a form's field, or `default` for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default


def _typed(one: msgspec.structs.FieldInfo, text: str) -> Any:
    """Return a field of a form. Raises Refused for what is no date."""
    if one.type == Moment | None:
        return end_of_day(text)
    if one.type is bool:
        return text == "yes" if text or one.required else one.default
    return text if one.type is str else whole(text, -1 if one.required else one.default)


def end_of_day(text: str) -> datetime | None:
    """Return the end of a day in the reader's zone, None for an empty field. Raises Refused."""
    if not text.strip():
        return None
    try:
        day = parse_date(text.strip())
    except ValueError:
        day = None
    if day is None or not 2000 < day.year < 9000:
        raise Refused("bad-date", "Write a date like 2026-12-31.", 422)
    return timezone.make_aware(datetime.combine(day, time(23, 59)))

"""Lessons of a guide in the first turn of a title, question by question, read from one file of markdown.

Each `## Heading` is a lesson. Above its text stand the facts under which it is given; what is missing always holds:
`For:` kinds of decisions, `any` for every question, `waiting` while nothing is asked; `Phases:`, `Seats:` and `Turns:`
(`1` or `1-2`); `After: die-used 2` when the story tells of two such things by the seat's side. The first lesson whose
facts hold is given. `For: always` is what stands below every one of them. `{lying}` in a text is what the title says
of the position in `Title.lesson_words`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.core.handbook import Block, HandbookError, Part, blocks_of, handbook_of, parts_of
from rules.core.title import Title

ALWAYS, ANY, WAITING = "always", "any", "waiting"
_FACT = re.compile(r"(For|Phases|Seats|Turns|After): *(.+)")
_RULE = re.compile(r"\b[A-Z]+-\d[\w.]*\w")
_COUNTED = re.compile(r"\{([a-z-]+)\}")


@dataclass(frozen=True)
class Moment:
    """The moment of a lesson: what is asked ("" for nothing) of which side, in which turn and phase.

    `lines` is the story so far, of which a lesson counts what the side did. `seat` matters where a side has several.
    """

    kind: str
    side: str
    turn: int
    phase: str = ""
    lines: Sequence[Mapping[str, Any]] = ()
    seat: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: its heading, what it says, and the facts under which it is given."""

    heading: str
    blocks: tuple[Block, ...]
    kinds: tuple[str, ...]
    phases: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    turns: tuple[int, int] | None = None
    after: tuple[str, int] | None = None

    def said_of(self, words: Mapping[str, str]) -> "Lesson":
        """Return it with what stands in braces said as the position has it.

        Raises KeyError: `words` has nothing for a name in braces.
        """
        blocks = msgspec.to_builtins(self.blocks)
        if not _COUNTED.search(str(blocks)):
            return self
        return msgspec.structs.replace(self, blocks=msgspec.convert(_said(blocks, words), tuple[Block, ...]))

    def fits(self, moment: Moment) -> bool:
        """Return whether it is given at a moment."""
        asked = moment.kind or WAITING
        return (
            (asked in self.kinds or (ANY in self.kinds and asked != WAITING))
            and (not self.phases or moment.phase in self.phases)
            and (not self.seats or moment.side in self.seats or moment.seat in self.seats)
            and (self.turns is None or self.turns[0] <= moment.turn <= self.turns[1])
            and (self.after is None or _done(moment, self.after[0]) >= self.after[1])
        )


@dataclass(frozen=True, eq=False)
class Course:
    """All lessons of a title, and what stands below every one of them."""

    heading: str
    lessons: tuple[Lesson, ...]
    always: tuple[Lesson, ...]

    def lesson(self, moment: Moment) -> Lesson | None:
        """Return the lesson of a moment, or None: the guide has nothing to say."""
        return next((lesson for lesson in self.lessons if lesson.fits(moment)), None)

    def beside(self, side: str, seat: str = "") -> Lesson | None:
        """Return what stands below every lesson of a side, or of a seat of it."""
        return next(
            (one for one in self.always if not one.seats or not {side, seat}.isdisjoint(one.seats)), None
        )


def course_of(title: Title[Any]) -> Course | None:
    """Return the lessons of a title, or None for a title that has none.

    Raises HandbookError: a lesson has no text or facts that mean nothing, or names a rule that is not there.
    """
    return _read(title) if title.first_turn is not None else None


@cache
def _read(title: Title[Any]) -> Course:
    assert title.first_turn is not None
    course = parse(Path(title.first_turn).read_text(encoding="utf-8"))
    handbook = handbook_of(title)
    said = " ".join(str(msgspec.to_builtins(lesson.blocks)) for lesson in (*course.lessons, *course.always))
    unknown = sorted({code for code in _RULE.findall(said) if handbook is None or not handbook.find(code)})
    if unknown:
        raise HandbookError([f"the lessons name {code}, which is not there" for code in unknown])
    return course


def parse(text: str) -> Course:
    """Return the lessons that a text describes. Raises HandbookError."""
    parts = parts_of(text)
    problems: list[str] = []
    if not parts or parts[0].depth != 1:
        raise HandbookError(["line 1: lessons begin with what they are about (# …)"])
    lessons = [_lesson(part, problems) for part in parts[1:]]
    if problems:
        raise HandbookError(problems)
    given = tuple(lesson for lesson in lessons if ALWAYS not in lesson.kinds)
    return Course(parts[0].words, given, tuple(lesson for lesson in lessons if ALWAYS in lesson.kinds))


def _lesson(part: Part, problems: list[str]) -> Lesson:
    """Return a lesson; what is wrong with it is added to `problems`."""
    facts: dict[str, str] = {}
    rows = list(part.lines)
    while rows and (fact := _FACT.fullmatch(rows[0])):
        facts[fact[1]] = fact[2]
        rows.pop(0)
    blocks = blocks_of(rows)
    turns = re.fullmatch(r"(\d+)(?:-(\d+))?", facts.get("Turns", "0"))
    after = re.fullmatch(r"([a-z-]+) (\d+)", facts.get("After", "nothing 0"))
    if part.depth != 2 or not blocks or "For" not in facts or turns is None or after is None:
        problems.append(f"{part.where()}: “{part.words}” is no lesson (## …, For: …, text)")
        return Lesson(part.words, blocks, ())
    return Lesson(
        part.words,
        blocks,
        _names(facts["For"]),
        _names(facts.get("Phases", "")),
        _names(facts.get("Seats", "")),
        (int(turns[1]), int(turns[2] or turns[1])) if "Turns" in facts else None,
        (after[1], int(after[2])) if "After" in facts else None,
    )


def _said(part: Any, words: Mapping[str, str]) -> Any:
    """Return blocks, as JSON has them, with each name in braces replaced by its words."""
    if isinstance(part, str):
        return _COUNTED.sub(lambda name: words[name[1]], part)
    if isinstance(part, Mapping):
        return {key: _said(value, words) for key, value in part.items()}
    return [_said(one, words) for one in part]


def _names(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _done(moment: Moment, kind: str) -> int:
    """Return how often the story tells of something by the side."""
    return sum(_is_of(line, moment.side) for line in _of_kind(moment.lines, kind))


def _of_kind(lines: Iterable[Mapping[str, Any]], kind: str) -> Iterable[Mapping[str, Any]]:
    return (line for line in lines if line["kind"] == kind)


def _is_of(line: Mapping[str, Any], side: str) -> bool:
    return side in (line["data"].get("side"), line["data"].get("seat"))

"""Telling the moves of a mail from everything else that people write in one (MIL-1).

A line belongs to a move if something in it belongs to the notation, to the choices or to the position. What stands
above the first such line and below the last, in any language and script, is left aside, and the receipt says so. Two
things beside keep a misspelt move from being half of a mail: a line that is one slip of the fingers away from an answer
where it stands is a move, and between two moves only what reads as a sentence is left aside.

Nothing is known here of greetings, closings or telephones. A name that is an answer, too, where it stands (somebody
called Boromir, an initial) is neither: `parser` refuses the mail with both readings.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Literal

import rules
from games.letters import choice_list
from games.letters.questions import question_to
from games.models import Game, Seat
from games.play import positions
from games.play.access import Viewer
from rules.core.decisions import fold
from rules.core.errors import ChanceError

_ADDRESS = re.compile(r"\S@\S+\.\w{2}|https?://|\bwww\.\w", re.IGNORECASE)
_TELEPHONE = re.compile(
    r"(?:tel|phone|mobile?|fon|fax|handy|cell)?\w*[.:]*\s*\+?[\d\s()/.-]{8,}", re.IGNORECASE
)
_SMILEY = re.compile(r"(?:^|\s)[:;=]'?-?[()DPp/|]+(?=\s|$)|<3")
#: What moves are written with: words before a colon, an arrow.
_HEAD = re.compile(r"^([^\W\d][\w/ -]{0,40}):\s*\S")
_SIGNS = re.compile(r"[:;>→=]|--")
_ARROW = re.compile(r"[>→]")
#: Nothing but numbers, with figures behind them or not, and what joins them: `2`, `#2`, `[2]`, `4r 1e`, `1 and then 2`.
_COUNT = re.compile(r"#?\d{1,3}[a-z]?")
_JOINING = frozenset(("and", "then", "or", "option", "choice", "number", "nr", "no", "nummer", "wahl"))
#: Words in front of a move that are none of the notation, ...
_BEFORE = """
i we my our please then and now so ok okay well let me lets us will would want to id ill
"""
#: ... words of the notation that begin sentences as well, ...
_LITTLE = "a the that to on from own will am white great nothing nobody turn until go"
#: ... and everyday words that labels and positions hold, too.
_COMMON = """
a about after again all along also always am an and another any anything are around as at away back be been
before being but by can card come could day days did die do does done down each else end even every everything
far few first for free from game games get give go going good great had has have her here him his hope how i if
in into is it its just know last left less let life like little long look made make many me mine more most
move much must my never new next nice no none not now of off on once one only open or other others our out over
own people play player players please round see seen she side so some something still such take than thank
thanks that the their them then there these they thing things this those time to too turn turns two under
until up us very was way we week weekend well went were what when where which while who why will wish with
without would year yes yet you your yours
"""
#: Words that make a sentence of a line.
_TALK = """
i you your yours we our us my me he she they is are was were am been have has had did how what why when who thanks sorry
hope well nice good great it its that this ich du dein wir uns ist war sind bin hast habe wie danke gut je tu vous nous
est merci bien que como gracias muy
"""
#: Sayings that begin with a word of the notation.
_SAYINGS = frozenset(
    tuple(saying.split())
    for saying in (
        "no worries", "no problem", "no problems", "no hurry", "no rush", "no stress", "no pressure", "no need",
        "no idea", "no doubt", "no offence", "no offense", "no matter", "no luck", "take care", "take your",
        "play well", "hold on",
    )
)  # fmt: skip
_LEADING, _SMALL, _EVERYDAY, _TALKING = (
    frozenset(text.split()) for text in (_BEFORE, _LITTLE, _COMMON, _TALK)
)
#: Characters from which on a word may be misspelt.
_LONG = 4
#: Words of a sentence for each that names something: one alone in a longer sentence makes no move of it.
_FAR = 6

#: What a line is where it stands: an answer, one by the beginning of a word, one slip away from one, or nothing of it.
Meaning = Literal["answer", "short", "slip", ""]


#: Commands that may be answers, too.
_ANSWERS_TOO = frozenset(("decline", "stop", "end"))


def _names_of(seat: Seat) -> list[str]:
    return [seat.player_name, *([str(seat.user.username)] if seat.user is not None else [])]


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[^\w]+", fold(text).replace("-", " ")) if word]


def _is_near(word: str, known: Iterable[str]) -> bool:
    return any(word == other or _is_one_slip(word, other) for other in known)


def _is_sentence(line: str, words: Iterable[str]) -> bool:
    """Return whether a line reads like one: by its end, a smiley, or a word that moves are not written with."""
    ends = line.strip().endswith((".", "!", "?", "…"))
    return ends or bool(_SMILEY.search(line)) or not _TALKING.isdisjoint(words)


@dataclass(frozen=True)
class _Asked:
    """A question, what may be answered to it, folded, and the words of these answers."""

    decision: rules.Decision
    answers: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, title: rules.Title[Any], decision: rules.Decision) -> "_Asked":
        answers = frozenset(answers_to(title, decision))
        return cls(decision, answers, frozenset(word for answer in answers for word in _words(answer)))


class Sentences:
    """The meaning of a mail's lines to one seat as its game stands now; looked up once, when a line needs it."""

    def __init__(
        self,
        title: rules.Title[Any],
        play: rules.Game[Any] | None = None,
        seat: str = "",
        names: Iterable[str] = (),
        own: Iterable[str] = (),
    ) -> None:
        """Make a reader.

        Args:
            play: the game, None before it has begun; it is not played on.
            names: those of the people at the table. own: all names of who writes.
        """
        self.title, self.play, self.seat = title, play, seat
        self._asked: dict[tuple[str, ...], _Asked | None] = {}
        self._is_for_ally = False
        self._names = frozenset(word for name in names for word in _words(name))
        self.signed(*own)

    def signed(self, *names: str) -> None:
        """Take these for all the names of who writes."""
        self._own = [word for name in names for word in _words(name)]

    @classmethod
    def of(cls, viewer: Viewer, signed: str = "", ally: str = "") -> "Sentences":
        """Return the reader for a seat.

        Args:
            signed: the name that the mail was sent under. ally: whom it answers for, one question.
        """
        begun = viewer.game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
        names = [name for seat in viewer.seats for name in _names_of(seat)]
        own = [signed, *(_names_of(viewer.seat) if viewer.seat is not None else [])]
        play = positions.open_game(viewer) if begun else None
        title = rules.title(viewer.game.title)
        reader = cls(title, play, viewer.seat_name or "", names, own)
        question = question_to(viewer, play, ally) if play is not None else None
        if ally:
            reader._is_for_ally = True
            reader._asked[()] = None if question is None else _Asked.of(title, question.decision)
        return reader

    # -- what a line is by itself -----------------------------------------------------------------

    def belongs(self, line: str) -> bool:
        """Return whether something in a line belongs to the notation, the choices or the position."""
        if self._is_contact(line):
            return False
        bare = _SMILEY.sub(" ", line).strip()
        words = _words(bare)
        if not words:
            return False
        counts = [word for word in words if _COUNT.fullmatch(word)]
        if counts and all(word in counts or word in _JOINING for word in words):
            return True
        if self._begins_as_a_move(words):
            return True
        named = [word for word in words if word in self._things]
        if named and not (_is_sentence(line, words) and len(words) >= _FAR * len(named)):
            return True
        head = _HEAD.match(bare)
        known = self._verbs | self.title.beginnings()
        is_head = head is not None and any(_is_near(word, known) for word in _words(head[1]))
        return is_head or bool(_ARROW.search(bare) and self.resembles(bare))

    def claims(self, line: str) -> bool:
        """Return whether a line that looks like a command is a move: by its form, or as an answer to what is asked."""
        is_both = fold(line.rstrip(".!")) in _ANSWERS_TOO
        return self.title.claims_line(line) or (is_both and self.meaning(line.rstrip(".!")) == "answer")

    def is_prose(self, line: str) -> bool:
        """Return whether a line between two moves is clearly none: it reads as a sentence that speaks for none."""
        if self._is_contact(line) or self.is_name(line):
            return True
        bare = _SMILEY.sub(" ", line).strip()
        words = _words(bare)
        if not words or re.search(r"\d", bare) or _SIGNS.search(bare):
            return not words
        return (
            _is_sentence(line, words) and len(words) > 1 and not self.belongs(line) and not self.meaning(line)
        )

    def resembles(self, line: str) -> bool:
        """Return whether a word of a line is one, or nearly one, that moves are written with."""
        return any(_is_near(word, self._verbs | self._things) for word in _words(line))

    def is_name(self, line: str) -> bool:
        """Return whether a line holds nothing but names of the people at the table."""
        words = _words(line)
        return bool(words) and self._names.union(self._own).issuperset(words)

    def is_signature(self, line: str) -> bool:
        """Return whether a line may be the name of who writes, or the beginning of it, or initials."""
        words = _words(line)
        initials = "".join(word[0] for word in self._own)
        return bool(words) and all(
            (len(word) == 1 and word.isalpha())
            or word == initials
            or any(name.startswith(word) for name in self._own)
            for word in words
        )

    # -- what it is where it stands ---------------------------------------------------------------

    def meaning(self, line: str, before: Sequence[str] = ()) -> Meaning:
        """Return what a line is to the question that is asked once the moves `before` it are played."""
        asked = self._asked_after(tuple(before))
        if asked is None:
            return ""
        if not self._is_answer(line, asked):
            return "slip" if self._is_slip(line, asked) else ""
        typed = fold(line)
        is_short = typed not in asked.words and any(word.startswith(typed) for word in asked.words)
        return "short" if is_short else "answer"

    def _is_answer(self, line: str, asked: _Asked) -> bool:
        """Return whether a line is a legal answer; to find that of other words none begins so is quicker."""
        known, words = asked.words | self._verbs, _words(line)
        if _LEADING.issuperset(words):
            return False  # "ok" begins what follows
        for word in words:
            if word not in _EVERYDAY and not any(other.startswith(word) for other in known):
                return False
        try:
            self.title.read(asked.decision, line)
        except rules.IllegalChoice:
            return False
        return True

    def _is_slip(self, line: str, asked: _Asked) -> bool:
        """Return whether one letter of a line makes it an answer, or it begins with a misspelt word of the notation."""
        words = _words(line)
        while len(words) > 1 and words[0] in _LEADING:
            words = words[1:]
        if not words:
            return False
        typed = "-".join(words)
        if any(_is_one_slip(typed, answer) for answer in asked.answers):
            return True
        first, *rest = words
        return (
            bool(rest)
            and first not in self._verbs
            and len(first) >= _LONG
            and all(word in _EVERYDAY for word in rest)
            and any(_is_one_slip(first, verb) for verb in self._verbs)
        )

    # -- what is looked up ------------------------------------------------------------------------

    def _is_contact(self, line: str) -> bool:
        return bool(_ADDRESS.search(line) or _TELEPHONE.fullmatch(line.strip()))

    def _begins_as_a_move(self, words: list[str]) -> bool:
        first = next((word for word in words if word not in _LEADING), words[-1])
        if len(first) == 1 and len(words) > 1 and self._verbs.isdisjoint(set(words) - {first}):
            return False  # one letter stands for a die only where more follows
        return first in self._verbs and tuple(words[:2]) not in _SAYINGS

    def _asked_after(self, moves: tuple[str, ...]) -> _Asked | None:
        """Return what is asked after some moves; None where they reveal something, or are refused."""
        if self._is_for_ally:
            return self._asked.get(moves)
        if moves not in self._asked:
            decision = self.play.decision_of(self.seat) if self.play is not None else None
            if moves and decision is not None:
                decision = self._try(moves, decision)
            self._asked[moves] = None if decision is None else _Asked.of(self.title, decision)
        return self._asked[moves]

    def _try(self, moves: tuple[str, ...], first: rules.Decision) -> rules.Decision | None:
        """Play moves on a copy that can draw nothing, so that it reveals nothing."""
        assert self.play is not None
        copy = rules.Game.restore(self.title, self.play.options, self.play.snapshot(), rules.Scripted())
        try:
            played = copy.play(self.seat, choice_list.choices_of(moves, first))
        except (rules.IllegalChoice, ChanceError):
            return None
        return None if played.barrier else copy.decision_of(self.seat)

    @property
    def _answers(self) -> frozenset[str]:
        asked = self._asked_after(())
        return asked.answers if asked is not None else frozenset()

    @cached_property
    def _verbs(self) -> frozenset[str]:
        begun = {words[0] for answer in self._answers if (words := _words(answer)) and words[0].isalpha()}
        return frozenset({*self.title.beginnings() - _SMALL, "end"} | (begun - _EVERYDAY))

    @cached_property
    def _things(self) -> frozenset[str]:
        """The words for what stands in the choices and in the position."""
        view = self.play.view(self.seat) if self.play is not None else {}
        named = {word for text in (*self._answers, *_texts_in(view)) for word in _words(text)}
        return frozenset(
            word for word in named if len(word) > 2 and not word.isdecimal() and word not in _EVERYDAY
        )


def answers_to(title: rules.Title[Any], decision: rules.Decision) -> Iterator[str]:
    """Yield what may be answered to a question, folded."""
    options = decision.options
    if decision.may_pass:
        yield from ("pass", fold(decision.pass_label))
    if isinstance(options, rules.Amount):
        return
    if isinstance(options, rules.Subset):
        yield from map(fold, options.items)
        yield from (fold(options.label(item)) for item in options.items)
    if isinstance(options, rules.Counts):
        yield from map(fold, options.limits)
        yield from (fold(options.label(kind)) for kind in options.limits)
    for choice in islice(decision.legal(), choice_list.MOST_COMPARED):
        written = title.write(decision, choice)
        yield fold(" ".join(_words(written)))
        yield fold(" ".join(_words(written.partition(":")[2])))
        if isinstance(options, rules.OneOf) and choice is not None:
            yield fold(options.label(str(choice)))


def _texts_in(value: Any) -> Iterator[str]:
    """Yield every name in a view: ids as values, and as keys, such as those of what is counted."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if "-" in str(key) or isinstance(part, dict) or type(part) is int:
                yield str(key)
            yield from _texts_in(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts_in(part)


@lru_cache(maxsize=100_000)
def _is_one_slip(typed: str, meant: str) -> bool:
    """Return whether one letter was left out, typed twice or by mistake, changed, or two changed places.

    >>> _is_one_slip("dicsard", "discard"), _is_one_slip("keeep", "keep"), _is_one_slip("maria", "mordor")
    (True, True, False)
    """
    if abs(len(typed) - len(meant)) > 1 or len(meant) < _LONG or typed == meant:
        return False
    start = next(
        (at for at, pair in enumerate(zip(typed, meant, strict=False)) if pair[0] != pair[1]),
        min(len(typed), len(meant)),
    )
    rest, other = typed[start:], meant[start:]
    return (
        rest[1:] == other
        or rest == other[1:]
        or rest[1:] == other[1:]
        or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
    )

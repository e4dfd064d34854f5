"""Decisions: the questions that the rules ask, and the shapes that their answers take.

A choice is plain JSON: a string (`OneOf`), a list of strings (`Subset`), a mapping from string to
count (`Counts`), a whole number (`Amount`), or `None` for a pass. Every shape can check a choice,
enumerate the legal ones lazily, pick one at random, describe itself as JSON, and go to text and back.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

import msgspec

from rules.core.errors import IllegalChoice, quoted
from rules.core.listings import Listing

Choice: TypeAlias = str | list[str] | dict[str, int] | int | None
Labels: TypeAlias = Mapping[str, str] | Callable[[str], str] | None
Weight: TypeAlias = Literal["full", "light"]


class AnswerValue(TypedDict):
    """A value that may be chosen; `limit` is the most of it where they are counted."""

    value: str
    label: str
    details: NotRequired[Mapping[str, Any]]
    limit: NotRequired[int]


class AnswerShape(TypedDict):
    """The shape of an answer: one of the `values`, `minimum` to `maximum` of them, or a number from `low` to `high`."""

    shape: Literal["one-of", "subset", "counts", "amount"]
    values: NotRequired[list[AnswerValue]]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    ordered: NotRequired[bool]
    low: NotRequired[int]
    high: NotRequired[int]


class Expected(TypedDict):
    """The outlook of a choice, in words, and its chance in percent, if it has one."""

    words: str
    percent: int | None


class Described(TypedDict):
    """A decision: who is asked what, and what may be chosen; `context` is the title's own.

    `notes` says what follows from the choices, by their values, where that is told; `outlook` what may be expected of
    them, where the table tells that. Passing stands there as `pass`.
    """

    seat: str
    kind: str
    prompt: str
    why: str
    weight: Weight
    may_pass: bool
    pass_label: str | None
    options: AnswerShape
    context: dict[str, Any]
    notes: NotRequired[dict[str, str]]
    outlook: NotRequired[dict[str, Expected]]


#: (code, sentence, rule), or None where there is nothing more to say.
Refusal: TypeAlias = tuple[str, str, str] | None

#: Longest text of a single choice that is read at all.
MAX_TEXT = 2_000
#: Attempts at a random legal choice before falling back to enumeration.
_SAMPLE_ATTEMPTS = 64

_SEPARATORS = re.compile(r"[\s_]+")
#: The number of an item in a list: `3`, `#3`, `3.`
_NUMBERED = re.compile(r"#?([0-9]{1,3})[.)]?")


def fold(text: str) -> str:
    """Return `text` in lower case, without diacritics or apostrophes, words joined by hyphens.

    >>> fold("Barad-dûr"), fold("Helm's Deep")
    ('barad-dur', 'helms-deep')
    """
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’‘`")
    return _SEPARATORS.sub("-", plain.strip().lower())


def prettify(value: str) -> str:
    """Return a readable label for a kebab-case value that has none of its own."""
    return value.replace("-", " ").capitalize()


def _label(labels: Labels, value: str) -> str:
    if labels is None:
        return prettify(value)
    if callable(labels):
        return labels(value)
    return labels.get(value) or prettify(value)


def _malformed(message: str) -> IllegalChoice:
    return IllegalChoice("malformed", message)


def _whole_number(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _malformed(f"{what} must be a whole number.")
    return value


class Text(msgspec.Struct, frozen=True):
    """A choice typed in the title's notation; read against the decision that is open by then."""

    text: str


class OneOf(msgspec.Struct, frozen=True):
    """Exactly one of several labelled values. A choice is the value, a string.

    A `Listing` of values is made when somebody reads it, and checks an answer by the rules.
    """

    values: Sequence[str]
    labels: Labels = None
    #: facts for the faces, by value (the card meant, the region it lies in): JSON, seat's own view only
    details: Mapping[str, Mapping[str, Any]] | None = None

    def label(self, value: str) -> str:
        return _label(self.labels, value)

    def check(self, choice: object) -> str:
        if not isinstance(choice, str):
            raise _malformed("Choose one of the listed options by its name.")
        if choice not in self.values:
            raise IllegalChoice("not-an-option", f"“{quoted(choice)}” is not possible here.")
        return choice

    def legal(self) -> Iterator[Choice]:
        return iter(self.values)

    def sample(self, rng: Random) -> Choice:
        if not self.values:
            return None  # nothing but a pass is open
        return self.values[int(rng.random() * len(self.values))]

    def describe(self) -> AnswerShape:
        return {"shape": "one-of", "values": [self._offered(v) for v in self.values]}

    def _offered(self, value: str) -> AnswerValue:
        offered: AnswerValue = {"value": value, "label": self.label(value)}
        if self.details and value in self.details:
            offered["details"] = self.details[value]
        return offered

    def write(self, choice: Choice) -> str:
        return str(choice)

    def read(self, text: str) -> Choice:
        if text.strip() in self.values:
            return text.strip()
        word = fold(text)
        if word in self.values:
            return word
        by_label = [v for v in self.values if fold(self.label(v)) == word]
        if len(by_label) == 1:
            return by_label[0]
        return word


class Subset(msgspec.Struct, frozen=True):
    """Different items, from `minimum` to `maximum` of them. A choice is the list of the items taken.

    `test` may refuse a combination that the numbers alone allow. `ordered`: the order in which they are named counts.
    """

    items: Sequence[str]
    minimum: int = 0
    maximum: int = -1
    labels: Labels = None
    test: Callable[[list[str]], Refusal] | None = None
    ordered: bool = False

    @property
    def most(self) -> int:
        return len(self.items) if self.maximum < 0 else min(self.maximum, len(self.items))

    def label(self, value: str) -> str:
        return _label(self.labels, value)

    def check(self, choice: object) -> list[str]:
        if not isinstance(choice, list) or not all(isinstance(v, str) for v in choice):
            raise _malformed("List the items that you take by their names.")
        if len(choice) > len(self.items):
            raise IllegalChoice("too-many", f"Take at most {self.most}.")
        for value in choice:
            if value not in self.items:
                raise IllegalChoice("not-an-option", f"“{quoted(value)}” is not possible here.")
        if len(set(choice)) != len(choice):
            raise IllegalChoice("repeated", "An item can be taken only once.")
        if len(choice) < self.minimum:
            raise IllegalChoice("too-few", f"Take at least {self.minimum}.")
        if len(choice) > self.most:
            raise IllegalChoice("too-many", f"Take at most {self.most}.")
        taken = set(choice)
        chosen = list(choice) if self.ordered else [v for v in self.items if v in taken]
        refusal = self.test(chosen) if self.test else None
        if refusal:
            raise IllegalChoice(*refusal)
        return chosen

    def _passes(self, choice: list[str]) -> bool:
        return self.test is None or self.test(choice) is None

    def legal(self) -> Iterator[Choice]:
        ways = permutations if self.ordered else combinations
        for size in range(self.minimum, self.most + 1):
            for way in ways(self.items, size):
                choice = list(way)
                if self._passes(choice):
                    yield choice

    def sample(self, rng: Random) -> Choice:
        for _ in range(_SAMPLE_ATTEMPTS):
            size = rng.randint(self.minimum, self.most)
            taken = rng.sample(range(len(self.items)), size)
            choice = [self.items[i] for i in (taken if self.ordered else sorted(taken))]
            if self._passes(choice):
                return choice
        return next(self.legal())

    def describe(self) -> AnswerShape:
        shape: AnswerShape = {"shape": "subset", "minimum": self.minimum, "maximum": self.most}
        if self.ordered:
            shape["ordered"] = True
        shape["values"] = [{"value": v, "label": self.label(v)} for v in self.items]
        return shape

    def write(self, choice: Choice) -> str:
        assert isinstance(choice, list)
        return " ".join(choice) or "none"

    def read(self, text: str) -> Choice:
        words = [fold(w) for w in re.split(r"[,\s]+", text.strip()) if w]
        return [] if words == ["none"] else list(words)

    def numbered(self, text: str) -> list[str] | None:
        """Return the items that are named by their numbers in a list of all, such as `3, 1`; None if `text` is none."""
        words = [w for w in re.split(r"[,>\s]+", text.strip()) if w]
        if not words or all(w in self.items for w in words):
            return None
        found = [_NUMBERED.fullmatch(w) for w in words]
        places = [int(number[1]) for number in found if number]
        if len(places) < len(words) or not all(1 <= place <= len(self.items) for place in places):
            return None
        return [self.items[place - 1] for place in places]


class Counts(msgspec.Struct, frozen=True):
    """A number of each kind, within `limits` and a total. A choice maps kinds to counts above 0."""

    limits: Mapping[str, int]
    minimum: int = 0
    maximum: int = -1
    labels: Labels = None
    test: Callable[[dict[str, int]], Refusal] | None = None

    @property
    def most(self) -> int:
        total = sum(self.limits.values())
        return total if self.maximum < 0 else min(self.maximum, total)

    @property
    def is_one(self) -> bool:
        """Whether exactly one is chosen in all, so that the kind alone says everything."""
        return self.minimum == self.most == 1

    def label(self, value: str) -> str:
        return _label(self.labels, value)

    def check(self, choice: object) -> dict[str, int]:
        if not isinstance(choice, dict):
            raise _malformed("Say how many of each kind.")
        for kind, number in choice.items():
            if not isinstance(kind, str) or kind not in self.limits:
                raise IllegalChoice("not-an-option", f"“{quoted(kind)}” is not possible here.")
            count = _whole_number(number, "A count")
            if count < 0:
                raise _malformed("A count cannot be negative.")
            if count > self.limits[kind]:
                raise IllegalChoice(
                    "too-many", f"At most {self.limits[kind]} of {self.label(kind)} can be chosen."
                )
        counts = {k: choice[k] for k in self.limits if choice.get(k)}
        total = sum(counts.values())
        if total < self.minimum:
            raise IllegalChoice("too-few", f"Choose at least {self.minimum} in all.")
        if total > self.most:
            raise IllegalChoice("too-many", f"Choose at most {self.most} in all.")
        refusal = self.test(counts) if self.test else None
        if refusal:
            raise IllegalChoice(*refusal)
        return counts

    def _passes(self, counts: dict[str, int]) -> bool:
        return self.test is None or self.test(counts) is None

    def legal(self) -> Iterator[Choice]:
        kinds = list(self.limits)
        last = len(kinds) - 1
        behind = [sum(self.limits[k] for k in kinds[i + 1 :]) for i in range(len(kinds))]

        def fill(index: int, need: int, left: int) -> Iterator[dict[str, int]]:
            kind = kinds[index]
            fewest = max(0, need - behind[index])  # the kinds behind cannot make up for less
            for n in range(fewest, min(self.limits[kind], left) + 1):
                if index == last:
                    yield {kind: n} if n else {}
                    continue
                for rest in fill(index + 1, need - n, left - n):
                    yield {kind: n, **rest} if n else rest

        if self.minimum <= self.most:
            yield from filter(self._passes, fill(0, self.minimum, self.most) if kinds else ({},))

    def sample(self, rng: Random) -> Choice:
        pool = [k for k, n in self.limits.items() for _ in range(n)]
        for _ in range(_SAMPLE_ATTEMPTS):
            size = rng.randint(self.minimum, self.most)
            counts: dict[str, int] = {}
            for kind in rng.sample(pool, size):
                counts[kind] = counts.get(kind, 0) + 1
            counts = {k: counts[k] for k in self.limits if k in counts}
            if self._passes(counts):
                return counts
        return next(self.legal())

    def describe(self) -> AnswerShape:
        return {
            "shape": "counts",
            "minimum": self.minimum,
            "maximum": self.most,
            "values": [{"value": v, "label": self.label(v), "limit": n} for v, n in self.limits.items()],
        }

    def write(self, choice: Choice) -> str:
        assert isinstance(choice, dict)
        return " ".join(f"{n} {kind}" for kind, n in choice.items()) or "none"

    def read(self, text: str) -> Choice:
        words = [fold(w) for w in re.split(r"[,\s]+", text.strip()) if w]
        counts: dict[str, int] = {}
        if words == ["none"]:
            return counts
        number: int | None = None
        for word in words:
            if word.isdecimal() and number is None:
                number = int(word[:6])
            else:
                counts[word] = counts.get(word, 0) + (1 if number is None else number)
                number = None
        if number is not None:
            raise _malformed("Say how many of which kind, such as “2 of-one 1 of-another”.")
        return counts


class Amount(msgspec.Struct, frozen=True):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def check(self, choice: object) -> int:
        number = _whole_number(choice, "The amount")
        if not self.low <= number <= self.high:
            raise IllegalChoice("out-of-range", f"Choose a number from {self.low} to {self.high}.")
        return number

    def legal(self) -> Iterator[Choice]:
        return iter(range(self.low, self.high + 1))

    def sample(self, rng: Random) -> Choice:
        return rng.randint(self.low, self.high)

    def describe(self) -> AnswerShape:
        return {"shape": "amount", "low": self.low, "high": self.high}

    def write(self, choice: Choice) -> str:
        return str(choice)

    def read(self, text: str) -> Choice:
        text = text.strip()
        return int(text) if re.fullmatch(r"-?\d{1,6}", text) else text


Options: TypeAlias = OneOf | Subset | Counts | Amount


class _Automatic:
    """The fallback of a decision that names none: pass where allowed, else the first legal choice."""

    def __repr__(self) -> str:
        return "AUTOMATIC"


AUTOMATIC = _Automatic()


class Decision(msgspec.Struct, frozen=True):
    """One question to one seat.

    Attributes:
        seat: who decides.
        kind: stable kebab-case name of the question (`place-red`).
        prompt: the question in one sentence.
        options: the shape of the answer.
        why: the number of the rule that asks.
        may_pass: whether `None` is an answer; `pass_label` says what passing means here.
        weight: `full` for a move that fills the clock again, `light` for a small reaction.
        fallback: what the clock answers when time runs out; always legal. A function works it out when it is asked for.
        context: facts for the faces (the card being played, the region fought over); JSON, or a `Listing` of values.
        why_not: explains to a player why a choice that looks possible is not.
        standing: whether a standing order may answer.
        waits: whether the game waits for an answer. Where it does not, what has been said beforehand answers at once,
            else the fallback.
        ahead: tells a board what the questions behind the choices will ask this seat, so that several can be answered
            at once; JSON, this seat's own view only, worked out when it is asked for.
        notes: says in a few words what follows from choices, by their values, passing as `pass`: facts, no chances;
            this seat's own view only, worked out when it is asked for.
    """

    seat: str
    kind: str
    prompt: str
    options: Options
    why: str = ""
    may_pass: bool = False
    pass_label: str = "Pass"
    weight: Weight = "full"
    fallback: Any = AUTOMATIC
    context: Mapping[str, Any] | None = None
    why_not: Callable[[Any], Refusal] | None = None
    standing: bool = False
    waits: bool = True
    ahead: Callable[[], Mapping[str, Any]] | None = None
    notes: Callable[[], Mapping[str, str]] | None = None

    def check(self, choice: object) -> Choice:
        """Return `choice` in its canonical form.

        Raises:
            IllegalChoice: it is not one of the legal choices.
        """
        if choice is None:
            if self.may_pass:
                return None
            raise IllegalChoice("cannot-pass", "This cannot be passed: choose an option.", self.why)
        try:
            return self.options.check(choice)
        except IllegalChoice as refused:
            if self.why_not is not None and refused.code == "not-an-option":
                refusal = self.why_not(choice)
                if refusal:
                    raise IllegalChoice(*refusal) from None
            if not refused.rule:
                refused.rule = self.why
            raise

    def is_legal(self, choice: object) -> bool:
        """Return whether `choice` would be accepted."""
        try:
            self.check(choice)
        except IllegalChoice:
            return False
        return True

    def legal(self) -> Iterator[Choice]:
        """Yield every legal choice, lazily; the pass comes last."""
        yield from self.options.legal()
        if self.may_pass:
            yield None

    def sample(self, rng: Random) -> Choice:
        """Return a random legal choice; a pass is as likely as one time in five."""
        if self.may_pass and rng.random() < 0.2:
            return None
        return self.options.sample(rng)

    def fallback_choice(self) -> Choice:
        """Return what the clock answers for this decision."""
        if self.fallback is AUTOMATIC:
            return None if self.may_pass else next(self.options.legal())
        return self.check(self.fallback() if callable(self.fallback) else self.fallback)

    def describe(self) -> Described:
        """Return the decision as JSON, for forms, boards, programs and mail."""
        described: Described = {
            "seat": self.seat,
            "kind": self.kind,
            "prompt": self.prompt,
            "why": self.why,
            "weight": self.weight,
            "may_pass": self.may_pass,
            "pass_label": self.pass_label if self.may_pass else None,
            "options": self.options.describe(),
            "context": {k: list(v) if type(v) is Listing else v for k, v in (self.context or {}).items()},
        }
        if self.notes is not None:
            described["notes"] = dict(self.notes())
        return described

    def close(self) -> None:
        """Close the listings of a question that is answered."""
        if isinstance(self.options, OneOf) and type(self.options.values) is Listing:
            self.options.values.close()
        for fact in (self.context or {}).values():
            if type(fact) is Listing:
                fact.close()

    def write(self, choice: Choice) -> str:
        """Return `choice` as text in the default notation, `kind: choice`."""
        return f"{self.kind}: {'pass' if choice is None else self.options.write(choice)}"

    def read(self, text: str) -> Choice:
        """Return the choice that `text` means (not yet checked); the `kind:` may be left out.

        Raises:
            IllegalChoice: the text is empty, too long, or no text at all.
        """
        if not isinstance(text, str):
            raise _malformed("A move in notation is a line of text.")
        if len(text) > MAX_TEXT:
            raise _malformed("That line is too long to be a move.")
        kind, colon, rest = text.partition(":")
        if colon and fold(kind) == self.kind:
            text = rest
        if not text.strip():
            raise _malformed("The line is empty: write a move.")
        if self.may_pass and fold(text) == "pass":
            return None
        return self.options.read(text)


def offer(
    seat: str,
    kind: str,
    prompt: str,
    options: Options,
    why: str = "",
    *,
    pass_label: str,
    fallback: Any = AUTOMATIC,
    context: Mapping[str, Any] | None = None,
    notes: Callable[[], Mapping[str, str]] | None = None,
) -> Decision:
    """Return a small question that may be passed, and that a standing order may answer."""
    return Decision(
        seat,
        kind,
        prompt,
        options,
        why,
        may_pass=True,
        pass_label=pass_label,
        weight="light",
        fallback=fallback,
        context=context,
        notes=notes,
        standing=True,
    )

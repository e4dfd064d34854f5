"""Setting a position right by hand: what everybody sees of it can be named, and a line of text says how it should be.

What stands somewhere is moved (`2 Rohan Regular: reinforcements > Edoras`), what has a number or a word is given
another (`Corruption = 5`); semicolons part what is set right together. A title says what there is to be named
(`Title.corrections`), so that pages can offer it, and does what was named (`Title.set_right`). Whoever reads such a
line knows no more than what lies open: whether it is refused tells nobody anything.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from rules.core.decisions import fold
from rules.core.errors import IllegalChoice, quoted
from rules.core.typed_text import find, tidy

#: Longest line as it is written, and as it is typed; most that is set right at once.
LONGEST, LONGEST_TYPED, MOST = 200, 400, 8

_MOVE = re.compile(r"(?:(\d{1,4})\s+|an?\s+)?([^:=>]+?)\s*:\s*([^:=>]+?)\s*(?:>|→)\s*([^:=>]+)", re.ASCII)
_MOVE_IN_WORDS = re.compile(
    r"(?:(\d{1,4})\s+|an?\s+)?([^:=>]+?)\s+from\s+([^:=>]+?)\s+(?:back\s+)?to\s+([^:=>]+)", re.ASCII
)
_VALUE = re.compile(r"([^:=>]+?)\s*=\s*([^:=>]+)")
_NUMBER = re.compile(r"\d{1,5}", re.ASCII)


class Correctable(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of thing that everybody sees and that can be set right: what can stand elsewhere, or have another value.

    Attributes:
        id: kebab-case. label: in a few words.
        things: by id, what is called how.
        places: by id, where they can be; {} for what has a value.
        values: by id, the words that it can have; {} for a number.
        low, high: the numbers that it can have, or of how many things of one kind can be moved at once.
    """

    id: str
    label: str
    things: Mapping[str, str]
    places: Mapping[str, str] = {}
    values: Mapping[str, str] = {}
    low: int = 1
    high: int = 1

    @property
    def example(self) -> str:
        """A line that names it; what it says may be so already."""
        thing = next(iter(self.things.values()))
        if self.places:
            source, target, *_ = self.places.values()
            return f"{thing}: {source} > {target}"
        return f"{thing} = {next(iter(self.values.values()), self.low)}"


class Change(msgspec.Struct, frozen=True):
    """Something that is set right: so many of a thing from one place to another, or another value of it.

    Attributes:
        of: the id of its `Correctable`.
        value: a number, or the id of a word.
    """

    of: str
    thing: str
    count: int = 1
    source: str = ""
    target: str = ""
    value: str | int = ""


#: The further names of an id, as players type them.
Names = Callable[[str], Iterable[str]]


def read(offered: Sequence[Correctable], text: str, names: Names) -> list[Change]:
    """Return what a line sets right. Raises IllegalChoice in a player's words."""
    if len(text) > LONGEST_TYPED:
        raise IllegalChoice("malformed", "That is too long: set less right at once.")
    lines = [line for part in text.split(";") if (line := tidy(part))]
    if not lines:
        raise IllegalChoice("malformed", f"Say what should be where, such as “{_example(offered)}”.")
    if len(lines) > MOST:
        raise IllegalChoice("malformed", f"No more than {MOST} things are set right at once.")
    return [_read_one(offered, line, names) for line in lines]


def write(offered: Sequence[Correctable], changes: Sequence[Change]) -> str:
    """Return changes as a line that `read` reads. Raises IllegalChoice for one that is too long to be kept."""
    known = {one.id: one for one in offered}
    line = "; ".join(_write_one(known[change.of], change) for change in changes)
    if len(line) > LONGEST:
        raise IllegalChoice("malformed", "That is too much at once: set it right in two steps.")
    return line


def _write_one(of: Correctable, change: Change) -> str:
    thing = of.things[change.thing]
    if of.places:
        many = f"{change.count} " if change.count > 1 else ""
        return f"{many}{thing}: {of.places[change.source]} > {of.places[change.target]}"
    return f"{thing} = {of.values[str(change.value)] if of.values else change.value}"


def _example(offered: Sequence[Correctable]) -> str:
    return offered[0].example


def _read_one(offered: Sequence[Correctable], line: str, names: Names) -> Change:
    moved = _MOVE.fullmatch(line) or _MOVE_IN_WORDS.fullmatch(line)
    if moved is not None:
        of, thing = _thing([one for one in offered if one.places], moved[2], names)
        count = int(moved[1] or 1)
        if not 1 <= count <= of.high:
            raise IllegalChoice("bad-number", f"{of.things[thing]}: from 1 to {of.high} at once.")
        source, target = (_one(of.places, words, names, "place") for words in (moved[3], moved[4]))
        if source == target:
            raise IllegalChoice("nothing-changed", f"{of.things[thing]}: that is one and the same place.")
        return Change(of.id, thing, count, source, target)
    given = _VALUE.fullmatch(line)
    if given is None:
        examples = " or ".join(f"“{one.example}”" for one in (*_first_of_each(offered),))
        raise IllegalChoice("malformed", f"“{quoted(line)}” is read as nothing: write {examples}.")
    of, thing = _thing([one for one in offered if not one.places], given[1], names)
    if of.values:
        return Change(of.id, thing, value=_one(of.values, given[2], names, "value"))
    if not _NUMBER.fullmatch(given[2]) or not of.low <= int(given[2]) <= of.high:
        raise IllegalChoice("bad-number", f"{of.things[thing]}: a number from {of.low} to {of.high}.")
    return Change(of.id, thing, value=int(given[2]))


def _first_of_each(offered: Sequence[Correctable]) -> Iterable[Correctable]:
    for shape in (True, False):
        yield from [one for one in offered if bool(one.places) == shape][:1]


def _thing(offered: Sequence[Correctable], words: str, names: Names) -> tuple[Correctable, str]:
    """Return what words name among everything that is offered, and of which kind it is."""
    kinds = {thing: one for one in offered for thing in one.things}
    thing = _one({id: one.things[id] for id, one in kinds.items()}, words, names, "thing")
    return kinds[thing], thing


def _one(known: Mapping[str, str], words: str, names: Names, what: str) -> str:
    """Return the id that words name. Raises IllegalChoice where they name several, or nothing at all."""
    all_names = {id: (label, *names(id)) for id, label in known.items()}
    found = [id for id, label in known.items() if fold(words) in (id, fold(label))]
    found = found or find(words, all_names) or _beginning(words, all_names)
    found = [id for id in found if not any(_holds(known[id], known[other]) for other in found if other != id)]
    if len(found) == 1:
        return found[0]
    if found:
        told = ", ".join(known[id] for id in found[:6])
        raise IllegalChoice("ambiguous", f"“{quoted(words)}”: more than one is called that: {told}.")
    raise IllegalChoice("not-correctable", f"“{quoted(words)}” is no {what} that can be set right here.")


def _beginning(words: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the ids with a name of whose words the first begin with these, in their order (`min-tir`)."""
    typed = [part for part in fold(words).split("-") if part]
    found = []
    for id, known in names.items():
        parts = [fold(name).split("-") for name in known]
        if typed and any(
            len(typed) <= len(part) and all(w.startswith(t) for w, t in zip(part, typed, strict=False))
            for part in parts
        ):
            found.append(id)
    return found


def _holds(longer: str, name: str) -> bool:
    """Whether one name is part of another: then the shorter is meant by what both begin with."""
    return fold(name) in fold(longer) and fold(name) != fold(longer)


__all__ = ["LONGEST", "LONGEST_TYPED", "MOST", "Change", "Correctable", "read", "write"]

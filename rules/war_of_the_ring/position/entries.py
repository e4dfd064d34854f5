"""Entries into play by a die: who, where, in whose place, what follows, why not (WR-9.6, WR-9.7). The sets fill it."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FORMS, FP, SH, Side, figure_name, region_name
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.state import State, form_of, unconquered
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.position.voices import set_of

#: The code of a reason, and the reason in words.
Reason = tuple[str, str]


class Way(msgspec.Struct, frozen=True):
    """A use of a die that brings characters into play.

    Attributes:
        side: whose it is.
        question: what is asked, `character@region`.
        rule: the rule that says so.
        stranger: the reason why somebody who does not come by it does not; `{}` is his name.
    """

    side: Side
    question: str
    rule: str
    stranger: Reason


#: The uses of a die that bring characters into play.
WAYS: dict[str, Way] = {
    "minion": Way(SH, "Which Minion enters play, and where?", "WR-9.7", ("no-minion", "{} is no Minion.")),
    "upgrade": Way(
        FP,
        "Who enters play, and where?",
        "WR-9.6",
        ("not-by-this", "{} does not enter play by a Will of the West."),
    ),
}


def add_way(use: str, way: Way) -> None:
    """Register a use of a die that brings characters into play. Raises ValueError if there is one of that name."""
    if use in WAYS:
        raise ValueError(f"{use} brings characters into play already")
    WAYS[use] = way


def too_late(s: State, character: str) -> Reason | None:
    """Return why a person who has been in play, in whatever form, does not enter it again; None if he has not."""
    person = CHARACTERS[character].person
    outside = form_of(s, person)
    for form in FORMS[person]:
        if form == outside:
            return "in-play", f"{figure_name(form)} is in play already."
        if form in s.eliminated:
            return "eliminated", f"{figure_name(form)} was eliminated and does not return."
    return None


def nothing(t: Table[State], region: str) -> Procedure[None]:
    """Nothing more follows."""
    yield from ()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A character's entry into play.

    Attributes:
        character: who comes. He takes the place of another form of his own person that is on the map, or of his
            `former`.
        way: the use of a die that brings him.
        regions: where he can ever come as the game stands, in the order in which it is listed.
        not_there: why he does not come to a region now, None where he does.
        nowhere: why he comes nowhere now: not a second time, in whatever form, unless an entry knows better.
        follows: what follows when he has come to a region, beside what follows for every character.
        spares_former: the form whose place he takes is set aside, not eliminated.
    """

    character: str
    way: str
    regions: Callable[[State], Iterable[str]]
    not_there: Callable[[State, str], Reason | None]
    nowhere: Callable[[State, str], Reason | None] = too_late
    follows: Callable[[Table[State], str], Procedure[None]] = nothing
    spares_former: bool = False

    def hindrance(self, s: State, region: str) -> Reason | None:
        """Return why he does not enter play in a region now, None where he does."""
        return self.nowhere(s, self.character) or self.not_there(s, region)

    def in_reach(self, s: State) -> Iterator[str]:
        """Yield where he enters play, `character@region`, if nothing keeps him from entering it at all."""
        for region in self.regions(s):
            if self.not_there(s, region) is None:
                yield f"{self.character}@{region}"


#: Everybody who enters play by a die, in the order in which they are listed, and what each set says of it.
ENTRIES: dict[str, dict[str, Entry]] = {}


def enters(entry: Entry) -> None:
    """Register how a character enters play: a set may say it anew of one of another, in games that it is in.

    Raises ValueError if the set has said it already.
    """
    told, of = ENTRIES.setdefault(entry.character, {}), set_of(entry.regions)
    if of in told:
        raise ValueError(f"{entry.character} enters play already")
    told[of] = entry
    _in_box.cache_clear()


def entry_of(s: State, character: str) -> Entry | None:
    """Return how a character enters play in a game, as the last of its sets says; None: by no die."""
    return _in_box(box_of(s.options).sets).get(character)


@lru_cache
def _in_box(sets: tuple[str, ...]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for character, told in ENTRIES.items():
        for name in sets:
            if name in told:
                found[character] = told[name]
    return found


def who_comes(use: str) -> list[str]:
    """Return everybody of all sets who enters play by a use of a die."""
    return [who for who, told in ENTRIES.items() if any(entry.way == use for entry in told.values())]


def _of(s: State, use: str) -> Iterator[Entry]:
    box = box_of(s.options)
    entries = _in_box(box.sets).values()
    return (entry for entry in entries if entry.way == use and entry.character in box.characters)


def open_to(s: State, use: str) -> list[str]:
    """Return who can enter play now by a use of a die, as `character@region`."""
    return list(_open_to(s, use))


def may_enter(s: State, use: str) -> bool:
    """Return whether anybody can enter play now by a use of a die."""
    return next(_open_to(s, use), None) is not None


def _open_to(s: State, use: str) -> Iterator[str]:
    his = command(s, WAYS[use].side)
    for entry in _of(s, use):
        who = entry.character
        if (his.is_whole or his.no_character(s, who) is None) and not entry.nowhere(s, who):
            yield from entry.in_reach(s)


def why_not(s: State, use: str, character: str, region: str) -> Reason | None:
    """Return why somebody does not enter play in a region by a use of a die, None where he does."""
    entry = entry_of(s, character)
    if character in CHARACTERS and character not in box_of(s.options).characters:
        return "not-in-this-game", f"{figure_name(character)} is in no set of this game."
    if entry is None:
        return _stranger(use, character)
    if entry.way != use:
        same_side = WAYS[entry.way].side == WAYS[use].side
        return _by_another_use(entry) if same_side else _stranger(use, character)
    refusal = command(s, WAYS[use].side).no_character(s, character)
    return refusal[:2] if refusal else entry.hindrance(s, region)


def _stranger(use: str, character: str) -> Reason:
    code, words = WAYS[use].stranger
    return code, words.format(figure_name(character))


def _by_another_use(entry: Entry) -> Reason:
    """Return the reason that names the use by which somebody comes instead."""
    name, label = figure_name(entry.character), USES[entry.way].label
    return "by-another-use", f"{name} enters play by another use of a die: {label}."


def captured(s: State, region: str) -> Reason | None:
    """Return why nobody comes to a Settlement that the enemy holds."""
    return None if unconquered(s, region) else ("captured", f"The enemy holds {region_name(region)}.")


def not_at_home(character: str, home: str, region: str) -> Reason | None:
    """Return why somebody who enters play in one region does not come to another."""
    if region == home:
        return None
    return "not-there", f"{figure_name(character)} enters play in {region_name(home)} only."


def replaced_by(s: State, character: str) -> str | None:
    """Return the form on the map whose place a character takes who enters play, or None."""
    facts = CHARACTERS[character]
    other = form_of(s, facts.person)
    return other or (form_of(s, CHARACTERS[facts.former].person) if facts.former else None)

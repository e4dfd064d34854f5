"""Companions in one of two forms: who may be in the Fellowship in which, and what everybody knows of it (LM-16)."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any, TypedDict

import msgspec

from rules.core.table import Table
from rules.war_of_the_ring.position import state
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, told
from rules.war_of_the_ring.position.moments import COMES_TO_LIGHT
from rules.war_of_the_ring.position.players import sees
from rules.war_of_the_ring.position.state import State, is_veiled, known_as
from rules.war_of_the_ring.position.view import FellowshipView
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.sets.lords.options import FIELDS
from rules.war_of_the_ring.sets.lords.state import SET, lords

T = Table[Any]

#: The other form of each Companion who has one, by person.
ALTERNATES: dict[str, str] = {
    x.person: c for c, x in CHARACTERS.items() if x.set == SET and x.kind == "companion" and x.person != c
}
#: Where those are put who may begin outside.
OUTSIDE: dict[str, str] = {
    c["id"]: c["outside"]
    for one, people in told("characters.json")
    if one.id == SET
    for c in people
    if "outside" in c
}
GANDALF = "gandalf-the-grey"
#: What is played where a game does not say it, by option of the Council.
USUAL = {one.name: str(one.default) for one in FIELDS if one.needs == "council_of_rivendell"}


def with_council(s: State) -> bool:
    """Return whether a game is played with the Council of Rivendell."""
    return bool(s.options.get("council_of_rivendell"))


def played(s: State, option: str) -> str:
    """Return how a game plays what is not public of the cards, by an option of the Council."""
    return str(s.options.get(option, USUAL[option]))


def council_options(s: State) -> dict[str, str]:
    """Return how all of that is played, by option; {} without the Council."""
    return {option: played(s, option) for option in USUAL} if with_council(s) else {}


def alternates(s: State) -> Mapping[str, str]:
    """Return the other forms that can be chosen in a game, by person (LM-2.4, LM-16.1)."""
    return ALTERNATES if with_council(s) else {GANDALF: ALTERNATES[GANDALF]}


# -- what everybody knows ----------------------------------------------------------------------------


@state.is_veiled.answer
def _is_hidden(s: State, companion: str) -> bool:
    """Whether a Companion of the Fellowship has a form that was chosen and not shown (LM-16.3)."""
    if companion not in s.fellowship.companions:
        return False
    part, person = lords(s), CHARACTERS[companion].person
    return part.forms_chosen and person in alternates(s) and person not in part.forms_shown


def hidden(s: State) -> list[str]:
    """Return the persons in the Fellowship whose forms are not shown."""
    return [CHARACTERS[c].person for c in s.fellowship.companions if is_veiled(s, c)]


def _highest(s: State) -> float:
    """Return the Level that nobody in the Fellowship is above, as the public Guide tells; Sméagol tells nothing."""
    guide = CHARACTERS[s.fellowship.guide]
    return float("inf") if guide.always_guides or guide.kind != "companion" else guide.level


def possible(s: State, companion: str) -> list[str]:
    """Return the forms in which a Companion may be in the Fellowship, as far as everybody knows."""
    if not is_veiled(s, companion):
        return [companion]
    person = CHARACTERS[companion].person
    return [c for c in (person, alternates(s)[person]) if CHARACTERS[c].level <= _highest(s)]


def may_be_inside(s: State, form: str) -> bool:
    """Return whether a Companion may be in the Fellowship in a form, as far as everybody knows."""
    return any(form in possible(s, c) for c in s.fellowship.companions)


def _levels(s: State) -> list[list[int]]:
    """Return the Levels that each in the Fellowship may have; Sméagol has none of his own."""
    return [
        sorted({CHARACTERS[form].level for form in possible(s, c)})
        for c in s.fellowship.companions
        if not CHARACTERS[c].always_guides
    ]


def _best_is_in_doubt(s: State) -> bool:
    """Whether it is not known to everybody which is the highest Level."""
    levels = _levels(s)
    return bool(levels) and max(each[0] for each in levels) != max(each[-1] for each in levels)


@company.guide_in_doubt.answer
def guide_in_doubt(s: State) -> bool:
    """Return whether several may be of the highest Level, where not everybody's Level is known."""
    if any(CHARACTERS[c].always_guides for c in s.fellowship.companions):
        return False
    levels = _levels(s)
    if all(len(each) == 1 for each in levels):
        return False
    return any(one.count(max(one)) > 1 for one in product(*levels))


@COMES_TO_LIGHT.effect
def show(t: T, companion: str) -> None:
    """Show the form of a Companion who guides, is a casualty, or leaves (LM-16.2, 16.3)."""
    s = t.state
    if is_veiled(s, companion):
        t.lay_open()
        lords(s).forms_shown.append(CHARACTERS[companion].person)
        t.announce("form-shown", character=companion)
    elif CHARACTERS[companion].always_guides and _best_is_in_doubt(s):
        t.lay_open()  # what he takes tells the highest Level of the others


# -- what a seat may see -----------------------------------------------------------------------------


class Part(TypedDict):
    """The changes of the forms in a view."""

    fellowship: FellowshipView


def as_seen(s: State, seat: str | None) -> Part:
    """Return the Fellowship, with persons for the Companions whose forms only the Free Peoples know."""
    fellowship = msgspec.to_builtins(s.fellowship)
    if not sees(seat, FP):
        fellowship["companions"] = [known_as(s, c) for c in s.fellowship.companions]
    return {"fellowship": fellowship}


def exchange(s: State, seat: str | None, rng: Random) -> None:
    """Exchange the forms that a seat cannot know for any that are possible."""
    if not sees(seat, FP):
        s.fellowship.companions = [rng.choice(possible(s, c)) for c in s.fellowship.companions]

"""Expansions on the board of War of the Ring: a folder for each set, which is there or not.

A folder `NAME` offers a `PART`, and keeps what it shows in its own `templates/` and `static/` (below a folder of its
name, so that no two sets mean the same file). It is shown in the games whose box holds the set of that name,
and in no others; the base game needs no part: it is the board.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from rules.war_of_the_ring.position.box import box_of_view
from rules.war_of_the_ring.position.catalogue import SETS

View = Mapping[str, Any]
#: A line of the story: its kind, and what it tells.
Line = Mapping[str, Any]
#: Where a panel can stand: in the Fellowship's box on the board; as a box of its own beside the tracks; in what another
#: side shows, or one's own, beside Elven Rings and dice; in place of the Elven Rings there; behind the dice there; in
#: the overlay of a Hunt; below the Hunt Pool; below the figures that a side has in reserve; with the facts over the map
#: of a phone, where the side is the other one. In one's own, and beside the tracks, `own` is what a template finds
#: besides: what may be done without a die, by its choice.
Place = Literal["fellowship", "tracks", "plate", "mine", "rings", "tray", "hunt", "pool", "reserve", "facts"]
#: The sheet of what sets share: dice with an outline, what lies beside the dice, a head of two lines on a phone.
SHARED = "css/titles/war_of_the_ring_sets.css"


@dataclass(frozen=True)
class Panel:
    """A piece of the page: `tell` makes of a view and a side ("" where there is none) what the template finds as `it`.

    Where it tells None, nothing is shown.
    """

    template: str
    tell: Callable[[View, str], Any]


@dataclass(frozen=True)
class Mark:
    """The mark of a Character on the map: a class at the seal (`is-inactive`), and a word behind the name."""

    look: str
    word: str


@dataclass(frozen=True)
class DieLook:
    """The look of a special die: classes, the sign in its corner, its colours and outline (a path in a square of 32).

    Where the outline is the sign, `corner` is empty.
    """

    look: str
    sign: str
    fill: str
    edge: str
    ink: str
    outline: str
    corner: bool = True


@dataclass(frozen=True)
class TileLook:
    """The look of a kind of Hunt tiles: its icon, which stands in place of a number or behind it."""

    icon: str
    numbered: bool = False


@dataclass(frozen=True, kw_only=True)
class Part:
    """Everything that a set shows.

    Attributes:
        panels: pieces of the page, by their place.
        marks: tells which Characters on the map are marked, and how.
        bystanders: tells who stands on the map without being of any Force, by region.
        apart: Characters whose state a panel tells, so that they are not listed as not yet in play.
        drawn: rules of style for marked seals in pictures of mails, in colours of the day as `#rrggbb`.
        shapes: templates with the shapes of seals (`k-NAME`) and icons (`i-NAME`), as `<g id="…">`.
        icons: the icons of faces of dice.
        dice: how special dice look, by their kind.
        tiles: how kinds of Hunt tiles look that have an icon.
        hunt: kinds of lines that the overlay of a Hunt tells.
        battle: kinds of lines that the overlay of a battle tells.
        of_fellowship: kinds of lines that tell of the Fellowship, wherever it stands.
        report: what the report of a game says of a side, from the whole story: headings and words, or nothing.
        signs: templates that say what its signs mean, below those of the map.
        styles: its sheets, and `scripts` its scripts, as paths of static files.
        standing: what mails say of a side beside its points, "" for nothing.
    """

    panels: Mapping[Place, tuple[Panel, ...]] = field(default_factory=dict)
    marks: Callable[[View], Mapping[str, Mark]] | None = None
    bystanders: Callable[[View], Mapping[str, Sequence[str]]] | None = None
    apart: frozenset[str] = frozenset()
    drawn: str = ""
    shapes: tuple[str, ...] = ()
    icons: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, DieLook] = field(default_factory=dict)
    tiles: Mapping[str, TileLook] = field(default_factory=dict)
    hunt: frozenset[str] = frozenset()
    battle: frozenset[str] = frozenset()
    of_fellowship: frozenset[str] = frozenset()
    report: Callable[[Sequence[Line], str], list[tuple[str, str]]] | None = None
    signs: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    standing: Callable[[View, str], str] | None = None


@cache
def parts() -> dict[str, Part]:
    """Return the parts of all sets that have one, by the names of the sets."""
    names = [name for name in SETS if find_spec(f"{__name__}.{name}") is not None]
    return {name: import_module(f"{__name__}.{name}").PART for name in names}


def parts_in(view: View) -> list[Part]:
    """Return the parts of the sets that are in the game which a view shows."""
    return [parts()[name] for name in box_of_view(view).sets if name in parts()]


def panels(view: View, place: Place, side: str = "") -> list[dict[str, Any]]:
    """Return what stands at a place: the template of each panel, and what it finds as `it`."""
    found = (
        (panel, panel.tell(view, side)) for part in parts_in(view) for panel in part.panels.get(place, ())
    )
    return [{"template": panel.template, "it": told} for panel, told in found if told is not None]


def marks(view: View) -> dict[str, Mark]:
    """Return how the Characters on the map are marked."""
    return {
        who: mark
        for part in parts_in(view)
        if part.marks is not None
        for who, mark in part.marks(view).items()
    }


def bystanders(view: View) -> dict[str, list[str]]:
    """Return who stands on the map without being of any Force, by region."""
    found: dict[str, list[str]] = {}
    for part in parts_in(view):
        for region, people in (part.bystanders(view) if part.bystanders else {}).items():
            found.setdefault(region, []).extend(people)
    return found


def told_apart(view: View) -> frozenset[str]:
    """Return the Characters of whose state a panel tells."""
    return frozenset().union(*(part.apart for part in parts_in(view)))


def shapes() -> list[str]:
    """Return the templates with the shapes of all sets."""
    return [file for part in parts().values() for file in part.shapes]


def die_look(kind: str) -> DieLook | None:
    """Return how a kind of special dice looks; None where its set says nothing."""
    return next((part.dice[kind] for part in parts().values() if kind in part.dice), None)


def tile_look(kind: str) -> TileLook | None:
    """Return how a kind of Hunt tiles looks that has an icon."""
    return next((part.tiles[kind] for part in parts().values() if kind in part.tiles), None)


def lines_of(name: Literal["hunt", "battle", "of_fellowship"]) -> frozenset[str]:
    """Return the kinds of lines of all sets that the overlays of a Hunt or of a battle tell, or of the Fellowship."""
    return frozenset().union(*(getattr(part, name) for part in parts().values()))


def report(lines: Sequence[Line], side: str) -> list[tuple[str, str]]:
    """Return what the report of a game says of a side, beside what it says of any."""
    return [row for part in parts().values() if part.report is not None for row in part.report(lines, side)]


def styles(view: View) -> list[str]:
    """Return the sheets of the sets in a game, each once."""
    return list(dict.fromkeys(sheet for part in parts_in(view) for sheet in part.styles))


def scripts(view: View) -> list[str]:
    """Return the scripts of the sets in a game."""
    return [script for part in parts_in(view) for script in part.scripts]


def drawn() -> str:
    """Return the rules of style for marked seals in pictures of mails."""
    return "".join(part.drawn for part in parts().values())


def signs(view: View) -> list[str]:
    """Return the templates that say what the signs of the sets in a game mean."""
    return [file for part in parts_in(view) for file in part.signs]


def standing(view: View, side: str) -> str:
    """Return what mails say of a side beside its points."""
    told = (part.standing(view, side) for part in parts_in(view) if part.standing is not None)
    return "; ".join(words for words in told if words)

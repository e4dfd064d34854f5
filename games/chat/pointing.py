"""Pointing at the board: a line said on a side may name regions, and ways from one region to another (WAT-11).

They are drawn on the boards of those who sit on that side until another seat of it has answered.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import TypedDict

from games import boards
from games.boards.references import Reference, nearest
from games.chat import channels
from games.chat.rooms import Ear
from games.models import Game
from games.models.chat import ChatLine
from games.refusals import Refused

#: Regions and ways that one line points at, and how many letters may name them.
MOST_MARKS, MOST_TYPED = 8, 600
#: The newest lines of a side among which those are looked for that nobody has answered.
RECENT = 50

_BETWEEN = re.compile(r"[,;\n]")
_ARROW = re.compile(r"\s*(?:[-=]*>|→)\s*")


class Mark(TypedDict):
    """A region that a line points at, by its id; with `to`, the way from there to another one."""

    region: str
    to: str | None


# -- what is pointed at ------------------------------------------------------------------------


def typed(game: Game, text: str) -> list[Mark]:
    """Return what a text points at, by names as people write them: `Minas Tirith, Osgiliath > North Ithilien`.

    Raises:
        Refused: it names a region that is not there, or too many.
    """
    if len(text) > MOST_TYPED:
        raise _too_many()
    ways = [part for part in map(str.strip, _BETWEEN.split(text)) if part]
    if not ways:
        return []
    regions = _regions_of(game)
    found: list[Mark] = []
    for way in ways[: MOST_MARKS + 1]:
        ids = [_region(regions, name) for name in _ARROW.split(way)]
        found += [_way(*ends) for ends in pairwise(ids)] or [Mark(region=ids[0], to=None)]
    return _checked(found)


def given(game: Game, marks: Sequence[object]) -> list[Mark]:
    """Return what a program points at: objects with a `region` and, for a way, where it leads `to`.

    Raises:
        Refused: it is written otherwise, names a region that is not there, or too many.
    """
    if len(marks) > MOST_MARKS:
        raise _too_many()
    found: list[Mark] = []
    for mark in marks:
        ends = [mark.get("region"), mark.get("to")] if isinstance(mark, dict) else [None]
        if not isinstance(ends[0], str) or not isinstance(ends[-1], str | None):
            words = "A mark is an object with a `region` and, for a way, where it leads `to`."
            raise Refused("malformed", words, 400, extra={"field": "marks"})
        ids = [_region(_regions_of(game), name) for name in ends if isinstance(name, str)]
        found.append(_way(*ids) if len(ids) > 1 else Mark(region=ids[0], to=None))
    return _checked(found)


def _regions_of(game: Game) -> Reference:
    reference = boards.reference_of(game.title, game.options)
    if reference is None or not reference.regions:
        raise _refusal("no-regions", "There are no regions on this board to point at.")
    return reference


def _region(reference: Reference, name: str) -> str:
    """Return the region that a name means. Raises Refused."""
    shown = " ".join(name.split())[:60]
    if not shown:
        raise _no_way()
    found = [name] if name in reference.regions else reference.find_region(name[:100])
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(reference.regions[id][0] for id in found[:4])
        raise _refusal("ambiguous-region", f"“{shown}” may be {names}: write more of the name.")
    near = ", ".join(nearest(name, reference.regions))
    hint = f" Nearest to it: {near}." if near else ""
    raise _refusal("no-such-region", f"There is no region “{shown}” on this board.{hint}")


def _way(source: str, target: str) -> Mark:
    if source == target:
        raise _no_way()
    return Mark(region=source, to=target)


def _no_way() -> Refused:
    return _refusal("no-such-way", "An arrow leads from one region to another one.")


def _checked(marks: list[Mark]) -> list[Mark]:
    """Return marks, each once. Raises Refused for too many."""
    found = [mark for place, mark in enumerate(marks) if mark not in marks[:place]]
    if len(found) > MOST_MARKS:
        raise _too_many()
    return found


def _too_many() -> Refused:
    return _refusal("too-many-marks", f"Point at {MOST_MARKS} regions or ways at most.")


def _refusal(code: str, words: str) -> Refused:
    return Refused(code, words, 422, extra={"field": "marks"})


# -- in words ----------------------------------------------------------------------------------


def words_of(game: Game, marks: Iterable[Mark]) -> str:
    """Return what is pointed at in words: `points at Minas Tirith; Osgiliath to North Ithilien`; "" for nothing."""
    reference = boards.reference_of(game.title, game.options)
    names = reference.regions if reference is not None else {}
    told = [
        " to ".join(names[id][0] if id in names else id for id in (mark["region"], mark["to"]) if id)
        for mark in marks
    ]
    return f"points at {'; '.join(told)}" if told else ""


def in_words(line: ChatLine) -> str:
    """Return what a line says, with what it points at below, for readers who have no board before them."""
    return "\n".join(filter(None, [line.text, words_of(line.game, line.marks)]))


# -- on the board ------------------------------------------------------------------------------


def unanswered(ear: Ear) -> list[ChatLine]:
    """Return the lines that point at something on the viewer's side and that no other seat of it has answered yet."""
    side = channels.side_of(ear.game, ear.viewer.seat_name)
    if not side or side not in ear.channels:
        return []
    newest = list(ear.readable(side).order_by("-number")[:RECENT])
    last = takewhile(lambda line: line.voice.seat == newest[0].voice.seat, newest)
    return [line for line in last if line.marks and not line.hidden][::-1]


def ways_of(lines: Iterable[ChatLine]) -> list[tuple[str, ...]]:
    """Return what lines point at as a board draws it: regions, and pairs of regions for ways, each once."""
    marks = (mark for line in lines for mark in line.marks)
    return list(dict.fromkeys(tuple(filter(None, (mark["region"], mark["to"]))) for mark in marks))

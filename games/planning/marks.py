"""Arrows and rings that a player draws on the map for themselves; nobody else ever sees them (WAT-12).

A mark is `[region, region or "", colour]`: a ring around the first, or an arrow from there to the second.
"""

import json
from typing import Any

from django.db import transaction

from games import boards
from games.models import Game, Seat, SeatNote
from games.planning.notes import owner_of
from games.play.access import Viewer
from games.refusals import Refused

#: Marks on one map, letters in which they are sent, and colours.
MOST_MARKS, MOST_SENT, COLOURS = 60, 8_000, 3

Mark = list[Any]


def are_there(viewer: Viewer) -> bool:
    """Return whether the viewer has drawn on the map, without asking for it."""
    return viewer.seat is not None and not viewer.by_turn_link and owner_of(viewer).has_marks


def drawn(viewer: Viewer) -> list[Mark]:
    """Return what the viewer has drawn. Raises Refused for who does not play."""
    return SeatNote.objects.filter(seat=owner_of(viewer)).values_list("marks", flat=True).first() or []


@transaction.atomic
def draw(viewer: Viewer, sent: str) -> list[Mark]:
    """Keep marks in the place of those that there were, and return them.

    Args:
        sent: all of them, as JSON.

    Raises:
        Refused: they are no marks, too many, or on regions that this board does not have.
    """
    seat = owner_of(viewer)
    marks = checked(viewer.game, sent)
    note, _ = SeatNote.objects.select_for_update().get_or_create(seat=seat)
    note.marks = marks
    note.save(update_fields=["marks"])
    if seat.has_marks != bool(marks):
        Seat.objects.filter(pk=seat.pk).update(has_marks=bool(marks))
        seat.has_marks = bool(marks)
    return marks


def checked(game: Game, sent: str) -> list[Mark]:
    """Return marks that were sent as JSON, each once. Raises Refused."""
    if len(sent) > MOST_SENT:
        raise _too_many()
    try:
        found = json.loads(sent)
    except (ValueError, RecursionError):
        raise _no_marks() from None
    reference = boards.reference_of(game.title, game.options)
    regions = reference.regions if reference is not None else {}
    if not isinstance(found, list) or not all(_is_mark(mark, regions) for mark in found):
        raise _no_marks()
    once = [mark for place, mark in enumerate(found) if mark not in found[:place]]
    if len(once) > MOST_MARKS:
        raise _too_many()
    return once


def _is_mark(mark: Any, regions: Any) -> bool:
    if not isinstance(mark, list) or len(mark) != 3:
        return False
    start, end, colour = mark
    ends = (
        isinstance(start, str) and isinstance(end, str) and start in regions and (not end or end in regions)
    )
    return ends and start != end and type(colour) is int and 0 <= colour < COLOURS


def _no_marks() -> Refused:
    return Refused("malformed", "Arrows and rings are drawn on the regions of this board.", 422)


def _too_many() -> Refused:
    return Refused(
        "too-many-marks", f"There is room for {MOST_MARKS} arrows and rings: clear some first.", 413
    )

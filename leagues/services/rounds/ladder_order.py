"""The order of a ladder: what moved people, in the order in which it happened, and the rungs that come of it.

The caller holds the competition's lock throughout.
"""

from collections.abc import Iterator
from datetime import datetime

from leagues.formats import Meeting
from leagues.formats.ladder import Happening, climb, happening_of
from leagues.models import Competition, Entrant, Pairing, Place, RungMove

Kind = RungMove.Kind


def note(competition: Competition, kind: Kind, entrant: Entrant, now: datetime, place: int = 0) -> None:
    """Write down that somebody came in, left, or was set on a rung; the rungs are stored by the caller."""
    RungMove.objects.create(competition=competition, kind=kind, entrant=entrant, place=place, at=now)


def note_start(competition: Competition, rows: list[Entrant], now: datetime) -> None:
    """Write down who stood on the ladder when it began, the highest first."""
    RungMove.objects.bulk_create(
        [RungMove(competition=competition, kind=Kind.JOIN, entrant=row, at=now) for row in rows],
        batch_size=500,
    )


def note_result(competition: Competition, pairing: Pairing, now: datetime) -> None:
    """Write down that a challenge is decided, unless it was before; and store the rungs that come of it."""
    _, is_new = RungMove.objects.get_or_create(
        pairing=pairing, defaults={"competition": competition, "kind": Kind.RESULT, "at": now}
    )
    happening = _happening(list(pairing.places.order_by("index")))
    if not is_new:
        rerun(competition)
    elif happening is not None:
        before = list(_standing(competition))
        order = climb(before, happening)
        if order != before:
            _store(competition, order)


def forget_result(pairing: Pairing) -> None:
    """Take back that a challenge was decided: it is played again. The rungs are stored by the caller."""
    RungMove.objects.filter(pairing=pairing).delete()


def is_known(pairing: Pairing) -> bool:
    """Return whether the place of a result among all moves is known, so that it can be corrected."""
    return RungMove.objects.filter(pairing=pairing).exists()


def rerun(competition: Competition) -> None:
    """Store the rungs that come of all moves, as they are now."""
    order: list[int] = []
    for _, happening in _happenings(competition):
        order = climb(order, happening)
    _store(competition, order)


def rung_before_leaving(competition: Competition, entrant: Entrant) -> int:
    """Return the rung, from 1, on which somebody stood when they left last; that at the foot if it is not known."""
    order: list[int] = []
    rung = 0
    for move, happening in _happenings(competition):
        if move.kind == Kind.LEFT and happening.who == entrant.pk and entrant.pk in order:
            rung = order.index(entrant.pk) + 1
        order = climb(order, happening)
    return rung or len(order) + 1


def close_gap(competition: Competition, leaver: Entrant, now: datetime) -> None:
    """Write down that somebody has left, and move everybody below them up by one rung."""
    note(competition, Kind.LEFT, leaver, now)
    set_order(list(_standing(competition).values()))
    leaver.place = 0
    leaver.save(update_fields=["place"])


def set_order(rows: list[Entrant]) -> None:
    """Store the order of a ladder, the highest first."""
    for place, row in enumerate(rows, start=1):
        row.place = place
    Entrant.objects.bulk_update(rows, ["place"], batch_size=200)


def _standing(competition: Competition) -> dict[int, Entrant]:
    """Return who stands on a ladder, the highest first."""
    rows = competition.entrants.filter(state=Entrant.State.ENTERED).order_by("place", "pk")
    return {row.pk: row for row in rows}


def _store(competition: Competition, order: list[int]) -> None:
    """Store an order; whoever stands on the ladder and is not in it comes last."""
    rows = _standing(competition)
    set_order([rows.pop(entrant) for entrant in order if entrant in rows] + list(rows.values()))


def _happenings(competition: Competition) -> Iterator[tuple[RungMove, Happening]]:
    """Return what has moved people, from the first to the last."""
    places: dict[int, list[Place]] = {}
    decided = Place.objects.filter(pairing__competition=competition, pairing__state=Pairing.State.DONE)
    for place in decided.order_by("pairing", "index"):
        places.setdefault(place.pairing_id, []).append(place)
    for move in RungMove.objects.filter(competition=competition).order_by("pk"):
        if move.kind == Kind.RESULT:
            found = _happening(places.get(move.pairing_id or 0, []))
            if found is not None:
                yield move, found
        elif move.entrant_id is not None:
            kind = {Kind.JOIN: "join", Kind.LEFT: "left", Kind.SET: "set"}[Kind(move.kind)]
            yield move, Happening(kind, move.entrant_id, place=move.place)  # type: ignore[arg-type]  # one of its kinds


def _happening(places: list[Place]) -> Happening | None:
    """Return how a decided challenge moves people; None where it moves nobody."""
    points = tuple(place.points or 0.0 for place in places)
    return happening_of(Meeting(1, tuple(place.entrant_id for place in places), points=points))

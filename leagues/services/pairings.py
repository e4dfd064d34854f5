"""Writing down what is paired, and fitting in who comes late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from leagues.formats import Meeting
from leagues.models import Competition, Entrant, Pairing, Place, Round
from leagues.services import standing


def write(
    competition: Competition,
    meetings: Sequence[Meeting],
    rounds: Mapping[int, Round],
    now: datetime,
    deadline_at: datetime | None = None,
) -> list[Pairing]:
    """Store meetings of rounds that are there; the caller holds the competition's lock.

    Args:
        rounds: by their numbers. deadline_at: of the meetings that are not decided, where it is not the round's.
    """
    last = competition.pairings.order_by("-number").values_list("number", flat=True).first() or 0
    pairings = [
        Pairing(
            competition=competition,
            round=rounds[meeting.round],
            number=last + offset,
            group=meeting.group,
            slot=meeting.slot,
            state=Pairing.State.DONE if meeting.is_decided else Pairing.State.WAITING,
            outcome=_outcome_of(meeting),
            deadline_at=None if meeting.is_decided else deadline_at,
            done_at=now if meeting.is_decided else None,
        )
        for offset, meeting in enumerate(meetings, start=1)
    ]
    Pairing.objects.bulk_create(pairings, batch_size=500)
    Place.objects.bulk_create(
        [
            Place(
                pairing=pairing,
                entrant_id=entrant,
                index=index,
                points=meeting.points[index] if meeting.points else None,
                won=index in meeting.winning,
                by_leaving=_outcome_of(meeting) == Pairing.Outcome.WALKOVER and index not in meeting.winning,
            )
            for pairing, meeting in zip(pairings, meetings, strict=True)
            for index, entrant in enumerate(meeting.sides)
        ],
        batch_size=500,
    )
    return pairings


def _outcome_of(meeting: Meeting) -> str:
    if not meeting.is_decided:
        return Pairing.Outcome.NONE
    return Pairing.Outcome.BYE if meeting.is_bye else Pairing.Outcome.WALKOVER


def fit_in(competition: Competition, entrant: Entrant, now: datetime) -> str:
    """Give somebody who comes late their place and games. Returns in a sentence what that means for them.

    The caller holds the competition's lock, has stored the entrant, and knows that they may come.
    """
    view = standing.load(competition)
    arrival = view.format.arrive(entrant.pk, view.entrants, view.meetings, view.settings, view.draw())
    entrant.group, entrant.place = arrival.group, arrival.place
    entrant.save(update_fields=["group", "place"])
    deadline = now + timedelta(days=competition.round_days) if competition.round_days else None
    rounds = {row.number: row for row in competition.rounds.all()}
    write(competition, arrival.meetings, rounds, now, deadline)
    name = entrant.user.shown_name
    if arrival.group:
        return f"{name} has entered late, in {arrival.group}."
    return f"{name} has entered late, and plays from round {len(rounds) + 1} on."

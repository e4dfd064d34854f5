"""What is answered to several acts: the whole competition, or one of its games."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from leagues.acts.act import Answer, Done, answer
from leagues.services.display import event_data
from leagues.services.display.presentation import pairing_data
from leagues.services.entry import registration
from leagues.services.queries import Moment
from leagues.services.rounds import standings


class Event(Answer, event_data.WholeCompetition, kw_only=True):
    """A competition with its rules, entrants and standings; `you` is what concerns the caller."""

    @classmethod
    def of(cls, done: Done) -> dict[str, Any]:
        return event_data.whole(registration.find(done.at["key"]), done.user)


class Side(msgspec.Struct):
    """Who sits at a game of an event, and what they have got."""

    seat: str
    entrant: int
    player: str
    points: float | None
    won: bool


class Pairing(Answer, kw_only=True):
    """A game of an event; `match` and `board` where teams play."""

    number: int
    round: int
    group: str
    slot: str
    state: str
    outcome: str
    reason: str
    game: str | None
    seed_number: int | None
    deadline_at: Moment | None
    match: int | UnsetType = UNSET
    board: int | UnsetType = UNSET
    sides: list[Side]

    @classmethod
    def of(cls, done: Done) -> dict[str, Any]:
        competition = registration.find(done.at["key"])
        pairing = competition.pairings.get(number=done.said["number"])
        return pairing_data(pairing, standings.seats_of(competition))


Reported = answer("Reported", report=(int, "pk"))

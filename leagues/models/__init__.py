"""Leagues as they are stored.

The truth is: who entered, who was paired with whom, the logs of the games, and what directors did
(`AuditEntry`, append-only). Standings are computed; `ResultRecord`, `Rating` and `RatingStep` are
projections of finished games that `manage.py rebuild_ratings` makes again.
"""

from leagues.models.audit import AuditEntry
from leagues.models.competitions import (
    Competition,
    Entrant,
    Invitation,
    Match,
    Pairing,
    Place,
    Round,
    Team,
    TeamInvitation,
)
from leagues.models.hands import HandPairing, KeptApart
from leagues.models.ladders import RungMove
from leagues.models.people import PersonReport
from leagues.models.records import FinishedGame, Rating, RatingState, RatingStep, RecordSeat, ResultRecord

__all__ = [
    "AuditEntry",
    "Competition",
    "Entrant",
    "FinishedGame",
    "HandPairing",
    "Invitation",
    "KeptApart",
    "Match",
    "Pairing",
    "PersonReport",
    "Place",
    "Rating",
    "RatingState",
    "RatingStep",
    "RecordSeat",
    "ResultRecord",
    "Round",
    "RungMove",
    "Team",
    "TeamInvitation",
]

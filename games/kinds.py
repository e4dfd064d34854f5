"""The kinds of notices that games send, and their words. Composers word each notice itself."""

from __future__ import annotations

from enum import StrEnum

from notifications import kinds
from notifications.kinds import Kind, Sort


class EventKind(StrEnum):
    """What players are told of their games, as far as they want it."""

    TURN = "turn"
    REMINDER = "reminder"
    START = "start"
    FINISH = "finish"
    INVITATION = "invitation"
    OFFER = "offer"
    TIME = "time"
    CHAT = "chat"


class TableKind(StrEnum):
    """What the channels of a table can be told (NOT-6)."""

    START = "table-start"
    TURN = "table-turn"
    TIME = "table-time"
    FINISH = "table-finish"


#: What came of a mail; whoever wrote it is always told.
RECEIPT = "receipt"

KINDS = (
    Kind(EventKind.TURN, "It is your turn", order=10, in_digest=True, together=True),
    Kind(EventKind.REMINDER, "Your time is running out", order=20),
    Kind(EventKind.START, "A game begins", order=30, in_digest=True),
    Kind(EventKind.FINISH, "A game has ended", order=40, in_digest=True),
    Kind(EventKind.INVITATION, "You are invited", order=50),
    Kind(EventKind.OFFER, "A draw is offered, or something is voted about", order=60, in_digest=True),
    Kind(EventKind.TIME, "Pauses, absences, and time given", order=80, in_digest=True),
    Kind(EventKind.CHAT, "Somebody writes to you in a game", order=90, in_digest=True),
    Kind(RECEIPT, "What came of your mail", Sort.ANSWER, order=10, at_once=True),
    Kind(TableKind.START, "The game begins", Sort.TABLE, order=10),
    Kind(TableKind.TURN, "Somebody is to move", Sort.TABLE, order=20),
    Kind(TableKind.TIME, "The clocks stand, somebody is late, or a seat is free", Sort.TABLE, order=30),
    Kind(TableKind.FINISH, "The game has ended", Sort.TABLE, order=40),
)


def register() -> None:
    """Let games send notices of these kinds."""
    kinds.register(*KINDS)

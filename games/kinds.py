"""The kinds of notices that games send, and their words. Composers word each notice itself."""

from enum import StrEnum

from notifications import kinds
from notifications.causes import AGREED, CLOCK, MODERATORS, OWN, PLAY, Act, Counted, always, of_each
from notifications.kinds import Kind, Sort


class EventKind(StrEnum):
    """News that players are told of their games, as far as they want it."""

    TURN = "turn"
    REMINDER = "reminder"
    START = "start"
    FINISH = "finish"
    INVITATION = "invitation"
    OFFER = "offer"
    TIME = "time"
    CHAT = "chat"
    REPORT = "report"


class TableKind(StrEnum):
    """News that the channels of a table can be told (NOT-6)."""

    START = "table-start"
    TURN = "table-turn"
    TIME = "table-time"
    FINISH = "table-finish"


#: What came of a mail; whoever wrote it is always told.
RECEIPT = "receipt"

# -- acts of people that make mail to others ---------------------------------------------------

INVITATION = Act(
    name="invitation",
    reason="inviting a player to a table",
    code="too-many-invitations",
    one="invitation",
    limits={
        Counted.TO_ONE: "invitations_to_one",
        Counted.IN_ALL: "invitations_a_day",
        Counted.FIRST_DAY: "invitations_first_day",
    },
)
REMATCH = Act(
    name="rematch",
    reason="offering a rematch to those whom one has played with",
    code="too-many-invitations",
    one="rematch",
    many="rematches",
    limits={Counted.TO_ONE: "rematches_to_one", Counted.IN_ALL: "rematches_a_day"},
)
GUEST = Act(
    name="guest",
    reason="sitting down as a guest with a mail address, at somebody's table",
    code="too-many-guests",
    one="guest",
    limits={
        Counted.TO_ONE: "guests_to_one",
        Counted.FROM_ALL: "guests_of_all",
        Counted.IN_ALL: "guests_a_day",
        Counted.FIRST_DAY: "guests_first_day",
    },
    refused="Too many guests have sat down here with a mail address.",
    again="Sit down without one, or with one in {wait}.",
)
REQUEST = Act(
    name="request",
    reason="at a table: offering a draw, asking for a vote or a pause, voting against, giving time, ending a pause",
    code="too-many-requests",
    one="offer or request",
    many="offers and requests",
    limits={Counted.TO_ONE: "table_requests"},
)
TAKING_OVER = Act(
    name="taking-over",
    reason="taking the seat of somebody who is absent",
    code="too-many-seats",
    one="seat",
    limits={Counted.IN_ALL: "seats_taken_over"},
    refused="You have taken {number} over within a day.",
    again="You can take another one in {wait}.",
)
VACATION = Act(
    name="vacation",
    reason="announcing a vacation, of which one's opponents are told",
    code="too-many-vacations",
    one="vacation",
    limits={Counted.IN_ALL: "vacations_a_day"},
    refused="You have announced {number} within a day.",
    again="You can announce another one in {wait}.",
)
CHAT = Act(
    name="chat",
    reason="writing to those at one's table: one notice until they look",
    counted_by="`games.chat`: `chat_lines` within a minute",
)

#: News of the time of a game, by what brings them.
_NEWS = {
    **of_each(("grace", "protected", "absent", "rules-old", "rules-new", "rules-back"), CLOCK),
    **of_each(("left",), PLAY),
    **of_each(("paused", "extended", "taken-back", "corrected"), AGREED),
    **of_each(("pause", "resumed", "given"), REQUEST),
    **of_each(("substitute",), TAKING_OVER),
    **of_each(("vacation",), VACATION),
}

KINDS = (
    Kind(EventKind.TURN, "It is your turn", always(PLAY), order=10, in_digest=True, together=True),
    Kind(EventKind.REMINDER, "Your time is running out", always(CLOCK), order=20),
    Kind(EventKind.START, "A game begins", always(PLAY, GUEST), order=30, in_digest=True),
    Kind(EventKind.FINISH, "A game has ended", always(PLAY), order=40, in_digest=True),
    Kind(EventKind.INVITATION, "You are invited", always(INVITATION, REMATCH), order=50),
    Kind(
        EventKind.OFFER,
        "A draw is offered, or something is voted about",
        {**of_each(("flag",), CLOCK), **always(REQUEST)},
        order=60,
        in_digest=True,
    ),
    Kind(EventKind.TIME, "Pauses, absences, and time given", _NEWS, order=80, in_digest=True),
    Kind(EventKind.CHAT, "Somebody writes to you in a game", always(CHAT), order=90, in_digest=True),
    Kind(EventKind.REPORT, "What came of what you reported as wrong", always(MODERATORS), order=100),
    Kind(RECEIPT, "What came of your mail", always(OWN), Sort.ANSWER, order=10, at_once=True),
    Kind(TableKind.START, "The game begins", always(PLAY), Sort.TABLE, order=10),
    Kind(TableKind.TURN, "Somebody is to move", always(PLAY), Sort.TABLE, order=20),
    Kind(
        TableKind.TIME,
        "The clocks stand, somebody is late, or a seat is free",
        always(PLAY),
        Sort.TABLE,
        order=30,
    ),
    Kind(TableKind.FINISH, "The game has ended", always(PLAY), Sort.TABLE, order=40),
)


def register() -> None:
    """Let games send notices of these kinds."""
    kinds.register(*KINDS)

"""Games as they are stored: an append-only log of events, and projections of it.

`Event` is the truth. `Game.snapshot`, `Checkpoint`, `LogLine`, the clocks' due times and "whose turn"
are projections: `manage.py rebuild` makes them again from the events. Of games that have been over for long, all rows
of the log are packed in an `Archive`; whoever reads the log of such a game asks `games.ledger.logs`.
"""

from games.models.answers import KeptAnswer
from games.models.chat import Channel, ChatLine, ChatMute, ChatRoom, ChatVoice
from games.models.hours import ClockChange, FeedToken, Miss, Outage, Pulse, Vacation
from games.models.letters import Letter, Purpose, ReplyToken, SeatMail, SeatNote
from games.models.log import Archive, Checkpoint, Discarded, Event, LogLine, Submission
from games.models.orders import OrderRun, StandingOrder
from games.models.planning import PlanningBoard
from games.models.private import Branch, PersonNote
from games.models.reports import Report, RulesCheck
from games.models.tables import Follow, Game, Invitation, Reservation, Seat, SeedTree, new_key

__all__ = [
    "Archive",
    "Branch",
    "Channel",
    "ChatLine",
    "ChatMute",
    "ChatRoom",
    "ChatVoice",
    "Checkpoint",
    "ClockChange",
    "Discarded",
    "Event",
    "FeedToken",
    "Follow",
    "Game",
    "Invitation",
    "KeptAnswer",
    "Letter",
    "LogLine",
    "Miss",
    "OrderRun",
    "Outage",
    "PersonNote",
    "PlanningBoard",
    "Pulse",
    "Purpose",
    "ReplyToken",
    "Report",
    "Reservation",
    "RulesCheck",
    "Seat",
    "SeatMail",
    "SeatNote",
    "SeedTree",
    "StandingOrder",
    "Submission",
    "Vacation",
    "new_key",
]

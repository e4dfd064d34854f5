"""Acts of directors (TOU-9): each with a reason that the players read, in the audit trail, once.

Directors may play in their own event, but nobody decides about a game of their own: that needs another
director. Two directors at once do not undo each other: whoever comes second is told what has changed.
"""

from leagues.services.directing.entrants import place_entrant, readmit, remove, replace, set_rung
from leagues.services.directing.event import call_off, change_dates, message_all, pair_now, start_now
from leagues.services.directing.games import (
    adjudicate,
    correct,
    excuse,
    extend,
    games_at_risk,
    give_time,
    pause,
    seen_mark,
    settle_reading,
    verdicts_for,
)
from leagues.services.directing.rights import is_director

__all__ = [
    "adjudicate",
    "call_off",
    "change_dates",
    "correct",
    "excuse",
    "extend",
    "games_at_risk",
    "give_time",
    "is_director",
    "message_all",
    "pair_now",
    "pause",
    "place_entrant",
    "readmit",
    "remove",
    "replace",
    "seen_mark",
    "set_rung",
    "settle_reading",
    "start_now",
    "verdicts_for",
]

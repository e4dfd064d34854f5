"""Additions of higher floors to what the ledger does, inside its transaction.

Plain lists of functions, called in their order: a refusal that one raises rolls everything back, and what they
return counts. They are filled when the app is ready (`games.apps`).
"""

from collections.abc import Callable
from datetime import datetime

from games.ledger.opened import Open
from games.models import Game, Seat
from rules.core.decisions import Choice, Decision

#: The people who are newly asked -> those of them who are still to be told.
asked: list[Callable[[Open, list[Seat]], list[Seat]]] = []
#: The answer of a seat to a question that the game does not wait for, where it has one: else the title's fallback.
at_once: list[Callable[[Open, Seat, Decision], Choice]] = []
#: A seat passes from one player to nobody or to another: each forgets what was the former player's own.
seat_passed_on: list[Callable[[Seat], None]] = []
#: Whether a clock of a game may wait at zero: something received before that moment is still to be read.
may_wait: list[Callable[[Game, datetime], bool]] = []
#: A game does not go on from the position that it had: it has gone back, or was set right; how, in words.
gone_back: list[Callable[[Game, str], None]] = []

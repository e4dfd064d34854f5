"""The rules app: pure Python rules engines, one package for each title, on the contract of `rules.core`.

>>> import rules
>>> sorted(rules.titles())[0]
'duel'
"""

from collections.abc import Mapping
from typing import Any

from rules.core.applied import Applied
from rules.core.buttons import Button
from rules.core.chance import Dice, Draw, Outcome, Scripted, Seeded, Source, commitment
from rules.core.decisions import (
    AUTOMATIC,
    MAX_TEXT,
    Amount,
    Choice,
    Counts,
    Decision,
    Described,
    OneOf,
    Refusal,
    Subset,
    Text,
    Weight,
    fold,
    prettify,
)
from rules.core.errors import (
    BrokenTitle,
    ChanceError,
    GameOver,
    IllegalChoice,
    MissingTitle,
    OptionError,
    PositionError,
    ReplayError,
    quoted,
)
from rules.core.fields import FactField, OptionField
from rules.core.game import Game
from rules.core.listings import Listing
from rules.core.records import Entry, Record, load_record
from rules.core.registry import broken_titles, own_titles, title, titles
from rules.core.replay import RecordedGame, replay
from rules.core.snapshots import Snapshot
from rules.core.table import ALL_SEEING, CHECKPOINT, EVERYONE, LogLine, Procedure, Table
from rules.core.title import COLUMNS, Bot, Expansion, Foreseen, Outlook, RandomBot, Result, Title

#: The version of the whole project: of what is installed, the server, its API and its image. It is told nowhere else.
__version__ = "1.1.0"


def new_game(id: str, options: Mapping[str, Any] | None = None, chance: Source | None = None) -> Game[Any]:
    """Begin a game of the title `id`.

    Raises:
        MissingTitle: there is no such title. BrokenTitle, which is one: it cannot be used.
        OptionError: an option that it does not offer.
    """
    return Game.start(title(id), options, chance or Seeded(0))


def from_position(
    id: str,
    position: Mapping[str, Any],
    chance: Source | None = None,
    options: Mapping[str, Any] | None = None,
) -> Game[Any]:
    """Begin from a hand-written position: for tests, puzzles and bug reports.

    Options may be written in the position, given beside it, or both.

    Raises:
        MissingTitle: there is no such title. OptionError: an option that it does not offer.
        PositionError: lists everything that is impossible about it, options that contradict each other among it.
    """
    chosen = title(id)
    return Game.start(chosen, options, chance or Seeded(0), position=chosen.load_position(position, options))


__all__ = [
    "ALL_SEEING",
    "AUTOMATIC",
    "CHECKPOINT",
    "COLUMNS",
    "EVERYONE",
    "MAX_TEXT",
    "Amount",
    "Applied",
    "Bot",
    "BrokenTitle",
    "Button",
    "ChanceError",
    "Choice",
    "Counts",
    "Decision",
    "Described",
    "Dice",
    "Draw",
    "Entry",
    "Expansion",
    "FactField",
    "Foreseen",
    "Game",
    "GameOver",
    "IllegalChoice",
    "Listing",
    "LogLine",
    "MissingTitle",
    "OneOf",
    "OptionError",
    "OptionField",
    "Outcome",
    "Outlook",
    "PositionError",
    "Procedure",
    "RandomBot",
    "Record",
    "RecordedGame",
    "Refusal",
    "ReplayError",
    "Result",
    "Scripted",
    "Seeded",
    "Snapshot",
    "Source",
    "Subset",
    "Table",
    "Text",
    "Title",
    "Weight",
    "broken_titles",
    "commitment",
    "fold",
    "from_position",
    "load_record",
    "new_game",
    "own_titles",
    "prettify",
    "quoted",
    "replay",
    "title",
    "titles",
]

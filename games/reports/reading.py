"""What whoever mends reads with a report: while its game runs, what the reporter saw; after its end, everything."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

import rules
from games.models import Game, Report
from games.play import access, drafts, positions
from games.refusals import Refused
from games.reports import inbox
from rules.core.errors import ReplayError

#: Lines of the story before the place that are shown.
MOST_LINES = 40


@dataclass
class Reading:
    """A report with what can be read beside it.

    Attributes:
        board: the board in text as the reporter saw it; "" where the rules here cannot show it any more.
        view: the same as JSON.
        prompt, legal: what they were asked, and what that offered, in words; tried: what they tried.
        lines: the lines of the story up to there, as far as they could read them, the oldest first.
        ended: whether the game is over, so that everything joins it.
        after: the position after the entry as everybody may know it now; None while the game runs, or where the step
            is gone.
    """

    report: Report
    board: str = ""
    view: str = ""
    legal: list[str] = field(default_factory=list)
    prompt: str = ""
    tried: list[str] = field(default_factory=list)
    lines: list[positions.Line] = field(default_factory=list)
    ended: bool = False
    after: positions.Then | None = None

    @property
    def reporter(self) -> str:
        """Who reported it, as staff reads it."""
        if self.report.reporter is not None:
            return str(self.report.reporter.shown_name)
        return "a guest" if self.report.guest_id else "somebody who is gone"

    @property
    def eyes(self) -> str:
        """Whose eyes saw it, in words."""
        title, seat = inbox.title_of(self.report), self.report.seat
        if not seat:
            return "a spectator"
        return title.seat_name(seat) if title is not None else seat


def read(report: Report) -> Reading:
    """Return a report with what may be read beside it; whatever is gone by now is left out."""
    seen = orjson.loads(report.seen)
    told = Reading(report)
    told.view = orjson.dumps(seen.get("view"), option=orjson.OPT_INDENT_2).decode()
    told.prompt, told.legal = _asked(seen.get("legal"))
    title = inbox.title_of(report)
    if title is None:
        return told
    told.tried = drafts.words_of(report.tried or [], None, title)
    told.board = _board(title, seen.get("view"))
    if report.game is not None and report.game.status in (Game.Status.RUNNING, Game.Status.FINISHED):
        _add_game(told, report.game)
    return told


def _asked(legal: Mapping[str, Any] | None) -> tuple[str, list[str]]:
    """Return the words of a described decision, and what it offered, where that is a list."""
    if not legal:
        return "", []
    offered = legal.get("options", {}).get("values", [])
    return str(legal.get("prompt", "")), [str(one["label"]) for one in offered]


def _board(title: rules.Title[Any], view: Any) -> str:
    """Return the board in text, "" where what was seen by former rules is none of those that are here."""
    try:
        return title.text_board(view)
    except Exception:  # whatever a view of other rules makes these do
        return ""


def _add_game(told: Reading, game: Game) -> None:
    """Add the story up to there, and after the end the position that everybody may see."""
    report, seats = told.report, tuple(game.seats.all())
    told.ended = game.is_laid_open
    seat = next((seat for seat in seats if seat.name == report.seat), None)
    if report.seat and seat is None:
        return
    viewer = access.Viewer(game, seats, seat, None)
    try:
        told.lines = positions.log_lines(viewer, until_seq=report.seq, limit=MOST_LINES, newest=True)
        if told.ended:
            told.after = positions.position_at(viewer, report.seq)
    except (Refused, ReplayError, rules.ChanceError, rules.IllegalChoice, rules.OptionError):
        return  # taken back since, or played by rules that are not here

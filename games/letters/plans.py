"""A plan by mail: moves that somebody wrote down as such, kept as the seat's draft until they are played or dropped."""

import rules
from games.letters.answers import Answer, Row
from games.letters.parser import Item
from games.models import Game
from games.play import drafts, positions
from games.play.access import Viewer
from games.refusals import Refused
from rules.core.decisions import Text


def plays(item: Item) -> bool:
    """Return whether a command plays the plan."""
    return item.command == "plan" and item.text == "play"


def keep(viewer: Viewer, plan: list[Item], done: Answer, waits: str = "") -> None:
    """Keep the lines of a plan in place of the earlier one. `waits`: why they are not kept, "" if they are."""
    rows = [Row(item.line, "left", words=[waits] if waits else []) for item in plan]
    done.rows += rows
    if waits:
        return
    try:
        drafts.keep(viewer, [Text(item.text) for item in plan])
    except Refused as refused:
        done.refused = True
        rows[0].state, rows[0].words = "refused", [refused.message]
        return
    done.changed = True
    for row in rows:
        row.state = "kept"
    rows[-1].words = ["Only you see it. `plan` shows it, `plan play` plays it, `plan drop` forgets it."]


def lines_of(viewer: Viewer) -> list[str]:
    """Return the lines of a seat's plan."""
    if viewer.seat is None or not viewer.seat.draft:
        return []
    running = viewer.game.status == Game.Status.RUNNING
    decision = positions.open_decision(viewer) if running else None
    return drafts.words_of(viewer.seat.draft, decision, rules.title(viewer.game.title))


def line_at(viewer: Viewer, index: int | None) -> list[str]:
    """Return which line of the plan was refused, for a receipt."""
    lines = lines_of(viewer)
    return [] if index is None or index >= len(lines) else [f"It stands in your plan as: {lines[index]}"]


def command(viewer: Viewer, text: str, words: list[str], sections: list[tuple[str, list[str]]]) -> None:
    """Show the plan, or forget it."""
    if text == "drop":
        words.append("Your plan is forgotten." if lines_of(viewer) else "You had kept no plan.")
        drafts.keep(viewer, [])
        return
    lines = lines_of(viewer)
    sections.append(("Your plan (only you see it)", lines or ["(none)"]))

"""The lines of a story that are the table's own: moves taken back, answers for an ally, other rules, corrections."""

from collections.abc import Callable, Iterable

from rules.core.mends import Mend
from rules.core.table import LogLine

#: Kind of the line that tells of an agreed takeback, and of the one that tells who has answered for an ally.
TAKEN_BACK, ANSWERED_FOR = "taken-back", "answered-for"
#: Kind of the line that tells by which rules a game goes on, and of the one that tells what was set right.
OTHER_RULES, CORRECTED = "other-rules", "corrected"
#: How a game goes on by mended rules, by the way of its entry (rules.core.records.Way).
GOES_ON = {
    "same": "nothing of this game is changed by that",
    "old": "this game goes on by the former reading",
    "new": "this game goes on by the new reading from here on",
    "back": "this game went back, and goes on by the new reading",
}


def told_by_table(line: LogLine, seat_name: Callable[[str], str], mends: Iterable[Mend]) -> str | None:
    """Return a line of the table as a sentence; None for a line of the rules."""
    if line.kind == TAKEN_BACK and line.data["seat"] is None:
        return "The game goes on from before a step that a mended rule would have led elsewhere."
    if line.kind == TAKEN_BACK:
        by = seat_name(line.data["seat"])
        return f"Moves were taken back, as {by} asked: the game goes on from before them."
    if line.kind == ANSWERED_FOR:
        return f"{seat_name(line.data['by'])} answered for {seat_name(line.data['seat'])}."
    if line.kind == OTHER_RULES:
        numbers = ", ".join(mend.rule for mend in mends if mend.id in line.data["mends"])
        told = f"Rules were mended ({numbers})" if numbers else "Rules were mended"
        return f"{told}: {GOES_ON[line.data['way']]}."
    if line.kind == CORRECTED:
        by = seat_name(line.data["by"]) if line.data["by"] else "A director"
        return f"{by} set the position right: {line.data['change']}."
    return None

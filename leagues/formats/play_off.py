"""Playing off a full tie for the first place, where the settings of an event say so."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise

from leagues.formats.base import LEVEL, Entrants, Line, Meeting, Meetings, Settings, Table, ranked, tally
from rules import OptionField

#: The slot of a game of a play-off; it counts for nothing but the first place.
SLOT = "P"
#: What has put somebody ahead who was level in everything.
NAME = "Play-off"

SHARED, PLAYED = "shared", "play-off"

FIRST_TIE = OptionField(
    "first_tie",
    "Who is level in everything at the top",
    "choice",
    SHARED,
    choices={
        SHARED: "share the first place",
        PLAYED: "play it off, two games of each pair, one with each side",
    },
)


def is_wanted(settings: Settings) -> bool:
    """Return whether an event plays off a full tie for the first place."""
    return bool(settings.get(FIRST_TIE.name) == PLAYED)


def without(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings that are no games of a play-off."""
    return [meeting for meeting in meetings if meeting.slot != SLOT]


def due(tables: Iterable[Table], meetings: Meetings, settings: Settings, *, grouped: bool) -> list[Meeting]:
    """Return the games of the play-off that follows the last round; [] where none is due, or it was paired before.

    Args:
        tables: whose first place is played off. grouped: the meetings bear the names of the tables.
    """
    if not is_wanted(settings) or any(meeting.slot == SLOT for meeting in meetings):
        return []
    number = max((meeting.round for meeting in meetings), default=0) + 1
    games = []
    for table in tables:
        group = table.name if grouped else ""
        first = [line.entrant for line in leaders(table)]
        for one, other in combinations(first if len(first) > 1 else [], 2):
            games += [Meeting(number, sides, group, SLOT) for sides in ((one, other), (other, one))]
    return games


def leaders(table: Table) -> list[Line]:
    """Return who has the first place of a table, or shares it: only who is there and has won something."""
    here = [line for line in table.lines if line.note != "left"]
    return [line for line in here if line.rank == here[0].rank and line.points > 0]


def settled(table: Table, entrants: Entrants, meetings: Iterable[Meeting]) -> Table:
    """Return a table in which a play-off has decided among those who shared the first place.

    If results were corrected meanwhile, it decides among those of them who still share it, and nothing where somebody
    else does so too.
    """
    games = [m for m in meetings if m.slot == SLOT and (not m.group or m.group == table.name)]
    level = {side for meeting in games for side in meeting.sides}
    now = leaders(table)
    if not games or not all(meeting.is_decided for meeting in games):
        return table
    if not now or not {line.entrant for line in now} <= level:
        return table
    start = now[0].rank
    first = [line for line in table.lines if line.entrant in level and line.rank == start]
    level = {line.entrant for line in first}
    among = [meeting for meeting in games if level.issuperset(meeting.sides)]
    points = {entrant: t.points for entrant, t in tally(entrants, among).items()}
    rows = ranked(((points[line.entrant],), line) for line in first)
    order = [replace(line, rank=start + line.rank - 1) for line in rows]
    for place, (line, after) in enumerate(pairwise(order)):
        is_ahead = points[line.entrant] != points[after.entrant]
        order[place] = replace(line, tie=NAME if is_ahead else LEVEL)
    order[-1] = replace(order[-1], tie=first[-1].tie)
    head = [line for line in table.lines if line.entrant not in level and line.rank < start]
    rest = [line for line in table.lines if line.entrant not in level and line.rank >= start]
    return replace(table, lines=(*head, *order, *rest))


def words(settings: Settings) -> str:
    """Return what happens to a full tie for the first place, in a sentence for players."""
    if is_wanted(settings):
        return (
            "Who is level in points and all tie-breaks at the top plays it off: two games of each pair, one with each "
            "side, which count for the first place only. If that is level too, they share it."
        )
    return "Who is level in points and all tie-breaks shares the place."

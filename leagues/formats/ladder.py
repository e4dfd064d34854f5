"""A ladder (TOU-7): challenge somebody above you; who wins takes the loser's rung."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leagues.formats.base import (
    WIN,
    Draw,
    Entrants,
    Format,
    Meeting,
    Meetings,
    Settings,
    Table,
    line_of,
    tally,
)
from rules import OptionField


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that moves people on a ladder.

    Attributes:
        kind: `join` (at the foot), `won` (`who` won a challenge against `other`), `left` (or removed), `set` (a
            director put `who` on the rung `place`, from 1; below the foot is the foot).
    """

    kind: Literal["join", "won", "left", "set"]
    who: int
    other: int = 0
    place: int = 0


def climb(order: Sequence[int], happening: Happening) -> list[int]:
    """Return the order after something happened; the first is at the top.

    Who wins against somebody above takes their rung, and everybody between moves down by one. Who wins
    against somebody below stays.
    """
    who, others = happening.who, [one for one in order if one != happening.who]
    if happening.kind == "left":
        return others
    if happening.kind == "set":
        others.insert(happening.place - 1, who)
        return others
    if happening.kind == "join":
        return list(order) if who in order else [*others, who]
    if who in order and happening.other in order[: order.index(who)]:
        others.insert(order.index(happening.other), who)
        return others
    return list(order)


def why_not_challenge(
    entrants: Entrants,
    meetings: Meetings,
    settings: Settings,
    challenger: int,
    challenged: int,
    draw: Draw,
) -> str:
    """Return why somebody may not challenge somebody else now, in a sentence; "" if they may."""
    known = {e.id: e for e in entrants if e.active}
    if challenger not in known or challenged not in known:
        return "Both must be on the ladder."
    if challenger == challenged:
        return "You cannot challenge yourself."
    if frozenset((challenger, challenged)) in draw.blocked:
        return "You cannot challenge this player."
    if frozenset((challenger, challenged)) in draw.apart:
        return "The directors keep the two of you apart."
    up = known[challenger].place - known[challenged].place
    if up <= 0:
        return "You can only challenge people above you."
    if up > settings["reach"]:
        return f"You can challenge at most {settings['reach']} rungs up."
    running = [m for m in meetings if not m.is_decided]
    if any(set(m.sides) == {challenger, challenged} for m in running):
        return "You are playing each other already."
    if sum(challenger in m.sides for m in running) >= settings["most_games"]:
        return f"You are playing {settings['most_games']} games on this ladder already."
    if sum(challenged in m.sides for m in running) >= settings["most_games"]:
        return "They are playing as many games on this ladder as one may."
    return ""


class Ladder(Format):
    """A ladder that runs until it is closed, or until a date."""

    id = "ladder"
    name = group = "Ladder"
    summary = "Come in at the foot, challenge somebody above you, and take their rung if you win."
    is_open = True
    fields = (
        OptionField("reach", "Rungs that one may challenge up", "number", 5, minimum=1, maximum=100),
        OptionField("most_games", "Games at a time", "number", 2, minimum=1, maximum=20),
        OptionField(
            "cooling_days", "Days until the same two may meet again", "number", 14, minimum=0, maximum=365
        ),
    )

    def pair(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> list[Meeting]:
        return []

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        tallies = tally(entrants, meetings)
        standing = sorted((e for e in entrants if e.active), key=lambda e: (e.place or 10**6, e.seed))
        lines = (line_of(e, tallies[e.id], rank) for rank, e in enumerate(standing, start=1))
        explained = (
            "By rung. Whoever wins against somebody above takes their rung; everybody between moves down by one.",
            "Whoever runs out of time leaves the ladder. A challenge that is called off saves nobody's rung.",
        )
        return [Table(self.name, tuple(lines), (), explained)]

    def champions(self, tables: Sequence[Table]) -> list[int]:
        """Return who stands on the highest rung, if anybody has played."""
        lines = [line for table in tables for line in table.lines]
        return [lines[0].entrant] if any(line.played for line in lines) else []

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        reach, games = settings["reach"], settings["most_games"]
        return [
            f"You may challenge people up to {reach} rung{'s' if reach > 1 else ''} above you, and play "
            f"{games} game{'s' if games > 1 else ''} at a time; sides alternate between the two of you.",
            "A challenge cannot be declined: the game begins at once. Whoever wins against somebody above takes their "
            "rung; a draw changes nothing.",
            "Whoever runs out of time leaves the ladder, and may come back at its foot.",
        ]


def happening_of(meeting: Meeting) -> Happening | None:
    """Return how a decided challenge moves people; None for a draw or a game that does not count."""
    if meeting.points is None or max(meeting.points, default=0) < WIN:
        return None
    winner = meeting.sides[meeting.points.index(max(meeting.points))]
    loser = next(side for side in meeting.sides if side != winner)
    return Happening("won", winner, loser)

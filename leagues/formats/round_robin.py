"""Round robin in pools (TOU-4): everybody meets everybody of the pool, sides balanced.

Titles for three or more are played at tables of the whole pool, the seats moving on by one from game to
game, so that everybody has every side equally often.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from msgspec.structs import replace as with_values

from leagues.formats import lateness, play_off, scoring, tie_breaks
from leagues.formats.base import (
    WIN,
    Arrival,
    Draw,
    Entrant,
    Entrants,
    Format,
    Meeting,
    Meetings,
    OpenFormat,
    Pair,
    Places,
    SettingError,
    Settings,
    Table,
    by_seed,
)
from leagues.formats.pools import pool_name, pools
from rules import OptionField

ORDER = ("direct", "sonneborn-berger", "wins", "weaker-side")

GAMES_PER_PAIR = OptionField(
    "games_per_pair",
    "Games of each pair",
    "number",
    2,
    minimum=1,
    maximum=8,
    help="With two, everybody plays each side once against everybody.",
)
PACE = OptionField(
    "pace",
    "When the games begin",
    "choice",
    "all",
    choices={"all": "All at once", "rounds": "Round by round"},
)

LEAVERS = OptionField(
    "leavers",
    "Games against those who leave",
    "choice",
    "walkover",
    choices={"walkover": "are won without playing", "unplayed": "are not played and do not count"},
)

#: Only for games of three or more.
TABLE_GAMES = with_values(
    GAMES_PER_PAIR,
    label="Games in each seat",
    default=1,
    help="Everybody of a table has every seat so often.",
)
TABLE_SCORING = OptionField(
    "table_scoring",
    "What a game is worth",
    "choice",
    scoring.WINNER,
    choices=scoring.SYSTEMS,
    help="Places and shares are the game's own; where it tells none, all but the winners are level.",
)


def berger(number: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a single round robin of players 0 … number-1, as (first side, second side).

    By the circle method; with an odd number one player rests in each round. A player has each side equally
    often, or, where the number of games is odd, once more than the other.

    >>> berger(4)
    [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
    """
    size = number + number % 2
    rounds = []
    for turn in range(size - 1):
        seats = [(turn + k) % (size - 1) for k in range(size - 1)]
        pairs = [(size - 1, seats[0])] + [(seats[k], seats[size - 1 - k]) for k in range(1, size // 2)]
        rounds.append([_sides(a, b) for a, b in pairs if max(a, b) < number])
    return rounds


def _sides(a: int, b: int) -> tuple[int, int]:
    """Return a pair with its sides: the lower number begins if the two differ in parity."""
    low, high = min(a, b), max(a, b)
    return (low, high) if (low + high) % 2 else (high, low)


def schedule(
    members: Sequence[int], games_per_pair: int, group: str, blocked: frozenset[Pair]
) -> list[list[Meeting]]:
    """Return the rounds of a group in which each pair plays `games_per_pair` games, sides swapped in turn."""
    rounds: list[list[Meeting]] = []
    for game in range(games_per_pair):
        for pairs in berger(len(members)):
            number = len(rounds) + 1
            seated = [
                (members[a], members[b]) if game % 2 == 0 else (members[b], members[a]) for a, b in pairs
            ]
            rounds.append([Meeting(number, two, group) for two in seated if frozenset(two) not in blocked])
    return [meetings for meetings in rounds if meetings]


def tables_of_all(members: Sequence[int], games: int, group: str) -> list[list[Meeting]]:
    """Return games of the whole group at one table, each with the seats moved on by one."""
    size = len(members)
    return [
        [Meeting(k + 1, tuple(members[(i + k) % size] for i in range(size)), group)] for k in range(games)
    ]


def next_round(
    plan: list[list[Meeting]], entrants: Entrants, meetings: Meetings, settings: Settings
) -> list[Meeting]:
    """Return what follows `meetings` in a plan: everything at once, or the next round that is not empty."""
    leavers = settings.get("leavers", "unplayed")
    if settings["pace"] == "all":
        if meetings:
            return []
        return [replace(m, round=1) for row in plan for m in without_leavers(row, entrants, leavers)]
    done = max((m.round for m in meetings), default=0)
    to_come = (without_leavers(row, entrants, leavers) for row in plan if row[0].round > done)
    return next((row for row in to_come if row), [])


def members_of(entrants: Entrants) -> dict[str, list[Entrant]]:
    """Return the entrants of every group, by place; groups in the order of their names."""
    groups: dict[str, list[Entrant]] = {}
    for entrant in sorted(entrants, key=lambda e: e.place):
        if entrant.group:
            groups.setdefault(entrant.group, []).append(entrant)
    return {name: groups[name] for name in sorted(groups, key=lambda n: (len(n), n))}


def without_leavers(row: list[Meeting], entrants: Entrants, leavers: str) -> list[Meeting]:
    """Return a round in which those who have left lose without playing, or are left out.

    Args:
        leavers: `walkover` or `unplayed`.
    """
    active = {e.id for e in entrants if e.active}
    result = []
    for meeting in row:
        here = [side in active for side in meeting.sides]
        if all(here):
            result.append(meeting)
        elif any(here) and leavers == "walkover" and len(here) == 2:
            points = tuple(WIN if present else 0.0 for present in here)
            result.append(replace(meeting, points=points, played=False))
    return result


def _with_room(entrants: Entrants, settings: Settings) -> list[tuple[str, list[Entrant]]]:
    """Return the pools that are not full with all their members, also those who have left; the smallest first."""
    number = {name: sum(e.active for e in members) for name, members in members_of(entrants).items()}
    free = [row for row in members_of(entrants).items() if number[row[0]] < settings["pool_size"]]
    return sorted(free, key=lambda row: number[row[0]])


class GroupPlay(Format):
    """Groups in which everybody meets everybody; with three or more at a table each of them is a table.

    Attributes:
        size: the setting that says how large a group is. played_off: how many groups have a first place to play off.
        at_tables: the settings of games of three or more.
    """

    size: ClassVar[str] = ""
    played_off: ClassVar[int | None] = None
    at_tables: ClassVar[tuple[OptionField, ...]] = ()

    def offered(self, seats: int) -> tuple[OptionField, ...]:
        return self.at_tables if seats > 2 else self.fields

    def pair(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> list[Meeting]:
        plan: dict[int, list[Meeting]] = {}
        for name, members in members_of(entrants).items():
            ids, games = [e.id for e in members], settings["games_per_pair"]
            if draw.seats > 2:
                rows = tables_of_all(ids, len(ids) * games, name)
            else:
                rows = schedule(ids, games, name, draw.blocked)
            for row in rows:
                plan.setdefault(row[0].round, []).extend(row)
        following = next_round([plan[number] for number in sorted(plan)], entrants, meetings, settings)
        if following or draw.seats > 2 or not meetings:
            return following
        tables = self.tables(entrants, meetings, settings)[: self.played_off]
        return play_off.due(tables, meetings, settings, grouped=True)

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        groups = members_of(entrants)
        if not groups:
            return [tie_breaks.standings("Entrants", entrants, [], ORDER)]
        tables = []
        for name, members in groups.items():
            games = [m for m in play_off.without(meetings) if m.group == name]
            table = self.table(name, members, games, settings, weaker_side)
            tables.append(play_off.settled(table, members, meetings))
        return tables

    def table(
        self, name: str, members: Entrants, games: Meetings, settings: Settings, weaker_side: int | None
    ) -> Table:
        """Return the standings of a group."""
        system: str = settings.get(TABLE_SCORING.name, "")
        worth = scoring.words(system, len(members) if system else 2)
        return tie_breaks.standings(name, members, games, ORDER, weaker_side, worth)

    def rounds(self, number: int, settings: Settings) -> int | None:
        if settings["pace"] == "all":
            return 1
        if TABLE_SCORING.name in settings:
            return number * int(settings[TABLE_GAMES.name])
        size: int = min(number, settings.get(self.size, number))
        return (size - 1 + size % 2) * int(settings["games_per_pair"])


class RoundRobin(GroupPlay, OpenFormat):
    """Pools in which everybody meets everybody."""

    id = "round-robin"
    name = "Round robin"
    summary = "Everybody meets everybody of their pool, with both sides."
    any_seats = True
    size = "pool_size"
    fields: ClassVar[tuple[OptionField, ...]] = (
        OptionField(
            "pool_size",
            "Players in a pool",
            "number",
            6,
            minimum=2,
            maximum=64,
            help="Pools are filled evenly; the last ones may be a player smaller or larger.",
        ),
        GAMES_PER_PAIR,
        PACE,
        LEAVERS,
        lateness.POOL_LATE,
        play_off.FIRST_TIE,
    )
    at_tables: ClassVar[tuple[OptionField, ...]] = (TABLE_GAMES, PACE, TABLE_SCORING)

    def check(self, settings: Settings) -> None:
        if lateness.is_taken(settings) and settings["pace"] != "all":
            raise SettingError(
                "late_entry", "Round by round nobody can come late: the rounds are laid out at the beginning."
            )

    def why_not_late(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> str:
        if not lateness.is_taken(settings):
            return super().why_not_late(entrants, meetings, settings, draw)
        if 2 * sum(m.is_decided for m in meetings) > len(meetings):
            return "More than half of the games are decided: nobody can enter any more."
        return "" if _with_room(entrants, settings) else "All pools are full."

    def arrive(
        self, newcomer: int, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw
    ) -> Arrival:
        """Let somebody into the smallest pool; everybody there plays against them, sides in turn."""
        name, members = _with_room(entrants, settings)[0]
        place = max(e.place for e in members) + 1
        others = [
            e.id for e in members if e.id != newcomer and frozenset((e.id, newcomer)) not in draw.blocked
        ]
        games = [
            Meeting(1, (newcomer, other) if (game + turn) % 2 == 0 else (other, newcomer), name)
            for turn, other in enumerate(others if meetings else [])
            for game in range(settings["games_per_pair"])
        ]
        return Arrival(name, place, tuple(without_leavers(games, entrants, settings["leavers"])))

    def prepare(self, entrants: Entrants, settings: Settings, draw: Draw) -> Places:
        """Draw the pools. Titles for three or more fill whole tables; who is left over plays elsewhere."""
        ordered = by_seed(entrants)
        size = draw.seats if draw.seats > 2 else settings[self.size]
        if draw.seats > 2:
            ordered = ordered[: len(ordered) // size * size]
        return {
            entrant.id: (pool_name(number), place)
            for number, pool in enumerate(pools(ordered, size, draw.blocked, draw.apart) if ordered else [])
            for place, entrant in enumerate(pool, start=1)
        }

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        if seats > 2:
            return [
                *table_words(settings, seats),
                f"The entrants are spread over tables of {seats}; whoever came last and finds no full table does "
                "not play.",
            ]
        return [
            *round_robin_words(settings),
            f"The entrants are spread over pools of about {settings['pool_size']}.",
            *lateness.pool_words(settings),
            play_off.words(settings),
        ]


def round_robin_words(settings: Settings) -> list[str]:
    """Return what a round robin means for a player."""
    games: Any = settings["games_per_pair"]
    times = {1: "one game", 2: "two games, one with each side"}.get(games, f"{games} games, sides in turn")
    return [f"Everybody plays {times}, against everybody of the group.", begin_words(settings)]


def table_words(settings: Settings, seats: int) -> list[str]:
    """Return what a round robin at a table of three or more means for a player."""
    times = settings["games_per_pair"]
    often = {1: "once", 2: "twice"}.get(times, f"{times} times")
    return [
        f"The same {seats} play {seats * times} games, everybody {often} in each seat.",
        scoring.words(settings.get(TABLE_SCORING.name, scoring.WINNER), seats),
        begin_words(settings),
        "If somebody leaves, the games of their table that have not begun are not played.",
    ]


def begin_words(settings: Settings) -> str:
    """Return when the games of a round robin begin, in a sentence for players."""
    if settings["pace"] == "all":
        return "All games begin together."
    return "A round begins when the one before is decided, or its deadline has passed."

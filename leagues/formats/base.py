"""The base of every format: entrants, meetings, settings and tables. Nothing here knows a database.

A format is a pure function twice over: (entrants, meetings so far, settings) → the next meetings, and the
same → tables of standings. Points are those of the hobby: a win is worth 2, a draw 1 to each; what a game at a
table of three or more is worth is a setting (leagues.formats.scoring).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from leagues.formats import scoring
from rules import OptionField

#: What a won game of two is worth; a draw gives half to each.
WIN = scoring.WIN

#: The tie of a line that shares its place with the next one.
LEVEL = "level"

Settings = Mapping[str, Any]
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody in an event.

    Attributes:
        seed: rank before the event, from 1; the formats use it where nothing else tells two entrants apart.
        tier: the tier of a league season, from 1, the highest.
        active: False for those who have left or were taken out; they are paired no more.
        group: the tier or pool that `Format.prepare` gave them; "" before.
        place: their number within the group, or the rung of a ladder, from 1.
        byes: numbers of the rounds in which they asked not to play.
    """

    id: int
    seed: int
    tier: int = 1
    active: bool = True
    group: str = ""
    place: int = 0
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game between entrants, or a bye.

    Attributes:
        round: number of the round, from 1.
        sides: the entrant of each seat, in the title's seating order; one alone is a bye.
        group: the tier, pool or bracket it belongs to.
        slot: the place in a bracket (`W2-1`); "" elsewhere.
        points: what each side got; None while it is not decided.
        winners: the sides that have won, by their index, all of them for a draw; None: who has most points.
        played: False where no game decided it: byes, walkovers, and games that were not played, with no points.
        clock_used: seconds of thinking of each side, for the last tie-break of a knock-out.
        handicap: what each side was given, as the title counts it, likewise.
        order: place in the order of happening, for ladders.
        teams: the number of the team of each side; empty where everybody plays alone.
        boards: in a match of teams (leagues.formats.teams), the board points of each side.
        individually: the sides, by their index, that have won for themselves and not with their allies alone.
    """

    round: int
    sides: tuple[int, ...]
    group: str = ""
    slot: str = ""
    points: tuple[float, ...] | None = None
    winners: tuple[int, ...] | None = None
    played: bool = True
    clock_used: tuple[float, ...] = ()
    handicap: tuple[int, ...] = ()
    order: int = 0
    teams: tuple[int, ...] = ()
    boards: tuple[float, ...] = ()
    individually: tuple[int, ...] = ()

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return len(self.sides) == 1

    @property
    def is_decided(self) -> bool:
        """Whether the points are known."""
        return self.points is not None

    def points_of(self, entrant: int) -> float:
        """Return what an entrant of this meeting got; 0 while it is open."""
        return self.points[self.sides.index(entrant)] if self.points else 0.0

    @property
    def winning(self) -> tuple[int, ...]:
        """The indexes of the sides that have won; none while it is open, or where nobody has."""
        if self.winners is not None or self.points is None:
            return self.winners or ()
        best = max(self.points)
        return tuple(index for index, got in enumerate(self.points) if got == best > 0)

    def are_allies(self, first: int, second: int) -> bool:
        """Return whether two sides (indexes) win and lose together."""
        return first == second or bool(self.teams and self.teams[first] == self.teams[second])

    def against(self, own: int, other: int) -> float:
        """Return what the side `own` (an index) got off the side `other`, as in a game of two.

        At a larger table: a win off everybody with fewer points, half of it off everybody with as many.
        """
        points = self.points or (0.0,) * len(self.sides)
        if points[own] <= 0 or points[own] < points[other]:
            return 0.0
        return WIN if points[own] > points[other] else WIN / 2


Entrants = Sequence[Entrant]
Meetings = Sequence[Meeting]
#: The group of every entrant, and their number in it.
Places = dict[int, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table.

    Attributes:
        rank: place, from 1; shared by those whom nothing tells apart.
        breaks: the values of the tie-breaks, in the order of the table's columns.
        tie: what puts it ahead of the next line with as many points: the name of a tie-break, or `LEVEL` for nothing;
            "" where the points differ, or nobody of the two has played.
        byes: rounds in which nobody sat opposite, whatever they counted.
        won_individually: games won for oneself, of those that were won with allies.
    """

    entrant: int
    rank: int
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    breaks: tuple[float, ...] = ()
    note: str = ""
    tie: str = ""
    byes: int = 0
    won_individually: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one tier, pool or bracket.

    Attributes:
        columns: the names of the tie-breaks, in the order in which they decide.
        explained: a sentence for each column and for the points.
    """

    name: str
    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """Conditions beside its settings that a format may have to respect.

    Attributes:
        seats: how many sit at a table. blocked: pairs who are never paired.
        apart: pairs who are not paired as long as anything else is possible.
        by_hand: pairs of the next round that are fixed.
    """

    seats: int = 2
    blocked: frozenset[Pair] = field(default_factory=frozenset)
    apart: frozenset[Pair] = field(default_factory=frozenset)
    by_hand: tuple[tuple[int, int], ...] = ()

    @property
    def avoided(self) -> frozenset[Pair]:
        """Pairs who are better not paired, for whatever reason."""
        return self.blocked | self.apart


@dataclass(frozen=True, slots=True)
class Arrival:
    """The place of somebody who comes late: group, number in it, and the meetings that come with them."""

    group: str
    place: int
    meetings: tuple[Meeting, ...] = ()


class SettingError(ValueError):
    """A setting does not fit. `field` names it; the message is for the person who sets it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class Format(ABC):
    """Base of every format. Subclasses are stateless; `fields` make the form and check the settings."""

    id: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    fields: ClassVar[tuple[OptionField, ...]] = ()
    least_entrants: ClassVar[int] = 2
    #: The name of its only group.
    group: ClassVar[str] = ""
    #: Why nobody can enter any more now that it has begun.
    closed: ClassVar[str] = "The registration is closed."
    #: Whether titles for more than two can be played.
    any_seats: ClassVar[bool] = False
    #: Whether entrants may come in, and challenge, while it runs.
    is_open: ClassVar[bool] = False

    def offered(self, seats: int) -> tuple[OptionField, ...]:
        """Return the settings that mean something for games of so many."""
        return self.fields

    def normalise(self, raw: Mapping[str, Any], seats: int = 2) -> dict[str, Any]:
        """Return complete settings for games of so many. Raises rules.OptionError or SettingError."""
        known = {f.name: f for f in self.offered(seats)}
        for name in raw:
            if name not in known:
                raise SettingError(name[:40], f"{self.name} has no setting “{name[:40]}”.")
        settings = {name: f.normalise(raw.get(name, f.default)) for name, f in known.items()}
        self.check(settings)
        return settings

    def check(self, settings: Settings) -> None:  # noqa: B027  # a format may have nothing to check
        """Raise SettingError where settings contradict each other."""

    def prepare(self, entrants: Entrants, settings: Settings, draw: Draw) -> Places:
        """Return the group and place of every entrant when the event begins; both stay for its length."""
        return {e.id: (self.group, place) for place, e in enumerate(by_seed(entrants), start=1)}

    @abstractmethod
    def pair(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> list[Meeting]:
        """Return the meetings of the next round; [] when there is none. All open meetings are decided."""

    @abstractmethod
    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        """Return the standings. `weaker_side` is the index of the side that wins less often, if known."""

    def why_not_late(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> str:
        """Return why nobody can enter any more now that it has begun, in a sentence; "" if somebody can."""
        return self.closed

    def next_tiers(self, tables: Sequence[Table], settings: Settings) -> dict[int, int]:
        """Return the tier, from 1, of every entrant in what follows; {} where nobody goes up or down."""
        return {}

    def champions(self, tables: Sequence[Table]) -> list[int]:
        """Return who has won an event that is over, several if they share it; [] for nobody, or pools of their own."""
        if len(tables) != 1:
            return []
        here = [line for line in tables[0].lines if line.note != "left"]
        return [line.entrant for line in here if line.rank == here[0].rank and line.points > 0]

    def rounds(self, number: int, settings: Settings) -> int | None:
        """Return how many rounds `number` entrants will play, None where that is open."""
        return None

    @abstractmethod
    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        """Return the rules of the format with these settings in games of so many, as sentences for players."""


class OpenFormat(Format):
    """A format that, where its settings say so, lets people in after the beginning."""

    @abstractmethod
    def arrive(
        self, newcomer: int, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw
    ) -> Arrival:
        """Return where somebody finds their place who enters late. Only where `why_not_late` says nothing."""


def by_seed(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return those who are still there, the best seed first."""
    return sorted((entrant for entrant in entrants if entrant.active), key=lambda entrant: entrant.seed)


# -- counting ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """An entrant's results so far. `opponents` holds (opponent, what was got off them) for each game.

    `boards` are the board points of a team.
    """

    points: float = 0.0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    won_individually: int = 0
    boards: float = 0.0
    opponents: list[tuple[int, float]] = field(default_factory=list)


def tally(entrants: Iterable[Entrant], meetings: Iterable[Meeting]) -> dict[int, Tally]:
    """Return the tally of every entrant, over the decided meetings."""
    tallies = {e.id: Tally() for e in entrants}
    for meeting in meetings:
        if meeting.points is None or not (meeting.played or any(meeting.points)):
            continue  # open, or not played by anybody's fault
        winning = meeting.winning
        for index, entrant in enumerate(meeting.sides):
            if entrant not in tallies:
                continue
            own = tallies[entrant]
            own.points += meeting.points[index]
            own.boards += meeting.boards[index] if meeting.boards else 0.0
            if meeting.is_bye:
                own.byes += 1
                continue
            own.played += 1
            own.won_individually += index in meeting.individually
            own.opponents += [
                (other, meeting.against(index, place))
                for place, other in enumerate(meeting.sides)
                if not meeting.are_allies(index, place)
            ]
            if index not in winning:
                own.lost += 1
            elif len(winning) == len(meeting.sides):
                own.drawn += 1
            else:
                own.won += 1
    return tallies


def number_word(value: float) -> str:
    """Return a figure without a needless point: `3`, `2.5`, `0.67`.

    >>> number_word(3.0), number_word(2.5), number_word(2 / 3)
    ('3', '2.5', '0.67')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def line_of(entrant: Entrant, own: Tally, rank: int = 0) -> Line:
    """Return the line of an entrant, without tie-breaks."""
    note = "" if entrant.active else "left"
    return Line(
        entrant.id,
        rank,
        own.points,
        own.played,
        own.won,
        own.drawn,
        own.lost,
        note=note,
        won_individually=own.won_individually,
    )


def ranked(rows: Iterable[tuple[tuple[float, ...], Line]]) -> list[Line]:
    """Return lines in order of their keys, highest first; equal keys share a rank."""
    result: list[Line] = []
    rank, previous = 0, None
    for position, (key, line) in enumerate(sorted(rows, key=lambda row: row[0], reverse=True), start=1):
        if key != previous:
            rank, previous = position, key
        result.append(replace(line, rank=rank))
    return result

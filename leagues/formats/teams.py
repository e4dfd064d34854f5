"""Matches of teams: round robin and Swiss pair teams as they pair people, and a match is played on boards.

For the formats a team is an entrant and a match a meeting, worth match points; what the boards have brought stands
in `Meeting.boards`. A board is one game of two, or one table at which allies sit together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec.structs import replace as with_values

from leagues.formats import tie_breaks
from leagues.formats.base import WIN, Entrants, Meeting, Meetings, Pair, Settings, Table
from leagues.formats.round_robin import GAMES_PER_PAIR, PACE, GroupPlay, begin_words
from leagues.formats.swiss import Swiss, rounds_words
from leagues.formats.swiss_cost import POINTS, SIDES
from rules import OptionField

#: How many play for a team where every board is a game of two.
LEAST_BOARDS, MOST_BOARDS = 2, 8
#: The name of the only group of a round robin of teams.
GROUP = "Teams"

#: The seats of the two sides of a game, by their indexes.
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a team: entrants in the order of the boards, and those of them who are not there any more."""

    members: tuple[int, ...]
    absent: frozenset[int] = frozenset()


def allied_size(groups: Groups) -> int:
    """Return how many sit together on each of two sides of equal size; 0 where sides are of another kind.

    >>> allied_size(((0,), (1,))), allied_size(((0, 2), (1, 3))), allied_size(((0,), (1,), (2,)))
    (1, 2, 0)
    """
    return len(groups[0]) if len(groups) == 2 and len(groups[0]) == len(groups[1]) else 0


def games_of(
    match: Meeting,
    lineups: Mapping[int, Lineup],
    groups: Groups,
    blocked: frozenset[Pair] = frozenset(),
) -> dict[int, Meeting]:
    """Return the games of a match by the number of the board, from 1; {} for a bye.

    The first side of the match has the first side of the game on the odd boards, the second one on the even ones.
    Where somebody is not there, whoever sits opposite wins without playing; where both are missed, nobody does.
    Boards at which people who block each other would sit opposite are left out.
    """
    if match.is_bye:
        return {}
    size = allied_size(groups)
    first, second = (lineups[team] for team in match.sides)
    games = {}
    for board in range(min(len(first.members), len(second.members)) // size):
        part = slice(board * size, (board + 1) * size)
        parties = [first.members[part], second.members[part]]
        if any(frozenset((one, other)) in blocked for one in parties[0] for other in parties[1]):
            continue
        if board % 2:
            parties.reverse()
        seats = {
            seat: who
            for group, party in zip(groups, parties, strict=True)
            for seat, who in zip(group, party, strict=True)
        }
        sides = tuple(seats[seat] for seat in sorted(seats))
        missing = [any(who in (first.absent | second.absent) for who in party) for party in parties]
        games[board + 1] = _game(match, sides, groups, missing)
    return games


def _game(match: Meeting, sides: tuple[int, ...], groups: Groups, missing: Sequence[bool]) -> Meeting:
    """Return the game of a board, decided where one of its parties is not complete."""
    if not any(missing):
        return Meeting(match.round, sides, match.group, match.slot)
    winners = tuple(
        sorted(seat for group, gone in zip(groups, missing, strict=True) if not gone for seat in group)
    )
    points = tuple(WIN / len(winners) if seat in winners else 0.0 for seat in range(len(sides)))
    return Meeting(match.round, sides, match.group, match.slot, points, winners, played=False)


def scored(match: Meeting, games: Meetings, team_of: Mapping[int, int]) -> Meeting:
    """Return a match with what its games have brought so far: board points, and match points when all are decided.

    Args:
        team_of: the team of each entrant.
    """
    boards = [0.0, 0.0]
    for game in games:
        for side, points in zip(game.sides, game.points or (), strict=False):
            boards[match.sides.index(team_of[side])] += points
    decided = all(game.is_decided for game in games)
    return Meeting(
        match.round,
        match.sides,
        match.group,
        match.slot,
        match_points(boards) if decided else None,
        played=any(game.played for game in games),
        order=match.order,
        boards=(boards[0], boards[1]),
    )


def match_points(boards: Sequence[float]) -> tuple[float, float]:
    """Return the match points of two sides by their board points; nobody has any where no board has brought any.

    >>> match_points((5, 3)), match_points((4, 4)), match_points((0, 0))
    ((2.0, 0.0), (1.0, 1.0), (0.0, 0.0))
    """
    first, second = boards
    if first == second:
        return (WIN / 2, WIN / 2) if first else (0.0, 0.0)
    return (WIN, 0.0) if first > second else (0.0, WIN)


def rest(round_number: int, team: int, games: int, boards: int) -> Meeting:
    """Return a bye of a team: so many won matches, and a draw on each of so many boards of each of them."""
    return Meeting(
        round_number,
        (team,),
        points=(WIN * games,),
        played=False,
        boards=(games * boards * WIN / 2,),
    )


def complete(lineup: Lineup, groups: Groups) -> bool:
    """Return whether a team can still play: somebody of it is there; all of them, where allies sit together."""
    if allied_size(groups) > 1:
        return not lineup.absent
    return bool(set(lineup.members) - lineup.absent)


# -- the formats ---------------------------------------------------------------------------------

WORTH = (
    "Points are match points: a won match counts 2, a drawn one 1. The team with more board points wins the match; "
    "where no board has brought any, nobody does."
)


def _table(name: str, teams: Entrants, matches: Meetings, order: Sequence[str], settings: Settings) -> Table:
    return tie_breaks.standings(name, teams, matches, order, worth=WORTH, settings=settings)


class TeamRoundRobin(GroupPlay):
    """One group in which every team meets every other."""

    id = "round-robin"
    name = "Round robin of teams"
    group = GROUP
    summary = "Every team meets every other, board against board."
    any_seats = True
    fields: ClassVar[tuple[OptionField, ...]] = (
        OptionField(
            GAMES_PER_PAIR.name,
            "Matches of each pair of teams",
            "number",
            1,
            minimum=1,
            maximum=8,
            help="With two, the sides are swapped in the second.",
        ),
        PACE,
    )
    order: ClassVar[tuple[str, ...]] = ("boards", "direct", "sonneborn-berger")

    def offered(self, seats: int) -> tuple[OptionField, ...]:
        return self.fields

    def normalise(self, raw: Mapping[str, Any], seats: int = 2) -> dict[str, Any]:
        return super().normalise(raw, seats) | {"leavers": "walkover"}

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        return [_table(GROUP, entrants, meetings, self.order, settings)]

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        number = settings["games_per_pair"]
        times = {1: "one match", 2: "two matches, sides swapped in the second,"}.get(
            number, f"{number} matches, sides swapped from one to the next,"
        )
        return [f"Every team plays {times} against every other.", begin_words(settings)]


_OF_SWISS = {field.name: field for field in Swiss.fields}


class TeamSwiss(Swiss):
    """A Swiss in which teams are paired by their match points."""

    name = "Swiss of teams"
    summary = "A fixed number of rounds; your team meets teams that have done as well, none twice, board against board."
    any_seats = True
    fields: ClassVar[tuple[OptionField, ...]] = (
        _OF_SWISS["rounds"],
        OptionField(
            "games_per_round",
            "Matches in a round",
            "choice",
            "1",
            choices={"1": "One", "2": "Two against the same team, sides swapped"},
        ),
        with_values(
            _OF_SWISS["weights"],
            choices={
                POINTS: "Points: teams meet teams with as many; sides are balanced among them",
                SIDES: "Sides: they are balanced, even if teams meet that have more or fewer points",
            },
            help="For rounds of one match; with two, every team has both sides.",
        ),
    )
    order: ClassVar[tuple[str, ...]] = ("boards", "direct", "buchholz", "sonneborn-berger")

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        return [_table("Standings", entrants, meetings, self.order, settings)]

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        rounds = rounds_words(settings)
        how = (
            "two matches against the same team, sides swapped in the second"
            if settings["games_per_round"] == "2"
            else "one match"
        )
        return [
            f"{rounds}. In each every team plays {how}; no two teams meet again while that can be avoided.",
            "Your team meets teams with as many match points or, where that is not possible, about as many."
            if settings["weights"] == POINTS or settings["games_per_round"] == "2"
            else "Teams that had the same side more often do not meet while that can be avoided; among the "
            "others your team meets those with as many match points.",
            "If the number of teams is odd, one of the last, which has not rested before, rests: every match of the "
            "round counts as won, and in board points as a draw on every board.",
        ]


def match_words(boards: int, together: int, order: Iterable[str]) -> list[str]:
    """Return how teams play, as sentences for players.

    Args:
        boards: how many of them a team has. together: how many sit together at one board.
        order: names of the tie-breaks, as `tie_breaks.NAMES` knows them.
    """
    size = boards * together
    names = ", ".join(tie_breaks.NAMES[name] for name in order)
    if together > 1:
        sit = f"The {size} of a team sit together at one table, where they win and lose together."
        leave = "their team loses what it plays until a director has let somebody else take the place."
    else:
        sit = (
            f"A match is played on {boards} boards: board 1 against board 1, and so on. The sides alternate from board "
            "to board; which team begins with which is balanced from match to match."
        )
        leave = "their own board is lost and no other, until a director has let somebody else take it."
    return [
        f"Teams of {size} play for it. The captain founds the team and asks people in, who agree themselves.",
        sit,
        "A won game counts 2 board points for the team, a drawn one 1. Who has more board points wins the match: "
        f"2 match points, 1 each for a drawn one. Match points decide, then in this order: {names}.",
        "The captain orders the team until the registration closes. A team that is not complete then does not take "
        "part.",
        f"If somebody leaves, {leave}",
    ]

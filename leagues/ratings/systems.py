"""Rating systems (TOU-1, TOU-2): pure functions of the ratings before a game and its outcome."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from openskill.models import PlackettLuce

#: Games on a side until a rating counts as settled.
PROVISIONAL_GAMES = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating of one person on one side of a title.

    Attributes:
        value: the rating. spread: its uncertainty, one standard deviation; 0 in systems that have none.
        games: rated games on this side. wins: of these, won.
    """

    value: float
    spread: float = 0.0
    games: int = 0
    wins: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the rating rests on too few games to mean much."""
        return self.games < PROVISIONAL_GAMES


#: What is known of the seats of a game, each in the order of the seats.
Standings = Sequence[Standing]
Won = Sequence[bool]
Numbers = Sequence[int]


class System(ABC):
    """Base of every rating system."""

    id: ClassVar[str]
    name: ClassVar[str]
    words: ClassVar[str]

    @abstractmethod
    def start(self) -> Standing:
        """Return the rating of somebody who has not played."""

    def rate(self, before: Standings, won: Won, places: Numbers = (), teams: Numbers = ()) -> list[Standing]:
        """Return the ratings after a game, in the order of `before`.

        Args:
            before: the ratings of the seats.
            won: who has won; all or none means a draw.
            places: the place of each, from 1, those who are level alike; empty where a game tells winners only.
            teams: the number of the team of each, the same for allies; empty where everybody stands alone.
        """
        values = self.moved(before, won, places, teams)
        drawn = all(won) or not any(won)
        return [
            replace(new, games=old.games + 1, wins=old.wins + (1 if w and not drawn else 0))
            for old, new, w in zip(before, values, won, strict=True)
        ]

    @abstractmethod
    def moved(self, before: Standings, won: Won, places: Numbers, teams: Numbers) -> list[Standing]:
        """Return the ratings with their new values; args as in `rate`."""

    @abstractmethod
    def expected(self, first: Standing, second: Standing) -> float:
        """Return the chance that the first wins against the second, from 0 to 1."""


def sides_of(teams: Iterable[int]) -> list[list[int]]:
    """Return the indexes of those who play together, in the order in which their teams are first named.

    >>> sides_of([1, 2, 1, 2]), sides_of([3, 4, 5])
    ([[0, 2], [1, 3]], [[0], [1], [2]])
    """
    sides: dict[int, list[int]] = {}
    for index, team in enumerate(teams):
        sides.setdefault(team, []).append(index)
    return list(sides.values())


class OpenSkill(System):
    """OpenSkill (Plackett-Luce), for any number of players and for teams, in figures like those of Elo."""

    id = "openskill"
    name = "OpenSkill"
    words = (
        "Everybody begins at 1500 on each side. A rating moves more while little is known; it is marked "
        f"provisional for the first {PROVISIONAL_GAMES} games on that side."
    )

    def __init__(self) -> None:
        self._model = PlackettLuce(mu=1500.0, sigma=350.0, beta=175.0, tau=3.5)

    def start(self) -> Standing:
        return Standing(1500.0, 350.0)

    def moved(self, before: Standings, won: Won, places: Numbers, teams: Numbers) -> list[Standing]:
        sides = sides_of(teams or range(len(before)))
        if len(sides) < 2:
            return list(before)
        rank = [float(place) for place in places] or [0.0 if w else 1.0 for w in won]
        rated = self._model.rate(
            [
                [self._model.rating(mu=before[i].value, sigma=before[i].spread) for i in side]
                for side in sides
            ],
            ranks=[min(rank[i] for i in side) for side in sides],
        )
        after = list(before)
        for side, new in zip(sides, rated, strict=True):
            for i, player in zip(side, new, strict=True):
                after[i] = replace(before[i], value=player.mu, spread=player.sigma)
        return after

    def expected(self, first: Standing, second: Standing) -> float:
        teams = [[self._model.rating(mu=s.value, sigma=s.spread)] for s in (first, second)]
        return float(self._model.predict_win(teams)[0])


#: (difference up to which it holds, step if the favourite wins); the underdog wins 32 less that.
STEPS = (
    (10, 16),
    (33, 15),
    (56, 14),
    (79, 13),
    (102, 12),
    (126, 11),
    (151, 10),
    (178, 9),
    (207, 8),
    (236, 7),
    (270, 6),
    (308, 5),
    (352, 4),
    (409, 3),
    (499, 2),
)


def step(winner: float, loser: float) -> int:
    """Return by how much the winner rises and the loser falls.

    >>> step(500, 500), step(600, 500), step(500, 600), step(1200, 500), step(500, 1200)
    (16, 12, 20, 1, 31)
    """
    difference = abs(winner - loser)
    favourite = next((points for limit, points in STEPS if difference <= limit), 1)
    return favourite if winner >= loser else 32 - favourite


class Community(System):
    """The step table of the War of the Ring community: zero-sum, one rating for each side."""

    id = "community"
    name = "Community table"
    words = (
        "Everybody begins at 500 on each side. Winner and loser move by the same number: 16 between equals, "
        "down to 1 if the favourite wins, up to 31 if the underdog does. Only the sides played move."
    )

    def start(self) -> Standing:
        return Standing(500.0)

    def moved(self, before: Standings, won: Won, places: Numbers, teams: Numbers) -> list[Standing]:
        if len(before) != 2 or won[0] == won[1]:
            return list(before)
        winner, loser = (0, 1) if won[0] else (1, 0)
        points = step(before[winner].value, before[loser].value)
        result = list(before)
        result[winner] = replace(before[winner], value=before[winner].value + points)
        result[loser] = replace(before[loser], value=before[loser].value - points)
        return result

    def expected(self, first: Standing, second: Standing) -> float:
        return (32 - step(first.value, second.value)) / 32


SYSTEMS: dict[str, System] = {system.id: system for system in (OpenSkill(), Community())}


def is_active(games_of_year: int, mean: float) -> bool:
    """Return whether somebody counts as active in the community's list (TOU-14).

    At least 4 games in 365 days; 12 where the mean of both sides is 700 or more.
    """
    return games_of_year >= (12 if mean >= 700 else 4)

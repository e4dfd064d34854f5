"""Who of a team has won for himself, by Victory points of Nations (WR-19.8)."""

from collections.abc import Sequence
from typing import TypedDict

from rules.core.fields import FactField
from rules.core.table import LogLine
from rules.war_of_the_ring.position.box import players_of
from rules.war_of_the_ring.position.catalogue import FP, PLAYER, REGIONS, SH, Player
from rules.war_of_the_ring.position.players import seat_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.players.state import table_of


class Individual(TypedDict):
    """The points of every player by seat, and the seats of those who have won for themselves."""

    player_points: dict[str, int]
    individual_winners: list[str]


def points(s: State, player: Player) -> int:
    """Return the points of Settlements that a player's Nations took, less those that they lost.

    A player of the Free Peoples is measured by what his Nations have lost alone.
    """
    lost = sum(REGIONS[r].vp for r in s.captured if REGIONS[r].nation in player.nations)
    taken = sum(
        REGIONS[r].vp for r, who in table_of(s).takers.items() if who == player.id and r in s.captured
    )
    return (taken if player.side == SH else 0) - lost


FACT_FIELDS = (
    FactField(
        "number_of_players",
        "Players",
        "number",
        minimum=2,
        maximum=4,
        is_filter=True,
        help="How many played: of two nothing is said.",
    ),
    FactField(
        "individual_winners",
        "Won for themselves",
        "list",
        {id: player.name for id, player in PLAYER.items()},
        help="Of the team that won, whose Nations did best; several if they are level.",
    ),
)


class Facts(TypedDict):
    """The facts of this set in the record of a game."""

    number_of_players: int
    individual_winners: list[str]
    won_individually: list[str]


def facts(s: State, lines: Sequence[LogLine]) -> Facts:
    """Return how many have played, and who of them has won for himself, by player and by seat."""
    best = winners(s)
    return {
        "number_of_players": len(s.hands),
        "individual_winners": best,
        "won_individually": [seat_of(s, player) for player in best],
    }


def _winning(s: State) -> list[Player]:
    return [player for player in players_of(s.options) if player.side == s.winner]


def winners(s: State) -> list[str]:
    """Return the players of the team that has won who have done best, several if they are level (WR-19.8)."""
    winning = _winning(s)
    best = max((points(s, player) for player in winning), default=0)
    return [player.id for player in winning if points(s, player) == best]


def individual(s: State) -> Individual:
    """Return how each player has done, and who of the winning team has won for himself; several if they are level."""
    return {
        "player_points": {seat_of(s, player.id): points(s, player) for player in players_of(s.options)},
        "individual_winners": [seat_of(s, player) for player in winners(s)],
    }


def told(s: State) -> str:
    """Return a sentence about who of the two that have won has done better; "" where one player is the side."""
    team = sorted(_winning(s), key=lambda player: -points(s, player))
    if len(team) == 1:
        return ""
    verb, sign = ("lost", -1) if s.winner == FP else ("won", 1)
    better, other = (sign * points(s, player) for player in team)
    how = "The two are level" if better == other else f"Of the two, {team[0].name} is ahead"
    return f"{how}: {better} to {other} in Victory points {verb}."

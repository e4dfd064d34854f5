"""Who of a team has won for himself, by Victory points of Nations (WR-19.8)."""

from typing import TypedDict

from rules.war_of_the_ring.position.box import players_of
from rules.war_of_the_ring.position.catalogue import PLAYER, REGIONS, SH, Player
from rules.war_of_the_ring.position.players import seat_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.players.state import table_of, teams


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


def individual(s: State) -> Individual:
    """Return how each player has done, and who of the winning team has won for himself; several if they are level."""
    scores = {player.id: points(s, player) for player in players_of(s.options)}
    winning = [id for id in scores if PLAYER[id].side == s.winner]
    best = max((scores[id] for id in winning), default=0)
    winners = [id for id in winning if scores[id] == best] if s.winner in teams(s) else winning
    return {
        "player_points": {seat_of(s, id): score for id, score in scores.items()},
        "individual_winners": [seat_of(s, id) for id in winners],
    }

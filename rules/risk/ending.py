"""The end of a game, and who has won it (RK-3, RK-18, RK-20)."""

from typing import Any

from rules.core.errors import GameOver
from rules.core.table import Procedure, Table
from rules.risk.data import EVIL, GOOD, NEUTRAL, side_of
from rules.risk.setup import highest
from rules.risk.state import TEAM, State, allies, living, measure


def teams(s: State) -> list[tuple[str, ...]]:
    """Return those who win together and still play, in the order of turns."""
    return list(dict.fromkeys(allies(s.options, seat) for seat in living(s)))


def end_by_ring(t: Table[State]) -> Procedure[None]:
    """The Ring is destroyed: in teams good has won, else points are counted (RK-18.1, RK-20.5)."""
    s = t.state
    if s.options["players"] == TEAM:
        finish(t, tuple(seat for seat in s.seats if side_of(seat) == GOOD), "ring-destroyed")
    yield from count(t, "ring-destroyed")


def end_by_hunt(t: Table[State]) -> None:
    """The Ring is found: evil has won (RK-20.5)."""
    finish(t, tuple(seat for seat in t.state.seats if side_of(seat) == EVIL), "ring-found")


def end_by_conquest(t: Table[State]) -> None:
    """Only one player, or one side, is left: they have won, whatever the score (RK-3.6)."""
    left = teams(t.state)
    if len(left) == 1:
        finish(t, left[0], "conquest")


def count(t: Table[State], reason: str) -> Procedure[None]:
    """The highest score wins; ties are broken, at last by a die (RK-18.2, RK-18.3, RK-20.4)."""
    s = t.state
    found = {team: measure(s, *team) for team in teams(s)}
    best = [team for team, points in found.items() if points == max(found.values())]
    t.announce("counted", points={seat: measure(s, seat)[0] for seat in s.seats})
    if len(best) > 1:
        first = yield from highest(t, [team[0] for team in best], "tie")
        best = [team for team in best if team[0] == first]
    finish(t, best[0], reason)


def finish(t: Table[State], winners: tuple[str, ...], reason: str) -> None:
    """Say who has won. Raises GameOver."""
    s = t.state
    s.winners, s.reason = list(winners), reason
    t.announce("won", seats=list(winners), reason=reason)
    raise GameOver


def is_out(s: State, seat: str) -> bool:
    """Return whether a player holds nothing any more (RK-10.1)."""
    return seat != NEUTRAL and seat in s.seats and seat not in s.holders.values()


def leading(s: State) -> tuple[str, ...]:
    """Return those who stand best by points, and by what breaks ties (RK-18.2, RK-18.3)."""
    found = {team: measure(s, *team) for team in teams(s)}
    best = max(found.values())
    return tuple(seat for seat in s.seats for team in found if seat in team and found[team] == best)


def places(s: State) -> list[list[str]]:
    """Return the seats from the first to the last, those who are level or allied together (RK-3.7, RK-18, RK-20.4).

    Who has been eliminated comes behind all others, the first of them last.
    """
    everybody = list(dict.fromkeys(allies(s.options, seat) for seat in s.seats))
    ranks: dict[tuple[Any, ...], list[str]] = {}
    for team in everybody:
        left = [seat for seat in team if seat not in s.out]
        gone = max((s.out.index(seat) for seat in team if seat in s.out), default=-1)
        rank = (team[0] in s.winners, bool(left), measure(s, *team) if left else (gone,))
        ranks.setdefault(rank, []).extend(team)
    return [ranks[rank] for rank in sorted(ranks, reverse=True)]

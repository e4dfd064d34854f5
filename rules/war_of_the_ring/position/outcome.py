"""Victory: tested after every atomic change and at the end of the turn (WR-17)."""

from rules.core.errors import GameOver
from rules.core.table import Table
from rules.war_of_the_ring.position.catalogue import FP, SH, Side
from rules.war_of_the_ring.position.state import State, victory_points

SHADOW_POINTS = 10
FREE_POINTS = 4
CORRUPTION = 12
CRACK_OF_DOOM = 5


def _win(t: Table[State], side: Side, reason: str) -> None:
    t.state.winner = side
    t.state.reason = reason
    t.announce("game-won", side=side, reason=reason)
    raise GameOver


def corrupt(t: Table[State], amount: int, cause: str) -> None:
    """Add Corruption; 12 ends the game at once (WR-17.1)."""
    if amount <= 0:
        return
    fellowship = t.state.fellowship
    fellowship.corruption = min(CORRUPTION, fellowship.corruption + amount)
    t.announce("corrupted", amount=amount, corruption=fellowship.corruption, cause=cause)
    if fellowship.corruption >= CORRUPTION:
        _win(t, SH, "corruption")


def heal(t: Table[State], amount: int, cause: str) -> None:
    """Remove Corruption, never below 0."""
    fellowship = t.state.fellowship
    healed = min(amount, fellowship.corruption)
    if healed > 0:
        fellowship.corruption -= healed
        t.announce("healed", amount=healed, corruption=fellowship.corruption, cause=cause)


def check_crack_of_doom(t: Table[State]) -> None:
    """The Ring-bearers on the last step with less than 12 Corruption win (WR-17.2)."""
    if t.state.fellowship.mordor == CRACK_OF_DOOM:
        _win(t, FP, "ring")


def check_military(t: Table[State]) -> None:
    """Phase 6: ten points for the Shadow, then four for the Free Peoples (WR-17.3 to 17.5)."""
    if victory_points(t.state, SH) >= SHADOW_POINTS:
        _win(t, SH, "military-shadow")
    if victory_points(t.state, FP) >= FREE_POINTS:
        _win(t, FP, "military-free-peoples")

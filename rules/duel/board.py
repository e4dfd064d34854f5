"""Units, Fortresses, coins and the Quest: the atomic changes, each followed by the victory test (DU-13.1)."""

from rules.core.errors import GameOver
from rules.core.table import Table
from rules.duel.data import FELLOWSHIP, QUEST_LENGTH, REGIONS, SAURON, SEATS, other
from rules.duel.state import State, presence, supply, support


def check_victory(t: Table[State]) -> None:
    """End the game if somebody has won; the active player first (DU-13.1, 13.6)."""
    s = t.state
    for seat in (s.active, other(s.active)):
        reasons = conditions(s, seat)
        if reasons:
            s.winners = [seat]
            s.reasons = reasons
            t.announce("game-won", seat=seat, reasons=reasons)
            raise GameOver


def most_regions(s: State) -> tuple[str, ...]:
    """Return the seats with presence in most regions (DU-13.5)."""
    counts = {seat: len(presence(s, seat)) for seat in SEATS}
    return tuple(seat for seat in SEATS if counts[seat] == max(counts.values()))


def conditions(s: State, seat: str) -> list[str]:
    """Return the victories that a side has reached, in the order of the headline (DU-13.2 to 13.4)."""
    met = []
    if s.sides[seat].quest >= QUEST_LENGTH:
        met.append("quest")
    if support(s, seat) >= 6:
        met.append("races")
    if len(presence(s, seat)) == len(REGIONS):
        met.append("conquest")
    return met


def gain_coins(t: Table[State], seat: str, amount: int, cause: str) -> None:
    """Take coins from the reserve, as many as it still holds (DU-14.1)."""
    s = t.state
    if s.options.get("coin_limit", True):
        amount = min(amount, s.reserve)
    if amount <= 0:
        t.announce("effect-skipped", seat=seat, why="no-reserve")
        return
    s.sides[seat].coins += amount
    s.reserve -= amount
    t.announce("coins-gained", seat=seat, amount=amount, cause=cause)


def pay(t: Table[State], seat: str, amount: int) -> None:
    """Pay coins to the reserve."""
    t.state.sides[seat].coins -= amount
    t.state.reserve += amount


def lose_coins(t: Table[State], seat: str, amount: int) -> None:
    """Make a side return coins, as many as it has (DU-14.2)."""
    lost = min(amount, t.state.sides[seat].coins)
    if lost == 0:
        t.announce("effect-skipped", seat=seat, why="no-coins")
        return
    pay(t, seat, lost)
    t.announce("coins-lost", seat=seat, amount=lost)


def place_units(t: Table[State], seat: str, region: str, amount: int) -> None:
    """Place Units together, limited by the supply, and resolve the conflict (DU-10.3, 10.4)."""
    s = t.state
    placed = min(amount, supply(s, seat))
    if placed == 0:
        t.announce("effect-skipped", seat=seat, why="no-supply")
        return
    s.units[region][seat] += placed
    t.announce("units-placed", seat=seat, region=region, amount=placed)
    conflict(t, region)
    check_victory(t)


def conflict(t: Table[State], region: str) -> None:
    """Remove equal numbers of Units of both sides (DU-10.3)."""
    here = t.state.units[region]
    lost = min(here[FELLOWSHIP], here[SAURON])
    if lost:
        here[FELLOWSHIP] -= lost
        here[SAURON] -= lost
        t.announce("conflict-resolved", region=region, lost=lost)


def move_unit(t: Table[State], seat: str, source: str, target: str) -> None:
    """Move one Unit over a connection and resolve the conflict (DU-10.5)."""
    s = t.state
    s.units[source][seat] -= 1
    s.units[target][seat] += 1
    t.announce("unit-moved", seat=seat, source=source, target=target)
    conflict(t, target)
    check_victory(t)


def remove_unit(t: Table[State], seat: str, region: str) -> None:
    """Remove one enemy Unit of `seat`'s opponent (DU-10.6)."""
    t.state.units[region][other(seat)] -= 1
    t.announce("unit-removed", seat=seat, region=region)
    check_victory(t)


def place_fortress(t: Table[State], seat: str, region: str) -> None:
    """Build the Fortress of a landmark (DU-7.3, 7.5)."""
    t.state.fortresses[region] = seat
    t.announce("fortress-placed", seat=seat, region=region)
    check_victory(t)


def remove_fortress(t: Table[State], seat: str, region: str) -> None:
    """Remove an enemy Fortress; its tile stays where it is (DU-7.5)."""
    del t.state.fortresses[region]
    t.announce("fortress-removed", seat=seat, region=region)
    check_victory(t)


def grant_extra_turn(t: Table[State], cause: str) -> None:
    """Note that another turn follows; they add up only by the option of the table (DU-11.3)."""
    s = t.state
    if s.extra_turn and not s.options.get("stack_extra_turns", False):
        return
    if s.extra_turn:
        s.further_extra_turns += 1
    s.extra_turn = True
    t.announce("extra-turn-granted", seat=s.active, cause=cause)

"""Effects on the map: place, move and remove Units, remove Fortresses, maneuver (DU-6, DU-7, DU-10)."""

from collections.abc import Sequence
from typing import Any

from rules.core.decisions import Refusal
from rules.core.table import Procedure, Table
from rules.duel import board
from rules.duel.data import CARDS, REGIONS, other
from rules.duel.follow_ups import choose
from rules.duel.state import State, supply

ICONS = {"move": "Move a Unit", "coin": "The enemy loses a coin", "remove": "Remove an enemy Unit"}
ICON_OF = {"move-units": "move", "opponent-loses-coins": "coin", "remove-enemy-units": "remove"}

REGION_IDS = tuple(REGIONS)


def region_label(region: str) -> str:
    """Return a region's name."""
    return REGIONS[region].name


def move_label(move: str) -> str:
    """Return `from>to` in words."""
    source, _, target = move.partition(">")
    return f"{REGIONS[source].name} to {REGIONS[target].name}"


# -- Units -------------------------------------------------------------------------------------------


def place_any(t: Table[State], seat: str, why: str) -> Procedure[None]:
    """Place one Unit in any region, or decline."""
    regions = list(REGIONS) if supply(t.state, seat) else []
    region = yield from choose(
        t,
        "place-any",
        "Place a Unit: in which region?",
        regions,
        region_label,
        why,
        nothing="no-supply",
    )
    if region is not None:
        board.place_units(t, seat, region, 1)


def place_fixed(t: Table[State], seat: str, region: str, amount: int) -> Procedure[None]:
    """Place a landmark's Units in its own region, or decline (DU-7.4)."""
    amount = min(amount, supply(t.state, seat))
    choice = yield from choose(
        t,
        "place-fixed",
        f"Place {amount} Unit{'s' if amount > 1 else ''} in {region_label(region)}?",
        [region] if amount else [],
        region_label,
        "DU-7.4",
        why_not=lambda choice: (
            ("not-its-region", f"These Units go to {region_label(region)} only.", "DU-7.5")
            if choice in REGION_IDS
            else None
        ),
        nothing="no-supply",
    )
    if choice is not None:
        board.place_units(t, seat, region, amount)


def place_red(t: Table[State], seat: str, card: str, tokens: Sequence[str]) -> Procedure[None]:
    """Place a red card's Units together in one of its regions (DU-6.5)."""
    effect = CARDS[card].effects[0]
    amount = effect["amount"] + ("humans-red-extra-unit" in tokens)
    regions = list(REGIONS) if "elves-red-anywhere" in tokens else list(effect["regions"])
    amount = min(amount, supply(t.state, seat))
    region = yield from choose(
        t,
        "place-red",
        f"Place {amount} Unit{'s' if amount > 1 else ''}: in which region?",
        regions if amount else [],
        region_label,
        "DU-6.5",
        why_not=lambda choice: _not_printed(choice, regions),
        nothing="no-supply",
    )
    if region is not None:
        board.place_units(t, seat, region, amount)


def _not_printed(choice: Any, regions: Sequence[str]) -> Refusal:
    if choice not in REGION_IDS:
        return None
    names = " or ".join(region_label(r) for r in regions)
    return "not-printed", f"{region_label(choice)} is not on this card: choose {names}.", "DU-6.5"


def _nothing_there(choice: Any, pawn: str, rule: str) -> Refusal:
    if choice not in REGION_IDS:
        return None
    return "no-target", f"There is no enemy {pawn} in {region_label(choice)}.", rule


def _no_move(s: State, seat: str, choice: Any) -> Refusal:
    source, _, target = choice.partition(">") if isinstance(choice, str) else ("", "", "")
    if source not in REGIONS or target not in REGIONS:
        return None
    if not s.units[source][seat]:
        return "no-unit", f"You have no Unit in {region_label(source)}.", "DU-10.5"
    if target not in REGIONS[source].adjacent:
        return (
            "not-connected",
            f"{region_label(source)} and {region_label(target)} are not connected.",
            "DU-10.1",
        )
    return None


def moves(s: State, seat: str) -> list[str]:
    """Return the possible moves of a Unit as `from>to`."""
    return [f"{r}>{to}" for r, x in REGIONS.items() if s.units[r][seat] for to in x.adjacent]


def move_units(t: Table[State], seat: str, amount: int) -> Procedure[None]:
    """Move Units one by one; the rest may be declined from any step on (DU-10.5, 14.5)."""
    for number in range(amount):
        options = moves(t.state, seat)
        left = amount - number
        move = yield from choose(
            t,
            "move-unit",
            f"Move a Unit ({left} move{'s' if left > 1 else ''} left).",
            options,
            move_label,
            "DU-10.5",
            skip="No more moves",
            why_not=lambda choice: _no_move(t.state, seat, choice),
            nothing="no-unit",
        )
        if move is None:
            return
        source, _, target = move.partition(">")
        board.move_unit(t, seat, source, target)


def remove_unit(t: Table[State], seat: str) -> Procedure[None]:
    """Remove one enemy Unit, or decline (DU-6.7)."""
    s = t.state
    options = [r for r in REGIONS if s.units[r][other(seat)]]
    region = yield from choose(
        t,
        "remove-unit",
        "Remove an enemy Unit: where?",
        options,
        region_label,
        "DU-6.7",
        why_not=lambda choice: _nothing_there(choice, "Unit", "DU-10.6"),
        nothing="no-enemy-unit",
    )
    if region is not None:
        board.remove_unit(t, seat, region)


def remove_fortress(t: Table[State], seat: str, why: str) -> Procedure[None]:
    """Remove one enemy Fortress, or decline."""
    s = t.state
    options = [r for r in REGIONS if s.fortresses.get(r) == other(seat)]
    region = yield from choose(
        t,
        "remove-fortress",
        "Remove an enemy Fortress: where?",
        options,
        region_label,
        why,
        why_not=lambda choice: _nothing_there(choice, "Fortress", "DU-7.5"),
        nothing="no-enemy-fortress",
    )
    if region is not None:
        board.remove_fortress(t, seat, region)


# -- maneuvers ---------------------------------------------------------------------------------------


def purple(t: Table[State], seat: str, card: str) -> Procedure[None]:
    """Resolve a purple card's icons in the owner's order (DU-6.7)."""
    icons: list[str] = []
    for effect in CARDS[card].effects:
        icons += [ICON_OF[effect["type"]]] * effect["amount"]
    while icons:
        kinds = [k for k in ICONS if k in icons]
        one_that_asks = len(kinds) == 1 and kinds[0] != "coin"
        icon = yield from choose(
            t,
            "maneuver-next",
            f"Which maneuver next ({len(icons)} left)?",
            kinds,
            ICONS,
            "DU-6.7",
            skip="" if one_that_asks else "End the card",
        )
        if icon is None:
            return
        icons.remove(icon)
        yield from maneuver(t, seat, icon)


def maneuver(t: Table[State], seat: str, icon: str) -> Procedure[None]:
    """Resolve one maneuver icon."""
    if icon == "move":
        yield from move_units(t, seat, 1)
    elif icon == "coin":
        board.lose_coins(t, other(seat), 1)
    else:
        yield from remove_unit(t, seat)


def ent_maneuvers(t: Table[State], seat: str) -> Procedure[None]:
    """Three maneuvers one after another, each after seeing the result of the one before (DU-9.8)."""
    for number in range(3):
        icon = yield from choose(
            t,
            "ent-maneuver",
            f"Choose a maneuver ({3 - number} left).",
            list(ICONS),
            ICONS,
            "DU-9.8",
            skip="No more",
        )
        if icon is None:
            return
        yield from maneuver(t, seat, icon)

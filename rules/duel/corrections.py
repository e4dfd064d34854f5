"""What of a position everybody sees, and can be set right by hand (DU-16.4)."""

from collections.abc import Iterable

from rules.core.corrections import Change, Correctable
from rules.core.errors import IllegalChoice
from rules.duel import board
from rules.duel.data import (
    CARDS,
    COINS,
    LANDMARKS,
    NAMES,
    QUEST_LENGTH,
    REGIONS,
    SEATS,
    SIDES,
    TOKENS,
    seat_name,
)
from rules.duel.state import State, faults, supply

DISCARDS, BOARD, SUPPLY, NOBODY = "discards", "board", "supply", "nobody"

_AREAS = {seat: f"the area of {seat_name(seat)}" for seat in SEATS}
_REGIONS = {id: region.name for id, region in REGIONS.items()}

OFFERED = (
    Correctable(
        id="units",
        label="Units",
        things={f"unit-{seat}": f"Unit of {seat_name(seat)}" for seat in SEATS},
        places={SUPPLY: "the supply", **_REGIONS},
        high=max(int(side["units"]) for side in SIDES.values()),
    ),
    Correctable(
        id="fortresses",
        label="Fortresses",
        things={f"fortress-{region}": f"Fortress in {name}" for region, name in _REGIONS.items()},
        values={**{seat: seat_name(seat) for seat in SEATS}, NOBODY: "nobody"},
    ),
    Correctable(
        id="coins",
        label="Coins",
        things={f"coins-{seat}": f"Coins of {seat_name(seat)}" for seat in SEATS},
        low=0,
        high=COINS,
    ),
    Correctable(
        id="quest",
        label="The Quest",
        things={f"quest-{seat}": f"Quest of {seat_name(seat)}" for seat in SEATS},
        low=0,
        high=QUEST_LENGTH,
    ),
    Correctable(
        id="cards",
        label="Cards that lie open",
        things={card: card for card in CARDS},
        places={**_AREAS, DISCARDS: "the discards"},
    ),
    Correctable(
        id="landmarks",
        label="Landmarks",
        things={f"landmark-{id}": f"Landmark {landmark.name}" for id, landmark in LANDMARKS.items()},
        places={BOARD: "the board", **_AREAS},
    ),
    Correctable(
        id="tokens",
        label="Alliance tokens",
        things={token: f"Token {token}" for token in TOKENS},
        places=_AREAS,
    ),
)


def other_names(id: str) -> Iterable[str]:
    """Return the further names of what can be set right: what a card or token is called, and bare sides and places."""
    if id in SEATS:
        return (id, seat_name(id))
    head, _, rest = id.partition("-")
    if head in ("unit", "coins", "quest", "fortress") and rest:
        return (f"{rest} {head}", f"{head} {rest}")
    return (NAMES[id],) if id in NAMES else ()


def set_right(s: State, change: Change) -> None:
    """Set one thing right. Raises IllegalChoice: it is not where the change says, or cannot be so."""
    owner = change.thing.rpartition("-")[2]
    if change.of == "units":
        _move_units(s, owner, change)
    elif change.of == "fortresses":
        region = change.thing.removeprefix("fortress-")
        s.fortresses.pop(region, None)
        if change.value != NOBODY:
            s.fortresses[region] = str(change.value)
    elif change.of == "coins":
        side = s.sides[owner]
        s.reserve += side.coins - int(change.value)
        side.coins = int(change.value)
    elif change.of == "quest":
        s.sides[owner].quest = int(change.value)
    else:
        thing = change.thing.removeprefix("landmark-") if change.of == "landmarks" else change.thing
        _pile(s, change.of, change.source, thing, change.thing).remove(thing)
        _pile(s, change.of, change.target).append(thing)


def _move_units(s: State, seat: str, change: Change) -> None:
    source, target = change.source, change.target
    there = supply(s, seat) if source == SUPPLY else s.units[source][seat]
    if there < change.count:
        where = "in the supply" if source == SUPPLY else f"in {REGIONS[source].name}"
        raise IllegalChoice("not-there", f"{seat_name(seat)} has {there} Units {where}.")
    if source != SUPPLY:
        s.units[source][seat] -= change.count
    if target != SUPPLY:
        s.units[target][seat] += change.count


def _pile(s: State, kind: str, place: str, thing: str = "", named: str = "") -> list[str]:
    """Return the things that lie somewhere. Raises IllegalChoice unless `thing` is among them."""
    if place in SEATS:
        pile: list[str] = getattr(s.sides[place], kind)
    else:
        pile = s.discards if place == DISCARDS else s.landmarks_up
    if thing and thing not in pile:
        of = next(one for one in OFFERED if one.id == kind)
        raise IllegalChoice("not-there", f"{of.things[named]} does not lie open in {of.places[place]}.")
    return pile


def faults_to_go_on(s: State) -> list[str]:
    """Return what keeps a position from being played on from: what is impossible, going on, or over (DU-16.4)."""
    problems = faults(s)
    if s.resolving is not None or s.revealed_tokens:
        problems.append("an effect is still going on: begin between two turns")
    if not s.winners:
        for seat in SEATS:
            problems += [f"{seat_name(seat)} has won already ({how})" for how in board.conditions(s, seat)]
    return problems

"""The position, and what can be read off it. It holds no card that nobody has seen in an order of its own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rules.risk.data import (
    ADVENTURES,
    ALONG_MOUNTAINS,
    CARDS,
    EDGES,
    IN_REGION,
    MISSIONS,
    NEIGHBOURS,
    REGIONS,
    STRONGHOLD_POINTS,
    TABLES,
    TERRITORIES,
    TERRITORY_CARDS,
    TERRITORY_POINTS,
    Seating,
    bridge_between,
    side_of,
)

#: Tables of four at which the two players of a side win together (RK-20).
ALLIANCE, TEAM = "alliance", "team"


class Army(msgspec.Struct):
    """A player's belongings beside the battalions on the board.

    Attributes:
        stock: battalions still to be placed while the game is set up.
        leaders: the territories of the Leaders on the board (RK-1.3).
        cards: Territory cards in hand. hand: Missions and Powers in hand.
        played: Missions claimed and Powers used; they count at the end (RK-12.2).
    """

    stock: int = 0
    leaders: list[str] = []
    cards: list[str] = []
    hand: list[str] = []
    played: list[str] = []


class Lasting(msgspec.Struct):
    """A card's effect until the next turn of who played it begins: closed territories or a bridge, a toll at sea."""

    card: str
    by: str
    where: list[str] = []


class Uprising(msgspec.Struct):
    """A Local Uprising that waits until its drawer holds the territory of a hidden card (RK-12.9)."""

    by: str
    card: str


class State(msgspec.Struct):
    """A position of Risk: The Lord of the Rings.

    Attributes:
        step: what comes next (`flow.STEPS`).
        seats: who plays, in the order of turns; `out` are those who have been eliminated, in that order.
        holders: who holds each territory; "" while it is open. battalions: how many stand there.
        stop: where the Fellowship is, from 0.
        territory_deck, adventure_deck: what lies there, in no order. adventure_discards lie face up; face_down are
            cards that were discarded unplayed, and who knows them.
        lasting: effects of cards that go on beyond a turn.
        conquered, site_conquered, extra_cards: what has happened in this turn (RK-9.4, RK-11.2).
        has_drawn: the player of this turn has drawn an Adventure card and plays no other any more (RK-15.4).
        has_doomed: the roll for the Ring has been made in this turn (RK-17.7).
        pinned: territories whose Leader stays there in this turn (RK-11.5).
    """

    options: dict[str, str | bool | int] = {}
    step: str = "deal"
    round: int = 1
    turn: int = 0
    seats: list[str] = []
    out: list[str] = []
    active: str = ""
    first: str = ""
    holders: dict[str, str] = {}
    battalions: dict[str, int] = {}
    armies: dict[str, Army] = {}
    stop: int = 0
    territory_deck: list[str] = []
    territory_discards: list[str] = []
    adventure_deck: list[str] = []
    adventure_discards: list[str] = []
    face_down: dict[str, list[str]] = {}
    uprising: Uprising | None = None
    lasting: list[Lasting] = []
    conquered: bool = False
    site_conquered: bool = False
    extra_cards: int = 0
    has_drawn: bool = False
    has_doomed: bool = False
    pinned: list[str] = []
    winners: list[str] = []
    reason: str = ""


def seating(options: Any) -> Seating:
    """Return who sits at a table with these options, and what they are dealt (RK-4.1, RK-4.2)."""
    players = options["players"]
    return TABLES[4 if players in (ALLIANCE, TEAM) else int(players)]


def initial_state(options: dict[str, Any]) -> State:
    """Return the setup before anything is dealt (RK-4)."""
    table = seating(options)
    return State(
        options=options,
        seats=list(table.seats),
        holders=dict.fromkeys(TERRITORIES, ""),
        battalions=dict.fromkeys(TERRITORIES, 0),
        armies={seat: Army(stock=table.stock) for seat in table.seats},
        territory_deck=sorted(TERRITORY_CARDS),
        adventure_deck=sorted(ADVENTURES),
    )


# -- who plays with whom -------------------------------------------------------------------------------


def is_teamed(options: Any) -> bool:
    """Return whether the two players of a side win together (RK-20)."""
    return options["players"] in (ALLIANCE, TEAM)


def allies(options: Any, seat: str) -> tuple[str, ...]:
    """Return the seats that win with `seat`, itself among them (RK-3.2, RK-20.2)."""
    seats = seating(options).seats
    if not is_teamed(options):
        return (seat,)
    return tuple(other for other in seats if side_of(other) == side_of(seat))


def knowers(s: State, seat: str) -> tuple[str, ...]:
    """Return who looks at the hand of a player: allies too, where the table says so (RK-20.3, RK-21.2)."""
    return allies(s.options, seat) if s.options["allies_see_hands"] else (seat,)


def are_allied(s: State, seat: str, holder: str) -> bool:
    """Return whether territories of `holder` are closed to invasions by `seat`."""
    return holder == seat or (is_teamed(s.options) and side_of(holder) == side_of(seat))


def living(s: State) -> list[str]:
    """Return who still plays, in the order of turns."""
    return [seat for seat in s.seats if seat not in s.out]


def after(s: State, seat: str) -> list[str]:
    """Return all seats in the order of turns, beginning with `seat`."""
    place = s.seats.index(seat)
    return [*s.seats[place:], *s.seats[:place]]


# -- the board -----------------------------------------------------------------------------------------


def held(s: State, seat: str) -> list[str]:
    """Return the territories of a player, in the order of the map."""
    return [territory for territory, holder in s.holders.items() if holder == seat]


def regions_held(s: State, *seats: str) -> list[str]:
    """Return the regions of which every territory is held by one of `seats` (RK-1.4)."""
    holders = s.holders
    return [region for region, inside in IN_REGION.items() if all(holders[x] in seats for x in inside)]


def strongholds_held(s: State, seat: str) -> list[str]:
    return [territory for territory in held(s, seat) if TERRITORIES[territory].stronghold]


def closed_territories(s: State) -> set[str]:
    """Return the territories from and into which nobody invades (RK-12.7)."""
    return {place for x in s.lasting if x.card == "winter-storms" for place in x.where}


def closed_bridges(s: State) -> set[str]:
    """Return the bridges that only Leaders cross (RK-12.14)."""
    return {place for x in s.lasting if x.card.startswith("you-shall-not-pass") for place in x.where}


def has_leader(s: State, seat: str, territory: str) -> bool:
    return seat in s.armies and territory in s.armies[seat].leaders


def may_lead(s: State, seat: str, territory: str) -> bool:
    """Return whether a Leader of a player is there and may go on in this turn (RK-11.5)."""
    return has_leader(s, seat, territory) and territory not in s.pinned


def seaborne(origin: str, target: str) -> bool:
    """Return whether the way between two territories is a sea line (RK-1.7)."""
    return EDGES.get((origin, target)) == "sea"


def steps(s: State, *, with_leader: bool) -> Mapping[str, Sequence[str]]:
    """Return where battalions may go in one step, by territory, whoever holds it (RK-1.6, RK-12.14).

    Whatever moves them asks here: invasions (RK-7.2), fortifying (RK-13.4), a withdrawal (RK-12.17).

    Args:
        with_leader: whether a Leader of theirs goes along, who alone takes them over a closed bridge.
    """
    shut = () if with_leader else closed_bridges(s)
    return _steps_past(frozenset(shut)) if shut else NEIGHBOURS


@lru_cache(64)
def _steps_past(shut: frozenset[str]) -> Mapping[str, Sequence[str]]:
    return {
        here: [there for there in around if bridge_between(here, there) not in shut]
        for here, around in NEIGHBOURS.items()
    }


def may_cross(s: State, origin: str, target: str, *, with_leader: bool) -> bool:
    """Return whether battalions may go from one territory to another in one step, as `steps` says."""
    return target in steps(s, with_leader=with_leader)[origin]


def invasions(s: State, seat: str, *, spare: int = 2, mountains: bool = False) -> Iterator[tuple[str, str]]:
    """Yield origin and target of every invasion that a player may declare now (RK-7.2).

    Args:
        spare: how many battalions the origin needs; one is enough with Ambush!.
        mountains: along ranges of mountains instead of over land, bridges and sea.
    """
    closed, alone, led = closed_territories(s), steps(s, with_leader=False), steps(s, with_leader=True)
    holders, battalions = s.holders, s.battalions
    friends = set(allies(s.options, seat))
    for origin in holders:
        if holders[origin] != seat or battalions[origin] < spare or origin in closed:
            continue
        ways = led if alone is led or may_lead(s, seat, origin) else alone
        for target in (ALONG_MOUNTAINS if mountains else ways)[origin]:
            if holders[target] not in friends and target not in closed:
                yield origin, target


def joined(s: State, origin: str, *, with_leader: bool) -> list[str]:
    """Return the territories that battalions may be moved to from `origin` (RK-13.1, RK-13.4)."""
    holder, ways = s.holders[origin], steps(s, with_leader=with_leader)
    seen, edge = {origin}, [origin]
    while edge:
        here = edge.pop()
        for there in ways[here]:
            if there not in seen and s.holders[there] == holder:
                seen.add(there)
                edge.append(there)
    seen.discard(origin)
    return [territory for territory in TERRITORIES if territory in seen]


def threat(s: State, territory: str) -> int:
    """Return how many battalions of enemies stand beside a territory (RK-22.5)."""
    holder = s.holders[territory]
    return sum(s.battalions[x] for x in NEIGHBOURS[territory] if not are_allied(s, holder, s.holders[x]))


# -- points --------------------------------------------------------------------------------------------


def adventure_points(s: State, seat: str) -> int:
    """Return what the Missions and Powers before a player count (RK-18.2)."""
    return sum(points_of(card, seat) for card in s.armies[seat].played)


def points_of(card: str, seat: str) -> int:
    """Return what a Mission or Power counts before a player."""
    return (MISSIONS.get(card) or CARDS[card]).points[side_of(seat)]


def score(s: State, seat: str) -> int:
    """Return a player's points (RK-18.2)."""
    return (
        TERRITORY_POINTS * len(held(s, seat))
        + STRONGHOLD_POINTS * len(strongholds_held(s, seat))
        + sum(REGIONS[region].bonus for region in regions_held(s, seat))
        + adventure_points(s, seat)
    )


def measure(s: State, *seats: str) -> tuple[int, int, int, int]:
    """Return points, territories, strongholds and points of cards of players together, as ties are broken (RK-18.3)."""
    return (
        sum(score(s, seat) for seat in seats),
        sum(len(held(s, seat)) for seat in seats),
        sum(len(strongholds_held(s, seat)) for seat in seats),
        sum(adventure_points(s, seat) for seat in seats),
    )

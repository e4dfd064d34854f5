"""The fixed facts of the game: map, cards, numbers of the setup. Loaded once from `data/`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parent / "data"

GOOD, EVIL = "good", "evil"
#: Who holds the territories that nobody plays, with two players or after somebody has resigned (RK-19, RK-23.2).
NEUTRAL = "neutral"
ARCHER, RIDER, EAGLE, WILD = "elven-archer", "dark-rider", "eagle", "wild"
SYMBOLS = (ARCHER, RIDER, EAGLE)
LAND, BRIDGE, SEA = "land", "bridge", "sea"
MISSION, EVENT, POWER = "mission", "event", "power"


class Region(msgspec.Struct, frozen=True):
    """A group of territories, worth `bonus` battalions and points to whoever holds all of it (RK-1.4)."""

    name: str
    bonus: int


class Territory(msgspec.Struct, frozen=True):
    """One of the 64 areas; `alignment` and `symbol` are those of its card (RK-1.1, RK-1.5)."""

    name: str
    region: str
    alignment: str
    symbol: str
    stronghold: str = ""
    site: str = ""
    port: bool = False


class Edge(msgspec.Struct, frozen=True):
    """Two territories that are adjacent, and by what: land, bridge or sea (RK-1.6)."""

    ends: tuple[str, str]
    kind: str


class Range(msgspec.Struct, frozen=True):
    """Mountains, and the territories along them (RK-12.15)."""

    name: str
    territories: tuple[str, ...]


class Stop(msgspec.Struct, frozen=True):
    """A stop of the Fellowship's path; with a `die` it may be held up there (RK-17.1)."""

    territory: str
    die: bool


class Mission(msgspec.Struct, frozen=True):
    """A Site of Power to bring a Leader to (RK-11).

    `scope` says where the battalions may stand: `territory`, `region`, `anywhere`; or `card`, a Territory card instead.
    `good` and `evil` are the rewards of the sides, `points` what the card counts at the end.
    """

    title: str
    territory: str
    scope: str
    good: int
    evil: int
    points: dict[str, int]


class Card(msgspec.Struct, frozen=True):
    """An Event or a Power: when it is played (`window`), and what it does in our own words (RK-12)."""

    title: str
    kind: str
    window: str
    text: str

    @property
    def points(self) -> Mapping[str, int]:
        """What the card counts at the end for a player of either side: a Power one, an Event nothing (RK-18.2)."""
        return CARD_POINTS[self.kind]


class _Map(msgspec.Struct):
    regions: dict[str, Region]
    territories: dict[str, Territory]
    edges: list[Edge]
    ranges: dict[str, Range]
    path: list[Stop]


class _Adventures(msgspec.Struct):
    missions: dict[str, Mission]
    cards: dict[str, Card]


class Army(msgspec.Struct, frozen=True):
    """One of the four colours, and its side."""

    name: str
    side: str


class Seating(msgspec.Struct, frozen=True):
    """A table for so many: its seats in their order, battalions of each, what each side is dealt (RK-4.2)."""

    seats: tuple[str, ...]
    stock: int
    good: dict[str, int]
    evil: dict[str, int]
    neutral: int


def _load(name: str, kind: Any) -> Any:
    return msgspec.json.decode((DATA / name).read_bytes(), type=kind)


_map: _Map = _load("map.json", _Map)
_adventures: _Adventures = _load("adventure-cards.json", _Adventures)
_setup: dict[str, Any] = json.loads((DATA / "setup.json").read_text(encoding="utf-8"))

SECTIONS: Mapping[str, str] = json.loads((DATA / "sections.json").read_text(encoding="utf-8"))
REGIONS = _map.regions
TERRITORIES = _map.territories
RANGES = _map.ranges
PATH = tuple(_map.path)
MOUNT_DOOM = len(PATH) - 1
MISSIONS = _adventures.missions
CARDS = _adventures.cards
ADVENTURES = (*MISSIONS, *CARDS)
EVENTS = tuple(id for id, card in CARDS.items() if card.kind == EVENT)

ARMIES = {id: Army(**army) for id, army in _setup["armies"].items()}
SEATS = tuple(ARMIES)
TABLES = {int(n): msgspec.convert(table, Seating) for n, table in _setup["tables"].items()}
NEUTRAL_BATTALIONS: int = _setup["neutral_battalions"]
LEADERS: int = _setup["leaders"]
FIRST_TERRITORY_CARDS: int = _setup["first_hand"]["territory"]
FIRST_ADVENTURES: int = _setup["first_hand"]["adventure"]
ADVENTURE_HAND: int = _setup["adventure_hand"]
TERRITORY_HAND: int = _setup["territory_hand"]
DIVISOR: int = _setup["reinforcement"]["divisor"]
FEWEST_REINFORCEMENTS: int = _setup["reinforcement"]["minimum"]
STRONGHOLD_REINFORCEMENT: int = _setup["reinforcement"]["stronghold"]
ATTACK_DICE: int = _setup["attack_dice"]
DEFENCE_DICE: int = _setup["defence_dice"]
FELLOWSHIP_LEAVES: int = _setup["fellowship_leaves"]
RING_FOUND: int = _setup["ring_found"]
SET_VALUES: dict[str, int] = _setup["sets"]
ONE_OF_EACH = "one-of-each"
TERRITORY_POINTS: int = _setup["points"]["territory"]
STRONGHOLD_POINTS: int = _setup["points"]["stronghold"]
CARD_POINTS: dict[str, dict[str, int]] = {
    kind: dict.fromkeys((GOOD, EVIL), _setup["points"][kind]) for kind in (EVENT, POWER)
}

#: The card of each territory, and the wild ones.
CARD_OF = {territory: f"card-{territory}" for territory in TERRITORIES}
WILD_CARDS = tuple(f"card-wild-{n + 1}" for n in range(_setup["wild_cards"]))
TERRITORY_OF = {card: territory for territory, card in CARD_OF.items()}
TERRITORY_CARDS = (*TERRITORY_OF, *WILD_CARDS)
SYMBOL_OF = {card: TERRITORIES[territory].symbol for card, territory in TERRITORY_OF.items()} | dict.fromkeys(
    WILD_CARDS, WILD
)

STRONGHOLDS = tuple(id for id, x in TERRITORIES.items() if x.stronghold)
SITES = tuple(id for id, x in TERRITORIES.items() if x.site)
#: By region, its territories.
IN_REGION = {region: tuple(id for id, x in TERRITORIES.items() if x.region == region) for region in REGIONS}
#: How two adjacent territories are joined, by both orders of the two.
EDGES = {ends: edge.kind for edge in _map.edges for ends in (edge.ends, edge.ends[::-1])}
NEIGHBOURS = {id: tuple(b for a, b in EDGES if a == id) for id in TERRITORIES}
#: Bridges, as `from>to` in the order of the map.
BRIDGES = tuple(">".join(edge.ends) for edge in _map.edges if edge.kind == BRIDGE)
#: By territory, what lies along the same mountains.
ALONG_MOUNTAINS = {
    id: tuple(
        dict.fromkeys(x for r in RANGES.values() if id in r.territories for x in r.territories if x != id)
    )
    for id in TERRITORIES
}


def side_of(holder: str) -> str:
    """Return the side of an army, `neutral` for the neutral one."""
    return ARMIES[holder].side if holder in ARMIES else NEUTRAL


def title_of(card: str) -> str:
    """Return the title of an Adventure card, the name of a Territory card."""
    if card in MISSIONS:
        return MISSIONS[card].title
    if card in CARDS:
        return CARDS[card].title
    return "Wild card" if card in WILD_CARDS else TERRITORIES[TERRITORY_OF[card]].name


@cache
def bridge_between(a: str, b: str) -> str:
    """Return the bridge that joins two territories, "" if none does."""
    return next((x for x in (f"{a}>{b}", f"{b}>{a}") if x in BRIDGES), "")

"""The fixed facts of the game: map, Nations, figures, characters, tiles, cards. Loaded once from `data/`."""

from __future__ import annotations

import json
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

FP = "free-peoples"
SH = "shadow"
SIDES = (FP, SH)
Side = str

DATA = Path(__file__).parent / "data"


def _load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


class Region(msgspec.Struct, frozen=True):
    """A region of the map. `vp` is what its capture is worth to the enemy of its owner (WR-0.15)."""

    id: str
    name: str
    nation: str | None
    settlement: Literal["stronghold", "city", "town", "fortification", "none"]
    vp: int
    adjacent: tuple[str, ...]
    coast: bool


class Nation(msgspec.Struct, frozen=True):
    """A Nation: its side, its steps to war at the start, whether it starts active, its figures."""

    id: str
    name: str
    side: Side
    steps: int
    active: bool
    figures: dict[str, int]


class Character(msgspec.Struct, frozen=True):
    """A Companion, Gollum or a Minion. Level 99 stands for unlimited movement."""

    id: str
    name: str
    side: Side
    kind: str
    level: int
    leadership: int
    can_activate: frozenset[str]
    extra_die: int
    abilities: frozenset[str]
    #: Where he enters play by a die, or speaks for the Nation that he can advance.
    regions: tuple[str, ...]
    speaks_for: str | None


class Tile(msgspec.Struct, frozen=True):
    """A Hunt tile. `value` is a number, `eye` or `die`."""

    id: str
    kind: str
    value: int | str
    reveal: bool
    stop: bool
    card: str | None

    @property
    def standard(self) -> bool:
        return self.kind == "standard"

    @property
    def words(self) -> str:
        """What the tile shows (`3`, `Eye with reveal and stop`)."""
        icons = [name for name, shown in (("reveal", self.reveal), ("stop", self.stop)) if shown]
        return str(self.value).capitalize() + (f" with {' and '.join(icons)}" if icons else "")


class Card(msgspec.Struct, frozen=True):
    """An Event card: its Event half is in `cards/`, its Combat half is `combat`."""

    id: str
    title: str
    side: Side
    deck: Literal["character", "strategy"]
    play_with: Literal["character", "army", "muster"]
    duration: str
    combat: str


class CombatCard(msgspec.Struct, frozen=True):
    """The Combat half shared by several cards."""

    id: str
    title: str
    side: Side
    initiative: tuple[int, ...]


_map = _load("map.json")
REGIONS: dict[str, Region] = {
    id: Region(id, r["name"], r["nation"], r["settlement"], r["vp"], tuple(sorted(r["adjacent"])), r["coast"])
    for id, r in _map["regions"].items()
}
ALIASES: dict[str, str] = _map["aliases"]
GROUPS: dict[str, list[str]] = _map["groups"]
ADJACENT: dict[str, tuple[str, ...]] = {id: r.adjacent for id, r in REGIONS.items()}
#: Regions that touch each other along mountains or walls that nobody crosses (WR-1.8).
IMPASSABLE: dict[str, frozenset[str]] = {id: frozenset(r["impassable"]) for id, r in _map["regions"].items()}

NATIONS: dict[str, Nation] = {
    id: Nation(id, n["name"], n["side"], n["steps"], n["active"], n["figures"])
    for id, n in _load("nations.json").items()
}
#: The top of the Political Track: steps from war (WR-0.16).
TOP_STEP = 3
FP_NATIONS = tuple(n for n, nation in NATIONS.items() if nation.side == FP)
SH_NATIONS = tuple(n for n, nation in NATIONS.items() if nation.side == SH)

CHARACTERS: dict[str, Character] = {
    c["id"]: Character(
        c["id"],
        c["name"],
        c["side"],
        c["kind"],
        99 if c["level"] == "unlimited" else c["level"],
        c["leadership"],
        frozenset(c["can_activate"]),
        c["extra_die"],
        frozenset(c["abilities"]),
        tuple(c.get("regions", ())),
        c.get("speaks_for"),
    )
    for c in _load("characters.json")
    if c["kind"] != "nazgul-figure"
}
COMPANIONS = tuple(c for c, x in CHARACTERS.items() if x.kind == "companion")
MINIONS = tuple(c for c, x in CHARACTERS.items() if x.kind == "minion")
CAPTAINS = frozenset(c for c, x in CHARACTERS.items() if "captain-of-the-west" in x.abilities)
HOBBITS = frozenset(c for c, x in CHARACTERS.items() if "take-them-alive" in x.abilities)
#: Where Saruman stands and never leaves.
(ORTHANC,) = CHARACTERS["saruman"].regions

TILES: dict[str, Tile] = {t["id"]: Tile(**t) for t in _load("hunt-tiles.json")}
CARDS: dict[str, Card] = {
    c["id"]: Card(c["id"], c["title"], c["side"], c["deck"], c["play_with"], c["duration"], c["combat"])
    for c in _load("event-cards.json")
}
COMBAT_CARDS: dict[str, CombatCard] = {
    id: CombatCard(id, c["title"], c["side"], tuple(c["initiative"]))
    for id, c in _load("combat-cards.json").items()
}
SETUP: dict[str, Any] = _load("setup.json")
#: The sections of the rules, by number.
SECTIONS: dict[str, str] = _load("sections.json")
#: The numbers, regions and figures that the Event halves name, by card.
EVENT_FACTS: dict[str, dict[str, Any]] = _load("event-facts.json")
TILE_OF_CARD: dict[str, str] = {t.card: id for id, t in TILES.items() if t.card}

FP_DIE = ("character", "character", "muster", "muster-army", "event", "will-of-the-west")
SH_DIE = ("character", "army", "muster", "muster-army", "event", "eye")
FACES = {FP: FP_DIE, SH: SH_DIE}

# -- figures: a kind is `<nation>-regular`, `<nation>-elite`, `<nation>-leader`, or `nazgul` ---------

NAZGUL = "nazgul"
UNITS = tuple(f"{n}-{t}" for n in NATIONS for t in ("regular", "elite"))
LEADERS = tuple(f"{n}-leader" for n in FP_NATIONS)
FIGURES = (*UNITS, *LEADERS, NAZGUL)
UNIT_SET = frozenset(UNITS)
LEADER_SET = frozenset(LEADERS)
NATION_OF: dict[str, str] = {
    **{f"{n}-{t}": n for n in NATIONS for t in ("regular", "elite", "leader")},
    NAZGUL: "sauron",
}
SIDE_OF: dict[str, Side] = {kind: NATIONS[n].side for kind, n in NATION_OF.items()}
TOTALS: dict[str, int] = {
    **{f"{n}-{t}": NATIONS[n].figures[t] for n in NATIONS for t in ("regular", "elite")},
    **{f"{n}-leader": NATIONS[n].figures["leader"] for n in FP_NATIONS},
    NAZGUL: NATIONS["sauron"].figures["nazgul"],
}

# -- settlements ---------------------------------------------------------------------------------

SETTLEMENTS = tuple(r for r, x in REGIONS.items() if x.settlement in ("stronghold", "city", "town"))
STRONGHOLDS = frozenset(r for r, x in REGIONS.items() if x.settlement == "stronghold")
CITIES = frozenset(r for r, x in REGIONS.items() if x.settlement == "city")
GREAT = STRONGHOLDS | CITIES  # a City or Stronghold
ORIGINAL: dict[str, Side] = {r: NATIONS[REGIONS[r].nation or ""].side for r in SETTLEMENTS}
SETTLEMENTS_OF: dict[str, tuple[str, ...]] = {
    n: tuple(r for r in SETTLEMENTS if REGIONS[r].nation == n) for n in NATIONS
}


def enemy(side: Side) -> Side:
    """Return the other side."""
    return SH if side == FP else FP


@cache
def distances(region: str) -> dict[str, int]:
    """Return the number of steps from `region` to every region, armies ignored."""
    steps = {region: 0}
    queue = deque([region])
    while queue:
        here = queue.popleft()
        for there in ADJACENT[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def region_name(region: str) -> str:
    """Return the region's name as printed on maps."""
    return REGIONS[region].name


def figure_name(kind: str) -> str:
    """Return a figure's or character's name (`Gondor Elite`, `Nazgûl`, `Strider`)."""
    if kind in CHARACTERS:
        return CHARACTERS[kind].name
    if kind == NAZGUL:
        return "Nazgûl"
    nation, _, sort = kind.rpartition("-")
    return f"{NATIONS[nation].name} {sort.capitalize()}"

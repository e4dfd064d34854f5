"""Everything there is, by id: map, Nations, figures, and what each set brings: characters, dice, tiles, cards.

A set is a folder under `sets/`: the base game, or an expansion. What is in one game says its box (`box.py`).
"""

import json
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.core.stages import Stage

FP = "free-peoples"
SH = "shadow"
SIDES = (FP, SH)
Side = str

DATA = Path(__file__).parent.parent / "data"


def _load(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


class Set(msgspec.Struct, frozen=True):
    """A set of the game: the base game, or one that the option `option` brings to a table, by any of `values`.

    Without `values` it is an expansion, which is on or off. `version` is that of its rules and data as coded, `stage`
    how far they are; `order` says where its things stand in lists.
    """

    id: str
    name: str
    option: str | None
    order: int
    version: int
    values: tuple[str, ...] = ()
    stage: Stage = "draft"

    @property
    def is_expansion(self) -> bool:
        """Whether it is an expansion, with figures and cards of its own."""
        return self.option is not None and not self.values

    def is_brought_by(self, value: object) -> bool:
        """Return whether its option brings it to a table with this value."""
        return value in self.values if self.values else bool(value)

    @property
    def folder(self) -> Path:
        """Where its data and its code lie."""
        return SETS_FOLDER / self.id

    @property
    def handbook(self) -> Path | None:
        """What its rules say to players; the base game's are `handbook.md` of the title."""
        path = self.folder / "handbook.md"
        return path if path.exists() else None


SETS_FOLDER = Path(__file__).parent.parent / "sets"
#: Every set whose folder is there, the base game first. Data alone, without a package, are no set yet.
SETS: dict[str, Set] = {
    found.id: found
    for found in sorted(
        (
            msgspec.json.decode((package.parent / "data" / "set.json").read_bytes(), type=Set)
            for package in SETS_FOLDER.glob("*/__init__.py")
        ),
        key=lambda one: one.order,
    )
}


def told(name: str) -> Iterator[tuple[Set, Any]]:
    """Yield what each set has in a file of its data, of those that have it."""
    for one in SETS.values():
        path = one.folder / "data" / name
        if path.exists():
            yield one, json.loads(path.read_text(encoding="utf-8"))


def _joined(name: str) -> dict[str, Any]:
    """Return a table that every set adds to."""
    return {key: value for _, table in told(name) for key, value in table.items()}


class Player(msgspec.Struct, frozen=True):
    """A player of the rules: his side, his Nations, and the persons whom he alone moves or brings (WR-19.1).

    With two a player is called as his side.
    """

    id: str
    name: str
    side: Side
    nations: frozenset[str]
    persons: frozenset[str] = frozenset()


#: The players of a game, in seating order, by the value of the option that says how many they are.
PLAYERS: dict[str, tuple[Player, ...]] = {
    number: msgspec.convert(players, tuple[Player, ...])
    for number, players in _joined("players.json").items()
}
PLAYER = {player.id: player for players in PLAYERS.values() for player in players}


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


class Strength(msgspec.Struct, frozen=True):
    """A character's part in the Combat Strength of his Army, and where he adds it only in his own Nation."""

    amount: int
    #: Only while his Army is attacked inside this Nation.
    defending: str | None = None


class Leading(msgspec.Struct, frozen=True):
    """Units that are Leaders too while a character is on the map: anywhere, or in his own region and in battle only."""

    kind: str
    where: Literal["anywhere", "region"]


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A Companion, Gollum or a Minion. Level 99 stands for unlimited movement; `state.level_of` says what it is now."""

    id: str
    name: str
    set: str
    side: Side
    kind: Literal["companion", "gollum", "minion"]
    level: int
    leadership: int
    can_activate: frozenset[str]
    #: Standard Action dice that he adds while he is in play.
    extra_die: int
    abilities: frozenset[str]
    #: The name by which cards and rules know him in every form: one person is in the game in one form at a time.
    person: str
    #: The form whose place he takes.
    former: str | None
    #: Where he enters play by a die, or speaks for the Nation that he can advance.
    regions: tuple[str, ...]
    speaks_for: str | None
    #: He moves as Nazgûl do, and counts as one.
    flies: bool
    strength: Strength | None
    leads: Leading | None
    #: As Guide he leaves the Fellowship for one Hunt damage less.
    absorbs: bool
    #: Lost as a Hunt casualty outside Mordor he is put on the map.
    taken_alive: bool
    #: Nobody else guides while he is in the Fellowship.
    always_guides: bool
    #: He is in play in the Fellowship alone: who would be outside is discarded.
    only_inside: bool
    #: He stays where he is when his Army is gone.
    stays: bool
    #: A Minion who does not open the way to Gandalf the White.
    lesser: bool
    #: His special Action die.
    special_die: str | None
    #: His Level for the effects of Combat cards, where that is not his own.
    combat_level: int
    #: His Leadership in the first round of a battle.
    first_leadership: int


class Tile(msgspec.Struct, frozen=True):
    """A Hunt tile. `value` is a number, `eye` or `die`."""

    id: str
    set: str
    kind: str
    value: int | str
    reveal: bool
    stop: bool
    card: str | None
    #: What is on it where there is no number.
    name: str = ""
    #: Not a standard one, it is in the pool from the start all the same, and comes back as those do.
    from_the_start: bool = False

    @property
    def standard(self) -> bool:
        return self.kind == "standard"

    @property
    def circulates(self) -> bool:
        """Whether it is in the pool from the start, and comes back when an empty pool is filled (WR-15.11)."""
        return self.standard or self.from_the_start

    @property
    def special(self) -> bool:
        """Whether it comes by a card, and waits for Mordor (WR-15.13)."""
        return self.kind.endswith("-special")

    @property
    def words(self) -> str:
        """What the tile shows (`3`, `Eye with reveal and stop`)."""
        icons = [name for name, shown in (("reveal", self.reveal), ("stop", self.stop)) if shown]
        return (self.name or str(self.value).capitalize()) + (f" with {' and '.join(icons)}" if icons else "")


class DieKind(msgspec.Struct, frozen=True):
    """A kind of Action die: the standard die of a side, whose id is the side, or the special die of a character.

    `faces` are its six results, `stars` the numbers of those that can cost the die, from 0: while the person
    `leaves_with` is in play. With the character `yields_to` in play it leaves the game. `ring`: an Elven Ring may
    change it.
    """

    id: str
    set: str
    name: str
    side: Side
    faces: tuple[str, ...]
    stars: frozenset[int] = frozenset()
    owner: str | None = None
    leaves_with: str | None = None
    yields_to: str | None = None
    ring: bool = False

    @property
    def standard(self) -> bool:
        return self.id == self.side


class Card(msgspec.Struct, frozen=True):
    """An Event card: its Event half is in `cards/`, its Combat half is `combat`."""

    id: str
    set: str
    title: str
    side: Side
    #: A `special` card is in no deck; it has neither an icon nor a Combat half.
    deck: Literal["character", "strategy", "special"]
    play_with: Literal["character", "army", "muster"] | None
    duration: str
    combat: str
    #: The card whose place it takes in its deck.
    replaces: str | None
    #: Who alone may play it where a side has several players (WR-19.5); nobody in particular if empty.
    seats: frozenset[str] = frozenset()


class UniqueFigure(msgspec.Struct, frozen=True):
    """A figure that there is once and that has a name: a Leader of his Nation whom a set brings.

    He is in no reinforcements; his set says where he is when he is not on the map.
    """

    id: str
    set: str
    name: str
    nation: str


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


def _character(one: Set, facts: dict[str, Any]) -> Character:
    level = 99 if facts["level"] == "unlimited" else facts["level"]
    return Character(
        id=facts["id"],
        name=facts["name"],
        set=one.id,
        side=facts["side"],
        kind=facts["kind"],
        level=level,
        leadership=facts["leadership"],
        can_activate=frozenset(facts["can_activate"]),
        extra_die=facts["extra_die"],
        abilities=frozenset(facts["abilities"]),
        person=facts.get("person", facts["id"]),
        former=facts.get("former"),
        regions=tuple(facts.get("regions", ())),
        speaks_for=facts.get("speaks_for"),
        flies=facts.get("flies", False),
        strength=msgspec.convert(facts["strength"], Strength) if "strength" in facts else None,
        leads=msgspec.convert(facts["leads"], Leading) if "leads" in facts else None,
        absorbs=facts.get("absorbs", False),
        taken_alive=facts.get("taken_alive", False),
        always_guides=facts.get("always_guides", False),
        only_inside=facts.get("only_inside", False),
        stays=facts.get("stays", False),
        lesser=facts.get("lesser", False),
        special_die=facts.get("special_die"),
        combat_level=facts.get("combat_level", level),
        first_leadership=facts.get("first_leadership", facts["leadership"]),
    )


CHARACTERS: dict[str, Character] = {
    c["id"]: _character(one, c)
    for one, people in told("characters.json")
    for c in people
    if c["kind"] != "nazgul-figure"
}
COMPANIONS = tuple(c for c, x in CHARACTERS.items() if x.kind == "companion")
#: Who leads otherwise in the first round of a battle.
LEAD_AT_FIRST = tuple(c for c, x in CHARACTERS.items() if x.first_leadership != x.leadership)
MINIONS = tuple(c for c, x in CHARACTERS.items() if x.kind == "minion")
#: Every form of a person: the characters that cards and rules know by one name.
FORMS: dict[str, tuple[str, ...]] = {
    person: tuple(c for c, x in CHARACTERS.items() if x.person == person)
    for person in dict.fromkeys(x.person for x in CHARACTERS.values())
}
#: The persons who are Hobbits, the Ring-bearers left out.
HOBBITS = frozenset(x.person for x in CHARACTERS.values() if "take-them-alive" in x.abilities)
#: Who guides the Ring-bearers when no Companion is left.
(GOLLUM,) = (c for c, x in CHARACTERS.items() if x.kind == "gollum")
#: Units that can be Leaders too, with the characters by whom they are (WR-10.11).
LED: dict[str, tuple[str, ...]] = {
    kind: tuple(c for c, x in CHARACTERS.items() if x.leads and x.leads.kind == kind)
    for kind in dict.fromkeys(x.leads.kind for x in CHARACTERS.values() if x.leads)
}
#: Where Saruman stands and never leaves.
(ORTHANC,) = CHARACTERS["saruman"].regions

DICE: dict[str, DieKind] = {
    id: msgspec.convert({"id": id, "set": one.id, **facts}, DieKind)
    for one, kinds in told("dice.json")
    for id, facts in kinds.items()
}
#: The faces of a side's standard die.
FACES: dict[Side, tuple[str, ...]] = {side: DICE[side].faces for side in SIDES}

TILES: dict[str, Tile] = {
    t["id"]: Tile(set=one.id, **t) for one, tiles in told("hunt-tiles.json") for t in tiles
}
CARDS: dict[str, Card] = {
    c["id"]: Card(
        c["id"],
        one.id,
        c["title"],
        c["side"],
        c["deck"],
        c["play_with"],
        c["duration"],
        c["combat"] or "",
        c.get("replaces"),
        frozenset(c.get("seats", ())),
    )
    for one, cards in told("event-cards.json")
    for c in cards
}
COMBAT_CARDS: dict[str, CombatCard] = {
    id: CombatCard(id, c["title"], c["side"], tuple(c["initiative"]))
    for id, c in _joined("combat-cards.json").items()
}
SETUP: dict[str, Any] = _joined("setup.json")
#: The sections of the rules, by number.
SECTIONS: dict[str, str] = _joined("sections.json")
#: The numbers, regions and figures that the Event halves name, by card.
EVENT_FACTS: dict[str, dict[str, Any]] = _joined("event-facts.json")
#: The special tile that a card brings into play (WR-15.13).
TILE_OF_CARD: dict[str, str] = {
    t.card: id for id, t in TILES.items() if t.card and t.kind.endswith("-special")
}

# -- figures: a kind is `<nation>-regular`, `<nation>-elite`, `<nation>-leader`, `nazgul`, or a unique one ---

NAZGUL = "nazgul"
UNIQUE: dict[str, UniqueFigure] = {
    id: UniqueFigure(id=id, set=one.id, **facts)
    for one, figures in told("figures.json")
    for id, facts in figures.items()
}
UNITS = tuple(f"{n}-{t}" for n in NATIONS for t in ("regular", "elite"))
LEADERS = (*(f"{n}-leader" for n in FP_NATIONS), *UNIQUE)
FIGURES = (*UNITS, *LEADERS, NAZGUL)
UNIT_SET = frozenset(UNITS)
LEADER_SET = frozenset(LEADERS)
NATION_OF: dict[str, str] = {
    **{f"{n}-{t}": n for n in NATIONS for t in ("regular", "elite", "leader")},
    NAZGUL: "sauron",
    **{id: one.nation for id, one in UNIQUE.items()},
}
SIDE_OF: dict[str, Side] = {kind: NATIONS[n].side for kind, n in NATION_OF.items()}
#: How many figures of each kind there are that can be in reinforcements, and of all kinds.
POOLED: dict[str, int] = {
    **{f"{n}-{t}": NATIONS[n].figures[t] for n in NATIONS for t in ("regular", "elite")},
    **{f"{n}-leader": NATIONS[n].figures["leader"] for n in FP_NATIONS},
    NAZGUL: NATIONS["sauron"].figures["nazgul"],
}
TOTALS: dict[str, int] = {**POOLED, **dict.fromkeys(UNIQUE, 1)}

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


def flies(kind: str) -> bool:
    """Return whether a figure or character moves as Nazgûl do, and counts as one (WR-1.5)."""
    return kind == NAZGUL or (kind in CHARACTERS and CHARACTERS[kind].flies)


def region_name(region: str) -> str:
    """Return the region's name as printed on maps."""
    return REGIONS[region].name


#: Nations as their units bear them, where that is not the Nation's own name.
_OF_NATION = {
    "dwarves": "Dwarven",
    "elves": "Elven",
    "north": "North",
    "southrons-easterlings": "Southron & Easterling",
}


def figure_name(kind: str) -> str:
    """Return a figure's or character's name (`Gondor Elite`, `Elven Leader`, `Nazgûl`, `Strider`)."""
    if kind in CHARACTERS:
        return CHARACTERS[kind].name
    if kind == NAZGUL:
        return "Nazgûl"
    if kind in UNIQUE:
        return UNIQUE[kind].name
    nation, _, sort = kind.rpartition("-")
    return f"{_OF_NATION.get(nation) or NATIONS[nation].name} {sort.capitalize()}"


def within(id: str) -> str:
    """Return the name of a figure, a character or a Nation within a sentence (`the Witch-king`, `the North`)."""
    name = NATIONS[id].name if id in NATIONS else figure_name(id)
    return f"the {name[4:]}" if name.startswith("The ") else name

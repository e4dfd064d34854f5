"""The fixed facts of the game: cards, landmarks, tokens, board, layouts, track. Loaded once from `data/`."""

import json
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parent / "data"
FELLOWSHIP = "fellowship"
SAURON = "sauron"
SEATS = (FELLOWSHIP, SAURON)
SKILLS = ("ruse", "strength", "courage", "knowledge", "leadership")
RACES = ("elves", "ents", "hobbits", "humans", "dwarves", "wizards")


class Card(msgspec.Struct, frozen=True):
    """A chapter card. `skills` and `coins` are its cost; `gives` and `choice` the symbols it pays with."""

    id: str
    chapter: int
    colour: str
    label: str
    coins: int
    skills: dict[str, int]
    chain: str | None
    provides_chain: str | None
    gives: dict[str, int]
    choice: tuple[str, ...]
    race: str | None
    effects: tuple[dict[str, Any], ...]


class Landmark(msgspec.Struct, frozen=True):
    """A landmark tile: always a Fortress in its region, then `effects`."""

    id: str
    name: str
    region: str
    skills: dict[str, int]
    effects: tuple[dict[str, Any], ...]


class Token(msgspec.Struct, frozen=True):
    """An alliance token; `text` is our own wording of what it does."""

    id: str
    race: str
    immediate: bool
    label: str
    text: str


class Region(msgspec.Struct, frozen=True):
    """One of the seven regions; x and y in percent of the map."""

    id: str
    name: str
    adjacent: tuple[str, ...]
    landmark: str
    start: dict[str, int]
    x: float
    y: float


class Slot(msgspec.Struct, frozen=True):
    """A place of a chapter's display; `x` in half cards from the middle."""

    id: str
    row: int
    x: int
    up: bool
    covered_by: tuple[str, ...]


def _load(name: str, kind: Any) -> Any:
    return msgspec.json.decode((DATA / name).read_bytes(), type=kind)


CARDS: dict[str, Card] = {c.id: c for c in _load("chapter-cards.json", list[Card])}
LANDMARKS: dict[str, Landmark] = {x.id: x for x in _load("landmarks.json", list[Landmark])}
TOKENS: dict[str, Token] = {x.id: x for x in _load("alliance-tokens.json", list[Token])}
_board = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
REGIONS: dict[str, Region] = {r["id"]: msgspec.convert(r, Region) for r in _board["regions"]}
SIDES: dict[str, dict[str, Any]] = {s["id"]: s for s in _board["sides"]}
FIRST: str = _board["first"]
COINS: int = _board["coins"]
LAYOUTS: dict[int, dict[str, Slot]] = {
    layout["chapter"]: {s["id"]: msgspec.convert(s, Slot) for s in layout["slots"]}
    for layout in json.loads((DATA / "layouts.json").read_text(encoding="utf-8"))
}
_track = json.loads((DATA / "quest-track.json").read_text(encoding="utf-8"))
#: The sections of the rules, by number.
SECTIONS: dict[str, str] = json.loads((DATA / "sections.json").read_text(encoding="utf-8"))
QUEST_LENGTH: int = _track["length"]
BONUSES: dict[int, str] = {int(step): name for step, name in _track["bonuses"].items()}

CHAPTER_CARDS: dict[int, tuple[str, ...]] = {
    n: tuple(sorted(c for c, x in CARDS.items() if x.chapter == n)) for n in (1, 2, 3)
}
TOKENS_OF: dict[str, tuple[str, ...]] = {
    race: tuple(sorted(t for t, x in TOKENS.items() if x.race == race)) for race in RACES
}
DEALT = 20
SET_ASIDE = 3
FACE_UP_LANDMARKS = 3


#: For each card with a chain, the card that provides its symbol (each symbol is provided once).
CHAIN_SOURCE: dict[str, str] = {
    c: source
    for c, x in CARDS.items()
    for source, y in CARDS.items()
    if x.chain is not None and x.chain == y.provides_chain
}
#: What may be the cause of a question, by id, as players call it.
NAMES: dict[str, str] = {
    **{c: x.label for c, x in CARDS.items()},
    **{x.id: x.name for x in LANDMARKS.values()},
    **{x.id: x.label for x in TOKENS.values()},
    **{f"quest-{step}": f"Step {step} of the Quest" for step in BONUSES},
}


def other(seat: str) -> str:
    """Return the opponent."""
    return SAURON if seat == FELLOWSHIP else FELLOWSHIP


def seat_name(seat: str) -> str:
    """Return a side's name."""
    return str(SIDES[seat]["name"])

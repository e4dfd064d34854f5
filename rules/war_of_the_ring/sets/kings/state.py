"""The part of Kings of Middle-earth in a position (KM-15)."""

from typing import Any

import msgspec

from rules.war_of_the_ring.position import hunt_pool
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, TILES, UNIQUE, told
from rules.war_of_the_ring.position.state import FIELD, State, add, part_of

SET = "kings"

#: The words of what this set brings, by what they are the words of.
WORDS: dict[str, dict[str, str]] = next(data for one, data in told("words.json") if one.id == SET)


#: The cards of the Shadow that lie on the table.
DOUBTFUL, FOLLY, THREATS, PALANTIR = "kome-sh-char-25", "kome-sh-str-03", "kome-sh-str-05", "kome-sh-str-25"


class Sovereign(msgspec.Struct, frozen=True):
    """A King or Steward: his Nation, his figure as a Leader, where he is at home, what his token turns a die to.

    `resistance` is the Shadow that it takes to corrupt him; when he is corrupted, he is at `home`, and keeps figures of
    the sorts that he `bars` from being recruited: those of his Nation, or all at his home.
    """

    id: str
    figure: str
    nation: str
    home: str
    resistance: int
    token: str
    bars: frozenset[str]
    bars_at_home: bool


_SOVEREIGNS: list[dict[str, Any]] = next(data for one, data in told("sovereigns.json") if one.id == SET)
#: The five Sovereigns.
FACTS: dict[str, Sovereign] = {
    facts["id"]: msgspec.convert({**facts, "nation": UNIQUE[facts["figure"]].nation}, Sovereign)
    for facts in _SOVEREIGNS
}
SOVEREIGNS = tuple(FACTS)
#: The Dark Chieftains.
CHIEFTAINS = tuple(c for c, x in CHARACTERS.items() if x.set == SET and x.kind == "minion")
#: The figure of each Sovereign as a Leader, and whose a figure is.
LEADER_OF: dict[str, str] = {id: one.figure for id, one in FACTS.items()}
SOVEREIGN_OF: dict[str, str] = {figure: id for id, figure in LEADER_OF.items()}


class Kings(msgspec.Struct):
    """The part of a position that only this set knows.

    Attributes:
        corrupted: where each corrupted Sovereign in play stands.
        removed: Sovereigns who were corrupted and have left play.
        tiles: the Corruption tiles on each Sovereign, hidden ones and Kings tiles.
        seen: those of the hidden ones that the Free Peoples have looked at.
        attempted: the Sovereigns whom the Shadow has tried to corrupt this turn, but by a card.
        due: Sovereigns from whom the Free Peoples may take a tile when the action is over.
        tokens: the Ruler tokens of the Free Peoples, by their Sovereigns.
        token_used: one of them was used this turn.
        dismay: the Dismay tokens of the Shadow, by the Sovereigns whose Ruler tokens they were.
        pool: the Ruler dice that are rolled this turn.
        discarded: the die that each side has discarded this turn.
        used_in_battle: what may be used once in a battle and has been used in this one.
        palantir_used: the Palantír of Barad-dûr has turned a die this turn.
        fallen: Sovereigns of whose end nothing has been told yet, with the number of tiles that went back.
        filled: tiles that have filled the empty pool before those went back, of which nothing has been told yet.
    """

    corrupted: dict[str, str] = {}
    removed: list[str] = []
    tiles: dict[str, list[str]] = {}
    seen: dict[str, list[str]] = {}
    attempted: list[str] = []
    due: list[str] = []
    tokens: list[str] = []
    token_used: bool = False
    dismay: list[str] = []
    pool: list[str] = []
    discarded: dict[str, str] = {}
    used_in_battle: list[str] = []
    palantir_used: bool = False
    fallen: dict[str, int] = {}
    filled: list[str] = []


def kings(s: State) -> Kings:
    """Return the part of a position that this set knows; the set is in the game."""
    return part_of(s, SET, Kings)


def is_kings_tile(tile: str) -> bool:
    """Return whether a tile bears a crown: it lies open on a Sovereign, and does nothing there (KM-7.3)."""
    return TILES[tile].kind == SET


@hunt_pool.elsewhere.answer
def _on_sovereigns(s: State) -> list[str]:
    try:
        tiles = kings(s).tiles
    except msgspec.ValidationError:
        return []  # the checks say what is wrong with it
    return [tile for lying in tiles.values() for tile in lying]


def set_up(s: State) -> None:
    """Each Sovereign stands at home as a Leader more (KM-1.4)."""
    kings(s)
    for one in FACTS.values():
        add(s, FIELD[FP][one.home], one.figure)

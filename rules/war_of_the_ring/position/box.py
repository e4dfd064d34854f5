"""The box of a game: what is in it of all that there is, by the sets that its options bring (WR-0, WR-2)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rules.core.mends import Mend, mends_between
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    PLAYERS,
    SETS,
    SETUP,
    SIDES,
    TILES,
    Player,
    Side,
)

#: The set that is in every box.
BASE = "base"
_TEAMS = {
    number: {side: tuple(player for player in players if player.side == side) for side in SIDES}
    for number, players in PLAYERS.items()
}
#: A version of the rules takes so many numbers for each set (`Box.version`).
_VERSIONS = 1000
#: The sets that are in every box, and those that an option brings, in their order.
_ALWAYS = tuple(one.id for one in SETS.values() if one.option is None)
_OPTIONAL = tuple(one for one in SETS.values() if one.option is not None)
_OPTIONS = tuple(one.option for one in _OPTIONAL if one.option is not None)


class Box(msgspec.Struct, frozen=True):
    """The contents of one game, in the order of the catalogue.

    Attributes:
        sets: the sets, the base game first.
        cards: the Event cards, without those whose place others take.
        decks: the cards of each deck (`free-peoples/character`); cards of no deck are in none.
        characters: everybody who can be in play.
        party: the Companions with whom the Fellowship sets out, each in the form that nobody has to choose.
        company: everybody who can be in the Fellowship: of each of the party every form that the box has, and who
            joins it later.
        tiles: the Hunt tiles, special ones among them.
    """

    sets: tuple[str, ...]
    cards: tuple[str, ...]
    decks: dict[str, tuple[str, ...]]
    characters: tuple[str, ...]
    party: tuple[str, ...]
    company: tuple[str, ...]
    tiles: tuple[str, ...]

    @property
    def version(self) -> int:
        """The version of the rules of these sets as one number: that of the base game alone is its own.

        Each further set counts a thousand times as much as the one before it.
        """
        return sum(SETS[name].version * _VERSIONS ** SETS[name].order for name in self.sets)

    def standard_tiles(self) -> list[str]:
        """Return the tiles that are in the Hunt Pool from the start, as they lie there."""
        return sorted(tile for tile in self.tiles if TILES[tile].circulates)


def box_of(options: Mapping[str, Any]) -> Box:
    """Return what is in a game with these options. What they do not name is off."""
    for option in _OPTIONS:  # most games name none of them, and the box is asked for all the time
        if option in options:
            return _with(*map(options.get, _OPTIONS))
    return _box(_ALWAYS)


def mends_since(mends: Sequence[Mend], version: int, options: Mapping[str, Any]) -> tuple[Mend, ...] | None:
    """Return what was mended in the sets of a game since a version of its rules: see `Title.mends_since`."""
    sets = [SETS[name] for name in box_of(options).sets]
    former = {one.order: version // _VERSIONS**one.order % _VERSIONS for one in SETS.values()}
    if {order for order, number in former.items() if number} != {one.order for one in sets}:
        return None
    made: list[Mend] = []
    for one in sets:
        found = mends_between([mend for mend in mends if mend.set == one.id], former[one.order], one.version)
        if found is None:
            return None
        made += found
    return tuple(made)


def _number(options: Mapping[str, Any]) -> str:
    """Return how many play, as the option says it; two where it says nothing."""
    number: str = options.get("players", "2")
    return number


def players_of(options: Mapping[str, Any]) -> tuple[Player, ...]:
    """Return the players of a game with these options, in seating order."""
    return PLAYERS[_number(options)]


def team_of(options: Mapping[str, Any], side: Side) -> tuple[Player, ...]:
    """Return the players of a side in a game with these options, in seating order."""
    return _TEAMS[_number(options)][side]


def box_of_view(view: Mapping[str, Any]) -> Box:
    """Return what is in the game that a view shows; it names the sets where there are more than the base game."""
    return _box(tuple(view.get("sets", (BASE,))))


@lru_cache
def _with(*values: object) -> Box:
    brought = (one.id for one, value in zip(_OPTIONAL, values, strict=True) if one.is_brought_by(value))
    return _box((*_ALWAYS, *brought))


@lru_cache
def _box(sets: tuple[str, ...]) -> Box:
    replaced = {card.replaces for card in CARDS.values() if card.set in sets}
    cards = tuple(id for id, card in CARDS.items() if card.set in sets and id not in replaced)
    decks: dict[str, list[str]] = {}
    for id in cards:
        if CARDS[id].deck in ("character", "strategy"):
            decks.setdefault(f"{CARDS[id].side}/{CARDS[id].deck}", []).append(id)
    characters = tuple(id for id, one in CHARACTERS.items() if one.set in sets)
    party = tuple(SETUP["fellowship"]["companions"])
    persons = {CHARACTERS[id].person for id in party}
    return Box(
        sets,
        cards,
        {name: tuple(ids) for name, ids in decks.items()},
        characters,
        party,
        tuple(id for id in characters if CHARACTERS[id].person in persons or CHARACTERS[id].only_inside),
        tuple(id for id, one in TILES.items() if one.set in sets),
    )

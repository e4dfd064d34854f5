"""Sméagol: how he joins the Fellowship, guides it, and leaves it (LM-10)."""

from typing import Any

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import hunt_pool
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, GOLLUM, GREAT, ORIGINAL, SH, TILES, Tile
from rules.war_of_the_ring.position.moments import (
    COMPANIONS_LEFT,
    DECLARED,
    TILE_SEEN,
    TILES_SHOWN,
    Journey,
    Left,
    Looked,
    Shown,
)
from rules.war_of_the_ring.position.state import LEVEL, State, unconquered
from rules.war_of_the_ring.quest import company, fellowship, hunt
from rules.war_of_the_ring.sets.lords.cards.table_cards import SHALL_GET_IT
from rules.war_of_the_ring.sets.lords.state import lords

T = Table[Any]
SMEAGOL = "smeagol"


def is_his(tile: Tile | None) -> bool:
    """Return whether a tile is one of Sméagol's."""
    return tile is not None and tile.kind == "smeagol"


def is_here(s: State) -> bool:
    """Return whether Sméagol is in the Fellowship."""
    return SMEAGOL in s.fellowship.companions


def may_come(s: State) -> bool:
    """Return whether neither he nor Gollum has been in play (LM-10.1); once Gollum guides he always does."""
    return not lords(s).smeagol_seen and s.fellowship.guide != GOLLUM


@TILE_SEEN.reaction(10, lambda s, shown: is_his(shown.tile))
def smeagols_tile(t: T, shown: Shown) -> Procedure[None]:
    """He joins, or does the Fellowship no harm; without him another tile is drawn (LM-10.1, 10.3, 10.4)."""
    tile = shown.tile
    assert tile is not None
    if _settles(t, tile):
        shown.settled = True
    else:
        yield from hunt.draw_another(t, shown)


def _settles(t: T, tile: Tile) -> bool:
    """Take a tile of his out of the game, and let him come by it if he may; returns False: another is drawn for it."""
    s = t.state
    s.tiles_drawn.remove(tile.id)
    s.tiles_removed.append(tile.id)
    t.announce("tiles-removed", tiles=[tile.id])
    if may_come(s):
        _joins(t)
    return is_here(s)


@TILES_SHOWN.reaction(10, lambda s, looked: any(is_his(TILES[tile]) for tile in looked.tiles))
def smeagols_tiles_at_a_card(t: T, looked: Looked) -> Procedure[None]:
    """A card has drawn some of his tiles, to look at them: they bring him all the same (LM-10.1, 10.3, 10.4)."""
    for tile in [tile for tile in looked.tiles if is_his(TILES[tile])]:
        looked.tiles.remove(tile)
        if not _settles(t, TILES[tile]):
            yield from look_at_another(t, looked)


def look_at_another(t: T, looked: Looked) -> Procedure[None]:
    """Draw a further tile for a card, in the place of one that is gone; one of his is never it."""
    other = yield from hunt_pool.take_tile(t, without=looked.tiles)
    t.announce("tile-drawn", tile=other.id, cause=looked.card)
    if not is_his(other):
        looked.tiles.append(other.id)
    elif not _settles(t, other):
        yield from look_at_another(t, looked)


def _joins(t: T) -> None:
    s = t.state
    lords(s).smeagol_seen = True
    s.fellowship.companions.append(SMEAGOL)
    t.announce("smeagol-joins")
    s.fellowship.guide = SMEAGOL
    t.announce("guide-appointed", character=SMEAGOL)


@LEVEL.of(SMEAGOL)
def level(s: State) -> int:
    """Return his Level: the highest of the other Companions in the Fellowship (LM-10.2)."""
    return max((CHARACTERS[c].level for c in s.fellowship.companions if c != SMEAGOL), default=0)


@COMPANIONS_LEFT.effect
def smeagol_leaves(t: T, left: Left) -> None:
    """When he has left, We Shall Get It comes into play; when he is alone, he is Gollum (LM-10.6, 10.7)."""
    s = t.state
    if SMEAGOL in left.companions:
        s.table[SH].append(SHALL_GET_IT)
        t.announce("card-comes", side=SH, card=SHALL_GET_IT)
    elif s.fellowship.companions == [SMEAGOL]:
        s.fellowship.companions.remove(SMEAGOL)
        s.eliminated.append(SMEAGOL)
        t.announce("smeagol-becomes-gollum")


@fellowship.declaring_matters.answer
def _drives_him_away(s: State, region: str) -> bool:
    """Whether he does not bear to be declared in a region (LM-4.3)."""
    return is_here(s) and region in GREAT and ORIGINAL[region] == FP and unconquered(s, region)


@DECLARED.reaction(5, lambda s, journey: _drives_him_away(s, journey.target))
def smeagol_is_driven_away(t: T, journey: Journey) -> Procedure[None]:
    """Declared in a City or Stronghold of the Free Peoples, the Fellowship loses him."""
    yield from company.lose_companion(t, SMEAGOL)

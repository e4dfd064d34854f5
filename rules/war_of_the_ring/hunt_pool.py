"""The pool of Hunt tiles: what lies in it, what is drawn, and when it is filled again (WR-15.11, WR-15.13)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.chance import Draw
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.catalogue import TILES, Tile
from rules.war_of_the_ring.state import State


def take_tile(t: Table[State], *, without: Sequence[str] = ()) -> Procedure[Tile]:
    """Draw a tile from the pool; an empty pool is filled again first, `without` some if it can be (WR-15.11)."""
    s = t.state
    refill(t, without=without)
    refill(t)
    drawn: list[str] = yield Draw("hunt-tile", tuple(s.hunt_pool), 1)
    s.hunt_pool.remove(drawn[0])
    s.tiles_drawn.append(drawn[0])
    return TILES[drawn[0]]


def refill(t: Table[State], *, without: Sequence[str] = ()) -> None:
    """Put the drawn standard tiles back into an empty pool, `without` some (WR-15.11)."""
    s = t.state
    back = [tile for tile in s.tiles_drawn if TILES[tile].standard and tile not in without]
    if not s.hunt_pool and back:
        s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in back]
        s.hunt_pool = sorted(back)
        t.announce("hunt-pool-filled", tiles=list(s.hunt_pool))


def add_special_tile(t: Table[State], tile: str) -> None:
    """Bring a special tile into play: aside, or into the pool once the Ring-bearers are in Mordor (WR-15.13)."""
    s = t.state
    if s.fellowship.mordor is None:
        s.specials.append(tile)
    else:
        refill(t)  # the tile joins a pool that is never left empty (WR-15.11)
        s.hunt_pool = sorted([*s.hunt_pool, tile])
    t.announce("special-tile", tile=tile)


def put_back(t: Table[State], tiles: Sequence[str]) -> None:
    """Put tiles that others have replaced back into the pool."""
    s = t.state
    back = [tile for tile in tiles if tile in s.tiles_drawn]
    if back:
        s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in back]
        s.hunt_pool = sorted([*s.hunt_pool, *back])

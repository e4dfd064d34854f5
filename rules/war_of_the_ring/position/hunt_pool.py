"""The pool of Hunt tiles: what lies in it, what is drawn, and when it is filled again (WR-15.11, WR-15.13)."""

from collections.abc import Sequence

from rules.core.chance import Draw
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import TILES, Tile
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.voices import Voice, chained, first


def take_tile(t: Table[State], *, without: Sequence[str] = ()) -> Procedure[Tile]:
    """Draw a tile from the pool; an empty pool is filled again first, `without` some if it can be (WR-15.11)."""
    s = t.state
    refill(t, without=without)
    refill(t)
    tile = yield from draw(t, "hunt-tile")
    s.tiles_drawn.append(tile)
    return TILES[tile]


def draw(t: Table[State], name: str) -> Procedure[str]:
    """Take a tile out of the pool by chance, for everybody to see."""
    s = t.state
    drawn: list[str] = yield Draw(name, tuple(s.hunt_pool), 1)
    tile = drawn[0]
    tile = stands_in(s, tile) or tile
    s.hunt_pool.remove(tile)
    if is_secret(s):
        t.reveal()
    return tile


def refill(t: Table[State], *, without: Sequence[str] = ()) -> None:
    """Put the drawn tiles that circulate back into an empty pool, `without` some, and tell it (WR-15.11)."""
    if fill(t.state, without):
        t.announce("hunt-pool-filled", tiles=list(t.state.hunt_pool))


def fill(s: State, without: Sequence[str] = ()) -> bool:
    """Put the drawn tiles that circulate back into an empty pool; returns whether there were any."""
    back = [tile for tile in s.tiles_drawn if TILES[tile].circulates and tile not in without]
    if s.hunt_pool or not back:
        return False
    s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in back]
    s.hunt_pool = sorted(back)
    return True


def add_special_tile(t: Table[State], tile: str) -> None:
    """Bring a special tile into play: aside, or into the pool once the Ring-bearers are in Mordor (WR-15.13)."""
    s = t.state
    if s.fellowship.mordor is None:
        s.specials.append(tile)
    else:
        refill(t)  # the tile joins a pool that is never left empty (WR-15.11)
        s.hunt_pool = sorted([*s.hunt_pool, tile])
    t.announce("special-tile", tile=tile)


#: Whether what is in the pool is not for everybody to know, so that a tile that is drawn shows something.
is_secret: Voice[[], bool] = Voice(any)
#: Which tile of the pool comes to light for one that is drawn, where its id would tell more than its face.
stands_in: Voice[[str], str | None] = Voice(first)
#: The tiles that circulate and lie neither in the pool nor among those drawn or removed.
elsewhere: Voice[[], list[str]] = Voice(chained)


def put_back(t: Table[State], tiles: Sequence[str]) -> None:
    """Put tiles that others have replaced back into the pool."""
    s = t.state
    back = [tile for tile in tiles if tile in s.tiles_drawn]
    if back:
        s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in back]
        s.hunt_pool = sorted([*s.hunt_pool, *back])

"""The Mordor Track: entering, and each attempt to move (WR-16)."""

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, hunt_pool, outcome
from rules.war_of_the_ring.position.catalogue import TILES
from rules.war_of_the_ring.position.moments import Drawn
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.quest import hunt


def enter(t: Table[State]) -> None:
    """Put the Ring-bearers on the Mordor Track and make the Mordor pool (WR-16.1)."""
    s = t.state
    fellowship = s.fellowship
    fellowship.region = None
    fellowship.mordor = 0
    fellowship.progress = 0
    hunt_pool.refill(t)  # an empty pool has been filled again before it is made anew (WR-15.11)
    eyes = [tile for tile in s.tiles_drawn if TILES[tile].value == "eye"]
    s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in eyes]
    specials, s.specials = s.specials, []
    s.hunt_pool = sorted([*s.hunt_pool, *eyes, *specials])
    t.announce("mordor-entered")
    t.announce("mordor-pool-made", eyes=eyes, specials=specials, tiles=len(s.hunt_pool))


def step(t: Table[State]) -> Procedure[None]:
    """One attempt to move on the Mordor Track (WR-16.3, 16.7)."""
    s = t.state
    fellowship = s.fellowship
    damage = dice.eyes_in_box(s) + dice.movers_in_box(s)
    tile = yield from hunt.draw(t, Drawn("mordor", eye_damage=damage, by_hunt=True))
    if tile is None or not tile.stop:
        assert fellowship.mordor is not None
        fellowship.mordor += 1
        t.announce("mordor-step", step=fellowship.mordor)
    else:
        t.announce("mordor-stopped", step=fellowship.mordor)
    outcome.check_crack_of_doom(t)

"""The Hunt for the Ring: the roll, the tiles, the casualties (WR-15)."""

from functools import partial

from rules.core.chance import Dice
from rules.core.decisions import Decision, OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import hunt_pool, outcome
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, Tile, figure_name
from rules.war_of_the_ring.position.dice import eyes_in_box, movers_in_box
from rules.war_of_the_ring.position.moments import (
    CASUALTY,
    COMES_TO_LIGHT,
    DAMAGE,
    HUNT_ROLL,
    LAST_DAMAGE,
    REVEAL_DUE,
    REVEALED,
    TILE_DRAWN,
    TILE_DUE,
    TILE_SEEN,
    Damage,
    Drawn,
    HuntRoll,
    Shown,
    TileDue,
)
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import State, guide_can, level_of
from rules.war_of_the_ring.position.voices import Voice
from rules.war_of_the_ring.quest import company

HUNT_DICE = 5
#: How many of a number of Hunt dice are not rolled, as everybody knows.
fewer: Voice[[int], int] = Voice(sum)


# -- the roll ----------------------------------------------------------------------------------------


def hunt(t: Table[State], *, why: str = "hunt", spared: int = 0) -> Procedure[None]:
    """Roll for the Hunt after a move of the Fellowship, some dice spared (WR-15.1 to 15.4)."""
    successes = yield from roll(t, spared)
    if successes:
        yield from draw(t, Drawn(why, eye_damage=successes, by_hunt=True))


def dice_rolled(s: State, number: int) -> int:
    """Return how many dice the Hunt rolls of those in its Box, as far as no card changes it (WR-15.1)."""
    count = min(HUNT_DICE, number)
    return count - fewer(s, count)


def rerolls(s: State) -> int:
    """Return how many failed dice the Shadow may roll again (WR-15.3)."""
    region = s.fellowship.region
    return 0 if region is None else company.dangers(s, region)


def roll(t: Table[State], spared: int = 0) -> Procedure[int]:
    """Roll the dice of the Hunt Box, some spared; returns the successes."""
    s = t.state
    count = min(HUNT_DICE, eyes_in_box(s))
    if count == 0:
        return 0
    due = HuntRoll(count, movers_in_box(s), spared=spared)
    yield from HUNT_ROLL.come(t, due)
    count, bonus = due.count, due.bonus
    dice: list[int] = yield Dice("hunt", count)
    hits = sum(1 for d in dice if d > 1 and d + bonus >= 6)
    again = min(rerolls(s), count - hits)
    second: list[int] = []
    if again:
        second = yield Dice("hunt-reroll", again)
        hits += sum(1 for d in second if d > 1 and d + bonus + due.again_bonus >= 6)
    more = {"again_bonus": due.again_bonus} if again and due.again_bonus else {}
    t.announce("hunt-rolled", dice=dice, rerolled=second, bonus=bonus, successes=hits, **more)
    return hits


# -- tiles -------------------------------------------------------------------------------------------


def draw_by_card(
    t: Table[State],
    cause: str,
    *,
    blue_count: bool = True,
    no_reduction: bool = False,
    forced_casualty: bool = False,
    ignore_reveal: bool = False,
) -> Procedure[None]:
    """Draw a tile without a roll because a card says so; an Eye has no effect (WR-15.12)."""
    how = Drawn(
        cause,
        eyes_count=False,
        blue_count=blue_count,
        no_reduction=no_reduction,
        forced_casualty=forced_casualty,
        ignore_reveal=ignore_reveal,
    )
    yield from draw(t, how)


def number_by_card(t: Table[State], cause: str) -> Procedure[int]:
    """Draw a tile for its number only; Eyes, blue tiles and a cancelled draw give 0 (WR-15.12)."""
    shown = yield from show_tile(t, Drawn(cause, eyes_count=False, blue_count=False, no_reduction=True))
    if shown.is_void():
        return 0
    damage = yield from _damage_of(t, shown)
    return damage


def draw(t: Table[State], how: Drawn) -> Procedure[Tile | None]:
    """Draw a tile and resolve it, then the tiles that its reveal causes (WR-15.7, 15.9).

    Returns the tile whose Stop icon counts, or None if no tile was drawn.
    """
    shown = yield from show_tile(t, how)
    if shown.tile is not None:
        yield from resolve(t, shown)
    return shown.tile


def show_tile(t: Table[State], how: Drawn) -> Procedure[Shown]:
    """Draw a tile, unless that is prevented, and let it be answered."""
    due = TileDue(how)
    yield from TILE_DUE.come(t, due)
    if due.prevented:
        return Shown(how)
    tile = yield from hunt_pool.take_tile(t)
    t.announce("tile-drawn", tile=tile.id, cause=how.cause)
    shown = Shown(how)
    yield from show(t, shown, tile)
    while shown.is_fresh:
        shown.is_fresh = False
        yield from TILE_DRAWN.come(t, shown, until=lambda: shown.is_fresh)
    hunt_pool.put_back(t, shown.replaced)
    return shown


def show(t: Table[State], shown: Shown, tile: Tile) -> Procedure[None]:
    """Let a tile come to light, the first one or another in its place; it may be answered then."""
    shown.tile, shown.is_fresh = tile, True
    shown.replaced = [other for other in shown.replaced if other != tile.id]
    yield from TILE_SEEN.come(t, shown)


def draw_another(t: Table[State], shown: Shown) -> Procedure[None]:
    """Draw a tile in the place of one that is gone; unless a card has answered it, that draw may be prevented too."""
    due = TileDue(shown.how)
    if not shown.answered:
        yield from TILE_DUE.come(t, due)
    if due.prevented:
        shown.tile, shown.answered = None, True
        return
    other = yield from hunt_pool.take_tile(t, without=shown.replaced)
    t.announce("tile-drawn", tile=other.id, cause=shown.how.cause)
    yield from show(t, shown, other)


def replace_tile(t: Table[State], shown: Shown) -> Procedure[None]:
    """Draw a second tile for a first, which goes back when all is settled that is drawn for it.

    Where there is no other tile the first one stays.
    """
    s, first = t.state, shown.tile
    assert first is not None
    hunt_pool.refill(t, without=(*shown.replaced, first.id))
    if not s.hunt_pool:
        return
    shown.replaced.append(first.id)
    second = yield from hunt_pool.take_tile(t)
    t.announce("tile-replaced", tile=second.id, first=first.id)
    yield from show(t, shown, second)


def _damage_of(t: Table[State], shown: Shown) -> Procedure[int]:
    """Return what a tile does; the die of one that has no number is thrown."""
    if shown.tile is None or shown.tile.value != "die":
        return shown.known_damage()
    rolled: list[int] = yield Dice("hunt-tile-die", 1)
    t.announce("tile-die-rolled", damage=rolled[0])
    return rolled[0]


def resolve(t: Table[State], shown: Shown) -> Procedure[None]:
    """Damage, Guide, casualty, Corruption, reveal (WR-15.5 to 15.8)."""
    tile, how = shown.tile, shown.how
    assert tile is not None
    if shown.is_void():
        t.announce("tile-ignored", tile=tile.id)
        return
    damage = yield from _damage_of(t, shown)
    if damage < 0:
        outcome.heal(t, -damage, "tile")
    hit = Damage(max(0, damage), shown)
    if shown.helper:
        lower(t, hit, shown.helper)
    if hit.amount and not how.no_reduction:
        yield from DAMAGE.come(t, hit)
        if hit.amount:
            yield from _casualty(t, hit)
        if hit.amount:
            yield from LAST_DAMAGE.come(t, hit)
    outcome.corrupt(t, hit.amount, "hunt")
    if t.state.fellowship.hidden and not hit.shows and reveals(t.state, shown):
        yield from REVEAL_DUE.come(t, hit)
    if t.state.fellowship.hidden and (hit.shows or reveals(t.state, shown)):
        yield from reveal_and_pursue(t, hit.shows or "hunt")


def lower(t: Table[State], hit: Damage, by: str) -> None:
    """Take one off the Hunt damage, by a card or by who guides."""
    if hit.amount:
        hit.amount -= 1
        t.announce("damage-lowered", by=by, amount=1, damage=hit.amount)


def reveals(s: State, shown: Shown) -> bool:
    """Return whether a tile reveals the Fellowship: some Guides hide it from standard numbered tiles (WR-15.16)."""
    tile = shown.tile
    if tile is None or not tile.reveal or shown.how.ignore_reveal or shown.void:
        return False
    hides = guide_can(s, "hides-from-numbers")
    return not (hides and tile.standard and tile.value != "eye")


def reveal_and_pursue(t: Table[State], cause: str) -> Procedure[None]:
    """Reveal the Fellowship and draw one tile for every Shadow Stronghold on its path (WR-14.12)."""
    journey = yield from company.reveal(t, cause)
    if journey is None:
        return
    strongholds = company.enemy_strongholds(t.state) & journey.touched
    yield from REVEALED.come(t, journey)
    if cause in CHARACTERS and not t.state.options.get("tiles_for_gollum", True):
        return
    for region in sorted(strongholds):
        t.announce("stronghold-tile", region=region)
        yield from draw(t, Drawn("stronghold", by_hunt=True))


# -- casualties --------------------------------------------------------------------------------------


def _casualty(t: Table[State], hit: Damage) -> Procedure[None]:
    """Window 3: the Guide or a random Companion takes the damage, at most one for a tile (WR-15.8)."""
    fellowship = t.state.fellowship
    if not fellowship.companions:
        return
    choice: str | None = "random"
    if not hit.shown.how.forced_casualty:
        choice = yield _who_takes(t.state, hit.amount)
    if choice is None:
        return
    victim = fellowship.guide
    if choice == "random":
        victim = yield from company.random_companion(t, "hunt-casualty")
    hit.amount = yield from take_casualty(t, victim, hit.amount)
    if hit.amount:
        yield from DAMAGE.come(t, hit)


def _who_takes(s: State, damage: int) -> Decision:
    guide = s.fellowship.guide
    return offer(
        leader(s, FP),
        "casualty",
        f"The Hunt does {damage} damage: does a Companion take it?",
        OneOf(("guide", "random"), {"guide": figure_name(guide), "random": "A random Companion"}),
        "WR-15.8",
        pass_label=f"Take {damage} Corruption",
        fallback=None if s.fellowship.corruption + damage < outcome.CORRUPTION else "guide",
        context={"damage": damage},
        notes=partial(_what_it_costs, s, damage),
    )


def _what_it_costs(s: State, damage: int) -> dict[str, str]:
    """Return in words what the Guide takes of the damage, from among how many one is drawn, and what Corruption is
    without either (WR-15.8).
    """
    fellowship = s.fellowship
    taken = min(damage, level_of(s, fellowship.guide))
    share = "the damage" if taken == damage else f"{taken} of the {damage}"
    number = len(fellowship.companions)
    return {
        "guide": f"lost; takes {share}",
        "random": "lost, whoever it is" if number == 1 else f"one of {number} is lost, by lot",
        "pass": f"Corruption {fellowship.corruption + damage} of {outcome.CORRUPTION}",
    }


def take_casualty(t: Table[State], victim: str, damage: int) -> Procedure[int]:
    """Lose a Companion to the Hunt; returns the damage that is left (WR-15.8, 15.14)."""
    COMES_TO_LIGHT.follow(t, victim)
    left = max(0, damage - level_of(t.state, victim))
    t.announce("companion-casualty", character=victim, damage=damage, taken=damage - left)
    yield from company.lose_companion(t, victim)
    yield from CASUALTY.come(t, victim)
    return left

"""Corruption attempts: their tiles, what is put on a Sovereign, and when he is corrupted (KM-6.8, KM-7)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, hunt_pool, table_cards, uses
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import FP, SH, TILES, Side
from rules.war_of_the_ring.position.moments import (
    AFTER_ACTION,
    DECLARED,
    NATION_MOVED,
    NATION_ROUSED,
    ROLL_DONE,
    Consequence,
    Journey,
    Roll,
    Spent,
    Stepped,
)
from rules.war_of_the_ring.position.players import whisper
from rules.war_of_the_ring.position.roles import actor, leader
from rules.war_of_the_ring.position.state import State, take
from rules.war_of_the_ring.position.voices import Voice, counted, first
from rules.war_of_the_ring.sets.kings.sovereigns import (
    companion_beside,
    give_back,
    no_leader,
    place_of_leader,
    sovereign_name,
    state_of,
)
from rules.war_of_the_ring.sets.kings.state import (
    DOUBTFUL,
    FACTS,
    LEADER_OF,
    SET,
    SOVEREIGNS,
    THREATS,
    WORDS,
    is_kings_tile,
    kings,
)
from rules.war_of_the_ring.war import armies

T = Table[Any]

#: Most tiles that are drawn in an attempt, and Eyes in the Hunt Box that it takes (KM-7.1, 7.3).
MOST_TILES, EYES_NEEDED = 3, 2
#: What is told as the cause of an attempt that the Shadow makes in its turn.
BY_ACTION = "action"
#: The dice in the Hunt Box, by their place in it, that hunt but are no Eyes for an attempt (KM-10.3).
apart: Voice[[], Mapping[str, int]] = Voice(counted)


# -- what lies on whom ------------------------------------------------------------------------------------


def hidden(s: State, sovereign: str) -> list[str]:
    """Return the Corruption tiles on a Sovereign, without those that bear a crown."""
    return [tile for tile in kings(s).tiles.get(sovereign, ()) if not is_kings_tile(tile)]


def level(s: State, sovereign: str) -> int:
    """Return how far a Sovereign is corrupted: what his tiles show, a crown counts nothing (KM-7.6)."""
    return sum(int(TILES[tile].value) for tile in hidden(s, sovereign))


def tiles_are_visible(s: State) -> bool:
    """Return whether everybody sees the tiles on Sovereigns (KM-11.1)."""
    return bool(s.options.get("visible_corruption_tiles"))


@hunt_pool.is_secret.answer
def _pool_is_secret(s: State) -> bool:
    return not tiles_are_visible(s)


@lru_cache
def _faces(sets: tuple[str, ...]) -> dict[str, str]:
    first: dict[tuple[Any, ...], str] = {}
    return {
        tile: first.setdefault((one.kind, one.value, one.reveal, one.stop, one.card), tile)
        for tile, one in sorted(TILES.items())
        if one.set in sets
    }


def face(s: State, tile: str) -> str:
    """Return the tile that stands for all that look like one: which of them it is nobody can tell (KM-15)."""
    return _faces(box_of(s.options).sets)[tile]


@hunt_pool.stands_in.answer
def first_alike(s: State, tile: str) -> str:
    """Exchange a tile of the pool for the first that looks like it, in the pool or on a Sovereign; returns that one.

    So the id of a tile that comes to light tells nothing but its face: not which of them have lain on whom (KM-15).
    """
    if not _pool_is_secret(s):
        return tile
    part = kings(s)
    on_them = [other for tiles in part.tiles.values() for other in tiles]
    first = min(other for other in (*s.hunt_pool, *on_them) if face(s, other) == face(s, tile))
    for places in (part.tiles, part.seen) if first in on_them else ():
        for sovereign, tiles in places.items():
            if first in tiles:
                places[sovereign] = sorted([tile, *(other for other in tiles if other != first)])
    if first in on_them:
        s.hunt_pool = sorted([first, *(other for other in s.hunt_pool if other != tile)])
    return first


def tile_label(tile: str) -> str:
    """Return a tile in words."""
    return TILES[tile].words


# -- Eyes -----------------------------------------------------------------------------------------------------


def eyes(s: State) -> list[str]:
    """Return the places of the Hunt Box where Eyes lie that count for an attempt, one for each die (KM-7.1)."""
    no_eyes = apart(s)
    found: list[str] = []
    for place, number in s.hunt_box.items():
        if place == SH or (dice.is_special(place) and dice.face_of(place) == dice.EYE):
            found += [place] * (number - no_eyes.get(place, 0))
    return found


def number_of_tiles(s: State) -> int:
    """Return how many tiles an attempt draws with the Eyes that are in the box now (KM-7.3)."""
    return min(MOST_TILES, len(eyes(s)))


def _spend_eye(s: State) -> str:
    """Take an Eye out of the Hunt Box, a standard one if there is any; who has used it gets it back in phase 1."""
    place = eyes(s)[0]
    dice.out_of_box(s, SH, place if dice.is_special(place) else dice.EYE)
    return place if dice.is_special(place) else dice.EYE


# -- an attempt -------------------------------------------------------------------------------------------


def _counts(tile: str) -> bool:
    return TILES[tile].circulates and TILES[tile].value != "eye"


def _draw_one(t: T, void: list[str]) -> Procedure[str | None]:
    """Draw a tile that counts; others are shown, and another is drawn for each (KM-7.3, 7.4)."""
    s = t.state
    while s.hunt_pool:
        # those that everybody knows to be in the pool come first: which of the others lies on whom moves none of them
        bag = tuple(sorted(s.hunt_pool, key=lambda tile: (TILES[tile].standard and _counts(tile), tile)))
        drawn: list[str] = yield Draw("corruption-tile", bag, 1)
        s.hunt_pool.remove(drawn[0])
        if _counts(drawn[0]):
            return drawn[0]
        void.append(drawn[0])
        t.announce("corruption-tile-void", tile=face(s, drawn[0]))
    return None


def attempt(t: T, sovereign: str, *, pays: bool, cause: str) -> Procedure[None]:
    """Try to corrupt a Sovereign (KM-7.3); by a card it costs no Eye, and it does not count for the turn (KM-7.8)."""
    s = t.state
    more: dict[str, Any] = {}
    if pays:
        more["die"] = _spend_eye(s)
        kings(s).attempted.append(sovereign)
        ATTEMPTED.follow(t, sovereign)
    number = number_of_tiles(s)
    t.announce("corruption-attempted", sovereign=sovereign, cause=cause, tiles=number, **more)
    hunt_pool.refill(t)
    void: list[str] = []
    drawn, crown = yield from _draw(t, sovereign, number, void)
    if crown is not None:
        _place(t, sovereign, crown)
    elif drawn:
        chosen = yield from _choose(t, sovereign, drawn)
        drawn.remove(chosen)
        _place(t, sovereign, chosen)
    if drawn:
        faces = sorted(face(s, tile) for tile in drawn)
        t.announce("corruption-tiles-returned", sovereign=sovereign, tiles=faces)
        t.lay_open()  # what was drawn with the tile that is chosen
    s.hunt_pool = sorted([*s.hunt_pool, *drawn, *void])
    _look_at_level(t, sovereign)


def _draw(t: T, sovereign: str, number: int, void: list[str]) -> Procedure[tuple[list[str], str | None]]:
    """Draw the tiles of an attempt, one at a time; returns those that count, and the one with a crown that ends it."""
    drawn: list[str] = []
    while len(drawn) < number:
        tile = yield from _draw_one(t, void)
        if tile is None:
            break
        if is_kings_tile(tile):
            return drawn, tile
        drawn.append(tile)
        if t.state.options.get("sequential_corruption_draw") and len(drawn) < number and t.state.hunt_pool:
            go_on = yield _draw_on(t.state, sovereign, tile, number - len(drawn))
            if go_on is None:
                break
    return drawn, None


def _draw_on(s: State, sovereign: str, tile: str, left: int) -> Decision:
    """Return the question whether another tile is drawn in the place of this one (KM-11.2)."""
    return offer(
        actor(s, SH),
        "draw-on",
        f"You have drawn {tile_label(tile)} for {sovereign_name(sovereign)}:"
        f" draw another in its place ({left} more at most)?",
        OneOf(("draw",), {"draw": "Draw another"}),
        "KM-11.2",
        pass_label="Put this one on him",
        context={"sovereign": sovereign, "tile": tile},
    )


def _choose(t: T, sovereign: str, drawn: list[str]) -> Procedure[str]:
    """Choose the tile that is put on a Sovereign: the only one, or by the variant the last (KM-7.3, KM-11.2)."""
    s = t.state
    if len(drawn) == 1 or s.options.get("sequential_corruption_draw"):
        return drawn[-1]
    shown = {face(s, tile): tile for tile in drawn}
    # whether all of them look alike only the Shadow may know: it is asked all the same
    chosen: str = yield Decision(
        actor(s, SH),
        "corruption-tile",
        f"Which tile do you put on {sovereign_name(sovereign)}?",
        OneOf(list(shown), tile_label),
        "KM-7.3",
        weight="light",
        standing=True,
        fallback=max(shown, key=lambda tile: TILES[tile].value),
        context={"sovereign": sovereign, "level": level(s, sovereign)},
    )
    return shown[chosen]


def _place(t: T, sovereign: str, tile: str) -> None:
    """Put a tile on a Sovereign: one with a crown face up, others face down (KM-7.3)."""
    s = t.state
    tiles = kings(s).tiles
    tiles[sovereign] = sorted([*tiles.get(sovereign, ()), tile])
    if is_kings_tile(tile):
        t.announce("kings-tile-placed", sovereign=sovereign, tile=tile)
        return
    shown = {"tile": face(s, tile)} if tiles_are_visible(s) else {}
    t.announce("corruption-tile-placed", sovereign=sovereign, **shown)
    if not shown:
        whisper(t, SH, "corruption-tile-known", sovereign=sovereign, tile=face(s, tile))


def add_tile(t: T, sovereign: str, cause: str) -> Procedure[None]:
    """Draw one tile and put it on a Sovereign, by a card (KM-7.8); what does not count is drawn again."""
    s = t.state
    hunt_pool.refill(t)
    void: list[str] = []
    t.announce("corruption-attempted", sovereign=sovereign, cause=cause, tiles=1)
    tile = yield from _draw_one(t, void)
    if tile is not None:
        _place(t, sovereign, tile)
    s.hunt_pool = sorted([*s.hunt_pool, *void])
    _look_at_level(t, sovereign)


def _look_at_level(t: T, sovereign: str) -> None:
    """A Sovereign whose tiles reach his Shadow Resistance is corrupted at once (KM-7.7)."""
    s, part = t.state, kings(t.state)
    if level(s, sovereign) < FACTS[sovereign].resistance:
        return
    tiles = part.tiles.pop(sovereign)
    part.seen.pop(sovereign, None)
    part.due = [other for other in part.due if other != sovereign]
    highest = max(
        (tile for tile in tiles if TILES[tile].standard),
        key=lambda tile: (TILES[tile].value, TILES[tile].reveal),
    )
    place = place_of_leader(s, sovereign)
    assert place is not None
    take(s, place, LEADER_OF[sovereign])
    part.corrupted[sovereign] = home = FACTS[sovereign].home
    t.announce(
        "sovereign-corrupted",
        sovereign=sovereign,
        region=home,
        tiles=sorted(face(s, tile) for tile in tiles),
        discarded=face(s, highest),
    )
    t.lay_open()  # what lay on him face down
    give_back(t, tiles)
    discarded = first_alike(s, highest)
    s.hunt_pool.remove(discarded)
    s.tiles_drawn.append(discarded)
    if table_cards.on_table(s, THREATS):
        table_cards.discard(t, THREATS, "sovereign-corrupted")
    table_cards.sweep(t)


# -- taking tiles away ------------------------------------------------------------------------------------


def removal_allowed(s: State) -> bool:
    """Return whether the Free Peoples may take Corruption tiles away."""
    return not table_cards.on_table(s, DOUBTFUL)


def return_random(t: T, sovereign: str, cause: str) -> Procedure[None]:
    """Return one hidden tile of a Sovereign by chance to the pool, unseen; where he has none nothing happens."""
    s = t.state
    there = hidden(s, sovereign)
    if not there:
        return
    drawn: list[str] = yield Draw("corruption-removed", tuple(there), 1)
    _forget(s, sovereign, drawn[0])
    _return(t, sovereign, drawn[0], cause)


def _forget(s: State, sovereign: str, gone: str) -> None:
    """A tile is gone by chance: of every sort that the Free Peoples have seen one tile fewer lies there for certain."""
    part = kings(s)
    by_face: dict[str, list[str]] = {}
    for tile in sorted(part.seen.pop(sovereign, ()), key=lambda tile: (tile == gone, tile)):
        by_face.setdefault(face(s, tile), []).append(tile)
    certain = sorted(tile for tiles in by_face.values() for tile in tiles[:-1])
    if certain:
        part.seen[sovereign] = certain


def return_tile(t: T, sovereign: str, tile: str, cause: str) -> None:
    """Return a tile that the Free Peoples have chosen to the pool."""
    seen = kings(t.state).seen
    if sovereign in seen:
        seen[sovereign] = [other for other in seen[sovereign] if other != tile]
    _return(t, sovereign, tile, cause)


def _return(t: T, sovereign: str, tile: str, cause: str) -> None:
    s, part = t.state, kings(t.state)
    part.tiles[sovereign].remove(tile)
    if not part.tiles[sovereign]:
        del part.tiles[sovereign]
    give_back(t, [tile])
    shown = {"tile": face(s, tile)} if tiles_are_visible(s) or is_kings_tile(tile) else {}
    t.announce("corruption-removed", sovereign=sovereign, cause=cause, **shown)
    if not shown:
        whisper(t, SH, "corruption-tile-gone", sovereign=sovereign, tile=face(s, tile))


def look_at(t: T, sovereign: str) -> None:
    """Show the Free Peoples the hidden tiles of a Sovereign; while they lie there they may look again (KM-15)."""
    s = t.state
    there = hidden(s, sovereign)
    t.announce("tiles-looked-at", sovereign=sovereign, number=len(there))
    if tiles_are_visible(s) or not there:
        return
    kings(s).seen[sovereign] = list(there)
    faces = sorted(face(s, tile) for tile in there)
    whisper(t, FP, "tiles-seen", sovereign=sovereign, tiles=faces)
    t.reveal()


# -- when his Nation stirs ----------------------------------------------------------------------------------


@NATION_MOVED.effect
@NATION_ROUSED.effect
def his_nation_stirs(t: T, stepped: Stepped) -> None:
    """A Nation that becomes active, or takes a step: a Companion beside its Sovereign may take a tile away (KM-6.8)."""
    s = t.state
    for sovereign in SOVEREIGNS:
        if (
            FACTS[sovereign].nation == stepped.nation
            and state_of(s, sovereign) == "leader"
            and hidden(s, sovereign)
            and removal_allowed(s)
            and companion_beside(s, sovereign)
        ):
            kings(s).due.append(sovereign)


@AFTER_ACTION.reaction(50, lambda s, spent: bool(kings(s).due))
def take_tiles_away(t: T, spent: Spent) -> Procedure[None]:
    """What was earned in an action is settled when it is over."""
    yield from settle(t)


@DECLARED.reaction(50, lambda s, journey: bool(kings(s).due))
def take_tiles_away_at_a_declaration(t: T, journey: Journey) -> Procedure[None]:
    """What was earned by declaring the Fellowship is settled at once."""
    yield from settle(t)


@ROLL_DONE.reaction(1, lambda s, roll: bool(kings(s).due))
def take_tiles_away_before_the_actions(t: T, roll: Roll) -> Procedure[None]:
    """What was earned else before the actions is settled before them."""
    yield from settle(t)


def settle(t: T) -> Procedure[None]:
    """The Free Peoples may take the tiles away that the steps of Nations have earned (KM-6.8)."""
    s, part = t.state, kings(t.state)
    while part.due:
        sovereign = part.due.pop(0)
        if not hidden(s, sovereign) or not removal_allowed(s):
            continue
        choice = yield offer(
            leader(s, FP),
            "remove-corruption",
            f"A Companion stands beside {sovereign_name(sovereign)}: return one of his hidden tiles by chance?",
            OneOf(("use",), {"use": "Return a tile"}),
            "KM-6.8",
            pass_label="Leave them",
            fallback="use",
            context={"sovereign": sovereign},
        )
        if choice is not None:
            yield from return_random(t, sovereign, "companion")


# -- the Shadow's attempts in its turn ------------------------------------------------------------------------


#: Why whoever acts for the Shadow may not try again in this turn, in words; nothing where one player acts for it.
not_again: Voice[[], str | None] = Voice(first)
#: The Shadow tries to corrupt somebody in place of an action.
ATTEMPTED: Consequence[str] = Consequence("attempted")


def why_no_attempt(s: State, sovereign: str) -> uses.Words | None:
    """Return why the Shadow may not try to corrupt a Sovereign in place of an action, None if it may (KM-7.1, 7.2)."""
    if not s.dice[FP]:
        return "Nobody is tempted when the Free Peoples have no die left.", "KM-7.1"
    if sovereign in kings(s).attempted:
        return f"You have tempted {sovereign_name(sovereign)} in this turn already.", "KM-7.2"
    if (words := not_again(s)) is not None:
        return words, "KM-9.6"
    if dice.eyes_in_box(s) < EYES_NEEDED or len(eyes(s)) < EYES_NEEDED:
        return f"An attempt takes {EYES_NEEDED} Eyes in the Hunt Box, and {len(eyes(s))} count.", "KM-7.1"
    if place_of_leader(s, sovereign) is None:
        return no_leader(s, sovereign), "KM-7.2"
    return None


def _attempt(sovereign: str) -> uses.Act:
    id = f"attempt:{sovereign}"

    def run(t: T, side: Side) -> Procedure[None]:
        yield from attempt(t, sovereign, pays=True, cause=BY_ACTION)

    return uses.Act(
        id=id,
        label=WORDS["uses"][id],
        side=SH,
        set=SET,
        why_not=lambda s, side: why_no_attempt(s, sovereign),
        run=run,
        when_out=True,
    )


for _id in SOVEREIGNS:
    uses.add_act(_attempt(_id))


# -- what a corrupted Sovereign keeps from coming --------------------------------------------------------------


@armies.is_barred.answer
def _bars(s: State, kind: str, region: str) -> bool:
    """Whether a Weakness keeps figures of a kind from being recruited in a region, but by a card (KM-6.11)."""
    if not s.options.get(SET) or not kings(s).corrupted:
        return False
    nation, _, sort = kind.rpartition("-")
    return any(
        sort in FACTS[sovereign].bars
        and (
            region == FACTS[sovereign].home
            if FACTS[sovereign].bars_at_home
            else nation == FACTS[sovereign].nation
        )
        for sovereign in kings(s).corrupted
    )

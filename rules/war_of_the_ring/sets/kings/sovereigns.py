"""The Sovereigns: Leaders at first, then awakened or corrupted, or gone (KM-1.3, KM-6)."""

from collections.abc import Iterable
from typing import Any, Literal

from rules.core.table import Table
from rules.war_of_the_ring.position import hunt_pool, table_cards
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    GREAT,
    NATIONS,
    ORIGINAL,
    REGIONS,
    SH,
    region_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import LOSSES_COUNTED
from rules.war_of_the_ring.position.state import (
    FIELD,
    LOST,
    TAKEN_OVER,
    State,
    add,
    at_war,
    controller,
    level_of,
    place_of,
    region_of,
    take,
    unconquered,
)
from rules.war_of_the_ring.position.uses import Words
from rules.war_of_the_ring.sets.kings.state import (
    DOUBTFUL,
    FACTS,
    FOLLY,
    LEADER_OF,
    SOVEREIGNS,
    WORDS,
    kings,
)
from rules.war_of_the_ring.war import characters, politics

T = Table[Any]
Condition = Literal["leader", "awakened", "corrupted", "gone"]

BRAND, DENETHOR, THEODEN = "brand", "denethor", "theoden"
#: What a Sovereign is in each state, in words.
STATES = WORDS["states"]
#: The Stronghold of Rohan that Isengard has while Théoden is corrupted and the Shadow controls it (KM-6.10).
HELMS_DEEP, ISENGARD = "helms-deep", "isengard"


# -- in which state they are, and where ------------------------------------------------------------------


def place_of_leader(s: State, sovereign: str) -> str | None:
    """Return the place key where a Sovereign stands as a Leader, or None."""
    figure, forces = LEADER_OF[sovereign], s.forces
    at_home = FIELD[FP][FACTS[sovereign].home]
    if at_home in forces and figure in forces[at_home].figures:
        return at_home
    for key, force in forces.items():
        if figure in force.figures:
            return key
    return None


def state_of(s: State, sovereign: str) -> Condition:
    """Return in which state a Sovereign is (KM-1.3)."""
    if sovereign in kings(s).corrupted:
        return "corrupted"
    if place_of_leader(s, sovereign) is not None:
        return "leader"
    return "awakened" if place_of(s, sovereign) is not None else "gone"


def where_is(s: State, sovereign: str) -> str | None:
    """Return the region where a Sovereign is, in whatever state, or None."""
    place = place_of_leader(s, sovereign)
    if place is not None:
        return place.partition("/")[0]
    return kings(s).corrupted.get(sovereign) or region_of(s, sovereign)


def leaders(s: State) -> list[str]:
    """Return the Sovereigns who are Leaders."""
    return [sovereign for sovereign in SOVEREIGNS if place_of_leader(s, sovereign) is not None]


def awakened(s: State) -> list[str]:
    """Return the awakened Sovereigns in play."""
    return [sovereign for sovereign in SOVEREIGNS if state_of(s, sovereign) == "awakened"]


def corrupted(s: State) -> list[str]:
    """Return the corrupted Sovereigns in play."""
    return [sovereign for sovereign in SOVEREIGNS if sovereign in kings(s).corrupted]


def in_play(s: State, sovereign: str) -> bool:
    """Return whether a Sovereign is in play, in whatever state."""
    return state_of(s, sovereign) != "gone"


def sovereign_name(sovereign: str) -> str:
    """Return a Sovereign's name."""
    return CHARACTERS[sovereign].name


def companion_beside(s: State, sovereign: str) -> bool:
    """Return whether a Companion of the Sovereign's Nation, or of all Free Peoples, is in his region (KM-6.8)."""
    region = where_is(s, sovereign)
    nation = FACTS[sovereign].nation
    return region is not None and any(
        c != sovereign and nation in CHARACTERS[c].can_activate for c in characters.companions_in(s, region)
    )


# -- tiles ------------------------------------------------------------------------------------------------


def give_back(t: T, tiles: Iterable[str]) -> None:
    """Return tiles to the Hunt Pool, which is never left empty (WR-15.11)."""
    back = list(tiles)
    if back:
        hunt_pool.refill(t)
        t.state.hunt_pool = sorted([*t.state.hunt_pool, *back])


def _take_tiles(s: State, sovereign: str) -> list[str]:
    """Take all tiles from a Sovereign."""
    part = kings(s)
    part.seen.pop(sovereign, None)
    part.due = [other for other in part.due if other != sovereign]
    return part.tiles.pop(sovereign, [])


# -- awakening ---------------------------------------------------------------------------------------------


def no_leader(s: State, sovereign: str) -> str:
    """Return what has become of a Sovereign who is no Leader any longer, in words."""
    return f"{sovereign_name(sovereign)} is {STATES[state_of(s, sovereign)]}: only a Leader will do."


def _forbidden(s: State, sovereign: str) -> Words | None:
    """Return what forbids that a Sovereign awakens, by whatever means (KM-6.6)."""
    if place_of_leader(s, sovereign) is None:
        return no_leader(s, sovereign), "KM-6.3"
    name, nation = sovereign_name(sovereign), FACTS[sovereign].nation
    if table_cards.on_table(s, DOUBTFUL) and not at_war(s, nation):
        until = f"until his Nation is at war: {NATIONS[nation].name}"
        return f"“{CARDS[DOUBTFUL].title}” keeps {name} asleep {until}.", "KM-6.6"
    if sovereign == DENETHOR and table_cards.on_table(s, FOLLY):
        return f"“{CARDS[FOLLY].title}” keeps {name} asleep.", "KM-6.6"
    return None


def may_awaken(s: State, sovereign: str) -> bool:
    """Return whether nothing forbids that a Sovereign awakens, by whatever means (KM-6.6)."""
    return _forbidden(s, sovereign) is None


def _homes(sovereign: str) -> list[str]:
    """Return where a Sovereign can awaken by a die: Brand in any City or Stronghold of the Free Peoples."""
    if sovereign == BRAND:
        return [r for r in REGIONS if r in GREAT and ORIGINAL[r] == FP]
    return [FACTS[sovereign].home]


def _barred(s: State, sovereign: str) -> Words | None:
    """Return why a Sovereign awakens nowhere by a die, as far as his card goes (KM-6.4)."""
    forbidden = _forbidden(s, sovereign)
    if forbidden:
        return forbidden
    nation = FACTS[sovereign].nation
    if nation not in s.active:
        until = f"until his Nation is active: {NATIONS[nation].name}"
        return f"{sovereign_name(sovereign)} sleeps {until}.", "KM-6.4"
    return None


def _reach(s: State, sovereign: str) -> set[str]:
    """Return where a Sovereign who is a Leader can be when he awakens: here, or where a Companion of his Level goes."""
    here, _, where = (place_of_leader(s, sovereign) or "").partition("/")
    if where == "inside" or [r for r in _homes(sovereign) if unconquered(s, r)] == [here]:
        return {here}
    return {here, *characters.companion_reach(s, here, level_of(s, sovereign))}


def _not_there(s: State, sovereign: str, region: str, reach: set[str]) -> Words | None:
    """Return why a Sovereign whom nothing else bars does not awaken in a region (KM-6.4)."""
    name, homes, where = sovereign_name(sovereign), _homes(sovereign), region_name(region)
    if region not in homes:
        only = region_name(homes[0]) if len(homes) == 1 else "a City or Stronghold of the Free Peoples"
        return f"{name} awakens in {only} only.", "KM-6.4"
    if not unconquered(s, region):
        return f"The enemy holds {where}.", "KM-6.4"
    if region in reach:
        return None
    here = region_name(where_is(s, sovereign) or "")
    return f"{name} cannot go from {here} to {where} in one move.", "KM-6.4"


def destinations(s: State, sovereign: str) -> list[str]:
    """Return where a Sovereign can awaken by a die now, as far as his card and his way go (KM-6.4)."""
    if _barred(s, sovereign):
        return []
    reach = _reach(s, sovereign)
    return [r for r in _homes(sovereign) if _not_there(s, sovereign, r, reach) is None]


def why_asleep(s: State, sovereign: str, region: str) -> Words | None:
    """Return why a Sovereign does not awaken by a die in a region, None if he can (KM-6.4)."""
    return _barred(s, sovereign) or _not_there(s, sovereign, region, _reach(s, sovereign))


def awakenings(s: State) -> list[str]:
    """Return who can awaken by a die now, and where, as `sovereign@region`."""
    his = command(s, FP)
    able = [who for who in SOVEREIGNS if his.is_whole or his.no_power(s, FACTS[who].nation) is None]
    return [f"{sovereign}@{r}" for sovereign in able for r in destinations(s, sovereign)]


def awaken(t: T, sovereign: str, region: str | None = None) -> None:
    """Let a Sovereign awaken where he stands, or in another region to which he goes first (KM-6.5)."""
    s, part = t.state, kings(t.state)
    place = place_of_leader(s, sovereign)
    assert place is not None
    here = place.partition("/")[0]
    target = here if region is None else region
    take(s, place, LEADER_OF[sovereign])
    add(s, place if target == here else FIELD[FP][target], sovereign)
    back = _take_tiles(s, sovereign)
    give_back(t, back)
    token = not s.options.get("no_ruler_tokens")
    if token:
        part.tokens.append(sovereign)
    t.announce("sovereign-awakened", sovereign=sovereign, region=target, tiles=len(back), token=token)
    politics.companion_arrived(t, sovereign, target)
    table_cards.sweep(t)


# -- leaving play -------------------------------------------------------------------------------------------


def removable(s: State) -> list[str]:
    """Return the corrupted Sovereigns whom a Companion beside them can remove (KM-6.9)."""
    return [sovereign for sovereign in corrupted(s) if companion_beside(s, sovereign)]


def remove_corrupted(t: T, sovereign: str) -> None:
    """Take a corrupted Sovereign out of play; his Weaknesses end (KM-6.9)."""
    part = kings(t.state)
    del part.corrupted[sovereign]
    part.removed.append(sovereign)
    t.announce("sovereign-removed", sovereign=sovereign)
    table_cards.sweep(t)


def _as_a_leader(sovereign: str) -> None:
    """His tiles go back to the pool when a Sovereign is eliminated as a Leader (KM-6.1)."""

    @LOST.of(LEADER_OF[sovereign])
    def lost(s: State) -> None:
        back = _take_tiles(s, sovereign)
        if back:
            if hunt_pool.fill(s):
                kings(s).filled = list(s.hunt_pool)
            s.hunt_pool = sorted([*s.hunt_pool, *back])
            kings(s).fallen[sovereign] = len(back)


def _awake(sovereign: str) -> None:
    """The token of an awakened Sovereign who is eliminated goes to the Shadow (KM-10.6, KM-11.3)."""

    @LOST.of(sovereign)
    def lost(s: State) -> None:
        part = kings(s)
        unused = sovereign in part.tokens or bool(s.options.get("no_ruler_tokens"))
        part.tokens = [token for token in part.tokens if token != sovereign]
        if unused and s.options.get("dismay_tokens"):
            part.dismay.append(sovereign)
            part.fallen[sovereign] = 0


for _sovereign in SOVEREIGNS:
    _as_a_leader(_sovereign)
    _awake(_sovereign)


@LOSSES_COUNTED.effect
def _tell_of_the_fallen(t: T, _: None) -> None:
    """Tell what has become of the tiles and tokens of Sovereigns who were eliminated (KM-6.1, KM-10.6)."""
    part = kings(t.state)
    filled, part.filled = part.filled, []
    if filled:
        t.announce("hunt-pool-filled", tiles=filled)
    fallen, part.fallen = part.fallen, {}
    for sovereign, tiles in fallen.items():
        if tiles:
            t.announce("fallen-leaders-tiles", sovereign=sovereign, tiles=tiles)
        else:
            t.announce("dismay-gained", sovereign=sovereign)


# -- Weaknesses ---------------------------------------------------------------------------------------------


@TAKEN_OVER.of(HELMS_DEEP)
def _helms_deep(s: State) -> str | None:
    """Helm's Deep is Isengard's while Théoden is corrupted and the Shadow controls it (KM-6.10)."""
    taken = THEODEN in kings(s).corrupted and controller(s, HELMS_DEEP) == SH
    return ISENGARD if taken else None

"""The worth of tempting a Sovereign, and of putting a tile on him."""

from collections.abc import Callable
from math import comb

from rules.core.decisions import Decision
from rules.core.sums import added
from rules.war_of_the_ring.bots import road
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import FP, TILES
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings import corruption, sovereigns
from rules.war_of_the_ring.sets.kings.bots.guesses import has_number, number_on
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS, is_kings_tile

#: What it is worth that a Sovereign falls to the Shadow rather than leads his Nation, to either side.
FALL = {"brand": 2.0, "dain": 2.0, "denethor": 3.0, "theoden": 2.6, "thranduil": 2.2}
#: What is added where his Nation is active, so that he could awaken.
COULD_AWAKEN = 0.6
#: What a tile on a Sovereign is worth by what it brings him nearer to his fall.
NEARER = 0.7
#: What a point of damage is worth to the Shadow; what most tiles do; how likely a step draws one, and how many the way
#: through Mordor draws.
DAMAGE, USUAL_TILE, DRAWN, END_OF_MORDOR = 1.2, 1.5, 0.5, 5
#: What it costs the Shadow that a move of the Fellowship draws no tile.
TILE = 3.2
#: An attempt is made before anything else once it is time, later where waiting costs nothing, or not at all.
FIRST_OF_ALL, LATER, NEVER = 6.0, -0.1, -0.5
#: The least that an attempt must promise.
LEAST = 0.6
#: How likely a die that shows this moves the Fellowship.
MOVES = {"character": 0.8, "will-of-the-west": 0.6}


def stake(s: State, sovereign: str) -> float:
    """Return what it is worth that a Sovereign falls, to either side."""
    worth = FALL[sovereign] + (COULD_AWAKEN if FACTS[sovereign].nation in s.active else 0.0)
    return worth * (0.4 if s.fellowship.mordor is not None else 1.0)


def danger(s: State, sovereign: str) -> float:
    """Return how near a Leader is to his fall, from 0 to 1."""
    return min(1.0, corruption.level(s, sovereign) / FACTS[sovereign].resistance)


def _drain(s: State, value: int) -> float:
    """Return what it costs the Shadow that a tile hunts no longer: as often as tiles will still be drawn."""
    fellowship = s.fellowship
    draws = float(END_OF_MORDOR - (fellowship.mordor or 0))
    if fellowship.region is not None:
        draws += DRAWN * max(0, road.steps_to_mordor(fellowship.region) - fellowship.progress)
    return DAMAGE * (value - USUAL_TILE) * draws / max(10, len(s.hunt_pool))


def put(s: State, sovereign: str, value: int) -> float:
    """Return what it is worth to the Shadow to put a tile of a value on a Sovereign, where it hunts no longer."""
    facts = FACTS[sovereign]
    there = [number_on(tile) for tile in corruption.hidden(s, sovereign)]
    if sum(there) + value >= facts.resistance:
        return stake(s, sovereign) - _drain(s, max(value, *there, 0)) + added(_drain(s, one) for one in there)
    return NEARER * stake(s, sovereign) * value / facts.resistance - _drain(s, value)


def promise(s: State, sovereign: str, number: int) -> float:
    """Return what an attempt promises: the best of some tiles is put on him, if none bears a crown (KM-7.3)."""
    counting = [tile for tile in s.hunt_pool if TILES[tile].circulates and has_number(tile)]
    number = min(number, len(counting))
    if not number:
        return 0.0
    worth = {value: put(s, sovereign, value) for value in {number_on(tile) for tile in counting}}
    worths = sorted(worth[number_on(tile)] for tile in counting if not is_kings_tile(tile))
    # how often the one at this place is the best that is drawn
    ways = (comb(place, number - 1) * best for place, best in enumerate(worths))
    return added(ways) / comb(len(counting), number)


def _moves_to_come(s: State) -> float:
    """Return how many moves of the Fellowship the dice of the Free Peoples make likely."""
    likely = added(MOVES.get(dice.face_of(die), 0.0) for die in s.dice[FP])
    return max(0.0, likely - (0.0 if s.fellowship.hidden else 1.0))


def missed_eye(s: State) -> float:
    """Return what an Eye less in the Hunt Box costs the Shadow for every move of the Fellowship."""
    eyes, movers = dice.eyes_in_box(s), dice.movers_in_box(s)
    if s.fellowship.mordor is not None:
        return 0.25 * TILE
    face = min(5, 1 + movers) / 6
    return TILE * face * (1.0 - face) ** max(0, min(5, eyes) - 1)


def _gain(s: State, sovereign: str) -> float:
    """Return what an attempt in the place of an action is worth now."""
    number = min(corruption.MOST_TILES, len(corruption.eyes(s)) - 1)
    return promise(s, sovereign, number) - _moves_to_come(s) * missed_eye(s)


def tempt(sovereign: str) -> Callable[[Judgement], float]:
    """Return what an attempt is worth: it costs no die, but an Eye, and its time ends with the dice of the enemy."""

    def worth(j: Judgement) -> float:
        s = j.s
        gain = _gain(s, sovereign)
        if gain < LEAST:
            return NEVER
        others = sum(
            corruption.why_no_attempt(s, one) is None and _gain(s, one) >= LEAST for one in SOVEREIGNS
        )
        wanted = min(others, len(corruption.eyes(s)) - 1)
        pressing = len(s.dice[FP]) <= wanted or bool(sovereigns.destinations(s, sovereign))
        return FIRST_OF_ALL + gain if pressing or not _moves_to_come(s) else LATER

    return worth


def corruption_tile(j: Judgement, decision: Decision, value: str) -> float:
    """The lowest that corrupts him; if none does, the highest, but for what the Hunt misses."""
    return put(j.s, _sovereign(decision), number_on(value)) if value in TILES else 0.0


def draw_on(j: Judgement, decision: Decision, value: str) -> float:
    """Another tile in the place of this one: what most tiles would be worth, a crown nothing."""
    s, sovereign = j.s, _sovereign(decision)
    tile = str((decision.context or {}).get("tile", ""))
    counting = [t for t in s.hunt_pool if TILES[t].circulates and has_number(t)]
    if tile not in TILES or not counting:
        return -1.0
    next_ = added(put(s, sovereign, number_on(t)) for t in counting if not is_kings_tile(t)) / len(counting)
    return next_ - put(s, sovereign, number_on(tile))


def _sovereign(decision: Decision) -> str:
    found = str((decision.context or {}).get("sovereign", ""))
    return found if found in FACTS else SOVEREIGNS[0]

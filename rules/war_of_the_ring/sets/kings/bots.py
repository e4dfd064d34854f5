"""What bots know of Kings of Middle-earth: what Sovereigns, tempting them, Ruler dice and its questions are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import comb
from typing import Any

from rules.core.adding import added
from rules.core.decisions import Decision
from rules.war_of_the_ring import dice, entries
from rules.war_of_the_ring.bots import hints, road
from rules.war_of_the_ring.bots.judgement import RING_PRICE, Judgement
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.box import box_of
from rules.war_of_the_ring.catalogue import CARDS, DICE, FP, FP_NATIONS, REGIONS, SH, TILES
from rules.war_of_the_ring.hunt_pool import elsewhere
from rules.war_of_the_ring.sets.kings import abilities, corruption, shadow_cards, sovereigns
from rules.war_of_the_ring.sets.kings.chieftains import CHIEFTAIN, MIRKWOOD, PLACES, SERPENT, UGLUK
from rules.war_of_the_ring.sets.kings.free_peoples_cards import (
    ARCHERS,
    AT_YOUR_SERVICE,
    BRANDS_MEN,
    DAINS_GUARD,
    NOT_SO_DARK,
    RIDERS,
)
from rules.war_of_the_ring.sets.kings.options import VARIANTS
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER
from rules.war_of_the_ring.sets.kings.rulers_in_battle import ASSAULT, BATS, DESPERATE
from rules.war_of_the_ring.sets.kings.state import (
    CHIEFTAINS,
    DOUBTFUL,
    FACTS,
    FOLLY,
    SET,
    SOVEREIGNS,
    THREATS,
    Kings,
    is_kings_tile,
    kings,
)
from rules.war_of_the_ring.state import State, at_war, besieged, field, garrison, place_of, places

NOTHING = -5.0
#: What it is worth that a Sovereign falls to the Shadow rather than leads his Nation, to either side.
FALL = {"brand": 2.0, "dain": 2.0, "denethor": 3.0, "theoden": 2.6, "thranduil": 2.2}
#: What is added where his Nation is active, so that he could awaken.
COULD_AWAKEN = 0.6
#: Worth of the Ruler die in every turn to come: one die more of which to choose.
RULER_DIE = {FP: 2.4, SH: 1.8}
#: Worth of an awakened Sovereign beside that die: what he can do, and that he cannot fall.
AWAKE = 1.4
#: What it costs a Sovereign to be far from his people.
ABROAD = 0.6
#: What a Ruler token is worth that is kept.
TOKEN = 0.8
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
#: What a die is worth to who cannot see its uses, by its face.
OF_FACE = {"will-of-the-west": 4.0, "character": 3.4, "muster-army": 3.0, "muster": 2.6, "event": 2.4}
#: How much less another die of the same face is worth.
ANOTHER = 0.85
#: What an Eye is worth in the Hunt Box, and in Mordor.
EYE, EYE_IN_MORDOR = 0.9, 1.8
#: What the Combat half of a card of which nothing is known adds.
ANY_CARD = 1.5
#: What a hit more is worth beside a card, and one of one's own.
HIT, OWN_HIT = 2.2, 1.0
#: What a token of Dismay must promise.
DISMAY = 0.5
#: What the Shadow keeps of an Action Token that brings a Chieftain.
ACTION_TOKEN = 1.5
#: Whose men a card is about.
KINGSMEN = {RIDERS: "theoden", BRANDS_MEN: "brand", DAINS_GUARD: "dain", ARCHERS: "thranduil"}


# -- the position ------------------------------------------------------------------------------------


def fill(s: State, view: Mapping[str, Any]) -> None:
    """Put what a seat sees of this set into a position; what it cannot know, as it may be."""
    told = view["kings"]
    people = told["sovereigns"]
    s.options |= {name: True for name in VARIANTS if told["options"][name]}
    corrupted = {who: one["region"] for who, one in people.items() if one["state"] == "corrupted"}
    lost = {
        *view["eliminated"],
        *(who for who, facts in FACTS.items() if view["casualties"].get(facts.figure)),
    }
    part = Kings(
        corrupted=corrupted,
        removed=[who for who, one in people.items() if one["state"] == "gone" and who not in lost],
        tiles={
            who: tiles for who, one in people.items() if (tiles := [*one["kings"], *(one["tiles"] or ())])
        },
        attempted=[who for who, one in people.items() if one["attempted"]],
        tokens=[who for who, one in people.items() if one["token"]],
        token_used=told["token_used"],
        dismay=told["dismay"],
        pool=told["pool"],
        discarded=told["discarded"],
        palantir_used=told["palantir_used"],
    )
    parts = {} if not isinstance(s.sets, dict) else s.sets
    s.sets = {**parts, SET: part}
    if view["hunt_pool"]["in"] is None:
        part.seen = {who: one["tiles"] for who, one in people.items() if one["tiles"]}
        _guess(s, part, {who: one["hidden"] - len(one["tiles"] or ()) for who, one in people.items()}, view)


def _guess(s: State, part: Kings, hidden: Mapping[str, int], view: Mapping[str, Any]) -> None:
    """Let the tiles that nobody has seen lie in the pool or on Sovereigns, on none so that he would have fallen."""
    unseen = _unseen(s, part)[: view["hunt_pool"]["size"] + sum(hidden.values())]
    fitting = sorted((tile for tile in unseen if TILES[tile].standard and _is_number(tile)), key=_value)
    weakest = sorted((who for who in SOVEREIGNS if hidden[who]), key=lambda who: FACTS[who].resistance)
    guessed: dict[str, list[str]] = {}
    for who in weakest:
        guessed[who], fitting = fitting[: hidden[who]], fitting[hidden[who] :]
    for who in weakest:  # the Shadow takes the worst that it draws
        spare = FACTS[who].resistance - 1 - corruption.level(s, who) - sum(map(_value, guessed[who]))
        for number, tile in enumerate(guessed[who]):
            worse = max((t for t in fitting if _value(t) <= _value(tile) + spare), key=_value, default=tile)
            if _value(worse) > _value(tile):
                guessed[who][number], fitting[fitting.index(worse)] = worse, tile
                spare -= _value(worse) - _value(tile)
        part.tiles[who] = sorted([*part.tiles.get(who, ()), *guessed[who]])
    on_them = {tile for tiles in guessed.values() for tile in tiles}
    s.hunt_pool = sorted(tile for tile in unseen if tile not in on_them)


def _unseen(s: State, part: Kings) -> list[str]:
    """Return the tiles that may be in the pool; those first that are there for sure, or on a Sovereign."""
    out = {*s.tiles_drawn, *s.tiles_removed, *s.specials, *elsewhere(s)}
    sure, played, others = list[str](), list[str](), list[str]()
    for tile in (tile for tile in box_of(s.options).tiles if tile not in out):
        one = TILES[tile]
        if one.card is None:
            sure.append(tile)
        elif one.card in s.discards and not (one.special and s.fellowship.mordor is None):
            played.append(tile)
        else:
            others.append(tile)
    for tile in (tile for tiles in part.seen.values() for tile in tiles if tile in s.tiles_drawn):
        # one that looks like it has been drawn as well
        alike = next((other for other in sure if corruption.face(s, other) == tile), None)
        if alike is not None:
            sure.remove(alike)
    return [*sure, *played, *others]


def _is_number(tile: str) -> bool:
    return isinstance(TILES[tile].value, int)


def _value(tile: str) -> int:
    """Return what a tile adds to a Sovereign's corruption."""
    return int(TILES[tile].value) if _is_number(tile) and not is_kings_tile(tile) else 0


# -- tempting a Sovereign ----------------------------------------------------------------------------


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
    there = [_value(tile) for tile in corruption.hidden(s, sovereign)]
    if sum(there) + value >= facts.resistance:
        return stake(s, sovereign) - _drain(s, max(value, *there, 0)) + added(_drain(s, one) for one in there)
    return NEARER * stake(s, sovereign) * value / facts.resistance - _drain(s, value)


def promise(s: State, sovereign: str, number: int) -> float:
    """Return what an attempt promises: the best of some tiles is put on him, if none bears a crown (KM-7.3)."""
    counting = [tile for tile in s.hunt_pool if TILES[tile].circulates and _is_number(tile)]
    number = min(number, len(counting))
    if not number:
        return 0.0
    worth = {value: put(s, sovereign, value) for value in {_value(tile) for tile in counting}}
    worths = sorted(worth[_value(tile)] for tile in counting if not is_kings_tile(tile))
    # how often the one at this place is the best that is drawn
    ways = (comb(place, number - 1) * best for place, best in enumerate(worths))
    return added(ways) / comb(len(counting), number)


def _moves_to_come(s: State) -> float:
    """Return how many moves of the Fellowship the dice of the Free Peoples make likely."""
    likely = added(MOVES.get(dice.face_of(die), 0.0) for die in s.dice[FP])
    return max(0.0, likely - (0.0 if s.fellowship.hidden else 1.0))


def _missed(s: State) -> float:
    """Return what an Eye less in the Hunt Box costs the Shadow for every move of the Fellowship."""
    eyes, movers = dice.eyes_in_box(s), dice.movers_in_box(s)
    if s.fellowship.mordor is not None:
        return 0.25 * TILE
    face = min(5, 1 + movers) / 6
    return TILE * face * (1.0 - face) ** max(0, min(5, eyes) - 1)


def _gain(s: State, sovereign: str) -> float:
    """Return what an attempt in the place of an action is worth now."""
    number = min(corruption.MOST_TILES, len(corruption.eyes(s)) - 1)
    return promise(s, sovereign, number) - _moves_to_come(s) * _missed(s)


def tempt(sovereign: str) -> Callable[[Judgement], float]:
    """Return what an attempt is worth: it costs no die, but an Eye, and its time ends with the dice of the enemy."""

    def worth(j: Judgement) -> float:
        s = j.s
        gain = _gain(s, sovereign)
        if gain < LEAST:
            return NEVER
        others = sum(corruption.may_attempt(s, one) and _gain(s, one) >= LEAST for one in SOVEREIGNS)
        wanted = min(others, len(corruption.eyes(s)) - 1)
        pressing = len(s.dice[FP]) <= wanted or bool(sovereigns.destinations(s, sovereign))
        return FIRST_OF_ALL + gain if pressing or not _moves_to_come(s) else LATER

    return worth


def corruption_tile(j: Judgement, decision: Decision, value: str) -> float:
    """The lowest that corrupts him; if none does, the highest, but for what the Hunt misses."""
    return put(j.s, _sovereign(decision), _value(value)) if value in TILES else 0.0


def draw_on(j: Judgement, decision: Decision, value: str) -> float:
    """Another tile in the place of this one: what most tiles would be worth, a crown nothing."""
    s, sovereign = j.s, _sovereign(decision)
    tile = str((decision.context or {}).get("tile", ""))
    counting = [t for t in s.hunt_pool if TILES[t].circulates and _is_number(t)]
    if tile not in TILES or not counting:
        return -1.0
    next_ = added(put(s, sovereign, _value(t)) for t in counting if not is_kings_tile(t)) / len(counting)
    return next_ - put(s, sovereign, _value(tile))


def _sovereign(decision: Decision) -> str:
    found = str((decision.context or {}).get("sovereign", ""))
    return found if found in FACTS else SOVEREIGNS[0]


# -- Sovereigns who awaken ---------------------------------------------------------------------------


def _rulers_die(s: State, side: str) -> float:
    """Return what it is worth that a side has a Ruler: the first one brings a die, as long as the war lasts."""
    has = sovereigns.awakened(s) if side == FP else [c for c in CHIEFTAINS if place_of(s, c)]
    return 0.0 if has else RULER_DIE[side] * (1.1 - road.haste(s))


def awakening(j: Judgement, decision: Decision | None, value: str) -> float:
    """Worth of a Sovereign who awakens, `sovereign@region`: his die, his deeds, and that he can no longer fall."""
    s = j.s
    sovereign, _, region = value.partition("@")
    worth = AWAKE + _rulers_die(s, FP) + danger(s, sovereign) * stake(s, sovereign)
    if not s.options.get("no_ruler_tokens"):
        worth += TOKEN
    if at_war(s, FACTS[sovereign].nation):
        worth += 0.6
    here = sovereigns.where_is(s, sovereign)
    if here is not None and here != region:
        worth += j.stay_worth([sovereign], region) - j.stay_worth([sovereign], here)
    if region in REGIONS and REGIONS[region].nation != FACTS[sovereign].nation:
        worth -= ABROAD
    return worth


def awaken(j: Judgement) -> float:
    """The best awakening."""
    return max((awakening(j, None, value) for value in sovereigns.awakenings(j.s)), default=NOTHING)


def freed(j: Judgement, sovereign: str) -> float:
    """Worth of a corrupted Sovereign who is taken out of play: his Weaknesses end."""
    nation = FACTS[sovereign].nation
    return (1.4 if at_war(j.s, nation) else 0.8) + (0.8 if besieged(j.s, FACTS[sovereign].home) else 0.0)


def promote(sovereign: str) -> Callable[[Judgement], float]:
    """Return what an Elite for a Regular at home is worth: as a hit more there, but no unit."""
    facts = FACTS[sovereign]

    def worth(j: Judgement) -> float:
        if besieged(j.s, facts.home):
            return 2.0
        return max(0.6, j.armies.arrival_worth(facts.home, f"{facts.nation}-regular"))

    return worth


def recruits(use: str) -> Callable[[Judgement], float]:
    """Return what the figures that a Sovereign recruits by the Ruler die are worth."""
    sovereign, coming, most = abilities.COMING[use]

    def worth(j: Judgement) -> float:
        come: list[str] = []
        total = 0.0
        while len(come) < most:
            best = max(
                ((_arriving(j, value), value) for value in coming(j.s, sovereign, come)), default=(0.0, "")
            )
            total += max(0.0, best[0])
            come.append(best[1].partition("@")[2])
        return total

    return worth


def _arriving(j: Judgement, value: str) -> float:
    kind, _, region = value.partition("@")
    return j.armies.arrival_worth(region, kind)


def _far_sighted_way(j: Judgement, way: str) -> float:
    if way == "move-fellowship":
        spared = _missed(j.s) if dice.eyes_in_box(j.s) > 1 and j.s.fellowship.mordor is None else 0.0
        return road.step_worth(j.s) + spared
    return j.use("", way) + 0.2


def far_sighted(j: Judgement) -> float:
    """The best that Thranduil's counsel can do."""
    return max((_far_sighted_way(j, way) for way in abilities.far_sighted_ways(j.s)), default=NOTHING)


def stone(j: Judgement) -> float:
    """An Event result, and one card more."""
    return max(j.use("", "draw"), j.use("", "play-event")) + 0.8


def by_token(worth: Callable[[Judgement], float]) -> Callable[[Judgement], float]:
    """Return what an ability is worth that costs the Ruler token."""

    def less(j: Judgement) -> float:
        return worth(j) - (TOKEN + 0.4 * bool(j.s.options.get("dismay_tokens")))

    return less


# -- dice --------------------------------------------------------------------------------------------


def one_more_hunts(j: Judgement) -> int:
    """Against a Ruler die one more: of the dice that they may choose from the Free Peoples keep those that move."""
    s = j.s
    on_the_road = s.fellowship.mordor is None and (s.fellowship.progress >= 1 or s.turn > 2)
    return int(on_the_road and RULER[FP] in kings(s).pool)


def discard_die(j: Judgement, decision: Decision, value: str) -> float:
    """The die of which least can be made; of several that show the same, one is missed less."""
    s = j.s
    if dice.face_of(value) == dice.EYE:
        return -(EYE if s.fellowship.mordor is None else EYE_IN_MORDOR)
    same = sum(dice.face_of(die) == dice.face_of(value) for die in s.dice[j.seat])
    return -j.best_use(value) * ANOTHER ** (same - 1)


def dismay(j: Judgement, decision: Decision, value: str) -> float:
    """A Ruler die again: what it may show, less what it shows, for the enemy the other way round."""
    s = j.s
    side = value.partition(":")[2]
    die = next((die for die in dice.special_dice(s, side) if dice.split(die)[0] == RULER.get(side)), None)
    if die is None:
        return NOTHING
    eye = EYE if s.fellowship.mordor is None else EYE_IN_MORDOR
    faces = DICE[RULER[side]].faces

    def shows(face: str) -> float:
        if face == dice.EYE:
            return eye
        return OF_FACE.get(face, 3.0) if side == FP else j.best_use(dice.turned(die, face))

    better = added(map(shows, faces)) / len(faces) - shows(dice.face_of(die))
    return (better if side == SH else -better) - DISMAY


# -- Dark Chieftains ---------------------------------------------------------------------------------


def chieftain(j: Judgement, decision: Decision | None, value: str) -> float:
    """Worth of a Chieftain who enters play, `chieftain@region`."""
    return j.minion_worth(value)


def _comes(j: Judgement, values: Iterable[str]) -> float:
    return max((j.minion_worth(value) for value in values), default=NOTHING)


def _by_action_token(j: Judgement) -> float:
    """The best of those who come without their condition."""
    come = (f"{who}@{r}" for who, where in PLACES.items() if entries.is_new(j.s, who) for r in where(j.s))
    return _comes(j, come) - ACTION_TOKEN


def _entering(who: str) -> Callable[[Judgement, str], float]:
    """Return what is added for a Chieftain: the die of the first; Uglúk hunts with the others."""

    def more(j: Judgement, region: str) -> float:
        s = j.s
        near = who == UGLUK and s.fellowship.region is not None and s.fellowship.mordor is None
        return _rulers_die(s, SH) + (0.5 if near and region == s.fellowship.region else 0.0)

    return more


# -- battles -----------------------------------------------------------------------------------------


def _half(card: object) -> float:
    """Return what the Combat half of a card adds, or what most do."""
    return hints.combat_worth(str(card)) if card in CARDS else ANY_CARD


def forfeit_card(j: Judgement, decision: Decision, value: str) -> float:
    """What a Chieftain does in the place of a card, by the dice of both sides, less what the card would do."""
    context = decision.context or {}
    card = context.get("card")
    half = CARDS[str(card)].combat if card in CARDS else ""
    own = float(context.get("dice", 3))
    if value == SERPENT:
        worth = HIT * own * (2 if half == ASSAULT else 1) / 6 - OWN_HIT
    elif value == MIRKWOOD:
        worth = 0.4 + (ANY_CARD if half == BATS and context.get("enemy_deck") else 0.0)
    else:
        theirs = 0 if half == DESPERATE else _enemy_dice(j, str(context.get("region", "")))
        worth = 1.4 * (HIT * own - OWN_HIT * theirs) / 6
    return worth - _half(card)


def _enemy_dice(j: Judgement, region: str) -> int:
    force = field(j.s, region, FP) or garrison(j.s, region) if region in REGIONS else None
    return min(5, force.units()) if force else 3


def cancel(j: Judgement, decision: Decision, value: str) -> float:
    """The enemy's card for the own one, once in a battle."""
    context = decision.context or {}
    return _half(context.get("enemy_card")) - _half(context.get("card")) - 0.2


# -- cards -------------------------------------------------------------------------------------------


def _relief(s: State, sovereign: str) -> float:
    """Return what a tile less on a Sovereign is worth to the Free Peoples."""
    if sovereign not in FACTS or sovereigns.state_of(s, sovereign) != "leader":
        return 0.0
    return 1.1 * danger(s, sovereign) * stake(s, sovereign)


def event_way(j: Judgement, decision: Decision, value: str) -> float:
    """A tile less on a Sovereign against what else a card can do."""
    s = j.s
    if value == "return-tile":
        card = str((decision.context or {}).get("card", ""))
        return _relief(s, KINGSMEN.get(card, "denethor")) - 0.2
    if value == "look":
        return max(_relief(s, who) for who in SOVEREIGNS)
    if value == "advance":
        return 1.5
    return j.use("", value) - 1.0 if value in ("draw", "play-event") else 0.0


def look_at_tiles(j: Judgement, decision: Decision, value: str) -> float:
    """Him who is in danger."""
    return _relief(j.s, value)


def return_tile(j: Judgement, decision: Decision, value: str) -> float:
    """The tile that weighs most."""
    return float(_value(value)) if value in TILES else 0.0


def event_sovereign(j: Judgement, decision: Decision, value: str) -> float:
    """Whom a card tempts, serves or strikes."""
    s = j.s
    card = (decision.context or {}).get("card")
    region = sovereigns.where_is(s, value) if value in FACTS else None
    if region is None:
        return 0.0
    if card == AT_YOUR_SERVICE:
        return _relief(s, value) + j.armies.arrival_worth(region, f"{FACTS[value].nation}-elite")
    if card == shadow_cards.WEST_HAS_FAILED:
        return promise(s, value, corruption.number_of_tiles(s))
    force = next((force for _, r, force in places(s, FP) if r == region), None)
    fallen = sovereigns.state_of(s, value) == "corrupted"
    return (1.3 if fallen else 1.0) * (1.0 + (j.armies.reach(region, 4.0) if force else 0.0))


def event_recruit(j: Judgement, decision: Decision, value: str) -> float:
    """Where figures come counts."""
    return _arriving(j, value) if "@" in value else 0.0


def event_figure(j: Judgement, decision: Decision, value: str) -> float:
    """A unit that one gives up: rather a Regular, where nothing threatens."""
    kind, _, region = value.partition("@")
    if j.seat != FP or not region or (decision.context or {}).get("card") != shadow_cards.STORMCROW:
        return 0.0
    return -0.5 * kind.endswith("elite") - j.armies.risk(region, 1.0)


def _kingsmen(sovereign: str) -> Callable[[Judgement], float]:
    """Return what is added for a King's men: a corrupted one is freed by them, and that is all."""

    def more(j: Judgement) -> float:
        s = j.s
        if sovereign in kings(s).corrupted:
            return freed(j, sovereign) - 2.2
        return 0.5 * _relief(s, sovereign)

    return more


def _most_relief(j: Judgement) -> float:
    return max(_relief(j.s, who) for who in SOVEREIGNS)


def _west_has_failed(j: Judgement) -> float:
    number = corruption.number_of_tiles(j.s)
    return 1.6 * max((promise(j.s, who, number) for who in shadow_cards.despairing(j.s)), default=0.0) - 2.2


def _doubtful(j: Judgement) -> float:
    """It keeps Sovereigns of Nations at peace asleep, and tiles where they are."""
    s = j.s
    asleep = [who for who in sovereigns.leaders(s) if not at_war(s, FACTS[who].nation)]
    return 0.35 * len(asleep) + 0.3 * added(danger(s, who) for who in sovereigns.leaders(s)) - 0.8


def _threats(j: Judgement) -> float:
    """It keeps passive Nations at peace."""
    return 0.4 * (sum(nation not in j.s.active for nation in FP_NATIONS) - 3)


def _folly(j: Judgement) -> float:
    """It matters where the enemy is before the gates, and as long as Denethor could awaken."""
    home = FACTS["denethor"].home
    awakes = bool(sovereigns.destinations(j.s, "denethor"))
    return (0.8 if besieged(j.s, home) else 0.0) + (0.6 if awakes else -0.4)


def _end_of(worth: Callable[[Judgement], float]) -> Callable[[Judgement], float]:
    """Return what it is worth to the Free Peoples to end a card that lies on the table."""
    return lambda j: 1.2 + 0.7 * worth(j)


KNOWLEDGE = Knowledge(
    positions=(fill,),
    uses={
        "awaken": awaken,
        "remove-corrupted": lambda j: max(
            (freed(j, who) for who in sovereigns.removable(j.s)), default=NOTHING
        ),
        **{use: promote(who) for use, who in abilities.PROMOTIONS.items()},
        **{use: recruits(use) for use in abilities.COMING},
        **{f"ruler-token-{who}": by_token(recruits(use)) for use, (who, _, _) in abilities.COMING.items()},
        "far-sighted": far_sighted,
        "ruler-token-thranduil": by_token(far_sighted),
        "ruler-token-denethor": by_token(stone),
        CHIEFTAIN: lambda j: _comes(j, entries.open_to(j.s, CHIEFTAIN)),
        "chieftain-by-token": _by_action_token,
        "discard-stewards-folly": _end_of(_folly),
        "discard-doubtful-welcome": _end_of(_doubtful),
        "discard-palantir-of-barad-dur": lambda j: 1.4 - 0.5 * RING_PRICE,
    },
    acts={f"attempt:{who}": tempt(who) for who in SOVEREIGNS},
    answers={
        "awaken": awakening,
        "remove-corrupted": lambda j, decision, value: freed(j, value) if value in FACTS else 0.0,
        "corruption-tile": corruption_tile,
        "draw-on": draw_on,
        "discard-die": discard_die,
        "dismay": dismay,
        CHIEFTAIN: chieftain,
        "forfeit-card": forfeit_card,
        "heir-of-bard": cancel,
        "shadow-in-the-north": cancel,
        "press-by-weakness": lambda j, decision, value: j.press_siege(decision, value),
        "palantir-of-anarion": lambda j, decision, value: j.deck(decision, value) + 0.5,
        "sovereign-recruit": lambda j, decision, value: _arriving(j, value),
        "far-sighted": lambda j, decision, value: _far_sighted_way(j, value),
        "look-at-tiles": look_at_tiles,
        "return-tile": return_tile,
        "event-sovereign": event_sovereign,
    },
    added={"event-way": event_way, "event-recruit": event_recruit, "event-figure": event_figure},
    hunters=(one_more_hunts,),
    entering={who: _entering(who) for who in CHIEFTAINS},
    cards={
        **{card: _kingsmen(who) for card, who in KINGSMEN.items()},
        NOT_SO_DARK: _most_relief,
        AT_YOUR_SERVICE: lambda j: 0.5 * _most_relief(j),
        shadow_cards.WEST_HAS_FAILED: _west_has_failed,
        DOUBTFUL: _doubtful,
        THREATS: _threats,
        FOLLY: _folly,
    },
)

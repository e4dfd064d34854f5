"""The worth of Rulers: Sovereigns awake and what they can do, Dark Chieftains, their dice."""

from collections.abc import Callable, Iterable

from rules.core.decisions import Decision, OneOf
from rules.core.sums import added
from rules.war_of_the_ring.bots import road
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import DICE, FP, REGIONS, SH
from rules.war_of_the_ring.position.state import State, at_war, besieged, place_of
from rules.war_of_the_ring.sets.kings import abilities, sovereigns
from rules.war_of_the_ring.sets.kings.bots.temptation import danger, missed_eye, stake
from rules.war_of_the_ring.sets.kings.chieftains import UGLUK, without_condition
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER, includes
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, FACTS, kings

NOTHING = -5.0
#: Less than any doubt makes good.
NEVER = float("-inf")
#: Worth of the Ruler die in every turn to come: one die more of which to choose.
RULER_DIE = {FP: 2.4, SH: 1.8}
#: Worth of an awakened Sovereign beside that die: what he can do, and that he cannot fall.
AWAKE = 1.4
#: What it costs a Sovereign to be far from his people.
ABROAD = 0.6
#: What a Ruler token is worth that is kept.
TOKEN = 0.8
#: What a die is worth to who cannot see its uses, by its face.
OF_FACE = {"will-of-the-west": 4.0, "character": 3.4, "muster-army": 3.0, "muster": 2.6, "event": 2.4}
#: How much less another die of the same face is worth.
ANOTHER = 0.85
#: What an Eye is worth in the Hunt Box, and in Mordor.
EYE, EYE_IN_MORDOR = 0.9, 1.8
#: What a token of Dismay must promise.
DISMAY = 0.5
#: What the Shadow keeps of an Action Token that brings a Chieftain.
ACTION_TOKEN = 1.5


# -- Sovereigns who awaken ---------------------------------------------------------------------------


def rulers_die(s: State, side: str) -> float:
    """Return what it is worth that a side has a Ruler: the first one brings a die, as long as the war lasts."""
    has = sovereigns.awakened(s) if side == FP else [c for c in CHIEFTAINS if place_of(s, c)]
    return 0.0 if has else RULER_DIE[side] * (1.1 - road.haste(s))


def awakening(j: Judgement, decision: Decision | None, value: str) -> float:
    """Worth of a Sovereign who awakens, `sovereign@region`: his die, his deeds, and that he can no longer fall."""
    s = j.s
    sovereign, _, region = value.partition("@")
    worth = AWAKE + rulers_die(s, FP) + danger(s, sovereign) * stake(s, sovereign)
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
                ((arriving(j, value), value) for value in coming(j.s, sovereign, come)), default=(0.0, "")
            )
            total += max(0.0, best[0])
            come.append(best[1].partition("@")[2])
        return total

    return worth


def arriving(j: Judgement, value: str) -> float:
    """Return what a figure that comes, `kind@region`, is worth."""
    kind, _, region = value.partition("@")
    return j.armies.arrival_worth(region, kind)


def far_sighted_way(j: Judgement, way: str) -> float:
    """Return what one of the things that Thranduil's counsel can do is worth."""
    if way == "move-fellowship":
        spared = missed_eye(j.s) if dice.eyes_in_box(j.s) > 1 and j.s.fellowship.mordor is None else 0.0
        return road.step_worth(j.s) + spared
    return j.use("", way) + 0.2


def far_sighted(j: Judgement) -> float:
    """The best that Thranduil's counsel can do."""
    return max((far_sighted_way(j, way) for way in abilities.far_sighted_ways(j.s)), default=NOTHING)


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
    """The die of which least can be made, never one that includes another; of several alike one is missed less."""
    s = j.s
    if isinstance(decision.options, OneOf) and any(
        includes(value, other) for other in decision.options.values
    ):
        return NEVER
    if dice.face_of(value) == dice.EYE:
        return -(EYE if s.fellowship.mordor is None else EYE_IN_MORDOR)
    same = sum(dice.face_of(die) == dice.face_of(value) for die in s.dice[j.side])
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


def comes(j: Judgement, values: Iterable[str]) -> float:
    """Return what the best of those who could come, `chieftain@region`, is worth."""
    return max((j.minion_worth(value) for value in values), default=NOTHING)


def by_action_token(j: Judgement) -> float:
    """The best of those who come without their condition."""
    return comes(j, without_condition(j.s)) - ACTION_TOKEN


def entering(who: str) -> Callable[[Judgement, str], float]:
    """Return what is added for a Chieftain: the die of the first; Uglúk hunts with the others."""

    def more(j: Judgement, region: str) -> float:
        s = j.s
        near = who == UGLUK and s.fellowship.region is not None and s.fellowship.mordor is None
        return rulers_die(s, SH) + (0.5 if near and region == s.fellowship.region else 0.0)

    return more

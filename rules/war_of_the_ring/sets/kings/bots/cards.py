"""The worth of the cards of this set, and of the answers to what they ask."""

from collections.abc import Callable

from rules.core.decisions import Decision
from rules.core.sums import added
from rules.war_of_the_ring.bots.judgement import Judgement
from rules.war_of_the_ring.position.catalogue import FP, FP_NATIONS, TILES
from rules.war_of_the_ring.position.state import State, at_war, besieged, places
from rules.war_of_the_ring.sets.kings import corruption, sovereigns
from rules.war_of_the_ring.sets.kings.bots.guesses import number_on
from rules.war_of_the_ring.sets.kings.bots.rulers import arriving, freed
from rules.war_of_the_ring.sets.kings.bots.temptation import danger, promise, stake
from rules.war_of_the_ring.sets.kings.cards import shadow
from rules.war_of_the_ring.sets.kings.cards.free_peoples import (
    ARCHERS,
    AT_YOUR_SERVICE,
    BRANDS_MEN,
    DAINS_GUARD,
    RIDERS,
)
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS, kings

#: Whose men a card is about.
KINGSMEN = {RIDERS: "theoden", BRANDS_MEN: "brand", DAINS_GUARD: "dain", ARCHERS: "thranduil"}


def relief(s: State, sovereign: str) -> float:
    """Return what a tile less on a Sovereign is worth to the Free Peoples."""
    if sovereign not in FACTS or sovereigns.state_of(s, sovereign) != "leader":
        return 0.0
    return 1.1 * danger(s, sovereign) * stake(s, sovereign)


def event_way(j: Judgement, decision: Decision, value: str) -> float:
    """A tile less on a Sovereign against what else a card can do."""
    s = j.s
    if value == "return-tile":
        card = str((decision.context or {}).get("card", ""))
        return relief(s, KINGSMEN.get(card, "denethor")) - 0.2
    if value == "look":
        return max(relief(s, who) for who in SOVEREIGNS)
    if value == "advance":
        return 1.5
    return j.use("", value) - 1.0 if value in ("draw", "play-event") else 0.0


def look_at_tiles(j: Judgement, decision: Decision, value: str) -> float:
    """Him who is in danger."""
    return relief(j.s, value)


def return_tile(j: Judgement, decision: Decision, value: str) -> float:
    """The tile that weighs most."""
    return float(number_on(value)) if value in TILES else 0.0


def event_sovereign(j: Judgement, decision: Decision, value: str) -> float:
    """Whom a card tempts, serves or strikes."""
    s = j.s
    card = (decision.context or {}).get("card")
    region = sovereigns.where_is(s, value) if value in FACTS else None
    if region is None:
        return 0.0
    if card == AT_YOUR_SERVICE:
        return relief(s, value) + j.armies.arrival_worth(region, f"{FACTS[value].nation}-elite")
    if card == shadow.WEST_HAS_FAILED:
        return promise(s, value, corruption.number_of_tiles(s))
    force = next((force for _, r, force in places(s, FP) if r == region), None)
    fallen = sovereigns.state_of(s, value) == "corrupted"
    return (1.3 if fallen else 1.0) * (1.0 + (j.armies.reach(region, 4.0) if force else 0.0))


def event_recruit(j: Judgement, decision: Decision, value: str) -> float:
    """Where figures come counts."""
    return arriving(j, value) if "@" in value else 0.0


def event_figure(j: Judgement, decision: Decision, value: str) -> float:
    """A unit that one gives up: rather a Regular, where nothing threatens."""
    kind, _, region = value.partition("@")
    if j.side != FP or not region or (decision.context or {}).get("card") != shadow.STORMCROW:
        return 0.0
    return -0.5 * kind.endswith("elite") - j.armies.risk(region, 1.0)


def kingsmen(sovereign: str) -> Callable[[Judgement], float]:
    """Return what is added for a King's men: a corrupted one is freed by them, and that is all."""

    def more(j: Judgement) -> float:
        s = j.s
        if sovereign in kings(s).corrupted:
            return freed(j, sovereign) - 2.2
        return 0.5 * relief(s, sovereign)

    return more


def most_relief(j: Judgement) -> float:
    """Return what a tile less is worth on him who needs it most."""
    return max(relief(j.s, who) for who in SOVEREIGNS)


def west_has_failed(j: Judgement) -> float:
    """Return what is added for an attempt that costs no Eye."""
    number = corruption.number_of_tiles(j.s)
    return 1.6 * max((promise(j.s, who, number) for who in shadow.despairing(j.s)), default=0.0) - 2.2


def doubtful(j: Judgement) -> float:
    """It keeps Sovereigns of Nations at peace asleep, and tiles where they are."""
    s = j.s
    asleep = [who for who in sovereigns.leaders(s) if not at_war(s, FACTS[who].nation)]
    return 0.35 * len(asleep) + 0.3 * added(danger(s, who) for who in sovereigns.leaders(s)) - 0.8


def threats(j: Judgement) -> float:
    """It keeps passive Nations at peace."""
    return 0.4 * (sum(nation not in j.s.active for nation in FP_NATIONS) - 3)


def folly(j: Judgement) -> float:
    """It matters where the enemy is before the gates, and as long as Denethor could awaken."""
    home = FACTS["denethor"].home
    awakes = bool(sovereigns.destinations(j.s, "denethor"))
    return (0.8 if besieged(j.s, home) else 0.0) + (0.6 if awakes else -0.4)


def end_of(worth: Callable[[Judgement], float]) -> Callable[[Judgement], float]:
    """Return what it is worth to the Free Peoples to end a card that lies on the table."""
    return lambda j: 1.2 + 0.7 * worth(j)

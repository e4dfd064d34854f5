"""Kings' Free Peoples cards: Event halves (KM-13)."""

from collections.abc import Callable
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import Effect, event
from rules.war_of_the_ring.position.catalogue import (
    EVENT_FACTS,
    FP,
    FP_NATIONS,
    LEADER_SET,
    NATION_OF,
    REGIONS,
    TILES,
    Side,
)
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import holder
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    at_war,
    has_army,
    is_free,
    nation_of,
    recruit,
    settlements_of,
    whereabouts,
)
from rules.war_of_the_ring.sets.kings import corruption, sovereigns
from rules.war_of_the_ring.sets.kings.state import FACTS, is_kings_tile, kings
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.war import characters, politics

T = Table[Any]
Facts = dict[str, Any]

HOUSE = "kome-fp-char-23"
AID = "kome-fp-char-25"
NOT_SO_DARK = "kome-fp-char-26"
WISDOM = "kome-fp-str-08"
RIDERS = "kome-fp-str-16"
BRANDS_MEN = "kome-fp-str-19"
DAINS_GUARD = "kome-fp-str-22"
ARCHERS = "kome-fp-str-24"
AT_YOUR_SERVICE = "kome-fp-str-25"
LITTLE_VILLAGES = "kome-fp-str-26"


# -- a Sovereign -------------------------------------------------------------------------------------


def choose_sovereign(
    t: T, side: Side, prompt: str, whose: list[str], card: str, *, kind: str = "event-sovereign"
) -> Procedure[str]:
    """Ask a side for one of several Sovereigns; a single one is taken without asking."""
    question = Decision(
        common.asked(t.state, side, card),
        kind,
        prompt,
        OneOf(whose, sovereigns.sovereign_name),
        "KM-13",
        weight=common.weight_for(side, card),
        context={"card": card},
    )
    chosen: str = yield unless_settled(question)
    return chosen


def _loses_a_tile(s: State, sovereign: str) -> bool:
    """Whether the Free Peoples can take a hidden tile off a Sovereign."""
    return corruption.removal_allowed(s) and bool(corruption.hidden(s, sovereign))


# -- recruit, or be rid of a tile --------------------------------------------------------------------


def _lines(facts: Facts, nation: str | None = None) -> list[Facts]:
    """Return the lines of what a card recruits, of a `nation` where the card names none."""
    what: Facts | list[Facts] = facts["recruits"]
    lines = what if isinstance(what, list) else [what]
    return [{**line, "nation": line["nation"] or nation} for line in lines]


def _may_recruit(s: State, lines: list[Facts], region: str) -> bool:
    """Whether a card can bring any of its figures to a region: a Leader alone only where a unit stands."""
    key = recruitment.recruit_place(s, FP, region)
    force = s.forces.get(key) if key else None
    units = force is not None and force.has_unit()
    return key is not None and any(
        recruitment.available(s, line) and (units or line["unit"] != "leader") for line in lines
    )


def _recruit_or_return(
    t: T, card: str, sovereign: str, regions: list[str], *, lines: list[Facts]
) -> Procedure[None]:
    """Recruit in one of several regions, or return a tile of a Sovereign: whichever is chosen of what can be done."""
    regions = [region for region in regions if _may_recruit(t.state, lines, region)]
    name = sovereigns.sovereign_name(sovereign)
    ways = {"recruit": "Recruit"} if regions else {}
    if _loses_a_tile(t.state, sovereign):
        ways["return-tile"] = f"Return a random Corruption tile of {name}"
    if not ways:
        return
    way = yield from common.choose_way(
        t, FP, f"Recruit, or return a Corruption tile of {name} to the Hunt Pool?", ways, card
    )
    if way == "return-tile":
        yield from corruption.return_random(t, sovereign, card)
        return
    region = yield from common.choose_region(t, FP, "Where do you recruit?", regions, card)
    yield from recruitment.recruit_all(t, FP, lines, card, region)


def _in_its_nation(s: State) -> bool:
    region = whereabouts(s, EVENT_FACTS[HOUSE]["companion"])
    return region is not None and nation_of(s, region) == EVENT_FACTS[HOUSE]["nation"]


@event(HOUSE, _in_its_nation)
def house_of_the_stewards(t: T) -> Procedure[None]:
    """A Gondor unit beside Boromir, or a tile less on Denethor; then two Strategy cards."""
    facts = EVENT_FACTS[HOUSE]
    region = whereabouts(t.state, facts["companion"]) or ""
    yield from _recruit_or_return(t, HOUSE, facts["sovereign"], [region], lines=_lines(facts))
    yield from common.draw_cards(t, FP, "strategy", facts["draw"], HOUSE)


def kingsmen(card: str, regions: Callable[[State], list[str]]) -> Effect:
    """Return the effect of a card of a King's men: he is taken out of play if he is corrupted.

    Else they gather in one of some regions, or he loses a tile; and a card is drawn.
    """

    def effect(t: T) -> Procedure[None]:
        s, facts = t.state, EVENT_FACTS[card]
        king: str = facts["sovereign"]
        if king in sovereigns.corrupted(s):
            sovereigns.remove_corrupted(t, king)
            return
        yield from _recruit_or_return(t, card, king, regions(s), lines=_lines(facts))
        yield from common.draw_cards(t, FP, "strategy", facts["draw"], card)

    return effect


def _with_the_riders(s: State) -> list[str]:
    """Return Edoras, and the regions of Rohan where a Companion stands."""
    facts = EVENT_FACTS[RIDERS]
    return [
        r
        for r in REGIONS
        if r == facts["region"] or (nation_of(s, r) == facts["nation"] and characters.companions_in(s, r))
    ]


def _at_home(card: str) -> Callable[[State], list[str]]:
    return lambda s: [FACTS[EVENT_FACTS[card]["sovereign"]].home]


event(RIDERS)(kingsmen(RIDERS, _with_the_riders))
for _card in (BRANDS_MEN, DAINS_GUARD, ARCHERS):
    event(_card)(kingsmen(_card, _at_home(_card)))


@event(AT_YOUR_SERVICE)
def ever_at_your_service(t: T) -> Procedure[None]:
    """A unit of his Nation beside a Sovereign who is not corrupted, and a tile less on him."""
    s, facts = t.state, EVENT_FACTS[AT_YOUR_SERVICE]

    def may_recruit(sovereign: str) -> bool:
        region = sovereigns.where_is(s, sovereign) or ""
        return _may_recruit(s, _lines(facts, FACTS[sovereign].nation), region)

    whose = [
        sovereign
        for sovereign in (*sovereigns.leaders(s), *sovereigns.awakened(s))
        if may_recruit(sovereign) or _loses_a_tile(s, sovereign)
    ]
    if not whose:
        return
    sovereign = yield from choose_sovereign(t, FP, "Which Sovereign is served?", whose, AT_YOUR_SERVICE)
    region = sovereigns.where_is(s, sovereign) or ""
    lines = _lines(facts, FACTS[sovereign].nation)
    yield from recruitment.recruit_all(t, FP, lines, AT_YOUR_SERVICE, region)
    if _loses_a_tile(s, sovereign):
        yield from corruption.return_random(t, sovereign, AT_YOUR_SERVICE)


# -- counsel -----------------------------------------------------------------------------------------


def _burdened(s: State) -> list[str]:
    """Return the Sovereigns, none of them corrupted, on whom Corruption tiles lie."""
    return [sovereign for sovereign in sovereigns.leaders(s) if kings(s).tiles.get(sovereign)]


def _weight_of(tile: str) -> int:
    """Return what a tile on a Sovereign adds to his corruption."""
    return 0 if is_kings_tile(tile) else int(TILES[tile].value)


def _look_and_return(t: T, card: str, *, must: bool) -> Procedure[None]:
    """The Free Peoples alone see the tiles on a Sovereign; one goes back to the pool, if they `must` or wish it."""
    s = t.state
    sovereign = yield from choose_sovereign(
        t,
        FP,
        "On which Sovereign do you look at the Corruption tiles?",
        _burdened(s),
        card,
        kind="look-at-tiles",
    )
    corruption.look_at(t, sovereign)
    if not corruption.removal_allowed(s):
        return
    tiles = kings(s).tiles[sovereign]
    shown = {corruption.face(s, tile): tile for tile in tiles}  # which of two that look alike nobody can tell
    question = Decision(
        holder(s, card),
        "return-tile",
        f"Which Corruption tile of {sovereigns.sovereign_name(sovereign)} goes back to the Hunt Pool?",
        OneOf(list(shown), corruption.tile_label),
        "KM-13",
        may_pass=not must,
        pass_label="None",
        fallback=max(shown, key=_weight_of),
        context={"card": card, "sovereign": sovereign},
    )
    # whether several look alike only who has looked may know: it is asked all the same
    only = next(iter(shown)) if must and len(tiles) == 1 else None
    chosen: str | None = yield Settled(question, only) if only else question
    if chosen is not None:
        corruption.return_tile(t, sovereign, shown[chosen], card)


@event(NOT_SO_DARK)
def it_is_not_so_dark_here(t: T) -> Procedure[None]:
    """Advance a Nation one step, then look at a Sovereign's tiles and return one of them."""
    nations = [n for n in FP_NATIONS if politics.may_advance(t.state, n)]
    if nations:
        nation = yield from common.choose_nation(t, FP, "Which Nation takes heart?", nations, NOT_SO_DARK)
        politics.advance(t, nation, "event")
        yield from corruption.settle(t)  # before what lies there has been seen
    if _burdened(t.state):
        yield from _look_and_return(t, NOT_SO_DARK, must=True)


@event(WISDOM)
def wisdom_of_elrond(t: T) -> Procedure[None]:
    """Activate a Nation and advance it one step, or look at a Sovereign's tiles and return one."""
    s = t.state
    nations = [n for n in FP_NATIONS if n not in s.active or not at_war(s, n)]
    ways = {"advance": "Rouse a Nation"} if nations else {}
    if _burdened(s):
        ways["look"] = "Look at the Corruption tiles of a Sovereign"
    if not ways:
        return
    way = yield from common.choose_way(t, FP, "What does Elrond counsel?", ways, WISDOM)
    if way == "look":
        yield from _look_and_return(t, WISDOM, must=False)
        return
    nation = yield from common.choose_nation(
        t, FP, "Which Nation follows the counsel of Elrond?", nations, WISDOM
    )
    politics.activate(t, nation, "event")
    politics.advance(t, nation, "event")


# -- Companions come to a Sovereign ------------------------------------------------------------------


def aided(s: State) -> list[str]:
    """Return the Sovereigns who can awaken because a Companion is in their region, as `sovereign@region`."""
    where = {sovereign: sovereigns.where_is(s, sovereign) or "" for sovereign in sovereigns.leaders(s)}
    return [
        f"{sovereign}@{region}"
        for sovereign, region in where.items()
        if sovereigns.may_awaken(s, sovereign) and characters.companions_in(s, region)
    ]


@event(AID)
def aid_in_time_of_need(t: T) -> Procedure[None]:
    """Companions on the map move; then a Sovereign beside one of them awakens where he is."""
    yield from characters.move_companions(t, must=False)
    values = aided(t.state)
    if not values:
        return
    question = Decision(
        holder(t.state, AID),
        "awaken",
        "Which Sovereign awakens?",
        OneOf(values, muster.recruit_label),
        "KM-6.6",
        context={"card": AID},
    )
    value: str = yield unless_settled(question)
    sovereigns.awaken(t, value.partition("@")[0])


# -- the Nations -------------------------------------------------------------------------------------


def villagers(s: State, nations: list[str]) -> list[str]:
    """Return who can come from free Settlements of some Nations, as `kind@region`; a Leader only to a unit."""
    return [
        f"{kind}@{region}"
        for nation in nations
        for region in settlements_of(s, nation)
        if is_free(s, region, FP)
        for kind in (f"{nation}-{unit}" for unit in EVENT_FACTS[LITTLE_VILLAGES]["units"])
        if s.pools[kind] and (kind not in LEADER_SET or has_army(s, region, FP))
    ]


@event(LITTLE_VILLAGES)
def men_of_little_villages(t: T) -> Procedure[None]:
    """A Regular or a Leader of each of four Nations, each in a free Settlement of its own."""
    s = t.state
    number: int = EVENT_FACTS[LITTLE_VILLAGES]["nations"]
    nations, touched = list(FP_NATIONS), list[str]()
    for count in range(number):
        values = villagers(s, nations)
        if not values:
            break
        question = Decision(
            holder(s, LITTLE_VILLAGES),
            "event-recruit",
            f"Who is recruited, and where? ({count + 1} of {number})",
            OneOf(values, muster.recruit_label),
            "WR-6.6",
            context={"card": LITTLE_VILLAGES},
        )
        value: str = yield unless_settled(question)
        kind, _, region = value.partition("@")
        recruit(s, FIELD[FP][region], kind)
        INVOLVED.follow(t, Involved(FP, (NATION_OF[kind],)))
        t.announce("recruited", side=FP, region=region, figures={kind: 1})
        nations.remove(NATION_OF[kind])
        if region not in touched:
            touched.append(region)
    yield from recruitment.trim_recruits(t, FP, touched)

"""Recruiting by the Event halves: which figures come, where, and how many (WR-6.6)."""

from collections.abc import Callable

from rules.core.decisions import Decision, OneOf
from rules.core.sentences import counted
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common
from rules.war_of_the_ring.position.catalogue import (
    EVENT_FACTS,
    LEADER_SET,
    NATION_OF,
    NAZGUL,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import FIELD, INSIDE, State, besieged, controller, is_free, recruit
from rules.war_of_the_ring.war import armies, politics


def recruit_place(s: State, side: Side, region: str) -> str | None:
    """Return where a card recruits in a region: its own besieged Stronghold, or the free field; else None."""
    if besieged(s, region) and controller(s, region) == side:
        return INSIDE[region]
    return FIELD[side][region] if is_free(s, region, side) else None


def recruit_figures(
    t: Table[State], side: Side, what: common.Facts, card: str, region: str = ""
) -> Procedure[int]:
    """Recruit what one line of a card says, as far as the pool and the region allow; returns how many.

    `what` has nation, unit (`regular`, `elite`, `unit` for either, `leader`, `nazgul`), count and region.
    """
    s = t.state
    region = region or what["region"]
    key = recruit_place(s, side, region)
    if key is None:
        return 0
    done = 0
    for _ in range(what["count"]):
        kind = yield from _recruit_kind(t, side, what, card, region)
        if kind is None or (kind in LEADER_SET and not _has_unit(s, key)):
            break
        done += recruit(s, key, kind)
        INVOLVED.follow(t, Involved(side, (NATION_OF[kind],)))
        t.announce("recruited", side=side, region=region, figures={kind: 1})
    return done


def _has_unit(s: State, key: str) -> bool:
    force = s.forces.get(key)
    return force is not None and force.units() > 0


def _kinds(s: State, what: common.Facts) -> list[str]:
    """Return the kinds that would do for one line of a card and that the pool has."""
    if what["unit"] == NAZGUL:
        kinds = [NAZGUL]
    elif what["unit"] == "unit":
        kinds = [f"{what['nation']}-elite", f"{what['nation']}-regular"]
    else:
        kinds = [f"{what['nation']}-{what['unit']}"]
    return [k for k in kinds if s.pools[k]]


def _recruit_kind(
    t: Table[State], side: Side, what: common.Facts, card: str, region: str
) -> Procedure[str | None]:
    """Return the kind of the next figure; asked where Regular and Elite would both do and are to be had."""
    kinds = _kinds(t.state, what)
    if not kinds or what["unit"] != "unit":
        return kinds[0] if kinds else None
    question = Decision(
        actor(t.state, side),
        "event-recruit",
        f"Which unit is recruited in {region_name(region)}?",
        OneOf(kinds, figure_name),
        "WR-6.6",
        context={"card": card, "region": region},
    )
    chosen: str = yield unless_settled(question)
    return chosen


def available(s: State, what: common.Facts) -> bool:
    """Whether the pool has any figure of one line of a card."""
    return bool(_kinds(s, what))


def recruit_all(
    t: Table[State], side: Side, lines: list[common.Facts], card: str, region: str = ""
) -> Procedure[None]:
    """Recruit every line of a card, then look at the stacking limits (WR-6.6)."""
    touched = yield from recruit_lines(t, side, lines, card, region)
    yield from trim_recruits(t, side, touched)


def recruit_lines(
    t: Table[State], side: Side, lines: list[common.Facts], card: str, region: str = ""
) -> Procedure[list[str]]:
    """Recruit every line of a card; returns the regions where figures came."""
    touched: list[str] = []
    for what in lines:
        where = region or what["region"]
        done = yield from recruit_figures(t, side, what, card, where)
        if done and where not in touched:
            touched.append(where)
    return touched


def trim_recruits(t: Table[State], side: Side, regions: list[str]) -> Procedure[None]:
    """Look at the stacking limits once a card has recruited everything: nobody is recruited twice (WR-7.2)."""
    for region in regions:
        key = recruit_place(t.state, side, region)
        if key is not None:
            yield from armies.trim(t, key, why="WR-6.6")


def recruit_there(t: Table[State], side: Side, card: str, regions: list[str]) -> Procedure[None]:
    """Choose one of the regions where the card can recruit, and recruit (WR-6.6)."""
    what = EVENT_FACTS[card]["recruits"]
    lines = what if isinstance(what, list) else [what]
    regions = [r for r in regions if recruit_place(t.state, side, r)]
    if not regions or not any(available(t.state, line) for line in lines):
        return
    region = yield from common.choose_region(t, side, "Where do you recruit?", regions, card)
    yield from recruit_all(t, side, lines, card, region)


def muster_card(card: str, side: Side) -> Callable[[Table[State]], Procedure[None]]:
    """Return the effect of a card that advances Nations, recruits and draws, all as the data say."""
    facts = EVENT_FACTS[card]

    def effect(t: Table[State]) -> Procedure[None]:
        for nation in facts.get("advances", ()):
            politics.advance(t, nation, "event")
        yield from recruit_all(t, side, facts["recruits"], card)
        if facts.get("draw"):
            yield from common.draw_cards(t, side, "strategy", facts["draw"], card)

    return effect


def recruit_in_several(
    t: Table[State], side: Side, regions: list[str], number: int, what: common.Facts, card: str
) -> Procedure[None]:
    """Recruit in up to `number` different regions of the side's choice, one after the other."""
    s = t.state
    kind = f"{what['nation']}-{what['unit']}"
    left = [r for r in regions if recruit_place(s, side, r)]
    touched: list[str] = []
    for count in range(min(number, len(left))):
        if not s.pools[kind]:
            break
        prompt = f"In which region do {counted(what['count'], 'figure')} come ({count + 1} of {number})?"
        question = common.region_question(s, side, prompt, left, card)
        all_of_them = len(left) <= number - count and s.pools[kind] >= len(left) * what["count"]
        region = yield Settled(question, left[0], regions) if all_of_them else unless_settled(question)
        left.remove(region)
        touched.append(region)
        yield from recruit_figures(t, side, what, card, region)
    yield from trim_recruits(t, side, touched)

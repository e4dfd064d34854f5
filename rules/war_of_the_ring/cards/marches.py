"""Marches of several regions that cards allow (WR-6.7)."""

from functools import partial

from rules.core.decisions import Counts, Decision, OneOf, Refusal
from rules.core.listings import Listing
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    LEADER_SET,
    REGIONS,
    UNIT_SET,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import FIELD, STACKING, State, field, is_free_for_movement, shift
from rules.war_of_the_ring.war import armies, hindrances, movement, politics

Taken = dict[str, int]


def march_ends(
    s: State,
    side: Side,
    start: str,
    party: Taken,
    steps: int,
    *,
    join: bool,
    closed: frozenset[str] = frozenset(),
) -> dict[str, int]:
    """Return every region where `party` may end a march of at most `steps`, with the distance to it.

    `join`: it must end with another Army of its side. The way leads through no `closed` region.
    """
    seen = _march_reach(s, side, start, party, steps, closed)
    return {r: n for r, n in seen.items() if r != start and _may_stop(s, side, r, party, join=join)}


def _march_reach(
    s: State, side: Side, start: str, party: Taken, steps: int, closed: frozenset[str]
) -> dict[str, int]:
    seen = {start: 0}
    queue = [start]
    closed |= table_cards.closed_regions(s, side)
    for here in queue:
        if seen[here] == steps:
            continue
        for there in ADJACENT[here]:
            if there not in seen and there not in closed and _may_enter(s, side, there, party):
                seen[there] = seen[here] + 1
                queue.append(there)
    return seen


def _may_step(s: State, side: Side, region: str, party: Taken) -> bool:
    return _may_enter(s, side, region, party) and table_cards.entry_allowed(s, side, region)


def _may_enter(s: State, side: Side, region: str, party: Taken) -> bool:
    """Return whether a party may march into a region as far as it hangs on no card on the table."""
    return is_free_for_movement(s, region, side) and not armies.kept_out(s, party, region)


def _may_stop(s: State, side: Side, region: str, party: Taken, *, join: bool) -> bool:
    there = field(s, region, side)
    if join and (there is None or not there.units()):
        return False
    if s.options.get("strict_stacking"):
        units = sum(n for k, n in party.items() if k in UNIT_SET)
        return units + (there.units() if there else 0) <= STACKING
    return True


def march(
    t: Table[State],
    side: Side,
    steps: int,
    card: str,
    *,
    join: bool = False,
    escort: frozenset[str] = hindrances.NOBODY,
    arrived: dict[str, Taken] | None = None,
) -> Procedure[str | None]:
    """Move one Army up to `steps` regions, step by step; returns where it ends, None if none could move.

    The caller looks at the stacking limit when the card's whole movement is over (WR-6.7).

    `join`: it must end with another Army; `arrived`: figures that have moved already and may not again.
    """
    s = t.state
    arrived = {} if arrived is None else arrived

    def begins(region: str) -> bool:
        return region in REGIONS and _march_parties(s, side, region, steps, join, escort, arrived)

    starts = Listing(partial(filter, begins, REGIONS), begins)
    if not starts:
        return None
    source = yield from common.choose_region(t, side, "Which Army marches?", starts, card, kind="march-from")
    party = yield from _march_party(t, side, source, steps, join=join, escort=escort, arrived=arrived)
    nations = tuple(s.forces[FIELD[side][source]].nations())
    here = yield from _march_on(t, side, source, party, steps, card, join=join)
    INVOLVED.follow(t, Involved(side, nations, (FIELD[side][source], FIELD[side][here])))
    if side == FP:
        for character in [c for c in party if c in CHARACTERS]:
            politics.companion_arrived(t, character, here)
    table_cards.sweep(t)
    movement.have_arrived(arrived, FIELD[side][here], party)
    return here


def _march_on(
    t: Table[State], side: Side, source: str, party: Taken, steps: int, card: str, *, join: bool
) -> Procedure[str]:
    """March region by region until the steps are used up, no way leads on, or the player stops; returns where."""
    here = source
    for left in range(steps - 1, -1, -1):
        onward = _onward(t.state, side, source, here, party, left, join=join)
        may_stop = here != source and _may_stop_with(t.state, side, here, party, join=join)
        if not onward and not may_stop:
            break
        question = Decision(
            actor(t.state, side),
            "march-to",
            f"On from {region_name(here)} to which region?",
            OneOf(onward, region_name),
            "WR-6.7",
            may_pass=may_stop,
            pass_label=f"Stop in {region_name(here)}",
            context={"card": card, "from": here},
        )
        target = yield unless_settled(question)
        if target is None:
            break
        _march_step(t, side, here, target, party)
        here = target
    return here


def _onward(
    s: State, side: Side, source: str, here: str, party: Taken, left: int, *, join: bool
) -> list[str]:
    """Return the next regions from which the march can end well with `left` steps more."""
    behind = frozenset((source, here))  # neither whom it left nor itself is the Army to join
    return [
        r
        for r in ADJACENT[here]
        if r != source
        and _may_step(s, side, r, party)
        and (
            _may_stop(s, side, r, party, join=join)
            or march_ends(s, side, r, party, left, join=join, closed=behind)
        )
    ]


def _may_stop_with(s: State, side: Side, here: str, party: Taken, *, join: bool) -> bool:
    """Whether a party that stands in `here` already may stop there."""
    if not join:
        return True
    there = field(s, here, side)
    return there is not None and there.units() > sum(n for k, n in party.items() if k in UNIT_SET)


def _march_parties(
    s: State,
    side: Side,
    source: str,
    steps: int,
    join: bool,
    escort: frozenset[str],
    arrived: dict[str, Taken],
) -> bool:
    """Whether some party can march from a region: a single unit with one of the escort is the lightest."""
    force = field(s, source, side)
    if force is None or not force.units():
        return False
    own = movement.movable(s, side, FIELD[side][source], arrived)
    guards = [k for k in own if k in escort]
    if escort and not guards:
        return False
    along = {guards[0]: 1} if guards else {}
    test = movement.party_test(s, command(s, side), side, source, source, with_leader=False, escort=escort)
    leaders = {k: n for k, n in own.items() if k in LEADER_SET}
    return any(
        march_ends(s, side, source, party, steps, join=join) and test(party) is None
        for kind in own
        if kind in UNIT_SET
        for party in ({kind: 1, **along}, {kind: own[kind], **leaders, **along})
    )


def _march_party(
    t: Table[State],
    side: Side,
    source: str,
    steps: int,
    *,
    join: bool,
    escort: frozenset[str],
    arrived: dict[str, Taken],
) -> Procedure[Taken]:
    s = t.state
    key = FIELD[side][source]
    own = movement.movable(s, side, key, arrived)
    base = movement.party_test(s, command(s, side), side, source, source, with_leader=False, escort=escort)

    def test(party: Taken) -> Refusal:
        refused = base(party)
        if refused is not None:
            return refused
        if not march_ends(s, side, source, party, steps, join=join):
            return "no-way", "There is no region where these figures could all end this march.", "WR-6.7"
        return None

    if sum(own.values()) == 1 and test(own) is None:
        return own
    party: Taken = yield Decision(
        actor(t.state, side),
        "army-units",
        f"Who marches from {region_name(source)}?",
        Counts(own, 1, labels=figure_name, test=test),
        "WR-6.7",
        fallback=lambda: own if test(own) is None else next(Counts(own, 1, test=test).legal()),
        context={"region": source, "leaving": True},
    )
    return party


def _march_step(t: Table[State], side: Side, here: str, there: str, party: Taken) -> None:
    s = t.state
    shift(s, FIELD[side][here], FIELD[side][there], party)
    t.announce("army-moved", side=side, source=here, target=there, figures=dict(party))
    armies.army_left(t, here)
    armies.army_enters(t, there, side)

"""Moving Armies: who may go where, splitting, moving one region (WR-8)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import prod
from typing import Any

from rules.core.decisions import Counts, Decision, OneOf, Refusal
from rules.core.forced_choices import unless_unavoidable
from rules.core.listings import Listing
from rules.core.sentences import begun
from rules.core.settled import Settled
from rules.core.table import Procedure, Table
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
from rules.war_of_the_ring.position.command import Command, command
from rules.war_of_the_ring.position.moments import INVOLVED, Involved
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    IN_THE_FIELD,
    STACKING,
    Force,
    State,
    level_of,
    nation_of,
    not_at_war,
    shift,
)
from rules.war_of_the_ring.war import hindrances, politics
from rules.war_of_the_ring.war.armies import (
    army_enters,
    army_left,
    is_led,
    kept_out,
    room,
    trim,
    who_may_enter,
)
from rules.war_of_the_ring.war.hindrances import (
    NOBODY,
    WhyNot,
    escort_names,
    may_go,
    no_entry,
    no_start,
    of_ways,
)

Taken = dict[str, int]
#: For each way of an Army all who stand where it begins, and who of them goes; None where that has to be asked.
Parties = dict[str, tuple[Taken, Taken | None]]
#: The ways `from>to` out of every region, by where they lead.
WAYS = {region: {near: f"{region}>{near}" for near in ADJACENT[region]} for region in REGIONS}
#: Combinations of figures among which it is worth looking for a single legal one.
FEW = 64


def pair_label(pair: str) -> str:
    """Return `from>to` in words."""
    source, _, target = pair.partition(">")
    return f"{region_name(source)} to {region_name(target)}"


def movable(s: State, side: Side, key: str, arrived: dict[str, Taken]) -> Taken:
    """Return the figures of a place that obey whoever acts for a side and have not moved in this action."""
    return _movable(s, command(s, side), key, arrived)


def _movable(s: State, his: Command, key: str, arrived: dict[str, Taken]) -> Taken:
    force = his.movers(s, key)
    return _unmoved(s, force, key, arrived) if force else {}


def _unmoved(s: State, force: Force, key: str, arrived: dict[str, Taken]) -> Taken:
    able = dict(force.figures)
    if force.characters:
        able |= {c: 1 for c in force.characters if level_of(s, c) > 0}
    moved = arrived.get(key)
    return {k: left for k, n in able.items() if (left := n - moved.get(k, 0)) > 0} if moved else able


def move_pairs(
    s: State,
    side: Side,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
    arrived: dict[str, Taken] | None = None,
) -> list[str]:
    """Return the legal Army moves as `from>to` (WR-8.1); one figure of `escort`, if any, must go along."""
    return list(_moves(s, side, with_leader, escort, arrived or {}))


def _pairs_listed(
    s: State, side: Side, with_leader: bool, escort: frozenset[str], arrived: dict[str, Taken]
) -> Listing:
    """Return the `move_pairs` as the values of a question."""

    def holds(pair: str) -> bool:
        return pair in _moves(s, side, with_leader, escort, arrived, pair.partition(">")[0])

    return Listing(partial(_moves, s, side, with_leader, escort, arrived), holds)


def may_move(s: State, side: Side, *, with_leader: bool = False, escort: frozenset[str] = NOBODY) -> bool:
    """Return whether there is any legal Army move."""
    return next(_moves(s, side, with_leader, escort, {}), None) is not None


def _moves(
    s: State,
    side: Side,
    with_leader: bool,
    escort: frozenset[str],
    arrived: dict[str, Taken],
    only: str | None = None,
) -> Iterator[str]:
    """Yield the moves of all Armies of a side, or of the one in `only` one region."""
    closed = table_cards.closed_regions(s, side)
    forces, his, is_strict = s.forces, command(s, side), s.options.get("strict_stacking")
    shut: dict[str, bool] = {}
    for key in filter(forces.__contains__, IN_THE_FIELD[side]):
        region = IN_THE_FIELD[side][key]
        if only is not None and region != only:
            continue
        force = forces[key] if his.is_whole else his.movers(s, key)
        if force is None or UNIT_SET.isdisjoint(own := _unmoved(s, force, key, arrived)):
            continue
        if (with_leader or escort) and no_start(s, force, own, with_leader, escort):
            continue
        may_lose = not his.is_whole and his.may_lose(s, key)
        bound = not_at_war(s, own)
        #: By the Nation whose border is crossed: nothing else matters, and not even that where all are at war.
        able: dict[str | None, bool] = {}
        for target, way in WAYS[region].items():
            if target not in shut:
                is_full = is_strict and room(s, target, side) <= 0
                shut[target] = bool(is_full or no_entry(s, side, target, closed))
            if shut[target]:
                continue
            nation = nation_of(s, target) if bound else None
            if nation not in able:
                party = who_may_enter(s, own, target) if bound else own
                able[nation] = may_go(s, his, forces[key], party, with_leader)
            if able[nation] and not (
                may_lose and _no_command(s, side, region, target, own, with_leader, escort)
            ):
                yield way


def _no_command(
    s: State, side: Side, source: str, target: str, own: Taken, with_leader: bool, escort: frozenset[str]
) -> Refusal:
    """Return why nobody of a mixed Army goes from `source` to `target`, None where somebody does."""
    test = party_test(s, command(s, side), side, source, target, with_leader=with_leader, escort=escort)
    return hindrances.no_command(own, test)


def why_not(
    s: State,
    side: Side,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
    arrived: dict[str, Taken] | None = None,
) -> WhyNot:
    """Explain why an Army does not move `from>to` (WR-8)."""
    moved = dict(arrived or {})

    def told(source: str, target: str) -> Refusal:
        key = FIELD[side][source]
        own = movable(s, side, key, moved)
        refusal = hindrances.march(s, side, source, target, own, with_leader=with_leader, escort=escort)
        if refusal is None and command(s, side).may_lose(s, key):
            return _no_command(s, side, source, target, own, with_leader, escort)
        return refusal

    return of_ways(told)


def party_test(
    s: State,
    his: Command,
    side: Side,
    source: str,
    target: str,
    *,
    with_leader: bool,
    escort: frozenset[str] = NOBODY,
) -> Callable[[Taken], Refusal]:
    """Return the test whether chosen figures may make a move together, at somebody's command (WR-8.4 to 8.6)."""
    key = FIELD[side][source]
    out = kept_out(s, s.forces[key].figures, target)

    def test(party: Taken) -> Refusal:
        if UNIT_SET.isdisjoint(party):
            return "no-unit", "At least one Army unit must move.", "WR-8.1"
        if with_leader and not is_led(s, party):
            return "no-leader", "A Leader or Character must move with this Army.", "WR-8.4"
        if escort and escort.isdisjoint(party):
            return "no-escort", f"{begun(escort_names(escort))} must move with this Army.", "WR-6.6"
        for kind in filter(party.__contains__, out):
            return (
                "not-at-war",
                f"{figure_name(kind)} is not at war and may not enter {region_name(target)}.",
                "WR-8.6",
            )
        if not his.is_whole and (refusal := his.no_party(s, key, party)):
            return refusal
        force = s.forces[key]
        if not LEADER_SET.isdisjoint(force.figures) and _leaves_leaders_alone(force, party):
            return "leader-alone", "A Leader cannot stay behind without an Army unit.", "WR-8.5"
        if source != target and sum([n for k, n in party.items() if k in UNIT_SET]) > room(s, target, side):
            return "stacking", f"{region_name(target)} cannot hold more than {STACKING} Army units.", "WR-7.2"
        return None

    return test


def _leaves_leaders_alone(force: Force, party: Taken) -> bool:
    """Return whether Leaders of an Army would stay behind without an Army unit (WR-8.5)."""
    staying = [kind for kind, n in force.figures.items() if n > party.get(kind, 0)]
    return UNIT_SET.isdisjoint(staying) and not LEADER_SET.isdisjoint(staying)


def who_goes(
    s: State,
    side: Side,
    pairs: Sequence[str],
    arrived: dict[str, Taken],
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
) -> Parties:
    """Return who goes each of the ways `from>to` where nobody stays of his own will."""
    found: Parties = {}
    his, able = command(s, side), dict[str, Taken]()
    for pair in pairs:
        source, _, target = pair.partition(">")
        key = FIELD[side][source]
        own = able.get(key)
        if own is None:
            own = able[key] = _movable(s, his, key, arrived)
        test = party_test(s, his, side, source, target, with_leader=with_leader, escort=escort)
        party = who_may_enter(s, own, target)
        found[pair] = (s.forces[key].items(), party if test(party) is None else None)
    return found


def ahead(kind: str, parties: Parties) -> dict[str, Any]:
    """Return parties as `Decision.ahead` tells them: all at each origin, and by question and way who stays.

    `null` in the place of who stays: that will be asked.
    """
    stay: dict[str, Taken | None] = {}
    for pair, (everybody, party) in parties.items():
        left = {k: n - party.get(k, 0) for k, n in everybody.items()} if party is not None else None
        if left is None or any(left.values()):
            stay[f"{kind} {pair}"] = left and {k: n for k, n in left.items() if n}
    return {
        "who": {pair.partition(">")[0]: everybody for pair, (everybody, _) in parties.items()},
        "stay": stay,
    }


def _parties_ahead(
    s: State,
    side: Side,
    pairs: Sequence[str],
    arrived: dict[str, Taken],
    *,
    with_leader: bool,
    escort: frozenset[str],
) -> dict[str, Any]:
    return ahead("army-move", who_goes(s, side, pairs, arrived, with_leader=with_leader, escort=escort))


def move_army(
    t: Table[State],
    side: Side,
    *,
    with_leader: bool,
    escort: frozenset[str] = NOBODY,
    moves: int = 1,
    must: bool = True,
    why: str = "WR-8.1",
) -> Procedure[None]:
    """Move up to `moves` different Armies one region each (WR-8.3)."""
    s = t.state
    arrived: dict[str, Taken] = {}
    touched: list[str] = []
    for number in range(moves + 1):
        pairs: Sequence[str] = ()
        if number < moves:
            pairs = _pairs_listed(s, side, with_leader, escort, arrived)
        if not pairs and must and number == 0:
            break
        question = Decision(
            actor(t.state, side),
            "army-move",
            "Which Army moves, and where to?" if number == 0 else "Move another Army?",
            OneOf(pairs, pair_label),
            why,
            may_pass=number > 0 or not must,
            pass_label="No other Army" if number else "No Army",
            why_not=why_not(s, side, with_leader=with_leader, escort=escort, arrived=arrived),
            ahead=partial(
                _parties_ahead, s, side, pairs, dict(arrived), with_leader=with_leader, escort=escort
            ),
        )
        pair = yield unless_unavoidable(s.options, question) if pairs else Settled(question, None)
        if pair is None:
            break
        source, _, target = pair.partition(">")
        yield from move_party(t, side, source, target, arrived, with_leader=with_leader, escort=escort)
        touched.append(target)
    for region in touched:
        yield from trim(t, FIELD[side][region])


def move_party(
    t: Table[State],
    side: Side,
    source: str,
    target: str,
    arrived: dict[str, Taken],
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
) -> Procedure[None]:
    """Choose who goes and move them one region."""
    s = t.state
    key = FIELD[side][source]
    own = movable(s, side, key, arrived)
    test = party_test(s, command(s, side), side, source, target, with_leader=with_leader, escort=escort)
    party = yield from choose_party(
        t, side, "army-units", f"Who moves to {region_name(target)}?", own, test, target
    )
    INVOLVED.follow(t, Involved(side, tuple(s.forces[key].nations()), (key, FIELD[side][target])))
    advance_party(t, side, key, target, party)
    have_arrived(arrived, FIELD[side][target], party)


def have_arrived(arrived: dict[str, Taken], key: str, party: Taken) -> None:
    """Note figures that have moved to a place in this action."""
    there = arrived.setdefault(key, {})
    for kind, count in party.items():
        there[kind] = there.get(kind, 0) + count


def choose_party(
    t: Table[State],
    side: Side,
    kind: str,
    prompt: str,
    own: Taken,
    test: Callable[[Taken], Refusal],
    target: str,
    *,
    minimum: int = 1,
) -> Procedure[Taken]:
    """Ask which of `own` figures take part; where only one party is possible, it goes without asking."""
    full = who_may_enter(t.state, own, target)
    options = Counts(own, minimum, labels=figure_name, test=test)
    party: Taken = yield unless_one_party(
        Decision(
            actor(t.state, side),
            kind,
            prompt,
            options,
            "WR-8.5",
            fallback=lambda: full if test(full) is None else next(options.legal()),
            context={"region": target},
        ),
        options,
    )
    return party


def unless_one_party(question: Decision, options: Counts) -> Decision | Settled:
    """Return a question which figures take part, settled where only one choice of `options` is legal.

    Among very many combinations nobody looks for it: asking costs less.
    """
    if prod(n + 1 for n in options.limits.values()) > FEW:
        return question
    found = list(islice(options.legal(), 2))
    return Settled(question, found[0]) if len(found) == 1 else question


def advance_party(t: Table[State], side: Side, key: str, target: str, party: Taken) -> None:
    """Move figures into `target` with all that follows from it."""
    s = t.state
    source = key.partition("/")[0]
    shift(s, key, FIELD[side][target], party)
    t.announce("army-moved", side=side, source=source, target=target, figures=dict(party))
    if source != target:
        army_left(t, source)
    if any(kind in UNIT_SET for kind in party):
        army_enters(t, target, side)
    if side == FP:
        for character in [c for c in party if c in CHARACTERS]:
            politics.companion_arrived(t, character, target)
    table_cards.sweep(t)

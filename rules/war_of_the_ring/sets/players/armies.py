"""Separate and mixed Armies of two partners: whose they are, who commands them, how they become one (WR-19.6)."""

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Counts, Decision, OneOf, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import roles, uses
from rules.war_of_the_ring.position import state as states
from rules.war_of_the_ring.position.catalogue import (
    LED,
    NATION_OF,
    PLAYERS,
    UNIT_SET,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import (
    ACTION_OVER,
    BATTLE_BEGINS,
    CONTROL_CHANGED,
    OVERFULL,
    Opening,
    Overfull,
    Taken,
)
from rules.war_of_the_ring.position.players import NAMES, commander_among, of_side, player_of, seat_of
from rules.war_of_the_ring.position.roles import actor, commander
from rules.war_of_the_ring.position.state import FIELD, State, places, side_of_place, take
from rules.war_of_the_ring.position.uses import Words
from rules.war_of_the_ring.sets.players.state import SET, is_team, partner, table_of

T = Table[Any]
Figures = Mapping[str, int]
JOIN = "join:armies"


# -- whose an Army is ----------------------------------------------------------------------------------


#: By number of players and kind of unit whose it is.
_OWNERS = {
    number: {kind: player.id for player in players for kind in UNIT_SET if NATION_OF[kind] in player.nations}
    for number, players in PLAYERS.items()
}


def owners(s: State) -> Mapping[str, str]:
    """Return whose the Army units of each kind are."""
    return _OWNERS[str(len(s.hands))]


def units_of(s: State, figures: Figures) -> dict[str, dict[str, int]]:
    """Return the Army units among figures by player, of those who have any."""
    whose = owners(s)
    found: dict[str, dict[str, int]] = {}
    for kind, count in figures.items():
        if kind in whose:
            found.setdefault(whose[kind], {})[kind] = count
    return found


def at(s: State, place: str) -> dict[str, dict[str, int]]:
    """Return the Army units at a place by player."""
    force = s.forces.get(place)
    return units_of(s, force.figures) if force else {}


def is_shared(s: State, place: str) -> bool:
    """Return whether both partners have units at a place."""
    force = s.forces.get(place)
    return force is not None and _are_of_both(owners(s), force.figures)


def _are_of_both(whose: Mapping[str, str], figures: Figures) -> bool:
    return len(figures) > 1 and len({whose[kind] for kind in figures if kind in whose}) > 1


def is_mixed(s: State, place: str) -> bool:
    """Return whether a mixed Army stands at a place."""
    return place in table_of(s).mixed and is_shared(s, place)


def commanding(s: State, side: Side, figures: Figures) -> str | None:
    """Return who commands an Army of these figures as one; None without units."""
    return commander_among(of_side(s, side), figures, roles.leads(s, side))


@roles.commands.answer
def commands(s: State, place: str, party: Figures | None) -> str | None:
    """Return who commands an Army, or those of it who take part.

    Where two separate Armies stand in one place, it is that of whoever acts.
    """
    side = side_of_place(s, place)
    if not is_team(s, side):
        return None
    force = s.forces.get(place)
    figures = party if party is not None else (force.figures if force else {})
    owned = units_of(s, figures)
    if len(owned) > 1 and not is_mixed(s, place) and party is None:
        return player_of(s, actor(s, side))
    return commanding(s, side, figures) or player_of(s, actor(s, side))


#: By number of players and kind of unit who makes it a Leader: of Elites, whoever does so for a Nation of their player.
_LED = {
    number: LED
    | {
        f"{nation}-elite": leaders
        for kind, leaders in LED.items()
        for player in players
        if kind.endswith("-elite") and NATION_OF[kind] in player.nations and player.persons
        for nation in player.nations
    }
    for number, players in PLAYERS.items()
}


@states.led_with_partners.answer
def led_by_saruman(s: State) -> Mapping[str, tuple[str, ...]]:
    """While Saruman is in play every Elite of his player leads, not those of Isengard alone (WR-19.5)."""
    return _LED[str(len(s.hands))]


# -- becoming one --------------------------------------------------------------------------------------


def mix(t: T, place: str) -> None:
    """Make one Army of two at a place, if there are two."""
    s = t.state
    part = table_of(s)
    if is_shared(s, place) and place not in part.mixed:
        part.mixed = sorted([*part.mixed, place])
        leader = player_of(s, commander(s, place))
        t.announce(
            "armies-mixed", side=side_of_place(s, place), region=place.partition("/")[0], player=leader
        )


@BATTLE_BEGINS.reaction(0, lambda s, opening: True)
def attacked(t: T, opening: Opening) -> Procedure[None]:
    """Armies that are attacked become one at once."""
    mix(t, opening.defenders.key)
    yield from ()


@states.shifted.answer
def goes_along(s: State, source: str, target: str, figures: Figures) -> bool:
    """An Army that was mixed where it came from stays so where it arrives; one that is gone is no more."""
    part = table_of(s)
    if target in part.mixed and not is_shared(s, target):
        part.mixed.remove(target)
    if source in part.mixed and target not in part.mixed and len(units_of(s, figures)) > 1:
        part.mixed = sorted([*part.mixed, target])
    return True


@ACTION_OVER.effect
def part_ways(t: T, side: Side) -> None:
    """Where only one of the partners is left, there is no mixed Army any longer."""
    part = table_of(t.state)
    part.mixed = [place for place in part.mixed if is_shared(t.state, place)]


def may_join(s: State, side: Side) -> list[str]:
    """Return the places at which two separate Armies of a side stand that may be made one."""
    part, whose = table_of(s), owners(s)
    return [
        key
        for key, _, force in places(s, side)
        if _are_of_both(whose, force.figures) and key not in part.mixed and key not in part.declined
    ]


def _no_join(s: State, side: Side) -> Words | None:
    if not is_team(s, side):
        return "Nobody plays this side with you.", "WR-19.6"
    if not may_join(s, side):
        return "You and your partner have no separate Armies in one region.", "WR-19.6"
    return None


def join(t: T, side: Side) -> Procedure[None]:
    """Offer the partner to make one Army of two; it is one only if both agree."""
    s = t.state
    asking = actor(s, side)
    shared = {key.partition("/")[0]: key for key in may_join(s, side)}
    question = Decision(
        asking,
        "join-region",
        "In which region do you offer your partner one mixed Army?",
        OneOf(list(shared), region_name),
        "WR-19.6",
    )
    region: str = yield unless_settled(question)
    asked = seat_of(s, partner(s, player_of(s, asking) or ""))
    t.announce("mixing-offered", player=player_of(s, asking), region=region)
    leader = commanding(s, side, s.forces[shared[region]].figures) or ""
    agreed = yield offer(
        asked,
        "join-armies",
        f"Make one mixed Army of your Armies in {region_name(region)}?",
        OneOf(("agree",), {"agree": f"One mixed Army: {NAMES[leader]} commands it"}),
        "WR-19.6",
        pass_label="Stay separate",
        context={"region": region},
    )
    if agreed is None:
        table_of(s).declined.append(shared[region])
        t.announce("mixing-declined", player=player_of(s, asked), region=region)
    else:
        mix(t, shared[region])


uses.add_act(
    uses.Act(
        id=JOIN,
        label="Offer one mixed Army",
        side=None,
        set=SET,
        why_not=_no_join,
        run=join,
        is_free=True,
    )
)


# -- too many ------------------------------------------------------------------------------------------


def _removes_in_turn(s: State, about: Overfull) -> bool:
    return (
        is_team(s, side_of_place(s, about.place))
        and is_shared(s, about.place)
        and not is_mixed(s, about.place)
    )


@OVERFULL.reaction(0, _removes_in_turn)
def remove_in_turn(t: T, about: Overfull) -> Procedure[None]:
    """Of two separate Armies each player removes one unit in turn, who does not lead first."""
    s = t.state
    side = side_of_place(s, about.place)
    player = partner(s, table_of(s).leading[side])
    while sum(sum(units.values()) for units in at(s, about.place).values()) > about.limit:
        units = at(s, about.place).get(player)
        if units:
            yield from _remove_one(t, about, player, units)
        player = partner(s, player)


def _remove_one(t: T, about: Overfull, player: str, units: dict[str, int]) -> Procedure[None]:
    s = t.state
    region = about.place.partition("/")[0]
    weakest = min(units, key=lambda kind: (kind.endswith("elite"), kind))
    question = Decision(
        seat_of(s, player),
        "disband",
        f"{region_name(region)} may hold {about.limit} Army units: remove one of yours.",
        Counts(units, 1, 1, figure_name),
        about.why,
        weight="light",
        fallback={weakest: 1},
        standing=True,
        context={"region": region},
    )
    gone: dict[str, int] = {weakest: 1} if len(units) == 1 else (yield question)
    for kind, count in gone.items():
        take(s, about.place, kind, count)
        s.pools[kind] += count
    t.announce("disbanded", region=region, figures=dict(gone))


# -- who has taken what --------------------------------------------------------------------------------


@CONTROL_CHANGED.effect
def taken(t: T, about: Taken) -> None:
    """A Settlement counts for the player whose Nations took it; a recaptured one for nobody (WR-19.8)."""
    s = t.state
    part = table_of(s)
    if about.region not in s.captured:
        part.takers.pop(about.region, None)
        return
    taker = player_of(s, commander(s, FIELD[about.side][about.region]))
    part.takers[about.region] = taker or about.side

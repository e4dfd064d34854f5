"""What of a position everybody sees, and can be set right by hand: figures, people, the Fellowship, politics, dice."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.core.corrections import Change, Correctable
from rules.core.errors import IllegalChoice
from rules.war_of_the_ring.position import dice, names, outcome
from rules.war_of_the_ring.position.box import Box, box_of_view
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FACES,
    NATIONS,
    ORIGINAL,
    POOLED,
    REGIONS,
    SIDE_OF,
    SIDES,
    STRONGHOLDS,
    TOP_STEP,
    Side,
    figure_name,
)
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    State,
    add,
    besieged,
    controller,
    is_veiled,
    minion_has_come,
    place_of,
    take,
)
from rules.war_of_the_ring.quest.company import guide_candidates
from rules.war_of_the_ring.quest.fellowship import TRACK_END
from rules.war_of_the_ring.soundness.faults import faults, side_name
from rules.war_of_the_ring.soundness.starting_positions import MOST_DICE, RINGS, unsettled

REINFORCEMENTS, CASUALTIES = "reinforcements", "casualties"
FELLOWSHIP, ELIMINATED, NOT_IN_PLAY = "the-fellowship", "eliminated", "not-in-play"
#: Where a used die is, and an Elven Ring that nobody has any more.
SPENT = "spent"
YES, NO = "yes", "no"

_YES_OR_NO = {YES: "yes", NO: "no"}
_REGIONS = {id: region.name for id, region in REGIONS.items()}
_MAP = {**_REGIONS, **{INSIDE[id]: f"inside {REGIONS[id].name}" for id in REGIONS if id in STRONGHOLDS}}
_SIDES = {side: side_name(side) for side in SIDES}
#: What else a die can show that lies open: no Eye, which is in the Hunt Box.
_SHOWN = {face: face for side in SIDES for face in FACES[side] if face != dice.EYE}


def offered(view: Mapping[str, Any]) -> tuple[Correctable, ...]:
    """Return what can be set right in a game, of which everybody sees `view`."""
    return (
        _figures(),
        _people(box_of_view(view)),
        *_ring_bearers(view["fellowship"]),
        _number("progress", "Progress of the Fellowship", 0, TRACK_END),
        _number("corruption", "Corruption", 0, outcome.CORRUPTION),
        Correctable(
            id="hidden",
            label="Whether it is hidden",
            things={"hidden": "Fellowship hidden"},
            values=_YES_OR_NO,
        ),
        Correctable(
            id="politics",
            label="Steps from war",
            things={f"politics-{id}": f"Politics of {nation.name}" for id, nation in NATIONS.items()},
            low=0,
            high=TOP_STEP,
        ),
        Correctable(
            id="active",
            label="Active Nations",
            things={f"active-{id}": f"{nation.name} active" for id, nation in NATIONS.items()},
            values=_YES_OR_NO,
        ),
        Correctable(
            id="control",
            label="Control of Settlements",
            things={f"control-{region}": f"Control of {_REGIONS[region]}" for region in ORIGINAL},
            values=_SIDES,
        ),
        Correctable(
            id="rings",
            label="Elven Rings",
            things={"elven-ring": "Elven Ring"},
            places={**_SIDES, SPENT: SPENT},
            high=RINGS,
        ),
        Correctable(
            id="dice",
            label="Action dice",
            things={f"die-{side}": f"Die of the {side_name(side)}" for side in SIDES},
            places={**_SHOWN, SPENT: SPENT},
        ),
        Correctable(
            id="hunt-box",
            label="Dice in the Hunt Box",
            things={f"hunt-box-{side}": f"Hunt Box of the {side_name(side)}" for side in SIDES},
            low=0,
            high=max(MOST_DICE.values()),
        ),
    )


def _figures() -> Correctable:
    return Correctable(
        id="figures",
        label="Army units, Leaders and Nazgûl",
        things={kind: figure_name(kind) for kind in POOLED},
        places={REINFORCEMENTS: REINFORCEMENTS, CASUALTIES: CASUALTIES, **_MAP},
        high=max(POOLED.values()),
    )


def _people(box: Box) -> Correctable:
    people = [c for c in box.characters if CHARACTERS[c].kind != "gollum" and not CHARACTERS[c].only_inside]
    return Correctable(
        id="people",
        label="Companions and Minions",
        things={id: figure_name(id) for id in people},
        places={FELLOWSHIP: "the Fellowship", ELIMINATED: "eliminated", NOT_IN_PLAY: "not in play", **_MAP},
    )


def _ring_bearers(fellowship: Mapping[str, Any]) -> Iterable[Correctable]:
    """Yield where the Ring-bearers are: in a region, or on a step of the Mordor Track, which they do not change for."""
    if fellowship["mordor"] is not None:
        yield _number("mordor", "Step in Mordor", 0, outcome.CRACK_OF_DOOM - 1)
    else:
        yield Correctable(
            id="ring-bearers",
            label="The last known place of the Fellowship",
            things={"ring-bearers": "Ring-bearers"},
            places=_REGIONS,
        )


def _number(id: str, label: str, low: int, high: int) -> Correctable:
    return Correctable(id=id, label=label, things={id: label}, low=low, high=high)


def other_names(id: str) -> Iterable[str]:
    """Return the further names by which players call what can be set right: short forms, and places inside."""
    if id in REGIONS or id in POOLED or id in CHARACTERS:
        return names.names_of(id)
    for head in ("politics", "active", "control", "die", "hunt-box"):
        if id.startswith(f"{head}-"):
            rest = id.removeprefix(f"{head}-")
            return [f"{name} {head}" for name in names.names_of(rest)] + [
                f"{head} {name}" for name in names.names_of(rest)
            ]
    if id.endswith("/inside"):
        return [f"{name}/inside" for name in names.names_of(id.partition("/")[0])]
    return ()


def faults_to_go_on(s: State) -> list[str]:
    """Return what keeps a position from being played on from: what is impossible, going on, or over (WR-3.7)."""
    return [*faults(s), *unsettled(s)]


# -- setting right -----------------------------------------------------------------------------------


def set_right(s: State, change: Change) -> None:
    """Set one thing right. Raises IllegalChoice: it is not where the change says, or cannot be so."""
    _SET_RIGHT[change.of](s, change)


def _not_there(what: str, where: str) -> IllegalChoice:
    return IllegalChoice("not-there", f"Not there, or not so many: {what} ({where}).")


def _key(s: State, place: str, side: Side) -> str:
    """Return the key of a place for figures of a side: inside, where they are besieged."""
    if place not in REGIONS:
        return place
    if besieged(s, place) and controller(s, place) == side:
        return INSIDE[place]
    return FIELD[side][place]


def _move_figures(s: State, change: Change) -> None:
    kind, count = change.thing, change.count
    for place, sign in ((change.source, -1), (change.target, 1)):
        if place in (REINFORCEMENTS, CASUALTIES):
            pile = s.pools if place == REINFORCEMENTS else s.casualties
            left = pile.get(kind, 0) + sign * count
            if left < 0:
                raise _not_there(figure_name(kind), place)
            pile[kind] = left
            if place == CASUALTIES and not left:
                del pile[kind]
            continue
        key = _key(s, place, SIDE_OF[kind])
        if sign > 0:
            add(s, key, kind, count)
        elif key in s.forces and s.forces[key].figures.get(kind, 0) >= count:
            take(s, key, kind, count)
        else:
            raise _not_there(figure_name(kind), _MAP[place])


def _move_person(s: State, change: Change) -> None:
    person, company = change.thing, s.fellowship.companions
    if FELLOWSHIP in (change.source, change.target) and any(is_veiled(s, one) for one in company):
        raise IllegalChoice("form-hidden", "In the Fellowship is somebody whose form not everybody knows.")
    where = place_of(s, person)
    nowhere = where is None and person not in company and person not in s.eliminated
    there = {FELLOWSHIP: person in company, ELIMINATED: person in s.eliminated, NOT_IN_PLAY: nowhere}
    side = CHARACTERS[person].side
    if not there.get(change.source, where is not None and where == _key(s, change.source, side)):
        raise _not_there(
            figure_name(person), {**_MAP, FELLOWSHIP: "the Fellowship"}.get(change.source, change.source)
        )
    if where is not None:
        take(s, where, person)
    elif not nowhere:
        (company if person in company else s.eliminated).remove(person)
    if change.target in there:
        {FELLOWSHIP: company, ELIMINATED: s.eliminated}.get(change.target, []).append(person)
    else:
        add(s, _key(s, change.target, side), person)
    if is_veiled(s, person):
        raise IllegalChoice("form-hidden", "In the Fellowship their form would be known to one side alone.")
    if FELLOWSHIP in (change.source, change.target) and s.fellowship.guide not in (
        guides := guide_candidates(s)
    ):
        s.fellowship.guide = guides[0]
    s.minion_seen = s.minion_seen or minion_has_come(s)


def _move_ring_bearers(s: State, change: Change) -> None:
    if s.fellowship.region != change.source:
        raise _not_there("Ring-bearers", _REGIONS[change.source])
    s.fellowship.region = change.target


def _move_rings(s: State, change: Change) -> None:
    there = RINGS - sum(s.rings.values()) if change.source == SPENT else s.rings[change.source]
    if there < change.count:
        raise _not_there("Elven Ring", {**_SIDES, SPENT: SPENT}[change.source])
    for place, sign in ((change.source, -1), (change.target, 1)):
        if place != SPENT:
            s.rings[place] += sign * change.count


def _move_die(s: State, change: Change) -> None:
    side = change.thing.removeprefix("die-")
    lying = s.dice[side]
    if change.source != SPENT:
        if change.source not in lying:
            raise _not_there(f"Die of the {side_name(side)}", change.source)
        lying.remove(change.source)
    if change.target != SPENT:
        lying.append(change.target)


def _set_control(s: State, change: Change) -> None:
    region = change.thing.removeprefix("control-")
    s.captured = [one for one in s.captured if one != region]
    if ORIGINAL[region] != change.value:
        s.captured.append(region)


def _set_active(s: State, change: Change) -> None:
    nation = change.thing.removeprefix("active-")
    if change.value == NO:
        s.active = [one for one in s.active if one != nation]
    elif nation not in s.active:
        s.active.append(nation)


def _set_number(s: State, change: Change) -> None:
    number, thing = int(change.value), change.thing
    if change.of == "politics":
        s.steps[thing.removeprefix("politics-")] = number
    elif change.of == "hunt-box":
        s.hunt_box[thing.removeprefix("hunt-box-")] = number
    else:
        setattr(s.fellowship, thing, number)


def _set_hidden(s: State, change: Change) -> None:
    s.fellowship.hidden = change.value == YES


_SET_RIGHT: Mapping[str, Callable[[State, Change], None]] = {
    "figures": _move_figures,
    "people": _move_person,
    "ring-bearers": _move_ring_bearers,
    "rings": _move_rings,
    "dice": _move_die,
    "control": _set_control,
    "active": _set_active,
    "hidden": _set_hidden,
    **dict.fromkeys(("politics", "hunt-box", "progress", "corruption", "mordor"), _set_number),
}

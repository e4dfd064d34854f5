"""Hand-written positions: the setup, changed as an example needs it."""

from copy import deepcopy
from typing import Any

from rules import Game, Scripted, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, NATION_OF, NATIONS, SH, UNIQUE
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    Force,
    State,
    form_in_fellowship,
    initial_state,
)


def position(
    *,
    forces: dict[str, dict[str, int] | list[Any]] | None = None,
    dice: tuple[list[str], list[str]] = ([], []),
    at_war: tuple[str, ...] = (),
    fellowship: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    off_map: tuple[str, ...] = (),
    **more: Any,
) -> State:
    """Return a sound position in the action phase.

    `forces` maps `region` or `region/inside` to figures; those regions are emptied of both sides first.
    Characters are given with a count of 1. A unique figure that is emptied away is lost, unless it is `off_map`
    because its set has it elsewhere.
    """
    s = initial_state(TITLE.normalise_options(options or {}) if options else {})
    s.turn, s.phase = 2, "actions"
    s.dice = {FP: sorted(dice[0]), SH: sorted(dice[1])}
    for nation in at_war:
        s.steps[nation] = 0
        if nation not in s.active:
            s.active.append(nation)
    for place in forces or {}:
        region = place.partition("/")[0]
        for key in (FIELD[FP][region], FIELD[SH][region], INSIDE.get(region, "")):
            old = s.forces.pop(key, None)
            for kind, count in (old.figures if old else {}).items():
                if kind in UNIQUE:
                    s.casualties[kind] = 1
                else:
                    s.pools[kind] += count
    for kind in off_map:
        s.casualties.pop(kind, None)
        for force in s.forces.values():
            force.figures.pop(kind, None)
    for place, figures in (forces or {}).items():
        region, _, inside = place.partition("/")
        for kind, count in figures.items():
            side = _side(kind)
            key = INSIDE[region] if inside else FIELD[side][region]
            force = s.forces.setdefault(key, Force({}, []))
            if kind in NATION_OF:
                if kind in UNIQUE:
                    for other in s.forces.values():
                        other.figures.pop(kind, None)
                    s.casualties.pop(kind, None)
                else:
                    s.pools[kind] -= count
                force.figures[kind] = count
            else:
                force.characters.append(kind)
                former = form_in_fellowship(s, CHARACTERS[kind].person)
                if former:
                    s.fellowship.companions.remove(former)
    for name, value in deepcopy(fellowship or {}).items():
        setattr(s.fellowship, name, value)
    for name, value in deepcopy(more).items():
        setattr(s, name, value)
    assert TITLE.faults(s) == [], TITLE.faults(s)
    return s


def _side(kind: str) -> str:
    if kind in NATION_OF:
        return NATIONS[NATION_OF[kind]].side
    return CHARACTERS[kind].side


def game(
    script: list[list[Any]] | None = None, options: dict[str, Any] | None = None, **parts: Any
) -> Game[State]:
    """Begin from a position; `script` answers chance first."""
    chance = Scripted(script or [], then=Seeded(1))
    return Game.start(TITLE, options or {}, chance, position=position(options=options, **parts))


def kinds(play: Game[State]) -> list[str]:
    """Return the kinds of the open decisions."""
    return [d.kind for d in play.pending]

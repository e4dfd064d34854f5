"""Positions written by hand: what may be left out, and everything that is wrong with one, in words (RK-23.3)."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.core.errors import PositionError, quoted
from rules.risk.cards import UPRISING
from rules.risk.data import ADVENTURE_HAND, ADVENTURES, TERRITORIES, TERRITORY_CARDS
from rules.risk.faults import SETTING_UP, faults
from rules.risk.flow import STEPS
from rules.risk.state import Army, State, initial_state, living

#: Tables of which a part may be given.
BY_NAME = ("holders", "battalions", "armies")


def load(data: Mapping[str, Any]) -> State:
    """Return the state of a hand-written position, whose options are complete.

    Left out, a part is as at the start of the game: stocks are empty once turns have begun, one battalion stands in
    every territory that somebody holds, and cards that are nowhere are in the decks.

    Raises PositionError with every fault found.
    """
    parts = {field.name: field for field in msgspec.structs.fields(State)}
    problems = [f"“{quoted(name)}” is no part of a position" for name in data if name not in parts]
    given: dict[str, Any] = {}
    for name, part in parts.items():
        if name in data:
            try:
                given[name] = msgspec.convert(data[name], part.type, strict=True)
            except msgspec.ValidationError as error:
                problems.append(f"{name}: {str(error).replace('`', '').replace(' - at $', ' at ')}")
    if given.get("step", "deal") not in STEPS:
        problems.append(f"step: one of {', '.join(STEPS)}")
    if problems:
        raise PositionError(problems)
    s = _filled(given)
    problems = faults_to_go_on(s)
    if problems:
        raise PositionError(problems)
    return s


def _filled(given: Mapping[str, Any]) -> State:
    """Return a whole position: what is not given is as at the start, or follows from the rest."""
    s = initial_state(given["options"])
    for name, value in given.items():
        setattr(s, name, {**getattr(s, name), **value} if name in BY_NAME else value)
    if s.step not in SETTING_UP:
        s.armies |= {seat: Army() for seat in s.armies if seat not in given.get("armies", {})}
    for territory, holder in s.holders.items():
        if holder and territory in TERRITORIES and territory not in given.get("battalions", {}):
            s.battalions[territory] = 1
    armies = s.armies.values()
    known = {*s.territory_discards, *(c for army in armies for c in army.cards)}
    adventures = {*s.adventure_discards, *s.face_down, *(c for a in armies for c in (*a.hand, *a.played))}
    if s.uprising is not None:
        known.add(s.uprising.card)
        adventures.add(UPRISING)
    if "territory_deck" not in given:
        s.territory_deck = sorted(set(TERRITORY_CARDS) - known)
    if "adventure_deck" not in given:
        s.adventure_deck = sorted(set(ADVENTURES) - adventures)
    return s


def faults_to_go_on(s: State) -> list[str]:
    """Return what keeps a position from being played on from: what is impossible, or that the game is over."""
    return faults(s) or list(_over(s))


def _over(s: State) -> Iterable[str]:
    """Yield what says that the game is over already, or is not."""
    if bool(s.winners) != bool(s.reason):
        yield "winners, reason: both or none"
    if not s.winners and s.step not in SETTING_UP and len(living(s)) < 2:
        yield "only one army is left: the game is over"
    if any(len(army.hand) > ADVENTURE_HAND for army in s.armies.values()):
        yield f"more than {ADVENTURE_HAND} Adventure cards in a hand: begin before one is drawn"

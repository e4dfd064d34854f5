"""Positions written by hand: what may be left out, and everything that is wrong with one, in words (WR-3.7).

A position is what `Game.position()` returns. By hand, a part that is left out is as at the start of the game,
and what can be told from the rest follows from it: the reinforcements, the decks, the Hunt Pool, the Companions
and their Guide. Where the sides were bid for, and nothing is said of it, the first player has the Free Peoples.
Figures may be text: `{"forces": {"Minas Tirith": "gondor 3r 1e 1l, boromir"}}`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.core.errors import IllegalChoice, PositionError, quoted
from rules.war_of_the_ring.position import names, players
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    NATIONS,
    POOLED,
    REGIONS,
    SIDE_OF,
    TOTALS,
    Side,
)
from rules.war_of_the_ring.position.declarations import Problems, of
from rules.war_of_the_ring.position.hunt_pool import elsewhere
from rules.war_of_the_ring.position.state import Fellowship, State, initial_state, minion_has_come
from rules.war_of_the_ring.quest.company import guide_candidates
from rules.war_of_the_ring.soundness.faults import card_places, faults, figures_on_map
from rules.war_of_the_ring.soundness.starting_positions import UNSEATED, unsettled
from rules.war_of_the_ring.words import notation_figures

#: Tables of which a part may be given: the rest is as at the start.
BY_NAME = ("steps", "dice", "hunt_box", "rings", "hands", "table")


def load(data: Mapping[str, Any]) -> State:
    """Return the state of a hand-written position, whose options are complete.

    Raises PositionError with every fault found.
    """
    with names.within(box_of(data.get("options", {})).sets):
        return _load(data)


def _load(data: Mapping[str, Any]) -> State:
    parts = {f.name: f for f in msgspec.structs.fields(State)}
    inside = {f.name for f in msgspec.structs.fields(Fellowship)}
    problems = [*_unknown_names(data, parts, "a position"), *_unknown_names(data.get("fellowship"), inside)]
    given: dict[str, Any] = {}
    for name, part in parts.items():
        if name not in data:
            continue
        value = _read_forces(data[name], problems) if name == "forces" else data[name]
        try:
            given[name] = msgspec.convert(value, part.type, strict=True)
        except msgspec.ValidationError as error:
            problems.append(f"{name}: {_plain(str(error))}")
    if problems:
        raise PositionError(problems)
    s = _filled(given, set(data.get("fellowship") or ()))
    problems = [*faults(s), *unsettled(s)]
    if problems:
        raise PositionError(list(dict.fromkeys(problems)))
    return s


def _plain(words: str) -> str:
    """Return what the decoder says about a type, as part of a sentence."""
    return words.replace("`", "").replace(" - at $", " at ")


def _unknown_names(data: Any, known: Iterable[str], where: str = "the Fellowship") -> Problems:
    if isinstance(data, Mapping):
        for name in data:
            if name not in known:
                near = names.nearest(str(name), list(known)) if isinstance(name, str) else None
                hint = f": did you mean {near}?" if near else ""
                yield f"“{quoted(name)}” is no part of {where}{hint}"


def _read_forces(value: Any, problems: list[str]) -> Any:
    """Return forces by place, with figures that are written as text read, and regions by their ids."""
    if not isinstance(value, Mapping):
        return value
    forces: dict[Any, Any] = {}
    for key, force in value.items():
        if isinstance(force, str):
            try:
                counts = notation_figures.read_figures(force)
            except IllegalChoice as refused:
                problems.append(f"{quoted(key)}: {refused.message}")
                continue
            force = {
                "figures": {k: n for k, n in counts.items() if k in TOTALS},
                "characters": [k for k in counts if k in CHARACTERS],
            }
        place = _place(key, force) if isinstance(key, str) else key
        if place in forces:
            problems.append(f"{quoted(key)} is written twice")
        forces[place] = force
    return forces


def _place(key: str, force: Any) -> str:
    """Return the key of a place: the region's id, and whose figures stand there if that is left out."""
    name, slash, where = key.partition("/")
    region = name if name in REGIONS else (names.find_region(name) or name)
    if slash:
        return f"{region}/{where.strip()}"
    kinds = [*force.get("figures", ()), *force.get("characters", ())] if isinstance(force, Mapping) else []
    sides = {_side_of(kind) for kind in kinds if isinstance(kind, str)}
    side = sides.pop() if len(sides) == 1 else None
    return f"{region}/{side or ''}" if region in REGIONS else key


def _side_of(kind: str) -> Side | None:
    return CHARACTERS[kind].side if kind in CHARACTERS else SIDE_OF.get(kind)


def _filled(given: dict[str, Any], of_fellowship: set[str]) -> State:
    """Return the state with what is left out taken from the setup, or from what follows of the rest."""
    s = initial_state(given.pop("options", {}))
    for name, value in given.items():
        setattr(s, name, {**getattr(s, name), **value} if name in BY_NAME else value)
    box = box_of(s.options)
    on_map = [c for force in s.forces.values() for c in force.characters]
    if "fellowship" not in given or "companions" not in of_fellowship:
        gone = {CHARACTERS[c].person for c in (*on_map, *s.eliminated) if c in CHARACTERS}
        s.fellowship.companions = [c for c in box.party if CHARACTERS[c].person not in gone]
    if "fellowship" not in given or "guide" not in of_fellowship:
        known = set(s.fellowship.companions) <= CHARACTERS.keys()
        s.fellowship.guide = guide_candidates(s)[0] if known else box.party[0]
    if s.fellowship.mordor is not None and "region" not in of_fellowship:
        s.fellowship.region = None
    if "active" not in given:
        s.active += [n for n in NATIONS if n not in s.active and s.steps.get(n) == 0]
    if "minion_seen" not in given:
        s.minion_seen = minion_has_come(s)
    if "seats" not in given and players.is_bid_for(s.options) and s.phase not in UNSEATED:
        s.seats = players.first_seats(s.options)
    if "pools" not in given:
        used = figures_on_map(s) + Counter(s.casualties)
        s.pools = {kind: max(0, total - used[kind]) for kind, total in POOLED.items()}
    if "decks" not in given:
        s.decks = {}
        used_cards = {card for _, cards in card_places(s) for card in cards}
        s.decks = {deck: [c for c in cards if c not in used_cards] for deck, cards in box.decks.items()}
    if "hunt_pool" not in given:
        out = {*s.tiles_drawn, *s.tiles_removed, *s.specials, *elsewhere(s)}
        s.hunt_pool = [tile for tile in box.standard_tiles() if tile not in out]
    for declared in of(box.sets):
        for fill in declared.fillers:
            fill(s, given)
    return s

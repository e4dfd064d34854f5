"""Faults of a position, in words: what is true of none that play can lead to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.core.errors import quoted
from rules.war_of_the_ring.position import names, outcome
from rules.war_of_the_ring.position.box import box_of, players_of
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    GOLLUM,
    LEADER_SET,
    ORIGINAL,
    POOLED,
    REGIONS,
    SH,
    SIDE_OF,
    SIDES,
    STRONGHOLDS,
    TILES,
    TOTALS,
    UNIQUE,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.declarations import Problems, of
from rules.war_of_the_ring.position.hunt_pool import elsewhere
from rules.war_of_the_ring.position.state import Force, State, deck_name, has_army, side_of_place
from rules.war_of_the_ring.quest.fellowship import TRACK_END


def faults(s: State) -> list[str]:
    """Return what cannot be true of a position at any moment of the game."""
    declared = of(box_of(s.options).sets)
    return [problem for one in declared for check in one.checks for problem in check(s)]


def _strange(what: str, name: str, there_are: Sequence[str], everywhere: Mapping[str, Any]) -> str:
    """Say that a thing is none of its kind, or is one of a set that is not in this game."""
    if name in everywhere:
        return f"“{quoted(name)}” is in no set of this game"
    return f"“{quoted(name)}” is no {what}{names.hint(name, there_are)}"


def _no_region(name: str) -> str:
    return f"“{quoted(name)}” is no region{names.hint(name, list(REGIONS))}"


def _places(s: State) -> Problems:
    """Figures stand where there is such a place, on the right side (WR-1.2, WR-11.12)."""
    for key, force in s.forces.items():
        region, _, where = key.partition("/")
        if region not in REGIONS:
            yield _no_region(region)
        elif where not in (*SIDES, "inside"):
            yield f"“{quoted(key)}”: write {region}/{FP}, {region}/{SH} or {region}/inside"
        elif where == "inside" and region not in STRONGHOLDS:
            yield f"{region_name(region)} has no Stronghold to be besieged in"
        else:
            yield from _force(s, key, region, force)
    for region in REGIONS:
        if has_army(s, region, FP) and has_army(s, region, SH):
            yield f"both sides have an Army in the open field of {region_name(region)}"


def _force(s: State, key: str, region: str, force: Force) -> Problems:
    side, where = side_of_place(s, key), region_name(region)
    box = box_of(s.options)
    people, sets = box.characters, box.sets
    if force.is_empty():
        yield f"nobody stands in {where}: leave {key} out"
    for kind, count in force.figures.items():
        if kind not in TOTALS:
            yield f"{where}: “{quoted(kind)}” is no figure{names.hint(kind, list(TOTALS))}"
        elif kind in UNIQUE and UNIQUE[kind].set not in sets:
            yield f"{where}: “{quoted(kind)}” is in no set of this game"
        elif not 0 < count <= TOTALS[kind]:
            yield f"{where}: {count} is no number of {figure_name(kind)} figures (1 to {TOTALS[kind]})"
        elif SIDE_OF[kind] != side:
            yield f"{where}: {figure_name(kind)} stands among the figures of the {side_name(side)}"
    for name in force.characters:
        if name not in people:
            yield f"{where}: {_strange('character', name, people, CHARACTERS)}"
        elif CHARACTERS[name].side != side:
            yield f"{where}: {figure_name(name)} stands among the figures of the {side_name(side)}"
        elif CHARACTERS[name].kind == "gollum":
            yield f"{where}: Gollum never leaves the Fellowship"
    if s.battle is None and force.units() == 0:
        if key.endswith("/inside"):
            yield f"the besieged Stronghold of {where} is empty"
        elif any(kind in LEADER_SET for kind in force.figures):
            yield f"a Leader stands alone in {where}"


def side_name(side: Side) -> str:
    """Return a side in words."""
    return "Free Peoples" if side == FP else "Shadow"


def figures_on_map(s: State) -> Counter[str]:
    """Return how many figures of each kind stand on the map."""
    counts: Counter[str] = Counter()
    for force in s.forces.values():
        counts.update(force.figures)
    return counts


def _figures(s: State) -> Problems:
    """Board, reinforcements and casualties add up to what the box holds (WR-0)."""
    sets = box_of(s.options).sets
    for what, counts, kinds in (("reinforcements", s.pools, POOLED), ("casualties", s.casualties, TOTALS)):
        for kind, count in counts.items():
            if kind not in kinds:
                yield f"{what}: “{quoted(kind)}” is no figure{names.hint(kind, list(kinds))}"
            elif kind in UNIQUE and UNIQUE[kind].set not in sets:
                yield f"{what}: “{quoted(kind)}” is in no set of this game"
            elif count < 0:
                yield f"{what}: {count} {figure_name(kind)} is less than none"
            elif what == "casualties" and count and SIDE_OF[kind] == SH:
                yield f"casualties: {figure_name(kind)} goes back to the reinforcements when lost"
    on_map = figures_on_map(s)
    for kind, total in POOLED.items():
        here, pool, lost = on_map[kind], s.pools.get(kind, 0), s.casualties.get(kind, 0)
        if here + pool + lost != total:
            yield (
                f"{figure_name(kind)}: {here} on the map, {pool} in reinforcements and {lost} lost make"
                f" {here + pool + lost}, but there are {total}"
            )


def _people(s: State) -> Problems:
    """Everybody is in one place (WR-1.4)."""
    everywhere: list[str] = [*s.fellowship.companions, *s.eliminated]
    for force in s.forces.values():
        everywhere += force.characters
    for name, count in Counter(everywhere).items():
        if count > 1:
            yield f"{figure_name(name) if name in CHARACTERS else quoted(name)} is in two places"
    yield from _persons(everywhere)
    company = box_of(s.options).company
    for name in s.fellowship.companions:
        if name not in company:
            yield f"the Fellowship: “{quoted(name)}” is none of its Companions{names.hint(name, company)}"
    people = [c for c in box_of(s.options).characters if CHARACTERS[c].kind != "gollum"]
    for name in s.eliminated:
        if name not in people:
            known = {c: x for c, x in CHARACTERS.items() if x.kind != "gollum"}
            yield f"eliminated: {_strange('character', name, people, known)}"
    if s.fellowship.guide not in (*company, GOLLUM):
        yield f"“{quoted(s.fellowship.guide)}” is no Guide{names.hint(s.fellowship.guide, company)}"


def _persons(everywhere: list[str]) -> Problems:
    """Say who is there in two forms at once (WR-1.4)."""
    first: dict[str, str] = {}
    for name in dict.fromkeys(everywhere):
        if name in CHARACTERS:
            before = first.setdefault(CHARACTERS[name].person, name)
            if before != name:
                yield f"{figure_name(before)} and {figure_name(name)} are one and the same"


def _control(s: State) -> Problems:
    for region, count in Counter(s.captured).items():
        if region not in REGIONS:
            yield f"captured: {_no_region(region)}"
        elif region not in ORIGINAL:
            yield f"{region_name(region)} cannot be captured: there is no Settlement"
        elif count > 1:
            yield f"{region_name(region)} is captured twice"


def missing_keys(what: str, given: Iterable[str], wanted: Sequence[str]) -> Problems:
    """Say which keys are missing, and which are too many."""
    have = set(given)
    yield from (f"{what}: {names.proper(key)} is missing" for key in wanted if key not in have)
    for key in have - set(wanted):
        yield f"{what}: “{quoted(key)}” does not belong here{names.hint(key, wanted)}"


def card_places(s: State) -> Iterator[tuple[str, list[str]]]:
    """Yield (where, the cards that are there)."""
    for player in players_of(s.options):
        whose = f"the {player.name}" if player.id == player.side else player.name
        yield f"the hand of {whose}", s.hands.get(player.id, [])
    for side in SIDES:
        yield f"the table of the {side_name(side)}", s.table.get(side, [])
    for deck, cards in s.decks.items():
        yield f"the deck {quoted(deck)}", cards
    yield "the discards", s.discards
    yield "the hidden discards", s.hidden_discards
    yield "the battle", list(s.battle_cards.values())
    yield "the cards being resolved", s.resolving


def _cards(s: State) -> Problems:
    """Every Event card is in one place where it can be (WR-0.6, WR-5)."""
    yield from missing_keys("hands", s.hands, tuple(player.id for player in players_of(s.options)))
    yield from missing_keys("table", s.table, SIDES)
    box = box_of(s.options)
    yield from missing_keys("decks", s.decks, tuple(box.decks))
    where: dict[str, str] = {}
    for place, cards in card_places(s):
        for card in cards:
            if card not in box.cards:
                yield f"{place}: {_strange('Event card', card, box.cards, CARDS)}"
            elif card in where:
                yield f"{CARDS[card].title} is in two places: {where[card]} and {place}"
            where[card] = place
    missing = [CARDS[c].title for deck in box.decks.values() for c in deck if c not in where]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        yield f"Event cards are missing: {', '.join(missing[:3])}{more}"
    held = {player.id: player.side for player in players_of(s.options)}
    for side, cards in [
        *((held[player], cards) for player, cards in s.hands.items() if player in held),
        *((side, s.table.get(side, [])) for side in SIDES),
    ]:
        for card in cards:
            if card in CARDS and CARDS[card].side != side:
                yield f"{CARDS[card].title} does not belong to the {side_name(side)}"
    for side in SIDES:
        for card in s.table.get(side, []):
            if card in CARDS and CARDS[card].duration != "table":
                yield f"{CARDS[card].title} does not stay on the table"
    for deck, cards in s.decks.items():
        for card in cards:
            if card in CARDS and deck_name(card) != deck:
                yield f"{CARDS[card].title} belongs to the deck {deck_name(card)}"


def _tiles(s: State) -> Problems:
    """Every standard Hunt tile is in one place; special tiles may be set aside (WR-0.9)."""
    box = box_of(s.options)
    tiles = Counter([*s.hunt_pool, *s.tiles_drawn, *s.tiles_removed, *s.specials, *elsewhere(s)])
    for tile, count in tiles.items():
        if tile not in box.tiles:
            yield _strange("Hunt tile", tile, box.tiles, TILES)
        elif count > 1:
            yield f"the Hunt tile {tile} is in {count} places"
    for tile in s.specials:
        if tile in TILES and not TILES[tile].special:
            yield f"{tile} is no special Hunt tile"


def _tracks(s: State) -> Problems:
    """The Ring-bearers are in a region or in Mordor, and the counters are on their tracks (WR-14.1)."""
    fellowship = s.fellowship
    if fellowship.region is None and fellowship.mordor is None:
        yield "the Ring-bearers are nowhere: in a region, or on a step of the Mordor Track"
    if fellowship.region is not None and fellowship.mordor is not None:
        yield "the Ring-bearers are either in a region or on the Mordor Track"
    if fellowship.region is not None and fellowship.region not in REGIONS:
        yield f"the Ring-bearers: {_no_region(fellowship.region)}"
    if fellowship.mordor is not None and not 0 <= fellowship.mordor <= outcome.CRACK_OF_DOOM:
        yield f"there is no step {fellowship.mordor} on the Mordor Track (0 to {outcome.CRACK_OF_DOOM})"
    if not 0 <= fellowship.corruption <= outcome.CORRUPTION:
        yield f"Corruption of {fellowship.corruption} is off the track (0 to {outcome.CORRUPTION})"
    if not 0 <= fellowship.progress <= TRACK_END:
        yield f"Progress of {fellowship.progress} is off the track (0 to {TRACK_END})"


#: What the base game looks for at every moment.
CHECKS = (_places, _figures, _people, _control, _cards, _tiles, _tracks)

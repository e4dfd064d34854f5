"""The board as plain text: 70 columns, short lines that begin with what they are about.

Written for terminals, mail and screen readers: everything public in a fixed order, the map by Nations, the
reader's own cards at the end. It is made from a view, so it holds nothing that its reader may not know.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from rules.core.sentences import numbers
from rules.core.title import COLUMNS
from rules.war_of_the_ring.position.box import box_of_view
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    NATIONS,
    NAZGUL,
    ORIGINAL,
    PLAYER,
    REGIONS,
    SH,
    SIDES,
    TILES,
    UNIQUE,
    Side,
    enemy,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.declarations import of
from rules.war_of_the_ring.position.dice import die_name, is_special
from rules.war_of_the_ring.position.outcome import CORRUPTION, CRACK_OF_DOOM, FREE_POINTS, SHADOW_POINTS
from rules.war_of_the_ring.position.view import hands_in

SORTS = ("regular", "elite", "leader")
SIDE_NAMES = {FP: "Free Peoples", SH: "Shadow"}
PHASES = {
    "setup": "before the first turn",
    "bidding": "bidding for the sides",
    "draw": "drawing cards",
    "fellowship": "Fellowship phase",
    "hunt-allocation": "Hunt allocation",
    "action-roll": "rolling the Action dice",
    "actions": "actions",
    "victory-check": "counting victory points",
}
BATTLES = {"field": "Attackers", "siege": "Besiegers", "sortie": "Sallying"}
STEPS = ("At War", "1 step from war", "2 steps from war", "3 steps from war")

View = Mapping[str, Any]
Lines = Iterator[str]


def text_board(v: View) -> str:
    """Return the board of a view as text of at most 70 columns."""
    sections = [
        _head(v),
        _dice(v),
        _fellowship(v),
        _politics(v),
        _battle(v),
        *[_nation(v, nation) for nation in NATIONS],
        _wilds(v),
        _pools(v),
        _hunt(v),
        *[section(v) for declared in of(box_of_view(v).sets) for section in declared.text],
        *[_cards(v, side) for side in SIDES],
    ]
    texts = ["\n".join(_wrapped(line) for line in section) for section in sections]
    return "\n\n".join(text for text in texts if text)


def _wrapped(line: str) -> str:
    indent = len(line) - len(line.lstrip())
    rows = wrap(
        line.strip(),
        COLUMNS,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_on_hyphens=False,
    )
    return "\n".join(rows)


def _list(parts: Iterable[str], nothing: str = "none") -> str:
    return ", ".join(parts) or nothing


def _people(figures: Iterable[str], nothing: str = "none") -> str:
    """Return Characters by their names, some of which have a comma of their own."""
    names = [figure_name(figure) for figure in figures]
    return ("; " if any(", " in name for name in names) else ", ").join(names) or nothing


def _tally(things: Iterable[str]) -> str:
    """Return things with their numbers (`2 Event, Muster`)."""
    return _list(f"{n} {thing}" if n > 1 else thing for thing, n in Counter(things).items())


# -- the state of the game ---------------------------------------------------------------------------


def _head(v: View) -> Lines:
    yield f"WAR OF THE RING: turn {v['turn']}, {PHASES.get(v['phase'], v['phase'])}"
    points = v["points"]
    yield f"Victory points: Free Peoples {points[FP]} of {FREE_POINTS}, Shadow {points[SH]} of {SHADOW_POINTS}"
    if v["winner"]:
        yield f"The game is over: the {SIDE_NAMES[v['winner']]} have won."


def _dice(v: View) -> Lines:
    yield "ACTION DICE"
    for side in SIDES:
        yield f"  {SIDE_NAMES[side]}: {_tally(map(die_name, v['dice'][side]))}"
    box = v["hunt_box"]
    special = "".join(f", {die_name(die)}" for die in box if is_special(die))
    yield f"  Hunt Box: Shadow {box[SH]}, Free Peoples {box[FP]}{special}"
    used = _list((f"the {SIDE_NAMES[side]}" for side in v["ring_used"]), "nobody")
    yield (f"  Elven Rings: Free Peoples {v['rings'][FP]}, Shadow {v['rings'][SH]}; used this turn by {used}")
    dwarven = v["dwarven_rings"]
    if any(dwarven.values()):
        yield f"  Dwarven Rings: Free Peoples {dwarven.get(FP, 0)}, Shadow {dwarven.get(SH, 0)}"


def _fellowship(v: View) -> Lines:
    f = v["fellowship"]
    yield "FELLOWSHIP"
    if f["mordor"] is None:
        where = f"in {region_name(f['region'])}, progress {f['progress']}"
    else:
        where = f"on step {f['mordor']} of {CRACK_OF_DOOM} in Mordor"
    state = "hidden" if f["hidden"] else "revealed"
    yield f"  Ring-bearers: {where}, {state}, corruption {f['corruption']} of {CORRUPTION}"
    others = [c for c in f["companions"] if c != f["guide"]]
    yield f"  Guide: {figure_name(f['guide'])}"
    yield f"  Companions: {_people(others, 'no others' if f['companions'] else 'none')}"
    if v["eliminated"]:
        yield f"  Out of the game: {_people(v['eliminated'])}"


def _politics(v: View) -> Lines:
    yield "POLITICAL TRACK"
    for step in range(3, -1, -1):
        nations = [n for n, p in v["politics"].items() if p["step"] == step]
        if nations:
            yield f"  {STEPS[step]}: {_list(_roused(n, v['politics'][n]['active']) for n in nations)}"


def _roused(nation: str, active: bool) -> str:
    return NATIONS[nation].name if active else f"{NATIONS[nation].name} (passive)"


def _battle(v: View) -> Lines:
    battle = v["battle"]
    if battle is None:
        return
    attacker = battle["attacker"]
    away = f" from {region_name(battle['source'])}" if battle["source"] != battle["region"] else ""
    yield f"BATTLE OF {region_name(battle['region']).upper()}, round {battle['round']}"
    yield f"  {BATTLES[battle['kind']]}: {SIDE_NAMES[attacker]}{away}"
    for side in (attacker, enemy(attacker)):
        dice, card = battle["dice"].get(side), battle["cards"].get(side)
        parts = ([f"rolled {numbers(dice)}"] if dice else []) + (
            [f"plays {CARDS[card].title}"] if card else []
        )
        if parts:
            yield f"  {SIDE_NAMES[side]}: {_list(parts)}"


# -- the map -----------------------------------------------------------------------------------------


def figures_words(figures: Mapping[str, int], characters: Sequence[str]) -> str:
    """Return figures in words (`Gondor 3 Regulars, 1 Elite; 2 Nazgûl; Strider`)."""
    parts: list[str] = []
    for nation, facts in NATIONS.items():
        counts = [
            f"{n} {sort.capitalize()}{'s' if n > 1 else ''}"
            for sort in SORTS
            if (n := figures.get(f"{nation}-{sort}"))
        ]
        if counts:
            parts.append(f"{facts.name} {', '.join(counts)}")
    if figures.get(NAZGUL):
        parts.append(f"{figures[NAZGUL]} Nazgûl")
    parts += [f"{figure_name(kind)} (Leader)" for kind in UNIQUE if figures.get(kind)]
    return "; ".join([*parts, *(CHARACTERS[c].name for c in characters)])


def _by_region(v: View) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for force in v["forces"]:
        found.setdefault(force["region"], []).append(force)
    return found


def _region(v: View, region: str, forces: Sequence[Mapping[str, Any]]) -> str:
    """Return a region with who is there; a besieged garrison first, then its besiegers."""
    besieged = any(force["besieged"] for force in forces)
    parts: list[str] = []
    for force in sorted(forces, key=lambda x: not x["besieged"]):
        words = figures_words(force["figures"], force["characters"])
        if besieged:
            words = f"{'besieged inside' if force['besieged'] else 'outside'} {words}"
        parts.append(words)
    if v["fellowship"]["region"] == region:
        parts.append("the Ring-bearers")
    return f"  {_place(v, region)}: {'; '.join(parts)}"


def _place(v: View, region: str) -> str:
    """Return a region's name, its Settlement, and who holds what is not his."""
    settlement = REGIONS[region].settlement
    notes = [] if settlement == "none" else [settlement.capitalize()]
    if region in v["captured"]:
        notes.append(f"held by the {SIDE_NAMES[enemy(ORIGINAL[region])]}")
    return f"{region_name(region)} ({', '.join(notes)})" if notes else region_name(region)


def _nation(v: View, nation: str) -> Lines:
    """The regions of a Nation: those with somebody in them, then its empty Settlements."""
    forces = _by_region(v)
    yield f"{NATIONS[nation].name.upper()}, {STEPS[v['politics'][nation]['step']]}"
    inside = [r for r, x in REGIONS.items() if x.nation == nation]
    here = [r for r in inside if r in forces or r == v["fellowship"]["region"]]
    for region in sorted(here, key=lambda r: (r not in ORIGINAL, region_name(r))):
        yield _region(v, region, forces.get(region, []))
    empty = [_place(v, r) for r in sorted(inside, key=region_name) if r in ORIGINAL and r not in here]
    if empty:
        yield f"  Empty: {_list(empty)}"


def _wilds(v: View) -> Lines:
    """The regions of no Nation with somebody in them."""
    forces = _by_region(v)
    here = [
        r for r, x in REGIONS.items() if x.nation is None and (r in forces or r == v["fellowship"]["region"])
    ]
    if here:
        yield "IN NO NATION"
        for region in sorted(here, key=region_name):
            yield _region(v, region, forces.get(region, []))


# -- what lies beside the map ------------------------------------------------------------------------


def _pools(v: View) -> Lines:
    yield "REINFORCEMENTS"
    for nation, facts in NATIONS.items():
        kinds = [f"{nation}-{sort}" for sort in SORTS] + ([NAZGUL] if nation == "sauron" else [])
        line = f"  {facts.name}: {_list(_counted(v['pools'], kinds))}"
        lost = _list(_counted(v["casualties"], kinds), "")
        yield f"{line}; lost {lost}" if lost else line


def _counted(counts: Mapping[str, int], kinds: Iterable[str]) -> list[str]:
    return [
        f"{counts[kind]} {'Nazgûl' if kind == NAZGUL else kind.rpartition('-')[2].capitalize()}"
        for kind in kinds
        if counts.get(kind)
    ]


def tile_words(tile: str) -> str:
    """Return what a Hunt tile shows (`3`, `Eye reveal`, `die stop`)."""
    facts = TILES[tile]
    value = "Eye" if facts.value == "eye" else str(facts.value)
    words = f"{value}{' reveal' if facts.reveal else ''}{' stop' if facts.stop else ''}"
    if facts.from_the_start:
        return facts.words
    return words if facts.standard else f"{words} ({CARDS[facts.card].title})" if facts.card else words


def _tiles(tiles: Iterable[str]) -> str:
    counts = Counter(map(tile_words, tiles))
    return "; ".join(f"{words} ×{n}" if n > 1 else words for words, n in sorted(counts.items())) or "none"


def _hunt(v: View) -> Lines:
    pool = v["hunt_pool"]
    inside = pool["in"]
    number = pool["size"] if inside is None else len(inside)
    yield f"HUNT POOL: {number} tile{'' if number == 1 else 's'}"
    if inside is None:
        yield "  In the pool: what the Free Peoples may not know"
    else:
        yield f"  In the pool: {_tiles(inside)}"
    for label, name in (
        ("Drawn", "drawn"),
        ("Out of the game", "removed"),
        ("Waiting for Mordor", "specials"),
    ):
        if pool[name]:
            yield f"  {label}: {_tiles(pool[name])}"


def _cards(v: View, side: Side) -> Lines:
    """A side's cards: numbers of what is hidden, titles of what lies open, and the reader's own hand."""
    yield f"CARDS OF THE {SIDE_NAMES[side].upper()}"
    hands = hands_in(v, side)
    for player, hand in hands.items():
        whose = f" of {PLAYER[player].name}" if len(hands) > 1 else ""
        yield f"  Hand{whose}: {hand['decks']['character']} Character, {hand['decks']['strategy']} Strategy"
    decks = v["decks"]
    yield f"  Decks: {decks[f'{side}/character']} Character, {decks[f'{side}/strategy']} Strategy"
    if v["table"][side]:
        yield f"  On the table: {_titles(v['table'][side])}"
    now = [c for c in v["resolving"] if CARDS[c].side == side]
    if now:
        yield f"  Being played: {_titles(now)}"
    played = [c for c in v["discards"] if CARDS[c].side == side]
    if played:
        yield f"  Discarded: {_titles(played)}"
    hidden = [
        f"{n} {deck.rpartition('/')[2].capitalize()}"
        for deck, n in v["hidden_discards"]["count"].items()
        if deck.startswith(f"{side}/")
    ]
    if hidden:
        own = [c for c in v["hidden_discards"]["cards"] if CARDS[c].side == side]
        yield f"  Discarded face down: {_list(hidden)}{f' ({_titles(own)})' if own else ''}"
    for card in (card for hand in hands.values() for card in hand["cards"] or ()):
        icon = CARDS[card].play_with
        yield f"  In hand: {CARDS[card].title}{f' ({icon.capitalize()} icon)' if icon else ''}"


def _titles(cards: Iterable[str]) -> str:
    return "; ".join(CARDS[c].title for c in cards)

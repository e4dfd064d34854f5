"""The board as plain text: 70 columns, made from a view, so that it holds nothing that its reader may not know."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.title import COLUMNS
from rules.duel.data import BONUSES, CARDS, LANDMARKS, QUEST_LENGTH, REGIONS, SEATS, TOKENS, seat_name

View = Mapping[str, Any]
Lines = Iterator[str]
#: Small numbers as a sentence begins with them; six cards are free at most.
_NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def text_board(v: View) -> str:
    """Return the board of a view as text of at most 70 columns, with an empty line between its parts."""
    parts = [_head(v), _quest(v), _regions(v), _display(v), _landmarks(v), _alliances(v)]
    parts += [_side(v, side) for side in SEATS]
    parts += [_discards(v), _end(v)]
    blocks = ["\n".join(_wrap(line) for line in part) for part in parts]
    return "\n\n".join(block for block in blocks if block)


def _wrap(text: str) -> str:
    """Break a line that is too long; what follows is indented."""
    lines = []
    while len(text) > COLUMNS:
        cut = text.rfind(" ", 8, COLUMNS)
        cut = cut if cut > 0 else COLUMNS
        lines.append(text[:cut])
        text = "    " + text[cut:].strip()
    return "\n".join([*lines, text])


def _head(v: View) -> Lines:
    mark = " (extra turn)" if v["is_extra"] else ""
    yield f"DUEL FOR MIDDLE-EARTH   chapter {v['chapter']}, turn {v['turn']}"
    yield f"{seat_name(v['active'])} to move{mark}; coins in the reserve: {v['reserve']}"


def _quest(v: View) -> Lines:
    yield f"QUEST (of {QUEST_LENGTH} steps; bonuses at {', '.join(map(str, BONUSES))})"
    for side in SEATS:
        yield f"  {seat_name(side):<12} {v['quest'][side]:>2}"


def _regions(v: View) -> Lines:
    yield "REGIONS"
    for region, here in v["regions"].items():
        units = {side: n for side, n in here["units"].items() if n}
        pieces = [f"{seat_name(side)} {n} Unit{'s' if n > 1 else ''}" for side, n in units.items()]
        if here["fortress"]:
            pieces.append(f"{seat_name(here['fortress'])} Fortress")
        near = ", ".join(REGIONS[r].name for r in REGIONS[region].adjacent)
        yield f"  {REGIONS[region].name}: {', '.join(pieces) or 'empty'}   [to {near}]"


def _display(v: View) -> Lines:
    mover = v["active"]
    yield f"DISPLAY (* can be taken; = what {seat_name(mover)} pays now)"
    for slot in v["display"]:
        place = f" {'*' if slot['available'] else ' '}{slot['slot']} row {slot['row']}: "
        if slot["card"] is None:
            yield place + "face down"
            continue
        card = CARDS[slot["card"]]
        price = "chain" if slot["chain"][mover] else slot["price"][mover]
        yield f"{place}{card.id} ({card.colour}) {card.label} [{cost_text(card.id)}] = {price}"


def cost_text(card: str) -> str:
    """Return a card's cost in words (`2 coins, 1 ruse; chain: fish`)."""
    x = CARDS[card]
    parts = [f"{x.coins} coin{'s' if x.coins > 1 else ''}"] if x.coins else []
    parts += [f"{n} {skill}" for skill, n in x.skills.items()]
    text = ", ".join(parts) or "free"
    return f"{text}; chain: {x.chain}" if x.chain else text


def _landmarks(v: View) -> Lines:
    yield f"LANDMARKS ({v['landmarks_left']} more face down)"
    for x in v["landmarks"]:
        tile = LANDMARKS[x["id"]]
        needs = ", ".join(f"{n} {skill}" for skill, n in tile.skills.items())
        yield f"  {tile.id} ({REGIONS[tile.region].name}) [{needs}] = {x['price'][v['active']]}"


def _alliances(v: View) -> Lines:
    stacks = [
        f"{race} {x['size']}" + (f" (top: {TOKENS[x['top'][0]].label})" if x["top"] else "")
        for race, x in v["tokens"].items()
    ]
    yield f"ALLIANCE STACKS: {', '.join(stacks)}"
    if v["revealed_tokens"]:
        yield f"  turned up: {', '.join(TOKENS[x].label for x in v['revealed_tokens'])}"


def _side(v: View, side: str) -> Lines:
    own = v["sides"][side]
    yield f"{seat_name(side).upper()}: {own['coins']} coins, {own['supply']} Units in supply"
    skills = ", ".join(f"{n} {skill}" for skill, n in own["skills"].items() if n)
    skills += "".join(f", one of {'/'.join(c)}" for c in own["choices"])
    yield f"  skills: {skills.strip(', ') or 'none'}"
    races = ", ".join(f"{n} {race}" for race, n in own["races"].items() if n)
    yield f"  races: {races or 'none'} ({own['support']} of 6); regions: {len(own['presence'])} of 7"
    if own["chains"]:
        yield f"  chain symbols: {', '.join(own['chains'])}"
    if own["tokens"]:
        yield f"  alliances: {', '.join(TOKENS[t].label for t in own['tokens'])}"
    if own["landmarks"]:
        yield f"  landmarks: {', '.join(LANDMARKS[x].name for x in own['landmarks'])}"


def _discards(v: View) -> Lines:
    discards = v["discards"]
    seen = len(discards["seen"]) + len(discards["own"])
    yield f"DISCARD PILE: {seen} seen, {discards['unknown']} unknown"
    if discards["own"]:
        yield f"  set aside, as you have seen: {', '.join(discards['own'])}"


def _end(v: View) -> Lines:
    if v["winners"]:
        names = " and ".join(seat_name(side) for side in v["winners"])
        yield f"GAME OVER: {names} ({', '.join(v['reasons'])})"


def open_cards(v: View) -> str:
    """Return how many cards can be taken, as a sentence begins (`Six cards lie free`)."""
    free = sum(slot["available"] for slot in v["display"])
    return "One card lies free" if free == 1 else f"{_NUMBERS.get(free, str(free))} cards lie free"


def lying_cards(v: View) -> str:
    """Return how many cards of the chapter have not been taken (`12 cards still lie`)."""
    lying = len(v["display"])
    return "one card still lies" if lying == 1 else f"{lying} cards still lie"

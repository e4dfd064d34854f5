"""Kings of Middle-earth for the pieces of the page, told from the view of the seat alone."""

from collections.abc import Mapping
from typing import Any

from games.boards.war_of_the_ring import sides
from games.boards.war_of_the_ring.sets import Mark
from games.boards.war_of_the_ring.story import tile_face
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    NATIONS,
    SH,
    TILES,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.dice import die_name
from rules.war_of_the_ring.position.uses import ACTS
from rules.war_of_the_ring.sets.kings.state import FACTS, WORDS

View = Mapping[str, Any]
#: How an awakened and a corrupted Sovereign are marked on the map; as a Leader he has a figure of his own.
MARKS = {
    "awakened": Mark("is-awakened", "awakened"),
    "corrupted": Mark("is-corrupted", "corrupted"),
}
#: What is said of a Sovereign's state, `{}` being where he is.
STATES = {
    "leader": "Leader in {}",
    "awakened": "awakened, in {}",
    "corrupted": "corrupted, in {}",
    "gone": "out of the game",
}
#: The variants that tell more or less than usual, in words.
VARIANTS = {
    "visible_corruption_tiles": "Corruption tiles lie face up.",
    "sequential_corruption_draw": "In an attempt the last tile that is drawn is put on the Sovereign.",
    "no_ruler_tokens": "There are no Ruler tokens.",
    "dismay_tokens": "Ruler tokens that were used go to the Shadow as Dismay tokens.",
}


def _in_state(view: View, state: str) -> list[str]:
    return [who for who, facts in view["kings"]["sovereigns"].items() if facts["state"] == state]


def marks(view: View) -> dict[str, Mark]:
    """Return how Sovereigns on the map are marked who are no Leaders any more."""
    return {who: mark for state, mark in MARKS.items() for who in _in_state(view, state)}


def bystanders(view: View) -> dict[str, list[str]]:
    """Return where corrupted Sovereigns stand, who are of no Force."""
    found: dict[str, list[str]] = {}
    for who in _in_state(view, "corrupted"):
        found.setdefault(view["kings"]["sovereigns"][who]["region"], []).append(who)
    return found


# -- the Sovereigns -----------------------------------------------------------------------------------


def sovereigns(view: View, side: str) -> dict[str, Any]:
    """Return the Sovereigns with what lies on each, in the order of their Nations."""
    order = sorted(view["kings"]["sovereigns"], key=lambda who: list(NATIONS).index(FACTS[who].nation))
    return {"rows": [_row(view, who) for who in order]}


def _row(view: View, who: str) -> dict[str, Any]:
    facts, act = view["kings"]["sovereigns"][who], f"attempt:{who}"
    level = _level(facts)
    return {
        "id": who,
        "name": figure_name(who).partition(" ")[0],
        "nation": FACTS[who].nation,
        "state": facts["state"],
        "hidden": facts["hidden"],
        "crowns": len(facts["kings"]),
        "tiles": [tile_face(tile) for tile in (*(facts["tiles"] or ()), *facts["kings"])],
        "level": "?" if level is None else level,
        "resistance": facts["resistance"],
        "attempted": facts["attempted"],
        "token": sides.DICE_ICONS[FACTS[who].token] if facts["token"] else "",
        "value": act,
        "label": ACTS[act].label,
        "words": f"{figure_name(who)}: {'; '.join(_words(who, facts))}",
    }


def _words(who: str, facts: View) -> list[str]:
    """Return what is to be said of a Sovereign, as far as this seat may know it."""
    where = region_name(facts["region"]) if facts["region"] else ""
    told = [STATES[facts["state"]].format(where)]
    if facts["state"] == "leader":
        told += _tiles(facts)
        level, resistance = _level(facts), facts["resistance"]
        told.append(
            f"Shadow Resistance {resistance}"
            if level is None
            else f"level {level} of Shadow Resistance {resistance}"
        )
        if facts["attempted"]:
            told.append("the Shadow has tried to corrupt him this turn")
    if facts["token"]:
        told.append(f"Ruler token: {die_name(FACTS[who].token)}, for {WORDS['tokens'][who]}")
    return told


def _level(facts: View) -> int | None:
    """Return how far a Sovereign is corrupted, None where this seat does not know all tiles on him."""
    known = facts["tiles"] or ()
    return sum(int(TILES[tile].value) for tile in known) if len(known) == facts["hidden"] else None


def _tiles(facts: View) -> list[str]:
    number, crowns = facts["hidden"], len(facts["kings"])
    told = [_count(number, "Corruption tile")] if number else []
    if facts["tiles"] and len(facts["tiles"]) < number:
        told = [f"{told[0]}, {len(facts['tiles'])} of them known to you"]
    if crowns:
        told.append(_count(crowns, "Kings tile"))
    return told or ["no Corruption tile"]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# -- beside the dice ------------------------------------------------------------------------------------


def aside(view: View, side: str) -> dict[str, Any] | None:
    """Return the die that a side has discarded for its Ruler die this turn."""
    die = view["kings"]["discarded"].get(side)
    return {"die": sides.seen(die), "words": f"Discarded this turn: {die_name(die)}"} if die else None


def dismay(view: View, side: str) -> dict[str, Any] | None:
    """Return the Dismay tokens of the Shadow."""
    held = view["kings"]["dismay"] if side == SH else []
    if not held:
        return None
    names = ", ".join(map(figure_name, held))
    return {"number": len(held), "words": f"{_count(len(held), 'Dismay token')}, from {names}"}


# -- in the papers ----------------------------------------------------------------------------------------


def pool(view: View, side: str) -> dict[str, Any] | None:
    """Return how many tiles lie on Sovereigns, and so not in the Hunt Pool."""
    everybody = view["kings"]["sovereigns"].values()
    lying = sum(facts["hidden"] for facts in everybody)
    crowns = sum(len(facts["kings"]) for facts in everybody)
    if not lying and not crowns:
        return None
    words = [_count(lying, "Corruption tile")] if lying else []
    words += [_count(crowns, "Kings tile")] if crowns else []
    return {"words": f"On Sovereigns: {', '.join(words)}."}


def reserve(view: View, side: str) -> dict[str, Any] | None:
    """Return the Sovereigns in words, and the variants; of the Shadow its Eyes and Dismay tokens; the discarded die."""
    part = view["kings"]
    lines = []
    die = part["discarded"].get(side)
    if die:
        lines.append(f"Discarded for the Ruler die this turn: {die_name(die)}.")
    if side == SH:
        lines.append(f"Eyes in the Hunt Box that count for corruption attempts: {part['eyes']}.")
        told = dismay(view, side)
        lines += [f"{told['words']}."] if told else []
        return {"rows": [], "lines": lines}
    if part["token_used"]:
        lines.append("A Ruler token was used this turn.")
    lines += [words for name, words in VARIANTS.items() if part["options"].get(name)]
    return {**sovereigns(view, side), "lines": lines}


def standing(view: View, side: str) -> str:
    """Return what a mail says of a side beside its points: who is awakened or corrupted, Dismay tokens."""
    state = "awakened" if side == FP else "corrupted"
    names = ", ".join(CHARACTERS[who].name for who in _in_state(view, state))
    held = len(view["kings"]["dismay"]) if side == SH else 0
    told = [f"{state}: {names}" if names else "", _count(held, "Dismay token") if held else ""]
    return "; ".join(filter(None, told))

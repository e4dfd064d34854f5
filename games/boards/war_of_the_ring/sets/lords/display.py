"""Lords of Middle-earth for the pieces of the page, told from the view of the seat alone."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.boards.war_of_the_ring import sides
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, FP, SH, TILES, figure_name
from rules.war_of_the_ring.position.dice import die_name
from rules.war_of_the_ring.position.uses import ACTS
from rules.war_of_the_ring.sets.lords.state import KEEPERS, OUT, TOKENS

View = Mapping[str, Any]
#: Where a Ring is, as the Free Peoples' panel shows it, and in words.
WHERE = {
    FP: ("free", "with the Free Peoples"),
    SH: ("shadow", "with the Shadow"),
    OUT: ("out", "out of the game"),
}
BALROG, SMEAGOL = "balrog", "smeagol"


def _on_map(view: View) -> set[str]:
    return {who for force in view["forces"] for who in force["characters"]}


def rings(view: View, side: str) -> dict[str, Any]:
    """Return the three Rings for the Free Peoples, wherever they are; for the Shadow those that it has."""
    here = _on_map(view)
    found = []
    for ring, where in view["lords"]["rings"].items():
        if side == SH and where != SH:
            continue
        look, words = WHERE[where]
        power = where == FP and KEEPERS[ring] in here
        keeper = CHARACTERS[KEEPERS[ring]].name
        if where == FP:
            words += "; its power can be used" if power else f"; its power needs {keeper} on the map"
        mine = "mine" if side == where else look
        found.append(
            {"id": ring, "look": f"is-{mine}", "power": power, "words": f"{ring.capitalize()}: {words}"}
        )
    return {"rings": found, "used": side in view["ring_used"]}


def aside(view: View, side: str) -> dict[str, Any] | None:
    """Return the special dice that a side has set aside this turn, and whether the one that it kept bears a star."""
    dice, kept = _aside(view, side), view["lords"]["kept"].get(side)
    star = f"A star: {die_name(kept)}." if kept and side in view["lords"]["starred"] else ""
    return {"dice": [sides.seen(die) for die in dice], "star": star} if dice or star else None


def _aside(view: View, side: str) -> list[str]:
    part = view["lords"]
    rolled, kept = Counter(part["rolled"].get(side, ())), part["kept"].get(side)
    return list((rolled - Counter([kept])).elements()) if kept else []


def tokens(view: View, side: str) -> dict[str, Any] | None:
    """Return the Action Tokens that the Shadow holds."""
    held = view["lords"]["tokens"] if side == SH else []
    used = view["lords"]["token_used"]
    told = [
        {"id": token, "name": TOKENS[token], "value": f"token:{token}", "label": _label(token)}
        for token in TOKENS
        if token in held
    ]
    return {"tokens": told, "used": used} if told else None


def _label(token: str) -> str:
    act = ACTS.get(f"token:{token}")
    return act.label if act else f"Action Token: {TOKENS[token]}"


def pool(view: View, side: str) -> dict[str, Any]:
    """Return where the Sméagol tiles are."""
    mine = {tile for tile, facts in TILES.items() if facts.kind == SMEAGOL}
    lying, aside = view["hunt_pool"], view["lords"]["tiles_aside"]
    return {
        "inside": len(mine - {*aside, *lying["drawn"], *lying["removed"]}),  # the pool itself may be a secret
        "aside": len(aside),
        "gone": len(mine & set(lying["removed"])),
    }


def reserve(view: View, side: str) -> dict[str, Any] | None:
    """Return in words where the Rings are, special dice, whose form is hidden, how the Balrog is, and the tokens."""
    part = view["lords"]
    told = rings(view, side)["rings"] if side == FP else []
    lines = [f"Elven Ring {ring['words']}." for ring in told]
    kept = part["kept"].get(side)
    if kept:
        away = ", ".join(map(die_name, _aside(view, side)))
        star = "; it bears a star" if side in part["starred"] else ""
        lines.append(f"Special die kept this turn: {die_name(kept)}{star}.")
        if away:
            lines.append(f"Set aside until the next turn: {away}.")
    lost = [DICE[kind].name for kind in part["lost"] if DICE[kind].side == side]
    if lost:
        lines.append(f"Special dice lost for good: {', '.join(lost)}.")
    if side == FP and part["forms_hidden"]:
        lines.append(f"Their form is not shown yet: {', '.join(map(figure_name, part['forms_hidden']))}.")
    if side == SH and BALROG in _on_map(view):
        lines.append(f"The Balrog is {'active' if part['balrog_active'] else 'inactive'}.")
    if side == SH and part["tokens"]:
        names = ", ".join(TOKENS[token] for token in part["tokens"])
        lines.append(f"Action Tokens: {names}{'; one was used this turn' if part['token_used'] else ''}.")
    return {"lines": lines} if lines else None


def standing(view: View, side: str) -> str:
    """Return what a mail says of a side beside its points: its Rings, its tokens."""
    held = [ring.capitalize() for ring, where in view["lords"]["rings"].items() if where == side]
    number = len(view["lords"]["tokens"]) if side == SH else 0
    told = [", ".join(held), f"{number} Action Token{'s' if number > 1 else ''}" if number else ""]
    return "; ".join(part for part in told if part)

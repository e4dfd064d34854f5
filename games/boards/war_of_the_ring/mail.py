"""War of the Ring in mails, beside the map: victory points, and the dice as they were rolled."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from games.boards import Scene
from games.boards.colours import by_day
from games.boards.mail import Mailing, Rolled, Sign, Standing
from games.boards.marks import numbers
from games.boards.pictures import SANS
from games.boards.war_of_the_ring import partners, sets, story
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from games.boards.war_of_the_ring.sides import DICE_ICONS, OTHER_ICON, POINTS_TO_WIN, icon, mark
from rules.core.sentences import numbers as numbers_said
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, SIDES, enemy
from rules.war_of_the_ring.position.dice import die_name, in_order, is_special, split
from rules.war_of_the_ring.words.story import rolled_faces

#: The faces of a die and its sign, by side, and the edges of cards, by deck.
FILLS = {FP: ("#f4efe0", "#8d7850", "#12405f"), SH: ("#96201f", "#5f1212", "#fff3e4")}
EDGES = {"character": "#2b5b7d", "strategy": "#8a3320"}
MARKS = {FP: "●", SH: "◆"}


def mailing(scene: Scene) -> Mailing:
    """Return what a mail shows of a position."""
    view = scene.view
    seats = {**({} if "players" in view else {side: side for side in SIDES}), **view["sides"]}
    side = seats.get(scene.seat) if scene.seat else None
    tray = (
        [sign(side, die) for die in sorted(view["dice"][side], key=lambda die: (is_special(die), die))]
        if side
        else []
    )
    return Mailing(
        standings={name: _standing(view, name, own) for name, own in seats.items()},
        tray=tuple(tray),
        others=_others(view, enemy(side)) if side and any(view["dice"].values()) else "",
        rolled={
            place: rolled for place, line in enumerate(scene.recent) if (rolled := _rolled(line)) is not None
        },
        edges={id: EDGES[card.deck] for id, card in CARDS.items() if card.deck in EDGES},
        marks=numbers(story.done(scene.recent)),
    )


def _standing(view: Mapping[str, Any], seat: str, side: str) -> Standing:
    colours = by_day("base.css", "map.css", "titles/war_of_the_ring.css", "titles/war_of_the_ring_map.css")
    colour = colours["--free-peoples" if side == FP else "--shadow-side"]
    words = [
        f"{view['points'][side]} of {POINTS_TO_WIN[side]}",
        sets.standing(view, side),
        partners.standing(view, seat),
    ]
    return Standing("; ".join(filter(None, words)), MARKS[side], colour)


def _others(view: Mapping[str, Any], side: str) -> str:
    """Return which dice a side has, alike ones together."""
    counts = Counter(view["dice"][side])
    dice = ", ".join(
        f"{n} {die_name(die)}" if (n := counts[die]) > 1 else die_name(die) for die in in_order(counts)
    )
    return f"{SIDE_NAMES[side]}: {dice or 'none'}"


def _rolled(line: Mapping[str, Any]) -> Rolled | None:
    """Return the dice of a line and the words that they stand for: Action dice, or the numbers of other dice."""
    kind, data = line["kind"], line["data"]
    if not data.get("dice"):
        return None
    if kind == "action-dice-rolled":
        dice = [die for die, number in Counter(data["dice"]).items() for _ in range(number)]
        return Rolled(rolled_faces(data["dice"]), tuple(sign(data["side"], die) for die in dice))
    if kind in ("combat-rolled", "leader-rerolled", "additional-attack"):
        needed, bonus = data["needed"], data.get("bonus", 0)
        hits = (die != 1 and (die == 6 or die + bonus >= needed) for die in data["dice"])
    elif kind == "hunt-rolled":
        hits = (die != 1 and die + data["bonus"] >= 6 for die in data["dice"])
    else:
        return None
    signs = (Sign(str(die), counts=hit) for die, hit in zip(data["dice"], hits, strict=True))
    return Rolled(numbers_said(data["dice"]), tuple(signs))


def sign(side: str, die: str) -> Sign:
    """Return an Action die with what it shows."""
    name, look, letter = f"die-{side}-{die.replace('/', '-')}", sets.die_look(split(die)[0]), mark(die)
    if look:
        shape = f'<path d="{look.outline}" fill="{look.fill}" stroke="{look.edge}" stroke-width="1.8"/>'
        if not look.corner:
            return Sign(die_name(die), name, f"{shape}{_face(die, look.ink, 7.2, 11, 1.1)}")
        corner = f'<g transform="translate(18.6 4.4) scale(.5)" fill="{look.ink}">{_icons()[look.sign]}</g>'
        return Sign(die_name(die), name, f"{shape}{_face(die, look.ink, 4.5, 9.5, 1.1)}{corner}")
    fill, edge, ink = FILLS[side]
    return Sign(
        die_name(die),
        name,
        f'<rect x="1" y="1" width="30" height="30" rx="6" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
        + _face(die, ink, 5, 5, 1.375)
        + (
            f'<text x="24.5" y="10" fill="{ink}" font-family="{SANS}" font-size="9" text-anchor="middle">'
            f"{letter}</text>"
            if letter
            else ""
        ),
    )


def _face(die: str, ink: str, x: float, y: float, scale: float) -> str:
    """Return what a die shows."""
    return f'<g transform="translate({x} {y}) scale({scale})" fill="{ink}">{_icons()[icon(die)]}</g>'


@cache
def _icons() -> dict[str, str]:
    """Return the shapes of the faces, as the page has them."""
    file = "".join(
        render_to_string(file) for file in ("games/board/war_of_the_ring/sprite.html", *sets.shapes())
    )
    found = {}
    for name in (
        *DICE_ICONS.values(),
        OTHER_ICON,
        *(shape for part in sets.parts().values() for shape in part.icons.values()),
        *(look.sign for part in sets.parts().values() for look in part.dice.values()),
    ):
        begins = file.index(f'<g id="i-{name}">') + len(f'<g id="i-{name}">')
        found[name] = file[begins : file.index("</g>", begins)]
    return found

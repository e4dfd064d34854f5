"""Lords of Middle-earth on the board: special dice, Elven Rings by name, Sméagol, the Shadow's tokens."""

from typing import Any

from games.boards.war_of_the_ring.sets import SHARED, DieLook, Mark, Panel, Part, TileLook, View
from games.boards.war_of_the_ring.sets.lords import display, report

FOLDER = "war_of_the_ring_lords"
#: The outlines of special dice, in a square of 32: eight corners for a Keeper's, a notched one for a Lesser Minion's.
KEEPERS = "M9.6 1h12.8L31 9.6v12.8L22.4 31H9.6L1 22.4V9.6z"
LESSER = (
    "M3 1l6.5 2.4L16 1l6.5 2.4L29 1l-2.4 6.5L29 16l-2.4 8.5"
    "L29 31l-6.5-2.4L16 31l-6.5-2.4L3 31l2.4-6.5L3 16l2.4-8.5z"
)


def _panel(name: str, tell: Any) -> tuple[Panel, ...]:
    return (Panel(f"{FOLDER}/{name}.html", tell),)


def _die(kind: str, sign: str, fill: str, ink: str) -> DieLook:
    edge, outline, look = (
        ("#c98f1c", KEEPERS, "is-keeper") if sign != kind else ("#ff9a4d", LESSER, "is-lesser")
    )
    return DieLook(f"{look} is-{kind}", sign, fill, edge, ink, outline)


def _marks(view: View) -> dict[str, Mark]:
    return {} if view["lords"]["balrog_active"] else {"balrog": Mark("is-inactive", "inactive")}


PART = Part(
    panels={
        "rings": _panel("rings", display.rings),
        "tray": (*_panel("aside", display.aside), *_panel("tokens", display.tokens)),
        "pool": _panel("pool", display.pool),
        "reserve": _panel("reserve", display.reserve),
    },
    marks=_marks,
    drawn=".is-inactive .minion{fill:#665d54;stroke-dasharray:2.2 1.5}",
    shapes=(f"{FOLDER}/shapes.html",),
    icons={"card-draw": "card-draw", "use-balrog": "use-balrog"},
    dice={
        "vilya": _die("vilya", "sapphire", "#4a97f5", "#0a1626"),
        "nenya": _die("nenya", "adamant", "#a9b5c0", "#14202b"),
        "narya": _die("narya", "ruby", "#f08c45", "#2a0f00"),
        "balrog": _die("balrog", "balrog", "#1f0f0b", "#ffc98f"),
        "gothmog": _die("gothmog", "gothmog", "#2b846b", "#ffffff"),
    },
    tiles={"smeagol": TileLook("smeagol")},
    hunt=frozenset(
        {
            "smeagol-joins", "smeagol-becomes-gollum", "card-comes", "fire-and-shadow", "hunt-die-fewer",
            "ring-power", "tiles-added", "form-shown", "struck-down",
        }
    ),
    battle=frozenset(
        {"leadership-cancelled", "sixes-count-more", "orderly-withdrawal", "no-retreat", "evil-knowledge"}
    ),
    of_fellowship=frozenset({"smeagol-joins", "smeagol-becomes-gollum"}),
    report=report.report,
    signs=(f"{FOLDER}/signs.html",),
    styles=(SHARED, f"{FOLDER}/lords.css"),
    standing=display.standing,
)  # fmt: skip

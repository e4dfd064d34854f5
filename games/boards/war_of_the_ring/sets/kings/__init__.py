"""Kings of Middle-earth on the board: Sovereigns in every state, Ruler dice, Kings tiles, Dismay tokens."""

from typing import Any

from games.boards.war_of_the_ring.sets import SHARED, DieLook, Panel, Part, TileLook
from games.boards.war_of_the_ring.sets.kings import display, report
from rules.war_of_the_ring.sets.kings.state import SOVEREIGNS

FOLDER = "war_of_the_ring_kings"
#: The outline of Ruler dice, in a square of 32: a crown.
CROWNED = "M1 3.5l7.5 3.8L16 1l7.5 6.3L31 3.5V31H1z"


def _panel(name: str, tell: Any) -> tuple[Panel, ...]:
    return (Panel(f"{FOLDER}/{name}.html", tell),)


def _die(kind: str, fill: str, edge: str, ink: str) -> DieLook:
    return DieLook(f"is-ruler is-{kind}", "crown", fill, edge, ink, CROWNED, corner=False)


PART = Part(
    panels={
        "tracks": _panel("sovereigns", display.sovereigns),
        "tray": (*_panel("aside", display.aside), *_panel("dismay", display.dismay)),
        "pool": _panel("pool", display.pool),
        "reserve": _panel("reserve", display.reserve),
    },
    marks=display.marks,
    bystanders=display.bystanders,
    apart=frozenset(SOVEREIGNS),
    drawn=(
        ".is-named use{fill:#b9b6ae;stroke:#241803}.is-named .sign{fill:#241803;stroke:none}"
        ".is-awakened .companion{fill:#ffffff;stroke:#1c5b96}.is-awakened .of-companion{fill:#1c5b96}"
        ".is-corrupted .companion{fill:#241803;stroke:#b3261e;stroke-dasharray:21 5 25 6.8}"
        ".is-corrupted .of-companion{fill:#cdbd97}"
    ),
    shapes=(f"{FOLDER}/shapes.html",),
    dice={
        "fp-ruler": _die("fp-ruler", "#aed7fe", "#4d84b8", "#0b2740"),
        "shadow-ruler": _die("shadow-ruler", "#ae6209", "#f0c48a", "#ffffff"),
    },
    tiles={"kings": TileLook("crown", numbered=True)},
    hunt=frozenset({"far-sighted"}),
    battle=frozenset(
        {"sovereign-awakened", "card-forfeited", "leadership-lowered", "siege-pressed-by-weakness"}
    ),
    of_fellowship=frozenset({"far-sighted"}),
    report=report.report,
    signs=(f"{FOLDER}/signs.html",),
    styles=(SHARED, f"{FOLDER}/kings.css"),
    scripts=(f"{FOLDER}/kings.js",),
    standing=display.standing,
)

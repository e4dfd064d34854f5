"""Tables of three and four on the board of War of the Ring: seals, the order of actions, Armies of partners."""

from games.boards.war_of_the_ring.sets import Panel, Part
from games.boards.war_of_the_ring.sets.players import display

FOLDER = "war_of_the_ring_players"

PART = Part(
    panels={
        "tracks": (Panel(f"{FOLDER}/order.html", display.order),),
        "facts": (Panel(f"{FOLDER}/facts.html", display.facts),),
    },
    drawn=(
        ".army-ground{fill:#e6d6ae}.army-rim{fill:none;stroke-width:2.2}"
        ".army-rope{fill:none;stroke:#fffaf0;stroke-width:3.2}"
        ".army-rim.is-mixed{stroke-width:2.6;stroke-dasharray:5.4 6.6}.army-rim.is-other{stroke-dashoffset:6}"
        ".seal-shape{stroke:#fffaf0;stroke-width:1.3}.seal-sign{fill:#fffaf0;stroke:none}"
    ),
    shapes=(f"{FOLDER}/shapes.html",),
    battle=frozenset({"armies-mixed"}),
    signs=(f"{FOLDER}/signs.html",),
    styles=(f"{FOLDER}/seats.css",),
)

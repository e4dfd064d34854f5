"""Draw the map of War of the Ring anew: `python -m tools.draw_map [--layout]`.

`--layout` also finds new places for names, signs and figures, which takes some minutes.
"""

from __future__ import annotations

import sys

from games.boards import war_of_the_ring_drawing, war_of_the_ring_layout


def main() -> None:
    """Write the layout, if asked, and the map."""
    if "--layout" in sys.argv[1:]:
        war_of_the_ring_layout.save(war_of_the_ring_layout.arrange_all())
        war_of_the_ring_layout.layout.cache_clear()
    war_of_the_ring_drawing.FILE.write_text(war_of_the_ring_drawing.drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Draw the maps anew: `python -m tools.draw_map [--layout]`.

`--layout` also finds new places for names, signs and figures of War of the Ring, which takes some minutes.
"""

import sys

from games.boards.maps import layout
from games.boards.risk import drawing as risk
from games.boards.war_of_the_ring import chart, drawing


def main() -> None:
    """Write the layout, if asked, and the maps."""
    if "--layout" in sys.argv[1:]:
        layout.save(layout.arrange_all(chart.chart()), chart.LAYOUT)
        chart.places.cache_clear()
    for one in (drawing, risk):
        one.FILE.write_text(one.drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()

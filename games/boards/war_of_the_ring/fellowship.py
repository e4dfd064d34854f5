"""The Fellowship and the Hunt on the board of War of the Ring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.maps.geometry import Box
from games.boards.maps.spots import Spot
from games.boards.war_of_the_ring import sides, story
from games.boards.war_of_the_ring.chart import source, table
from rules.war_of_the_ring.position.catalogue import FP, REGIONS, SH, TILES, figure_name
from rules.war_of_the_ring.position.dice import EYE, face_of, is_special
from rules.war_of_the_ring.position.outcome import CORRUPTION

#: Tiles drawn last that are shown beside the Hunt Box.
LATEST = 3
#: How wide the Fellowship's halo is drawn in the template, in units of the map.
RING = 28.0
#: The region in which the Mordor Track is drawn.
TRACK_IN = "gorgoroth"


def fellowship(view: Mapping[str, Any], spots: list[Spot]) -> dict[str, Any]:
    """Return what the board shows of the Fellowship, among the figures of `spots`."""
    facts = company(view, {s.id: (s.x, s.y, s.width, s.height) for s in spots if s.dots})
    mordor = facts["mordor"]
    if mordor is None:
        where = REGIONS[facts["region"]].name
    else:
        where = f"Mordor, step {mordor}" if mordor < 5 else "the Crack of Doom"
    return {
        **facts,
        "where": where,
        "state": "hidden" if facts["hidden"] else "revealed",
        "guide_name": figure_name(facts["guide"]),
        "end": CORRUPTION,
        "companion_names": [figure_name(c) for c in facts["companions"] if c != facts["guide"]],
        "company": [
            {"id": c, "name": figure_name(c), "leaves": c in facts["companions"]}
            for c in dict.fromkeys((facts["guide"], *facts["companions"]))
        ],
        "steps": [
            {
                "number": n,
                "progress": mordor is None and n == facts["progress"],
                "corruption": n == facts["corruption"],
                "corrupted": n <= facts["corruption"] and n > 0,
            }
            for n in range(CORRUPTION + 1)
        ],
    }


def company(view: Mapping[str, Any], boxes: Mapping[str, Box]) -> dict[str, Any]:
    """Return what a view tells of the Fellowship, and where it stands (`x`, `y`) among the boxes of all figures."""
    facts = view["fellowship"]
    if facts["mordor"] is None:
        x, y = _beside(facts["region"], boxes)
    else:
        step = source()["geometry"]["mordorTrack"][min(facts["mordor"], 5)]
        x, y = step["x"], step["y"] - 4
    return {**facts, "x": x, "y": y}


def _beside(region: str, boxes: Mapping[str, Box]) -> tuple[float, float]:
    """Return a place for the Fellowship: where the figures of its region would stand, or next to them."""
    taken = tuple(boxes.values())
    if region in boxes:
        return table().beside(region, boxes[region], RING, taken)[:2]
    return table().settle({region: (RING, RING)}, taken)[region][:2]


def hunt(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Hunt Box and the tiles; where only their number is known, `pool` is None."""
    inside = view["hunt_pool"]["in"]
    special = [die for die in view["hunt_box"] if is_special(die)]
    movers = view["hunt_box"][FP] + sum(face_of(die) != EYE for die in special)
    return {
        "eyes": view["hunt_box"][SH] + sum(face_of(die) == EYE for die in special),
        "shadow": range(view["hunt_box"][SH]),
        "free": range(view["hunt_box"][FP]),
        "special": [sides.seen(die) for die in special],
        "needs": "" if view["fellowship"]["mordor"] is not None else story.hits_on(movers),
        "pool": None if inside is None else _alike(inside),
        "size": view["hunt_pool"]["size"] if inside is None else len(inside),
        "drawn": [story.tile_face(t) for t in view["hunt_pool"]["drawn"]],
        "latest": [story.tile_face(t) for t in view["hunt_pool"]["drawn"][-LATEST:]],
        "removed": [story.tile_face(t) for t in view["hunt_pool"]["removed"]],
        "specials": [story.tile_face(t) for t in view["hunt_pool"]["specials"]],
    }


def _alike(tiles: Sequence[str]) -> list[dict[str, Any]]:
    """Return tiles that look alike together, with their number."""
    counts = Counter(story.tile_face(t)["words"] for t in tiles)
    kinds = {story.tile_face(t)["words"]: TILES[t].kind for t in tiles}
    return [{"words": w, "count": n, "kind": kinds[w]} for w, n in sorted(counts.items())]

"""Middle-earth for Duel: seven regions, drawn by hand, with what stands in them."""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from games.boards.choices import Choices
from games.boards.maps.geometry import pair
from games.boards.marks import Deed
from rules.duel.data import REGIONS, seat_name

#: The width and height of the drawing.
CANVAS = (1000, 760)
#: How far from the middle of a region an arrow begins and ends, and the length of its head.
CLEAR, HEAD = 62.0, 26.0
#: Outlines of the regions, our own drawing on that canvas. Neighbours share their corners.
OUTLINES = {
    "lindon": "M58 92 C92 60 150 52 208 70 L262 92 C252 140 262 188 246 236 C232 282 214 318 196 352 "
    "C158 340 118 322 96 284 C70 240 86 206 66 170 C52 142 46 114 58 92 Z",
    "arnor": "M262 92 C318 56 392 40 462 52 C512 60 560 58 604 74 C596 126 612 176 600 228 "
    "C594 262 604 292 592 322 C534 306 478 330 420 318 C362 308 296 322 246 306 L196 352 "
    "C214 318 232 282 246 236 C262 188 252 140 262 92 Z",
    "rhovanion": "M604 74 C678 48 762 52 836 66 C892 76 940 92 948 140 C956 196 940 252 946 306 "
    "C948 344 936 366 912 376 C858 366 806 384 752 372 C700 362 648 376 592 322 "
    "C604 292 594 262 600 228 C612 176 596 126 604 74 Z",
    "enedwaith": "M196 352 L246 306 C296 322 362 308 420 318 C478 330 534 306 592 322 "
    "C566 362 540 398 520 440 C508 474 492 502 470 532 C420 520 362 538 318 522 "
    "C268 508 224 486 206 446 C192 412 184 384 196 352 Z",
    "rohan": "M592 322 C648 376 700 362 752 372 C806 384 858 366 912 376 C900 412 862 436 842 470 "
    "C800 486 768 498 728 504 C676 510 628 524 580 520 C540 518 506 526 470 532 C492 502 508 474 520 440 "
    "C540 398 566 362 592 322 Z",
    "gondor": "M318 522 C362 538 420 520 470 532 C506 526 540 518 580 520 C628 524 676 510 728 504 "
    "C716 548 726 588 710 628 C700 662 676 690 640 700 C580 716 520 690 462 700 C410 706 366 688 348 644 "
    "C334 604 304 568 318 522 Z",
    "mordor": "M842 470 C880 452 916 440 948 452 C966 520 956 590 960 652 C956 700 918 716 872 708 "
    "C820 702 762 716 710 628 C726 588 716 548 728 504 C768 498 800 486 842 470 Z",
}
#: Where a region's name and pieces stand, in percent of the canvas.
PLACES = {
    "lindon": (16.5, 28.0),
    "arnor": (42.5, 22.0),
    "rhovanion": (79.0, 27.0),
    "enedwaith": (37.5, 54.0),
    "rohan": (69.0, 56.5),
    "gondor": (54.0, 83.0),
    "mordor": (85.5, 77.0),
}
#: Little mountains, x and y on the canvas.
PEAKS = [
    (640, 150), (656, 182), (648, 216), (662, 250), (650, 284), (664, 316), (340, 556), (370, 566), (402, 566),
    (434, 562), (466, 560), (498, 554), (738, 532), (752, 566), (748, 604), (766, 640), (800, 500), (850, 486),
    (902, 478), (300, 110), (336, 96), (700, 96), (740, 88), (782, 92), (104, 118), (140, 106), (178, 116),
]  # fmt: skip
RIVERS = [
    "M690 130 C676 200 700 260 694 320 C690 380 720 420 706 470 C694 520 664 560 650 610 C640 650 620 680 600 700",
    "M430 250 C400 290 380 320 340 350 C300 380 260 400 214 404",
    "M620 430 C580 440 552 460 520 492 C480 528 420 530 380 560",
]


def map_of(
    view: Mapping[str, Any], kind: str, choices: Choices, deeds: Sequence[Deed] = ()
) -> dict[str, Any]:
    """Return the map of a position; `kind` is the open decision's, "" for none, `deeds` what was done lately."""
    regions = []
    for id, region in REGIONS.items():
        here = view["regions"][id]
        units = next(({"side": s, "count": n} for s, n in here["units"].items() if n), None)
        words = []
        if units:
            words.append(
                f"{units['count']} Unit{'s' if units['count'] > 1 else ''} of {seat_name(units['side'])}"
            )
        if here["fortress"]:
            words.append(f"Fortress of {seat_name(here['fortress'])}")
        choosable = kind in ("place-red", "place-any", "place-fixed", "remove-unit", "remove-fortress")
        left, top = PLACES[id]
        regions.append(
            {
                "id": id,
                "name": region.name,
                "outline": OUTLINES[id],
                "left": left,
                "top": top,
                "x": left * 10,
                "y": top * 7.6,
                "units": units,
                "fortress": here["fortress"],
                "words": ", ".join(words) or "empty",
                "marks": [deed.number for deed in deeds if deed.places[-1] == id],
                "value": id if choosable and id in choices else None,
                "verb": {"remove-unit": "Remove from", "remove-fortress": "Raze in"}.get(kind, "Place in"),
            }
        )
    return {
        "regions": regions,
        "peaks": PEAKS,
        "rivers": RIVERS,
        "roads": _roads(),
        "moved": [{"number": d.number, "line": _arrow(*d.places)} for d in deeds if d.way],
    }


def _arrow(source: str, target: str) -> str:
    """Return the way of a Unit from region to region as path data: it ends before the target's pieces."""
    (x1, y1), (x2, y2) = ((PLACES[id][0] * 10, PLACES[id][1] * 7.6) for id in (source, target))
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x1, y1, x2, y2 = x1 + ux * CLEAR, y1 + uy * CLEAR, x2 - ux * CLEAR, y2 - uy * CLEAR
    left, right = (
        pair(x2 - ux * HEAD + way * uy * HEAD / 2, y2 - uy * HEAD - way * ux * HEAD / 2) for way in (1, -1)
    )
    return f"M{pair(x1, y1)}L{pair(x2, y2)}M{left}L{pair(x2, y2)}L{right}"


def _roads() -> list[dict[str, float]]:
    roads = []
    for id, region in REGIONS.items():
        for other in region.adjacent:
            if id < other:
                (x1, y1), (x2, y2) = PLACES[id], PLACES[other]
                roads.append({"x1": x1 * 10, "y1": y1 * 7.6, "x2": x2 * 10, "y2": y2 * 7.6})
    return roads

"""The territories of Risk on the page: what stands there, in figures and in words, and what can be chosen."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from games.boards.choices import Button
from games.boards.maps.spots import Spot, next_to
from games.boards.risk.chart import key_of, places, source
from games.boards.risk.pieces import boxes, counter, leaders
from rules.core.sentences import several
from rules.risk.data import BRIDGE, EDGES, NEIGHBOURS, REGIONS, SEA, TERRITORIES
from rules.risk.story import battalions, who

#: Questions about one's own territories, and what is said where one that does not glow is tapped.
ASKING_WHY = {
    "combat": "An invasion needs two battalions of yours next to it, by land, by a bridge or from port to port.",
    "fortify": "Battalions move from where two or more stand to where your own territories lead.",
    "place": "Battalions are placed in territories of yours only.",
    "muster": "Battalions are placed in territories of yours only.",
    "claim": "Only an open territory can be claimed.",
}


@cache
def kind_of(id: str) -> str:
    """Return what a territory is (`Stronghold in Rohan, port`)."""
    facts = TERRITORIES[id]
    what = ["Stronghold"] if facts.stronghold else []
    what += ["Site of Power"] if facts.site else []
    what += ["port"] if facts.port else []
    region = REGIONS[facts.region].name
    first = what[0][0].upper() + what[0][1:] if what else "Territory"
    return ", ".join([f"{first} in {region}", *what[1:]])


@cache
def beyond(id: str) -> str:
    """Return what lies around a territory, in words."""
    found = [next_to(TERRITORIES[x].name for x in NEIGHBOURS[id])]
    for kind, words in ((BRIDGE, "Over a bridge"), (SEA, "By sea")):
        there = sorted(TERRITORIES[x].name for x in NEIGHBOURS[id] if EDGES[id, x] == kind)
        if there:
            found.append(f"{words}: {', '.join(there)}.")
    return " ".join([*found, *_walls(id)])


def _walls(id: str) -> list[str]:
    """Return which neighbours mountains and rivers shut out."""
    found = []
    for kind, words in (("mountains", "mountains"), ("rivers", "rivers")):
        pairs = [
            pair
            for wall in source()[kind]
            if wall.get("closes", True)
            for pair in wall["borders"]
            if id in pair and tuple(pair) not in EDGES
        ]
        names = sorted({TERRITORIES[b if a == id else a].name for a, b in pairs})
        if names:
            found.append(f"Closed by {words}: {', '.join(names)}.")
    return found


def words_of(view: Mapping[str, Any], id: str) -> str:
    """Return who stands in a territory."""
    here = view["territories"][id]
    if not here["holder"]:
        return "open"
    led = id in leaders(view)
    parts = [battalions(here["battalions"]), *(["a Leader"] if led else [])]
    return f"{who(here['holder'])}: {several(parts)}"


def spots(
    view: Mapping[str, Any],
    buttons: Mapping[str, list[Button]],
    marks: Mapping[str, list[str]],
    why: Mapping[str, str],
) -> list[Spot]:
    """Return all territories.

    Args:
        view: the position.
        buttons: what can be chosen at each territory.
        marks: further marks of a territory's outline (`is-choice`, `is-touched`, `is-context`).
        why: why territories of one's own cannot be chosen.
    """
    crowned, standing = leaders(view), boxes(view)
    found = []
    for id, facts in TERRITORIES.items():
        here = view["territories"][id]
        x, y, width, height = standing.get(id, (*places()[id].stack, 0.0, 0.0))
        words = words_of(view, id)
        found.append(
            Spot(
                id=id,
                name=facts.name,
                kind=kind_of(id),
                words=f"{kind_of(id)}, {words}",
                x=x,
                y=y,
                width=width,
                height=height,
                marks=" ".join([*marks.get(id, ()), f"of-{facts.region}"]),
                lines=[f"{words[0].upper()}{words[1:]}."],
                beyond=beyond(id),
                choices=list(buttons.get(id, [])),
                figures=counter(id, here, is_led=id in crowned),
                dots=[f"s-{here['holder']}"] if here["holder"] else [],
                why=why.get(id, ""),
                key=key_of(id),
            )
        )
    return found


def reasons(view: Mapping[str, Any], kind: str, seat: str | None, glowing: set[str]) -> dict[str, str]:
    """Return why one's own territories cannot be chosen, as far as the position itself shows it."""
    if kind not in ("combat", "fortify"):
        return {}
    shut = {place for lasting in view["lasting"] for place in lasting["where"]}
    found = {}
    for id, here in view["territories"].items():
        if here["holder"] != seat or id in glowing:
            continue
        if id in shut:
            found[id] = f"{TERRITORIES[id].name} is closed by a card."
        elif here["battalions"] < 2:
            found[id] = "One battalion has to stay behind."
        elif kind == "combat":
            found[id] = f"No enemy territory can be reached from {TERRITORIES[id].name}."
    return found

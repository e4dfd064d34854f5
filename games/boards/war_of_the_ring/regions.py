"""The regions of War of the Ring on the page: what stands there, in figures and in words, and what can be chosen."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from games.boards.choices import Button
from games.boards.maps.geometry import Box
from games.boards.maps.spots import Spot, next_to
from games.boards.war_of_the_ring import partners, sets, svg
from games.boards.war_of_the_ring.chart import places, source, table
from games.boards.war_of_the_ring.pieces import (
    UNIT,
    Heap,
    Stack,
    bystanders,
    heap_of,
    is_heaped,
    parts_of,
    stack_of,
)
from rules.war_of_the_ring.position.catalogue import ADJACENT, NATIONS, REGIONS, UNIT_SET

SETTLEMENTS = {"stronghold": "Stronghold", "city": "City", "town": "Town", "fortification": "Fortification"}

#: Decisions about one's own Armies or Settlements, where a region that does not glow deserves a word, and what is
#: said where the position itself shows no better reason.
ASKING_WHY = {
    "action": "Nothing of yours there can be moved, sent to battle or strengthened with this.",
    "army-move": "Only your own Armies move, each to a region next to it.",
    "attack": "Only your own Armies attack, each an enemy Army next to it.",
    "recruit": "Only Settlements of your own Nations recruit.",
    "recruit-second": "Only Settlements of your own Nations recruit.",
}


def kind_of(region: str) -> str:
    """Return what a region is (`Stronghold of Gondor`, `wilderness`)."""
    facts = REGIONS[region]
    nation = NATIONS[facts.nation].name if facts.nation else ""
    if facts.settlement == "none":
        return f"land of {nation}" if nation else "wilderness"
    return f"{SETTLEMENTS[facts.settlement]}{f' of {nation}' if nation else ''}"


@cache
def beyond(region: str) -> str:
    """Return what lies around a region, in words."""
    near = next_to(REGIONS[r].name for r in REGIONS[region].adjacent)
    pairs = [pair[:2] for pair in source()["impassable"] if region in pair[:2]]
    closed = ", ".join(sorted(REGIONS[b if a == region else a].name for a, b in pairs))
    return near + (f" Closed by mountains: {closed}." if closed else "")


def spots(
    view: Mapping[str, Any],
    buttons: dict[str, list[Button]],
    marks: dict[str, list[str]],
) -> list[Spot]:
    """Return all regions, without the reasons why they cannot be chosen.

    Args:
        view: the position.
        buttons: what can be chosen at each region.
        marks: further marks of a region's outline (`is-choice`, `is-touched`, `is-context`).
    """
    piles = piles_of(view)
    heaps = heaps_of(piles)
    boxes = boxes_of(heaps)
    found = []
    for region, facts in REGIONS.items():
        stacks = piles.get(region, [])
        box = boxes.get(region, (*places()[region].stack, 0.0, 0.0))
        spot = _spot(view, region, stacks, box)
        if stacks:
            spot.figures = svg.pile(region, stacks, heaps[region], *box[:2])
        spot.marks = " ".join([*marks.get(region, ()), *([f"of-{facts.nation}"] if facts.nation else [])])
        spot.choices = buttons.get(region, [])
        found.append(spot)
    return found


def piles_of(view: Mapping[str, Any]) -> dict[str, list[Stack]]:
    """Return the figures that stand on the map, by region."""
    forces: dict[str, list[dict[str, Any]]] = {}
    for force in view["forces"]:
        forces.setdefault(force["region"], []).append(force)
    marked = sets.marks(view)
    piles = {
        region: [stack_of(army.force, marked, army.players) for army in partners.armies(view, in_order(here))]
        for region, here in forces.items()
    }
    for region, people in sets.bystanders(view).items():
        piles.setdefault(region, []).append(bystanders(people, marked))
    return piles


def taken(view: Mapping[str, Any], region: str) -> str | None:
    """Return the side that has captured the Settlement of a region."""
    return view["control"].get(region) if region in view["captured"] else None


def in_order(forces: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the forces of one region in the order in which they are shown, the besieged first."""
    return sorted(forces, key=lambda force: (not force["besieged"], force["side"]))


def heaps_of(piles: Mapping[str, list[Stack]]) -> dict[str, Heap]:
    """Return the piles as they lie on the map: what is too much for it is heaped."""
    return {region: heap_of(stacks, brief=is_heaped(stacks)) for region, stacks in piles.items()}


def boxes_of(heaps: Mapping[str, Heap]) -> dict[str, Box]:
    """Return where the piles of the regions stand on the map, in units: no two of them meet."""
    sizes: dict[str, tuple[float, float]] = {}
    parts: dict[str, tuple[Box, ...]] = {}
    for region, heap in heaps.items():
        sizes[region] = (round(heap.width * UNIT, 1), round(heap.height * UNIT, 1))
        covered = parts_of(heap)
        if len(covered) > 1:
            parts[region] = tuple(
                (0.0, round(y * UNIT, 1), round(width * UNIT, 1), round(height * UNIT, 1))
                for y, width, height in covered
            )
    return table().settle(sizes, parts=parts)


def _spot(view: Mapping[str, Any], region: str, stacks: list[Stack], box: Box) -> Spot:
    x, y, width, height = box
    side = taken(view, region)
    words = [kind_of(region), *([f"captured by {partners.taker(view, region, side)}"] if side else [])]
    return Spot(
        id=region,
        name=REGIONS[region].name,
        kind=kind_of(region),
        words=", ".join([*words, *(s.words for s in stacks)]),
        x=x,
        y=y,
        width=width,
        height=height,
        lines=[stack.words for stack in stacks],
        beyond=beyond(region),
        banner=svg.banner(region, places()[region].sign, side),
        dots=[f"s-{side}" for side in dict.fromkeys(stack.side for stack in stacks)],
    )


def reasons(view: Mapping[str, Any], kind: str, seat: str | None, glowing: set[str]) -> dict[str, str]:
    """Return why the regions of a seat's side cannot be chosen, as far as the position itself shows it."""
    if kind not in ASKING_WHY:
        return {}
    side = view["sides"].get(seat, seat)
    if kind.startswith("recruit"):
        own = {r: [REGIONS[r].nation or ""] for r, its in view["control"].items() if its == side}
    else:
        own = {
            f["region"]: [n for n in NATIONS if any(k.startswith(f"{n}-") for k in f["figures"])]
            for f in view["forces"]
            if f["side"] == side
        }
    besieged = {f["region"] for f in view["forces"] if f["besieged"] and f["side"] == side}
    found = {}
    for region, nations in own.items():
        waiting = [n for n in nations if n and view["politics"][n]["step"]]
        if region in glowing:
            continue
        if partners.has_teams(view) and (why := partners.why_not(view, seat or "", kind, region, nations)):
            found[region] = why
        elif region in besieged:
            found[region] = f"{REGIONS[region].name} is besieged."
        elif waiting:
            names = ", ".join(NATIONS[n].name for n in waiting)
            found[region] = f"Not at war: {names}."
        elif region in view["captured"] and kind.startswith("recruit"):
            found[region] = "Nothing is recruited in a captured Settlement."
        elif not nations:
            found[region] = "No Army unit stands here."
        elif kind == "attack" and not any(_enemy_army(view, side, there) for there in ADJACENT[region]):
            found[region] = "No enemy Army is next to it."
    return found


def _enemy_army(view: Mapping[str, Any], side: str | None, region: str) -> bool:
    return any(
        f["region"] == region and f["side"] != side and not UNIT_SET.isdisjoint(f["figures"])
        for f in view["forces"]
    )

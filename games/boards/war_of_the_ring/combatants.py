"""The fighters in a battle of War of the Ring, as counters: attackers without their rearguard, and defenders."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.boards.war_of_the_ring import partners, sets, svg
from games.boards.war_of_the_ring.pieces import stack_of, words_of
from rules.war_of_the_ring.position.catalogue import UNIT_SET, enemy

Line = Mapping[str, Any]


def fighters(view: Mapping[str, Any], declared: Mapping[str, Any], lines: Iterable[Line]) -> dict[str, Any]:
    """Return by side, the attacker first, who is left in the battle that is fought: drawn, in words, and their hits.

    Args:
        view: the position.
        declared: the data of the line that declared the attack.
        lines: the story since then.
    """
    attacker = declared["side"]
    left = dict(declared["figures"])
    for line in lines:
        if line["kind"] == "casualty" and line["data"]["side"] == attacker:
            _take(left, line["data"])
    marked = sets.marks(view)
    kind, target = declared["kind"], declared["target"]
    forces = {(f["side"], f["region"], f["besieged"]): f for f in view["forces"]}
    attacking = forces.get((attacker, declared["source"], kind == "sortie"))
    defending = forces.get((enemy(attacker), target, kind == "siege"))
    return {
        attacker: _shown(view, _among(attacking, left), marked),
        enemy(attacker): _shown(view, defending, marked),
    }


def _take(left: dict[str, int], data: Mapping[str, Any]) -> None:
    """Take a casualty out of those who attack; an Elite that is reduced goes on as a Regular."""
    figure = data["figure"]
    left[figure] = left.get(figure, 0) - 1
    if data["how"] == "reduce":
        regular = figure.replace("-elite", "-regular")
        left[regular] = left.get(regular, 0) + 1


def _among(force: Mapping[str, Any] | None, party: Mapping[str, int]) -> dict[str, Any] | None:
    """Return the part of a force that belongs to a party."""
    if force is None:
        return None
    figures = {kind: min(n, party.get(kind, 0)) for kind, n in force["figures"].items()}
    return {
        **force,
        "figures": {kind: n for kind, n in figures.items() if n > 0},
        "characters": [who for who in force["characters"] if party.get(who, 0) > 0],
    }


def _shown(
    view: Mapping[str, Any], force: Mapping[str, Any] | None, marked: Mapping[str, sets.Mark]
) -> dict[str, Any] | None:
    """Return a force drawn, in words, its hits, and who of a team commands it; None if nobody is left."""
    if force is None or not (force["figures"] or force["characters"]):
        return None
    units = {kind: n for kind, n in force["figures"].items() if kind in UNIT_SET}
    return {
        "drawn": svg.counters(stack_of({**force, "besieged": False}, marked)),
        "words": words_of(force["figures"], force["characters"], marked),
        "hits": sum(n * (2 if kind.endswith("-elite") else 1) for kind, n in units.items()),
        "player": partners.commander(view, force["side"], units),
    }

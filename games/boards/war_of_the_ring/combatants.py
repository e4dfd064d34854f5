"""The fighters in a battle of War of the Ring, as counters: attackers without their rearguard, defenders, the lost."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.boards.war_of_the_ring import partners, sets, svg
from games.boards.war_of_the_ring.pieces import stack_of, words_of
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, UNIQUE, UNIT_SET, enemy, figure_name
from rules.war_of_the_ring.position.combat import Fighters, Round, Terms, strengths

Line = Mapping[str, Any]


class Losses(NamedTuple):
    """What a side has lost, and which Elites were reduced, by kind of figure."""

    lost: Counter[str]
    reduced: Counter[str]


def fighters(view: Mapping[str, Any], declared: Mapping[str, Any], lines: Iterable[Line]) -> dict[str, Any]:
    """Return by side, the attacker first, who is left in the battle that is fought: drawn, in words, hits, Leadership.

    Args:
        view: the position.
        declared: the data of the line that declared the attack.
        lines: the story since then.
    """
    attacker = declared["side"]
    left = dict(declared["figures"])
    lines = list(lines)
    for line in lines:
        if _side_of(line, attacker) == attacker and line["kind"] in ("casualty", "siege-pressed"):
            _take(left, line)
    marked = sets.marks(view)
    kind, target = declared["kind"], declared["target"]
    forces = {(f["side"], f["region"], f["besieged"]): f for f in view["forces"]}
    attacking = forces.get((attacker, declared["source"], kind == "sortie"))
    defending = forces.get((enemy(attacker), target, kind == "siege"))
    standing = {attacker: _among(attacking, left), enemy(attacker): defending}
    strong = _strengths(view, declared, standing, lines) if any(standing.values()) else {}
    return {side: _shown(view, force, marked, strong.get(side, {})) for side, force in standing.items()}


def _strengths(
    view: Mapping[str, Any],
    declared: Mapping[str, Any],
    standing: Mapping[str, Line | None],
    lines: list[Line],
) -> dict[str, dict[str, int]]:
    """Return by side what the rules count of those who are left; once rolled a first round is over for Leaders."""
    attacker, kinds = declared["side"], {line["kind"] for line in lines}
    sides = {
        side: Fighters(
            side,
            declared["source" if side == attacker else "target"],
            {**force["figures"], **dict.fromkeys(force["characters"], 1)} if force else {},
        )
        for side, force in standing.items()
    }
    number = view["battle"]["round"] if view["battle"] else 1
    fight = Round(number, declared["kind"], declared["target"], attacker, enemy(attacker), sides, {}, Terms())
    fight.fought = "combat-rolled" in kinds
    if "white-rider" in kinds:
        fight.white_rider = sides[FP].who_can("the-white-rider") or "the-white-rider"
    return strengths(position_from(view), fight)


def losses(lines: Iterable[Line], attacker: str) -> dict[str, Losses]:
    """Return by side, the attacker first, what the story of a battle says of its losses."""
    found = {side: Losses(Counter(), Counter()) for side in (attacker, enemy(attacker))}
    for line in lines:
        side, data = _side_of(line, attacker), line["data"]
        if line["kind"] in ("fell-with-army", "struck-down"):
            found[side].lost[data["figure"]] += data.get("count", 1)
        elif line["kind"] == "siege-pressed" or (line["kind"] == "casualty" and data["how"] == "reduce"):
            found[side].reduced[data["figure"]] += 1
        elif line["kind"] == "casualty":
            found[side].lost[data["figure"]] += 1
    return found


def lost_in_words(gone: Losses) -> list[str]:
    """Return losses in words, alike ones together (`2 Isengard Regulars lost`, `1 Sauron Elite reduced`)."""
    return [
        f"{', '.join(_counted(kind, n) for kind, n in figures.items())} {how}"
        for figures, how in ((gone.lost, "lost"), (gone.reduced, "reduced"))
        if figures
    ]


def lost_drawn(side: str, gone: Losses) -> dict[str, Any] | None:
    """Return losses drawn, the reduced Elites among them, and in words; None where nothing is lost."""
    every = gone.lost + gone.reduced
    if not every:
        return None
    force = {
        "side": side,
        "figures": {kind: n for kind, n in every.items() if kind not in CHARACTERS},
        "characters": [kind for kind in every if kind in CHARACTERS],
        "besieged": False,
    }
    return {"drawn": svg.counters(stack_of(force)), "words": "; ".join(lost_in_words(gone))}


def _counted(kind: str, number: int) -> str:
    """Return a number of figures in words; who has a name needs none."""
    name = figure_name(kind)
    if kind in CHARACTERS or kind in UNIQUE:
        return name
    return f"{number} {name}{'s' if number > 1 and not kind.startswith('nazgul') else ''}"


def _side_of(line: Line, attacker: str) -> str:
    """Return whose figures a line of a battle is about: a siege is pressed by its attacker."""
    return str(line["data"].get("side", attacker))


def _take(left: dict[str, int], line: Line) -> None:
    """Take a casualty out of those who attack; an Elite that is reduced goes on as a Regular."""
    figure = line["data"]["figure"]
    left[figure] = left.get(figure, 0) - 1
    if line["data"].get("how", "reduce") == "reduce":
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
    view: Mapping[str, Any],
    force: Mapping[str, Any] | None,
    marked: Mapping[str, sets.Mark],
    strong: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a force drawn, in words, its strength, and who of a team commands it; None if nobody is left."""
    if force is None or not (force["figures"] or force["characters"]):
        return None
    units = {kind: n for kind, n in force["figures"].items() if kind in UNIT_SET}
    return {
        "drawn": svg.counters(stack_of({**force, "besieged": False}, marked)),
        "words": words_of(force["figures"], force["characters"], marked),
        "hits": strong["hits"],
        "leadership": strong["leadership"],
        "player": partners.commander(view, force["side"], units),
    }

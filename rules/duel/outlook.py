"""The end of a fight where Units are placed or go (DU-10.3): plain counting of what lies open on the map."""

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.title import Outlook
from rules.duel.data import CARDS, LANDMARKS, other

#: Questions that bring Units into a region, or move one.
_KINDS = frozenset(("place-red", "place-any", "place-fixed", "move-unit"))


def outlook(view: Mapping[str, Any], decision: Decision) -> dict[str, Outlook]:
    """Return how each answer ends that leads to enemy Units, by its value."""
    if decision.kind not in _KINDS or not isinstance(decision.options, OneOf):
        return {}
    brought = units_brought(view, decision)
    ends = {
        str(v): _end(view, decision.seat, str(v).rpartition(">")[2], brought) for v in decision.options.values
    }
    return {value: Outlook(words) for value, words in ends.items() if words}


def units_brought(view: Mapping[str, Any], decision: Decision) -> int:
    """Return how many Units an answer to a decision brings: the number of the card or landmark, else one."""
    cause, side = (decision.context or {}).get("resolving"), view["sides"][decision.seat]
    if decision.kind not in ("place-red", "place-fixed") or cause not in (*CARDS, *LANDMARKS):
        return 1
    effects = CARDS[cause].effects if cause in CARDS else LANDMARKS[cause].effects
    brought = max((int(e["amount"]) for e in effects if e["type"] == "place-units"), default=1)
    brought += decision.kind == "place-red" and "humans-red-extra-unit" in side["tokens"]
    return min(brought, int(side["supply"]))


def _end(view: Mapping[str, Any], seat: str, region: str, brought: int) -> str:
    here = view["regions"][region]["units"]
    mine, theirs = here[seat] + brought, here[other(seat)]
    lost = min(mine, theirs)
    if not lost:
        return ""
    if mine == theirs:
        left = "nobody is left"
    elif mine > theirs:
        left = f"{mine - lost} of yours {'is' if mine - lost == 1 else 'are'} left"
    else:
        left = f"{theirs - lost} of theirs {'is' if theirs - lost == 1 else 'are'} left"
    return f"{mine} against {theirs}: {left}"

"""The sentences of a table of three or four."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.war_of_the_ring.position.catalogue import FP, region_name
from rules.war_of_the_ring.position.players import NAMES

Data = dict[str, Any]


def _side(d: Data) -> str:
    return "the Free Peoples" if d["side"] == FP else "the Shadow"


SENTENCES: Mapping[str, Callable[[Data], str]] = {
    "leading-player": lambda d: f"{NAMES[d['player']]} leads {_side(d)} this turn.",
    "player-acts": lambda d: f"{NAMES[d['player']]} acts for {_side(d)}.",
    "mixing-offered": lambda d: f"{NAMES[d['player']]} offers one mixed Army in {region_name(d['region'])}.",
    "mixing-declined": lambda d: f"{NAMES[d['player']]} declines: the Armies stay separate.",
    "armies-mixed": lambda d: (
        f"One mixed Army in {region_name(d['region'])}: {NAMES[d['player']]} commands it."
    ),
    "cards-swapped": lambda d: f"The players of {_side(d)} have swapped a card.",
}
LOG_GROUPS: Mapping[str, frozenset[str]] = {}

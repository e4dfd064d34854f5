"""An attacker's plan, told with the attack: when to cease, sieges, later Combat cards, the advance (WR-23.7).

The rearguard and the first Combat card need no plan: they are asked of the attacker at once.
"""

from collections.abc import Mapping
from typing import Any

from rules.core.title import Foreseen, OptionField
from rules.war_of_the_ring.position.catalogue import NATIONS
from rules.war_of_the_ring.position.combat import Round

ASK = {"ask": "Ask me"}
#: A condition on the context of a round: the attacker has more units than the defender.
MORE = "lead >= 1"
FIELDS = (
    OptionField(
        "rounds",
        "After each round",
        "choice",
        "ask",
        {**ASK, "cease": "Cease the attack", "on": "Fight on", "more": "Fight on while we are more"},
    ),
    OptionField(
        "siege",
        "When a siege has to be pressed",
        "choice",
        "ask",
        {
            **ASK,
            "cease": "Cease the attack",
            "on": "Reduce an Elite",
            "more": "Reduce one while we are more",
        },
    ),
    OptionField(
        "cards",
        "Combat cards from the second round on",
        "choice",
        "ask",
        {**ASK, "none": "No card"},
    ),
    OptionField(
        "advance",
        "After a victory",
        "choice",
        "ask",
        {**ASK, "all": "All but a guard advance", "none": "Nobody advances"},
    ),
)
#: Every Elite that may be reduced to press a siege, in notation.
ELITES = tuple(f"press: {nation} elite" for nation in NATIONS)


def numbers(fight: Round) -> dict[str, Any]:
    """Return what a plan may look at between two rounds: region, round, units of both sides, and the lead."""
    units, enemy_units = fight.own(fight.attacker).units(), fight.own(fight.defender).units()
    return {
        "region": fight.region,
        "round": fight.number,
        "units": units,
        "enemy_units": enemy_units,
        "lead": units - enemy_units,
    }


def foresee(target: str, plan: Mapping[str, str]) -> tuple[Foreseen, ...]:
    """Return the answers of a plan for attacks on a region; `plan` has a value for every field."""
    here = f"region = {target}"
    found: list[Foreseen] = []
    for field, kind, lines in (
        ("rounds", "continue", ("battle: continue",)),
        ("siege", "press-siege", ELITES),
    ):
        if plan[field] in ("on", "more"):
            found.append(Foreseen(kind, "first", lines, (here, MORE) if plan[field] == "more" else (here,)))
        if plan[field] in ("cease", "more"):
            found.append(Foreseen(kind, "pass", (), (here,)))
    if plan["cards"] == "none":
        found.append(Foreseen("combat-card", "pass", (), (here, "round >= 2")))
    if plan["advance"] != "ask":
        found.append(Foreseen("advance", "clock" if plan["advance"] == "all" else "pass", (), (here,)))
    return tuple(found)

"""War of the Ring for three and four (WR-19): importing it enters all that a second player of a side changes."""

from rules.core.buttons import Button
from rules.war_of_the_ring.position.declarations import Declared
from rules.war_of_the_ring.sets.players import (
    armies,
    bots,
    checks,
    command,
    draws,
    options,
    order,
    state,
    story,
    victory,
    view,
)

DECLARED = Declared(
    option_fields=options.FIELDS,
    sentences=story.SENTENCES,
    buttons={"swap-card": Button("Offer {}")},
    standing_kinds={
        "swap-card": "A card may be swapped with the partner",
        "join-armies": "The partner offers one mixed Army",
    },
    fact_fields=victory.FACT_FIELDS,
    facts=victory.facts,
    set_up=state.set_up,
    outcome=victory.individual,
    verdict=victory.told,
    views=(view.open_part,),
    text=(view.in_text,),
    checks_between=(checks.checks_between,),
    fillers=(checks.fill,),
)

KNOWLEDGE = bots.KNOWLEDGE

__all__ = ["DECLARED", "KNOWLEDGE", "armies", "command", "draws", "order"]

"""Lords of Middle-earth (LM-1 to LM-17): importing it enters all that the set adds."""

from rules.war_of_the_ring.declaring import Declared
from rules.war_of_the_ring.sets.lords import (
    bots,
    combat,
    free_peoples_cards,
    hunting,
    lying,
    minions,
    options,
    people,
    rings,
    shadow_cards,
    smeagol,
    special_dice,
    state,
    story,
    view,
)

DECLARED = Declared(
    option_fields=options.FIELDS,
    sentences=story.SENTENCES,
    log_groups=story.LOG_GROUPS,
    views=(view.open_part,),
    text=(view.in_text,),
    for_bots=bots.KNOWLEDGE,
)

__all__ = [
    "DECLARED",
    "bots",
    "combat",
    "free_peoples_cards",
    "hunting",
    "lying",
    "minions",
    "people",
    "rings",
    "shadow_cards",
    "smeagol",
    "special_dice",
    "state",
]

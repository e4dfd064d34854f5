"""Lords of Middle-earth (LM-1 to LM-17): importing it enters all that the set adds."""

from rules.core.buttons import Button
from rules.war_of_the_ring.position.declarations import Declared
from rules.war_of_the_ring.sets.lords import (
    bots,
    checks,
    council,
    forms,
    hunt,
    lore,
    minions,
    options,
    people,
    records,
    rings,
    smeagol,
    special_dice,
    state,
    story,
    view,
)
from rules.war_of_the_ring.sets.lords.cards import combat, free_peoples, shadow, table_cards

DECLARED = Declared(
    option_fields=options.FIELDS,
    sentences=story.SENTENCES,
    log_groups=story.LOG_GROUPS,
    shows=("hand-seen",),
    buttons={
        "action-token": Button("Take “{}”"),
        "companions-outside": Button("Begin with {} outside", nothing="nobody"),
        "first-guide": Button("{} guides"),
        "lords-versions": Button("Take {}", nothing="no other form"),
        "special-die": Button("Keep {}"),
    },
    standing_kinds=state.WORDS["standing"],
    facts=records.facts,
    set_up=state.set_up,
    views=(view.open_part, forms.as_seen),
    twins=(forms.exchange,),
    text=(view.in_text,),
    checks_between=(checks.checks_between,),
    fillers=(checks.fill,),
)

KNOWLEDGE = bots.KNOWLEDGE

__all__ = [
    "DECLARED",
    "KNOWLEDGE",
    "bots",
    "checks",
    "combat",
    "council",
    "forms",
    "free_peoples",
    "hunt",
    "lore",
    "minions",
    "people",
    "records",
    "rings",
    "shadow",
    "smeagol",
    "special_dice",
    "state",
    "table_cards",
]

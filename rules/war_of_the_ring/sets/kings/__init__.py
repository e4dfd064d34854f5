"""Kings of Middle-earth (KM-1 to KM-16): importing it enters all that the set adds."""

from rules.core.buttons import Button
from rules.war_of_the_ring.position.catalogue import SETS
from rules.war_of_the_ring.position.declarations import Declared
from rules.war_of_the_ring.sets.kings import (
    abilities,
    bots,
    checks,
    chieftains,
    corruption,
    discards,
    options,
    palantir,
    ruler_dice,
    rulers_in_battle,
    sovereigns,
    state,
    story,
    view,
)
from rules.war_of_the_ring.sets.kings.cards import combat, free_peoples, shadow, table_cards

if "lords" in SETS:
    from rules.war_of_the_ring.sets.kings import with_lords as with_lords
if "players" in SETS:
    from rules.war_of_the_ring.sets.kings import with_players as with_players

DECLARED = Declared(
    option_fields=options.FIELDS,
    sentences=story.SENTENCES,
    together=story.TOGETHER,
    foretells={"act": frozenset(("corruption-attempted",))},
    log_groups=story.LOG_GROUPS,
    shows=("tiles-seen",),
    buttons={
        "chieftain": Button("Bring {}"),
        "corruption-tile": Button("Put {} on him"),
        "discard-die": Button("Discard {}"),
        "event-sovereign": Button("For {}"),
    },
    standing_kinds=state.WORDS["standing"],
    set_up=state.set_up,
    views=(view.open_part, view.hunt_pool),
    twins=(view.exchange,),
    text=(view.in_text,),
    checks=(checks.checks,),
    checks_between=(checks.checks_between,),
    fillers=(checks.fill,),
)

KNOWLEDGE = bots.KNOWLEDGE

__all__ = [
    "DECLARED",
    "KNOWLEDGE",
    "abilities",
    "bots",
    "chieftains",
    "combat",
    "corruption",
    "discards",
    "free_peoples",
    "palantir",
    "ruler_dice",
    "rulers_in_battle",
    "shadow",
    "sovereigns",
    "state",
    "table_cards",
]

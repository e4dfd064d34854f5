"""Kings' cards that lie on the table: what they do there, and what ends them (KM-13)."""

from rules.war_of_the_ring.cards.events import event, stays
from rules.war_of_the_ring.position.catalogue import EVENT_FACTS, FP, FP_NATIONS
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.table_cards import TableCard, lies
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, FOLLY, PALANTIR, THREATS
from rules.war_of_the_ring.war.politics import COMPANION_ABILITY

__all__ = ["DOUBTFUL", "FOLLY", "PALANTIR", "THREATS", "folly_regions"]

# What these forbid and allow besides is asked where Sovereigns awaken, are corrupted and lose tiles, and of the dice.
for _card in (DOUBTFUL, THREATS, PALANTIR):
    event(_card)(stays)


# -- Denethor's Folly --------------------------------------------------------------------------------


def _steward_sleeps(s: State) -> bool:
    """Whether Denethor is in play and not awakened: as a Leader, or corrupted."""
    return sovereigns.state_of(s, EVENT_FACTS[FOLLY]["sovereign"]) in ("leader", "corrupted")


def folly_regions(s: State) -> list[str]:
    """Return the regions of Denethor's Folly: his city, and where he stands."""
    facts = EVENT_FACTS[FOLLY]
    here = sovereigns.where_is(s, facts["sovereign"])
    return [facts["region"], *([here] if here else [])]


event(FOLLY, _steward_sleeps)(stays)
lies(
    FOLLY,
    TableCard(
        lost=lambda s: not _steward_sleeps(s),
        bars_combat_cards=lambda s, side, region: side == FP and region in folly_regions(s),
    ),
)


# -- Threats and Promises ----------------------------------------------------------------------------

lies(
    THREATS,
    TableCard(
        bars_diplomacy=lambda s, nation: nation in FP_NATIONS and nation not in s.active,
        ends_advanced=lambda nation, cause: nation in FP_NATIONS and cause in ("attack", COMPANION_ABILITY),
    ),
)

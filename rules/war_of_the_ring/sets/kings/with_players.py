"""Kings with two players for the Shadow: their attempts at corruption alternate within a turn (KM-9.6)."""

from typing import Any

from rules.core.table import Table
from rules.war_of_the_ring.position import roles
from rules.war_of_the_ring.position.catalogue import SH
from rules.war_of_the_ring.position.players import NAMES
from rules.war_of_the_ring.position.state import State, is_for_two
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.players.state import partner, table_of


@corruption.not_again.answer
def _alternate(s: State) -> str | None:
    """Return why it is not for whoever acts to try again in this turn."""
    acting = None if is_for_two(s) else roles.acts(s, SH)
    if acting is None or table_of(s).tempter != acting:
        return None
    return f"You have made the last attempt: the next one in this turn is for {NAMES[partner(s, acting)]}."


@corruption.ATTEMPTED.effect
def _tempted(t: Table[Any], sovereign: str) -> None:
    """Note who has tried."""
    if not is_for_two(t.state):
        table_of(t.state).tempter = roles.acts(t.state, SH) or ""

"""Who leads a team, and the order in which its players act (WR-19.2, WR-19.4)."""

from typing import Any

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import roles
from rules.war_of_the_ring.position.catalogue import SIDES, Side, enemy
from rules.war_of_the_ring.position.moments import ACTION_CHOSEN, ACTION_OVER, RECOVER
from rules.war_of_the_ring.position.players import of_side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.players.state import Deed, partner, table_of, teams

T = Table[Any]
#: How many actions ahead the order is told: one of each seat.
LENGTH = 4


@RECOVER.reaction(0, lambda s, about: True)
def turn_begins(t: T, about: None) -> Procedure[None]:
    """Every token passes to the partner from the second turn on; who does not lead acts first."""
    s = t.state
    part = table_of(s)
    part.tempter, part.declined = "", []
    part.keepers = {card: who for card, who in part.keepers.items() if card not in s.discards}
    for side in teams(s):
        if s.turn > 1:
            part.leading[side] = partner(s, part.leading[side])
        part.acting[side] = partner(s, part.leading[side])
        t.announce("leading-player", side=side, player=part.leading[side])
    yield from ()


@ACTION_CHOSEN.effect
def told(t: T, side: Side) -> None:
    """The story says who of a team acts."""
    table_of(t.state).busy = True
    if side in table_of(t.state).acting:
        t.announce("player-acts", side=side, player=table_of(t.state).acting[side])


@ACTION_OVER.effect
def next_player(t: T, side: Side) -> None:
    """The partner has the team's next action, whatever this one was: a pass costs nobody his place."""
    s = t.state
    part = table_of(s)
    part.busy = False
    if side in part.acting:
        following = partner(s, part.acting[side])
        if following == part.tempter and not s.dice[side]:
            following = partner(s, following)  # only attempts are left, and the next is not his (KM-9.6)
        part.acting[side] = following
    elif part.deed.nations or part.deed.places:
        part.last, part.deed = part.deed, Deed()


@roles.leads.answer
def leads(s: State, side: Side) -> str | None:
    """Return the Leading Player of a team."""
    return table_of(s).leading.get(side)


@roles.acts.answer
def acts(s: State, side: Side) -> str | None:
    """Return whose action it is; outside the actions the Leading Player's."""
    part = table_of(s)
    return (part.acting if s.phase == "actions" else part.leading).get(side)


def coming(s: State) -> list[str]:
    """Return the players in the order of their next actions, from the one whose action it is; a round of all.

    A side without dice has no more actions; with one left it has one, after the one that it is busy with. Nobody has
    when somebody has won.
    """
    if s.phase != "actions" or s.winner is not None:
        return []
    part = table_of(s)
    left = {side: len(s.dice[side]) for side in SIDES}
    acting = dict(part.acting)
    side, found = s.to_act, list[str]()
    left[side] += part.busy
    while any(left.values()) and len(found) < LENGTH:
        if left[side]:
            player = acting.get(side) or of_side(s, side)[0].id
            found.append(player)
            left[side] -= 1
            if side in acting:
                acting[side] = partner(s, player)
        side = enemy(side)
    return found

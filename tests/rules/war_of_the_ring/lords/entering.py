"""Positions in which somebody of Lords may enter play, and why nobody does."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import SH
from rules.war_of_the_ring.position.state import place_of
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.war_of_the_ring.lords.positions import lords_game
from tests.rules.war_of_the_ring.positions import kinds


def mustering(side=SH, die="muster", **parts):
    """Begin where a side acts with one die; Saruman may come too, so that it is asked who does."""
    parts["at_war"] = (*parts.get("at_war", ()), "isengard")
    return lords_game(dice=(["event"], [die]) if side == SH else ([die], ["event"]), to_act=side, **parts)


def comes(play, who, use="minion", side=SH, die="muster"):
    """Bring somebody into play who is asked for, as `character@region`."""
    play.choose(side, f"{die}:{use}")
    if kinds(play) == [use]:
        play.choose(side, who)
    return place_of(play.state, who.partition("@")[0])


def refused(play, who, use="minion", side=SH, die="muster"):
    """Return why somebody does not come."""
    if f"{die}:{use}" in options(play.state, side):
        play.choose(side, f"{die}:{use}")
        choice = who
    else:
        choice = f"{die}:{use}"
    with pytest.raises(IllegalChoice) as caught:
        play.choose(side, choice)
    return caught.value.message

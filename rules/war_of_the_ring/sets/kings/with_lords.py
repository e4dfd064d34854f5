"""Kings together with Lords: dice apart in the Hunt Box, Chieftains by an Action Token (KM-10.3, KM-10.4)."""

from collections.abc import Mapping
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import entries, uses
from rules.war_of_the_ring.position.catalogue import SH, Side
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.chieftains import CHIEFTAIN, by_ruler_die, without_condition
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER
from rules.war_of_the_ring.sets.kings.state import SET, WORDS
from rules.war_of_the_ring.sets.lords.state import TOKENS, lords
from rules.war_of_the_ring.sets.lords.state import is_on as lords_is_on
from rules.war_of_the_ring.turns import muster

T = Table[Any]
BY_TOKEN = "chieftain-by-token"


@corruption.apart.answer
def _captain_of_despair(s: State) -> Mapping[str, int]:
    """Return the dice that Captain of Despair has put into the box: they hunt, and nothing else (KM-10.3)."""
    return lords(s).despair if lords_is_on(s) else {}


# -- a Chieftain by an Action Token --------------------------------------------------------------------


def _may_come(s: State) -> bool:
    if not lords_is_on(s):
        return False
    part = lords(s)
    return bool(part.tokens) and not part.token_used and bool(without_condition(s))


def _spend_token(t: T) -> Procedure[None]:
    """The Shadow spends one of its Action Tokens, together with the die."""
    part = lords(t.state)
    question = Decision(
        actor(t.state, SH),
        "action-token",
        "Which Action Token do you spend?",
        OneOf(tuple(part.tokens), TOKENS),
        "KM-10.4",
        weight="light",
    )
    token: str = yield unless_settled(question)
    part.tokens.remove(token)
    part.token_used = True
    t.announce("token-used", token=token)


def _come(t: T, side: Side, die: str) -> Procedure[None]:
    yield from _spend_token(t)
    question = Decision(
        actor(t.state, SH),
        CHIEFTAIN,
        entries.WAYS[CHIEFTAIN].question,
        OneOf(without_condition(t.state), muster.recruit_label),
        "KM-10.4",
    )
    value: str = yield unless_settled(question)
    character, _, region = value.partition("@")
    yield from muster.arrive(t, SH, character, region)


uses.add(
    uses.Use(
        id=BY_TOKEN,
        label=WORDS["uses"][BY_TOKEN],
        side=SH,
        set=SET,
        result="muster",
        may=lambda s, side, die: _may_come(s),
        run=_come,
        not_now=(
            "That takes an Action Token, at most one in a turn, and a Dark Chieftain who can come.",
            "KM-10.4",
        ),
        missed=False,
    )
)
uses.also(BY_TOKEN, lambda s, side, die: by_ruler_die(die) and _may_come(s), side=SH, set=SET, kind=RULER[SH])

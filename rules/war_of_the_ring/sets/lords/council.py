"""The Council of Rivendell: forms chosen in secret, Companions who begin outside, Action Tokens, envoys (LM-16)."""

from typing import Any

from rules.core.decisions import Decision, OneOf, Subset
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards, uses
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FP,
    NATIONS,
    SH,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import (
    COMES_TO_LIGHT,
    COMPANIONS_LEFT,
    FELLOWSHIP_PHASE,
    SETTING_UP,
    Left,
)
from rules.war_of_the_ring.position.players import whisper
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    State,
    add,
    besieged,
    controller,
    region_of,
    unconquered,
)
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.sets.lords.forms import (
    ALTERNATES,
    GANDALF,
    OUTSIDE,
    alternates,
    played,
    with_council,
)
from rules.war_of_the_ring.sets.lords.state import SET, TOKENS, WORDS, lords
from rules.war_of_the_ring.war import characters, politics
from rules.war_of_the_ring.war.politics import COMPANION_ABILITY

T = Table[Any]

#: Who may be the first Guide (LM-2.3).
FIRST_GUIDES = (GANDALF, "strider")


# -- before the first turn ---------------------------------------------------------------------------


@SETTING_UP.reaction(10, lambda s, about: True)
def choose_forms(t: T, about: None) -> Procedure[None]:
    """The Free Peoples choose the forms of their Companions in secret, and the first Guide (LM-2.3, 2.4, 16.1)."""
    s = t.state
    other = alternates(s)
    chosen: list[str] = yield Decision(
        leader(s, FP),
        "lords-versions",
        "Which Companions have their other form? Nobody sees them, except the Guide's.",
        Subset([other[c] for c in s.fellowship.companions if c in other], labels=figure_name),
        "LM-16.1" if with_council(s) else "LM-2.4",
        fallback=[],
    )
    company_ = [other[c] if other.get(c) in chosen else c for c in s.fellowship.companions]
    guides = [c for c in company_ if CHARACTERS[c].person in FIRST_GUIDES]
    guide: str = yield Decision(
        leader(s, FP),
        "first-guide",
        "Who is the first Guide of the Fellowship? Everybody sees his form.",
        OneOf(guides, figure_name),
        "LM-2.3",
        fallback=next(c for c in guides if CHARACTERS[c].person == GANDALF),
    )
    s.fellowship.companions = company_
    lords(s).forms_chosen = True
    t.announce("forms-chosen")
    whisper(t, FP, "forms-known", characters=chosen)
    COMES_TO_LIGHT.follow(t, guide)
    s.fellowship.guide = guide
    t.announce("guide-appointed", character=guide)


# -- the first turn ----------------------------------------------------------------------------------


@FELLOWSHIP_PHASE.reaction(10, lambda s, about: s.turn == 1 and with_council(s))
def begin_outside(t: T, about: None) -> Procedure[None]:
    """Some Companions in their other form may begin on the map; the Shadow gets tokens for it (LM-16.4, 16.5)."""
    s = t.state
    chosen: list[str] = yield Decision(
        leader(s, FP),
        "companions-outside",
        "Which Companions begin outside the Fellowship? For one the Shadow gets an Action Token, for more both.",
        Subset([c for c in s.fellowship.companions if c in OUTSIDE], labels=_outside),
        "LM-16.4",
        fallback=[],
    )
    if not chosen:
        return
    _put_outside(t, chosen)
    if s.fellowship.guide not in s.fellowship.companions:
        yield from company.choose_guide(t)
    tokens = list(TOKENS)
    if len(chosen) == 1:
        token: str = yield Decision(
            leader(s, SH),
            "action-token",
            "Which Action Token do you take?",
            OneOf(tokens, TOKENS),
            "LM-16.5",
            weight="light",
            standing=True,
        )
        tokens = [token]
    lords(s).tokens = list(tokens)
    t.announce("tokens-taken", tokens=tokens)


def _outside(companion: str) -> str:
    return f"{figure_name(companion)}: {region_name(OUTSIDE[companion])}"


def _put_outside(t: T, companions: list[str]) -> None:
    """Put each Companion where his card says, as those who leave the Fellowship are put on the map."""
    s = t.state
    company.leave(t, companions)
    t.announce("companions-left", companions=companions)
    groups: dict[str, list[str]] = {}
    for companion in companions:
        groups.setdefault(OUTSIDE[companion], []).append(companion)
    for region, group in groups.items():
        inside = besieged(s, region) and controller(s, region) == FP
        for companion in group:
            add(s, INSIDE[region] if inside else FIELD[FP][region], companion)
        characters.arrive(t, group, None, region)
    COMPANIONS_LEFT.follow(t, Left(tuple(companions)))
    table_cards.sweep(t)


# -- Action Tokens -----------------------------------------------------------------------------------

#: What each token does: as a die does that is used so.
_AS = {"move-nazgul": "move-nazgul", "advance-nation": "diplomacy"}


def _token(token: str) -> uses.Act:
    """Return what the Shadow may do with a token in place of a die (LM-16.6)."""
    use = uses.USES[_AS[token]]

    def why_not(s: State, side: Side) -> uses.Words | None:
        part = lords(s)
        if token not in part.tokens:
            return f"You have no token “{TOKENS[token]}”.", "LM-16.6"
        if part.token_used:
            return "You have used an Action Token: at most one in a turn.", "LM-16.6"
        return None if use.may(s, SH, "") else use.why_not(s, SH, "")

    def run(t: T, side: Side) -> Procedure[None]:
        part = lords(t.state)
        part.tokens.remove(token)
        part.token_used = True
        t.announce("token-used", token=token)
        yield from use.run(t, side, "")

    act = f"token:{token}"
    return uses.Act(
        id=act,
        label=WORDS["uses"][act],
        side=SH,
        set=SET,
        why_not=why_not,
        run=run,
    )


for _id in TOKENS:
    uses.add_act(_token(_id))


# -- Companions who rouse their Nation ---------------------------------------------------------------


def _envoy(companion: str, nation: str) -> uses.Use:
    """Return what any die does with a Companion who speaks for his Nation where he is at home (LM-16.8)."""

    def how(s: State) -> str:
        return played(s, "council_envoys")

    def may(s: State, side: Side, die: str) -> bool:
        advances = how(s) == "rouse-and-advance" and politics.may_advance(s, nation)
        if how(s) == "none" or (nation in s.active and not advances):
            return False
        region = region_of(s, companion)
        if region not in CHARACTERS[companion].regions or not unconquered(s, region):
            return False
        return advances or table_cards.activation_allowed(s, nation, COMPANION_ABILITY, region)

    def run(t: T, side: Side, die: str) -> Procedure[None]:
        politics.activate(t, nation, COMPANION_ABILITY, region_of(t.state, companion))
        if how(t.state) == "rouse-and-advance":
            politics.advance(t, nation, COMPANION_ABILITY)
        yield from ()

    refusal = f"{figure_name(companion)} can do nothing for {NATIONS[nation].name} now."
    return uses.Use(
        id=companion,
        label=WORDS["uses"][companion],
        may=may,
        run=run,
        not_now=(refusal, "LM-16.8"),
        side=FP,
        set=SET,
        alike=True,
        missed=False,
    )


for _alternate in ALTERNATES.values():
    _nation = CHARACTERS[_alternate].speaks_for
    if _nation is not None:
        uses.add(_envoy(_alternate, _nation))

"""Powers of the base game's people at the moments of the rules (WR-15.15, 15.16, WR-18)."""

from typing import Any

from rules.core.decisions import Decision, OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards, outcome
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, FP, SH, figure_name
from rules.war_of_the_ring.position.combat import Round
from rules.war_of_the_ring.position.moments import (
    BATTLE_BEGINS,
    CARDS_SHOWN,
    DAMAGE,
    EVENT_PLAYED,
    LAST_DAMAGE,
    Damage,
    Opening,
    Played,
)
from rules.war_of_the_ring.position.roles import actor, commander_of, leader, master
from rules.war_of_the_ring.position.state import State, guide_can
from rules.war_of_the_ring.quest import company, hunt
from rules.war_of_the_ring.war.rounds import laid_deck

T = Table[Any]


# -- in the Hunt -------------------------------------------------------------------------------------


def _ability(seat: str, prompt: str, rule: str, *, fallback: str | None = None) -> Decision:
    return offer(
        seat,
        "guide-ability",
        prompt,
        OneOf(("use",), {"use": "Yes"}),
        rule,
        pass_label="No",
        fallback=fallback,
    )


@DAMAGE.reaction(10, lambda s, hit: CHARACTERS[s.fellowship.guide].absorbs)
def guides_leave(t: T, hit: Damage) -> Procedure[None]:
    """Window 2: who guides may separate for one damage less, and so may the next (WR-15.15)."""
    fellowship = t.state.fellowship
    while hit.amount and CHARACTERS[fellowship.guide].absorbs:
        guide = fellowship.guide
        prompt = f"Separate {figure_name(guide)} for 1 Hunt damage less?"
        use = yield _ability(leader(t.state, FP), prompt, "WR-15.15")
        if use is None:
            break
        hunt.lower(t, hit, guide)
        yield from company.separate_group(t, [guide])


def _may_show(s: State, hit: Damage) -> bool:
    return guide_can(s, "shows-the-fellowship") and s.fellowship.hidden and not hunt.reveals(s, hit.shown)


@LAST_DAMAGE.reaction(10, _may_show)
def gollum_shows(t: T, hit: Damage) -> Procedure[None]:
    """Gollum may reveal the Fellowship for one damage less; the clock only lets him where that keeps the Ring."""
    s = t.state
    last_straw = s.fellowship.corruption + hit.amount == outcome.CORRUPTION
    use = yield _ability(
        leader(s, FP),
        "Reveal the Fellowship by Gollum for 1 Hunt damage less?",
        "WR-15.16",
        fallback="use" if last_straw else None,
    )
    if use is not None:
        hit.shows = s.fellowship.guide
        hunt.lower(t, hit, hit.shows)


# -- with cards --------------------------------------------------------------------------------------


def _gandalf_guides(s: State, played: Played) -> bool:
    return played.side == FP and played.by_event and guide_can(s, "the-grey-wanderer")


@EVENT_PLAYED.reaction(10, _gandalf_guides)
def gandalfs_guidance(t: T, played: Played) -> Procedure[None]:
    """A card of the same deck for a card that an Event die has paid for."""
    deck = CARDS[played.card].deck
    person = CHARACTERS[t.state.fellowship.guide].person
    yield from event_cards.offer_draw(
        t, actor(t.state, FP), deck, "gandalf-draw", "Gandalf's guidance", person
    )


def _may_conjure(s: State, fight: Round) -> bool:
    return (
        fight.number == 1
        and laid_deck(fight, SH) is not None
        and fight.own(SH).who_can("sorcerer") is not None
    )


@CARDS_SHOWN.reaction(10, _may_conjure)
def sorcerer(t: T, fight: Round) -> Procedure[None]:
    """The Witch-king may draw after laying a card in round 1."""
    deck = laid_deck(fight, SH) or ""
    who = fight.own(SH).who_can("sorcerer") or ""
    seat = master(t.state, SH, CHARACTERS[who].person)
    yield from event_cards.offer_draw(t, seat, deck, "sorcerer", "the Witch-king's sorcery", "sorcerer")


# -- in a battle -------------------------------------------------------------------------------------


def _may_ride(s: State, opening: Opening) -> bool:
    return opening.of(FP).who_can("the-white-rider") is not None and opening.of(SH).nazgul_leadership() > 0


@BATTLE_BEGINS.reaction(10, _may_ride)
def white_rider(t: T, opening: Opening) -> Procedure[None]:
    """Gandalf the White may cancel all Nazgûl Leadership for the battle."""
    use = yield offer(
        commander_of(t.state, opening.of(FP)),
        "white-rider",
        "Does the White Rider give up his Leadership to cancel that of all Nazgûl in this battle?",
        OneOf(("use",), {"use": "Yes"}),
        "WR-18",
        pass_label="No",
    )
    if use is not None:
        t.announce("white-rider")
        opening.white_rider = opening.of(FP).who_can("the-white-rider") or ""

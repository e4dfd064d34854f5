"""Rulers in battles: in the place of a Combat card, by their Leadership, and in sieges (KM-9)."""

from collections.abc import Callable
from typing import Any

import msgspec

from rules.core.decisions import OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    FP,
    NATION_OF,
    SH,
    UNIT_SET,
    Side,
    figure_name,
)
from rules.war_of_the_ring.position.combat import Effect, Round, combat_dice, strengths
from rules.war_of_the_ring.position.moments import (
    BATTLE_BEGINS,
    CARDS_LAID,
    CARDS_SHOWN,
    PRESSING,
    Opening,
    Pressing,
)
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State, eliminate
from rules.war_of_the_ring.sets.kings.chieftains import MIRKWOOD, SERPENT, UGLUK
from rules.war_of_the_ring.sets.kings.sovereigns import BRAND, sovereign_name
from rules.war_of_the_ring.sets.kings.state import FACTS, kings
from rules.war_of_the_ring.war import battle_plan
from rules.war_of_the_ring.war.casualties import take_hits
from rules.war_of_the_ring.war.combat_card_parts import better_rolls, cancel_card, forfeit_card
from rules.war_of_the_ring.war.rounds import laid_deck

T = Table[Any]

NORTH = "north"
#: The Combat halves that serve a Dark Chieftain better than others when they are given up.
ASSAULT, BATS, DESPERATE = "relentless-assault", "swarm-of-bats", "desperate-battle"
#: What is used once in a battle.
HEIR, SHADOW_IN_THE_NORTH, WEAKNESS = "heir-of-bard", "shadow-in-the-north", "press-by-weakness"
#: The Sovereigns whose corruption makes a siege of their home go on (KM-9.5).
FATES = ("dain", "denethor", "thranduil")


@BATTLE_BEGINS.reaction(0, lambda s, opening: bool(kings(s).used_in_battle))
def nothing_is_used_yet(t: T, opening: Opening) -> Procedure[None]:
    """What can be used once in a battle can be used again."""
    kings(t.state).used_in_battle = []
    yield from ()


def _half(fight: Round, side: Side) -> str:
    """Return the Combat half of the card that a side has laid."""
    return CARDS[fight.card_of(side)].combat


# -- Dark Chieftains: before the cards are shown -----------------------------------------------------


class Feat(msgspec.Struct, frozen=True):
    """A Dark Chieftain's deed in the place of a card: its title, and its steps by the Combat half given up."""

    title: str
    steps: Callable[[str], tuple[tuple[int, Effect], ...]]


def _red_wrath(half: str) -> tuple[tuple[int, Effect], ...]:
    """The Black Serpent's Army takes a hit for a better Combat roll."""

    def wrath(t: T, fight: Round, side: Side) -> Procedure[None]:
        yield from take_hits(t, fight.own(side), 1, fight.region)
        better_rolls(fight, SERPENT, (side,), 2 if half == ASSAULT else 1)

    return ((3, wrath),)


def _lord_of_the_bats(half: str) -> tuple[tuple[int, Effect], ...]:
    """The Shadow of Mirkwood gives up his Leadership for a better re-roll; bats cancel the enemy's card besides."""

    def bats(t: T, fight: Round, side: Side) -> Procedure[None]:
        foe = fight.foe_side(side)
        if fight.tally[foe].card is not None:
            _give_up_his_own(t, fight, side, MIRKWOOD)
            cancel_card(t, fight, foe)
        yield from ()

    def again(t: T, fight: Round, side: Side) -> Procedure[None]:
        _give_up_his_own(t, fight, side, MIRKWOOD)
        fight.tally[side].modify_reroll(MIRKWOOD, 1)
        yield from ()

    return ((0, bats), (4, again)) if half == BATS else ((4, again),)


def _give_up_his_own(t: T, fight: Round, side: Side, who: str) -> None:
    """A Chieftain forfeits his Leadership for the round, once (WR-10.8)."""
    tally = fight.tally[side]
    if who not in tally.silenced:
        points = fight.leadership_of(who)
        tally.lose_leadership(who, points)
        tally.silenced.append(who)
        t.announce("leadership-given-up", side=side, figure=who, points=points)


def _i_command(half: str) -> tuple[tuple[int, Effect], ...]:
    """Uglúk drives everybody on; in a Desperate Battle only his own."""

    def command(t: T, fight: Round, side: Side) -> Procedure[None]:
        better_rolls(fight, UGLUK, (side,) if half == DESPERATE else fight.sides, 1, 1)
        yield from ()

    return ((3, command),)


FEATS = {
    SERPENT: Feat("Red Wrath", _red_wrath),
    MIRKWOOD: Feat("Lord of the Bats", _lord_of_the_bats),
    UGLUK: Feat("I Command", _i_command),
}


def _chieftains(fight: Round) -> list[str]:
    return [c for c in FEATS if c in fight.own(SH).party]


@CARDS_LAID.reaction(10, lambda s, fight: fight.tally[SH].card is not None and bool(_chieftains(fight)))
def a_chieftain_acts(t: T, fight: Round) -> Procedure[None]:
    """A Dark Chieftain may act in the place of the Shadow's card, which nobody has seen yet (KM-9.1, 9.2)."""
    who = yield offer(
        commander_of(t.state, fight.own(SH)),
        "forfeit-card",
        "Does a Dark Chieftain act in the place of your Combat card?",
        OneOf(_chieftains(fight), lambda c: f"{figure_name(c)}: {FEATS[c].title}"),
        "KM-9.1",
        pass_label="Use the card",
        context={
            "region": fight.region,
            "round": fight.number,
            "dice": combat_dice(fight, SH),
            "enemy_deck": laid_deck(fight, FP),
            "card": fight.card_of(SH),
        },
    )
    if who is not None:
        forfeit_card(t, fight, SH, who, *FEATS[who].steps(_half(fight, SH)))


# -- Brand, awakened or corrupted: when the cards lie open -------------------------------------------


def _cancels(t: T, fight: Round, side: Side) -> Procedure[None]:
    """The effect of the enemy's card is cancelled."""
    cancel_card(t, fight, fight.foe_side(side))
    yield from ()


def _may_cancel(s: State, fight: Round, side: Side, use: str) -> bool:
    """Whether a side has the effect of a card to give up, and the enemy's to cancel, in a battle of the North."""
    own, foe = fight.tally[side], fight.tally[fight.foe_side(side)]
    north = any(k in UNIT_SET and NATION_OF[k] == NORTH for k in fight.own(FP).party)
    laid = own.card is not None and not own.feats and foe.card is not None
    return north and laid and use not in kings(s).used_in_battle


def _offer_to_cancel(t: T, fight: Round, side: Side, use: str, prompt: str) -> Procedure[None]:
    answer = yield offer(
        commander_of(t.state, fight.own(side)),
        use,
        prompt,
        OneOf(("use",), {"use": "Give up your card and cancel the enemy's"}),
        "KM-9.2",
        pass_label="Use the card",
        context={
            "region": fight.region,
            "round": fight.number,
            "card": fight.card_of(side),
            "enemy_card": fight.card_of(fight.foe_side(side)),
        },
    )
    if answer is not None:
        kings(t.state).used_in_battle.append(use)
        forfeit_card(t, fight, side, BRAND, (0, _cancels))


@CARDS_SHOWN.reaction(20, lambda s, fight: BRAND in fight.own(FP).party and _may_cancel(s, fight, FP, HEIR))
def heir_of_bard(t: T, fight: Round) -> Procedure[None]:
    """Brand may cancel the Shadow's card for the effect of the own one, once in a battle (KM-9.2)."""
    prompt = f"Does {sovereign_name(BRAND)} cancel the Shadow's Combat card for the effect of yours?"
    yield from _offer_to_cancel(t, fight, FP, HEIR, prompt)


@CARDS_SHOWN.reaction(
    30, lambda s, fight: BRAND in kings(s).corrupted and _may_cancel(s, fight, SH, SHADOW_IN_THE_NORTH)
)
def shadow_in_the_north(t: T, fight: Round) -> Procedure[None]:
    """By the corrupted Brand the Shadow may cancel the card of an Army of the North, once in a battle (KM-9.2)."""
    prompt = f"Does {sovereign_name(BRAND)} cancel the Free Peoples' Combat card for the effect of yours?"
    yield from _offer_to_cancel(t, fight, SH, SHADOW_IN_THE_NORTH, prompt)


# -- corrupted Sovereigns in a siege -----------------------------------------------------------------


def _regulars(fight: Round) -> list[str]:
    return [k for k in fight.own(fight.attacker).party if k in UNIT_SET and k.endswith("regular")]


def _fated(s: State, region: str) -> str | None:
    """Return the corrupted Sovereign by whom a siege in a region goes on, or None."""
    corrupted = kings(s).corrupted
    return next((c for c in FATES if FACTS[c].home == region and corrupted.get(c) == region), None)


def _may_press(s: State, pressing: Pressing) -> bool:
    fight = pressing.fight
    return (
        not pressing.free
        and fight.attacker == SH
        and fight.own(SH).units() > 1
        and _fated(s, fight.region) is not None
        and WEAKNESS not in kings(s).used_in_battle
        and bool(_regulars(fight))
    )


@PRESSING.reaction(20, _may_press)
def press_by_weakness(t: T, pressing: Pressing) -> Procedure[None]:
    """The home of a corrupted Sovereign: the siege goes on for a Regular, once in a battle (KM-9.5)."""
    s, fight = t.state, pressing.fight
    own, region = fight.own(SH), fight.region
    sovereign = _fated(s, region) or ""
    kind = yield offer(
        commander_of(s, own),
        WEAKNESS,
        f"{sovereign_name(sovereign)} is corrupted: remove a Regular unit to fight another round?",
        OneOf(_regulars(fight), figure_name),
        "KM-9.5",
        pass_label="No",
        context=battle_plan.numbers(fight) | {"strength": strengths(s, fight)},
    )
    if kind is not None:
        kings(s).used_in_battle.append(WEAKNESS)
        own.lose(kind)
        eliminate(s, own.key, kind)
        pressing.free = True
        t.announce("casualty", side=SH, region=region, how="lose", figure=kind)
        t.announce("siege-pressed-by-weakness", sovereign=sovereign, region=region)

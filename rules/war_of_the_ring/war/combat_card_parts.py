"""Parts of the Combat halves of both sides: conditions and effects that several titles share."""

from collections.abc import Iterable
from typing import Any

from rules.core.chance import Dice
from rules.core.decisions import Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import CHARACTERS, Side, figure_name, flies
from rules.war_of_the_ring.position.combat import BATTLE_DICE, CombatEffect, Condition, Effect, Round, hits_of
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State, eliminate
from rules.war_of_the_ring.war.casualties import take_hits

T = Table[Any]


def combat_card(condition: Condition, *steps: tuple[int, Effect]) -> CombatEffect:
    """Put a Combat half together; each step is an initiative number and what happens then."""
    return CombatEffect(condition, dict(steps))


# -- conditions --------------------------------------------------------------------------------------


def always(s: State, fight: Round, side: Side) -> bool:
    """Condition of a card without one."""
    return True


def with_fellowship(s: State, fight: Round, side: Side) -> bool:
    """The defending Army stands where the Ring-bearers are."""
    return s.fellowship.region == fight.region


def elites_of(nations: tuple[str, ...]) -> Condition:
    """An Elite of one of these Nations takes part."""
    kinds = frozenset(f"{n}-elite" for n in nations)
    return lambda s, fight, side: any(k in kinds for k in fight.own(side).party)


def nazgul_here(s: State, fight: Round, side: Side) -> bool:
    """A Nazgûl takes part; the Witch-king is one (WR-1.5)."""
    return any(flies(kind) for kind in fight.own(side).party)


def with_person(*persons: str) -> Condition:
    """One of these persons takes part, in any form."""
    return lambda s, fight, side: any(CHARACTERS[c].person in persons for c in fight.own(side).characters())


def minion_here(s: State, fight: Round, side: Side) -> bool:
    """A Minion takes part, a lesser one too."""
    return bool(fight.own(side).minions())


# -- effects -----------------------------------------------------------------------------------------


def bonus(combat: int, reroll: int = 0, *, both: bool = False) -> Effect:
    """Modify the owner's rolls, or both players'."""

    def effect(t: T, fight: Round, side: Side) -> Procedure[None]:
        better_rolls(fight, fight.card_of(side), fight.sides if both else (side,), combat, reroll)
        yield from ()

    return effect


def better_rolls(fight: Round, source: str, sides: Iterable[Side], combat: int, reroll: int = 0) -> None:
    """Modify the Combat rolls, and the Leader re-rolls, of sides; `source` is a card or a figure."""
    for side in sides:
        fight.tally[side].modify_combat(source, combat)
        if reroll:
            fight.tally[side].modify_reroll(source, reroll)


def extra_attack(t: T, fight: Round, side: Side, dice: int, needed: int) -> Procedure[None]:
    """Roll and remove the casualties at once; nothing else touches these hits (WR-10.9)."""
    dice = min(BATTLE_DICE, dice)
    if dice <= 0:
        return
    rolled: list[int] = yield Dice(f"{side}-additional-attack", dice)
    hits = hits_of(rolled, needed, 0)
    t.announce("additional-attack", side=side, dice=rolled, needed=needed, hits=hits)
    fight.tally[side].early_hits += hits
    yield from take_hits(t, fight.foe(side), hits, fight.region)


def give_up_leadership(t: T, fight: Round, side: Side, who: str) -> None:
    """A Companion forfeits his Leadership for the round (WR-10.8)."""
    silence(fight, side, who, fight.card_of(side))
    t.announce("leadership-given-up", side=side, figure=who, points=fight.leadership_of(who))


def silence(fight: Round, side: Side, who: str, card: str) -> None:
    """Take a Companion's Leadership for the round by a card; it cannot be given up again (WR-10.8)."""
    tally = fight.tally[side]
    if who in fight.companions_leading(side):
        tally.lose_leadership(card, fight.leadership_of(who))
        tally.silenced.append(who)


def forfeit_card(t: T, fight: Round, side: Side, by: str, *feats: tuple[int, Effect]) -> None:
    """Give up the effect of a side's own Combat card for what somebody does, by initiative number; it stays played."""
    fight.tally[side].feats = dict(feats)
    t.announce("card-forfeited", side=side, by=by)


def cancel_card(t: T, fight: Round, side: Side) -> None:
    """The Combat card of `side`, or what is done in its place, has no effect this round."""
    tally = fight.tally[side]
    tally.card_cancelled = True
    t.announce("combat-card-cancelled", side=side, card=tally.card)


def take_dice(t: T, fight: Round, side: Side, number: int) -> None:
    """Take Combat dice from a side by its enemy's card, never the last one."""
    card = fight.card_of(fight.foe_side(side))
    fight.tally[side].dice_lost += number
    if number:
        fight.tally[side].change_dice(card, -number)
    t.announce("dice-taken", side=side, dice=number, card=card)


def add_hits(t: T, fight: Round, side: Side, number: int) -> None:
    """Add hits to those that a side has rolled, by its own card."""
    fight.tally[side].extra_hits += number
    t.announce("hits-added", side=side, hits=number, card=fight.card_of(side))


def cancel_hits(t: T, fight: Round, side: Side, number: int) -> None:
    """Take hits from those that a side has scored, by its enemy's card."""
    fight.tally[side].hits_cancelled += number
    t.announce("hits-cancelled", side=side, hits=number, card=fight.card_of(fight.foe_side(side)))


def strike(t: T, fight: Round, side: Side, kind: str) -> None:
    """Eliminate a figure of `side` that takes part in the battle."""
    fighters = fight.own(side)
    fighters.lose(kind)
    eliminate(t.state, fighters.key, kind)
    t.announce("struck-down", side=side, figure=kind, region=fight.region)
    table_cards.sweep(t)


def pick_figure(
    t: T, fight: Round, side: Side, kind: str, prompt: str, figures: list[str], why: str
) -> Procedure[str]:
    """Let a side name one of several figures; a single one needs no question."""
    commands = commander_of(t.state, fight.own(side))
    question = Decision(
        commands, kind, prompt, OneOf(figures, figure_name), why, weight="light", standing=True
    )
    figure: str = yield unless_settled(question)
    return figure


def servant_of_the_shadow(t: T, fight: Round, side: Side) -> Procedure[None]:
    """A Minion gives up his Leadership: one enemy die less for every point."""
    able = [c for c in fight.own(side).minions() if _minion_leads(fight, c)]
    if not able:
        return
    prompt = "Which Minion gives up his Leadership?"
    who = yield from pick_figure(t, fight, side, "forfeit", prompt, able, "WR-10.8")
    points = fight.leadership_of(who)
    fight.tally[side].lose_leadership(fight.card_of(side), points)
    t.announce("leadership-given-up", side=side, figure=who, points=points)
    take_dice(t, fight, fight.foe_side(side), points)


def _minion_leads(fight: Round, minion: str) -> bool:
    """Whether a Minion has Leadership to give up: the White Rider cancels that of whoever is a Nazgûl."""
    return fight.leadership_of(minion) > 0 and not (flies(minion) and fight.white_rider)

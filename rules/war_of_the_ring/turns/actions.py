"""The action of one die, carried out: spending it, what it is used for, turning it by an Elven Ring (WR-4)."""

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, event_cards
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, Side
from rules.war_of_the_ring.position.moments import AFTER_ACTION, RING_USED, RingUsed, Spent
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.quest import fellowship
from rules.war_of_the_ring.turns import card_play
from rules.war_of_the_ring.turns.action_dice import by_messenger, faces_of, icons_of


def use_ring(t: Table[State], side: Side, change: str) -> Procedure[None]:
    """Turn a die by an Elven Ring (WR-4.10 to 4.12)."""
    s = t.state
    old, _, new = change.partition(">")
    s.dice[side].remove(old)
    s.ring_used.append(side)
    s.rings[side] -= 1
    if side == FP:
        s.rings[SH] += 1
        s.rings_fresh += 1
    if new == "eye":
        dice.into_box(s, side, dice.turned(old, new))
    else:
        s.dice[side].append(dice.turned(old, new))
    t.announce("ring-used", side=side, die=old, result=new)
    yield from RING_USED.come(t, RingUsed(side))


def give_ring(t: Table[State]) -> Procedure[None]:
    """The Free Peoples give an Elven Ring for something else than a die: it counts as the Ring of the turn."""
    s = t.state
    s.rings[FP] -= 1
    s.rings[SH] += 1
    s.rings_fresh += 1
    s.ring_used.append(FP)
    t.announce("ring-given-up", side=FP)
    yield from RING_USED.come(t, RingUsed(FP))


def perform(t: Table[State], side: Side, value: str) -> Procedure[None]:
    """Spend the die and carry out its use (WR-4.4)."""
    s = t.state
    die, _, name = value.partition(":")
    use = USES[name]
    s.dice[side].remove(die)
    if use.turns_to is not None:
        die = dice.turned(die, use.turns_to)
    t.announce("die-used", side=side, die=die, use=name)
    if dice.face_of(die) == "muster" and use.result == "army":
        s.messenger_used = True
    yield from use.run(t, side, die)
    yield from AFTER_ACTION.come(t, Spent(side, die, name))


def play(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Play a card by the icon of the die; the Messenger may turn a Muster die to Army for it."""
    s = t.state
    icons = icons_of(faces_of(s, side, die))
    if not by_messenger(s, side, die):
        yield from card_play.choose_and_play(t, side, icons, by_event=False)
        return
    card = yield Decision(
        actor(s, side),
        "card",
        "Which Event card do you play?",
        OneOf(card_play.listing(s, side, icons), event_cards.card_label),
        "WR-6.1",
    )
    if CARDS[card].play_with == "army":
        s.messenger_used = True
    yield from card_play.play(t, side, card)


def play_event(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Play any card."""
    yield from card_play.choose_and_play(t, side, None, by_event=True)


def hide(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Hide the Fellowship."""
    fellowship.hide(t)
    yield from ()


def draw(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Draw a card from either deck."""
    yield from event_cards.choose_deck(t, side, "event-die")
    yield from event_cards.enforce_limit(t, actor(t.state, side))

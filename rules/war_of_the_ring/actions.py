"""The action of one die, carried out: spending it, what it is used for, turning it by an Elven Ring (WR-4)."""

from __future__ import annotations

from rules.core.decisions import Decision, OneOf, Subset, unless_settled
from rules.core.table import Procedure, Table
from rules.core.unasked import unless_unavoidable
from rules.war_of_the_ring import (
    armies,
    dice,
    event_cards,
    fellowship,
    muster,
    playing,
    politics,
    table_cards,
)
from rules.war_of_the_ring.action_dice import (
    ENVOYS,
    SANCTUARY_DISCARDS,
    WILL,
    by_messenger,
    faces_of,
    icons_of,
    voice_options,
    voice_regions,
)
from rules.war_of_the_ring.asking import actor
from rules.war_of_the_ring.catalogue import (
    CARDS,
    FP,
    ORTHANC,
    SH,
    Side,
    region_name,
)
from rules.war_of_the_ring.moments import AFTER_ACTION, RING_USED, RingUsed, Spent
from rules.war_of_the_ring.state import (
    FIELD,
    State,
    recruit,
)
from rules.war_of_the_ring.uses import USES, Run


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


def perform(t: Table[State], side: Side, value: str) -> Procedure[None]:
    """Spend the die and carry out its use (WR-4.4)."""
    s = t.state
    die, _, name = value.partition(":")
    use = USES[name]
    s.dice[side].remove(die)
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
        yield from playing.choose_and_play(t, side, icons, by_event=False)
        return
    cards = playing.playable(s, side, icons)
    card = yield Decision(
        actor(s, side),
        "card",
        "Which Event card do you play?",
        OneOf(cards, event_cards.card_label),
        "WR-6.1",
    )
    if CARDS[card].play_with == "army":
        s.messenger_used = True
    yield from playing.play(t, side, card)


def play_event(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Play any card."""
    yield from playing.choose_and_play(t, side, None, by_event=True)


def hide(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Hide the Fellowship."""
    fellowship.hide(t)
    yield from ()


def draw(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """Draw a card from either deck."""
    yield from event_cards.choose_deck(t, side, "event-die")
    yield from event_cards.enforce_limit(t, side)


def voice(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """The Voice of Saruman (WR-18)."""
    s = t.state
    choice = yield unless_unavoidable(
        s.options,
        Decision(
            actor(s, side),
            "voice",
            "What does the Voice of Saruman call for?",
            OneOf(
                voice_options(s),
                {
                    "recruit": "A Regular in every Isengard Settlement",
                    "promote": "Two Elites for two Regulars in Orthanc",
                },
            ),
            "WR-18",
        ),
    )
    if choice == "recruit":
        places = voice_regions(s)
        number = min(len(places), s.pools["isengard-regular"])
        regions = yield unless_settled(
            Decision(
                actor(s, side),
                "voice-regions",
                f"Only {number} Regulars are left: where do they come?",
                Subset(places, number, number, region_name),
                "WR-18",
                fallback=places[:number],
            )
        )
        for region in regions:
            recruit(s, FIELD[SH][region], "isengard-regular")
            t.announce("recruited", side=SH, region=region, figures={"isengard-regular": 1})
        for region in regions:
            yield from armies.trim(t, FIELD[SH][region])
        return
    force = s.forces[FIELD[SH][ORTHANC]]
    number = min(2, force.figures["isengard-regular"], s.pools["isengard-elite"])
    muster.replace(t, FIELD[SH][ORTHANC], "isengard-regular", "isengard-elite", number)


def envoy(name: str) -> Run:
    """Return what Boromir, Legolas or Gimli does for his Nation (WR-18)."""

    def advance(t: Table[State], side: Side, die: str) -> Procedure[None]:
        politics.advance(t, ENVOYS[name], "companion-ability")
        yield from ()

    return advance


def discard_sanctuary(use: str) -> Run:
    """Return how the Shadow ends a card that closes regions to it (WR-6.5)."""

    def pay(t: Table[State], side: Side, die: str) -> Procedure[None]:
        """Discard one Army-icon card and one Character card to remove the table card."""
        s = t.state
        hand = s.hands[SH]
        prices = {
            "pay-army-card": (
                "Which card with the Army icon do you discard?",
                [c for c in hand if CARDS[c].play_with == "army"],
            ),
            "pay-character-card": (
                "Which Character card do you discard?",
                [c for c in hand if CARDS[c].deck == "character"],
            ),
        }
        paid: list[str] = []
        for kind, (prompt, cards) in prices.items():
            if len(cards) == 1:
                t.lay_open()
            card = yield unless_settled(
                Decision(actor(s, side), kind, prompt, OneOf(cards, event_cards.card_label), "WR-6.5")
            )
            paid.append(card)
        for card in paid:
            hand.remove(card)
            event_cards.discard_played(t, card)
        t.announce("cards-paid", side=SH, cards=paid)
        table_cards.discard(t, SANCTUARY_DISCARDS[use], "paid")

    return pay


def discard_palantir(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """A Will of the West, or any die and an Elven Ring, ends the Palantír of Orthanc."""
    s = t.state
    if dice.face_of(die) != WILL:
        s.rings[FP] -= 1
        s.rings[SH] += 1
        s.rings_fresh += 1
        s.ring_used.append(FP)
        t.announce("ring-given-up", side=FP)
        yield from RING_USED.come(t, RingUsed(FP))
    table_cards.discard(t, table_cards.PALANTIR, "paid")
    yield from ()


def discard_folly(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """End Denethor's Folly."""
    table_cards.discard(t, table_cards.DENETHORS_FOLLY, "paid")
    yield from ()

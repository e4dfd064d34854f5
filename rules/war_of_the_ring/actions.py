"""The action of one die, carried out: spending it, what it is used for, turning it by an Elven Ring (WR-4)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.decisions import Decision, OneOf, Subset, unless_settled
from rules.core.table import Procedure, Table
from rules.core.unasked import unless_unavoidable
from rules.war_of_the_ring import (
    armies,
    battle,
    characters,
    company,
    event_cards,
    fellowship,
    movement,
    muster,
    playing,
    politics,
    table_cards,
)
from rules.war_of_the_ring.action_dice import (
    ENVOYS,
    SANCTUARY_DISCARDS,
    faces_of,
    icons_of,
    voice_options,
    voice_regions,
)
from rules.war_of_the_ring.catalogue import (
    CARDS,
    FP,
    ORTHANC,
    SH,
    Side,
    region_name,
)
from rules.war_of_the_ring.state import (
    FIELD,
    State,
    recruit,
)


def use_ring(t: Table[State], side: Side, change: str) -> None:
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
        s.hunt_box[SH] += 1
    else:
        s.dice[side].append(new)
    t.announce("ring-used", side=side, die=old, result=new)


def perform(t: Table[State], side: Side, value: str) -> Procedure[None]:
    """Spend the die and carry out its use (WR-4.4)."""
    s = t.state
    die, _, use = value.partition(":")
    faces = faces_of(s, side, die)
    s.dice[side].remove(die)
    t.announce("die-used", side=side, die=die, use=use)
    if die == "muster" and use in ("move-armies", "attack"):
        s.messenger_used = True
    if use in ("play", "play-event"):
        icons = None if use == "play-event" else icons_of(faces)
        if die == "muster" and "army" in faces and use == "play":
            yield from _play_with_messenger(t, side)
            return
        yield from playing.choose_and_play(t, side, icons, by_event=use == "play-event")
        return
    if use == "discard-palantir":
        _discard_palantir(t, by_will=die == "will-of-the-west")
        return
    yield from PROCEDURES[use](t, side)


def _play_with_messenger(t: Table[State], side: Side) -> Procedure[None]:
    """Play a card with a Muster die that the Messenger may have turned to Army."""
    s = t.state
    cards = playing.playable(s, side, frozenset(("muster", "army")))
    card = yield Decision(
        side, "card", "Which Event card do you play?", OneOf(cards, event_cards.card_label), "WR-6.1"
    )
    if CARDS[card].play_with == "army":
        s.messenger_used = True
    yield from playing.play(t, side, card)


def _leader_move(t: Table[State], side: Side) -> Procedure[None]:
    yield from movement.move_army(t, side, with_leader=True)


def _move_armies(t: Table[State], side: Side) -> Procedure[None]:
    yield from movement.move_army(t, side, with_leader=False, moves=2)


def _leader_attack(t: Table[State], side: Side) -> Procedure[None]:
    yield from battle.attack(t, side, with_leader=True)


def _attack(t: Table[State], side: Side) -> Procedure[None]:
    yield from battle.attack(t, side)


def _move_fellowship(t: Table[State], side: Side) -> Procedure[None]:
    yield from fellowship.move(t, by_die=True)


def _hide(t: Table[State], side: Side) -> Procedure[None]:
    fellowship.hide(t)
    yield from ()


def _separate(t: Table[State], side: Side) -> Procedure[None]:
    yield from company.separate(t)


def _move_companions(t: Table[State], side: Side) -> Procedure[None]:
    yield from characters.move_companions(t)


def _move_nazgul(t: Table[State], side: Side) -> Procedure[None]:
    yield from characters.move_nazgul(t)


def _diplomacy(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.diplomacy(t, side)


def _recruit(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.muster_figures(t, side)


def _minion(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.enter(t, "minion")


def _upgrade(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.enter(t, "upgrade")


def _draw(t: Table[State], side: Side) -> Procedure[None]:
    yield from event_cards.choose_deck(t, side, "event-die")
    yield from event_cards.enforce_limit(t, side)


def _voice(t: Table[State], side: Side) -> Procedure[None]:
    """The Voice of Saruman (WR-18)."""
    s = t.state
    choice = yield unless_unavoidable(
        s.options,
        Decision(
            SH,
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
                SH,
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


def _envoy(name: str) -> Callable[[Table[State], Side], Procedure[None]]:
    def advance(t: Table[State], side: Side) -> Procedure[None]:
        politics.advance(t, ENVOYS[name], "companion-ability")
        yield from ()

    return advance


def _discard_sanctuary(use: str) -> Callable[[Table[State], Side], Procedure[None]]:
    def pay(t: Table[State], side: Side) -> Procedure[None]:
        """Discard one Army-icon card and one Character card to remove the table card."""
        hand = t.state.hands[SH]
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
                Decision(SH, kind, prompt, OneOf(cards, event_cards.card_label), "WR-6.5")
            )
            paid.append(card)
        for card in paid:
            hand.remove(card)
            event_cards.discard_played(t, card)
        t.announce("cards-paid", side=SH, cards=paid)
        table_cards.discard(t, SANCTUARY_DISCARDS[use], "paid")

    return pay


def _discard_palantir(t: Table[State], *, by_will: bool) -> None:
    """A Will of the West, or any die and an Elven Ring, ends the Palantír of Orthanc."""
    s = t.state
    if not by_will:
        s.rings[FP] -= 1
        s.rings[SH] += 1
        s.rings_fresh += 1
        s.ring_used.append(FP)
        t.announce("ring-given-up", side=FP)
    table_cards.discard(t, table_cards.PALANTIR, "paid")


def _discard_folly(t: Table[State], side: Side) -> Procedure[None]:
    table_cards.discard(t, table_cards.DENETHORS_FOLLY, "paid")
    yield from ()


PROCEDURES: dict[str, Callable[[Table[State], Side], Procedure[None]]] = {
    "leader-move": _leader_move,
    "leader-attack": _leader_attack,
    "move-fellowship": _move_fellowship,
    "hide-fellowship": _hide,
    "separate": _separate,
    "move-companions": _move_companions,
    "move-nazgul": _move_nazgul,
    "move-armies": _move_armies,
    "attack": _attack,
    "diplomacy": _diplomacy,
    "recruit": _recruit,
    "minion": _minion,
    "voice": _voice,
    "draw": _draw,
    "upgrade": _upgrade,
    **{name: _envoy(name) for name in ENVOYS},
    **{use: _discard_sanctuary(use) for use in SANCTUARY_DISCARDS},
    "discard-denethors-folly": _discard_folly,
}

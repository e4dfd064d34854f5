"""Lords' Free Peoples cards: Event halves (LM-17)."""

from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import event
from rules.war_of_the_ring.position import event_cards, hunt_pool, table_cards
from rules.war_of_the_ring.position.catalogue import ADJACENT, CARDS, EVENT_FACTS, FP, REGIONS, SH
from rules.war_of_the_ring.position.players import NAMES, hand_of, player_of, seats_of
from rules.war_of_the_ring.position.roles import holder
from rules.war_of_the_ring.position.state import State, is_for_two, is_free
from rules.war_of_the_ring.sets.lords.state import OUT, lords

T = Table[Any]

KNOW_THE_WAY = "lome-fp-char-25"
SAFE_PATHS = "lome-fp-char-26"
WIND_FROM_THE_WEST = "lome-fp-char-27"
THREE_RINGS = "lome-fp-char-28"
EVERY_LITTLE = "lome-fp-str-25"
RANGERS = "lome-fp-str-26"


# -- the Hunt ----------------------------------------------------------------------------------------


@event(KNOW_THE_WAY)
def you_know_the_way_there(t: T) -> Procedure[None]:
    """Sméagol's tiles that were set aside join the Hunt Pool, in Mordor and outside."""
    s, part = t.state, lords(t.state)
    tiles = [tile for tile in EVENT_FACTS[KNOW_THE_WAY]["adds"] if tile in part.tiles_aside]
    if tiles:
        hunt_pool.refill(t)  # they join a pool that is never left empty (WR-15.11)
        part.tiles_aside = [tile for tile in part.tiles_aside if tile not in tiles]
        s.hunt_pool = sorted([*s.hunt_pool, *tiles])
        t.announce("tiles-added", tiles=tiles)
    yield from ()


# -- the Shadow's cards ------------------------------------------------------------------------------


def _discard_one(t: T, cards: list[str], by: str) -> Procedure[None]:
    """Discard one of several cards on the table; it does nothing on its way."""
    ways = {f"discard:{card}": f"Discard {CARDS[card].title}" for card in cards}
    way = yield from common.choose_way(t, FP, "Which card of the Shadow is discarded?", ways, by)
    table_cards.discard(t, str(way).partition(":")[2], by)


@event(SAFE_PATHS)
def safe_paths_in_the_dark(t: T) -> Procedure[None]:
    """Heal one, and be rid of one of two cards of the Shadow."""
    facts = EVENT_FACTS[SAFE_PATHS]
    common.heal(t, facts, SAFE_PATHS)
    cards = [card for card in facts["discards"] if table_cards.on_table(t.state, card)]
    if cards:
        yield from _discard_one(t, cards, SAFE_PATHS)


@event(WIND_FROM_THE_WEST)
def wind_from_the_west(t: T) -> Procedure[None]:
    """Discard a card of the Shadow from the table; where none lies, see its hand and discard one of it."""
    s = t.state
    if s.table[SH]:
        yield from _discard_one(t, list(s.table[SH]), WIND_FROM_THE_WEST)
    elif any(hand_of(s, seat) for seat in seats_of(s, SH)):
        yield from _look_at_the_hand(t)


def _whose_hand(t: T, seat: str, holding: list[str]) -> Procedure[str]:
    """Choose whose hand is looked at, of those who hold a card (LM-15.6)."""
    if len(holding) == 1:
        return holding[0]
    of: str = yield Decision(
        seat,
        "look-at-whose-hand",
        "At whose hand do you look?",
        OneOf(holding, {of: f"{NAMES[of]}: {len(hand_of(t.state, of))} cards" for of in holding}),
        "LM-15.6",
        context={"card": WIND_FROM_THE_WEST},
    )
    return of


def _look_at_the_hand(t: T) -> Procedure[None]:
    """Whoever has played the card alone sees the hand; everybody sees what is discarded of it."""
    s = t.state
    seat = holder(s, WIND_FROM_THE_WEST)
    holding = [of for of in seats_of(s, SH) if hand_of(s, of)]
    of = yield from _whose_hand(t, seat, holding)
    theirs = hand_of(s, of)
    number = len(theirs)
    look = yield Decision(
        seat,
        "look-at-hand",
        f"Look at the Shadow's hand ({number} {'card' if number == 1 else 'cards'}) and discard one of it?",
        OneOf(("look",), {"look": "Look and discard one"}),
        "LM-17",
        may_pass=True,
        pass_label="Do not look",
        context={"card": WIND_FROM_THE_WEST},
    )
    if look is None:
        return
    hand = sorted(theirs)  # not as it was drawn
    t.announce(
        "hand-looked-at", side=FP, of=SH, **({"player": player_of(s, of)} if not is_for_two(s) else {})
    )
    t.whisper(seat, "hand-seen", of=SH, cards=hand)
    t.reveal()
    question = Decision(
        seat,
        "discard-theirs",
        "Which card of the Shadow's hand is discarded?",
        OneOf(hand, event_cards.card_label),
        "LM-17",
        context={"card": WIND_FROM_THE_WEST},
    )
    card: str = yield unless_settled(question)
    theirs.remove(card)
    event_cards.discard_played(t, card)
    t.announce("hand-card-discarded", side=SH, card=card)


# -- the Elven Rings ---------------------------------------------------------------------------------


@event(THREE_RINGS)
def three_rings_for_the_elven_kings(t: T) -> Procedure[None]:
    """Three dice bring used Rings back: those that are out of the game first, then those of the Shadow."""
    facts = EVENT_FACTS[THREE_RINGS]
    left = yield from common.throw(t, THREE_RINGS, facts["dice"], facts["needed"])
    while left and (rings := _used_rings(t.state)):
        question = Decision(
            holder(t.state, THREE_RINGS),
            "which-ring",
            "Which Elven Ring comes back?",
            OneOf(rings, str.capitalize),
            "LM-8.8",
            standing=True,
            context={"card": THREE_RINGS},
        )
        ring = yield Settled(question, rings[0], rings) if left >= len(rings) else question
        _bring_back(t, ring)
        left -= 1


def _used_rings(s: State) -> list[str]:
    """Return the Rings of which the next one comes back."""
    rings = lords(s).rings
    return [r for r, where in rings.items() if where == OUT] or [
        r for r, where in rings.items() if where == SH
    ]


def _bring_back(t: T, ring: str) -> None:
    s, rings = t.state, lords(t.state).rings
    source = rings[ring]
    if source == SH:
        s.rings[SH] -= 1
        s.rings_fresh = min(s.rings_fresh, s.rings[SH])
    s.rings[FP] += 1
    rings[ring] = FP
    t.announce("ring-returned", ring=ring, source=source)


# -- the war -----------------------------------------------------------------------------------------

event(EVERY_LITTLE)(recruitment.muster_card(EVERY_LITTLE, FP))


def _the_north() -> list[str]:
    return [r for r, x in REGIONS.items() if x.nation == EVENT_FACTS[RANGERS]["nation"]]


def ranged(s: State) -> list[str]:
    """Return where a Shadow Army stands in the North, or beside it."""
    north = set(_the_north())
    return [r for r in common.army_regions(s, SH) if not north.isdisjoint((r, *ADJACENT[r]))]


@event(RANGERS, lambda s: bool(ranged(s)))
def rangers_of_the_north(t: T) -> Procedure[None]:
    """Dice against a Shadow Army, then men of the North gather beside its region."""
    region = yield from common.choose_region(t, FP, "Which Shadow Army is struck?", ranged(t.state), RANGERS)
    yield from common.throw_at(t, RANGERS, SH, region)
    beside = [r for r in _the_north() if r in ADJACENT[region] and is_free(t.state, r, FP)]
    yield from recruitment.recruit_there(t, FP, RANGERS, beside)

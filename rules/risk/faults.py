"""Faults that make a position impossible (RK-23.3)."""

from collections.abc import Collection, Iterator

from rules.risk.cards import UPRISING
from rules.risk.data import (
    ADVENTURE_HAND,
    ADVENTURES,
    ARMIES,
    BRIDGES,
    CARDS,
    EVENTS,
    LEADERS,
    MOUNT_DOOM,
    NEUTRAL,
    TERRITORIES,
    TERRITORY_CARDS,
    TERRITORY_OF,
    WILD_CARDS,
    title_of,
)
from rules.risk.setup import ALTERNATE
from rules.risk.state import State, seating

#: The steps in which territories lie open, and those before the first turn.
CLAIMING = ("deal", "claim")
SETTING_UP = (*CLAIMING, "muster", "leaders", "hands")
#: More battalions in one territory than any game brings together.
MOST_BATTALIONS = 10_000
#: Events that go on beyond a turn, and Powers that do.
LASTING = ("winter-storms", "corsairs-of-umbar")


def faults(s: State) -> list[str]:
    """Return what is impossible about a position; [] if it is sound."""
    return list(_misshapen(s)) or [
        *_turn(s),
        *_setting_up(s),
        *_battalions(s),
        *_leaders(s),
        *_cards(s),
        *_effects(s),
        *_out(s),
    ]


def _misshapen(s: State) -> Iterator[str]:
    if s.holders.keys() != TERRITORIES.keys() or s.battalions.keys() != TERRITORIES.keys():
        yield "every territory has a holder and a number of battalions, and there are no others"
    if tuple(s.seats) != seating(s.options).seats or s.armies.keys() != set(s.seats):
        yield "the armies are not those of a table of so many players"


def _turn(s: State) -> Iterator[str]:
    setting_up = s.step in SETTING_UP
    if s.step != "deal" and (s.active not in s.seats or s.first not in s.seats):
        yield "active, first: one of the armies at this table"
    if s.active in s.out and not s.winners:
        yield f"{ARMIES[s.active].name} is out, and it is its turn"
    if not 0 <= s.stop <= MOUNT_DOOM:
        yield f"stop: from 0 to {MOUNT_DOOM}"
    if s.round < 1 or s.turn < 0 or (s.turn and setting_up):
        yield "round and turn: a first one at least, and none while the board is set up"
    if s.extra_cards < 0:
        yield "extra_cards: not below 0"
    if any(seat not in s.seats for seat in (*s.out, *s.winners)) or len(set(s.out)) != len(s.out):
        yield "out, winners: armies at this table, each once"


def _setting_up(s: State) -> Iterator[str]:
    """Yield what has been dealt or placed before its time."""
    if s.step not in SETTING_UP:
        return
    early = SETTING_UP[: SETTING_UP.index(s.step)]
    for seat, army in s.armies.items():
        name = ARMIES[seat].name
        if army.cards or army.hand or army.played:
            yield f"{name}: cards before they are dealt"
        if army.leaders and ("muster" not in early or (s.step == "leaders" and not one_by_one(s))):
            yield f"{name}: Leaders before they are placed"
        if s.step == "deal" and army.stock != seating(s.options).stock:
            yield f"{name}: the stock is not whole before anything is dealt"
        if army.stock and "muster" in early:
            yield f"{name}: battalions in stock after they have been placed"
    if s.step == "deal" and any(s.holders.values()):
        yield "territories are held before they are dealt"


def one_by_one(s: State) -> bool:
    """Return whether the board is set up in turns, so that a player may be ahead of another."""
    return s.options["setup_mode"] == ALTERNATE


def _battalions(s: State) -> Iterator[str]:
    known = {*s.seats, NEUTRAL, *([""] if s.step in CLAIMING else [])}
    for territory, holder in s.holders.items():
        number = s.battalions[territory]
        if holder in known and (0 < number <= MOST_BATTALIONS if holder else not number):
            continue
        name = TERRITORIES[territory].name
        if not holder and "" not in known:
            yield f"nobody holds {name}"
        elif holder not in known:
            yield f"{name}: there is no army “{holder}” at this table"
        else:
            yield f"{name}: {number} battalions"
    for seat, army in s.armies.items():
        if army.stock < 0 or (army.stock and s.step not in SETTING_UP):
            yield f"{ARMIES[seat].name}: a stock of {army.stock} battalions"


def _leaders(s: State) -> Iterator[str]:
    for seat, army in s.armies.items():
        name = ARMIES[seat].name
        if len(army.leaders) > LEADERS or len(set(army.leaders)) != len(army.leaders):
            yield f"{name}: two Leaders at most, never both in one territory"
        for territory in army.leaders:
            if s.holders.get(territory) != seat:
                where = TERRITORIES[territory].name if territory in TERRITORIES else f"“{territory}”"
                yield f"{name}: a Leader in {where}, which is not theirs"
    for territory in s.pinned:
        if territory not in TERRITORIES:
            yield f"pinned: there is no territory “{territory}”"


def _cards(s: State) -> Iterator[str]:
    armies = s.armies.values()
    territory = [*s.territory_deck, *s.territory_discards, *(c for army in armies for c in army.cards)]
    adventures = [
        *s.adventure_deck,
        *s.adventure_discards,
        *s.face_down,
        *(c for army in armies for c in (*army.hand, *army.played)),
    ]
    if s.uprising is not None:
        territory.append(s.uprising.card)
        adventures.append(UPRISING)
    for kind, found, whole in (
        ("Territory", territory, TERRITORY_CARDS),
        ("Adventure", adventures, ADVENTURES),
    ):
        if len(found) == len(whole) and set(found) == set(whole):
            continue
        for card in dict.fromkeys(found):
            if card not in whole:
                yield f"there is no {kind} card “{card}”"
            elif found.count(card) > 1:
                yield f"{title_of(card)} is in {found.count(card)} places"
        for card in whole:
            if card not in found:
                yield f"{title_of(card)} is nowhere"
    for seat, army in s.armies.items():
        if any(card in EVENTS for card in (*army.hand, *army.played)):
            yield f"{ARMIES[seat].name}: an Event in hand, or played"
        if len(army.hand) > ADVENTURE_HAND + (s.step == "draw" and seat == s.active):
            yield f"{ARMIES[seat].name}: more than {ADVENTURE_HAND} Adventure cards"


def _effects(s: State) -> Iterator[str]:
    for lasting in s.lasting:
        if lasting.by not in s.seats:
            yield f"lasting: there is no army “{lasting.by}” at this table"
        if lasting.card not in CARDS or not lasting.card.startswith((*LASTING, "you-shall-not-pass")):
            yield f"lasting: “{lasting.card}” is no card that goes on beyond a turn"
        elif any(place not in _places(lasting.card) for place in lasting.where):
            yield f"lasting: {title_of(lasting.card)} names a place that there is not"
    for card, who in s.face_down.items():
        if any(seat not in s.seats for seat in who):
            yield f"face_down: who knows {title_of(card) if card in ADVENTURES else card} sits at this table"
    if s.uprising is not None:
        if s.uprising.by not in s.seats:
            yield f"uprising: there is no army “{s.uprising.by}” at this table"
        elif s.uprising.card in WILD_CARDS:
            yield "uprising: a wild card names no territory"
        elif s.holders.get(TERRITORY_OF.get(s.uprising.card, "")) == s.uprising.by:
            yield "uprising: its drawer holds the territory already"


def _places(card: str) -> Collection[str]:
    """Return where a card that goes on beyond a turn may do so."""
    return {"winter-storms": TERRITORIES, "corsairs-of-umbar": ()}.get(card, BRIDGES)


def _out(s: State) -> Iterator[str]:
    if s.step in SETTING_UP:
        return
    holding = set(s.holders.values())
    for seat in s.seats:
        if (seat in s.out) == (seat in holding):
            yield (
                f"{ARMIES[seat].name} is out, and holds territories"
                if seat in s.out
                else f"{ARMIES[seat].name} holds nothing, and is not out"
            )
    for seat in s.out:
        if seat in s.armies and (s.armies[seat].cards or s.armies[seat].hand):
            yield f"{ARMIES[seat].name} is out, and holds cards"

"""Hand-written positions: a few territories by name, all others of one army, and whatever an example needs beside."""

from copy import deepcopy
from typing import Any

import rules
from rules import Game, Scripted, Source
from rules.risk.data import ARCHER, EAGLE, EVENTS, RIDER, SYMBOL_OF, TERRITORIES, WILD_CARDS
from rules.risk.state import State

RISK = rules.title("risk")
#: Territory cards by their symbols, in the order of the map.
ARCHERS, RIDERS, EAGLES = (
    tuple(card for card, symbol in SYMBOL_OF.items() if symbol == wanted) for wanted in (ARCHER, RIDER, EAGLE)
)
WILDS = WILD_CARDS


def position(
    land: dict[str, str],
    *,
    rest: str = "red",
    leaders: dict[str, list[str]] | None = None,
    cards: dict[str, list[str]] | None = None,
    hand: dict[str, list[str]] | None = None,
    played: dict[str, list[str]] | None = None,
    stocks: dict[str, int] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """Return a sound position, by default in the combat of green.

    `land` says who holds a territory, and with how many: `{"moria": "green 5"}`; all others are held by `rest` with one
    battalion each. Who holds nothing is out. A deck that is given keeps those cards; others go to the discards.
    """
    s = RISK.new_state(RISK.normalise_options(options or {}))
    s.step, s.turn, s.active, s.first = "combat", 1, "green", "green"
    for territory in TERRITORIES:
        holder, _, number = land.get(territory, rest).partition(" ")
        s.holders[territory], s.battalions[territory] = holder, int(number or 1)
    assert land.keys() <= TERRITORIES.keys(), land.keys() - TERRITORIES.keys()
    for seat, army in s.armies.items():
        army.stock = (stocks or {}).get(seat, 0)
        army.leaders = list((leaders or {}).get(seat, []))
        army.cards = sorted((cards or {}).get(seat, []))
        army.hand = sorted((hand or {}).get(seat, []))
        army.played = list((played or {}).get(seat, []))
        s.territory_deck = [x for x in s.territory_deck if x not in army.cards]
        s.adventure_deck = [x for x in s.adventure_deck if x not in (*army.hand, *army.played)]
        if seat not in s.holders.values() and seat not in more.get("out", []):
            s.out.append(seat)
    territory_deck, adventure_deck = s.territory_deck, s.adventure_deck
    for name, value in deepcopy(more).items():
        setattr(s, name, value)
    if s.uprising is not None:
        territory_deck.remove(s.uprising.card)
        adventure_deck.remove("local-uprising")
    if "territory_deck" in more:
        s.territory_discards = [x for x in territory_deck if x not in s.territory_deck]
    if "adventure_deck" in more:
        away = [x for x in adventure_deck if x not in s.adventure_deck]
        s.adventure_discards = [x for x in away if x in EVENTS]
        s.face_down = {x: [] for x in away if x not in EVENTS}
    assert RISK.faults(s) == [], RISK.faults(s)
    return s


def game(land: dict[str, str], script: list[list[Any]] | None = None, **parts: Any) -> Game[State]:
    """Begin from a position. Chance is answered by `script` alone."""
    return Game.start(RISK, {}, Scripted(script or []), position=position(land, **parts))


def new_game(source: Source, **options: Any) -> Game[State]:
    """Begin with the setup."""
    return Game.start(RISK, options, source)


def asked(play: Game[State]) -> tuple[str, str]:
    """Return the one who is asked, and what."""
    (decision,) = play.pending
    return decision.seat, decision.kind


def choices(play: Game[State]) -> list[str]:
    """Return what may be chosen from a list."""
    return list(play.pending[0].options.values)


def answer(play: Game[State], *given: Any) -> None:
    """Answer questions one after another, whoever is asked."""
    for choice in given:
        play.choose(play.pending[0].seat, choice)

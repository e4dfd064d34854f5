"""Scenes in the middle of a turn: who stands where, who holds what, and dice that are known beforehand.

A scene names only what it is about. All other territories are held by one army, with a battalion each.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import rules
from rules import Game, IllegalChoice, Scripted
from rules.core.decisions import Decision
from rules.risk.cards import UPRISING
from rules.risk.data import EVENTS, PATH, TERRITORIES
from rules.risk.state import Lasting, State, Uprising

RISK = rules.title("risk")
STOPS = {stop.territory: number for number, stop in enumerate(PATH)}
#: A hand that is full, of cards that nothing asks for in these scenes.
FOUR = ("mission-bree", "mission-erech", "mission-erebor", "mission-harlond")


def scene(
    *script: list[Any],
    green: Mapping[str, int] | None = None,
    red: Mapping[str, int] | None = None,
    black: Mapping[str, int] | None = None,
    yellow: Mapping[str, int] | None = None,
    neutral: Mapping[str, int] | None = None,
    rest: str = "red",
    turn: str = "green",
    step: str = "combat",
    at: str = "the-shire",
    leaders: Mapping[str, Sequence[str]] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    played: Mapping[str, Sequence[str]] | None = None,
    cards: Mapping[str, Sequence[str]] | None = None,
    territory_deck: Sequence[str] | None = None,
    adventure_deck: Sequence[str] | None = None,
    uprising: tuple[str, str] | None = None,
    lasting: Sequence[Lasting] = (),
    more: Mapping[str, Any] | None = None,
    **options: Any,
) -> Game[State]:
    """Begin in the middle of a turn; `script` is all that chance will say.

    Args:
        green, red, black, yellow, neutral: who stands where, and with how many.
        at: where the Fellowship is.
        hands, played: Missions and Powers. cards: Territory cards.
        territory_deck, adventure_deck: all that lies there; what is nowhere else has been discarded.
        uprising: who waits for which Territory card.
        more: any other parts of the state.
        options: those of the table.
    """
    s = RISK.new_state(RISK.normalise_options(options))
    s.step, s.turn, s.active, s.first, s.stop = step, 1, turn, turn, STOPS[at]
    s.holders = dict.fromkeys(TERRITORIES, rest)
    s.battalions = dict.fromkeys(TERRITORIES, 1)
    armies = {"green": green, "red": red, "black": black, "yellow": yellow, "neutral": neutral}
    for holder, places in armies.items():
        for territory, number in (places or {}).items():
            s.holders[territory], s.battalions[territory] = holder, number
    for seat, army in s.armies.items():
        army.stock = 0
        army.leaders = list((leaders or {}).get(seat, ()))
        army.cards = sorted((cards or {}).get(seat, ()))
        army.hand = sorted((hands or {}).get(seat, ()))
        army.played = list((played or {}).get(seat, ()))
        s.territory_deck = [card for card in s.territory_deck if card not in army.cards]
        s.adventure_deck = [card for card in s.adventure_deck if card not in (*army.hand, *army.played)]
    if uprising:
        s.uprising = Uprising(*uprising)
        s.territory_deck.remove(s.uprising.card)
        s.adventure_deck.remove(UPRISING)
    if territory_deck is not None:
        s.territory_discards = [card for card in s.territory_deck if card not in territory_deck]
        s.territory_deck = sorted(territory_deck)
    if adventure_deck is not None:
        gone = [card for card in s.adventure_deck if card not in adventure_deck]
        s.adventure_discards = [card for card in gone if card in EVENTS]
        s.face_down = {card: [] for card in gone if card not in EVENTS}
        s.adventure_deck = sorted(adventure_deck)
    s.lasting = list(lasting)
    s.out = [seat for seat in s.seats if seat not in s.holders.values()]
    for name, value in (more or {}).items():
        setattr(s, name, value)
    assert RISK.faults(s) == [], RISK.faults(s)
    return Game.start(RISK, {}, Scripted(script), position=s)


def drawing(*script: list[Any], **parts: Any) -> Game[State]:
    """Draw Adventure cards with a full hand: the scene ends with the question which card is discarded."""
    parts = {"hands": {"green": FOUR}, "green": {"fornost": 1}, "leaders": {"green": ["fornost"]}} | parts
    play = scene(*script, step="draw", more={"has_drawn": True}, **parts)
    assert asked(play) == "green discard", asked(play)
    return play


# -- asking --------------------------------------------------------------------------------------------


def question(play: Game[State]) -> Decision:
    """Return what is asked now, of one player alone."""
    (decision,) = play.pending
    return decision


def asked(play: Game[State]) -> str:
    """Return who is asked, and what: `green battle`."""
    decision = question(play)
    return f"{decision.seat} {decision.kind}"


def listed(play: Game[State]) -> list[str]:
    """Return what can be chosen from a list now."""
    return list(question(play).options.values)


def invasions(play: Game[State]) -> list[str]:
    """Return the invasions that can be declared now."""
    return [value for value in listed(play) if ">" in value]


def give(play: Game[State], *answers: Any) -> None:
    """Answer one question after another, whoever is asked."""
    for answer in answers:
        play.choose(question(play).seat, answer)


def refused(play: Game[State], answer: Any) -> tuple[str, str]:
    """Return why an answer is refused: the code and the number of the rule. Nothing changes by it."""
    with pytest.raises(IllegalChoice) as refusal:
        play.choose(question(play).seat, answer)
    return refusal.value.code, refusal.value.rule


# -- looking -------------------------------------------------------------------------------------------


def troops(play: Game[State], *territories: str) -> tuple[int, ...]:
    return tuple(play.state.battalions[territory] for territory in territories)


def holder(play: Game[State], territory: str) -> str:
    return play.state.holders[territory]


def leaders(play: Game[State], seat: str = "green") -> list[str]:
    return sorted(play.state.armies[seat].leaders)


def hand(play: Game[State], seat: str = "green") -> list[str]:
    return list(play.state.armies[seat].hand)


def played(play: Game[State], seat: str = "green") -> list[str]:
    return list(play.state.armies[seat].played)


def stop(play: Game[State]) -> str:
    """Return where the Fellowship is."""
    return PATH[play.state.stop].territory

"""Hand-written positions: the first chapter laid out, then changed as an example needs it."""

from copy import deepcopy
from typing import Any

import rules
from rules import Game, Scripted, Seeded
from rules.duel.data import CARDS, CHAPTER_CARDS, COINS, LANDMARKS, LAYOUTS
from rules.duel.state import State

DUEL = rules.title("duel")
#: A table that asks what has one answer only, too.
ASKED = {"unasked": False}


def position(
    *,
    chapter: int = 1,
    active: str = "fellowship",
    display: dict[str, str] | None = None,
    cards: dict[str, list[str]] | None = None,
    tokens: dict[str, list[str]] | None = None,
    landmarks: list[str] | None = None,
    coins: tuple[int, int] = (10, 10),
    quest: tuple[int, int] = (0, 0),
    units: dict[str, dict[str, int]] | None = None,
    fortresses: dict[str, str] | None = None,
    **more: Any,
) -> State:
    """Return a sound position.

    `display` gives the slots that are not empty (default: one card lies open). Unnamed cards of the
    chapter are discarded face up, three are set aside unseen.
    """
    s = DUEL.new_state(DUEL.normalise_options(more.pop("options", {})))
    s.chapter = chapter
    s.active = active
    for seat, owned in (cards or {}).items():
        s.sides[seat].cards = list(owned)
    owned_cards = {c for side in s.sides.values() for c in side.cards}
    display = display or open_slots(
        next(c for c in CHAPTER_CARDS[chapter] if c not in owned_cards), chapter=chapter
    )
    s.display = dict(display)
    used = owned_cards | {c for c in display.values() if c}
    for number in range(1, chapter + 1):
        rest = [c for c in CHAPTER_CARDS[number] if c not in used]
        down = sum(1 for c in display.values() if c is None) if number == chapter else 0
        s.unseen[str(number)] = sorted(rest[: 3 + down])
        s.aside[str(number)] = 3
        s.discards += rest[3 + down :]
    for seat, owned in (tokens or {}).items():
        s.sides[seat].tokens = list(owned)
        for token in owned:
            s.tokens_unseen[token.partition("-")[0]].remove(token)
    s.landmarks_up = list(landmarks or [])
    s.landmarks_unseen = [x for x in s.landmarks_unseen if x not in s.landmarks_up]
    for seat, amount in zip(("fellowship", "sauron"), coins, strict=True):
        s.sides[seat].coins = amount
    s.reserve = COINS - sum(coins)
    for seat, step in zip(("fellowship", "sauron"), quest, strict=True):
        s.sides[seat].quest = step
    for region in s.units:
        s.units[region] = {"fellowship": 0, "sauron": 0, **(units or {}).get(region, {})}
    if units is None:
        s.units["arnor"]["fellowship"] = s.units["mordor"]["sauron"] = 2
    s.fortresses = dict(fortresses or {})
    for region, seat in s.fortresses.items():
        tile = next(t for t in LANDMARKS if LANDMARKS[t].region == region)
        if tile not in s.sides[seat].landmarks:
            s.sides[seat].landmarks.append(tile)
            s.landmarks_unseen = [x for x in s.landmarks_unseen if x != tile]
            s.landmarks_up = [x for x in s.landmarks_up if x != tile]
    for name, value in deepcopy(more).items():
        setattr(s, name, value)
    assert DUEL.faults(s) == [], DUEL.faults(s)
    return s


def game(script: list[list[Any]] | None = None, **parts: Any) -> Game[State]:
    """Begin from a position; `script` answers chance first."""
    s = position(**parts)
    options = s.options
    return Game.start(DUEL, options, Scripted(script or [], then=Seeded(1)), position=s)


def open_slots(*names: str, chapter: int = 1) -> dict[str, str]:
    """Lay these cards into slots that nothing covers."""
    free = [slot.id for slot in reversed(LAYOUTS[chapter].values())]
    return dict(zip(free, names, strict=False))


def cards_of(**wanted: Any) -> list[str]:
    """Return the cards with these facts."""
    return [c for c, x in CARDS.items() if all(getattr(x, k) == v for k, v in wanted.items())]

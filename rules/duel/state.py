"""The position. It holds no card, tile or token that nobody has seen: those are drawn when they turn up."""

import msgspec

from rules.core.errors import quoted
from rules.duel.data import (
    CARDS,
    CHAPTER_CARDS,
    COINS,
    FACE_UP_LANDMARKS,
    FELLOWSHIP,
    FIRST,
    LANDMARKS,
    LAYOUTS,
    QUEST_LENGTH,
    RACES,
    REGIONS,
    SAURON,
    SEATS,
    SET_ASIDE,
    SIDES,
    TOKENS,
    TOKENS_OF,
)

#: By chapter and slot, the slots that cover it.
COVERS = {chapter: {slot: x.covered_by for slot, x in layout.items()} for chapter, layout in LAYOUTS.items()}
ENDINGS = ("quest", "races", "conquest", "regions", "shared")


class Side(msgspec.Struct):
    """One player's things. `cards`, `landmarks` and `tokens` are the play area."""

    coins: int
    quest: int = 0
    cards: list[str] = []
    landmarks: list[str] = []
    tokens: list[str] = []
    three_races_used: bool = False


class State(msgspec.Struct):
    """A position of Duel.

    Attributes:
        display: occupied slots; None for a face-down card.
        unseen: by chapter, the cards that nobody has identified (face down, or set aside).
        aside: by chapter, how many set-aside cards lie unidentified in the discard pile.
        secret_discards: set-aside cards that a player has found there, and who knows them.
        units: by region and seat. fortresses: by region, whose.
        tokens_known: by race, the tokens known to lie on top, the top first.
        extra_turn: another turn of the active player follows this one; `further_extra_turns`: how many
            more after that (only where they add up). is_extra: this turn is such a turn.
        resolving: id of the card, landmark or token, or `quest-N`, whose effect is going on.
    """

    options: dict[str, str | bool | int] = {}
    chapter: int = 0
    turn: int = 0
    active: str = FIRST
    display: dict[str, str | None] = {}
    unseen: dict[str, list[str]] = {}
    aside: dict[str, int] = {}
    discards: list[str] = []
    secret_discards: dict[str, list[str]] = {}
    sides: dict[str, Side] = {}
    reserve: int = 0
    units: dict[str, dict[str, int]] = {}
    fortresses: dict[str, str] = {}
    landmarks_up: list[str] = []
    landmarks_unseen: list[str] = []
    tokens_known: dict[str, list[str]] = {}
    tokens_unseen: dict[str, list[str]] = {}
    revealed_tokens: list[str] = []
    extra_turn: bool = False
    is_extra: bool = False
    further_extra_turns: int = 0
    resolving: str | None = None
    winners: list[str] = []
    reasons: list[str] = []


def initial_state(options: dict[str, str | bool | int]) -> State:
    """Return the setup before the first chapter is dealt (DU-2)."""
    return State(
        options=options,
        sides={seat: Side(int(SIDES[seat]["coins"])) for seat in SEATS},
        reserve=COINS - sum(int(SIDES[seat]["coins"]) for seat in SEATS),
        units={r: {seat: x.start.get(seat, 0) for seat in SEATS} for r, x in REGIONS.items()},
        landmarks_unseen=sorted(LANDMARKS),
        tokens_known={race: [] for race in RACES},
        tokens_unseen={race: list(TOKENS_OF[race]) for race in RACES},
    )


def supply(s: State, seat: str) -> int:
    """Return the Units of a side that are not on the board."""
    return int(SIDES[seat]["units"]) - sum(here[seat] for here in s.units.values())


def presence(s: State, seat: str) -> list[str]:
    """Return the regions where a side has a Unit or its Fortress (DU-10.2)."""
    return [r for r in REGIONS if s.units[r][seat] or s.fortresses.get(r) == seat]


def fortress_count(s: State, seat: str) -> int:
    """Return how many Fortresses of a side stand on the board."""
    return sum(1 for owner in s.fortresses.values() if owner == seat)


def race_symbols(s: State, seat: str) -> dict[str, int]:
    """Return how many symbols of each race a side's green cards show."""
    counts = dict.fromkeys(RACES, 0)
    for card in s.sides[seat].cards:
        race = CARDS[card].race
        if race:
            counts[race] += 1
    return counts


def support(s: State, seat: str) -> int:
    """Return the different symbols that count for the Support of the Races (DU-13.3)."""
    return sum(1 for n in race_symbols(s, seat).values() if n) + ("hobbits-eagle" in s.sides[seat].tokens)


def available(s: State) -> list[str]:
    """Return the slots whose card is covered by no other (DU-3.4)."""
    if not s.chapter:
        return []
    display = s.display
    covers = COVERS[s.chapter]
    lies_there = display.keys()
    return [slot for slot in display if lies_there.isdisjoint(covers[slot])]


def faults(s: State) -> list[str]:
    """Return what is impossible about a position (DU-16.4)."""
    return _misshapen(s) or [*_miscounted(s), *_misplaced_cards(s), *_misplaced_tiles(s), *_misplaced_end(s)]


def _misshapen(s: State) -> list[str]:
    """Return where names or keys are wrong, so that counting makes no sense."""
    problems: list[str] = []
    if set(s.sides) != set(SEATS):
        problems.append("both sides must be there")
    if s.active not in SEATS:
        problems.append(f"“{quoted(s.active)}” is no side")
    if not 0 <= s.chapter <= len(LAYOUTS):
        return [*problems, f"there is no chapter {s.chapter}"]
    problems += [f"“{quoted(r)}” is no region" for r in sorted({*s.units, *s.fortresses} - set(REGIONS))]
    problems += [f"{REGIONS[r].name} is missing" for r in REGIONS if r not in s.units]
    problems += [
        f"the Units in {quoted(r)} need a number for each side"
        for r, x in s.units.items()
        if set(x) != set(SEATS)
    ]
    if any(seat not in SEATS for seat in s.fortresses.values()):
        problems.append("a Fortress belongs to nobody")
    if set(s.tokens_known) != set(RACES) or set(s.tokens_unseen) != set(RACES):
        problems.append("every race needs its stack of alliance tokens")
    chapters = {str(n) for n in range(1, s.chapter + 1)}
    if set(s.unseen) != chapters or set(s.aside) != chapters:
        problems.append("the unseen and set-aside cards must be given for each chapter begun")
    if any(not who or not set(who) <= set(SEATS) for who in s.secret_discards.values()):
        problems.append("a secret discard must be known to a side")
    if s.chapter and not set(s.display) <= set(LAYOUTS[s.chapter]):
        problems.append("a card lies where the display has no place")
    return problems


def _miscounted(s: State) -> list[str]:
    """Return what is wrong about coins, pawns and the Quest."""
    problems: list[str] = []
    limited = bool(s.options.get("coin_limit", True))
    if (limited and s.reserve < 0) or s.reserve + sum(side.coins for side in s.sides.values()) != COINS:
        problems.append(f"the coins do not add up to {COINS}")
    for seat in SEATS:
        side = s.sides[seat]
        if supply(s, seat) < 0:
            problems.append(f"{seat} has more than {SIDES[seat]['units']} Units")
        if not 0 <= side.quest <= QUEST_LENGTH:
            problems.append(f"{seat} is outside the Quest track")
        if side.coins < 0:
            problems.append(f"{seat} has less than no coins")
    for region, here in s.units.items():
        if here[FELLOWSHIP] and here[SAURON]:
            problems.append(f"Units of both sides stand in {REGIONS[region].name}")
        if min(here.values()) < 0:
            problems.append(f"a negative number of Units stands in {REGIONS[region].name}")
    if s.further_extra_turns < 0 or (s.further_extra_turns and not s.extra_turn):
        problems.append("the extra turns do not add up")
    return problems


def _misplaced_cards(s: State) -> list[str]:
    """Return what is wrong about the 69 cards; between turns every free card lies open."""
    cards = [c for c in s.display.values() if c] + s.discards + list(s.secret_discards)
    for side in s.sides.values():
        cards += side.cards
    problems = [f"“{quoted(c)}” is no card" for c in cards if c not in CARDS]
    if problems:
        return problems
    problems += [f"{c} is in two places" for c in sorted(set(cards)) if cards.count(c) > 1]
    if any(CARDS[c].chapter > s.chapter for c in cards):
        problems.append("a card of a later chapter is in play")
    if any(CARDS[c].chapter != s.chapter for c in s.display.values() if c):
        problems.append("a card of another chapter lies in the display")
    for chapter in range(1, s.chapter + 1):
        unseen = s.unseen[str(chapter)]
        seen = [c for c in cards if CARDS[c].chapter == chapter]
        if sorted([*unseen, *seen]) != sorted(CHAPTER_CARDS[chapter]):
            problems.append(f"the cards of chapter {chapter} do not add up")
        down = sum(1 for c in s.display.values() if c is None) if chapter == s.chapter else 0
        aside = s.aside[str(chapter)]
        if not 0 <= aside <= SET_ASIDE or len(unseen) != down + aside:
            problems.append(f"the face-down cards of chapter {chapter} do not add up")
    if s.chapter and not s.winners and s.resolving is None:
        free = available(s)
        if not free:
            problems.append("the display is empty, and the chapter has not ended")
        problems += [f"the free card in {slot} lies face-down" for slot in free if s.display[slot] is None]
    return problems


def _misplaced_tiles(s: State) -> list[str]:
    """Return what is wrong about landmarks, Fortresses and alliance tokens."""
    problems: list[str] = []
    tiles = [*s.landmarks_up, *s.landmarks_unseen, *(x for side in s.sides.values() for x in side.landmarks)]
    if sorted(tiles) != sorted(LANDMARKS):
        problems.append("the seven landmarks do not add up")
    if len(s.landmarks_up) > FACE_UP_LANDMARKS:
        problems.append(f"more than {FACE_UP_LANDMARKS} landmarks are face-up")
    for region, seat in s.fortresses.items():
        if REGIONS[region].landmark not in s.sides[seat].landmarks:
            problems.append(f"the Fortress in {REGIONS[region].name} has no landmark of its owner")
    tokens = [t for side in s.sides.values() for t in side.tokens] + s.revealed_tokens
    for race in RACES:
        stack = [*s.tokens_known[race], *s.tokens_unseen[race]]
        if not set(stack) <= set(TOKENS_OF[race]):
            problems.append(f"a token that is not of the {race} lies in their stack")
        tokens += stack
    if sorted(tokens) != sorted(TOKENS):
        problems.append("the eighteen alliance tokens do not add up")
    return problems


def _misplaced_end(s: State) -> list[str]:
    """Return what is wrong about how the game is said to have ended."""
    shared = len(s.winners) > 1
    if not set(s.winners) <= set(SEATS) or len(set(s.winners)) != len(s.winners):
        return ["a winner is no side of this game"]
    if bool(s.winners) != bool(s.reasons) or not set(s.reasons) <= set(ENDINGS):
        return ["winners and reasons do not fit"]
    if s.reasons and shared != (s.reasons == ["shared"]):
        return ["winners and reasons do not fit"]
    return []

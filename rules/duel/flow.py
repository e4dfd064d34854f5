"""The sequence of play: chapters, turns, the three actions (DU-3, DU-4, DU-11, DU-12)."""

from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Refusal
from rules.core.errors import GameOver, quoted
from rules.core.forced_choices import unless_unavoidable
from rules.core.table import CHECKPOINT, Procedure, Table
from rules.duel import board, effects
from rules.duel.costs import by_chain, card_price, landmark_price
from rules.duel.data import (
    CARDS,
    CHAPTER_CARDS,
    DEALT,
    FACE_UP_LANDMARKS,
    LANDMARKS,
    LAYOUTS,
    SEATS,
    SET_ASIDE,
    other,
)
from rules.duel.state import State, available, presence


def flow(t: Table[State]) -> Procedure[None]:
    """Play on from the state: the first chapter is dealt, then turn follows turn."""
    while True:
        yield CHECKPOINT
        if t.state.winners:
            return
        if t.state.chapter == 0:
            yield from refill_landmarks(t)
            yield from deal_chapter(t)
        else:
            yield from turn(t)


# -- chapters ----------------------------------------------------------------------------------------


def deal_chapter(t: Table[State]) -> Procedure[None]:
    """Lay out the next chapter: only face-up cards are drawn now (DU-3.1, 12.2)."""
    s = t.state
    s.chapter += 1
    layout = LAYOUTS[s.chapter]
    bag = CHAPTER_CARDS[s.chapter]
    up = [slot.id for slot in layout.values() if slot.up]
    drawn: list[str] = yield Draw(f"chapter-{s.chapter}-display", bag, len(up))
    faces = dict(zip(up, drawn, strict=True))
    s.display = {slot: faces.get(slot) for slot in layout}
    s.unseen[str(s.chapter)] = sorted(set(bag) - set(drawn))
    s.aside[str(s.chapter)] = len(bag) - DEALT
    assert len(bag) - DEALT == SET_ASIDE
    t.announce("chapter-dealt", chapter=s.chapter, cards=drawn)


def refill_landmarks(t: Table[State]) -> Procedure[None]:
    """Turn up landmarks until three are face-up (DU-2.6, 12.2)."""
    s = t.state
    count = min(FACE_UP_LANDMARKS - len(s.landmarks_up), len(s.landmarks_unseen))
    if count <= 0:
        return
    drawn: list[str] = yield Draw("landmarks", tuple(sorted(s.landmarks_unseen)), count)
    s.landmarks_unseen = [x for x in s.landmarks_unseen if x not in drawn]
    s.landmarks_up += drawn
    t.announce("landmarks-turned-up", landmarks=drawn)


def end_chapter(t: Table[State]) -> Procedure[None]:
    """The display is empty: deal the next chapter, or compare regions (DU-12)."""
    s = t.state
    t.announce("chapter-ended", chapter=s.chapter)
    if s.chapter == 3:
        final_comparison(t)
    yield from refill_landmarks(t)
    yield from deal_chapter(t)


def final_comparison(t: Table[State]) -> None:
    """More regions with presence win; equal numbers share the victory (DU-13.5)."""
    s = t.state
    counts = {seat: len(presence(s, seat)) for seat in SEATS}
    s.winners = list(board.most_regions(s))
    s.reasons = ["regions"] if len(s.winners) == 1 else ["shared"]
    t.announce("game-counted", regions=counts, winners=list(s.winners))
    raise GameOver


# -- turns -------------------------------------------------------------------------------------------


def turn(t: Table[State]) -> Procedure[None]:
    """One turn of the active player (DU-4.2 to 4.6)."""
    s = t.state
    s.turn += 1
    seat = s.active
    choice: str = yield unless_unavoidable(s.options, choose_action(s))
    verb, _, id = choice.partition("-")
    if verb == "play":
        yield from play_card(t, seat, id)
    elif verb == "discard":
        discard_card(t, seat, id)
    elif verb == "take":
        yield from take_landmark(t, seat, id)
    else:
        t.announce("extra-turn-declined", seat=seat)
    s.resolving = None
    yield from end_turn(t)


def end_turn(t: Table[State]) -> Procedure[None]:
    """Turn up what is free now, end the chapter if it is, and pass the turn (DU-4.6)."""
    s = t.state
    yield from turn_up(t)
    if not s.display:
        yield from end_chapter(t)
    s.is_extra = s.extra_turn
    if not s.extra_turn:
        s.active = other(s.active)
    s.extra_turn = s.further_extra_turns > 0
    s.further_extra_turns = max(0, s.further_extra_turns - 1)
    t.announce("turn-ended", next=s.active, extra=s.is_extra)


def turn_up(t: Table[State]) -> Procedure[None]:
    """Turn up every face-down card that has become available (DU-3.5)."""
    s = t.state
    slots = [slot for slot in available(s) if s.display[slot] is None]
    if not slots:
        return
    unseen = s.unseen[str(s.chapter)]
    drawn: list[str] = yield Draw("turned-up", tuple(sorted(unseen)), len(slots))
    for slot, card in zip(slots, drawn, strict=True):
        s.display[slot] = card
        unseen.remove(card)
        t.announce("card-turned-up", slot=slot, card=card)


def choose_action(s: State) -> Decision:
    """Return the question of a turn: play or discard a card, take a landmark (DU-4.2)."""
    seat = s.active
    coins = s.sides[seat].coins
    income = discard_income(s, seat)
    values: list[str] = []
    details: dict[str, dict[str, Any]] = {}
    first = ""
    for slot in available(s):
        card = s.display[slot]
        assert card is not None
        chain = by_chain(s, seat, card)
        price = card_price(s, seat, card)
        if price <= coins:
            values.append(play := f"play-{card}")
            details[play] = {"card": card, "slot": slot, "price": price, "chain": chain}
        values.append(discard := f"discard-{card}")
        details[discard] = {"card": card, "slot": slot, "income": income}
        first = first or discard
    for landmark in s.landmarks_up:
        price = landmark_price(s, seat, landmark)
        if price <= coins:
            values.append(f"take-{landmark}")
            region = LANDMARKS[landmark].region
            details[f"take-{landmark}"] = {"landmark": landmark, "region": region, "price": price}
    if no_decline(s) is None:
        values.append("decline")
        first = "decline"
    return Decision(
        seat,
        "choose-action",
        "Take your extra turn." if s.is_extra else "Play or discard a card, or take a landmark.",
        OneOf(values, lambda v: action_label(v, details.get(v, {})), details),
        "DU-4.2",
        fallback=first,
        why_not=lambda choice: why_not(s, seat, choice),
    )


def coins_text(amount: int) -> str:
    """Return an amount of coins in words."""
    return "free" if amount == 0 else f"{amount} coin{'s' if amount > 1 else ''}"


def action_label(value: str, details: dict[str, Any]) -> str:
    """Return an action in words, with what it costs or brings."""
    verb, _, id = value.partition("-")
    if verb == "play":
        how = "free by chain" if details.get("chain") else coins_text(details.get("price", 0))
        return f"Play {CARDS[id].label} ({how})"
    if verb == "discard":
        return f"Discard {CARDS[id].label} for {coins_text(details.get('income', 0))}"
    if verb == "take":
        return f"Take {LANDMARKS[id].name} ({coins_text(details.get('price', 0))})"
    return "Decline the extra turn"


def why_not(s: State, seat: str, choice: Any) -> Refusal:
    """Explain why an action is not possible, from what the seat can see (DU-3.4, 5.7, 7.1)."""
    verb, _, id = choice.partition("-") if isinstance(choice, str) else ("", "", "")
    if verb in ("play", "discard") and id in CARDS:
        slot = next((x for x, card in s.display.items() if card == id), None)
        if slot is None:
            return "not-on-display", f"“{CARDS[id].label}” does not lie open in the display.", "DU-3.4"
        if slot not in available(s):
            return "covered", f"“{CARDS[id].label}” is still covered by other cards.", "DU-3.4"
        return too_dear(s, seat, card_price(s, seat, id), f"“{CARDS[id].label}”") if verb == "play" else None
    if verb == "take" and id in LANDMARKS:
        name = LANDMARKS[id].name
        if id not in s.landmarks_up:
            return "not-face-up", f"{name} is not face-up.", "DU-7.1"
        return too_dear(s, seat, landmark_price(s, seat, id), name)
    if verb in ("play", "discard") and id:
        return "no-such-card", f"There is no card “{quoted(id)}”.", "DU-4.2"
    if verb == "take" and id:
        return "no-such-landmark", f"There is no landmark “{quoted(id)}”.", "DU-7.1"
    return no_decline(s) if choice == "decline" else None


def too_dear(s: State, seat: str, price: int, name: str) -> Refusal:
    """Return why a side does not get something, called `name`, for a price; None if it does (DU-5.7)."""
    short = price - s.sides[seat].coins
    return (
        ("cannot-afford", f"You are {coins_text(short)} short for {name}.", "DU-5.7") if short > 0 else None
    )


def no_decline(s: State) -> Refusal:
    """Return why this turn cannot be declined (DU-11.4)."""
    if not s.is_extra:
        return "no-extra-turn", "Only an extra turn can be declined.", "DU-11.4"
    if not s.options.get("decline_extra_turn", True):
        return "must-act", "At this table an extra turn must be used.", "DU-11.4"
    return None


def discard_income(s: State, seat: str) -> int:
    """Return what discarding a card brings now (DU-4.4)."""
    return s.chapter * (2 if "humans-double-discard" in s.sides[seat].tokens else 1)


# -- the three actions -------------------------------------------------------------------------------


def _take_from_display(s: State, card: str) -> str:
    slot = next(x for x, there in s.display.items() if there == card)
    del s.display[slot]
    return slot


def play_card(t: Table[State], seat: str, card: str) -> Procedure[None]:
    """Pay for a card of the display and play it (DU-4.3)."""
    s = t.state
    chained = by_chain(s, seat, card)
    price = card_price(s, seat, card)
    board.pay(t, seat, price)
    slot = _take_from_display(s, card)
    s.sides[seat].cards.append(card)
    t.announce("card-played", seat=seat, card=card, slot=slot, price=price, chain=chained)
    yield from effects.resolve_card(t, seat, card, chained=chained)


def discard_card(t: Table[State], seat: str, card: str) -> None:
    """Discard a card of the display for coins (DU-4.4)."""
    s = t.state
    slot = _take_from_display(s, card)
    s.discards.append(card)
    t.announce("card-discarded", seat=seat, card=card, slot=slot)
    board.gain_coins(t, seat, discard_income(s, seat), "discard")


def take_landmark(t: Table[State], seat: str, landmark: str) -> Procedure[None]:
    """Pay for a landmark, build its Fortress, resolve its effects (DU-7.3)."""
    s = t.state
    tokens = tuple(s.sides[seat].tokens)
    price = landmark_price(s, seat, landmark)
    board.pay(t, seat, price)
    s.landmarks_up.remove(landmark)
    s.sides[seat].landmarks.append(landmark)
    s.resolving = landmark
    t.announce("landmark-taken", seat=seat, landmark=landmark, price=price)
    board.place_fortress(t, seat, LANDMARKS[landmark].region)
    for effect in LANDMARKS[landmark].effects:
        yield from effects.resolve(t, seat, effect)
    if "dwarves-landmark-extra-turn" in tokens:
        board.grant_extra_turn(t, "dwarves-landmark-extra-turn")

"""Step 2: declaring invasions, and what a defender answers (RK-7.1 to RK-7.5)."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.decisions import Amount, Decision, OneOf, Refusal
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.risk.battles import Attack, Invasion, ask_attack, fight, move
from rules.risk.cards import (
    AMBUSH,
    AMBUSHERS,
    BREAKERS,
    COURAGE,
    GRIMA,
    SAILS,
    TURNCOATS,
    WAY,
    WITHDRAWAL,
    claim_mission,
    claims,
    lay,
    who_may_answer,
    window,
)
from rules.risk.data import (
    ALONG_MOUNTAINS,
    EDGES,
    NEIGHBOURS,
    NEUTRAL,
    TERRITORIES,
    title_of,
)
from rules.risk.state import (
    State,
    are_allied,
    closed_territories,
    has_leader,
    invasions,
    may_cross,
    may_lead,
    seaborne,
)

TOLL = "corsairs-of-umbar"
COURAGEOUS = 4
SEA_TOLL = 3
#: What a defender may answer a declaration with (RK-7.5).
DEFENDING = (COURAGE, WITHDRAWAL)


def combat(t: Table[State]) -> Procedure[None]:
    """Declare an invasion, with the cards that go with it, or end combat (RK-7.1, RK-7.4)."""
    s = t.state
    seat = s.active
    cards: list[str] = []
    while True:
        found = possible_invasions(s, cards)
        options = {
            f"{a}>{b}": f"{TERRITORIES[a].name} against {TERRITORIES[b].name} "
            f"({s.battalions[a]} against {s.battalions[b]})"
            for a, b in found
        }
        options |= {f"with:{card}": f"Invade with {title_of(card)}" for card in further_cards(s, cards)}
        if not cards:
            options |= claims(s)
        choice: str | None = yield Decision(
            seat,
            "combat",
            f"Name the invasion ({' and '.join(map(title_of, cards))})."
            if cards
            else "Invade a territory, or end combat.",
            OneOf(tuple(options), options),
            "RK-7.4" if cards else "RK-7.1",
            may_pass=True,
            pass_label="Keep the cards" if cards else "End combat",
            fallback=None,
            context={"cards": list(cards)},
            why_not=refusing(s, tuple(cards)),
        )
        if choice is None and cards:
            cards = []
        elif choice is None:
            s.step = "fortify"
            return
        elif choice.startswith("with:"):
            cards.append(choice.partition(":")[2])
        elif choice.startswith("claim:"):
            yield from claim_mission(t, choice.partition(":")[2])
            return
        else:
            origin, _, target = choice.partition(">")
            yield from invade(t, origin, target, cards)
            return


def possible_invasions(s: State, cards: Sequence[str]) -> list[tuple[str, str]]:
    """Return every invasion that may be declared with these cards, all of which change it (RK-7.2, RK-7.4)."""
    mountains = any(card.startswith(WAY) for card in cards)
    found = invasions(s, s.active, spare=fewest(cards), mountains=mountains)
    return [ways for ways in found if all(_has_effect(s, *ways, card, cards) for card in cards)]


def fewest(cards: Sequence[str]) -> int:
    """Return how many battalions an origin needs before the cards that are played with an invasion (RK-7.2)."""
    return 1 if any(card == AMBUSH or card.startswith(GRIMA) for card in cards) else 2


def further_cards(s: State, cards: Sequence[str]) -> list[str]:
    """Return the Powers that may be added to an invasion with `cards`, where there is one to add them to."""
    found = []
    for card in s.armies[s.active].hand:
        is_power = card in (AMBUSH, SAILS, *BREAKERS) or card.startswith((GRIMA, WAY))
        if is_power and card not in cards and possible_invasions(s, (*cards, card)):
            found.append(card)
    return found


def _has_effect(s: State, origin: str, target: str, card: str, cards: Sequence[str]) -> bool:
    """Return whether a Power does something for an invasion, beside the others (RK-12.2, RK-12.12 to RK-12.15)."""
    if card.startswith(GRIMA):
        copies = sum(other.startswith(GRIMA) for other in cards)
        return s.battalions[target] > (1 if copies == 1 else TURNCOATS + 1)
    if card.startswith(WAY):
        leads = may_lead(s, s.active, origin)
        has_a_way = may_cross(s, origin, target, with_leader=leads)
        return not has_a_way and sum(other.startswith(WAY) for other in cards) == 1
    if card in BREAKERS:
        return bool(TERRITORIES[target].stronghold) and not all(other in cards for other in BREAKERS)
    return card == AMBUSH or (card == SAILS and seaborne(origin, target))


def refusing(s: State, cards: Sequence[str]) -> Callable[[object], Refusal]:
    """Return what says why an invasion with these cards is not possible; it tells nothing of the position by itself."""
    return lambda choice: refusal(s, cards, choice)


def refusal(s: State, cards: Sequence[str], choice: object) -> Refusal:
    """Return why an invasion with these cards is not possible, None if it is (RK-7.2, RK-12.2)."""
    if not isinstance(choice, str):
        return None
    origin, arrow, target = choice.partition(">")
    if not arrow or origin not in TERRITORIES or target not in TERRITORIES:
        return None
    a, b = TERRITORIES[origin].name, TERRITORIES[target].name
    if s.holders[origin] != s.active:
        return "not-yours", f"{a} is not yours.", "RK-7.2"
    if s.holders[target] == s.active:
        return "no-enemy", f"{b} is yours.", "RK-3.2"
    if are_allied(s, s.active, s.holders[target]):
        return "no-enemy", f"{b} is not held by anybody whom you may invade.", "RK-3.2"
    if any(card.startswith(WAY) for card in cards):
        if target not in ALONG_MOUNTAINS[origin]:
            return "not-along", f"No mountains run from {a} to {b}.", "RK-7.4"
    elif (origin, target) not in EDGES:
        return "not-adjacent", f"{b} is not adjacent to {a}.", "RK-1.6"
    elif not may_cross(s, origin, target, with_leader=may_lead(s, s.active, origin)):
        return "closed-bridge", f"The bridge from {a} to {b} is crossed only with a Leader now.", "RK-12.14"
    if s.battalions[origin] < fewest(cards):
        return "too-few", f"Only one battalion stands in {a}: two are needed to invade.", "RK-7.2"
    for card in cards:
        if not _has_effect(s, origin, target, card, cards):
            return "no-effect", f"{title_of(card)} has no effect on an invasion of {b} from {a}.", "RK-12.2"
    if closed_territories(s) & {origin, target}:
        return "closed", f"Winter storms close {a} or {b} to invasions.", "RK-12.7"
    return None


# -- declaring -----------------------------------------------------------------------------------------


def invade(t: Table[State], origin: str, target: str, cards: Sequence[str]) -> Procedure[None]:
    """Declare an invasion with the cards that go with it, hear the defender, and fight (RK-7.4 to RK-7.9)."""
    s = t.state
    seat = s.active
    now = Invasion(seat, origin, target, s.holders[target], by_sea=seaborne(origin, target))
    t.announce("invasion", seat=seat, origin=origin, target=target, defender=now.defender)
    for card in cards:
        yield from _accompany(t, now, card, cards)
    if now.by_sea and any(x.card == TOLL for x in s.lasting):
        paid = min(SEA_TOLL, s.battalions[origin] - 1)
        s.battalions[origin] -= paid
        t.announce("toll-paid", territory=origin, holder=seat, number=paid)
        if s.battalions[origin] < 2:
            t.announce("invasion-ended", origin=origin, target=target)
            return
    attack: Attack | None = None
    if now.defender != NEUTRAL and who_may_answer(s, (now.defender,), DEFENDING):
        attack = yield from ask_attack(t, now, may_wait=True)
        yield from _hear_defender(t, now)
    yield from fight(t, now, attack)


def _accompany(t: Table[State], now: Invasion, card: str, cards: Sequence[str]) -> Procedure[None]:
    s = t.state
    lay(t, now.seat, card)
    if card == AMBUSH:
        s.battalions[now.origin] += AMBUSHERS
        t.announce("gained", territory=now.origin, holder=now.seat, number=AMBUSHERS, why=card)
    elif card == SAILS:
        now.bonus += 1
    elif card in BREAKERS:
        now.walls = False
    elif card.startswith(GRIMA):
        most = min(TURNCOATS, s.battalions[now.target] - 1)
        least = 0 if s.battalions[now.origin] > 1 or AMBUSH in cards else 1
        question = Decision(
            now.seat, "turncoats", "How many change sides?", Amount(least, most), "RK-12.12", fallback=most
        )
        number: int = yield question
        s.battalions[now.target] -= number
        s.battalions[now.origin] += number
        if number:
            t.announce("changed-sides", origin=now.target, target=now.origin, seat=now.seat, number=number)


def _hear_defender(t: Table[State], now: Invasion) -> Procedure[None]:
    """Let the defender answer a declaration with Powers (RK-7.5)."""
    s = t.state

    def context() -> dict[str, Any]:
        return {
            "target": now.target,
            "origin": now.origin,
            "attackers": s.battalions[now.origin] - 1,
            "battalions": s.battalions[now.target],
            "stronghold": bool(TERRITORIES[now.target].stronghold),
        }

    def playable(seat: str) -> dict[str, str]:
        hand, found = s.armies[seat].hand, {}
        if COURAGE in hand:
            found[COURAGE] = f"{title_of(COURAGE)}: {COURAGEOUS} more battalions"
        if WITHDRAWAL in hand and s.battalions[now.target] > 1:
            for there in refuges(s, now):
                found[f"{WITHDRAWAL}>{there}"] = f"{title_of(WITHDRAWAL)} to {TERRITORIES[there].name}"
        return found

    def play(seat: str, choice: str) -> Procedure[bool]:
        card, _, there = choice.partition(">")
        lay(t, seat, card)
        if card == COURAGE:
            s.battalions[now.target] += COURAGEOUS
            t.announce("gained", territory=now.target, holder=seat, number=COURAGEOUS, why=card)
        else:
            yield from withdraw(t, now, there)
        return False

    yield from window(
        t,
        "defend",
        lambda: (
            f"{TERRITORIES[now.target].name} is invaded from {TERRITORIES[now.origin].name}. Play a card?"
        ),
        "RK-7.5",
        (now.defender,),
        DEFENDING,
        playable,
        play,
        context,
    )


def refuges(s: State, now: Invasion) -> list[str]:
    """Return where defenders may withdraw to: over a closed bridge only if their Leader can go along (RK-12.17)."""
    return [
        there
        for there in NEIGHBOURS[now.target]
        if s.holders[there] == now.defender
        and may_cross(s, now.target, there, with_leader=can_lead_away(s, now, there))
    ]


def can_lead_away(s: State, now: Invasion, there: str) -> bool:
    """Return whether a Leader of the defenders is with them and may go there: the other one is not (RK-12.17)."""
    return has_leader(s, now.defender, now.target) and not has_leader(s, now.defender, there)


def withdraw(t: Table[State], now: Invasion, there: str) -> Procedure[None]:
    """Move defenders away, with their Leader if he may go, or has to (RK-12.17)."""
    s = t.state
    seat, most = now.defender, s.battalions[now.target] - 1
    waits = bool(s.options["interactive_windows"])
    context = {
        "target": now.target,
        "origin": now.origin,
        "to": there,
        "attackers": s.battalions[now.origin] - 1,
        "battalions": s.battalions[now.target],
    }
    question = Decision(
        seat,
        "withdraw",
        "How many battalions withdraw?",
        Amount(1, most),
        "RK-12.17",
        weight="light",
        fallback=most,
        context=context,
        standing=True,
        waits=waits,
    )
    number: int = yield unless_settled(question)
    goes = not may_cross(s, now.target, there, with_leader=False)
    if not goes and can_lead_away(s, now, there):
        labels = {"goes": "The Leader withdraws too", "stays": "The Leader stays"}
        goes = (
            yield Decision(
                seat,
                "withdraw-leader",
                "Does the Leader withdraw?",
                OneOf(tuple(labels), labels),
                "RK-12.17",
                weight="light",
                fallback="goes",
                context=context | {"battalions": number},
                standing=True,
                waits=waits,
            )
        ) == "goes"
    move(t, seat, now.target, there, number, leader=goes)

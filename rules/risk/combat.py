"""Step 2: invasions, battles, conquest, elimination (RK-7 to RK-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rules.core.chance import Dice
from rules.core.decisions import Amount, Decision, OneOf, Refusal, unless_settled
from rules.core.table import Procedure, Table
from rules.risk.cards import (
    AMBUSH,
    AMBUSHERS,
    BREAKERS,
    COURAGE,
    GRIMA,
    SAILS,
    STORMS,
    TURNCOATS,
    WAY,
    WITHDRAWAL,
    claim_mission,
    claims,
    discard_hand,
    lay,
    place,
    rise,
    who_may_answer,
    window,
)
from rules.risk.data import (
    ALONG_MOUNTAINS,
    ATTACK_DICE,
    DEFENCE_DICE,
    EDGES,
    NEIGHBOURS,
    NEUTRAL,
    TERRITORIES,
    TERRITORY_HAND,
    title_of,
)
from rules.risk.ending import end_by_conquest, is_out
from rules.risk.odds import losses
from rules.risk.reinforcement import trade
from rules.risk.state import (
    State,
    are_allied,
    has_leader,
    held,
    invasions,
    is_closed_bridge,
    may_lead,
    seaborne,
)

TOLL = "corsairs-of-umbar"
COURAGEOUS = 4
SEA_TOLL = 3
#: What a defender may answer a declaration with (RK-7.5).
DEFENDING = (COURAGE, WITHDRAWAL)
#: Answers that let a whole fight follow: to the end, or while the attackers are more.
ASSAULT, WHILE_MORE = "assault", "while-more"


class Invasion(msgspec.Struct):
    """All battles from one territory against another (RK-1.7)."""

    seat: str
    origin: str
    target: str
    defender: str
    by_sea: bool = False
    bonus: int = 0
    walls: bool = True
    battles: int = 0


class Attack(msgspec.Struct, frozen=True):
    """What an attacker has said of battles to come: one with so many `dice`, or, without, one after another.

    These go on until `stop_at` battalions are left in the origin, with `while_more` only while they are more than the
    enemies. `leave` battalions stay behind after a conquest, as far as may be; 0 is asked then.
    """

    dice: int = 0
    while_more: bool = False
    stop_at: int = 1
    leave: int = 0


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
        has_a_way = (origin, target) in EDGES and not is_shut(s, origin, target)
        return not has_a_way and sum(other.startswith(WAY) for other in cards) == 1
    if card in BREAKERS:
        return bool(TERRITORIES[target].stronghold) and not all(other in cards for other in BREAKERS)
    return card == AMBUSH or (card == SAILS and seaborne(origin, target))


def is_shut(s: State, origin: str, target: str) -> bool:
    """Return whether an invasion would have to cross a closed bridge without a Leader (RK-12.14)."""
    return is_closed_bridge(s, origin, target) and not may_lead(s, s.active, origin)


def refusing(s: State, cards: Sequence[str]) -> Callable[[object], Refusal]:
    """Return what says why an invasion with these cards is not possible; it tells nothing of the position by itself."""
    return lambda choice: refusal(s, cards, choice)


def refusal(s: State, cards: Sequence[str], choice: object) -> Refusal:
    """Return why an invasion is not possible, with the cards that are played with it (RK-7.2, RK-12.2)."""
    if not isinstance(choice, str):
        return None
    origin, arrow, target = choice.partition(">")
    if not arrow or origin not in TERRITORIES or target not in TERRITORIES:
        return None
    a, b = TERRITORIES[origin].name, TERRITORIES[target].name
    if s.holders[origin] != s.active:
        return "not-yours", f"{a} is not yours.", "RK-7.2"
    if are_allied(s, s.active, s.holders[target]):
        return "no-enemy", f"{b} is not held by anybody whom you may invade.", "RK-3.2"
    if any(card.startswith(WAY) for card in cards):
        if target not in ALONG_MOUNTAINS[origin]:
            return "not-along", f"No mountains run from {a} to {b}.", "RK-7.4"
    elif (origin, target) not in EDGES:
        return "not-adjacent", f"{b} is not adjacent to {a}.", "RK-1.6"
    elif is_shut(s, origin, target):
        return "closed-bridge", f"The bridge from {a} to {b} is crossed only with a Leader now.", "RK-12.14"
    if s.battalions[origin] < fewest(cards):
        return "too-few", f"Only one battalion stands in {a}: two are needed to invade.", "RK-7.2"
    for card in cards:
        if not _has_effect(s, origin, target, card, cards):
            return "no-effect", f"{title_of(card)} has no effect on an invasion of {b} from {a}.", "RK-12.2"
    return "closed", f"Winter storms close {a} or {b} to invasions.", "RK-12.7"


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
            for there in NEIGHBOURS[now.target]:
                if s.holders[there] == seat:
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


def withdraw(t: Table[State], now: Invasion, there: str) -> Procedure[None]:
    """Move defenders away, with their Leader if he may go (RK-12.17)."""
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
    goes = False
    if has_leader(s, seat, now.target) and not has_leader(s, seat, there):
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


def move(t: Table[State], seat: str, origin: str, target: str, number: int, *, leader: bool) -> None:
    """Move battalions between two territories of a player, with a Leader or without."""
    s = t.state
    s.battalions[origin] -= number
    s.battalions[target] += number
    if leader:
        leaders = s.armies[seat].leaders
        leaders[leaders.index(origin)] = target
    t.announce("moved", seat=seat, origin=origin, target=target, number=number, leader=leader)


# -- fighting ------------------------------------------------------------------------------------------


def fight(t: Table[State], now: Invasion, attack: Attack | None) -> Procedure[None]:
    """Battle after battle, until the target is conquered or the attacker stops (RK-7.6 to RK-7.9).

    Args:
        attack: what the attacker has said beforehand, if anything.
    """
    s = t.state
    while s.battalions[now.origin] > 1:
        attack = attack or (yield from ask_attack(t, now))
        if attack is None:
            break
        while goes_on(s, now, attack):
            committed = min(attack.dice or ATTACK_DICE, s.battalions[now.origin] - 1)
            now.battles += 1
            yield from battle(t, now, committed)
            if not s.battalions[now.target]:
                yield from conquer(t, now, committed, attack.leave)
                return
            if attack.dice:
                break
        attack = None
    t.announce("invasion-ended", origin=now.origin, target=now.target)


def goes_on(s: State, now: Invasion, attack: Attack) -> bool:
    """Return whether another battle is fought as the attacker has said (RK-22)."""
    enough = s.battalions[now.target] if attack.while_more else 0
    return s.battalions[now.origin] > max(attack.stop_at, enough)


def ask_attack(t: Table[State], now: Invasion, *, may_wait: bool = False) -> Procedure[Attack | None]:
    """Ask how the attacker fights on; None: not at all, or, before a card of the defender, not yet (RK-7.6, RK-7.9).

    An attacker may say it before the defender speaks, so that the invasion needs no second visit.
    """
    s = t.state
    while True:
        own, enemy = s.battalions[now.origin], s.battalions[now.target]
        missions = claims(s)
        most = min(ATTACK_DICE, own - 1)
        labels = {str(n): "Roll 1 die" if n == 1 else f"Roll {n} dice" for n in range(most, 0, -1)}
        labels[ASSAULT] = "Fight on until it is conquered, or too few are left"
        if own > enemy:
            labels[WHILE_MORE] = "Fight on while we outnumber them"
        choice: str | None = yield Decision(
            now.seat,
            "battle",
            f"{TERRITORIES[now.origin].name} against {TERRITORIES[now.target].name}: {own} against {enemy}.",
            OneOf([*labels, *missions], labels | missions),
            "RK-7.9" if now.battles else "RK-7.6",
            may_pass=may_wait or now.battles > 0,
            pass_label="Wait for their answer" if may_wait else "Stop this invasion",
            fallback=None if may_wait or now.battles else str(most),
            context=_context(s, now) | {"battles": now.battles},
        )
        if choice is None:
            return None
        if choice.startswith("claim:"):
            yield from claim_mission(t, choice.partition(":")[2])
        elif choice in (ASSAULT, WHILE_MORE):
            return (yield from _plan(s, now, while_more=choice == WHILE_MORE))
        else:
            return Attack(dice=int(choice))


def _plan(s: State, now: Invasion, *, while_more: bool) -> Procedure[Attack]:
    """Ask before the first dice how few are too few, and how many stay behind after a conquest (RK-9.3, RK-22)."""
    own, name = s.battalions[now.origin], TERRITORIES[now.origin].name
    stop_at = 1
    if not while_more:
        question = Decision(
            now.seat,
            "stop-at",
            f"With how many left in {name} do you stop?",
            Amount(1, own - 1),
            "RK-22",
            weight="light",
            fallback=1,
            context=_context(s, now),
        )
        stop_at = yield unless_settled(question)
    question = Decision(
        now.seat,
        "leave",
        f"How many stay behind in {name} if {TERRITORIES[now.target].name} is conquered?",
        Amount(1, own - 1),
        "RK-9.3",
        weight="light",
        fallback=1,
        context=_context(s, now),
    )
    leave: int = yield unless_settled(question)
    return Attack(0, while_more, stop_at, leave)


def _context(s: State, now: Invasion) -> dict[str, Any]:
    """Return what an attacker looks at: both territories, and how many stand there."""
    attack_bonus, defence_bonus = bonuses(s, now)
    return {
        "origin": now.origin,
        "target": now.target,
        "own": s.battalions[now.origin],
        "enemy": s.battalions[now.target],
        "attack_bonus": attack_bonus,
        "defence_bonus": defence_bonus,
    }


def bonuses(s: State, now: Invasion) -> tuple[int, int]:
    """Return what the highest die of the attacker, and that of the defender, counts more (RK-7.7)."""
    walls = now.walls and bool(TERRITORIES[now.target].stronghold)
    return now.bonus + has_leader(s, now.seat, now.origin), has_leader(s, now.defender, now.target) + walls


def battle(t: Table[State], now: Invasion, committed: int) -> Procedure[None]:
    """One exchange of dice (RK-7.6 to RK-7.8)."""
    s = t.state
    if now.by_sea and now.defender != NEUTRAL and (yield from _storm(t, now, committed)):
        s.battalions[now.origin] -= committed
        t.announce("drowned", seat=now.seat, territory=now.origin, number=committed)
        return
    defence = min(DEFENCE_DICE, s.battalions[now.target])
    if s.options["choose_defence_dice"] and now.defender != NEUTRAL and defence > 1:
        labels = {"2": "2 dice", "1": "1 die"}
        defence = int(
            (
                yield Decision(
                    now.defender,
                    "defence-dice",
                    f"{TERRITORIES[now.target].name} is attacked with {committed}. How many dice do you roll?",
                    OneOf(tuple(labels), labels),
                    "RK-7.6",
                    weight="light",
                    fallback="2",
                    context={
                        "target": now.target,
                        "attackers": committed,
                        "battalions": s.battalions[now.target],
                    },
                    standing=True,
                    waits=bool(s.options["interactive_windows"]),
                )
            )
        )
    attack_faces: list[int] = yield Dice("attack", committed)
    defence_faces: list[int] = yield Dice("defence", defence)
    attack = sorted(attack_faces, reverse=True)
    defend = sorted(defence_faces, reverse=True)
    attack_bonus, defence_bonus = bonuses(s, now)
    attacker_loses, defender_loses = losses(attack, defend, attack_bonus, defence_bonus)
    s.battalions[now.origin] -= attacker_loses
    s.battalions[now.target] -= defender_loses
    t.announce(
        "battle",
        seat=now.seat,
        defender=now.defender,
        origin=now.origin,
        target=now.target,
        attack=attack,
        defence=defend,
        attack_bonus=attack_bonus,
        defence_bonus=defence_bonus,
        losses=[attacker_loses, defender_loses],
    )


def _storm(t: Table[State], now: Invasion, committed: int) -> Procedure[bool]:
    """Let the defender answer a battle at sea with Violent Storms (RK-7.6)."""
    s = t.state
    blown: list[str] = []

    def play(seat: str, card: str) -> Procedure[bool]:
        lay(t, seat, card)
        blown.append(card)
        return True
        yield

    yield from window(
        t,
        "storms",
        lambda: f"{TERRITORIES[now.target].name} is attacked by sea with {committed}. Play a card?",
        "RK-7.6",
        (now.defender,),
        (STORMS,),
        lambda seat: {STORMS: f"{title_of(STORMS)}: they drown"} if STORMS in s.armies[seat].hand else {},
        play,
        lambda: {"target": now.target, "origin": now.origin, "attackers": committed},
    )
    return bool(blown)


# -- conquest ------------------------------------------------------------------------------------------


def conquer(t: Table[State], now: Invasion, committed: int, leave: int = 0) -> Procedure[None]:
    """Move into a territory whose last defender has fallen (RK-8.3, RK-9, RK-10).

    Args:
        committed: the battalions of the last battle, which move in.
        leave: how many stay behind, as far as may be; 0 asks the attacker.
    """
    s = t.state
    if has_leader(s, now.defender, now.target):
        s.armies[now.defender].leaders.remove(now.target)
        t.announce("leader-lost", seat=now.defender, territory=now.target)
    leads = may_lead(s, now.seat, now.origin)
    s.holders[now.target] = now.seat
    s.conquered = True
    if leads and (TERRITORIES[now.target].site or s.options["adventure_draw"] == "any-leader-conquest"):
        s.site_conquered = True
    t.announce("conquered", seat=now.seat, target=now.target, defender=now.defender)
    most = s.battalions[now.origin] - 1
    entering = max(committed, most + 1 - leave) if leave else committed
    move(t, now.seat, now.origin, now.target, entering, leader=leads)
    rise(t)
    if is_out(s, now.defender):
        eliminate(t, now.defender, now.seat)
    if not leave:
        question = Decision(
            now.seat,
            "advance",
            f"{TERRITORIES[now.target].name} is conquered. How many battalions move in?",
            Amount(committed, most),
            "RK-9.1",
            fallback=most,
            context={"origin": now.origin, "target": now.target},
        )
        number: int = yield unless_settled(question)
        if number > committed:
            move(t, now.seat, now.origin, now.target, number - committed, leader=False)
    if len(s.armies[now.seat].cards) > TERRITORY_HAND:
        brought = yield from trade(t, keeps=TERRITORY_HAND - 1, may_go_on=False)
        yield from place(t, held(s, now.seat), brought, "RK-10.3", first=now.origin)


def eliminate(t: Table[State], seat: str, conqueror: str) -> None:
    """Put out a player who has lost the last territory; the conqueror takes the Territory cards (RK-10.1, RK-10.2)."""
    s = t.state
    army = s.armies[seat]
    s.out.append(seat)
    taken, army.cards = army.cards, []
    heir = s.armies[conqueror]
    heir.cards = sorted((*heir.cards, *taken))
    discard_hand(t, seat)
    t.announce("eliminated", seat=seat, by=conqueror, cards=len(taken))
    if taken:
        t.reveal()
        t.whisper((conqueror, seat), "cards-taken", seat=conqueror, cards=taken)
    end_by_conquest(t)

"""Battles: dice, conquest, elimination (RK-7.6 to RK-10)."""

from typing import Any

import msgspec

from rules.core.chance import Dice
from rules.core.decisions import Amount, Decision, OneOf
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.risk.cards import (
    STORMS,
    claim_mission,
    claims,
    closing,
    discard_hand,
    place,
    rise,
    window,
)
from rules.risk.data import (
    ATTACK_DICE,
    DEFENCE_DICE,
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
    has_leader,
    held,
    may_lead,
)

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
    """An attacker's words on battles to come: one with so many `dice`, or, without, one after another.

    These go on until `stop_at` battalions are left in the origin, with `while_more` only while they are more than the
    enemies. `leave` battalions stay behind after a conquest, as far as may be; 0 is asked then.
    """

    dice: int = 0
    while_more: bool = False
    stop_at: int = 1
    leave: int = 0


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
        labels = {ASSAULT: "Fight on until it is conquered, or too few are left"}
        if own > enemy:
            labels[WHILE_MORE] = "Fight on while we outnumber them"
        labels |= {str(n): "Roll 1 die" if n == 1 else f"Roll {n} dice" for n in range(most, 0, -1)}
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
    name, target = TERRITORIES[now.origin].name, TERRITORIES[now.target].name

    def number(kind: str, prompt: str, why: str) -> Decision | Settled:
        amount = Amount(1, s.battalions[now.origin] - 1)
        return unless_settled(
            Decision(
                now.seat, kind, prompt, amount, why, weight="light", fallback=1, context=_context(s, now)
            )
        )

    stop_at = 1
    if not while_more:
        stop_at = yield number("stop-at", f"With how many left in {name} do you stop?", "RK-22")
    leave: int = yield number("leave", f"How many stay behind in {name} if {target} is conquered?", "RK-9.3")
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
    yield from window(
        t,
        "storms",
        lambda: f"{TERRITORIES[now.target].name} is attacked by sea with {committed}. Play a card?",
        "RK-7.6",
        (now.defender,),
        (STORMS,),
        lambda seat: {STORMS: f"{title_of(STORMS)}: they drown"} if STORMS in s.armies[seat].hand else {},
        closing(t, blown),
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

"""Keeper dice and Lesser Minion dice: when they are rolled, which one is kept, when they are lost (LM-3, LM-6)."""

from collections.abc import Callable
from typing import Any

from rules.core.decisions import Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, FORMS, FP, SH, SIDES, Side
from rules.war_of_the_ring.position.moments import RECOVER, ROLL_DONE, Fallen, Roll
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import State, in_play, place_of
from rules.war_of_the_ring.sets.lords.state import SET, lords

T = Table[Any]
KINDS = tuple(kind for kind in DICE.values() if kind.set == SET)
NARYA = "narya"
BLACK_CAPTAIN = "witch-king"


# -- phase 1 -----------------------------------------------------------------------------------------


def _stays_lost_with(s: State, person: str | None) -> bool:
    """Whether the one whose coming costs starred dice is on the map, in whatever form (LM-3.1)."""
    return person is not None and any(place_of(s, form) for form in FORMS.get(person, (person,)))


def _lose(t: T, kind: str, why: str) -> None:
    lords(t.state).lost.append(kind)
    t.announce("die-lost", die=kind, why=why)


@RECOVER.reaction(10, lambda s, about: True)
def recover(t: T, about: None) -> Procedure[None]:
    """Stars, owners, and the dice that are rolled this turn; before anything is recovered (LM-3.1 to 3.5)."""
    s = t.state
    part = lords(s)
    for side in part.starred:
        kind = dice.split(part.kept[side])[0]
        if kind not in part.lost and _stays_lost_with(s, DICE[kind].leaves_with):
            _lose(t, kind, "star")
    for one in KINDS:
        assert one.owner is not None
        gone = one.owner in s.eliminated
        yields = one.yields_to is not None and place_of(s, one.yields_to) is not None
        if one.id not in part.lost and (gone or yields):
            _lose(t, one.id, "owner" if gone else "yields")
    part.pool = [one.id for one in KINDS if _is_rolled(s, one.id)]
    part.rolled, part.kept, part.starred, part.despair = {}, {}, [], {}
    part.sorcery_used = part.token_used = part.power_used = False
    yield from ()


def _is_recovered(s: State, kind: str) -> bool:
    """Whether a die is in the game, and its Character in play (LM-3.3)."""
    return kind not in lords(s).lost and in_play(s, owner_of(kind))


def _is_rolled(s: State, kind: str) -> bool:
    """Whether a die is recovered; Narya asks for a Guide and for a move of the Fellowship too (LM-3.3, 3.4)."""
    if kind == NARYA:
        guides = s.fellowship.guide == owner_of(kind)
        return guides and kind not in lords(s).lost and (s.turn <= 1 or dice.recovered_by_free_peoples(s) > 0)
    return _is_recovered(s, kind)


def _in_pool(kind: str) -> Callable[[State], bool]:
    return lambda s: kind in lords(s).pool


def _comes_back(kind: str) -> Callable[[State], bool]:
    return lambda s: _is_recovered(s, kind)


for _kind in KINDS:
    dice.IN_POOL.of(_kind.id)(_in_pool(_kind.id))
    dice.COMES_BACK.of(_kind.id)(_comes_back(_kind.id))


# -- phase 4 -----------------------------------------------------------------------------------------


def _mine(roll: Roll, side: Side) -> list[Fallen]:
    """Return the special dice of this set that a side has rolled, as they fell."""
    return [one for one in roll.special[side] if DICE[dice.split(one.die)[0]].set == SET]


@ROLL_DONE.reaction(10, lambda s, roll: any(_mine(roll, side) for side in SIDES))
def keep_one(t: T, roll: Roll) -> Procedure[None]:
    """Each side keeps one of its special dice; who has rolled more dice chooses first (LM-6.3, 6.4)."""
    s = t.state
    part = lords(s)
    part.rolled = {side: [fallen.die for fallen in mine] for side in SIDES if (mine := _mine(roll, side))}
    first = SH if roll.count[SH] > roll.count[FP] else FP
    for side in (first, FP if first == SH else SH):
        if _mine(roll, side):
            yield from _keep(t, side, roll)


def _keep(t: T, side: Side, roll: Roll) -> Procedure[None]:
    s = t.state
    fallen = {one.die: one for one in _mine(roll, side)}
    eyes = [die for die in fallen if dice.face_of(die) == dice.EYE]
    choices = eyes or list(fallen)
    question = Decision(
        leader(s, side),
        "special-die",
        "Which special die do you keep? The others are set aside until the next turn.",
        OneOf(choices, dice.die_name),
        "LM-6.3",
        weight="light",
        standing=True,
        fallback=choices[0],
    )
    die: str = yield unless_settled(question)
    for other in fallen:
        if other != die:
            dice.set_aside(s, side, other)
    part = lords(s)
    part.kept[side] = die
    if fallen[die].number in DICE[dice.split(die)[0]].stars:
        part.starred.append(side)
    if len(fallen) > 1:
        t.announce("special-die-kept", side=side, die=die, aside=[d for d in fallen if d != die])


def owner_of(kind: str) -> str:
    """Return the Character of a special die."""
    owner = DICE[kind].owner
    assert owner in CHARACTERS
    return owner

"""The uses of dice: one registry, which the base game fills first and any set adds to (WR-3.5, WR-4).

A use is entered once, by `add`: its name and words, the result that it takes, whether it is possible now, what it does,
and why it is not possible. Its procedures (`actions`), refusals, names in the notation and entries on boards follow.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any

import msgspec

from rules.core.decisions import Refusal
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import NATIONS, SETS, SH, Side
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.dice import split
from rules.war_of_the_ring.position.state import State

#: Whether a side can use a die so now. Where a use takes a result, any die that has the result will do.
May = Callable[[State, Side, str], bool]
#: What a side does with a die that has been spent.
Run = Callable[[Table[State], Side, str], Procedure[Any]]
#: The kind of the question behind a use, and what can be chosen there.
Behind = Callable[[State, Side], tuple[str, list[str]]]
#: The code of an action that is named together with the answer to the question behind it, where both are possible.
TWO_ANSWERS = "two-answers"
#: Why something is not possible, and the rule.
Words = tuple[str, str]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the question behind a use, so that a line may give it together with the die.

    Attributes:
        like: an example of its form.
        values: what can be chosen now.
        why_not: why something else cannot.
        who: who comes by the use, or the Nations that advance by it, of all sets: one of them names the use.
    """

    like: str
    values: Callable[[State, Side], list[str]]
    why_not: Callable[[State, Side], Callable[[object], Refusal]]
    who: Callable[[], Collection[str]] = tuple


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A use of a die.

    Attributes:
        label: what it is in words (`move an Army with a Leader`).
        may: whether it is possible now.
        run: what it does.
        not_now: why it is not possible with a die that would do, and the rule; a function where it has several causes.
        result: the result that it takes; with None any die will do, as far as `may` goes.
        kind: the kind of special dice that it takes; with None any die.
        side: whose it is, None for both.
        set: the set that brings it.
        whose: the Nation or the person that it is a power of, for whoever commands them alone; None for a whole side's.
        alike: whether it is possible is the same for every die that would do; always so where it takes a result.
        missed: whether boards say of a die that would do that it is not possible now.
        turns_to: the face to which the die is turned before it is used so.
        behind: the question that follows, for boards that answer it at once.
        answer: the answer to that, for lines that give it at once.
    """

    id: str
    label: str
    may: May
    run: Run
    not_now: Words | Callable[[State, Side, str], Words]
    result: str | None = None
    kind: str | None = None
    side: Side | None = None
    set: str = "base"
    whose: str | None = None
    alike: bool = False
    missed: bool = True
    turns_to: str | None = None
    behind: Behind | None = None
    answer: Answer | None = None

    @property
    def sentence(self) -> str:
        """The words as they begin a line."""
        return self.label[0].upper() + self.label[1:]

    def why_not(self, s: State, side: Side, die: str) -> Words:
        """Return why it is not possible with a die that would do."""
        return self.not_now(s, side, die) if callable(self.not_now) else self.not_now


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act of a side in its turn instead of using a die; its id is the choice (`token:move-nazgul`).

    `why_not` says what keeps it from being done now, None if nothing does. `when_out`: a side without dice may do it
    too, as long as the other has any. `is_free`: the side still takes its action afterwards.
    """

    id: str
    label: str
    side: Side | None
    set: str
    why_not: Callable[[State, Side], Words | None]
    run: Callable[[Table[State], Side], Procedure[None]]
    when_out: bool = False
    is_free: bool = False


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way to a use: the result and the kind of dice that it takes, or any die, and whether it is open."""

    use: str
    may: May
    result: str | None
    kind: str | None
    side: Side | None
    set: str
    alike: bool
    whose: str | None


#: Every use by its name, and every way to one in the order in which they are listed: by set, then as entered.
USES: dict[str, Use] = {}
WAYS: list[Way] = []
#: What takes no die, by its choice.
ACTS: dict[str, Act] = {}


def add(use: Use) -> None:
    """Enter a use behind those of its set and of the sets before it. Raises ValueError for one that is there."""
    if use.id in USES:
        raise ValueError(f"There is a use {use.id} already.")
    USES[use.id] = use
    alike = use.alike or use.result is not None
    _enter(
        Way(
            use=use.id,
            may=use.may,
            result=use.result,
            kind=use.kind,
            side=use.side,
            set=use.set,
            alike=alike,
            whose=use.whose,
        )
    )
    names.enter("use", use.id, [names.key(use.label), *names.SHORT["uses"].get(use.id, ())])


def add_act(act: Act) -> None:
    """Enter what takes no die. Raises ValueError for one that is there."""
    if act.id in ACTS:
        raise ValueError(f"There is an act {act.id} already.")
    ACTS[act.id] = act
    head, _, rest = act.id.partition(":")
    names.enter("act", head, [head])
    words = [names.key(words) for words in (act.label, act.label.rpartition(": ")[2])]
    names.enter("deed", rest, [*words, *names.SHORT["uses"].get(act.id, ())])


def acts(s: State, side: Side) -> list[str]:
    """Return what a side may do now without a die."""
    sets = box_of(s.options).sets
    return [
        act.id
        for act in ACTS.values()
        if act.side in (None, side) and act.set in sets and no_act(s, side, act) is None
    ]


def no_act(s: State, side: Side, act: Act) -> Words | None:
    """Return what keeps the side that may do something without a die from doing it now."""
    words = act.why_not(s, side)
    if words is None and not (act.when_out or s.dice[side]):
        return "That is for a side that has a die left.", "WR-3.5"
    return words


def also(use: str, may: May, *, side: Side | None, set: str = "base", kind: str | None = None) -> None:
    """Enter a further way to a use, with any die, or any of a kind, as far as `may` goes."""
    whose = USES[use].whose
    _enter(Way(use=use, may=may, result=None, kind=kind, side=side, set=set, alike=False, whose=whose))


def _enter(way: Way) -> None:
    WAYS.append(way)
    WAYS.sort(key=lambda one: SETS[one.set].order)
    _ways_of.cache_clear()


@cache
def _ways_of(sets: tuple[str, ...], side: Side, kind: str, results: tuple[str, ...]) -> tuple[Way, ...]:
    """Return the ways that a side has in a game with these sets, with a die of a kind that has these results."""
    return tuple(
        way
        for way in WAYS
        if way.side in (None, side)
        and way.set in sets
        and way.kind in (None, kind)
        and (way.result is None or way.result in results)
    )


def would_do(s: State, side: Side, die: str, results: tuple[str, ...], use: Use) -> bool:
    """Return whether a die with these results is one that a use takes, whether or not it is possible now."""
    kind = split(die)[0]
    return use.result is None or any(
        way.use == use.id and (way.result is not None or way.kind is not None)
        for way in _ways_of(box_of(s.options).sets, side, kind, results)
    )


def in_game(s: State) -> Iterator[Use]:
    """Yield the uses that the sets of a game bring."""
    sets = box_of(s.options).sets
    yield from (use for use in USES.values() if use.set in sets)


def obeys_another(s: State, side: Side, whose: str) -> Refusal:
    """Return why a power of a Nation or a person is not for whoever acts for a side, None where it is (WR-19.5)."""
    his = command(s, side)
    return his.no_power(s, whose) if whose in NATIONS else his.no_character(s, whose)


def possible(
    s: State,
    side: Side,
    die: str,
    results: tuple[str, ...],
    known: dict[str, bool] | None = None,
    only: str | None = None,
) -> Iterator[str]:
    """Yield every use that a die with these results has now, or `only` one if it has that.

    `known` keeps from die to die what hangs on none.
    """
    known = {} if known is None else known
    for way in _ways_of(box_of(s.options).sets, side, split(die)[0], results):
        use = way.use
        if only is not None and use != only:
            continue
        if way.whose is not None and SH not in s.hands and obeys_another(s, side, way.whose):
            continue
        if not way.alike:
            open_ = way.may(s, side, die)
        elif use in known:
            open_ = known[use]
        else:
            open_ = known[use] = way.may(s, side, die)
        if open_:
            yield use

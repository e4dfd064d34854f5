"""Voices: what sets answer to a question that a rule asks, and what they say of one figure, die or region.

A rule asks and names nobody. A `Voice` folds what everybody answers into one answer, `Voices` have one answer for each
thing. As at a moment (`moments`), only the sets in the box of the game are heard.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rules.war_of_the_ring.position.box import BASE, box_of
from rules.war_of_the_ring.position.structs import State

P = ParamSpec("P")
R = TypeVar("R")
X = TypeVar("X")


def set_of(run: Callable[..., Any]) -> str:
    """Return the set in whose folder a function is written; what lies in none of them is in every box."""
    _, found, rest = run.__module__.partition(".sets.")
    return rest.partition(".")[0] if found else BASE


class Heard(Generic[X]):
    """The entries of sets for one window of the rules, in the order in which they are heard."""

    def __init__(self) -> None:
        self._entered: list[tuple[int, str, X]] = []
        self._by_box: dict[tuple[str, ...], list[X]] = {}

    def enter(self, of: str, one: X, order: int = 0) -> None:
        """Enter something of a set, behind what has a lower `order`, and behind what was entered before."""
        self._entered.append((order, of, one))
        self._entered.sort(key=lambda entered: entered[0])
        self._by_box.clear()

    def of(self, s: State) -> list[X]:
        """Return what is heard in the game of a position."""
        sets = box_of(s.options).sets
        found = self._by_box.get(sets)
        if found is None:
            found = self._by_box[sets] = [one for _, of, one in self._entered if of in sets]
        return found


class Voice(Generic[P, R]):
    """A question of a rule to everybody, whose answers are folded into one (`any`, `sum`, `first`, `union`)."""

    def __init__(self, fold: Callable[[Iterable[R]], R]) -> None:
        self._fold = fold
        self._heard: Heard[Callable[Concatenate[State, P], R]] = Heard()

    def answer(self, run: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        """Enter a function that answers; whoever has nothing to say answers what changes nothing."""
        self._heard.enter(set_of(run), run)
        return run

    def __call__(self, s: State, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what everybody answers together."""
        heard = self._heard.of(s)
        return self._fold([run(s, *args, **kwargs) for run in heard] if heard else ())


class Voices(Generic[P, R]):
    """A question of a rule about one thing, by its id: most things have no voice, and what is printed holds.

    Attributes:
        things: who has one in any game, for whoever asks so often that a look at it is worth while before `find`.
    """

    def __init__(self) -> None:
        self.things: dict[str, tuple[str, Callable[Concatenate[State, P], R]]] = {}
        self._by_box: dict[tuple[str, ...], dict[str, Callable[Concatenate[State, P], R]]] = {}

    def of(
        self, thing: str
    ) -> Callable[[Callable[Concatenate[State, P], R]], Callable[Concatenate[State, P], R]]:
        """Enter the function that answers for a thing. Raises ValueError: it has a voice already."""

        def enter(run: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
            if thing in self.things:
                raise ValueError(f"{thing} has a voice already")
            self.things[thing] = (set_of(run), run)
            self._by_box.clear()
            return run

        return enter

    def find(self, s: State, thing: str) -> Callable[Concatenate[State, P], R] | None:
        """Return what answers for a thing in the game of a position, or None."""
        entered = self.things.get(thing)
        if entered is None or not (entered[0] == BASE or entered[0] in box_of(s.options).sets):
            return None
        return entered[1]

    def everybody(self, s: State) -> Mapping[str, Callable[Concatenate[State, P], R]]:
        """Return all that answer in the game of a position, by the things."""
        sets = box_of(s.options).sets
        found = self._by_box.get(sets)
        if found is None:
            found = {thing: run for thing, (of, run) in self.things.items() if of in sets}
            self._by_box[sets] = found
        return found


# -- folds -------------------------------------------------------------------------------------------


def first(answers: Iterable[str | None]) -> str | None:
    """Return the first answer that says anything."""
    return next((answer for answer in answers if answer), None)


def union(answers: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return what is in any of the answers."""
    return frozenset[str]().union(*answers)


def chained(answers: Iterable[list[str]]) -> list[str]:
    """Return the answers one behind the other."""
    return [one for answer in answers for one in answer]


def counted(answers: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    """Return the sums of what the answers count, by what they count."""
    sums: dict[str, int] = {}
    for answer in answers:
        for what, number in answer.items():
            sums[what] = sums.get(what, 0) + number
    return sums

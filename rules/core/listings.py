"""Values of a question that are listed when somebody reads them: most answers need no list to be checked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, starmap
from typing import overload


class Listing(Sequence[str]):
    """The values of an open question, made one by one from the position as far as they are read, and then kept.

    `holds` says by the rules whether a value is among them; without it the list is made and looked through. The driver
    closes a listing when its question is answered: what has not been read by then cannot be read any more, for the
    position has gone on.
    """

    __slots__ = ("_holds", "_made", "_rest")

    def __init__(
        self, values: Callable[[], Iterable[str]], holds: Callable[[str], bool] | None = None
    ) -> None:
        self._made: list[str] = []
        self._rest: Iterator[str] | None = chain.from_iterable(starmap(values, ((),)))  # called when read
        self._holds = holds

    def close(self) -> None:
        """Forget how the values are made: the question is answered."""
        if self._rest is not None:
            self._rest, self._holds = _too_late(), None

    def _all(self) -> list[str]:
        rest = self._rest
        if rest is not None:
            self._rest = _too_late()  # should the rules stop in the middle, half a list is none
            self._made.extend(rest)
            self._rest = None
        return self._made

    def at_least(self, number: int) -> bool:
        """Return whether there are so many values, and make no more than these."""
        made = self._made
        if self._rest is not None and len(made) < number:
            made.extend(islice(self._rest, number - len(made)))
        return len(made) >= number

    def __bool__(self) -> bool:
        return self.at_least(1)

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        if self._rest is not None and self._holds is not None and isinstance(value, str):
            return self._holds(value)
        return value in self._all()

    def agrees(self, value: str) -> bool:
        """Return whether the rules say of a value what the list says: the contract asks that."""
        return self._holds is None or self._holds(value) == (value in self._all())

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == list(other)

    def __repr__(self) -> str:
        return f"Listing({self._made}{'' if self._rest is None else ', …'})"


def _too_late() -> Iterator[str]:
    raise RuntimeError("these values were to be read while their question was open")
    yield

"""Chance: asked for by name, answered by a source, recorded like a move, verifiable afterwards.

The fair source computes outcome number *i* of a game from

    HMAC-SHA256(key=seed, message=mix ‖ i as 8 bytes ‖ block as 4 bytes)   (RFC 2104)

read as 32-bit big-endian numbers; a number is reduced modulo *n* only when it lies below the largest
multiple of *n* (rejection sampling), so every face is equally likely. `commitment(seed)` is published
before anybody gives a word, the seed itself when the game has ended.

What is mixed in are the players' words. In the first scheme (`Seeded`) they are fixed when the game starts; in
the second (`Mixed`) a move may bring another word, which counts for its own chance and all that follows
(docs/fair-dice.md).
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from rules.core.errors import ChanceError

_WORD = 1 << 32
#: The numbers in a digest.
_WORDS = struct.Struct(">8I")
#: Bytes of a game's seed.
SEED_BYTES = 32
#: Characters of a word, the longest that anybody can give.
LONGEST_WORD = 64
#: A word that comes with a move: printable ASCII without spaces, so that it looks the same everywhere.
_MOVE_WORD = re.compile(rf"[!-~]{{1,{LONGEST_WORD}}}")


class Dice(msgspec.Struct, frozen=True):
    """`count` independent dice with faces 1..`sides`. The answer is the list of faces."""

    name: str
    count: int
    sides: int = 6


class Draw(msgspec.Struct, frozen=True):
    """`count` items drawn one after another from `bag`, without putting back.

    The bag needs no order of its own (sort it, so that the same position always gives the same bag).
    The answer is the list of items drawn, in order; fewer if the bag holds fewer.
    """

    name: str
    bag: Sequence[Any]
    count: int = 1


Chance = Dice | Draw


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """A recorded answer of chance.

    Attributes:
        index: number of this chance in its game, from 0; the counter that the fair source uses.
        name: what it was asked for.
        kind: `dice` or `draw`.
        of: sides of a die, or size of the bag.
        got: faces (1..sides), or positions in the bag (0..size-1), in order.
    """

    index: int
    name: str
    kind: str
    of: int
    got: list[int]


class Source(Protocol):
    """A source of chance."""

    def take(self, asked: Chance, index: int) -> list[int]:
        """Return faces for `Dice`, positions in the bag for `Draw`."""


def commitment(seed: bytes) -> str:
    """Return the hex SHA-256 of `seed`, published before the first chance is asked for."""
    return hashlib.sha256(seed).hexdigest()


def salts_digest(salts: Mapping[str, str]) -> bytes:
    """Return the digest of the seats' salts, in the order of the seats' names."""
    joined = "\n".join(f"{seat}={salts[seat]}" for seat in sorted(salts))
    return hashlib.sha256(joined.encode()).digest()


def is_word(word: object) -> bool:
    """Return whether `word` can come with a move."""
    return isinstance(word, str) and _MOVE_WORD.fullmatch(word) is not None


def first_mix(words: Iterable[str]) -> bytes:
    """Return what the words given before a game are mixed to; who gave which, and in which seat, is the same to it."""
    mix = bytes(32)
    for word in sorted(word.encode() for word in words):
        mix = hashlib.sha256(mix + word).digest()
    return mix


def mixed(mix: bytes, word: str) -> bytes:
    """Return the mix after a move that brings `word`."""
    return hashlib.sha256(mix + word.encode()).digest()


class Seeded:
    """The fair source: every outcome follows from the seed, the salts and the outcome's number."""

    def __init__(self, seed: bytes | int | str, salts: Mapping[str, str] | None = None) -> None:
        if not isinstance(seed, bytes):
            seed = hashlib.sha256(str(seed).encode()).digest()
        self.seed = seed
        self.salts = dict(salts or {})
        self._prefix = salts_digest(self.salts)

    def _words(self, index: int) -> Iterator[int]:
        block = 0
        while True:
            message = self._prefix + index.to_bytes(8, "big") + block.to_bytes(4, "big")
            digest = hmac.digest(self.seed, message, "sha256")
            yield from _WORDS.unpack(digest)
            block += 1

    def take(self, asked: Chance, index: int) -> list[int]:
        words = self._words(index)

        def below(n: int) -> int:
            limit = _WORD - _WORD % n
            while True:
                word = next(words)
                if word < limit:
                    return word % n

        if isinstance(asked, Dice):
            return [1 + below(asked.sides) for _ in range(asked.count)]
        left = list(range(len(asked.bag)))
        return [left.pop(below(len(left))) for _ in range(min(asked.count, len(left)))]


class Mixed(Seeded):
    """The fair source of the second scheme: words go on coming in. Nothing but words changes what is mixed in."""

    def __init__(self, seed: bytes | int | str, mix: bytes) -> None:
        super().__init__(seed)
        self._prefix = mix

    @property
    def mix(self) -> bytes:
        return self._prefix

    def mix_in(self, word: str) -> None:
        """Let a word count for all chance from now on."""
        self._prefix = mixed(self._prefix, word)


class NoSource:
    """No chance may be asked for: used where everything is already recorded."""

    def take(self, asked: Chance, index: int) -> list[int]:
        raise ChanceError(f"no source of chance for {asked.name!r}")


class Scripted:
    """A source that says what it is told, for tests, puzzles and bug reports.

    `script` is a list: for dice the list of faces, for draws the list of items. When it runs out,
    `then` answers; without `then` that is an error.
    """

    def __init__(self, script: Sequence[Sequence[Any]] = (), then: Source | None = None) -> None:
        self.script = [list(line) for line in script]
        self.then = then
        self._next = 0

    def take(self, asked: Chance, index: int) -> list[int]:
        if self._next >= len(self.script):
            if self.then is None:
                raise ChanceError(f"the script has no answer for {asked.name!r} (chance {index})")
            return self.then.take(asked, index)
        line = self.script[self._next]
        self._next += 1
        if isinstance(asked, Dice):
            if len(line) != asked.count or not all(1 <= face <= asked.sides for face in line):
                raise ChanceError(f"the script gives {line} for {asked.count} dice {asked.name!r}")
            return list(line)
        bag = list(asked.bag)
        places: list[int] = []
        for item in line:
            place = next((i for i, x in enumerate(bag) if x == item and i not in places), None)
            if place is None:
                raise ChanceError(f"the script draws {item!r}, which is not in the bag of {asked.name!r}")
            places.append(place)
        if len(places) != min(asked.count, len(bag)):
            raise ChanceError(f"the script draws {len(places)} for {asked.name!r}, wanted {asked.count}")
        return places


def outcome_of(asked: Chance, index: int, got: list[int]) -> Outcome:
    """Return the record of `asked` having been answered with `got`."""
    if isinstance(asked, Dice):
        return Outcome(index, asked.name, "dice", asked.sides, got)
    return Outcome(index, asked.name, "draw", len(asked.bag), got)


def fits(asked: Chance, outcome: Outcome) -> bool:
    """Return whether a recorded outcome can be an answer to `asked`."""
    if outcome.name != asked.name:
        return False
    if isinstance(asked, Dice):
        return (
            outcome.kind == "dice"
            and outcome.of == asked.sides
            and len(outcome.got) == asked.count
            and all(1 <= face <= asked.sides for face in outcome.got)
        )
    size = len(asked.bag)
    return (
        outcome.kind == "draw"
        and outcome.of == size
        and len(outcome.got) == min(asked.count, size)
        and len(set(outcome.got)) == len(outcome.got)
        and all(0 <= place < size for place in outcome.got)
    )


def answer(asked: Chance, got: list[int]) -> list[Any]:
    """Return what the procedure receives: faces, or the items at the drawn positions."""
    return got if isinstance(asked, Dice) else [asked.bag[place] for place in got]

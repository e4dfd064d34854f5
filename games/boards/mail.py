"""A position in a mail, as its title shows it beside the picture of the board: how seats stand, and dice."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sign:
    """A die, or something else that is shown as a small picture: its words, and for a picture its name and its SVG.

    The drawing is a square of `pictures.SIGN` units. A sign without one is a number that stands in a box; `counts` says
    whether it is a success.
    """

    words: str
    name: str = ""
    svg: str = ""
    counts: bool = False


@dataclass(frozen=True)
class Rolled:
    """Dice in a sentence of the story: the part of the sentence that they stand for."""

    words: str
    signs: tuple[Sign, ...]


@dataclass(frozen=True)
class Standing:
    """The standing of a seat in a few words; its mark and the mark's colour (`#rrggbb`) are those of its side."""

    words: str
    mark: str
    colour: str


@dataclass(frozen=True)
class Mailing:
    """The parts of a scene that a mail shows.

    `standings` are by name of the seat, `rolled` by the place of a line in the scene's `recent`. `tray` are the
    reader's own dice and `others` says what the others have; `edges` are the colours of cards, by id. `marks` are the
    numbers that lines of `recent` have on the picture, by the lines' own numbers.
    """

    standings: Mapping[str, Standing] = field(default_factory=dict)
    tray: tuple[Sign, ...] = ()
    others: str = ""
    rolled: Mapping[int, Rolled] = field(default_factory=dict)
    edges: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[int, int] = field(default_factory=dict)

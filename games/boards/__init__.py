"""Boards: how positions are drawn on a page.

A title's board registers itself under the title's id. The package `games.boards.NAME`, named like the title with
underscores, is imported when the title's board is first asked for; a board from anywhere else is a plugin, or
registers when its own module is imported. A title without a board of its own has the board in text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import rules
from games.boards.mail import Mailing
from games.boards.maps.sheet import Sheet
from games.boards.maps.spots import pointed_on
from games.boards.pictures import Picture
from games.boards.references import Reference
from games.boards.shelves import Options, Shelf, of_reference
from rules.core import plugins

Lines = Sequence[Mapping[str, Any]]

#: How many of the lines since a viewer's last move a page lists and a board marks: the newest.
SHOWN_RECENTLY = 30


@dataclass(frozen=True)
class Scene:
    """The scene that a board is drawn from: only what this viewer may know.

    `decision` is what is asked of `seat`, if anything; `lines` is the story, oldest first, and `recent` its part since
    the viewer's last move.
    """

    view: Mapping[str, Any]
    seat: str | None = None
    decision: rules.Decision | None = None
    lines: Lines = ()
    recent: Lines = ()


@dataclass(frozen=True)
class Report:
    """The report of a title's finished games: `tell` makes of the whole story what the template needs.

    The template finds it as `report`; `games/board/plots.html` shows its `plots`. `styles` are its sheets, as paths of
    static files.
    """

    template: str
    tell: Callable[[Lines], dict[str, Any]]
    styles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Teams:
    """What a title shows of seats that play together, as templates; its drawings name them as `teams`.

    Each of these has a `side`, a `name`, and its `seats` by name. `stock` is what the seats of another team share,
    given the team as `it`; `plate` what another seat shows, its name and its clock among it; `name` who one's own is.
    Both are given the seat of the drawing's `plates` as `it`, and the page's own as `seat`.
    """

    stock: str
    plate: str
    name: str


@dataclass(frozen=True)
class Tab:
    """A paper of a title's own beside its board: the word on its tab, and the template of what it shows."""

    name: str
    word: str
    template: str


@dataclass(frozen=True)
class Board:
    """The board of a title: `draw` makes of a scene what its templates need, who find it as `drawing`.

    `template` is the board itself; `games/board/map.html` shows its `map`. A title fills slots of the table and never
    says where on the page they are: `plate` is what another seat shows, `mine` what one's own does and is read before
    the board, `hand` what is read after it, all given the seat of the drawing's `plates` as `it`; `mine_word` is the
    hand's word, for screen readers and on a phone, `tracks_word` that of the board's own part `#tracks`, which a phone
    shows by itself; `tabs` are papers beside the board. The drawing's `hint` says where on the board
    choices can be made, its `phase` where in the turn the question stands, and its `marks` which of the `recent` lines
    (by their numbers) have which number on the board. `styles` and `scripts` are what the page
    loads beside its own, as paths of static files. For mails `reference` tells of cards and regions in words, `picture`
    draws what the scene shows, given the numbers that the choices have in the mail, and `mailing` says what stands
    beside the picture; `glimpse` is a small picture for lists of games, cut to where the question is. `shelves` are all
    cards and characters, to read, or those of a game with some options; `signs` is a template that explains the
    signs of the board. `expansion_pictures` are drawings of what options bring, as paths of static files, by the
    option. `teams` is what stands in the place of `plate` in games in which some play together.
    """

    template: str
    draw: Callable[[Scene], dict[str, Any]]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    plate: str = ""
    mine: str = ""
    hand: str = ""
    mine_word: str = ""
    tracks_word: str = ""
    tabs: tuple[Tab, ...] = ()
    signs: str = ""
    expansion_pictures: Mapping[str, str] = field(default_factory=dict)
    teams: Teams | None = None
    report: Report | None = None
    reference: Reference | None = None
    shelves: Callable[[Options | None], Sequence[Shelf]] | None = None
    picture: Callable[[Scene, Mapping[str, int]], Picture] | None = None
    glimpse: Callable[[Scene], Picture] | None = None
    mailing: Callable[[Scene], Mailing] | None = None


_BOARDS: dict[str, Board] = {}


def register(title: str, board: Board) -> None:
    """Let a title have this board."""
    _BOARDS[title] = board


def board_of(title: str) -> Board | None:
    """Return the board of a title, or None for a title that has only the board in text."""
    if title not in _BOARDS:
        _look_for(title)
    return _BOARDS.get(title) or _plugins().loaded.get(title)


def left_out() -> tuple[plugins.LeftOut, ...]:
    """Return the boards of plugins that cannot be used."""
    return _plugins().left_out


def reference_of(title: str, options: Options | None = None) -> Reference | None:
    """Return what tells of the cards and regions of a title, or of a game of it with these options, in words.

    None where it has nothing of the kind.
    """
    board = board_of(title)
    reference = board.reference if board is not None else None
    return reference if reference is None or options is None else reference.within(options)


def shelves_of(title: str, options: Options | None = None) -> tuple[Shelf, ...]:
    """Return the cards and characters of a title by their shelves: all, or those of a game with these options."""
    board = board_of(title)
    if board is not None and board.shelves is not None:
        return tuple(board.shelves(options))
    return of_reference(board.reference) if board is not None and board.reference is not None else ()


def picture_of(title: str, scene: Scene, numbers: Mapping[str, int]) -> Picture | None:
    """Return the picture of a position for a mail; None where the title has none."""
    board = board_of(title)
    return board.picture(scene, numbers) if board is not None and board.picture is not None else None


def has_glimpse(title: str) -> bool:
    """Return whether lists of games can show a small picture of this title's positions."""
    board = board_of(title)
    return board is not None and board.glimpse is not None


def glimpse_of(title: str, scene: Scene) -> Picture | None:
    """Return the small picture of a position for lists of games; None where the title has none."""
    board = board_of(title)
    return board.glimpse(scene) if board is not None and board.glimpse is not None else None


def mailing_of(title: str, scene: Scene) -> Mailing:
    """Return what a mail shows of a position beside its picture; an empty one where the title says nothing."""
    board = board_of(title)
    return board.mailing(scene) if board is not None and board.mailing is not None else Mailing()


@cache
def _look_for(title: str) -> None:
    """Import the package that is named like the title, if there is one."""
    name = f"{__name__}.{title.replace('-', '_')}"
    if find_spec(name) is not None:
        import_module(name)


def forget() -> None:
    """Load the boards of plugins anew when one is next asked for: for tests that install one."""
    _plugins.cache_clear()


@cache
def _plugins() -> plugins.Plugins:
    """Load the boards of plugins once."""
    return plugins.load("board", _is_here, _malformed)


def _is_here(title: str) -> bool:
    """Return whether a title has a board that is no plugin."""
    _look_for(title)
    return title in _BOARDS


def _malformed(found: object, title: str) -> Iterator[str]:
    """Yield what is wrong with the declaration of a board, a sentence each."""
    if not isinstance(found, Board):
        yield "It is no object of Board."


def drawing_of(
    title: str,
    view: Mapping[str, Any],
    seat: str | None,
    decision: rules.Decision | None,
    lines: Lines = (),
    recent: Lines = (),
    pointed: Sequence[tuple[str, ...]] = (),
) -> dict[str, Any] | None:
    """Return what the template of the title's board needs; None for a title that has only the board in text.

    `pointed` is what partners point at: regions, and pairs of regions for ways, which every map shows alike.
    """
    board = board_of(title)
    if board is None:
        return None
    drawing = board.draw(Scene(view, seat, decision, lines, recent))
    sheet = drawing.get("map")
    if isinstance(sheet, Sheet):
        sheet.pointed = pointed_on(sheet.spots, pointed)
    return drawing

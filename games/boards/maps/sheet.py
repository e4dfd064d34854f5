"""The sheet of a map: what `games/board/map.html` shows.

The regions are HTML text: there are a hundred, and written directly they cost a tenth of a template. Ids, classes and
numbers are the board's own; all words are escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape

import msgspec
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.boards.maps.marks import Mark, Pointed
from games.boards.maps.spots import Spot


class Sheet(msgspec.Struct, kw_only=True):
    """A map as `games/board/map.html` shows it.

    `file` is its drawing, a static file; `under` and `over` are that file's layers below and above the regions, and
    `names` those above the arrows of moves, each with its classes. `centre` is what a small window opens on where
    nothing can be chosen. `banners` lie below all figures, and `pieces` is a template of what stands above them. `kind`
    and `word` are the open decision's kind and its word in the notation; `otherwise` says why a region cannot be chosen
    where the position shows no better reason, and `final` whether chance follows a choice at once. `gaze` are the
    regions that a small window looks at where the question names none. `pointed` is what partners point at.
    """

    name: str
    file: str
    width: int
    height: int
    under: Sequence[tuple[str, str]]
    over: Sequence[tuple[str, str]]
    spots: list[Spot]
    centre: tuple[float, float]
    names: Sequence[tuple[str, str]] = ()
    marks: Sequence[Mark] = ()
    pointed: Sequence[Pointed] = ()
    banners: SafeString = SafeString("")
    pieces: str = ""
    kind: str = ""
    word: str = ""
    otherwise: str = ""
    final: bool = False
    gaze: Sequence[str] = ()

    @property
    def land(self) -> SafeString:
        """The regions as links to what is said of them."""
        file = static(self.file)
        return _safe(
            f'<a href="#r-{s.id}" {_key(s)}class="{s.marks}" aria-label="{_words(s.name)}: {_words(s.words)}">'
            f'<use href="{file}#{s.id}"/></a>'
            for s in self.spots
        )

    @property
    def glow(self) -> SafeString:
        """The outlines of what can be chosen, and of what the question is about."""
        file = static(self.file)
        return _safe(
            f'<use href="{file}#{s.id}" class="{s.marks}" data-glow="{s.id}"/>'
            for s in self.spots
            if "is-c" in s.marks
        )

    @property
    def shown(self) -> SafeString:
        """What partners point at."""
        file = static(self.file)
        return _safe(
            f'<g><use href="{file}#{p.region}"/><use href="{file}#{p.region}"/></g>'
            if p.region
            else f'<g><path d="{p.shaft}{p.head}"/><path d="{p.shaft}"/><path d="{p.head}" class="is-head"/></g>'
            for p in self.pointed
        )

    @property
    def moved(self) -> SafeString:
        """The arrows of moves."""
        return _safe(
            f'<g data-mark="{m.number}"><path d="{m.arrow}"/><path d="{m.arrow}"/></g>'
            for m in self.marks
            if m.arrow
        )

    @property
    def figures(self) -> SafeString:
        """The figures of all regions."""
        return _safe(s.figures for s in self.spots)

    @property
    def numbers(self) -> SafeString:
        """The numbers of what was done."""
        return _safe(
            f'<g data-mark="{m.number}" transform="translate({m.x} {m.y})"{_from(m)}>'
            f'<path d="M0-10 10 0 0 10-10 0z"/><text y="4.2">{m.number}</text></g>'
            for m in self.marks
        )

    @property
    def dots(self) -> SafeString:
        """Who stands where, on the small map."""
        return _safe(
            f'<circle cx="{s.x}" cy="{s.y}" r="11" data-r="{s.id}" class="{dot}"/>'
            for s in self.spots
            for dot in s.dots
        )

    @property
    def gazetteer(self) -> SafeString:
        """All regions in words, with what can be chosen there."""
        return _safe(
            f'<li id="r-{s.id}"><h3>{_words(s.name)} <span class="tag">{_words(s.kind)}</span></h3>'
            f"{''.join([f'<p>{_words(line)}</p>' for line in s.lines])}"
            f'<p class="small soft beyond">{_words(s.beyond)}</p>{_why(s)}{_choices(s)}'
            '<a class="entry-close" href="#decision" aria-label="Close">×</a></li>'
            for s in self.spots
        )


def _words(text: str) -> str:
    return text if isinstance(text, SafeString) else escape(text)


def _safe(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # see above


def _from(mark: Mark) -> str:
    return f' data-from="{mark.start}"' if mark.start else ""


def _key(spot: Spot) -> str:
    return f'data-key="{spot.key[0]} {spot.key[1]}" ' if spot.key else ""


def _why(spot: Spot) -> str:
    return f'<p class="why">{_words(spot.why)}</p>' if spot.why else ""


def _choices(spot: Spot) -> str:
    if not spot.choices:
        return ""
    buttons = "".join(
        f'<button class="button" form="move-form" name="{_words(c["name"])}" value="{_words(c["value"])}">'
        f"{_words(c['label'])}</button>"
        for c in spot.choices
    )
    return f'<div class="cluster">{buttons}</div>'

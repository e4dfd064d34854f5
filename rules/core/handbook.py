"""The rules of a title for its players, and an aid for each of its phases, read from one file of markdown.

`## WR-4 Heading` begins a section, `### WR-4.4 Heading` a paragraph of it. Both hold text, points (`- …`) and tables
(`| … |`). Behind `# Player aids` each `## Heading` is an aid: `For:` names kinds of decisions, `Phases:` phases of the
game, the points say what can be done now. An expansion has a handbook of the same form, a supplement to its title's.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from rules.core.title import Title

AIDS = "Player aids"
_HEADING = re.compile(r"(#{1,3}) (.+)")
_CODED = re.compile(r"([A-Z]+-\d+)((?:\.\d+)*) (.+)")


class HandbookError(ValueError):
    """A handbook that cannot be used; `problems` are all that was found, with their lines."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Prose(msgspec.Struct, frozen=True, tag="text"):
    """Running text."""

    text: str


class Points(msgspec.Struct, frozen=True, tag="points"):
    """A list."""

    items: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True, tag="table"):
    """A table; `head` names its columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Prose | Points | Grid


class Paragraph(msgspec.Struct, frozen=True):
    """A rule: its code (`WR-4.4`), its heading and what it says."""

    code: str
    heading: str
    blocks: tuple[Block, ...]


class Section(msgspec.Struct, frozen=True):
    """A section (`WR-4`): what it says by itself, and its paragraphs."""

    code: str
    heading: str
    blocks: tuple[Block, ...]
    paragraphs: tuple[Paragraph, ...]


class Aid(msgspec.Struct, frozen=True):
    """An aid: what can be done now, for some kinds of decisions and phases of the game."""

    heading: str
    kinds: tuple[str, ...]
    phases: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Handbook:
    """The rules of a title, and its aids; `supplements` are those of its expansions, each with its `option`."""

    heading: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    aids: tuple[Aid, ...]
    option: str = ""
    supplements: "tuple[Handbook, ...]" = ()

    def volumes(self) -> "Iterator[Handbook]":
        """Yield the handbook itself, then its supplements."""
        yield self
        yield from self.supplements

    def holds(self, code: str) -> bool:
        """Return whether a rule stands in this volume itself."""
        return any(
            code in (section.code, *(rule.code for rule in section.paragraphs)) for section in self.sections
        )

    def all_sections(self) -> Iterator[Section]:
        """Yield every section, those of the supplements last."""
        for volume in self.volumes():
            yield from volume.sections

    def rules(self) -> Iterator[Section | Paragraph]:
        """Yield everything that has a code, in order."""
        for section in self.all_sections():
            yield section
            yield from section.paragraphs

    def find(self, code: str) -> Section | Paragraph | None:
        """Return what a code opens: its paragraph, or that of which it names a part (`WR-13.3b`); or None."""
        return self._by_code.get(code) or self._by_code.get(code.rstrip("abcdefghi"))

    @cached_property
    def _by_code(self) -> dict[str, Section | Paragraph]:
        return {rule.code: rule for rule in self.rules()}

    def aid(self, kind: str, phase: str = "") -> Aid | None:
        """Return the aid for a kind of decision, or else for a phase of the game, or None.

        What the supplements say of it stands behind what the handbook says itself.
        """
        aids = [aid for volume in self.volumes() for aid in volume.aids]
        found = [aid for aid in aids if kind in aid.kinds] or [aid for aid in aids if phase in aid.phases]
        if len(found) < 2:
            return found[0] if found else None
        return msgspec.structs.replace(found[0], lines=tuple(line for aid in found for line in aid.lines))


def lines_of(blocks: Iterable[Block]) -> list[str]:
    """Return blocks as lines of plain text: points behind dashes, the cells of a row parted by semicolons."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Prose):
            lines.append(block.text)
        elif isinstance(block, Points):
            lines += [f"- {item}" for item in block.items]
        else:
            lines += [
                "; ".join(f"{head}: {cell}" for head, cell in zip(block.head, row, strict=False))
                for row in block.rows
            ]
    return lines


def handbook_of(title: Title[Any], options: Mapping[str, Any] | None = None) -> Handbook | None:
    """Return the handbook of a title, with the supplements of a game with these options, or else with all of them.

    None for a title that has no handbook. Raises HandbookError.
    """
    if title.handbook is None:
        return None
    files = ((name, title.expansions[name].handbook) for name in title.expansions_in(options))
    return _read(title.handbook, tuple((name, path) for name, path in files if path is not None))


def aid_of(
    title: Title[Any], decision_kind: str, phase: str = "", options: Mapping[str, Any] | None = None
) -> Aid | None:
    """Return what helps with a decision in a phase of the game; None where the title has nothing of the kind."""
    handbook = handbook_of(title, options)
    return handbook.aid(decision_kind, phase) if handbook is not None else None


@cache
def _read(path: Path, supplements: tuple[tuple[str, Path], ...]) -> Handbook:
    """Return a handbook with its supplements, by their options. Raises HandbookError."""
    handbook = _alone(path)
    for option, file in supplements:
        more = replace(_alone(file, path), option=option)
        doubles = {rule.code for rule in handbook.rules()} & {rule.code for rule in more.rules()}
        if doubles:
            raise HandbookError([f"{code} is there twice" for code in sorted(doubles)])
        handbook = replace(handbook, supplements=(*handbook.supplements, more))
    return handbook


@cache
def _alone(path: Path, base: Path | None = None) -> Handbook:
    return parse(path.read_text(encoding="utf-8"), _alone(base) if base is not None else None)


class Part:
    """The part below a heading: the heading's depth and words, and the lines."""

    def __init__(self, number: int, depth: int, words: str) -> None:
        self.number, self.depth, self.words = number, depth, words
        self.lines: list[str] = []

    def where(self) -> str:
        return f"line {self.number}"


def parse(text: str, base: Handbook | None = None) -> Handbook:
    """Return the handbook that a text describes; a supplement may name the rules of its `base`, too.

    Raises HandbookError: there is no heading, a code is missing, twice there or in the wrong section, a heading has
    nothing below it, an aid names a rule that is not there.
    """
    parts = parts_of(text)
    problems: list[str] = []
    if not parts or parts[0].depth != 1:
        raise HandbookError(["line 1: a handbook begins with the name of its title (# …)"])
    aids_at = next((i for i, part in enumerate(parts) if part.depth == 1 and part.words == AIDS), len(parts))
    sections = _sections(parts[1:aids_at], problems)
    aids = tuple(_aid(part, problems) for part in parts[aids_at + 1 :])
    handbook = Handbook(parts[0].words, blocks_of(parts[0].lines), sections, aids)
    problems += _faults(handbook, base)
    if problems:
        raise HandbookError(problems)
    return handbook


def parts_of(text: str) -> list[Part]:
    """Return the headings of a text, each with the lines below it."""
    parts: list[Part] = []
    for number, line in enumerate(text.splitlines(), 1):
        heading = _HEADING.fullmatch(line)
        if heading:
            parts.append(Part(number, len(heading[1]), heading[2].strip()))
        elif parts:
            parts[-1].lines.append(line)
    return parts


def _sections(parts: list[Part], problems: list[str]) -> tuple[Section, ...]:
    """Return the sections with their paragraphs."""
    found: list[tuple[Section, list[Paragraph]]] = []
    for part in parts:
        coded = _CODED.fullmatch(part.words)
        if part.depth == 1 or coded is None or bool(coded[2]) != (part.depth == 3):
            problems.append(
                f"{part.where()}: “{part.words}” is no section (## WR-4 …) or rule (### WR-4.4 …)"
            )
            continue
        blocks = blocks_of(part.lines)
        if not coded[2]:
            found.append((Section(coded[1], coded[3], blocks, ()), []))
        elif not found or found[-1][0].code != coded[1]:
            problems.append(f"{part.where()}: {coded[1]}{coded[2]} does not stand in its section")
        else:
            found[-1][1].append(Paragraph(coded[1] + coded[2], coded[3], blocks))
    return tuple(
        msgspec.structs.replace(section, paragraphs=tuple(paragraphs)) for section, paragraphs in found
    )


def blocks_of(lines: list[str]) -> tuple[Block, ...]:
    """Return the text, points and tables of some lines; an empty line ends each."""
    blocks: list[Block] = []
    for chunk in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        rows = [line for line in chunk.splitlines() if line.strip()]
        if not rows:
            continue
        if rows[0].startswith("- "):
            blocks.append(Points(_points(rows)))
        elif rows[0].startswith("|"):
            cells = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]
            blocks.append(Grid(cells[0], tuple(cells[2:])))
        else:
            blocks.append(Prose(" ".join(row.strip() for row in rows)))
    return tuple(blocks)


def _points(rows: list[str]) -> tuple[str, ...]:
    """Return the points of a list; a line that is indented goes on with the point before it."""
    points: list[str] = []
    for row in rows:
        if row.startswith("- "):
            points.append(row[2:].strip())
        else:
            points[-1] += f" {row.strip()}"
    return tuple(points)


def _aid(part: Part, problems: list[str]) -> Aid:
    """Return an aid."""
    named: dict[str, tuple[str, ...]] = {"For": (), "Phases": ()}
    rows = [line for line in part.lines if line.strip()]
    while rows and not rows[0].startswith("- "):
        key, _, words = rows.pop(0).partition(":")
        if key not in named:
            problems.append(f"{part.where()}: an aid knows no “{key}”")
        named[key] = tuple(word.strip() for word in words.split(",") if word.strip())
    if part.depth != 2 or not rows or not (named["For"] or named["Phases"]):
        problems.append(f"{part.where()}: “{part.words}” is no aid (## …, For: or Phases:, points)")
    return Aid(part.words, named["For"], named["Phases"], _points(rows))


def _faults(handbook: Handbook, base: Handbook | None) -> Iterator[str]:
    """Yield what is wrong between the parts of a handbook."""
    rules = list(handbook.rules())
    codes = [rule.code for rule in rules]
    yield from (f"{code} is there twice" for code in sorted({c for c in codes if codes.count(c) > 1}))
    for rule in rules:
        if not rule.blocks and not getattr(rule, "paragraphs", ()):
            yield f"{rule.code} says nothing"
    for aid in handbook.aids:
        for code in re.findall(r"\b[A-Z]+-\d[\w.]*\w", " ".join(aid.lines)):
            if handbook.find(code) is None and (base is None or base.find(code) is None):
                yield f"the aid “{aid.heading}” names {code}, which is not there"
    for what in ("kinds", "phases"):
        named = [name for aid in handbook.aids for name in getattr(aid, what)]
        yield from (f"{name} has two aids" for name in sorted({n for n in named if named.count(n) > 1}))

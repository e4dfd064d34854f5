"""All cards and characters of a title as they can be read anywhere: what is printed on them, never where they lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.boards.references import Reference

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Part:
    """One of the things that a card says, under its own heading; `needs` is what must be true for it."""

    heading: str
    text: str
    needs: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Face:
    """The face of a card or a character: what is printed on it, or told of them.

    `also` are the ids of others that are printed alike, `marks` short facts, `look` a name for its colours
    (`free-peoples`, `red`). In a story any of `phrases` means this and nothing else; those of `shared` mean it only
    where the line names its id.
    """

    id: str
    name: str
    parts: tuple[Part, ...]
    kind: Literal["card", "character"] = "card"
    also: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    look: str = ""
    phrases: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Where it stands on the page of all cards."""
        return f"{self.kind}-{self.id}"

    def lines(self) -> list[str]:
        """Return what it says, a line for each thing, in plain text."""
        return [
            (f"{part.heading}: " if part.heading else "")
            + (f"Needs: {part.needs} " if part.needs else "")
            + part.text
            for part in self.parts
        ]


@dataclass(frozen=True)
class Shelf:
    """Cards that belong together, such as those of one deck; `option` brings the expansion that they come with."""

    id: str
    heading: str
    faces: tuple[Face, ...]
    option: str = ""


def of_reference(reference: Reference) -> tuple[Shelf, ...]:
    """Return one shelf with whatever a reference tells of the cards of a title; none if there are no cards."""
    faces = tuple(_plain(id, names, reference.card(id)) for id, names in reference.cards.items())
    return (Shelf("cards", "Cards", faces),) if faces else ()


def _plain(id: str, names: Sequence[str], says: Sequence[str]) -> Face:
    """Return a card as a reference tells of it: its name first, then a line for each thing."""
    return Face(id, names[0], (Part("", " ".join(says[1:])),), phrases=(names[0],))


def faces_of(shelves: Sequence[Shelf]) -> Mapping[str, Face]:
    """Return everything on some shelves, by id."""
    return {id: face for shelf in shelves for face in shelf.faces for id in (face.id, *face.also)}

"""The outcome of a mail, line by line."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Row:
    """The outcome of one line.

    `state`: done, part (its rest was not looked at), unseen (not looked at), left (not done), kept (as a plan),
    refused, shown, ignored (left aside), struck (left aside, because it was struck out), below (a signature's place).
    """

    line: str
    state: str
    understood: str = ""
    words: list[str] = field(default_factory=list)


@dataclass
class Answer:
    """The outcome of a mail.

    Attributes:
        sections: parts of the receipt that were asked for: a title and lines.
        changed: whether it did anything; moved: whether it wrote into the game's log.
    """

    rows: list[Row] = field(default_factory=list)
    sections: list[tuple[str, list[str]]] = field(default_factory=list)
    lead: str = ""
    changed: bool = False
    moved: bool = False
    refused: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

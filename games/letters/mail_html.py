"""Plain text as the HTML of a mail shows it: what was broken for 70 columns is whole again and wraps anew."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import COLUMNS

#: How wide a letter of the mails' font is, and how far the rest of a line that wraps is moved in, in its letters.
LETTER, HANGS = 0.6, 3


@dataclass(frozen=True)
class Line:
    """A line without its first spaces, and how many there were."""

    text: str
    indent: int

    @property
    def margin(self) -> str:
        """Where the line's rest begins, in widths of the font."""
        return f"{(self.indent + HANGS) * LETTER:.1f}"


def lines_of(rows: Iterable[str]) -> list[Line]:
    """Return the lines of a text whose longer ones were broken where the next word did not fit any more."""
    lines: list[Line] = []
    before = ""
    for row in rows:
        text = row.strip()
        indent = len(row) - len(row.lstrip())
        if text and lines and _goes_on(before, row, lines[-1].indent, indent):
            lines[-1] = Line(f"{lines[-1].text} {text}", lines[-1].indent)
        else:
            lines.append(Line(text, indent))
        before = row
    return lines


def _goes_on(before: str, row: str, indent: int, deeper: int) -> bool:
    """Return whether a row is the rest of the one before it."""
    return (
        deeper > indent and bool(before.strip()) and len(before.rstrip()) + 1 + len(row.split()[0]) > COLUMNS
    )

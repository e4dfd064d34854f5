"""`wrong: …` in a mail: a report of the question that the mail put, or of the refusal of its moves (games.reports)."""

from collections.abc import Iterator, Sequence

from games.letters import choice_list, questions
from games.letters.answers import Row
from games.letters.parser import WRONG, Item
from games.models.reports import Report
from games.play import positions
from games.play.access import Viewer
from games.play.submit import only_others_answered
from games.refusals import Refused
from games.reports import evidence, filing
from games.reports.evidence import Evidence, Spot

#: What is said to have shown it.
BROWSER = "mail"


def says(item: Item) -> bool:
    """Return whether a line reports something."""
    return item.command == "wrong"


def report(viewer: Viewer, item: Item, moves: Sequence[str], version: int, of: str) -> Row:
    """Report what a line says, and return what came of it.

    It is about the step that it names; otherwise about the refusal of the mail's `moves`, if they would be refused, or
    about the question that it answers; of an older mail about the step at which it was asked, and where nothing is
    asked about the newest line of the story.

    Args:
        version: the one that the mail answers. of: the ally whose question it put, "" for the reader's own.
    """
    row = Row(item.line, "done", item.command)
    said = WRONG.fullmatch(item.text)
    assert said is not None, "the parser takes nothing else for a report"
    about, step, text = said.groups()
    try:
        spot, found = _place(viewer, int(step) if step else None, moves, version, of)
        what = (about or Report.About.OTHER).lower()
        filing.report(viewer, spot, found, about=what, text=text, browser=BROWSER)
    except Refused as refused:
        row.state, row.words = "refused", [refused.message]
        return row
    row.words = [f"Reported. It was said here: {found.words}"]
    return row


def _place(
    viewer: Viewer, step: int | None, moves: Sequence[str], version: int, of: str
) -> tuple[Spot, Evidence]:
    """Return what a line is about, and what is seen there. Raises Refused."""
    if step is not None:
        spot = Spot("step", step=step)
        return spot, evidence.at(viewer, spot)
    for spot in _nearest(viewer, moves, version, of):
        try:
            return spot, evidence.at(viewer, spot)
        except Refused:
            continue
    newest = positions.log_lines(viewer, limit=1, newest=True)
    spot = Spot("line", line=newest[0]["number"] if newest else None)
    return spot, evidence.at(viewer, spot)


def _nearest(viewer: Viewer, moves: Sequence[str], version: int, of: str) -> Iterator[Spot]:
    """Yield the places that a mail may be about: its refusal first, then its question."""
    play = positions.open_game(viewer)
    asked = questions.asked_in(viewer, play, of)
    current = asked.version == version or only_others_answered(
        viewer.game, play, str(viewer.seat_name), version
    )
    if not current or asked.decision is None:
        yield Spot("step", step=version)
        return
    if moves:
        yield Spot("refusal", choices=choice_list.choices_of(moves, asked.decision), of=asked.of)
    yield Spot("question", of=asked.of)

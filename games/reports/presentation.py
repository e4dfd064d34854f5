"""Reports as those who made them see them: where they stand, and what was answered."""

from typing import Annotated, TypedDict

from django.db.models import QuerySet

from games.models import Game
from games.models.reports import Report
from games.shapes import Written, among

State = Annotated[str, among(Report.State.values)]
Place = Annotated[str, among(Report.Place.values)]
About = Annotated[str, among(Report.About.values)]


class OwnReport(TypedDict):
    """A report of the caller's: where something is wrong, what became of it, and in which version it is mended.

    `number` counts the caller's own, from 1: how many others there are on the server, and when, is nobody's to know.
    `kind` is that of the line or question, or the code of the refusal; `words` is the sentence that stood there.
    """

    number: int
    game: str
    title: str
    rules_version: int
    release: str
    seat: str | None
    place: Place
    seq: int
    line: int | None
    kind: str
    words: str
    about: About
    text: str
    named: bool
    created: Written
    state: State
    answer: str
    reference: str
    mended_in: str


def shown(number: int, report: Report) -> OwnReport:
    """Return a report as whoever made it sees it."""
    return {
        "number": number,
        "game": report.game_key,
        "title": report.title,
        "rules_version": report.rules_version,
        "release": report.release,
        "seat": report.seat or None,
        "place": report.place,
        "seq": report.seq,
        "line": report.line,
        "kind": report.kind,
        "words": report.words,
        "about": report.about,
        "text": report.text,
        "named": report.named,
        "created": report.created_at.isoformat(),
        "state": report.state,
        "answer": report.answer,
        "reference": report.reference,
        "mended_in": report.mended_in,
    }


def number_of(own: QuerySet[Report], report: Report) -> int:
    """Return the number of a report among somebody's own."""
    return own.filter(pk__lte=report.pk).count()


def numbered(own: QuerySet[Report], number: int) -> Report | None:
    """Return the report with a number among somebody's own, None if there is none."""
    return own.order_by("pk")[number - 1 : number].first() if number > 0 else None


def listed(
    own: QuerySet[Report], most: int, *, game: Game | None = None, before: int | None = None
) -> list[tuple[int, Report]]:
    """Return the newest of somebody's reports with their numbers, without what they saw.

    Args:
        game: only those of this game. before: only those with smaller numbers.
    """
    numbers = {pk: number for number, pk in enumerate(own.order_by("pk").values_list("pk", flat=True), 1)}
    rows = own if game is None else own.filter(game=game)
    rows = rows.defer("seen", "tried").order_by("-pk")
    if before is not None and before <= len(numbers):
        first = list(numbers)[before - 1] if before > 0 else 0
        rows = rows.filter(pk__lt=first)
    return [(numbers[report.pk], report) for report in rows[:most]]

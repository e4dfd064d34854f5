"""Reports as those who made them see them: where they stand, and what was answered."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.db.models import QuerySet

from games.models.reports import Report
from games.shapes import Written, among

State = Annotated[str, among(Report.State.values)]
Place = Annotated[str, among(Report.Place.values)]
About = Annotated[str, among(Report.About.values)]


class Reported(TypedDict):
    """A report of the caller's: where something is wrong, what became of it, and in which version it is mended.

    `kind` is that of the line or question, or the code of the refusal; `words` is the sentence that stood there.
    """

    id: int
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


def shown(report: Report) -> Reported:
    """Return a report as whoever made it sees it."""
    return {
        "id": report.pk,
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


def listed(own: QuerySet[Report], most: int) -> Iterable[Report]:
    """Return the newest of somebody's reports, without what they saw."""
    return own.defer("seen", "tried").order_by("-created_at", "-pk")[:most]

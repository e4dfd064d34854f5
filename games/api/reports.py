"""The API of reports: saying what is wrong at a place in a game, and hearing what became of it."""

from typing import Annotated, Any, ClassVar, NotRequired, TypedDict

from django.db.models import QuerySet
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import PAGE, View, field
from games.api.choices import choices_in
from games.api.descriptions import KEY, MOST, Number, documented
from games.models import Game
from games.models.reports import Report
from games.play.positions import Choice
from games.reports import filing, limits, presentation

BEFORE = Number("before", MOST, "Only reports with a smaller `number`")


class NewReport(TypedDict):
    """What is wrong where: `text` is a sentence, `place` the kind of place.

    Of a `line` of the story its number is sent, of a `step` its `seq`. A `question` is the one that is open for the
    caller; of a `refusal` the `choices` that were refused are sent again, or the `moves` in notation. `seat`: the
    ally who is asked, or in whose place these were sent. `named`: whether the caller may be named where it is told
    what was mended.
    """

    place: presentation.Place
    about: presentation.About
    text: Annotated[str, Meta(max_length=filing.LONGEST_TEXT)]
    line: NotRequired[int]
    step: NotRequired[int]
    choices: NotRequired[list[Choice]]
    moves: NotRequired[str]
    seat: NotRequired[str]
    named: NotRequired[bool]


def _page(request: Request, own: QuerySet[Report], game: Game | None = None) -> list[presentation.OwnReport]:
    before = BEFORE.of(request) if "before" in request.GET else None
    found = presentation.listed(own, PAGE, game=game, before=before)
    return [presentation.shown(number, report) for number, report in found]


class GameReports(View):
    """What the caller reports as wrong in a game: a rule, a word, the page, the text of a card."""

    @documented(list[presentation.OwnReport], operation_id="game_reports", parameters=[KEY, BEFORE])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.viewer(request, key)
        return self.tagged(request, _page(request, limits.reports_of(viewer), viewer.game))

    @documented(
        presentation.OwnReport,
        request=NewReport,
        status=201,
        operation_id="report",
        parameters=[KEY],
        bodies={
            "A line of the story": {
                "place": "line",
                "line": 12,
                "about": "word",
                "text": "It was two Regulars that fell.",
            },
            "A refusal": {
                "place": "refusal",
                "choices": ["discard-c1-blue-one"],
                "about": "rule",
                "text": "This card lies free.",
            },
        },
    )
    def post(self, request: Request, key: str) -> Response:
        viewer, data = self.viewer(request, key), request.data
        report = filing.file(
            viewer,
            place=field(data, "place", str),
            about=field(data, "about", str),
            text=field(data, "text", str),
            line=_number(data, "line"),
            step=_number(data, "step"),
            choices=choices_in(data) if "moves" in data or "choices" in data else None,
            of=field(data, "seat", str, ""),
            named=field(data, "named", bool, False),
            browser=request.META.get("HTTP_USER_AGENT", ""),
        )
        number = presentation.number_of(limits.reports_of(viewer), report)
        return Response(presentation.shown(number, report), status=201)


def _number(data: Any, name: str) -> int | None:
    """Return a number of a body, None where it names none. Raises Refused."""
    return None if data.get(name) is None else int(field(data, name, int))


class MyReports(View):
    """What the caller has reported in all games, the newest first, with the answers."""

    scopes: ClassVar = {"GET": "read"}

    @documented(list[presentation.OwnReport], operation_id="reports", parameters=[BEFORE])
    def get(self, request: Request) -> Response:
        own = Report.objects.filter(reporter=self.person(request))
        return self.tagged(request, _page(request, own))

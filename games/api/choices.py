"""The API of choosing: what is possible now, and what is kept for later."""

from itertools import islice
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.base import View, field
from games.api.descriptions import KEY, Number, documented
from games.play import drafts, positions
from games.refusals import Refused
from rules.core.typed_text import texts

#: Choices of one page.
CHOICES_PAGE = 200
AFTER = Number("after", 10_000, "Choices to leave out: `next` of the last answer")
LIMIT = Number("limit", CHOICES_PAGE, "At most so many choices")


def choices_in(data: Any) -> list[Any]:
    """Return the choices that a body holds, as values or in notation. Raises Refused if it holds both."""
    if "moves" in data and "choices" in data:
        raise Refused("malformed", "Send “choices” or “moves”, not both.", 400, extra={"field": "moves"})
    if "moves" in data:
        return [*texts(field(data, "moves", str))]
    found: list[Any] = field(data, "choices", list)
    return found


class ChoicesView(View):
    """The legal choices of the caller's open decision, page by page (API-5)."""

    @documented(
        schemas.ChoicePage,
        operation_id="choices",
        parameters=[KEY, AFTER, LIMIT],
    )
    def get(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        play = positions.open_game(viewer)
        decision = positions.open_decision(viewer, play)
        if decision is None:
            raise Refused("not-your-turn", "Nothing is asked of you now.", 409)
        after = AFTER.of(request)
        limit = max(1, LIMIT.of(request, CHOICES_PAGE))
        found = list(islice(decision.legal(), after, after + limit + 1))
        return self.tagged(
            request,
            {
                "version": positions.visible_seq(viewer, play),
                "kind": decision.kind,
                "may_pass": decision.may_pass,
                "choices": found[:limit],
                "written": [play.title.write(decision, c) for c in found[:limit]],
                "next": after + limit if len(found) > limit else None,
            },
        )


class Draft(View):
    """The moves that the caller's seat keeps for later; nobody else sees them (MOV-4)."""

    @documented(schemas.KeptPlan, operation_id="draft", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        assert viewer.seat is not None
        return self.tagged(request, {"draft": viewer.seat.draft})

    @documented(
        schemas.KeptPlan,
        request=schemas.Plan,
        operation_id="keep_draft",
        parameters=[KEY],
        bodies={"In notation": {"moves": "take bree; place gondor"}},
    )
    def put(self, request: Request, key: str) -> Response:
        viewer = self.player(request, key)
        choices = choices_in(request.data)
        if not choices:
            raise Refused("malformed", "Send at least one choice.", 400)
        return Response({"draft": drafts.keep(viewer, choices)})

    @documented(None, status=204, operation_id="forget_draft", parameters=[KEY])
    def delete(self, request: Request, key: str) -> Response:
        drafts.keep(self.player(request, key), [])
        return Response(status=204)

"""Shared parts of the programs' views of leagues."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts.models import User
from games.api.descriptions import Number

#: Rows of one page.
PAGE = 100

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the league or tournament")
AFTER = Number("after", 1_000_000, "Rows to skip: `next` of the last answer")


def caller_of(request: Request) -> User | None:
    """Return the account that calls, None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def page_of(request: Request, rows: Any, data: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a page of rows as data; `next` is `after` of the next page. Raises Refused."""
    after = AFTER.of(request)
    found = list(rows[after : after + PAGE + 1])
    more = after + PAGE if len(found) > PAGE else None
    return {"results": [data(row) for row in found[:PAGE]], "next": more}

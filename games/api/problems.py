"""Errors as problem details (RFC 9457), one shape for everything that is refused."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.api.renderers import JSONRenderer
from games.refusals import Refused
from notifications.errors import NotificationError

CONTENT_TYPE = "application/problem+json"

TITLES = {
    400: "The request cannot be read",
    401: "Sign in first",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    408: "Too slow",
    409: "Conflict",
    410: "Gone",
    413: "Too large",
    415: "Unsupported media type",
    422: "Refused",
    429: "Too many requests",
    500: "Internal error",
    503: "Unavailable",
}


class Problem(TypedDict):
    """A refusal (RFC 9457): a stable `code`, and `detail` for people.

    Where they fit: the `rule` that forbids it, `index` (which choice of the chain), the `version` now, the `field` of
    the body, how many seconds to `wait`, the `seats` that there are, and what may be said about a shared `connection`.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rule: NotRequired[str]
    index: NotRequired[int]
    version: NotRequired[int]
    field: NotRequired[str]
    wait: NotRequired[int]
    seats: NotRequired[list[str]]
    connection: NotRequired[list[str]]


def body_of(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem as an object; empty fields are left out."""
    return {
        "type": f"about:blank#{code}",
        "title": TITLES.get(status, "Refused"),
        "status": status,
        "code": code,
        "detail": detail,
        **{k: v for k, v in more.items() if v not in (None, "")},
    }


def body_of_refusal(error: Refused) -> dict[str, Any]:
    """Return a refusal as an object."""
    return body_of(error.status, error.code, error.message, rule=error.rule, index=error.index, **error.extra)


def problem(
    status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any
) -> Response:
    """Return a problem as a response."""
    body = body_of(status, code, detail, **more)
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def plain_answer(error: Refused | exceptions.Throttled, headers: Mapping[str, str]) -> HttpResponse:
    """Return a refusal as an answer outside the general view, with these headers beside its own."""
    answer = exception_handler(error, {})
    assert answer is not None
    more = {name: value for name, value in answer.items() if name == "Retry-After"}
    body = JSONRenderer().render(answer.data)
    return HttpResponse(
        body, status=answer.status_code, content_type=CONTENT_TYPE, headers={**headers, **more}
    )


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn every refusal into a problem; anything unknown is left to the server's own page."""
    set_rollback()
    if isinstance(error, Refused):
        wait = error.extra.get("wait")
        return Response(
            body_of_refusal(error),
            status=error.status,
            headers={"Retry-After": str(wait)} if wait else None,
            content_type=CONTENT_TYPE,
        )
    if isinstance(error, NotificationError):
        return problem(422, error.code, error.message)
    if isinstance(error, Http404):
        return problem(404, "not-found", "There is nothing at this address.")
    if isinstance(error, PermissionDenied):
        return problem(403, "forbidden", "You may not do that.")
    if isinstance(error, exceptions.APIException):
        headers: dict[str, str] = {}
        if getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]  # set by DRF's views
        wait = getattr(error, "wait", None)
        if wait is not None:
            headers["Retry-After"] = str(int(wait) + 1)
        codes = error.get_codes()
        code = str(codes if isinstance(codes, str) else "invalid").replace("_", "-")
        detail = error.detail if isinstance(error.detail, str) else "The request cannot be read."
        return problem(error.status_code, code, str(detail), headers)
    return None

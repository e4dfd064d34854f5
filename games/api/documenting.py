"""How the operations of the API are described for OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema

from games.api import schemas
from games.api.problems import CONTENT_TYPE

PROBLEMS = dict.fromkeys((400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429), schemas.Problem)
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The game's key")
AGAIN = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="Sent again with the same key and body, the request has no second effect and gets the first answer; "
    "with another body it is refused (409 `idempotency-conflict`)",
)


def documented(ok: Any, *, request: Any = None, status: int = 200, **more: Any) -> Callable[[Any], Any]:
    """Describe an operation for OpenAPI, with the refusals that every operation may answer.

    Whatever changes something may be sent again with a key (games.api.repeating).
    """
    problems: dict[Any, Any] = {
        (code, CONTENT_TYPE): shape for code, shape in PROBLEMS.items() if code != status
    }
    responses: dict[Any, Any] = {status: ok, **problems}
    parameters = more.pop("parameters", [])

    def describe(method: Any) -> Any:
        again = [] if method.__name__ == "get" else [AGAIN]
        described = extend_schema(
            request=request, responses=responses, parameters=[*parameters, *again], **more
        )
        return described(method)

    return describe

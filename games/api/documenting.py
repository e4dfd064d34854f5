"""How the operations of the API are described for OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema

from games.api import schemas
from games.api.problems import CONTENT_TYPE

PROBLEMS = dict.fromkeys((400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429), schemas.Problem)
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The game's key")


def documented(ok: Any, *, request: Any = None, status: int = 200, **more: Any) -> Callable[[Any], Any]:
    """Describe an operation for OpenAPI, with the refusals that every operation may answer."""
    problems: dict[Any, Any] = {
        (code, CONTENT_TYPE): shape for code, shape in PROBLEMS.items() if code != status
    }
    responses: dict[Any, Any] = {status: ok, **problems}
    return extend_schema(request=request, responses=responses, **more)

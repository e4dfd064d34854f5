"""The API's own page, made from its OpenAPI description; no script from elsewhere."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games.memo import made_once, openapi
from games.views.common import tagged


def operations() -> list[dict[str, Any]]:
    """Return the operations of the API, by address."""
    found = []
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            found.append(
                {
                    "method": method.upper(),
                    "path": path,
                    "name": operation["operationId"],
                    "text": operation.get("description", "").replace("`", ""),
                    "parameters": [
                        {
                            "name": p["name"],
                            "place": p["in"],
                            "text": p.get("description", "").replace("`", ""),
                        }
                        for p in operation.get("parameters", [])
                    ],
                    "bodies": _bodies(operation),
                    "answer": min(operation.get("responses", {})),
                }
            )
    return found


def _bodies(operation: dict[str, Any]) -> list[str]:
    """Return the examples of a request's body."""
    shapes = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return [json.dumps(example["value"]) for example in shapes.get("examples", {}).values()]


@made_once
def body() -> str:
    """Return what the page shows, the same for everybody."""
    return render_to_string("games/api_docs_body.html", {"operations": operations()})


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the API."""
    return tagged(request, render(request, "games/api_docs.html", {"body": body()}))

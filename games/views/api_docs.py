"""The API's own page, made from its OpenAPI description; no script from elsewhere."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


def operations() -> list[dict[str, Any]]:
    """Return the operations of the API, by address."""
    from drf_spectacular.generators import SchemaGenerator  # large, and workers have this page, too

    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # the library is untyped here
    schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # likewise
    found = []
    for path, methods in schema["paths"].items():
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


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the API."""
    return render(request, "games/api_docs.html", {"operations": operations()})

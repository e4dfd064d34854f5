"""What the pages of the leagues share."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse, QueryDict
from django.urls import reverse

from games.refusals import Refused
from games.views.common import reader
from games.views.common import refusal_page as refusal
from leagues.services.entry import registration
from leagues.services.records import exports

__all__ = ["as_file", "reader", "refusal", "said_in", "way_back", "whole"]


def way_back(refused: Refused, page: str, key: str) -> str:
    """Return the address of the page of an event on which something was refused, "" if there is no such event."""
    return "" if refused.code == "no-such-competition" else reverse(page, args=[key])


def whole(text: str, default: int = 0) -> int:
    """Return a whole number from a form's field, or `default` for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default


def as_file(rows: list[dict[str, Any]], columns: tuple[str, ...], form: str, name: str) -> HttpResponse:
    """Return rows as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    if form == "csv":
        return HttpResponse(
            exports.as_csv(rows, columns), content_type="text/csv; charset=utf-8", headers=headers
        )
    return JsonResponse({"rows": rows}, headers=headers, json_dumps_params={"ensure_ascii": False})


def said_in(given: QueryDict) -> registration.Said:
    """Return what somebody says in a form who enters an event, or founds or joins a team."""
    return registration.Said(given.get("connection", ""), given.get("salt", ""))

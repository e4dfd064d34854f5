"""What the pages of the leagues share."""

from __future__ import annotations

from django.urls import reverse

from games.refusals import Refused
from games.views.common import reader
from games.views.common import refusal_page as refusal

__all__ = ["reader", "refusal", "way_back", "whole"]


def way_back(refused: Refused, page: str, key: str) -> str:
    """Return the address of the page of an event on which something was refused, "" if there is no such event."""
    return "" if refused.code == "no-such-competition" else reverse(page, args=[key])


def whole(text: str, default: int = 0) -> int:
    """Return a whole number from a form's field, or `default` for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default

"""What the programs' views of leagues share: parameters, and what is read from a body."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts.models import User
from games.api.base import field
from games.refusals import Refused

#: Rows of one page.
PAGE = 100

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the league or tournament")
AFTER = OpenApiParameter("after", int, description="Rows to skip: `next` of the last answer")


def caller_of(request: Request) -> User | None:
    """Return the account that calls, None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def moment(data: Any, name: str) -> datetime | None:
    """Return a moment of a body, None where it is missing. Raises Refused."""
    text = field(data, name, str, "")
    if not text:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None or timezone.is_naive(found) or not 2000 < found.year < 9000:
        raise Refused("malformed", f"“{name}” must be a moment such as 2026-12-31T20:00:00Z.", 400)
    return found


def small(value: int) -> int:
    """Return a number that fits the database's keys; 0, which is nobody's, for any other."""
    return value if 0 < value < 2**62 else 0

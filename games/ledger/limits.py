"""Limits of how much a player may send at once, and how often what makes mail to others."""

import re
from datetime import datetime
from typing import Any

import orjson

from games.refusals import Refused
from notifications import act_limits
from notifications.act_limits import Party
from notifications.causes import Act
from notifications.errors import TooOften
from rules.core.decisions import Text

#: Choices in one submission.
MOST_CHOICES = 60
#: Bytes of a submission's choices as JSON.
MOST_BYTES = 32_768

_KEY = re.compile(r"[\x20-\x7e]{1,80}")


def check_key(key: str) -> str:
    """Return an idempotency key. Raises Refused for what none can be."""
    if not _KEY.fullmatch(key):
        raise Refused("malformed", "An idempotency key has 1 to 80 printable characters.", 400)
    return key


def check_size(choices: Any, version: int = 0) -> bytes:
    """Return choices as JSON, together with the version that they were made for.

    Raises:
        Refused: no list, nothing in it, too much, or what no database can hold.
    """
    if not isinstance(choices, list) or not choices:
        raise Refused("malformed", "Send at least one choice.", 400)
    if len(choices) > MOST_CHOICES:
        raise Refused("too-large", f"Send at most {MOST_CHOICES} choices at once.", 413)
    plain = [{"text": c.text} if isinstance(c, Text) else c for c in choices]
    try:
        body = orjson.dumps([version, plain])
    except (orjson.JSONEncodeError, RecursionError):
        raise Refused("malformed", "The choices cannot be read.", 400) from None
    if len(body) > MOST_BYTES:
        raise Refused("too-large", "The submission is too large.", 413)
    if b"\\u0000" in body:  # PostgreSQL stores no such character, not even in a draft
        raise Refused("malformed", "The choices cannot be read.", 400)
    return body


def count_act(
    act: Act,
    *,
    by: Party,
    to: Party = "",
    called: str = "",
    now: datetime | None = None,
    extra: dict[str, Any] | None = None,
) -> None:
    """Count an act that makes mail to others (`notifications.act_limits.count`). Raises Refused (429) with `extra`."""
    try:
        act_limits.count(act, by=by, to=to, called=called, now=now)
    except TooOften as refusal:
        more = {"wait": refusal.wait, **(extra or {})}
        raise Refused(refusal.code, refusal.message, 429, extra=more) from None

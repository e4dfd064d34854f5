"""JSON bodies, with limits: a broken or hostile body is a clear refusal."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import BaseParser

from games.refusals import Refused

MOST_BYTES = 65_536
MOST_DEPTH = 12


NO_ZERO = "The request holds a character that no text may hold (U+0000)."


def _check(value: Any, left: int) -> None:
    """Raise Refused for what is nested more than `left` times, and for text that no database can hold."""
    if left < 0:
        raise Refused("malformed", "The body is nested too deeply.", 400)
    if isinstance(value, str):
        if "\x00" in value:
            raise Refused("malformed", NO_ZERO, 400)
    elif isinstance(value, dict):
        for name, part in value.items():
            _check(name, left)
            _check(part, left - 1)
    elif isinstance(value, list):
        for part in value:
            _check(part, left - 1)


class JSONParser(BaseParser):
    """Parse a JSON object."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise Refused("too-large", f"A request holds at most {MOST_BYTES} bytes.", 413)
        if not body.strip():
            return {}
        try:
            data = orjson.loads(body)
        except orjson.JSONDecodeError:
            raise Refused("malformed", "The body is not JSON.", 400) from None
        if not isinstance(data, dict):
            raise Refused("malformed", "The body must be a JSON object.", 400)
        _check(data, MOST_DEPTH)
        return data

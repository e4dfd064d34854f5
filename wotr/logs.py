"""Structured logs with request ids and no personal data (OPS-9)."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

#: Secrets that stand in addresses: Django writes the address of every refused or failed request.
_SECRET = re.compile(
    r"(/(?:turn|seat|calendar|letters|shared|unsubscribe|confirm-email|key)/)[^/\s\"'?&]{12,}"
)

request_id: ContextVar[str] = ContextVar("request_id", default="-")


#: What is answered to somebody who asks for what is not there, or too late: nothing that an operator looks at.
_ORDINARY = (404, 409)


class NoRefusals(logging.Filter):
    """Leaves out what Django writes as a warning for every 404 and 409."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        return not (record.name == "django.request" and getattr(record, "status_code", 0) in _ORDINARY)


class Handler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to the standard error. What cannot be written, as on a full disk, is lost, and nobody fails of it."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Go on."""


class JSONFormatter(logging.Formatter):
    """One JSON object for each line: time, level, logger, message, request, and `extra` facts."""

    extra_fields = (
        *("game", "seat", "competition", "delivery", "mail", "run"),
        *("status", "path", "method", "milliseconds", "seconds", "error"),
    )

    @staticmethod
    def hushed(text: str) -> str:
        """Return text without the secrets of addresses.

        >>> JSONFormatter.hushed("Not Found: /seat/AbCdEfGhIjKlMnOp/")
        'Not Found: /seat/***/'
        """
        return _SECRET.sub(r"\1***", text)

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.hushed(record.getMessage()),
            "request": request_id.get(),
        }
        line.update({f: getattr(record, f) for f in self.extra_fields if hasattr(record, f)})
        if record.exc_info:
            line["exception"] = self.hushed(self.formatException(record.exc_info))
        return json.dumps(line, default=str)

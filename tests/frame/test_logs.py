"""What is written into the log, and what happens where it cannot be written."""

import errno
import io
import json
import logging

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.utils.log import log_response

from wotr import logs


@pytest.fixture
def requests():
    """Django's log of requests as this server writes it; what was written is its stream."""
    out = io.StringIO()
    handler = logs.Handler(out)
    handler.addFilter(logs.NoRefusals())
    handler.setFormatter(logs.JSONFormatter())
    logger = logging.getLogger("django.request")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.WARNING)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.mark.parametrize(
    ("status", "level"),
    [(404, None), (409, None), (400, "warning"), (403, "warning"), (429, "warning"), (500, "error")],
)
def test_ordinary_refusals_are_no_warnings(requests, rf, status, level):
    """A page that is not there, and a move that came too late, are nothing that an operator looks at."""
    answer = HttpResponse(status=status)
    log_response("%s: %s", answer.reason_phrase, "/game/x/", response=answer, request=rf.get("/game/x/"))
    written = [json.loads(line)["level"] for line in requests.stream.getvalue().splitlines()]
    assert written == ([level] if level else [])


def test_the_server_writes_so():
    console = settings.LOGGING["handlers"]["console"]
    assert (console["class"], console["filters"]) == ("wotr.logs.Handler", ["refusals"])
    assert settings.LOGGING["filters"]["refusals"] == {"()": "wotr.logs.NoRefusals"}


class Full(io.StringIO):
    """A file on a full disk."""

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_on_a_full_disk_or_that_is_closed_fails_nobody_and_says_nothing(requests, capfd):
    closed = io.StringIO()
    closed.close()
    for requests.stream in (Full(), closed):
        requests.handle(logging.makeLogRecord({"msg": "lost"}))
    requests.stream = io.StringIO()
    assert capfd.readouterr().err == ""

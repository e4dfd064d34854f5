"""Whoever sends or reads slowly holds up nobody else: a served process with four threads, strangers at its door."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from games.management.commands.serve import plan
from tests.frame.services import free_port, wait_for

pytestmark = pytest.mark.long

FORM = "Content-Type: application/x-www-form-urlencoded"


class Web:
    """The web process of `manage.py serve`."""

    def __init__(self, port: int) -> None:
        self.port = port

    def page(self) -> int:
        """Ask for a page as a browser does. Returns its status."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/accounts/login/", timeout=60) as answer:
            return int(answer.status)

    def connect(self, buffer: int | None = None) -> socket.socket:
        made = socket.socket()
        if buffer is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        made.settimeout(60)
        made.connect(("127.0.0.1", self.port))
        return made

    def begin(self, path: str, *headers: str, method: str = "POST") -> socket.socket:
        """Send the head of a request."""
        connection = self.connect()
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
        connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode("latin-1"))
        return connection

    def ask(self, path: str, *headers: str, method: str = "GET", body: bytes = b"") -> "Answer":
        connection = self.begin(path, "Connection: close", *headers, method=method)
        connection.sendall(body)
        return read(connection)


class Answer:
    """An answer as it came: status, headers, body."""

    def __init__(self, raw: bytes) -> None:
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1]) if lines[0] else None
        self.headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        self.kind = self.headers.get("content-type", "")


def read(connection: socket.socket) -> Answer:
    """Read until the server ends the connection."""
    with closing(connection):
        raw = b""
        while piece := connection.recv(65_536):
            raw += piece
        return Answer(raw)


@pytest.fixture(scope="module")
def web(tmp_path_factory, migrated) -> Iterator[Web]:
    folder, port = tmp_path_factory.mktemp("slow"), free_port()
    own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "WEB_THREADS")
    env = {k: v for k, v in os.environ.items() if k not in own}
    env |= {"VAR_DIR": str(folder), "LOG_LEVEL": "CRITICAL", "BODY_SECONDS": "4"}
    shutil.copy(migrated, folder)
    web, _ = plan("127.0.0.1", port)["processes"]
    process = subprocess.Popen(web["command"], env=env)
    running = Web(port)

    def answers() -> bool:
        try:
            return running.page() == 200
        except OSError:
            return False

    try:
        wait_for(answers)
        yield running
    finally:
        process.terminate()
        process.wait(timeout=60)


def test_eight_who_begin_a_form_and_send_no_more_keep_nobody_waiting(web):
    slow = [web.begin("/accounts/login/", FORM, "Content-Length: 1000") for _ in range(4)]
    slow += [web.begin("/api/v1/tables/", "Content-Length: 1000") for _ in range(4)]
    for connection in slow:
        connection.sendall(b"a=")
    assert web.page() == 200
    ends = [read(connection) for connection in slow]
    assert {answer.status for answer in ends} == {408}
    assert {answer.headers["connection"] for answer in ends} == {"close"}
    page, problem = ends[0], ends[-1]
    assert b"did not arrive in time" in page.body
    assert b"/static/css/base" in page.body, "in the look of the site"
    assert problem.kind == "application/problem+json"
    assert json.loads(problem.body)["code"] == "too-slow"


def test_bytes_one_by_one_win_no_time(web):
    """The deadline is that of the whole body, chunked or not."""
    chunked = web.begin("/accounts/login/", FORM, "Transfer-Encoding: chunked")
    measured = web.begin("/accounts/login/", FORM, "Content-Length: 1000")
    sent = 0
    with pytest.raises(OSError), ExitStack() as closed:  # noqa: PT012  # at the latest, once the server has hung up
        closed.callback(chunked.close)
        while True:
            chunked.sendall(b"1\r\na\r\n")
            sent += 1
            assert sent < 120, "the server goes on listening"
            time.sleep(0.5)
    assert read(measured).status == 408
    assert web.page() == 200


def test_what_is_too_large_is_refused_before_it_is_sent(web):
    waiting = web.begin("/accounts/login/", FORM, "Content-Length: 999999999", "Expect: 100-continue")
    assert waiting.recv(12) == b"HTTP/1.1 413"
    waiting.close()
    answer = web.ask("/api/v1/tables/", "Content-Length: 100000", method="POST", body=b"x" * 100_000)
    assert (answer.status, answer.kind) == (413, "application/problem+json")
    assert "at most 65536 bytes" in json.loads(answer.body)["detail"]
    pieces = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    answer = web.ask(
        "/accounts/login/", FORM, "Transfer-Encoding: chunked", method="POST", body=pieces * 5 + b"0\r\n\r\n"
    )
    assert answer.status == 413
    assert b"at most 262144 bytes" in answer.body


def test_half_a_head_or_none_at_all_does_not_stay(web):
    """Whoever says nothing, half a word or half a head is shown out."""
    silent = [web.connect() for _ in range(3)]
    silent[1].sendall(b"P")
    silent[2].sendall(b"GET / HTTP/1.1\r\nHost: loc")
    idle = web.begin("/healthz", method="GET")
    for connection in (*silent, idle):
        with closing(connection):
            while connection.recv(65_536):
                pass


def test_who_does_not_read_holds_no_thread(web):
    """Each asks for the largest picture until nobody takes any more of it."""
    path = "/static/img/war-of-the-ring-map.svg"
    assert len(web.ask(path).body) > 100_000
    with ExitStack() as open_ones:
        for _ in range(8):
            connection = open_ones.enter_context(closing(web.connect(buffer=2048)))
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 100)
        time.sleep(2)
        assert web.page() == 200


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "x%0Ay",
        "%0a",
        "%00",
        "%ff%fe/",
        "games/%ff/",
        "games/a%0A/",
        "%F0%9F%98%80/",
        "tables/%2e%2e/",
    ],
)
def test_an_address_that_is_none_is_a_problem_for_programs(web, path):
    answer = web.ask(f"/api/v1/{path}")
    assert (answer.status, answer.kind) == (404, "application/problem+json"), answer.body
    assert json.loads(answer.body)["code"] == "not-found"


@pytest.mark.parametrize(
    ("status", "method", "headers", "body"),
    [
        (405, "DELETE", (), b""),
        (405, "BREW", (), b""),
        (405, "TRACE", (), b""),
        (406, "GET", ("Accept: application/xml",), b""),
        (400, "GET", ("Host: evil.example",), b""),
        (401, "GET", ("Authorization: Bearer \xff",), b""),
    ],
)
def test_whatever_is_wrong_is_a_problem_for_programs(web, status, method, headers, body):
    answer = web.ask("/api/v1/titles/", *headers, method=method, body=body)
    assert (answer.status, answer.kind) == (status, "application/problem+json"), answer.body

"""The proxy of compose, in its version and with its Caddyfile, before servers that tell what reaches them."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from benchmarks.load import Connection, header
from tests.frame import proxying
from tests.frame.deployment import COMPOSE
from tests.frame.services import free_port, wait_for


class Told(BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def do_GET(self) -> None:
        if self.path == "/game/abc12/events?on":
            self.stream()
            return
        self.server.connected.append(self.path)
        length = int(self.headers["Content-Length"] or 0)
        refused = length > 262_144  # as the server does, before it reads any
        told = {
            "who": self.server.who,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": None if refused else len(self.rfile.read(length)),
        }
        said = json.dumps(told).encode()
        self.send_response(413 if refused else 200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    do_POST = do_GET

    def stream(self) -> None:
        """Tell something, and then nothing until the listener has gone."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.rfile.read(1)
        self.server.gone.set()

    def log_message(self, *_: object) -> None:
        pass


class Upstream(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: str, port: int, who: str) -> None:
        super().__init__((address, port), Told)
        self.who, self.connected, self.gone = who, list[str](), Event()
        self._thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()


class Door:
    """The proxy, two web servers and one for streams behind it."""

    def __init__(self) -> None:
        self.web, self.streams = free_port(), free_port()
        self.names = proxying.Names(web=["127.0.0.2", "127.0.0.3"], streams=["127.0.0.2"])
        self.upstreams = {
            "one": Upstream("127.0.0.2", self.web, "one"),
            "other": Upstream("127.0.0.3", self.web, "other"),
            "streams": Upstream("127.0.0.2", self.streams, "streams"),
        }
        self.port = 0

    def send(self, *lines: str, body: bytes = b"") -> tuple[int, bytes, Any]:
        """Return status, head and what was told of a request."""
        connection = Connection(self.port)
        request = "\r\n".join([*lines, "Host: localhost", "", ""]).encode()
        status, head, said = connection.call(request + body)
        connection.close()
        return status, head, json.loads(said) if said.startswith(b"{") else said

    def get(self, path: str, *lines: str) -> tuple[int, bytes, Any]:
        return self.send(f"GET {path} HTTP/1.1", *lines)


@contextmanager
def standing(folder: Path, *, behind: bool = False) -> Iterator[Door]:
    door = Door()
    ports = {"web": door.web, "streams": door.streams}
    try:
        with proxying.running(folder, door.names, behind=behind, **ports) as port:
            door.port = port
            yield door
    finally:
        for upstream in door.upstreams.values():
            upstream.end()


@pytest.fixture(scope="module")
def door(tmp_path_factory) -> Iterator[Door]:
    with standing(tmp_path_factory.mktemp("door")) as door:
        yield door


def test_the_proxy_is_the_one_that_compose_names():
    said = subprocess.run([proxying.CADDY, "version"], check=True, capture_output=True, text=True).stdout
    assert COMPOSE["proxy"]["image"].startswith(f"docker.io/library/caddy:{said.split()[0][1:]}-")


def test_listeners_are_led_to_the_streams_and_everybody_else_to_all_that_serve_pages(door):
    for path in ("/game/abc12/events", "/api/v1/events/stream/", "/api/v1/events/stream/?after=7"):
        assert door.get(path)[2]["who"] == "streams"
    for path in ("/", "/game/abc12/", "/game/abc12/events/", "/game/a/b/events", "/api/v1/events/"):
        assert door.get(path)[2]["who"] in ("one", "other")
    assert {door.get("/")[2]["who"] for _ in range(64)} == {"one", "other"}


def test_a_listener_hears_at_once_and_has_gone_at_once(door):
    """Places are counted: one that has gone takes none until something happens."""
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as line:
        line.sendall(b"GET /game/abc12/events?on HTTP/1.1\r\nHost: localhost\r\n\r\n")
        said = b""
        while b"data: 1" not in said:
            said += line.recv(4096)
        assert not door.upstreams["streams"].gone.is_set()
    assert door.upstreams["streams"].gone.wait(60)


def test_nobody_says_for_themselves_where_they_come_from(door):
    spoofed = (
        "X-Forwarded-For: 192.0.2.7",
        "X_Forwarded_For: 192.0.2.8",
        "X-Forwarded-Proto: https",
        "A_b: c",
    )
    for path in ("/", "/game/abc12/events"):
        seen = door.get(path, *spoofed)[2]["headers"]
        assert (seen["x-forwarded-for"], seen["x-forwarded-proto"]) == ("127.0.0.1", "http")
        assert [name for name in seen if "_" in name] == []


def test_what_is_asked_for_is_asked_for_unchanged(door):
    """Whoever takes no packed answer is not given one that was packed and unpacked on the way, without its length."""
    for path in ("/", "/game/abc12/events"):
        assert "accept-encoding" not in door.get(path)[2]["headers"]
        assert door.get(path, "Accept-Encoding: gzip")[2]["headers"]["accept-encoding"] == "gzip"


def test_where_another_proxy_stands_before_it_that_one_says_so(tmp_path):
    with standing(tmp_path, behind=True) as door:
        given = (
            "X-Forwarded-For: 192.0.2.7, 192.0.2.9",
            "X-Forwarded-Proto: https",
            "X_Forwarded_For: 192.0.2.8",
        )
        for path in ("/", "/game/abc12/events"):
            seen = door.get(path, *given)[2]["headers"]
            assert (seen["x-forwarded-for"], seen["x-forwarded-proto"]) == ("192.0.2.7, 192.0.2.9", "https")
            assert [name for name in seen if "_" in name] == []


def test_a_body_reaches_a_worker_as_a_whole(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as line:
        line.sendall(b"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhello")
        time.sleep(0.5)
        assert not any("/slow" in upstream.connected for upstream in door.upstreams.values())
        line.sendall(b"there")
        assert line.recv(12) == b"HTTP/1.1 200"
    assert any("/slow" in upstream.connected for upstream in door.upstreams.values())


def test_a_body_of_unknown_length_and_a_service_s_mail_go_where_they_are_received(door):
    """WSGI would take the first for none at all; `wotr.asgi` receives both, within its own limits."""
    chunked = b"5\r\nhello\r\n5\r\nthere\r\n0\r\n\r\n"
    assert door.send("POST / HTTP/1.1", "Transfer-Encoding: chunked", body=chunked)[2]["who"] == "streams"
    mail = door.send("POST /anymail/postmark/inbound/ HTTP/1.1", "Content-Length: 2", body=b"{}")
    assert mail[2]["who"] == "streams"
    assert door.send("POST / HTTP/1.1", "Content-Length: 0")[2]["who"] in ("one", "other")


@pytest.mark.parametrize(("size", "status"), [(262_144, b"200"), (262_145, b"413"), (400_000, b"413")])
def test_a_body_that_is_too_large_is_refused_by_the_worker_and_unread(door, size, status):
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as line:
        line.sendall(f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n".encode())
        line.sendall(b"x" * size)
        assert line.recv(12) == b"HTTP/1.1 " + status


@pytest.mark.long
def test_half_a_head_does_not_stay(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=60) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        while line.recv(4096):
            pass


@pytest.mark.long
def test_one_that_has_gone_is_not_waited_for_and_nobody_there_is_said_in_words(tmp_path):
    with standing(tmp_path) as door:
        assert door.get("/")[0] == 200
        door.upstreams["other"].end()
        assert {door.get("/")[0] for _ in range(32)} == {200}, "asked again where the first has gone"
        door.upstreams["one"].end()
        page, problem = door.get("/"), door.get("/api/v1/games/")
        assert (page[0], problem[0]) == (503, 503)
        assert header(page[1], b"retry-after") == header(problem[1], b"retry-after") == b"2"
        assert header(problem[1], b"content-type") == b"application/problem+json"
        assert problem[2]["code"] == "unavailable"
        assert door.get("/game/abc12/events")[0] == 200

        door.upstreams["new"] = Upstream("127.0.0.4", door.web, "new")
        door.names.places["web"] = ["127.0.0.4"]
        wait_for(lambda: door.get("/")[0] == 200)
        assert door.get("/")[2]["who"] == "new"


def test_nothing_keeps_a_service_from_running_several_times():
    ours = {name: service for name, service in COMPOSE.items() if "build" in service}
    assert not [name for name, service in ours.items() if {"ports", "container_name"} & service.keys()]
    published = {name: service["ports"] for name, service in COMPOSE.items() if "ports" in service}
    assert published == {"proxy": ["${WEB_PORT:-8000}:8000"], "mail": ["127.0.0.1:8025:8025"]}

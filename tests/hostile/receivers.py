"""Receivers on loopback: honest ones that write down what they are sent, and silent ones that never answer."""

from __future__ import annotations

import email
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from tests.frame.services import free_port


@dataclass(frozen=True)
class Call:
    """A notice that arrived: when (monotonic), to whom, its id, and of which game."""

    at: float
    to: str
    number: str
    kind: str
    game: str
    version: int


class Honest:
    """Answers every call at once, by HTTP and by SMTP, and keeps what it was told."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.mails: list[tuple[float, str, str]] = []
        kept, came = self.calls, threading.Condition()
        self.came = came

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                data = body.get("data", {})
                with came:
                    kept.append(
                        Call(
                            time.monotonic(),
                            self.path.strip("/"),
                            self.headers["webhook-id"],
                            body.get("type", ""),
                            str(data.get("game", "")),
                            int(data.get("version") or 0),
                        )
                    )
                    came.notify_all()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

        self.server = Server(("127.0.0.1", 0), Handler)
        #: By name: whoever calls has to look it up, as everybody's (names/sitecustomize.py).
        self.place = f"honest.example:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.smtp = Controller(self, hostname="127.0.0.1", port=free_port())
        self.smtp.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = email.message_from_bytes(envelope.content)
        parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
        text = "\n".join(str(part.get_payload(decode=True), "utf-8", "replace") for part in parts)
        with self.came:
            for to in envelope.rcpt_tos:
                self.mails.append((time.monotonic(), to, text))
            self.came.notify_all()
        return "250 OK"

    def counts(self) -> Counter[str]:
        """Return how often each id of a notice came."""
        return Counter(call.number for call in list(self.calls))

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.smtp.stop()


@contextmanager
def silent(number: int) -> Iterator[list[str]]:
    """Listen at that many addresses of loopback, take every connection, and never say a word."""
    port = free_port()
    doors = []
    for place in range(number):
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((f"127.0.{1 + place // 250}.{1 + place % 250}", port))
        # The system takes the connections by itself: nobody ever reads from them.
        door.listen(512)
        doors.append(door)
    try:
        yield [f"{door.getsockname()[0]}:{port}" for door in doors]
    finally:
        for door in doors:
            door.close()

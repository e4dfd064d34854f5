"""An honest receiver, a process of its own: it answers at once, however busy the tests are, and tells what it was sent.

Its first line says where it listens; then comes one of JSON for each call and each mail, before that is answered. It
ends with whoever started it.
"""

import email
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from tests.frame.services import free_port

_one_by_one = threading.Lock()


def tell(what: Any) -> None:
    with _one_by_one:
        print(json.dumps(what), flush=True)


class Calls(BaseHTTPRequestHandler):
    """Takes every call."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data = body.get("data", {})
        call = {
            "at": time.monotonic(),
            "to": self.path.strip("/"),
            "number": self.headers["webhook-id"],
            "kind": body.get("type", ""),
            "game": str(data.get("game", "")),
            "version": int(data.get("version") or 0),
        }
        tell({"call": call})
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class Mails:
    """Takes every mail."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = email.message_from_bytes(envelope.content)
        parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
        text = "\n".join(str(part.get_payload(decode=True), "utf-8", "replace") for part in parts)
        for to in envelope.rcpt_tos:
            tell({"mail": [time.monotonic(), to, text]})
        return "250 OK"


def main() -> None:
    server = Server(("127.0.0.1", 0), Calls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    mails = Controller(Mails(), hostname="127.0.0.1", port=free_port())
    mails.start()
    tell({"http": server.server_port, "smtp": mails.port})
    sys.stdin.read()


if __name__ == "__main__":
    main()

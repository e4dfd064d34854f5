"""A receiver on loopback that keeps what it is sent, a browser's side of Web Push, and looks into the outbox."""

import base64
import http.server
import threading
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.utils import timezone

from notifications import destinations, preferences
from notifications.models import Delivery


class Receiver(http.server.BaseHTTPRequestHandler):
    """Keeps what it is sent and answers as it is told."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.received.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_PUT = do_POST

    def log_message(self, *args):
        pass


@pytest.fixture
def receiver(settings):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.received, server.status = [], 201
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.place = f"127.0.0.1:{server.server_port}"
    settings.WEBHOOK_ALLOWED_HOSTS = [server.place]
    yield server
    server.shutdown()


class Browser:
    """A browser's side of Web Push."""

    def __init__(self, url):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": url,
            "keys": {
                "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
                "auth": base64.urlsafe_b64encode(self.auth).decode().rstrip("="),
            },
        }

    def read(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)


def told_through(channel, table, host, *, secure=True):
    """Let Frodo be told through one channel only, at this host; return the place and the notice that waits for it."""
    tls = "s" if secure else ""
    given = {
        "webhook": f"http{tls}://{host}/hook",
        "chat": f"ntfy{tls}://{host}/shire",
        "push": Browser(f"http{tls}://{host}/push").subscription,
    }[channel]
    preferences.set_preference(table.fellowship, "turn", "email", False)
    added = destinations.add(table.fellowship, channel, given, "Firefox" if channel == "push" else "")
    Delivery.objects.all().delete()
    table.discard()
    return added, Delivery.objects.get()


def due(minutes=3):
    return timezone.now() + timedelta(minutes=minutes)


def newest(channel):
    return Delivery.objects.filter(channel=channel).latest("pk")


def mails_to(user):
    return [m for m in mail.outbox if m.to == [user.email]]

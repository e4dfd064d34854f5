"""Real conversations on loopback: the server's own door for mail, and the players' mailboxes."""

import email
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.db import connections

from notifications.inbound.listener import Handler, protocol
from tests.frame.services import free_port

PASSED = "mx.games.example; dmarc=pass header.from=example.org"


class Door(Controller):
    """The listener of `receive_mail`, in a thread."""

    lmtp = True

    def factory(self) -> Any:
        return protocol(lmtp=self.lmtp)

    def _run(self, *args: Any) -> None:
        try:
            super()._run(*args)
        finally:
            connections.close_all()


class SmtpDoor(Door):
    lmtp = False


@pytest.fixture(params=[Door, SmtpDoor], ids=["lmtp", "smtp"])
def door(request: pytest.FixtureRequest, transactional_db: None, settings: Any) -> Iterator[Door]:
    yield from _opened(request.param, settings)


@pytest.fixture
def lmtp_door(transactional_db: None, settings: Any) -> Iterator[Door]:
    yield from _opened(Door, settings)


@pytest.fixture
def smtp_door(transactional_db: None, settings: Any) -> Iterator[Door]:
    yield from _opened(SmtpDoor, settings)


def _opened(kind: type[Door], settings: Any) -> Iterator[Door]:
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    settings.MAIL_AUTHSERV_ID = "mx.games.example"
    # aiosmtpd asks its own server whether it is up; LMTP wants LHLO, so a bare connection must do.
    controller = kind(Handler(), hostname="127.0.0.1", port=free_port())
    controller._trigger_server = lambda: socket.create_connection(
        (controller.hostname, controller.port)
    ).close()  # type: ignore[method-assign]
    controller.start()
    yield controller
    controller.stop()


class Mailboxes:
    """Everybody's mailbox: takes what the server sends."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.lock = threading.Lock()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        with self.lock:
            self.messages.append(email.message_from_bytes(envelope.content))
        return "250 OK"

    def take(self) -> list[Any]:
        with self.lock:
            taken, self.messages = self.messages, []
        return taken


@pytest.fixture
def mailboxes(settings: Any) -> Iterator[Mailboxes]:
    handler = Mailboxes()
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield handler
    controller.stop()

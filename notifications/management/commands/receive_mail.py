"""Listen for answers that a mail server of one's own passes on."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from notifications.inbound.listener import protocol


class Command(BaseCommand):
    help = "Take answers to turn mails by LMTP (or SMTP) from a mail server; Ctrl-C stops."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8024)
        parser.add_argument("--smtp", action="store_true", help="speak SMTP instead of LMTP")

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._serve(options["host"], options["port"], not options["smtp"]))

    async def _serve(self, host: str, port: int, lmtp: bool) -> None:
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        server = await loop.create_server(lambda: protocol(lmtp=lmtp), host, port)
        self.stdout.write(f"taking mail at {host}:{port} ({'LMTP' if lmtp else 'SMTP'})")
        async with server:
            await stop.wait()

"""Archive the logs of games that are over."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.ledger import archives
from games.refusals import Refused


class Command(BaseCommand):
    help = (
        "Archive the logs of the named games, which have to be over, or of all that have been over for long enough. "
        "Their rows go some minutes later, with the sweep or when this is called again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        now, done = timezone.now(), 0
        for key in options["keys"]:
            try:
                archives.archive(key, now)
            except Refused as refused:
                raise CommandError(f"{key}: {refused.message}") from None
            self.stdout.write(f"{key}: archived")
        while not options["keys"] and (more := archives.sweep(now)):
            done += more
        if not options["keys"]:
            self.stdout.write(f"{done} archived, or their rows gone")

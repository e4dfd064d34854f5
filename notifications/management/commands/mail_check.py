"""Say whether our mail can be believed, and whether we can tell which mail can; for the operator."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notifications.inbound import checkup
from notifications.inbound.checkup import Finding, Mark


class Command(BaseCommand):
    help = (
        "Say what the settings of mail lack, what the source of a mail tells of SPF, DKIM, DMARC and foreign checks, "
        "and why mail was refused; nobody is asked. Exits with an error if anything is missing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--message", type=Path, metavar="FILE", help="the source of a mail of ours, as a receiver got it"
        )
        parser.add_argument(
            "--refused", action="store_true", help="how other servers have refused mail of ours lately"
        )
        parser.add_argument(
            "--received", type=Path, metavar="FILE", help="the source of a mail to us, as we received it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._say("Settings", checkup.of_settings())
        if options["message"]:
            found += self._say("A mail of ours", checkup.of_sent(checkup.read(_source(options["message"]))))
        if options["received"]:
            found += self._say(
                "A mail that we got", checkup.of_received(checkup.read(_source(options["received"])))
            )
        if options["refused"]:
            found += self._say("Mail of ours that was refused", checkup.of_refused(timezone.now()))
        missing = sum(finding.mark is Mark.MISSING for finding in found)
        if missing:
            raise CommandError(f"{missing} of {len(found)} are missing; docs/operations.md says how to do it")

    def _say(self, title: str, found: list[Finding]) -> list[Finding]:
        self.stdout.write(f"{title}:")
        for finding in found:
            self.stdout.write(f"  {finding.mark.value:8}{finding.words}")
        return found


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None

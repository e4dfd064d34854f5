"""Bring the rows of archived logs back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ledger import archives
from games.ledger.archive_format import Damaged
from games.refusals import Refused


class Command(BaseCommand):
    help = (
        "Make the rows of the named games' logs again from their archives; these games are not archived by themselves "
        "any more, until `manage.py archive KEY`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="+")

    def handle(self, *args: Any, **options: Any) -> None:
        for key in options["keys"]:
            try:
                archives.bring_back(key)
            except Refused as refused:
                raise CommandError(f"{key}: {refused.message}") from None
            except Damaged as damaged:
                raise CommandError(f"{damaged}: restore it from a backup") from None
            self.stdout.write(f"{key}: in rows again")

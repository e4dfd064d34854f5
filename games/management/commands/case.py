"""Write a report as a case and a test that fails as long as it is so."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.refusals import Refused
from games.reports import cases


class Command(BaseCommand):
    help = (
        "Write a report as report_N.json (a record, or a position as the reporter knew it) and test_report_N.py, a "
        "test that fails as long as it is as it was reported."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int, help="the number of the report")
        parser.add_argument("--into", type=Path, metavar="DIR", help="default: tests/reports")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["into"] or Path(settings.BASE_DIR) / "tests" / "reports"
        try:
            written = cases.write(options["number"])
            folder.mkdir(parents=True, exist_ok=True)
            for name, content in written.files.items():
                (folder / name).write_bytes(content)
                self.stdout.write(str(folder / name))
        except Refused as refused:
            raise CommandError(refused.message) from None
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from None
        if written.fault:
            self.stdout.write(self.style.WARNING(f"It holds words alone: {written.fault}."))

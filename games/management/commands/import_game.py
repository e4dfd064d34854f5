"""Take in a game from its record."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from games.play.imports import import_record
from rules.core.errors import ReplayError
from rules.core.records import load_record


class Command(BaseCommand):
    help = "Take in a game from a record file; a record that was changed or cut is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--seat",
            action="append",
            default=[],
            metavar="SEAT=USERNAME",
            help="who sits where; the other seats go to guests of the recorded names",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        users: dict[str, User] = {}
        for pair in options["seat"]:
            seat, _, name = pair.partition("=")
            user = User.objects.filter(username=name).first()
            if user is None:
                raise CommandError(f"There is no user {name!r}.")
            users[seat] = user
        try:
            game = import_record(load_record(Path(options["file"]).read_bytes()), users)
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error.strerror}.") from None
        except ReplayError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"imported as {game.key}")

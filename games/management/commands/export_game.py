"""Print a game's record as JSON."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ledger import readings
from games.ledger.seed_encryption import unseal
from games.models import Game
from rules.core.records import dump_record


class Command(BaseCommand):
    help = "Print the record of a game. The record of a running game holds its secrets: keep it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key")
        parser.add_argument(
            "--with-seed",
            action="store_true",
            help="write the seed of a running game too, to go on with it on another server",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(key=options["key"]).first()
        if game is None or game.version < 0:
            raise CommandError("There is no such game, or it has not begun.")
        record = readings.whole_record(game)
        if options["with_seed"] and game.sealed_seed:
            record.fairness.seed = unseal(game.sealed_seed).hex()
        self.stdout.write(dump_record(record).decode())

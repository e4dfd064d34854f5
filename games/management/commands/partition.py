"""Part the large tables of the log, on PostgreSQL, while the server goes on; and put them together again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from games.ledger import partitions

#: Partitions of each table, if nothing else is said.
PARTS = 16


class Command(BaseCommand):
    help = (
        "Show how large the tables of the log are. With --go they are made anew in partitions by a hash of the game, "
        "while the server goes on; with --back and --go in one piece again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--go", action="store_true", help="do it")
        parser.add_argument("--parts", type=int, default=PARTS, help="partitions of each table")
        parser.add_argument("--back", action="store_true", help="make tables of one piece")
        parser.add_argument("--table", action="append", choices=partitions.TABLES, help="this one only")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has partitions.")
        parts = 0 if options["back"] else options["parts"]
        if not options["back"] and not 2 <= parts <= 256:
            raise CommandError("From 2 to 256 partitions.")
        for size in partitions.sizes():
            if options["table"] and size.table not in options["table"]:
                continue
            pieces = f"{size.parts} partitions" if size.parts else "one piece"
            self.stdout.write(
                f"{size.table}: {size.size / 2**20:,.0f} MB, about {size.rows:,} rows, {pieces}"
            )
            if not options["go"]:
                continue
            try:
                if size.parts == parts:
                    partitions.clear(size.table)
                else:
                    partitions.remake(size.table, parts, self.stdout.write)
            except (partitions.NotPossible, Error) as error:
                raise CommandError(f"{size.table} stays as it was: {error}") from None
        if not options["go"]:
            self.stdout.write("Nothing was changed: --go does it.")

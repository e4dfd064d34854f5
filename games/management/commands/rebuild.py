"""Make the projections of games again from their events."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import titles
from games.ledger.rebuild import rebuild
from games.models import Event, Game
from games.refusals import Refused
from rules.core.errors import ReplayError


class Command(BaseCommand):
    help = (
        "Recreate the projections (snapshot, checkpoints, log lines, clocks) of all games, or the named ones."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        keys = options["keys"] or list(
            Game.objects.filter(pk__in=Event.objects.values("game"), title__in=titles.here()).values_list(
                "key", flat=True
            )
        )
        for key in keys:
            try:
                rebuild(key)
            except Refused as refused:
                raise CommandError(f"{key}: {refused.message}") from None
            except Game.DoesNotExist:
                raise CommandError(f"There is no game {key}.") from None
            except ReplayError as error:
                raise CommandError(f"{key}: {error}") from None
        self.stdout.write(f"{len(keys)} rebuilt")

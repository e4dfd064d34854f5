"""Replay every game and compare: the gate before a rules upgrade. What is found is told with its cure."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from games.ledger.verification import faults_of
from games.models import Event, Game


class Command(BaseCommand):
    help = "Replay all games (or the named ones) and compare hashes, chance, positions and log lines."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = Q(pk__in=Event.objects.values("game")) | Q(log_kept=Game.LogKept.ARCHIVE)
        games = Game.objects.filter(begun).order_by("pk")
        if options["keys"]:
            games = games.filter(key__in=options["keys"])
            missing = set(options["keys"]) - set(games.values_list("key", flat=True))
            if missing:
                raise CommandError(f"There is no such game that has begun: {', '.join(sorted(missing))}.")
        bad = 0
        count = 0
        for game in games.iterator():
            count += 1
            for fault in faults_of(game):
                bad += 1
                self.stderr.write(f"{game.key}: {fault.words}")
                self.stderr.write(f"    {fault.cure.value.format(key=game.key)}")
        if bad:
            raise CommandError(f"{bad} fault{'s' if bad != 1 else ''} in {count} games")
        self.stdout.write(f"{count} game{'s' if count != 1 else ''}: all replay to the same position")

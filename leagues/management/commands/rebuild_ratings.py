"""`manage.py rebuild_ratings`: make result records and ratings again from the games' logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

import rules
from games.models import Game
from games.play import endings
from leagues.models import Pairing, ResultRecord
from leagues.services.records import ratings, results


class Command(BaseCommand):
    help = "Compute ratings again from the first game; with --records, make the result records again before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", default="", help="only this title")
        parser.add_argument("--records", action="store_true", help="make the result records again, too")

    def handle(self, *args: Any, **options: Any) -> None:
        title: str = options["title"]
        if options["records"]:
            games = Game.objects.filter(status=Game.Status.FINISHED, finished_at__isnull=False)
            games = games.filter(title__in=list(rules.titles()))
            games = games.filter(title=title) if title else games
            for game in games.order_by("pk").iterator(chunk_size=200):
                if not endings.is_aborted(game):
                    self._record(game)
        number = ratings.rebuild(title or None)
        self.stdout.write(f"{number} games rated.")

    def _record(self, game: Game) -> None:
        pairing = Pairing.objects.select_related("competition").filter(game=game).first()
        kept = ResultRecord.objects.filter(game=game).values("annulled").first()
        record = results.make(game, pairing.competition if pairing else None)
        if kept is not None and kept["annulled"] != record.annulled:
            ResultRecord.objects.filter(pk=record.pk).update(annulled=kept["annulled"])

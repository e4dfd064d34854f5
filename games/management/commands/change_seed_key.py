"""Seal the seeds of running games with another key, where the former one was published or is known to others."""

import os
from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.ledger.seed_encryption import resealed
from games.models import Game, Reservation, SeedTree


class Command(BaseCommand):
    help = (
        "Seal the seeds of running games, and those of events to come, with SEED_KEY instead of FORMER_SEED_KEY, and "
        "drop those that were fixed for tables to come; stop the server first."
    )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        former = os.environ.get("FORMER_SEED_KEY", "").strip()
        if not former:
            raise CommandError("Set FORMER_SEED_KEY to the key that the seeds are sealed with until now.")
        games = list(
            Game.objects.select_for_update().exclude(sealed_seed="").order_by("pk").only("key", "sealed_seed")
        )
        trees = list(SeedTree.objects.select_for_update())
        neither = []
        for game in games:
            try:
                game.sealed_seed = resealed(game.sealed_seed, former)
            except InvalidToken:
                neither.append(game.key)
        for tree in trees:
            try:
                tree.sealed_secret = resealed(tree.sealed_secret, former)
            except InvalidToken:
                neither.append(f"event {tree.event}")
        if neither:
            raise CommandError(f"Nothing is changed: neither key opens the seeds of {', '.join(neither)}.")
        Game.objects.bulk_update(games, ["sealed_seed"], batch_size=500)
        SeedTree.objects.bulk_update(trees, ["sealed_secret"], batch_size=100)
        # Nothing hangs on these yet, and who knows the former key may know them: whoever opens a table gets another.
        Reservation.objects.all().delete()
        self.stdout.write(f"{len(games)} game{'s' if len(games) != 1 else ''} sealed with SEED_KEY.")

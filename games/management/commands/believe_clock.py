"""Say that the clock of this host was wrong and is right now: no clock is moved."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.hours import pauses


class Command(BaseCommand):
    help = (
        "The clock was wrong, and is right now: go by it again. What was taken for an outage, and is to last longer "
        "than now, ends now."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        ended = pauses.believe(now)
        games = f"{ended} {'game' if ended == 1 else 'games'} stood"
        self.stdout.write(f"it is {now:%Y-%m-%d %H:%M} UTC; {games} by a wrong outage")

"""Say that the server was away, for however long: all clocks are moved by that."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.hours import pauses
from games.time import host_clock
from games.time.durations import in_seconds


class Command(BaseCommand):
    help = "It was an outage: move all clocks by the time since they were last looked after, and let them run again."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        gap = host_clock.since_pulse(now)
        if gap < timedelta(0):
            raise CommandError(
                "The clock of this host is behind the last look at the clocks, which no outage explains. Set it right; "
                "if it is right, say `manage.py believe_clock`."
            )
        moved = pauses.compensate(now, however_long=True)
        if not moved:
            raise CommandError(
                f"There was no outage: the clocks were last looked after {in_seconds(gap)} seconds ago."
            )
        self.stdout.write(f"all clocks were moved by {timedelta(seconds=in_seconds(moved))}, and run again")

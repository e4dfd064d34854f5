"""Say whether a clock is overdue, a sweep stands still or notices do not go out; for monitoring."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import monitoring
from games.tasks import overdue


class Command(BaseCommand):
    help = (
        "Exit with an error if a clock, a sweep or a notice has been overdue for too long (the house value "
        "`alarm_after`)."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        alarms = monitoring.alarms(now)
        late = overdue(now)
        if late:
            alarms.append(f"overdue: {', '.join(late)}")
        if alarms:
            raise CommandError("\n".join(alarms))
        self.stdout.write("no clock is overdue, every sweep runs, and every notice goes out")

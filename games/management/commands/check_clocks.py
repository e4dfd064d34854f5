"""Say whether a clock is overdue with nothing done about it; for monitoring."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.tasks import overdue


class Command(BaseCommand):
    help = "Exit with an error if a clock has been overdue for too long (the house value `alarm_after`)."

    def handle(self, *args: Any, **options: Any) -> None:
        late = overdue(timezone.now())
        if late:
            raise CommandError(f"overdue: {', '.join(late)}")
        self.stdout.write("no clock is overdue")

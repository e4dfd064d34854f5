"""Background work of the leagues: one sweep, on the same beat as the clocks."""

from celery import shared_task
from django.utils import timezone

from leagues.services.lifecycle import dead_games, progress


@shared_task
def sweep_leagues() -> int:
    """Take up results, and move on every competition that is due. Returns how much was done."""
    return progress.sweep(timezone.now())


@shared_task
def close_dead_games() -> int:
    """Warn about games without a clock in which nobody moves any more, and close them later (MOD-14)."""
    return dead_games.clean_up(timezone.now())

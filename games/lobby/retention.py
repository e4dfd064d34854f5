"""Deleting what nobody plays any more, games at which one person has played every side, and old keys (DEF-8, OPS-8)."""

import logging
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, ProtectedError, Q
from django.db.models.functions import Coalesce

from accounts.pruning import prune, prune_in_order
from games import titles
from games.ledger import ledger as games_log
from games.ledger import logs
from games.models import Discarded, Event, Game, KeptAnswer, Submission
from games.refusals import Refused

logger = logging.getLogger(__name__)

#: Games deleted by one sweep at most.
MOST_AT_ONCE = 200


def _idle_alone(now: datetime) -> list[str]:
    """Return the games that look like somebody's own, and have not moved for long."""
    ended = Coalesce("moved_at", "finished_at", "started_at", "created_at")
    games = Game.objects.filter(
        status__in=(Game.Status.RUNNING, Game.Status.FINISHED),
        visibility=Game.Visibility.PRIVATE,
        rated=False,
        title__in=titles.here(),  # whoever cannot move is not idle
    )
    alone = games.annotate(
        idle_since=ended,
        people=Count("seats__user", distinct=True),
        others=Count("seats", filter=Q(seats__user__isnull=True)),
    ).filter(idle_since__lte=now - settings.HOUSE.solo_kept, people=1, others=0)
    return list(alone.order_by("pk").values_list("key", flat=True)[:MOST_AT_ONCE])


def forget_solo_games(now: datetime) -> int:
    """Delete the idle games at which one person plays, and has always played, every side. Returns how many.

    Never a rated or public game, nor one at which anybody else, a guest or a bot sits or has sat, nor one that a
    moderator has written about. The database refuses to delete the log of any other game.
    """
    done = 0
    for key in _idle_alone(now):
        try:
            with transaction.atomic():
                done += _forget(key, now)
        except Refused:
            continue  # another worker was faster
        except ProtectedError:
            logger.info("a solo game is kept: something else refers to it", extra={"game": key})
    return done


def _forget(key: str, now: datetime) -> bool:
    """Delete one game, looked at again under its lock."""
    row = games_log.lock(key)
    moved = row.moved_at or row.finished_at or row.started_at or row.created_at
    shared = logs.events(row).filter(kind=Event.Kind.SUBSTITUTE).exists()
    if row.rated or shared or not row.is_solo or moved > now - settings.HOUSE.solo_kept:
        return False
    if row.seats.exclude(user=F("game__owner")).exists() or row.invitations.exists():
        return False
    Discarded.objects.create(game=row.pk)
    Game.objects.get(pk=row.pk).delete()
    Discarded.objects.all().delete()
    return True


def forget_keys(now: datetime) -> int:
    """Forget what idempotency keys were used for, in moves and in everything else. Returns how many (MOV-7)."""
    before = now - settings.HOUSE.submissions_kept
    submissions = Submission.objects.filter(day__lt=before.date()).order_by("day")
    return prune_in_order(submissions) + prune(KeptAnswer.objects.all(), before)

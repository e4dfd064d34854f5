"""Deleting what was kept long enough, a little at a time: nobody who writes waits for it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

#: Rows that one statement, and one transaction, looks at and deletes.
AT_ONCE = 1_000
#: Such statements of one sweep; the next sweep goes on.
MOST_STATEMENTS = 2_000


def prune(rows: QuerySet[Any], before: datetime) -> int:
    """Delete those of `rows` that were written before a moment. Returns how many.

    `rows` have a time `created_at`, and get their numbers in its order as good as always. So they need no index of it:
    the oldest are the first by their primary key, and it ends with the first stretch that holds none.
    """
    old = rows.filter(created_at__lt=before)
    return sum(old.filter(pk__gt=after, pk__lte=last).delete()[0] for after, last in _stretches(rows, before))


def _stretches(rows: QuerySet[Any], before: datetime) -> Iterator[tuple[int, int]]:
    everything, after = rows.model._default_manager.order_by("pk"), 0
    for _ in range(MOST_STATEMENTS):
        found = list(everything.filter(pk__gt=after).values_list("pk", "created_at")[:AT_ONCE])
        if not any(at < before for _, at in found):
            return
        yield after, found[-1][0]
        after = found[-1][0]


def prune_in_order(old: QuerySet[Any]) -> int:
    """Delete rows that an index finds in their order. Returns how many."""
    done = 0
    for _ in range(MOST_STATEMENTS):
        found = list(old.values_list("pk", flat=True)[:AT_ONCE])
        done += old.model._default_manager.filter(pk__in=found).delete()[0]
        if len(found) < AT_ONCE:
            break
    return done


def forget_sessions(now: datetime) -> int:
    """Delete the sessions that have run out. Returns how many."""
    return prune_in_order(Session.objects.filter(expire_date__lt=now).order_by("expire_date"))

"""Is the server alive, and ready? (OPS-1)"""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from games.tasks import overdue
from leagues.services import running
from notifications.models import Delivery


def alive(request: HttpRequest) -> JsonResponse:
    """Answer while the process runs."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database is there and migrated, with what an operator watches."""
    try:
        executor = MigrationExecutor(connection)
        unapplied = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        late = len(overdue(timezone.now()))
        leagues = len(running.overdue(timezone.now()))
        waiting = Delivery.objects.filter(state=Delivery.State.PENDING, due_at__lte=timezone.now()).count()
    except Exception:
        return JsonResponse({"status": "no database"}, status=503)
    status = 503 if unapplied else 200
    return JsonResponse(
        {
            "status": "migrations missing" if unapplied else "ready",
            "overdue_clocks": late,
            "overdue_leagues": leagues,
            "notices_due": waiting,
        },
        status=status,
    )

"""The server's health: whether it is alive and ready, and figures for a scraper (OPS-1)."""

import hmac
from datetime import datetime

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.visits import is_of_this_machine
from games import boards, monitoring
from games.tasks import overdue
from games.time.durations import in_seconds
from games.time.host_clock import is_in_doubt
from leagues.services.lifecycle import progress
from notifications import lanes
from rules.core import registry


def alive(request: HttpRequest) -> JsonResponse:
    """Answer while the process runs."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database is there and migrated and nothing stands still, with what an operator watches."""
    now = timezone.now()
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return JsonResponse({"status": "migrations missing"}, status=503)
        facts = _facts(now)
    except Exception:
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse(facts, status=503 if facts["alarms"] else 200)


def _facts(now: datetime) -> dict[str, object]:
    waiting = lanes.waiting(now)
    leagues = len(progress.overdue(now))
    alarms = monitoring.alarms(now)
    if leagues:
        alarms.append(f"{leagues} {'competition is' if leagues == 1 else 'competitions are'} overdue.")
    return {
        "status": "clocks stand" if is_in_doubt(now) else "late" if alarms else "ready",
        "alarms": alarms,
        "plugins_left_out": [str(plugin) for plugin in (*registry.left_out(), *boards.left_out())],
        "overdue_clocks": len(overdue(now)),
        "overdue_leagues": leagues,
        "notices_due": sum(lane.due for lane in waiting.values()),
        "lanes": {
            name: {"due": lane.due, "under_way": lane.under_way, "oldest": in_seconds(lane.oldest)}
            for name, lane in waiting.items()
        },
        "sweeps": {
            sweep.name: None if sweep.age is None else in_seconds(sweep.age)
            for sweep in monitoring.sweeps(now)
        },
    }


@require_safe
def scraped(request: HttpRequest) -> HttpResponse:
    """Answer a scraper (Prometheus' text format), if it may know."""
    if not _may_scrape(request):
        words = "Show the METRICS_TOKEN of this server as a bearer token.\n"
        answer = HttpResponse(words, status=401, content_type="text/plain; charset=utf-8")
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    from wotr import metrics  # only whoever is scraped needs its library

    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def _may_scrape(request: HttpRequest) -> bool:
    """Return whether whoever asks shows the token, or, where there is none, is this very machine."""
    if settings.METRICS_TOKEN:
        scheme, _, shown = request.headers.get("Authorization", "").partition(" ")
        right = hmac.compare_digest(shown.strip().encode(), settings.METRICS_TOKEN.encode())
        return scheme.lower() == "bearer" and right
    return is_of_this_machine(request)

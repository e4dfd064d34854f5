"""The digests' part about somebody's leagues and tournaments (DEF-6)."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.unlinked_text import unlinked
from leagues import notices
from leagues.models import Competition, Entrant, Pairing
from leagues.services import messages
from leagues.services.rounds import standings
from notifications.channels import email
from notifications.models import Delivery, Rhythm
from notifications.rhythm import rhythm_of

#: Competitions, and pieces of news, told of at most.
MOST = 20


def daily_parts(user: User, now: datetime) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the news of the last day for whoever gets no other mail, the oldest first; what is over is left out."""
    if rhythm_of(user).mode != Rhythm.Mode.DIGEST:
        return []
    kept = Delivery.objects.filter(
        user=user,
        kind=messages.LEAGUE,
        channel=email.NAME,
        state=Delivery.State.DROPPED,
        created_at__gt=now - timedelta(days=1),
    )
    newest = sorted(kept.order_by("-pk")[:MOST], key=lambda delivery: delivery.pk)
    told = [notice for delivery in newest if (notice := notices.compose(delivery)) is not None]
    rows = [
        {
            "title": unlinked(notice.data.get("name", "")) or settings.SITE_NAME,
            "side": "",
            "words": notice.gist,
            "url": notice.data.get("url", settings.SITE_URL),
        }
        for notice in told
    ]
    return [("News of your leagues and tournaments", rows)] if rows else []


def weekly_parts(user: User, now: datetime) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return one part with a row for every competition that somebody is in: place, games to play, end."""
    running = Competition.objects.filter(
        entrants__user=user, entrants__state=Entrant.State.ENTERED, status=Competition.Status.RUNNING
    )
    ended = Competition.objects.filter(
        entrants__user=user, status=Competition.Status.FINISHED, finished_at__gt=now - timedelta(days=7)
    )
    rows = [_row(competition, user) for competition in [*running, *ended][:MOST]]
    return [("Your leagues and tournaments", rows)] if rows else []


def _row(competition: Competition, user: User) -> dict[str, Any]:
    view = standings.load(competition)
    entries = [row for row in view.rows.values() if row.user_id == user.pk]
    own = {row.team_id if competition.team_size else row.pk for row in entries}
    words = [
        f"number {line.rank} of {len(table.lines)}{f' in “{table.name}”' if table.name else ''}"
        for table in view.tables()
        for line in table.lines
        if line.entrant in own
    ]
    left = Pairing.objects.filter(competition=competition, places__entrant__user=user)
    count = left.exclude(state=Pairing.State.DONE).count()
    if competition.status == Competition.Status.FINISHED:
        words.append("it is over")
    else:
        words.append(f"{count} game{'' if count == 1 else 's'} to play")
        if competition.ends_at:
            words.append(f"until {competition.ends_at:%d %B}")
    return {
        "title": unlinked(competition.name),
        "side": "",
        "words": ", ".join(words),
        "url": competition.address,
    }

"""Games without a clock: gentle reminders, and a way out when nobody moves any more (DEF-1)."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

import rules
from games import titles
from games.hours.reminders import is_put_off
from games.ledger import ledger, notices
from games.models import Game, Seat
from games.play.endings import conclude
from games.refusals import Refused


def remind(now: datetime) -> int:
    """Remind those who are asked in games without a clock; each mark once. Returns how many are due.

    Whoever wants to hear of it later is left alone until then, and not told twice (games.hours.reminders).
    """
    marks = settings.HOUSE.untimed_reminders
    seats = Seat.objects.filter(
        waiting_since__lte=now - marks[0],
        waiting_since__gt=now - marks[-1] - timedelta(days=2),
        game__clock_preset="untimed",
        game__status=Game.Status.RUNNING,
        game__title__in=titles.here(),
        bot="",
    ).select_related("game", "user")
    for seat in seats:
        if is_put_off(seat, now):
            continue
        assert seat.waiting_since is not None
        mark = max(mark for mark in marks if seat.waiting_since + mark <= now)
        if seat.reminded_at is None or seat.reminded_at < seat.waiting_since + mark:
            notices.notify_silence(seat, mark)
    return len(seats)


def may_close(game: Game, now: datetime) -> bool:
    """Return whether a game without a clock has been silent for so long that it may be closed."""
    return (
        game.clock_preset == "untimed"
        and game.status == Game.Status.RUNNING
        and game.moved_at is not None
        and now - game.moved_at >= settings.HOUSE.untimed_close
    )


@transaction.atomic
def close(game_key: str, seat_name: str, now: datetime) -> None:
    """Close a game in which nobody has moved for long; it does not count. Raises Refused."""
    opened = ledger.load(game_key, now)
    opened.seat(seat_name)
    if not may_close(opened.row, now):
        silence = settings.HOUSE.words["untimed_close"]
        raise Refused("not-silent", f"A game without a clock is closed after {silence} of silence.", 409)
    conclude(opened, "void", None, rules.Result((), "void", "Closed: nobody had moved for a long time."))

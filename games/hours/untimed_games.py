"""Games without a clock: gentle reminders, and a way out when nobody moves any more (DEF-1)."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

import rules
from games import titles
from games.hours import reminders
from games.ledger import ledger, notices
from games.models import Game, Seat
from games.play.endings import conclude
from games.refusals import Refused
from games.time import marks

#: For so long after the last of its moments somebody is still told of it, if nobody was there to do it.
STILL_TOLD = timedelta(days=2)


def remind(now: datetime) -> int:
    """Remind those who are asked in games without a clock; each mark once. Returns how many.

    Whoever wants to hear of it later is left alone until then, and not told twice.
    """
    untimed = Seat.objects.filter(game__clock_preset="untimed", game__title__in=titles.here())
    return reminders.sweep(untimed, now, _tell_if_due)


def _tell_if_due(seat: Seat, now: datetime) -> bool:
    if reminders.tell_if_due(seat, now):
        return True
    *_, (last, _) = silences = marks.silences_of(seat)
    reached = [(at, silence) for at, silence in silences if at <= now]
    if not reached or now >= last + STILL_TOLD or reminders.is_put_off(seat, now):
        return False
    since, silence = reached[-1]
    if seat.reminded_at is not None and seat.reminded_at >= since:
        return False
    notices.notify_silence(seat, silence)
    return True


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

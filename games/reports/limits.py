"""Limits of what one person may report: a person is an account, or the seat of a guest without one."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Seat
from games.models.reports import Report
from games.play.access import Viewer
from games.refusals import Refused
from games.reports.evidence import HIGHEST, Spot

DAY = timedelta(hours=24)


def reports_of(viewer: Viewer) -> QuerySet[Report]:
    """Return what a viewer has reported. Raises Refused (403) for whoever is no person here."""
    if viewer.user is not None:
        return Report.objects.filter(reporter=viewer.user)
    if viewer.seat is None or viewer.by_turn_link:
        raise Refused("sign-in-first", "Sign in to report what is wrong.", 403)
    return Report.objects.filter(guest=viewer.seat)


def lock(viewer: Viewer) -> None:
    """Lock a person in the caller's transaction, so that several reports at once do not pass a limit together."""
    if viewer.user is not None:
        User.objects.select_for_update(no_key=True).only("pk").get(pk=viewer.user.pk)
    elif viewer.seat is not None:
        Seat.objects.select_for_update(no_key=True).only("pk").get(pk=viewer.seat.pk)


def may_replace(own: QuerySet[Report], game: Game, spot: Spot) -> bool:
    """Return whether somebody may have reported this place already, so that another report takes its place."""
    named = {"line": spot.line, "seq": spot.step}
    wanted = {name: number for name, number in named.items() if number is not None}
    if any(number > HIGHEST for number in wanted.values()):
        return False
    earlier = own.filter(game=game, place=spot.place, state=Report.State.OPEN, **wanted)
    return earlier.exists()


def check(own: QuerySet[Report], now: datetime) -> None:
    """Raise Refused (429) where one more would be too many; `own` are the reports of a locked person."""
    house = settings.HOUSE
    if own.filter(state=Report.State.OPEN).count() >= house.reports_open:
        number = _counted(house.reports_open, "report")
        words = f"You have {number} that nobody has looked at yet: wait until somebody has."
        raise Refused("too-many-reports", words, 429)
    if own.filter(created_at__gt=now - DAY).count() >= house.reports_a_day:
        number = _counted(house.reports_a_day, "place")
        raise Refused("too-many-reports", f"You have reported {number} within a day: go on tomorrow.", 429)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"

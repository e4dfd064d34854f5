"""The schedule of a competition as a calendar feed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Count, Max

from leagues.models import Competition, Pairing
from leagues.services.queries import PLACES

if TYPE_CHECKING:
    from icalendar import Calendar


def feed(competition: Competition) -> bytes:
    """Return the dates of a competition, and the deadlines of its rounds, as iCalendar.

    Everything that moves a date stands in the trail for all to read: how much does is the revision of every entry
    (`SEQUENCE`, RFC 5545, 3.8.7.4), and the newest its last change.
    """
    from icalendar import Calendar  # large, and few ask for it

    trail = competition.audit.filter(public=True).aggregate(count=Count("pk"), newest=Max("at"))
    revised = Revised(trail["count"], trail["newest"] or competition.created_at)
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", competition.name)
    closes = competition.registration_closes_at
    if closes:
        begun = competition.started_at or closes
        _add(calendar, competition, revised, "registration", min(closes, begun), "registration closes")
    if competition.ends_at:
        _add(calendar, competition, revised, "end", competition.ends_at, "the end")
    for made in competition.rounds.order_by("number"):
        if made.deadline_at:
            words = f"round {made.number} ends"
            _add(calendar, competition, revised, f"round-{made.number}", made.deadline_at, words)
    own = Pairing.objects.filter(competition=competition, deadline_at__isnull=False)
    for pairing in own.exclude(state=Pairing.State.DONE).prefetch_related(PLACES):
        names = " and ".join(place.entrant.user.shown_name for place in pairing.places.all())
        assert pairing.deadline_at is not None
        words = f"{names}: deadline"
        _add(calendar, competition, revised, f"game-{pairing.number}", pairing.deadline_at, words)
    return bytes(calendar.to_ical())


@dataclass(frozen=True)
class Revised:
    """How often the dates may have been changed, and when last."""

    times: int
    at: datetime


def _add(
    calendar: Calendar, competition: Competition, revised: Revised, name: str, moment: datetime, words: str
) -> None:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{competition.key}-{name}@{settings.SITE_NAME}")
    event.add("dtstamp", revised.at)
    event.add("last-modified", revised.at)
    event.add("sequence", revised.times)
    event.add("dtstart", moment)
    event.add("summary", f"{competition.name}: {words}")
    event.add("url", competition.address)
    if competition.status == Competition.Status.CANCELLED:
        event.add("status", "CANCELLED")
    calendar.add_component(event)

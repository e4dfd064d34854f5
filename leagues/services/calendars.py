"""The schedule of a competition as a calendar feed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings

from leagues.models import Competition, Pairing
from leagues.services.queries import PLACES

if TYPE_CHECKING:
    from icalendar import Calendar


def feed(competition: Competition) -> bytes:
    """Return the dates of a competition, and the deadlines of its rounds, as iCalendar."""
    from icalendar import Calendar  # large, and few ask for it

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", competition.name)
    closes = competition.registration_closes_at
    if closes:
        begun = competition.started_at or closes
        _add(calendar, competition, "registration", min(closes, begun), "registration closes")
    if competition.ends_at:
        _add(calendar, competition, "end", competition.ends_at, "the end")
    for made in competition.rounds.order_by("number"):
        if made.deadline_at:
            _add(calendar, competition, f"round-{made.number}", made.deadline_at, f"round {made.number} ends")
    own = Pairing.objects.filter(competition=competition, deadline_at__isnull=False)
    for pairing in own.exclude(state=Pairing.State.DONE).prefetch_related(PLACES):
        names = " and ".join(place.entrant.user.shown_name for place in pairing.places.all())
        assert pairing.deadline_at is not None
        _add(calendar, competition, f"game-{pairing.number}", pairing.deadline_at, f"{names}: deadline")
    return bytes(calendar.to_ical())


def _add(calendar: Calendar, competition: Competition, name: str, moment: datetime, words: str) -> None:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{competition.key}-{name}@{settings.SITE_NAME}")
    event.add("dtstamp", competition.created_at)
    event.add("dtstart", moment)
    event.add("summary", f"{competition.name}: {words}")
    event.add("url", competition.address)
    if competition.status == Competition.Status.CANCELLED:
        event.add("status", "CANCELLED")
    calendar.add_component(event)

"""The schedule of a competition as a calendar feed."""

from datetime import datetime

from django.conf import settings
from django.db.models import Count, Max

from leagues.models import Competition, Pairing
from leagues.services.queries import PLACES


def feed(competition: Competition) -> bytes:
    """Return the dates of a competition, and the deadlines of its rounds, as iCalendar.

    Everything that moves a date stands in the trail for all to read: how much does is the revision of every entry
    (`SEQUENCE`, RFC 5545, 3.8.7.4), and the newest its last change.
    """
    from icalendar import Calendar, Event  # large, and few ask for it

    trail = competition.audit.filter(public=True).aggregate(count=Count("pk"), newest=Max("at"))
    revised_at = trail["newest"] or competition.created_at
    calendar = Calendar()

    def add(name: str, moment: datetime, words: str) -> None:
        event = Event()
        event.add("uid", f"{competition.key}-{name}@{settings.SITE_NAME}")
        event.add("dtstamp", revised_at)
        event.add("last-modified", revised_at)
        event.add("sequence", trail["count"])
        event.add("dtstart", moment)
        event.add("summary", f"{competition.name}: {words}")
        event.add("url", competition.address)
        if competition.status == Competition.Status.CANCELLED:
            event.add("status", "CANCELLED")
        calendar.add_component(event)

    calendar.add("prodid", f"-//{settings.SITE_NAME}//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", competition.name)
    closes = competition.registration_closes_at
    if closes:
        begun = competition.started_at or closes
        add("registration", min(closes, begun), "registration closes")
    if competition.ends_at:
        add("end", competition.ends_at, "the end")
    for made in competition.rounds.order_by("number"):
        if made.deadline_at:
            add(f"round-{made.number}", made.deadline_at, f"round {made.number} ends")
    own = Pairing.objects.filter(competition=competition, deadline_at__isnull=False)
    for pairing in own.exclude(state=Pairing.State.DONE).prefetch_related(PLACES):
        names = " and ".join(place.entrant.user.shown_name for place in pairing.places.all())
        assert pairing.deadline_at is not None
        add(f"game-{pairing.number}", pairing.deadline_at, f"{names}: deadline")
    return bytes(calendar.to_ical())

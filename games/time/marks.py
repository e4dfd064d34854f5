"""The moments at which a seat may have to be reminded (DEF-5, DEF-1): arithmetic of what is stored."""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Seat
from games.time.presets import preset_of

#: The marks of a clock: half of the time is left, a fifth, a twentieth. They only ever go down.
HALF, FIRST, LAST = 50, 20, 5


def marks_of(seat: Seat) -> list[tuple[datetime, int]]:
    """Return when the clock of a waiting seat reaches its marks, one after another; none if it stands.

    HALF is for the digest, and only of a long wait. FIRST lies 4 to 24 hours before zero, LAST 1 to 4. Small answers
    have only LAST; with less than twelve hours in all there is only one mark, FIRST at a fifth, which goes to no
    mailbox.
    """
    if seat.waiting_since is None or seat.due_at is None:
        return []
    house, zero = settings.HOUSE, seat.due_at
    total, full = zero - seat.waiting_since, seat.waiting_weight == "full"
    if total < house.remind_short:
        return [(zero - total * house.remind_first, FIRST)] if full else []
    last = _between(total * house.remind_last, house.remind_last_least, house.remind_last_most)
    if not full:
        return [(zero - last, LAST)]
    first = _between(total * house.remind_first, house.remind_first_least, house.remind_first_most)
    marks = [(zero - first, FIRST), (zero - last, LAST)]
    if total >= house.remind_half_from:
        marks.insert(0, (zero - total * house.remind_half, HALF))
    return marks


def _between(time: timedelta, least: timedelta, most: timedelta) -> timedelta:
    return min(max(time, least), most)


def silences_of(seat: Seat) -> list[tuple[datetime, timedelta]]:
    """Return when a seat that is asked without a clock has been silent for as long as it is reminded of (DEF-1)."""
    if seat.waiting_since is None:
        return []
    return [(seat.waiting_since + silence, silence) for silence in settings.HOUSE.untimed_reminders]


def wanted_at(seat: Seat) -> datetime | None:
    """Return when the player wants to hear again of what is asked now, None if they have not said so."""
    return seat.remind_later_at if seat.remind_later_for == seat.waiting_since else None


def moments_of(game: Game, seat: Seat) -> list[datetime]:
    """Return every moment at which a seat may have to be reminded of what is asked now."""
    if seat.waiting_since is None or seat.bot:
        return []
    wanted = wanted_at(seat)
    found = [] if wanted is None else [wanted]
    if preset_of(game).is_untimed:
        found += [at for at, _ in silences_of(seat)]
    elif seat.flagged_at is None and seat.absent_since is None:
        found += [at for at, _ in marks_of(seat)]
    return found

"""Counting the acts that make mail to others (`notifications.causes`): in the database, with what they do.

What is refused, or rolled back, has not been counted; no restart forgets anything. Whoever does an act is locked, so
that several at once do not pass a limit together: an account here, everything else (a seat, an event) by the caller.
"""

import math
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from notifications.causes import Act, Counted
from notifications.errors import TooOften
from notifications.models import Approach

DAY = timedelta(hours=24)

#: Somebody who does an act, or to whom it is done: an account, or a name for anything else.
Party = User | str


@transaction.atomic
def count(act: Act, *, by: Party, to: Party = "", called: str = "", now: datetime | None = None) -> None:
    """Count an act once more, in the caller's transaction. Raises TooOften; then nothing is counted.

    Args:
        by: an account, or what the caller has locked. called: what the refusal calls `to`, if it is no account.
    """
    now = now or timezone.now()
    _lock(by)
    for counted in act.limits:
        _check(act, counted, by, to, called, now)
    Approach.objects.create(act=act.name, by=_mark(act, by), to=_mark(act, to), at=now)


@transaction.atomic
def give_back(act: Act, *, by: Party, to: Party) -> None:
    """Count the newest of these acts no longer."""
    _lock(by)
    newest = Approach.objects.filter(by=_mark(act, by), to=_mark(act, to)).order_by("-at", "-pk").first()
    if newest is not None:
        newest.delete()


def _lock(by: Party) -> None:
    if isinstance(by, User):
        User.objects.select_for_update(no_key=True).only("pk").get(pk=by.pk)


def forget_old(now: datetime) -> int:
    """Delete what counts no longer. Returns how many."""
    return Approach.objects.filter(at__lt=now - DAY).delete()[0]


def _check(act: Act, counted: Counted, by: Party, to: Party, called: str, now: datetime) -> None:
    """Raise TooOften where one more would pass a limit."""
    most = int(getattr(settings.HOUSE, act.limits[counted]))
    lately = _lately(act, counted, by, to, now)
    if lately is None:
        return
    times = list(lately.order_by("-at").values_list("at", flat=True)[:most])
    if len(times) < most:
        return
    free_at = times[-1] + DAY
    if counted is Counted.FIRST_DAY and isinstance(by, User):
        free_at = min(free_at, by.date_joined + DAY)
    wait = math.ceil((free_at - now).total_seconds())
    number = f"{most} {act.one if most == 1 else act.many or f'{act.one}s'}"
    shown = called or (to.shown_name if isinstance(to, User) else to)
    words = (act.refused or counted.value).format(to=shown, number=number)
    raise TooOften(act.code, f"{words[0].upper()}{words[1:]} {act.again.format(wait=_in_words(wait))}", wait)


def _lately(act: Act, counted: Counted, by: Party, to: Party, now: datetime) -> QuerySet[Approach] | None:
    """Return what counts against a limit; None where it does not hold."""
    lately = Approach.objects.filter(at__gt=now - DAY)
    if counted is Counted.FIRST_DAY and not (isinstance(by, User) and by.date_joined > now - DAY):
        return None
    if counted is Counted.FROM_ALL:
        return lately.filter(to=_mark(act, to))
    own = lately.filter(by=_mark(act, by))
    return own.filter(to=_mark(act, to)) if counted is Counted.TO_ONE else own


def _mark(act: Act, party: Party) -> str:
    """Return somebody as acts are kept, "" for nobody: nobody reads there who wrote to whom."""
    name = f"account {party.pk}" if isinstance(party, User) else party.lower()
    mark = salted_hmac("notifications.counting", f"{act.name} {name}", algorithm="sha256")
    return mark.hexdigest() if name else ""


def _in_words(seconds: int) -> str:
    """Return a time as a sentence says it, rounded up.

    >>> _in_words(60), _in_words(3600), _in_words(3601)
    ('1 minute', '60 minutes', '2 hours')
    """
    unit, size = ("hour", 3600) if seconds > 3600 else ("minute", 60)
    count = -(-seconds // size)
    return f"{count} {unit}{'' if count == 1 else 's'}"

"""What tests of time change at a table, and what they ask of it."""

from datetime import timedelta

from django.utils import timezone

from games.kinds import EventKind
from games.models import Game, Seat
from games.time import clocks
from notifications.models import Delivery

DAY = timedelta(days=1)
LATE = timedelta(seconds=61)
#: No test takes longer: what it does "at once" may take as long on a busy machine.
ABOUT = timedelta(minutes=5)


def set_table(table, **fields):
    Game.objects.filter(pk=table.game.pk).update(**fields)
    table.reload()


def set_terms(table, **terms):
    set_table(table, terms={**table.game.terms, **terms})


def rewrite(seat, **fields):
    """Let the row of a seat say something else; the sweep of the reminders looks at it as after any change."""
    Seat.objects.filter(pk=seat.pk).update(**fields)
    row = Seat.objects.select_related("game").get(pk=seat.pk)
    clocks.remind_from_the_first(row.game, row)
    row.save(update_fields=["remind_at"])


def due(table, name):
    return table.seat(name).due_at


def news(table):
    found = Delivery.objects.filter(kind=EventKind.TIME, dedupe_key__startswith=table.game.key)
    return {row.subject["what"] for row in found}


def old(user):
    user.date_joined = timezone.now() - 100 * DAY
    user.save()
    return user

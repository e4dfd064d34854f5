"""What tests of time change at a table, and what they ask of it."""

from datetime import timedelta

from django.utils import timezone

from games.kinds import EventKind
from games.models import Game
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


def due(table, name):
    return table.seat(name).due_at


def news(table):
    found = Delivery.objects.filter(kind=EventKind.TIME, dedupe_key__startswith=table.game.key)
    return {row.subject["what"] for row in found}


def old(user):
    user.date_joined = timezone.now() - 100 * DAY
    user.save()
    return user

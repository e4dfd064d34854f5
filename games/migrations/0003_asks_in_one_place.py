"""Offers of a draw, wishes to cancel and wishes for a pause go where the votes are: `Seat.asks`, in one form.

No running game loses what is asked at its table.
"""

import time

from django.db import migrations
from django.db.models import Q


def gather(apps, schema_editor):
    Seat = apps.get_model("games", "Seat")
    now = int(time.time())
    offers = Q(draw_offered_version__isnull=False) | Q(cancel_asked=True)
    needed = ("asks", "draw_offered_version", "cancel_asked", "game__published_version")
    seats = Seat.objects.filter(offers | ~Q(asks={})).select_related("game").only(*needed)
    for seat in seats.iterator(chunk_size=500):
        version = seat.game.published_version
        asks = {
            kind: asked if isinstance(asked, dict) else {"value": asked, "at": now, "version": version}
            for kind, asked in seat.asks.items()
        }
        if seat.draw_offered_version is not None:
            asks["draw"] = {"value": "", "at": now, "version": seat.draw_offered_version}
        if seat.cancel_asked:
            asks["cancel"] = {"value": "", "at": now, "version": version}
        Seat.objects.filter(pk=seat.pk).update(asks=asks)


def scatter(apps, schema_editor):
    Seat = apps.get_model("games", "Seat")
    for seat in Seat.objects.exclude(asks={}).iterator(chunk_size=500):
        asks = dict(seat.asks)
        draw, cancel = asks.pop("draw", None), asks.pop("cancel", None)
        if "pause" in asks:
            asks["pause"] = asks["pause"]["value"]
        Seat.objects.filter(pk=seat.pk).update(
            asks=asks, draw_offered_version=draw and draw["version"], cancel_asked=cancel is not None
        )


def settle(apps, schema_editor):
    """Let PostgreSQL check what points where now: it alters no table about which something is still to be checked."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies = [("games", "0002_log_is_append_only")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, settle),
        migrations.RunPython(gather, scatter),
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.RemoveField(model_name="seat", name="draw_offered_version"),
        migrations.RemoveField(model_name="seat", name="cancel_asked"),
    ]

"""What is due is found by an indexed time of its own, and an outage is one row.

Games that run get their times here: each is looked at when something may be due by it, and no later.
"""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

RUNNING = Q(game__status="running")
#: Rows that are written together.
AT_ONCE = 500


def note_missing_titles(apps: Any, schema_editor: Any) -> None:
    """Note which games stand because their rules are not here."""
    found = apps.get_model("games", "Game").objects.filter(status="running").exclude(stops=[])
    for game in found.order_by("pk").only("stops").iterator():
        open_since = [start for start, end, why in game.stops if end is None and why == "missing rules"]
        if open_since:
            game.missing_since = datetime.fromtimestamp(min(open_since), UTC)
            game.save(update_fields=["missing_since"])


def offer_to_bots(apps: Any, schema_editor: Any) -> None:
    """Write down when bots take the seats that nobody wants."""
    found = apps.get_model("games", "Seat").objects.filter(RUNNING, absent_since__isnull=False, bot="")
    for seat in found.filter(game__terms__bots=True).order_by("pk").iterator():
        seat.bot_at = seat.absent_since + settings.HOUSE.seat_offered
        seat.save(update_fields=["bot_at"])


def look_for_reminders(apps: Any, schema_editor: Any) -> None:
    """Let the sweep of the reminders look at every seat that is asked before it can have to be reminded."""
    house, model = settings.HOUSE, apps.get_model("games", "Seat")
    horizon = max(house.remind_first_most, house.remind_last_most, house.remind_short)
    asked = model.objects.filter(RUNNING, waiting_since__isnull=False, bot="").select_related("game")
    fields = ("waiting_since", "due_at", "remind_later_at", "game__clock_preset")
    waiting = []
    for seat in asked.only(*fields).order_by("pk").iterator(chunk_size=AT_ONCE):
        moments = []
        if seat.game.clock_preset == "untimed":
            moments.append(seat.waiting_since + house.untimed_reminders[0])
        if seat.due_at is not None:
            half = (seat.due_at - seat.waiting_since) * house.remind_half
            moments += [seat.due_at - horizon, seat.due_at - half]
        if seat.remind_later_at is not None:
            moments.append(seat.remind_later_at)
        seat.remind_at = min(moments, default=None)
        waiting.append(seat)
        if len(waiting) == AT_ONCE:
            model.objects.bulk_update(waiting, ["remind_at"])
            waiting.clear()
    model.objects.bulk_update(waiting, ["remind_at"])


class Migration(migrations.Migration):
    dependencies = [("games", "0006_letters_for_allies")]

    operations = [
        migrations.CreateModel(
            "Outage",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("reached", models.BigIntegerField(blank=True, default=0, null=True)),
            ],
            options={"ordering": ("starts_at", "pk")},
        ),
        *(
            migrations.AddField(model, name, models.DateTimeField(blank=True, null=True))
            for model, name in (("game", "missing_since"), ("seat", "bot_at"), ("seat", "remind_at"))
        ),
        migrations.AddIndex("game", models.Index(fields=["status", "title"], name="game_of_title")),
        *(
            migrations.AddIndex(model, models.Index(fields=[field], condition=condition, name=name))
            for model, field, condition, name in (
                ("game", "title", Q(missing_since__isnull=False), "game_missing"),
                ("seat", "remind_at", Q(remind_at__isnull=False), "seat_remind"),
                ("seat", "bot_at", Q(bot_at__isnull=False), "seat_bot_due"),
                ("seat", "waiting_since", Q(waiting_since__isnull=False) & ~Q(bot=""), "seat_bot_asked"),
            )
        ),
        *(
            migrations.RunPython(step, migrations.RunPython.noop, elidable=True)
            for step in (note_missing_titles, offer_to_bots, look_for_reminders)
        ),
    ]

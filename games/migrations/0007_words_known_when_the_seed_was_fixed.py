"""A seat keeps the word that the server knew when it fixed the seed: one that comes back later is no other."""

from django.db import migrations, models
from django.db.models import F


def keep_early_words(apps, schema_editor):
    apps.get_model("games", "Seat").objects.filter(salt_early=True).update(salt_known=F("salt"))


def mark_early_words(apps, schema_editor):
    seats = apps.get_model("games", "Seat").objects.exclude(salt="")
    seats.filter(salt_known=F("salt")).update(salt_early=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_orders_are_counted_by_seat")]

    operations = [
        migrations.AddField("seat", "salt_known", models.CharField(blank=True, max_length=64)),
        migrations.RunPython(keep_early_words, mark_early_words),
        migrations.RemoveField("seat", "salt_early"),
    ]

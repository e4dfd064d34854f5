"""Every seat counts its own standing orders; those that are there keep the numbers that their owners know."""

from django.db import migrations, models
from django.db.models import F


def keep_numbers(apps, schema_editor):
    apps.get_model("games", "StandingOrder").objects.update(number=F("pk"))


class Migration(migrations.Migration):
    dependencies = [("games", "0005_words_with_moves")]

    operations = [
        migrations.AddField(
            "standingorder", "number", models.PositiveBigIntegerField(default=0), preserve_default=False
        ),
        migrations.RunPython(keep_numbers, migrations.RunPython.noop),
        migrations.AddConstraint(
            "standingorder",
            models.UniqueConstraint(fields=["seat", "number"], name="one_order_of_each_number"),
        ),
    ]

"""What the outside calls a delivery counts nothing; those that are there keep the number that was sent with them."""

from django.db import migrations, models
from django.db.models.functions import Cast

import notifications.models


def keep_numbers(apps, schema_editor):
    numbers = Cast("pk", models.CharField(max_length=24))
    apps.get_model("notifications", "Delivery").objects.update(name=numbers)


class Migration(migrations.Migration):
    dependencies = [("notifications", "0003_lanes")]

    operations = [
        migrations.AddField("delivery", "name", models.CharField(default="", editable=False, max_length=24)),
        migrations.RunPython(keep_numbers, migrations.RunPython.noop),
        migrations.AlterField(
            "delivery",
            "name",
            models.CharField(
                default=notifications.models.new_name, editable=False, max_length=24, unique=True
            ),
        ),
    ]

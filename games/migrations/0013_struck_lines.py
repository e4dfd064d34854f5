"""A letter knows what was struck out in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_first_steps")]

    operations = [migrations.AddField("letter", "struck", models.JSONField(default=list))]

"""A letter knows the name that it was sent under: that name below the moves is none of them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_first_steps")]

    operations = [
        migrations.AddField("letter", "signed", models.CharField(blank=True, max_length=200)),
    ]

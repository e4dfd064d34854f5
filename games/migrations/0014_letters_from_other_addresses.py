"""A letter knows whether its address may be asked about."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_struck_lines")]

    operations = [
        migrations.AddField("letter", "other_address", models.EmailField(blank=True, max_length=254)),
    ]

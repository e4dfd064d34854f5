"""A letter knows the name it was sent under, what was struck out or stood below its signature, and the address that may be asked about."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_first_steps")]

    operations = [
        migrations.AddField("letter", "signed", models.CharField(blank=True, max_length=200)),
        migrations.AddField("letter", "struck", models.JSONField(default=list)),
        migrations.AddField("letter", "below", models.JSONField(default=list)),
        migrations.AddField("letter", "other_address", models.EmailField(blank=True, max_length=254)),
    ]

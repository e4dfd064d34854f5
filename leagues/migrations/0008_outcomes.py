"""What an event has meant for its entrants; of those that are over already, the next sweeps write it down."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0007_ways_back"),
    ]

    operations = [
        migrations.AddField("competition", "concluded", models.BooleanField(default=False)),
        migrations.AddField("entrant", "final_place", models.PositiveIntegerField(default=0)),
        migrations.AddField("entrant", "final_of", models.PositiveIntegerField(default=0)),
        migrations.AddField("entrant", "next_tier", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("entrant", "champion", models.BooleanField(default=False)),
    ]

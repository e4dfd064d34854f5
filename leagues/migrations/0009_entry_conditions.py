"""Who may enter an event: by rating, by games played, by invitation. Events that there are ask for nothing."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0008_outcomes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("competition", "least_rating", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("competition", "most_rating", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("competition", "least_games", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("competition", "by_invitation", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="leagues.competition",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "pk"),
                "constraints": [models.UniqueConstraint(fields=("competition", "user"), name="invited_once")],
            },
        ),
    ]

"""Players who have left a game are found without a look at those who sit there, when what they said is forgotten."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0012_smaller_log")]

    operations = [
        migrations.AddIndex(
            "chatvoice",
            models.Index(
                fields=["game"], condition=Q(until__isnull=False) & ~Q(seat=""), name="voice_that_left"
            ),
        ),
    ]

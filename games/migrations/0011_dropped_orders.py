"""Answers of standing orders that were not given any more are found without a look at those that were."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0010_archive")]

    operations = [
        migrations.AddIndex(
            "orderrun",
            models.Index(fields=["due_at"], condition=Q(state="dropped"), name="order_run_dropped"),
        ),
    ]

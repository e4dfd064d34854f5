"""Who has won for themselves, of those who have won together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_append_only_audit")]

    operations = [
        migrations.AddField("place", "won_individually", models.BooleanField(default=False)),
    ]

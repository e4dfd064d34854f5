"""Whether somebody's mails show pictures of boards: they do, until they say otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0005_turns")]

    operations = [migrations.AddField("rhythm", "pictures", models.BooleanField(default=True))]

"""What a line of a chat points at on the board."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_side_chat")]

    operations = [migrations.AddField("chatline", "marks", models.JSONField(default=list))]

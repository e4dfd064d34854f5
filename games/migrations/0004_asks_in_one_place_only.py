from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0003_asks_in_one_place")]

    operations = [
        migrations.RemoveField(model_name="seat", name="draw_offered_version"),
        migrations.RemoveField(model_name="seat", name="cancel_asked"),
    ]

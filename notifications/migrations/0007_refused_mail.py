"""Why mail is switched off, and what is refused because of this server."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0006_pictures_in_mails")]

    operations = [
        migrations.CreateModel(
            "RefusedMail",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("reader", models.CharField(max_length=64)),
                ("words", models.CharField(max_length=200)),
            ],
        ),
        migrations.AddField("rhythm", "mail_comes_back", models.BooleanField(default=False)),
        migrations.AddField("rhythm", "mail_off_because", models.CharField(blank=True, max_length=100)),
    ]

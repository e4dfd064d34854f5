"""Mails that answer in an ally's place: whom a reply address and a letter are for, and what of it was asked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_chat_marks")]

    operations = [
        migrations.RemoveConstraint("replytoken", "one_reply_token_each"),
        *(
            migrations.AddField(model, "of", models.CharField(blank=True, max_length=40))
            for model in ("letter", "replytoken")
        ),
        migrations.AddField("seatmail", "asked_for", models.JSONField(default=dict)),
        migrations.AddConstraint(
            "replytoken",
            models.UniqueConstraint(fields=["seat", "purpose", "version", "of"], name="one_reply_token_each"),
        ),
    ]

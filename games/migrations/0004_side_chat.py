"""Room for the channels of sides: their names are longer, and whoever sits there has a voice in each channel."""

from django.db import migrations, models

PURPOSES = [
    ("moves", "Moves and commands"),
    ("chat", "Words for the others at the table"),
    ("side", "Words for those on one's side"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0003_partners")]

    operations = [
        migrations.RemoveConstraint("chatvoice", "one_voice_of_each_seat"),
        *(
            migrations.AlterField(model, "channel", models.CharField(max_length=45))
            for model in ("chatline", "chatroom", "chatvoice")
        ),
        *(
            migrations.AlterField(
                model, "purpose", models.CharField(choices=PURPOSES, default="moves", max_length=5)
            )
            for model in ("letter", "replytoken")
        ),
        migrations.AddConstraint(
            "chatvoice",
            models.UniqueConstraint(
                fields=["game", "channel", "seat"],
                condition=models.Q(until__isnull=True) & ~models.Q(seat=""),
                name="one_voice_of_each_seat",
            ),
        ),
    ]

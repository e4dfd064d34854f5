"""Games that have hidden things in common: neither a game that ran nor its copy is laid open before both are over."""

from django.db import migrations, models
from django.db.models import Q


def relate(apps, schema_editor):
    """Name the family of copies that run now, where their original ran when they began."""
    games = apps.get_model("games", "Game").objects
    for made in games.filter(status="running").exclude(origin={}).order_by("pk"):
        members = [made]
        while members[-1].origin:
            copy = members[-1]
            original = games.filter(key=copy.origin["game"]).first()
            if original is None or (
                original.finished_at is not None and original.finished_at < copy.started_at
            ):
                break
            members.append(original)
        if len(members) > 1:
            games.filter(pk__in=[member.pk for member in members]).update(family=members[-1].key)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_private_notes")]

    operations = [
        migrations.AddField(
            "game",
            "family",
            models.CharField(blank=True, max_length=12, null=True),
        ),
        migrations.AddIndex(
            "game",
            models.Index(fields=["family"], condition=Q(family__isnull=False), name="game_family"),
        ),
        migrations.RunPython(relate, migrations.RunPython.noop),
    ]

"""Places rest when they are silent, and calls under way are counted for each owner and host."""

import hashlib
from urllib.parse import urlsplit

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from notifications.encryption import unseal

#: Chat services that have one host for everybody; their addresses name something else in its place.
ONE_HOST = ("discord", "slack", "tgram")


def name_hosts(apps, schema_editor):
    """Write the hashed host of every place whose address can be read."""
    place = apps.get_model("notifications", "Place")
    for row in place.objects.filter(host="").iterator():
        try:
            parts = urlsplit(unseal(row.address).get("url", ""))
            port = parts.port
        except ValueError:
            continue  # sealed with another key, or no address: it is called no more
        name = (parts.hostname or "").rstrip(".")
        host = f"{name}:{port or 443}"
        if parts.scheme in ONE_HOST:
            host = parts.scheme
        elif parts.scheme in ("ntfy", "ntfys") and "." not in name:
            host = "ntfy.sh:443"  # what stands there is a topic of the public service
        if name:
            known = f"{settings.SECRET_KEY} host {host}"
            place.objects.filter(pk=row.pk).update(host=hashlib.sha256(known.encode()).hexdigest())


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("notifications", "0002_places"),
    ]

    operations = [
        migrations.AddField(
            "place", "host", models.CharField(blank=True, max_length=64, default=""), preserve_default=False
        ),
        migrations.AddField(
            "place",
            "keeper",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="kept_places",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("place", "called_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("place", "prompt", models.BooleanField(default=False)),
        migrations.AddField("place", "rest_until", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "delivery",
            models.Index(
                condition=models.Q(("state", "sending")), fields=["channel"], name="delivery_under_way"
            ),
        ),
        migrations.RunPython(name_hosts, migrations.RunPython.noop),
    ]

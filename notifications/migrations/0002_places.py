"""Webhooks, browsers and chats become places of one model; the words of choices leave the database's fields.

Every webhook becomes a place, with its secret, its state, and the number by which its owner knows it.
"""

import hashlib
from urllib.parse import urlsplit

import django.db.models.deletion
from django.conf import settings
from django.core.management.color import no_style
from django.db import migrations, models
from django.db.models import Max

from notifications.encryption import seal, unseal

#: What both models have, and keep.
KEPT = ("user_id", "table", "events", "enabled", "failing_since", "failures", "last_error", "created_at")


def _newest(model):
    return model.objects.aggregate(newest=Max("pk"))["newest"] or 0


def webhooks_to_places(apps, schema_editor):
    """Write a place for each webhook, and let the notices on their way go there."""
    webhook, place, delivery = (
        apps.get_model("notifications", name) for name in ("Webhook", "Place", "Delivery")
    )
    # Above both: no place that is made later gets the number by which an older program is known.
    number = max(_newest(webhook), _newest(place))
    moved = webhook.objects.order_by("pk")
    for hook in moved:
        number += 1
        kept = {name: getattr(hook, name) for name in KEPT}
        place.objects.create(
            pk=number,
            channel="webhook",
            label=f"A program at {urlsplit(hook.url).hostname}"[:80],
            address=seal({"url": hook.url, "secret": hook.secret}),
            digest=hashlib.sha256(f"{hook.url} {hook.secret}".encode()).hexdigest(),
            kept_number=hook.pk,
            **kept,
        )
        place.objects.filter(pk=number).update(created_at=hook.created_at)
        delivery.objects.filter(webhook_id=hook.pk).update(place_id=number)
    _go_on_counting(schema_editor, place, bool(moved))
    _settle(schema_editor)


def places_to_webhooks(apps, schema_editor):
    """Write a webhook for each place of a program, under its number, and take the place away."""
    webhook, place, delivery = (
        apps.get_model("notifications", name) for name in ("Webhook", "Place", "Delivery")
    )
    moved = list(place.objects.filter(channel="webhook").order_by("pk"))
    for program in moved:
        number = program.pk if program.kept_number is None else program.kept_number
        kept = {name: getattr(program, name) for name in KEPT}
        parts = unseal(program.address)
        webhook.objects.create(pk=number, url=parts["url"], secret=parts["secret"], **kept)
        webhook.objects.filter(pk=number).update(created_at=program.created_at)
        delivery.objects.filter(place_id=program.pk).update(webhook_id=number, place_id=None)
        program.delete()
    _go_on_counting(schema_editor, webhook, bool(moved))
    _settle(schema_editor)


def _settle(schema_editor):
    """Let PostgreSQL check what points where now: it alters no table about which something is still to be checked."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


def _go_on_counting(schema_editor, model, moved):
    """Let the database number the next row above those that were written with a number."""
    if moved:
        with schema_editor.connection.cursor() as cursor:
            for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [model]):
                cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0001_version_0_1"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="endpoint", name="one_endpoint_each"),
        migrations.RemoveIndex(model_name="endpoint", name="endpoint_of_table"),
        migrations.RenameModel(old_name="Endpoint", new_name="Place"),
        migrations.RenameField(model_name="delivery", old_name="endpoint", new_name="place"),
        migrations.AddField(
            model_name="place", name="kept_number", field=models.BigIntegerField(blank=True, null=True)
        ),
        migrations.AlterField(model_name="place", name="channel", field=models.CharField(max_length=24)),
        migrations.AlterField(
            model_name="place",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="places",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("user", "digest"), name="one_place_each"),
        ),
        migrations.AddIndex(
            model_name="place",
            index=models.Index(
                condition=models.Q(("table", ""), _negated=True), fields=["table"], name="place_of_table"
            ),
        ),
        migrations.AlterField(model_name="delivery", name="kind", field=models.CharField(max_length=24)),
        migrations.AlterField(model_name="delivery", name="channel", field=models.CharField(max_length=24)),
        migrations.AlterField(
            model_name="delivery", name="state", field=models.CharField(default="pending", max_length=8)
        ),
        migrations.AlterField(model_name="preference", name="kind", field=models.CharField(max_length=24)),
        migrations.AlterField(model_name="preference", name="channel", field=models.CharField(max_length=24)),
        migrations.AlterField(
            model_name="inboundmail", name="state", field=models.CharField(default="new", max_length=8)
        ),
        migrations.AlterField(
            model_name="rhythm", name="mode", field=models.CharField(default="together", max_length=8)
        ),
        migrations.AlterField(model_name="rhythm", name="always", field=models.BooleanField(default=False)),
        migrations.AlterField(model_name="rhythm", name="digest", field=models.BooleanField(default=False)),
        migrations.AlterField(
            model_name="rhythm", name="urgent_at_night", field=models.BooleanField(default=False)
        ),
        migrations.AlterField(model_name="rhythm", name="weekly", field=models.BooleanField(default=False)),
        migrations.RunPython(webhooks_to_places, places_to_webhooks),
        migrations.RemoveField(model_name="delivery", name="webhook"),
        migrations.DeleteModel(name="Webhook"),
    ]

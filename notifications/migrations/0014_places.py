"""Endpoints become places; programs will follow, and the words of choices leave the database's fields."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0013_digest_words"),
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
    ]

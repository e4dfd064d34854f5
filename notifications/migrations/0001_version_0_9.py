"""Every table as it is in version 0.9; a database of the last code before has them already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import notifications.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notifications", "0001_version_0_1"),
        ("notifications", "0002_places"),
        ("notifications", "0003_lanes"),
        ("notifications", "0004_deliveries_have_names"),
        ("notifications", "0005_turns"),
        ("notifications", "0006_pictures_in_mails"),
        ("notifications", "0007_refused_mail"),
        ("notifications", "0008_senders"),
        ("notifications", "0009_approaches"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RefusedMail",
            fields=[
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
        migrations.CreateModel(
            name="StoppedAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(max_length=254, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="Approach",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("act", models.CharField(max_length=24)),
                ("by", models.CharField(max_length=64)),
                ("to", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name_plural": "approaches",
                "indexes": [
                    models.Index(fields=["by", "at"], name="approach_by"),
                    models.Index(fields=["to", "at"], name="approach_to"),
                ],
            },
        ),
        migrations.CreateModel(
            name="InboundMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("dedupe", models.CharField(max_length=64, unique=True)),
                ("source", models.CharField(max_length=10)),
                ("recipient", models.CharField(max_length=254)),
                ("envelope_sender", models.CharField(blank=True, max_length=254, null=True)),
                ("raw", models.BinaryField(default=bytes)),
                ("state", models.CharField(default="new", max_length=8)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("received_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["new", "working"])),
                        fields=["received_at"],
                        name="inbox_due",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(blank=True, max_length=12)),
                ("events", models.JSONField(blank=True, default=list)),
                ("channel", models.CharField(max_length=24)),
                ("label", models.CharField(max_length=80)),
                ("address", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("kept_number", models.BigIntegerField(blank=True, null=True)),
                ("host", models.CharField(blank=True, max_length=64)),
                ("enabled", models.BooleanField(default=True)),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("prompt", models.BooleanField(default=False)),
                ("rest_until", models.DateTimeField(blank=True, null=True)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "keeper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="kept_places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=24)),
                ("channel", models.CharField(max_length=24)),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("dedupe_key", models.CharField(max_length=160, unique=True)),
                (
                    "name",
                    models.CharField(
                        default=notifications.models.new_name, editable=False, max_length=24, unique=True
                    ),
                ),
                ("subject", models.JSONField(default=dict)),
                ("state", models.CharField(default="pending", max_length=8)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.place",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.CreateModel(
            name="Preference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=24)),
                ("channel", models.CharField(max_length=24)),
                ("wanted", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="preferences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rhythm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mode", models.CharField(default="together", max_length=8)),
                ("always", models.BooleanField(default=False)),
                ("urgent_at_night", models.BooleanField(default=False)),
                ("digest", models.BooleanField(default=False)),
                ("pictures", models.BooleanField(default=True)),
                ("sign_in_links", models.BooleanField(default=True)),
                ("links_from", models.DateTimeField(blank=True, null=True)),
                ("weekly", models.BooleanField(default=False)),
                ("digest_day", models.CharField(blank=True, max_length=10)),
                ("weekly_day", models.CharField(blank=True, max_length=10)),
                ("mail_failures", models.PositiveSmallIntegerField(default=0)),
                ("mail_failing_since", models.DateTimeField(blank=True, null=True)),
                ("mail_comes_back", models.BooleanField(default=False)),
                ("mail_off_because", models.CharField(blank=True, max_length=100)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rhythm",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sender",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("speaks", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="senders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lane", models.CharField(max_length=24)),
                ("owner", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("lane", "owner"), name="one_turn_each")],
            },
        ),
        migrations.AddIndex(
            model_name="place",
            index=models.Index(
                condition=models.Q(("table", ""), _negated=True), fields=["table"], name="place_of_table"
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("user", "digest"), name="one_place_each"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ["pending", "sending"])),
                fields=["due_at"],
                name="delivery_due",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "sending")), fields=["channel"], name="delivery_under_way"
            ),
        ),
        migrations.AddConstraint(
            model_name="preference",
            constraint=models.UniqueConstraint(
                fields=("user", "kind", "channel"), name="one_preference_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="sender",
            constraint=models.UniqueConstraint(fields=("user", "address"), name="one_word_of_each_sender"),
        ),
    ]

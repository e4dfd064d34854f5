"""Everything as it was in version 0.1, in one step; a database of that version has it already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notifications", "0001_initial"),
        ("notifications", "0002_stopped_address"),
        ("notifications", "0003_inbound_mail"),
        ("notifications", "0004_league_news"),
        ("notifications", "0005_time_notices"),
        ("notifications", "0006_browsers_and_chats"),
        ("notifications", "0007_sign_in_links"),
        ("notifications", "0008_table_channels"),
        ("notifications", "0009_rhythm_words"),
        ("notifications", "0010_chat_notices"),
        ("notifications", "0011_vote_words"),
        ("notifications", "0012_weekly_digest"),
        ("notifications", "0013_digest_words"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            name="Endpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(blank=True, max_length=12)),
                ("events", models.JSONField(blank=True, default=list)),
                ("channel", models.CharField(choices=[("push", "Browser"), ("chat", "Chat")], max_length=8)),
                ("label", models.CharField(max_length=80)),
                ("address", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("enabled", models.BooleanField(default=True)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="endpoints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
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
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "Waiting"),
                            ("working", "Being read"),
                            ("done", "Dealt with"),
                            ("ignored", "Ignored"),
                            ("failed", "Given up"),
                        ],
                        default="new",
                        max_length=8,
                    ),
                ),
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
            name="Preference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "It is your turn"),
                            ("reminder", "Your time is running out"),
                            ("start", "A game begins"),
                            ("finish", "A game has ended"),
                            ("invitation", "You are invited"),
                            ("offer", "A draw is offered, or something is voted about"),
                            ("league", "News of your leagues and tournaments"),
                            ("time", "Pauses, absences, and time given"),
                            ("chat", "Somebody writes to you in a game"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("email", "E-mail"),
                            ("webhook", "Webhook"),
                            ("push", "Browser"),
                            ("chat", "Chat"),
                        ],
                        max_length=8,
                    ),
                ),
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
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("together", "At once; several games within a short time in one mail"),
                            ("each", "At once, every game in a mail of its own"),
                            ("once", "One mail, then silence until I have looked"),
                            ("digest", "Only once a day"),
                        ],
                        default="together",
                        max_length=8,
                    ),
                ),
                (
                    "always",
                    models.BooleanField(default=False, verbose_name="also while I am looking at the game"),
                ),
                (
                    "urgent_at_night",
                    models.BooleanField(default=False, verbose_name="urgent notices may come in quiet hours"),
                ),
                ("digest", models.BooleanField(default=False, verbose_name="a digest every day")),
                ("sign_in_links", models.BooleanField(default=True)),
                ("links_from", models.DateTimeField(blank=True, null=True)),
                (
                    "weekly",
                    models.BooleanField(
                        default=False, verbose_name="a digest every week of leagues and watched games"
                    ),
                ),
                ("digest_day", models.CharField(blank=True, max_length=10)),
                ("weekly_day", models.CharField(blank=True, max_length=10)),
                ("mail_failures", models.PositiveSmallIntegerField(default=0)),
                ("mail_failing_since", models.DateTimeField(blank=True, null=True)),
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
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(blank=True, max_length=12)),
                ("events", models.JSONField(blank=True, default=list)),
                ("url", models.URLField(max_length=500)),
                ("secret", models.CharField(max_length=80)),
                ("enabled", models.BooleanField(default=True)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "It is your turn"),
                            ("reminder", "Your time is running out"),
                            ("start", "A game begins"),
                            ("finish", "A game has ended"),
                            ("invitation", "You are invited"),
                            ("offer", "A draw is offered, or something is voted about"),
                            ("league", "News of your leagues and tournaments"),
                            ("time", "Pauses, absences, and time given"),
                            ("chat", "Somebody writes to you in a game"),
                            ("receipt", "What came of your mail"),
                            ("digest", "Your daily digest"),
                            ("weekly", "Your weekly digest"),
                            ("channel", "Something no longer reaches you"),
                            ("table-start", "The game begins"),
                            ("table-turn", "Somebody is to move"),
                            ("table-time", "The clocks stand, somebody is late, or a seat is free"),
                            ("table-finish", "The game has ended"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("email", "E-mail"),
                            ("webhook", "Webhook"),
                            ("push", "Browser"),
                            ("chat", "Chat"),
                        ],
                        max_length=8,
                    ),
                ),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("dedupe_key", models.CharField(max_length=160, unique=True)),
                ("subject", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Waiting"),
                            ("sending", "Being sent"),
                            ("sent", "Sent"),
                            ("dropped", "No longer needed"),
                            ("dead", "Given up"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
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
                    "endpoint",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.endpoint",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.AddIndex(
            model_name="endpoint",
            index=models.Index(
                condition=models.Q(("table", ""), _negated=True), fields=["table"], name="endpoint_of_table"
            ),
        ),
        migrations.AddConstraint(
            model_name="endpoint",
            constraint=models.UniqueConstraint(fields=("user", "digest"), name="one_endpoint_each"),
        ),
        migrations.AddConstraint(
            model_name="preference",
            constraint=models.UniqueConstraint(
                fields=("user", "kind", "channel"), name="one_preference_each"
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                condition=models.Q(("table", ""), _negated=True), fields=["table"], name="webhook_of_table"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ["pending", "sending"])),
                fields=["due_at"],
                name="delivery_due",
            ),
        ),
    ]

"""Reports of what is wrong; entries that name other rules, or set a position right; what games say of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_voices_that_left"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RulesCheck",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rules_check",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("rules_version", models.PositiveIntegerField()),
                ("code", models.CharField(max_length=64)),
                ("until", models.IntegerField()),
                ("differs", models.IntegerField(blank=True, null=True)),
                ("seen", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="change",
            field=models.CharField(blank=True, max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="rules",
            field=games.models.fields.PlainJSONField(default=None, null=True, usual="null"),
        ),
        migrations.AddField(
            model_name="game",
            name="began",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="corrected_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="reading",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "Start"),
                    ("choice", "Choice"),
                    ("undo", "Undo"),
                    ("takeback", "Takeback"),
                    ("timeout", "Timeout"),
                    ("resign", "Resign"),
                    ("draw", "Draw"),
                    ("void", "Void"),
                    ("substitute", "Substitute"),
                    ("rules", "Rules"),
                    ("correction", "Correction"),
                    ("end", "End"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("named", models.BooleanField(default=False)),
                ("game_key", models.CharField(max_length=12)),
                ("title", models.CharField(max_length=40)),
                ("rules_version", models.PositiveIntegerField()),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("until", models.IntegerField()),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("rule", "A rule"),
                            ("word", "A word"),
                            ("page", "The page"),
                            ("card", "The text of a card"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                (
                    "place",
                    models.CharField(
                        choices=[
                            ("line", "A line of the story"),
                            ("refusal", "A refusal"),
                            ("question", "A question"),
                            ("step", "A step of the replay"),
                        ],
                        max_length=8,
                    ),
                ),
                ("seq", models.IntegerField()),
                ("line", models.IntegerField(blank=True, null=True)),
                ("kind", models.CharField(max_length=60)),
                ("words", models.CharField(blank=True, max_length=500)),
                ("tried", games.models.fields.PlainJSONField(default=None, null=True, usual="null")),
                ("seen", games.models.fields.PackedField()),
                ("release", models.CharField(max_length=20)),
                ("browser", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("taken", "A fault, to be mended"),
                            ("mended", "Mended"),
                            ("no-fault", "Not a fault"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("rule", models.CharField(blank=True, max_length=20)),
                ("set", models.CharField(blank=True, max_length=40)),
                ("answer", models.CharField(blank=True, max_length=500)),
                ("reference", models.CharField(blank=True, max_length=40)),
                ("mended_in", models.CharField(blank=True, max_length=20)),
                ("mend", models.CharField(blank=True, max_length=60)),
                ("handled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.seat",
                    ),
                ),
                (
                    "handled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rule_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
                "indexes": [
                    models.Index(fields=["state", "title", "place", "kind"], name="report_of_a_kind"),
                    models.Index(fields=["reporter", "-created_at"], name="report_of_a_person"),
                    models.Index(
                        condition=models.Q(("mended_in", ""), _negated=True),
                        fields=["mended_in"],
                        name="report_mended",
                    ),
                ],
            },
        ),
    ]

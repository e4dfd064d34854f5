"""Every table as it is in version 0.9; a database of the last code before has them already."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import games.models.tables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("leagues", "0001_version_0_1"),
        ("leagues", "0003_facts_and_teams"),
        ("leagues", "0006_weights_of_a_swiss"),
        ("leagues", "0007_ways_back"),
        ("leagues", "0008_outcomes"),
        ("leagues", "0009_entry_conditions"),
        ("leagues", "0010_byes_on_request"),
        ("leagues", "0011_pairings_by_hand"),
        ("leagues", "0012_team_events"),
        ("leagues", "0013_tie_breaks"),
        ("leagues", "0014_words_of_entrants"),
    ]

    dependencies = [
        ("games", "0001_version_0_9"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingState",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40, unique=True)),
                ("rated_until", models.DateTimeField(blank=True, null=True)),
                ("stale", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Competition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=games.models.tables.new_key, editable=False, max_length=12, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("description", models.TextField(blank=True, max_length=2000)),
                ("title", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("format", models.CharField(max_length=20)),
                ("settings", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registration", "Open for registration"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="registration",
                        max_length=12,
                    ),
                ),
                ("league", models.CharField(blank=True, max_length=20)),
                ("least_entrants", models.PositiveSmallIntegerField(default=2)),
                ("most_entrants", models.PositiveSmallIntegerField(default=0)),
                ("registration_closes_at", models.DateTimeField(blank=True, null=True)),
                ("starts_when_full", models.BooleanField(default=False)),
                ("least_rating", models.PositiveSmallIntegerField(default=0)),
                ("most_rating", models.PositiveSmallIntegerField(default=0)),
                ("least_games", models.PositiveSmallIntegerField(default=0)),
                ("by_invitation", models.BooleanField(default=False)),
                ("pairing_by_hand", models.BooleanField(default=False)),
                ("team_size", models.PositiveSmallIntegerField(default=0)),
                ("clock_preset", models.CharField(default="fast", max_length=20)),
                ("terms", models.JSONField(default=dict)),
                ("rated", models.BooleanField(default=True)),
                (
                    "spectators",
                    models.CharField(
                        choices=[("all", "Everybody may watch"), ("after", "Only after the end")],
                        default="all",
                        max_length=8,
                    ),
                ),
                (
                    "chat",
                    models.CharField(
                        choices=[
                            ("players", "Only the players read what they say"),
                            ("open", "Everybody who watches reads along"),
                            ("off", "No chat"),
                        ],
                        default="players",
                        max_length=8,
                    ),
                ),
                ("games_at_once", models.PositiveSmallIntegerField(default=0)),
                (
                    "handicap",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "None but the options of the game"),
                            ("balance", "What levels the two sides, by all games here so far"),
                            (
                                "ratings",
                                "What levels the two players, by their ratings on the sides they play",
                            ),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("round_days", models.PositiveSmallIntegerField(default=0)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                (
                    "at_deadline",
                    models.CharField(
                        choices=[
                            ("director", "The director decides"),
                            (
                                "position",
                                "Whoever stands better in the game wins; where the game cannot tell, the director decides",
                            ),
                            ("clock", "Whoever has used less time wins"),
                            ("double-loss", "Both lose"),
                            ("play-on", "They play on, and the result counts when it comes"),
                        ],
                        default="director",
                        max_length=12,
                    ),
                ),
                ("renews", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("reminded_for", models.DateTimeField(blank=True, null=True)),
                ("concluded", models.BooleanField(default=False)),
                (
                    "directors",
                    models.ManyToManyField(
                        blank=True, related_name="competitions_directed", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="competitions_owned",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="following",
                        to="leagues.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(default=0)),
                ("seed", models.PositiveIntegerField(default=0)),
                ("tier", models.PositiveSmallIntegerField(default=0)),
                ("group", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("entered", "In"), ("withdrawn", "Has left"), ("removed", "Taken out")],
                        default="entered",
                        max_length=10,
                    ),
                ),
                ("entered_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("salt", models.CharField(blank=True, max_length=64)),
                ("salt_at", models.DateTimeField(blank=True, null=True)),
                ("byes", models.JSONField(default=list)),
                ("final_place", models.PositiveIntegerField(default=0)),
                ("final_of", models.PositiveIntegerField(default=0)),
                ("next_tier", models.PositiveSmallIntegerField(default=0)),
                ("champion", models.BooleanField(default=False)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="leagues.competition",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "seed", "pk"),
            },
        ),
        migrations.CreateModel(
            name="FinishedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="finished_mark",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HandPairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_pairings",
                        to="leagues.competition",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="leagues.entrant"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="leagues.entrant"
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "round", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="leagues.competition",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "pk"),
            },
        ),
        migrations.CreateModel(
            name="KeptApart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_apart",
                        to="leagues.competition",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("group", models.CharField(blank=True, max_length=20)),
                ("slot", models.CharField(blank=True, max_length=12)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="leagues.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("group", models.CharField(blank=True, max_length=20)),
                ("slot", models.CharField(blank=True, max_length=12)),
                ("board", models.PositiveSmallIntegerField(default=0)),
                ("seed_number", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Not begun"), ("playing", "Being played"), ("done", "Decided")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Open"),
                            ("played", "Played"),
                            ("bye", "Bye"),
                            ("walkover", "Won without playing"),
                            ("adjudicated", "Decided by the director"),
                            ("deadline", "Decided at the deadline"),
                            ("unplayed", "Not played"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("deadline_at", models.DateTimeField(blank=True, null=True)),
                ("needs_director", models.BooleanField(default=False)),
                ("plays_on", models.BooleanField(default=False)),
                ("reminded_for", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="leagues.competition",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairing",
                        to="games.game",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="leagues.match",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("act", models.CharField(max_length=30)),
                ("text", models.CharField(max_length=400)),
                ("reason", models.CharField(blank=True, max_length=2000)),
                ("data", models.JSONField(default=dict)),
                ("public", models.BooleanField(default=True)),
                ("at", models.DateTimeField()),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit",
                        to="games.game",
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit",
                        to="leagues.competition",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit",
                        to="leagues.pairing",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ("-at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="PersonReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("guest", models.CharField(blank=True, max_length=40)),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("abuse", "Insults or harassment"),
                            ("stalling", "Stalling, or leaving games"),
                            ("collusion", "Agreements outside the game"),
                            ("two-accounts", "One person with two accounts"),
                            ("name", "An improper name"),
                            ("other", "Something else"),
                        ],
                        max_length=14,
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("quote", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("acted", "Something was done"),
                            ("dismissed", "Nothing had to be done"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=500)),
                ("created_at", models.DateTimeField()),
                ("handled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="person_reports",
                        to="games.game",
                    ),
                ),
                (
                    "handled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_handled",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "line",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.chatline",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
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
                ("index", models.PositiveSmallIntegerField()),
                ("points", models.FloatField(blank=True, null=True)),
                ("won", models.BooleanField(default=False)),
                ("timed_out", models.BooleanField(default=False)),
                ("excused", models.BooleanField(default=False)),
                ("by_leaving", models.BooleanField(default=False)),
                ("seconds_used", models.FloatField(default=0)),
                ("handicap", models.PositiveSmallIntegerField(default=0)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="leagues.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ("pairing_id", "index"),
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("side", models.CharField(max_length=40)),
                ("system", models.CharField(max_length=12)),
                ("value", models.FloatField()),
                ("spread", models.FloatField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecordSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=40)),
                ("side", models.CharField(default="", max_length=40)),
                ("index", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("won", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("team", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("timed_out", models.BooleanField(default=False)),
                ("full_decisions", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="record_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("record_id", "index"),
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("side", models.CharField(max_length=40)),
                ("system", models.CharField(max_length=12)),
                ("before", models.FloatField()),
                ("value", models.FloatField()),
                ("spread", models.FloatField(default=0)),
                ("games", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_steps",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_steps",
                        to="leagues.recordseat",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="ResultRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("finished_at", models.DateTimeField(db_index=True)),
                ("reason", models.CharField(max_length=40)),
                ("text", models.CharField(blank=True, max_length=300)),
                ("victory", models.CharField(blank=True, max_length=40)),
                ("winner_side", models.CharField(blank=True, max_length=40)),
                ("counts", models.BooleanField(default=False)),
                ("counts_not", models.CharField(blank=True, max_length=80)),
                ("annulled", models.BooleanField(default=False)),
                ("is_rated", models.BooleanField(default=False)),
                ("competition_types", models.JSONField(default=list)),
                ("league", models.CharField(blank=True, max_length=20)),
                ("facts", models.JSONField(default=dict)),
                ("interest", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("comment", models.CharField(blank=True, max_length=500)),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="records",
                        to="leagues.competition",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result_record",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("-finished_at", "-pk"),
            },
        ),
        migrations.AddField(
            model_name="recordseat",
            name="record",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="leagues.resultrecord"
            ),
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("paired_at", models.DateTimeField()),
                ("deadline_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="leagues.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "number"),
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="pairings", to="leagues.round"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="leagues.round"
            ),
        ),
        migrations.CreateModel(
            name="RungMove",
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
                            ("join", "Came in at the foot"),
                            ("left", "Left, or was taken out"),
                            ("result", "A challenge was decided"),
                            ("set", "A director set the rung"),
                        ],
                        max_length=8,
                    ),
                ),
                ("place", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_moves",
                        to="leagues.competition",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_moves",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "pairing",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rung_move",
                        to="leagues.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[("entered", "In"), ("incomplete", "Was not complete"), ("out", "Is out")],
                        default="entered",
                        max_length=10,
                    ),
                ),
                ("seed", models.PositiveIntegerField(default=0)),
                ("group", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveIntegerField(default=0)),
                ("founded_at", models.DateTimeField()),
                ("final_place", models.PositiveIntegerField(default=0)),
                ("final_of", models.PositiveIntegerField(default=0)),
                ("champion", models.BooleanField(default=False)),
                (
                    "captain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams_led",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="leagues.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("competition_id", "seed", "pk"),
            },
        ),
        migrations.AddField(
            model_name="match",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="leagues.team"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="leagues.team",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="leagues.team",
            ),
        ),
        migrations.CreateModel(
            name="TeamInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="leagues.team",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("team_id", "pk"),
            },
        ),
        migrations.AddIndex(
            model_name="competition",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="competition_due"
            ),
        ),
        migrations.AddIndex(
            model_name="competition",
            index=models.Index(fields=["status", "-created_at"], name="competition_status"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("competition", "user"), name="invited_once"),
        ),
        migrations.AddConstraint(
            model_name="keptapart",
            constraint=models.UniqueConstraint(
                fields=("competition", "first", "second"), name="kept_apart_once"
            ),
        ),
        migrations.AddIndex(
            model_name="personreport",
            index=models.Index(fields=["state", "created_at"], name="report_queue"),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("pairing", "index"), name="one_place_of_each_index"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("system", "title", "side", "user"), name="one_rating_each"
            ),
        ),
        migrations.AddIndex(
            model_name="ratingstep",
            index=models.Index(fields=["user", "system", "title"], name="rating_history"),
        ),
        migrations.AddConstraint(
            model_name="ratingstep",
            constraint=models.UniqueConstraint(fields=("seat", "system"), name="one_step_for_each_seat"),
        ),
        migrations.AddIndex(
            model_name="resultrecord",
            index=models.Index(fields=["title", "finished_at"], name="record_title"),
        ),
        migrations.AddIndex(
            model_name="resultrecord",
            index=models.Index(
                condition=models.Q(("annulled", False), ("counts", True), ("is_rated", False)),
                fields=["title"],
                name="record_unrated",
            ),
        ),
        migrations.AddConstraint(
            model_name="recordseat",
            constraint=models.UniqueConstraint(
                fields=("record", "seat"), name="one_record_seat_of_each_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="one_round_of_each_number"
            ),
        ),
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(fields=["competition", "state"], name="pairing_state"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="one_pairing_of_each_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                fields=("competition", "seed_number"), name="one_game_of_each_seed"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                models.F("competition"),
                django.db.models.functions.text.Lower("name"),
                name="team_called_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="one_match_of_each_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("competition", "user"), name="enters_once"),
        ),
        migrations.AddConstraint(
            model_name="teaminvitation",
            constraint=models.UniqueConstraint(fields=("team", "user"), name="asked_into_team_once"),
        ),
    ]

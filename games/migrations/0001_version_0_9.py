"""Every table as it is in version 0.9; a database of the last code before has them already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.tables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_version_0_1"),
        ("games", "0003_asks_in_one_place"),
        ("games", "0005_words_with_moves"),
        ("games", "0006_orders_are_counted_by_seat"),
        ("games", "0007_words_known_when_the_seed_was_fixed"),
        ("games", "0009_told_by_mail"),
        ("games", "0010_held_hand_overs"),
        ("games", "0011_named_tables"),
        ("games", "0012_first_steps"),
        ("games", "0013_letters"),
        ("games", "0014_kept_answers"),
        ("games", "0015_seed_trees"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Discarded",
            fields=[
                ("game", models.BigIntegerField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="FeedToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed_token",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Game",
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
                ("name", models.CharField(blank=True, max_length=60)),
                ("title", models.CharField(max_length=40)),
                ("rules_version", models.PositiveIntegerField()),
                ("options", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("private", "Private")], default="public", max_length=8
                    ),
                ),
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
                (
                    "seat_choice",
                    models.CharField(
                        choices=[("pick", "Pick a seat"), ("random", "Random, drawn at the start")],
                        default="pick",
                        max_length=8,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
                ("rated", models.BooleanField(default=False)),
                ("auto_start", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("full_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("clock_preset", models.CharField(default="standard", max_length=20)),
                ("clock_bank", models.PositiveIntegerField(default=0)),
                ("clock_increment", models.PositiveIntegerField(default=0)),
                ("clock_cap", models.PositiveIntegerField(default=0)),
                (
                    "zero_policy",
                    models.CharField(
                        choices=[
                            ("claim", "The opponent may claim the game"),
                            ("forfeit", "The game is lost"),
                            ("autoplay", "The server answers, then the seat is offered to others"),
                            ("void", "The game does not count"),
                        ],
                        default="claim",
                        max_length=8,
                    ),
                ),
                ("terms", models.JSONField(default=dict)),
                ("has_channels", models.BooleanField(default=False)),
                ("stops", models.JSONField(default=list)),
                ("scheme", models.PositiveSmallIntegerField(default=1)),
                ("committed_at", models.DateTimeField(blank=True, null=True)),
                ("mix", models.CharField(blank=True, max_length=64)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("sealed_seed", models.TextField(blank=True)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("tree", models.JSONField(blank=True, default=dict)),
                ("origin", models.JSONField(blank=True, default=dict)),
                ("in_event", models.BooleanField(default=False)),
                ("version", models.IntegerField(default=-1)),
                ("published_version", models.IntegerField(default=-1)),
                ("head_hash", models.CharField(blank=True, max_length=64)),
                ("snapshot", models.BinaryField(default=bytes)),
                ("log_length", models.PositiveIntegerField(default=0)),
                ("held_until", models.DateTimeField(blank=True, null=True)),
                ("headline", models.CharField(blank=True, max_length=80)),
                ("result", models.JSONField(blank=True, null=True)),
                ("moved_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="followers", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
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
                            ("end", "End"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("choices", models.JSONField(default=list)),
                ("chance", models.JSONField(default=list)),
                ("to", models.IntegerField(blank=True, null=True)),
                ("result", models.JSONField(blank=True, null=True)),
                ("at", models.BigIntegerField(blank=True, null=True)),
                ("word", models.CharField(blank=True, max_length=64, null=True)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "seq"),
            },
        ),
        migrations.CreateModel(
            name="ClockChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=40)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("gift", "Time given"),
                            ("grace", "Grace"),
                            ("absent", "Absent"),
                            ("back", "Back"),
                            ("handed", "Handed over"),
                        ],
                        max_length=6,
                    ),
                ),
                ("version", models.IntegerField()),
                ("milliseconds", models.BigIntegerField(default=0)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_changes",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("snapshot", models.BinaryField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChatVoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("players", "At the table"), ("watchers", "Among the spectators")],
                        max_length=8,
                    ),
                ),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("guest_name", models.CharField(blank=True, max_length=40)),
                ("since", models.PositiveIntegerField(default=1)),
                ("until", models.PositiveIntegerField(blank=True, null=True)),
                ("shares", models.BooleanField(default=False)),
                ("read", models.PositiveIntegerField(default=0)),
                ("told", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="chat_voices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_voices",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="ChatRoom",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("players", "At the table"), ("watchers", "Among the spectators")],
                        max_length=8,
                    ),
                ),
                ("length", models.PositiveIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_rooms",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("players", "At the table"), ("watchers", "Among the spectators")],
                        max_length=8,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("key", models.CharField(blank=True, max_length=80)),
                ("hidden", models.BooleanField(default=False)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "voice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="games.chatvoice",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_lines",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "channel", "number"),
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
                ("seat", models.CharField(blank=True, max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=64, unique=True)),
                ("request_digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("sealed", models.TextField(default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("data", models.JSONField(default=dict)),
                ("visible_to", models.JSONField(default=list)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log_lines",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "number"),
            },
        ),
        migrations.CreateModel(
            name="Miss",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("forgiven", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="missed", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="misses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Reservation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("commitment", models.CharField(max_length=64)),
                ("sealed_seed", models.TextField()),
                ("committed_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserved_seed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("position", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("guest_name", models.CharField(blank=True, max_length=40)),
                ("guest_email", models.EmailField(blank=True, max_length=254)),
                ("link_digest", models.CharField(blank=True, max_length=64)),
                ("link_nonce", models.CharField(blank=True, max_length=32)),
                ("salt", models.CharField(blank=True, max_length=64)),
                ("salt_at", models.DateTimeField(blank=True, null=True)),
                ("salt_known", models.CharField(blank=True, max_length=64)),
                ("salt_by_server", models.BooleanField(default=False)),
                ("draft", models.JSONField(blank=True, default=list)),
                ("bank_ms", models.BigIntegerField(default=0)),
                ("waiting_since", models.DateTimeField(blank=True, null=True)),
                ("waiting_kind", models.CharField(blank=True, max_length=40)),
                ("waiting_weight", models.CharField(blank=True, max_length=5)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("flagged_at", models.DateTimeField(blank=True, null=True)),
                ("full_decisions", models.PositiveIntegerField(default=0)),
                ("extra_ms", models.BigIntegerField(default=0)),
                ("grace_left", models.PositiveSmallIntegerField(default=0)),
                ("misses", models.PositiveSmallIntegerField(default=0)),
                ("fallbacks", models.PositiveSmallIntegerField(default=0)),
                ("absent_since", models.DateTimeField(blank=True, null=True)),
                ("has_orders", models.BooleanField(default=False)),
                ("asks", models.JSONField(default=dict)),
                ("reminded_for", models.DateTimeField(blank=True, null=True)),
                ("reminded_mark", models.PositiveSmallIntegerField(default=0)),
                ("reminded_at", models.DateTimeField(blank=True, null=True)),
                ("reminded_count", models.PositiveSmallIntegerField(default=0)),
                ("remind_later_at", models.DateTimeField(blank=True, null=True)),
                ("remind_later_for", models.DateTimeField(blank=True, null=True)),
                ("seen_version", models.IntegerField(default=-1)),
                ("end_seen", models.BooleanField(default=False)),
                ("guided", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("game", "position"),
            },
        ),
        migrations.CreateModel(
            name="ReplyToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("moves", "Moves and commands"),
                            ("chat", "Words for the others at the table"),
                        ],
                        default="moves",
                        max_length=5,
                    ),
                ),
                ("version", models.IntegerField()),
                ("nonce", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reply_tokens",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlanningBoard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.BinaryField()),
                ("answers", models.JSONField(default=list)),
                ("given", models.PositiveSmallIntegerField(default=0)),
                ("seeds", models.JSONField(default=list)),
                ("exact", models.BooleanField(default=True)),
                ("version", models.IntegerField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planning_board",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("moves", "Moves and commands"),
                            ("chat", "Words for the others at the table"),
                        ],
                        default="moves",
                        max_length=5,
                    ),
                ),
                ("version", models.IntegerField()),
                ("message_id", models.CharField(max_length=410)),
                ("lines", models.JSONField(default=list)),
                ("signed", models.CharField(blank=True, max_length=200)),
                ("struck", models.JSONField(default=list)),
                ("below", models.JSONField(default=list)),
                ("cut", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "Waits for confirmation"),
                            ("done", "Done"),
                            ("refused", "Refused"),
                        ],
                        max_length=8,
                    ),
                ),
                ("doubt", models.CharField(blank=True, max_length=200)),
                ("other_address", models.EmailField(blank=True, max_length=254)),
                ("answer", models.JSONField(default=dict)),
                ("acted", models.BooleanField(default=False)),
                ("version_after", models.IntegerField(default=-1)),
                ("received_at", models.DateTimeField()),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="letters", to="games.seat"
                    ),
                ),
            ],
            options={
                "ordering": ("-received_at",),
            },
        ),
        migrations.CreateModel(
            name="SeatMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("told_version", models.IntegerField(default=-1)),
                ("asked_version", models.IntegerField(default=-1)),
                ("first_id", models.CharField(blank=True, max_length=250)),
                ("newest_id", models.CharField(blank=True, max_length=250)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mail", to="games.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_note",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeedTree",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.CharField(max_length=12)),
                ("number", models.PositiveSmallIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("branches", models.BinaryField()),
                ("sealed_secret", models.TextField()),
                ("fixed_at", models.DateTimeField()),
                ("used", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="one_seed_tree_of_each_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("policy", "Always, when this is asked"),
                            ("plan", "My next moves"),
                            ("fallback", "Only when my time is up"),
                        ],
                        max_length=8,
                    ),
                ),
                ("decision_kind", models.CharField(blank=True, max_length=40)),
                (
                    "answer",
                    models.CharField(
                        choices=[
                            ("pass", "Pass, decline, do nothing"),
                            ("clock", "What the clock would answer"),
                            ("first", "The first of these that is possible"),
                        ],
                        default="first",
                        max_length=5,
                    ),
                ),
                ("lines", models.JSONField(default=list)),
                ("conditions", models.JSONField(default=list)),
                ("stop_on", models.JSONField(default=list)),
                (
                    "state",
                    models.CharField(
                        choices=[("armed", "Armed"), ("paused", "Paused"), ("off", "Off")],
                        default="armed",
                        max_length=6,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("uses_left", models.PositiveIntegerField(blank=True, null=True)),
                ("expires_at", models.DateTimeField()),
                ("armed_version", models.IntegerField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_orders",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ("seat", "pk"),
            },
        ),
        migrations.CreateModel(
            name="OrderRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("waiting_since", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Will answer"),
                            ("done", "Answered"),
                            ("dropped", "Not needed"),
                            ("stopped", "Stopped"),
                        ],
                        default="pending",
                        max_length=7,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=300)),
                ("version", models.IntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(blank=True, null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="order_runs",
                        to="games.seat",
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="runs",
                        to="games.standingorder",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=80)),
                ("request_digest", models.CharField(max_length=64)),
                ("answer", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("announced_at", models.DateTimeField()),
                ("automatic", models.BooleanField(default=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("starts_at",),
            },
        ),
        migrations.CreateModel(
            name="ChatMute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to="games.chatvoice",
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to="games.chatvoice",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("by", "muted"), name="one_chat_mute_each")],
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "visibility", "-created_at"], name="games_game_status_a78092_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["expires_at"], name="game_expiry"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("held_until__isnull", False)), fields=["held_until"], name="game_held"
            ),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(fields=("user", "game"), name="follows_once"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="one_event_of_each_number"),
        ),
        migrations.AddConstraint(
            model_name="checkpoint",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="one_checkpoint_at_each_event"),
        ),
        migrations.AddConstraint(
            model_name="chatvoice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True), models.Q(("seat", ""), _negated=True)),
                fields=("game", "seat"),
                name="one_voice_of_each_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="chatvoice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("seat", "")), fields=("game", "user"), name="one_voice_of_each_watcher"
            ),
        ),
        migrations.AddConstraint(
            model_name="chatroom",
            constraint=models.UniqueConstraint(fields=("game", "channel"), name="one_chat_room_each"),
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(
                fields=("game", "channel", "number"), name="one_chat_line_of_each_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("voice", "key"),
                name="one_chat_line_for_each_key",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("game", "user"),
                name="one_open_invitation_each",
            ),
        ),
        migrations.AddConstraint(
            model_name="logline",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="one_log_line_of_each_number"),
        ),
        migrations.AddIndex(
            model_name="miss",
            index=models.Index(fields=["user", "at"], name="games_miss_user_id_605196_idx"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="seat_due"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("link_digest", ""), _negated=True),
                fields=["link_digest"],
                name="seat_link",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "name"), name="one_seat_of_each_name"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "position"), name="one_seat_at_each_position"),
        ),
        migrations.AddConstraint(
            model_name="replytoken",
            constraint=models.UniqueConstraint(
                fields=("seat", "purpose", "version"), name="one_reply_token_each"
            ),
        ),
        migrations.AddIndex(
            model_name="planningboard",
            index=models.Index(fields=["changed_at"], name="planning_board_age"),
        ),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.UniqueConstraint(
                fields=("seat", "message_id"), name="one_letter_of_each_message"
            ),
        ),
        migrations.AddConstraint(
            model_name="standingorder",
            constraint=models.UniqueConstraint(fields=("seat", "number"), name="one_order_of_each_number"),
        ),
        migrations.AddIndex(
            model_name="orderrun",
            index=models.Index(
                condition=models.Q(("state", "pending")), fields=["due_at"], name="order_run_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="orderrun",
            constraint=models.UniqueConstraint(
                fields=("seat", "waiting_since"), name="one_run_for_each_question"
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(
                fields=("game", "seat", "key"), name="one_answer_for_each_key"
            ),
        ),
    ]

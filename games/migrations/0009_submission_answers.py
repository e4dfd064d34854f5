"""What was sent with an idempotency key is kept as digests, and its answer not at all: the log knows it.

Submissions of the last thirty days are led over. Whoever sends one of them again is answered as before.
"""

import hashlib
from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.utils import timezone

_KEPT = timedelta(days=30)
_BATCH = 1000


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()[:16]


def lead_over(apps: Any, schema_editor: Any) -> None:
    """Fill the new columns of what is young enough; the rest goes."""
    submission = apps.get_model("games", "Submission")
    submission.objects.filter(created_at__lt=timezone.now() - _KEPT).delete()
    newest = 0
    while rows := list(submission.objects.filter(pk__gt=newest).order_by("pk")[:_BATCH]):
        for row in rows:
            row.key_digest = _digest(row.seat.encode() + b"\0" + row.key.encode())
            row.sent_digest = bytes.fromhex(row.request_digest)[:16]
            row.version = row.answer["version"]
            row.final = row.answer["barrier"]
        submission.objects.bulk_update(rows, ["key_digest", "sent_digest", "version", "final"])
        newest = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("games", "0008_games_to_watch")]

    operations = [
        migrations.AddField("submission", "key_digest", models.BinaryField(null=True)),
        migrations.AddField("submission", "sent_digest", models.BinaryField(null=True)),
        migrations.AddField("submission", "version", models.PositiveIntegerField(null=True)),
        migrations.AddField("submission", "final", models.BooleanField(null=True)),
        migrations.AddField("submission", "draft", models.JSONField(null=True)),
        migrations.RunPython(lead_over, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint("submission", "one_answer_for_each_key"),
        migrations.RemoveField("submission", "seat"),
        migrations.RemoveField("submission", "key"),
        migrations.RemoveField("submission", "request_digest"),
        migrations.RemoveField("submission", "answer"),
        migrations.AlterField("submission", "key_digest", models.BinaryField()),
        migrations.AlterField("submission", "sent_digest", models.BinaryField()),
        migrations.AlterField("submission", "version", models.PositiveIntegerField()),
        migrations.AlterField("submission", "final", models.BooleanField()),
        migrations.AddConstraint(
            "submission",
            models.UniqueConstraint(fields=["game", "key_digest"], name="one_submission_for_each_key"),
        ),
    ]

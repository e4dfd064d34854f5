"""New accounts are not asked once more before every move; those that are there keep what they have."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0002_zone_chosen")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="user",
            name="confirm_moves",
            field=models.BooleanField(default=False, verbose_name="confirm every move"),
        ),
    ]

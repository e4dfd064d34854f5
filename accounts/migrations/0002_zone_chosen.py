"""Whether somebody has chosen their time zone: whoever has another than a new account has."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations, models


def mark(apps: Any, editor: Any) -> None:
    """Note who has chosen."""
    people = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    people.exclude(timezone="UTC", locale="en").update(zone_chosen=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0001_version_0_1")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="zone_chosen",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]

"""What names look like, so that no new one looks like another; those that are there stay, whatever they look like."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

import accounts.names


def note(apps: Any, editor: Any) -> None:
    """Note the skeleton of every name."""
    people = apps.get_model("accounts", "User").objects.using(editor.connection.alias)
    some = []
    for person in people.only("username", "skeleton").iterator(500):
        person.skeleton = accounts.names.skeleton(person.username)[:300]
        some.append(person)
        if len(some) == 500:
            people.bulk_update(some, ["skeleton"])
            some.clear()
    people.bulk_update(some, ["skeleton"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0003_confirming_is_chosen")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=accounts.names.SkeletonField(db_index=True, default="", editable=False, max_length=300),
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]

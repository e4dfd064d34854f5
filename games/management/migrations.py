"""What `manage.py migrate` says beside its own: which running games are not led over to the rules that are here."""

import sys
from typing import Any, TextIO

from django.db import DEFAULT_DB_ALIAS

from games.play import leading_over


def remind(*, using: str, verbosity: int = 1, stdout: TextIO = sys.stdout, **more: Any) -> None:
    """Say it after a migration (a receiver of `post_migrate`)."""
    if verbosity and using == DEFAULT_DB_ALIAS:
        behind = leading_over.reminder()
        if behind:
            stdout.write(f"{behind}\n")

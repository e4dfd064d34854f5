"""An empty server within this process: fresh files, an empty database, and nobody who is woken."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def empty_server() -> Iterator[None]:
    """Set Django up on an empty database: SQLite in a folder that goes again, or what DATABASE_URL names.

    Models can be imported from then on; a process can do it once. A database named by DATABASE_URL is emptied.
    """
    with tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder:
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "wotr.settings", "LOG_LEVEL": "CRITICAL"}
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.NUDGE_WORKERS = False
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        call_command("migrate", verbosity=0)
        if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
            call_command("flush", interactive=False, verbosity=0)
        yield

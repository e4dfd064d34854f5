"""An empty server within this process: fresh files, an empty database, and nobody who is woken."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg


@contextmanager
def own_database(server: str, purpose: str = "benchmark") -> Iterator[str]:
    """Make a database on the server of this address, yield its own address, and drop it; "" is SQLite and stays "".

    None is emptied for it, for a log refuses that: what the address itself names is left alone.
    """
    if not server:
        yield ""
        return
    name = f"{purpose}_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def empty_server() -> Iterator[None]:
    """Set Django up on an empty database: SQLite in a folder that goes again, or one beside what DATABASE_URL names.

    Models can be imported from then on; a process can do it once.
    """
    with (
        tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder,
        own_database(os.environ.get("DATABASE_URL", "")) as database,
    ):
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "wotr.settings", "LOG_LEVEL": "CRITICAL"}
        if database:
            os.environ["DATABASE_URL"] = database
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.NUDGE_WORKERS = False
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        call_command("migrate", verbosity=0)
        yield

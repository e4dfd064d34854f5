"""A database of its own and a mail server for tests that run the processes of a deployment."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def own_database(purpose: str) -> Iterator[str]:
    """Make a database on the server of DATABASE_URL, yield its address, and drop it."""
    base = urlsplit(os.environ["DATABASE_URL"])
    name = f"{purpose}_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    try:
        yield base._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def redis(number: int) -> str:
    """Return the address of one of the broker's numbered databases."""
    return f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{number}"

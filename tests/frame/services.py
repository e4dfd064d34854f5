"""A port, a database and patience for tests that run the processes of a deployment."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from random import SystemRandom

from benchmarks import empty_server

#: Below those that the system gives to whoever asks for any port: nobody is given one of these by chance meanwhile.
PORTS = range(20_000, 32_000)


@cache
def _ports_of_this_worker() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = list(PORTS[worker :: int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))])
    SystemRandom().shuffle(ports)
    return iter(ports)


def free_port() -> int:
    """Return a port on which nobody listens, and which no other test of this run is given."""
    for port in _ports_of_this_worker():
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("every port is taken")


def is_open(port: int, address: str = "127.0.0.1") -> bool:
    """Return whether somebody listens there."""
    try:
        socket.create_connection((address, port), timeout=2).close()
    except OSError:
        return False
    return True


def wait_for(what: Callable[[], object], seconds: float = 90.0) -> None:
    """Wait until something holds, for as long as the slowest machine may take."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.1)


def own_database(purpose: str) -> AbstractContextManager[str]:
    """Make a database on the server of DATABASE_URL, give its address, and drop it."""
    return empty_server.own_database(os.environ["DATABASE_URL"], purpose)


def redis(number: int) -> str:
    """Return the address of one of the broker's numbered databases."""
    return f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{number}"

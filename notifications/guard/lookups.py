"""Hosts are looked up side by side: one whose look-up hangs keeps nobody waiting but those who ask for it.

The system's own look-up knows all that the machine knows (the hosts file, DNS, the names of a container's neighbours)
but cannot be cut short. Each runs in a thread of its own, is waited for outside by all who ask for that host, and is
left alone when it takes too long. Those of one host that hang are counted: more than a few are not begun.
"""

import socket
import threading
import time
from collections.abc import Callable
from typing import Any

#: Look-ups under way in one process. Most that hang are given up by the system after ten to thirty seconds; a sweep
#: calls 24 doubtful places every three seconds (`notifications.lanes`), so hostile ones hold 240 threads, and as many
#: again are there for everybody else.
MOST_AT_ONCE = 512
#: Of these, those of one host: one that may still come in time, and others that hang.
MOST_OF_A_HOST = 3

_UNKNOWN = {
    getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA", "EAI_ADDRFAMILY") if hasattr(socket, name)
}


class NotFound(Exception):
    """A host has no address just now; the message says why."""


class NoName(Exception):
    """A name that no host can have."""


class _LookUp:
    """One look-up under way, for all who ask for the host until it is late."""

    def __init__(self, host: str, port: int, seconds: float) -> None:
        self.host, self.port = host, port
        self.late_at = time.monotonic() + seconds
        self.done = threading.Event()
        self.addresses: list[str] = []
        self.error: Exception | None = None
        self.ask: Callable[..., Any] = socket.getaddrinfo

    def run(self) -> None:
        try:
            found = self.ask(self.host, self.port, type=socket.SOCK_STREAM)
            self.addresses = [str(entry[4][0]) for entry in found]
        except Exception as error:
            self.error = error
        finally:
            with _lock:
                _forget(self)
            self.done.set()


_lock = threading.Lock()
_under_way: dict[str, list[_LookUp]] = {}


def _forget(look_up: _LookUp) -> None:
    _under_way[look_up.host].remove(look_up)
    if not _under_way[look_up.host]:
        del _under_way[look_up.host]


def _begin(host: str, port: int, seconds: float) -> _LookUp:
    """Return the look-up of a host that is under way, or a new one. Raises NotFound."""
    with _lock:
        known = _under_way.get(host, [])
        if known and time.monotonic() < known[-1].late_at:
            return known[-1]
        if len(known) >= MOST_OF_A_HOST:
            raise NotFound("its host could not be looked up just now: nobody has answered yet")
        if sum(map(len, _under_way.values())) >= MOST_AT_ONCE:
            raise NotFound("its host could not be looked up just now: too many are being looked up")
        begun = _LookUp(host, port, seconds)
        _under_way.setdefault(host, []).append(begun)
        try:
            threading.Thread(target=begun.run, name="look-up", daemon=True).start()
        except RuntimeError:  # the machine has no room for another thread
            _forget(begun)
            raise NotFound("its host could not be looked up just now") from None
        return begun


def find(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a host, at least one.

    Args:
        seconds: to wait for them.

    Raises:
        NotFound: it has none, or nobody can say just now. NoName: no host can be called that.
    """
    begun = _begin(host.lower(), port, seconds)
    if not begun.done.wait(seconds):
        raise NotFound("its host could not be looked up just now: nobody has answered in time")
    if isinstance(begun.error, UnicodeError | ValueError):
        raise NoName
    if isinstance(begun.error, socket.gaierror) and begun.error.errno in _UNKNOWN:
        raise NotFound("there is no host of that name just now")
    if begun.error is not None:
        raise NotFound("its host could not be looked up just now")
    if not begun.addresses:
        raise NotFound("its host has no address just now")
    return begun.addresses

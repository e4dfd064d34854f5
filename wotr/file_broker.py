"""The broker made of files, in which messages appear whole.

Kombu's own transport writes a message where workers already look for it: a worker that looks too early, or after a
crash or on a full disk, finds half a message and dies of it. Here a file gets its name only when all of it is
written, whoever removes it has the message, and what cannot be read is put aside and logged. The tables that say
which exchange leads to which queue are replaced as a whole, too. Messages only wake workers: the sweeps find all
work in the database.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps, loads

from wotr import file_messages

log = logging.getLogger(__name__)

#: What a file is called while it is written.
UNFINISHED = ".part"
#: Seconds after which whoever wrote such a file is dead.
STALE_SECONDS = 3600
#: Broken messages that are kept to look at; more of them are only logged.
MOST_BROKEN = 100

#: Routing key, pattern and queue: to which queue an exchange leads.
Binding = filesystem.exchange_queue_t


def appear(path: Path, content: bytes) -> None:
    """Write a file that nobody sees before it is whole. Raises OSError, and leaves nothing behind."""
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}{UNFINISHED}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise


class Channel(filesystem.Channel):
    """A channel whose files are whole or not there."""

    #: What leads nowhere is dropped, and not kept in a queue that nobody ever reads.
    deadletter_queue = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._troubled: set[str] = set()
        self._forget_unfinished()

    # -- messages ------------------------------------------------------------------------------

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]
        """Put a message into a queue. Raises ChannelError, as on a full disk."""
        name = f"{time.time_ns()}_{uuid.uuid4().hex}.{queue}.msg"
        try:
            appear(Path(self.data_folder_out, name), dumps(payload).encode())
        except OSError as error:
            raise ChannelError(f"a message cannot be written: {error.strerror}") from error

    def _get(self, queue: str) -> dict[str, Any]:  # type: ignore[override]
        """Take the oldest message that can be read out of a queue. Raises Empty."""
        for name in sorted(self._names(queue)):
            message = self._take(Path(self.data_folder_in, name))
            if message is not None:
                return message
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._names(queue))

    def _names(self, queue: str) -> list[str]:
        try:
            found = os.listdir(self.data_folder_in)
        except FileNotFoundError:  # somebody has tidied up
            Path(self.data_folder_in).mkdir(parents=True, exist_ok=True)
            return []
        return [name for name in found if name.partition(".")[2] == f"{queue}.msg"]

    def _take(self, path: Path) -> dict[str, Any] | None:
        """Return a message and remove its file; None if another worker was faster, or nobody can read it."""
        try:
            content = path.read_bytes()
            try:
                payload = file_messages.read(content, self)
            except Exception as error:  # whatever a crash or a full disk has left of it
                self._put_aside(path, error)
                return None
            path.unlink()
        except FileNotFoundError:
            return None
        except OSError as error:
            if path.name not in self._troubled:
                self._troubled.add(path.name)
                log.error(
                    "a message cannot be taken", extra={"path": path.name, "error": str(error.strerror)}
                )
            return None
        return payload

    def _put_aside(self, path: Path, error: Exception) -> None:
        """Take what is no message out of the way. Raises OSError."""
        folder = Path(self.transport_options["broken_folder"])
        folder.mkdir(parents=True, exist_ok=True)
        if len(os.listdir(folder)) < MOST_BROKEN:
            path.replace(folder / path.name)
        else:
            path.unlink()
        facts = {"path": path.name, "error": type(error).__name__}
        log.error("a message that cannot be read is put aside", extra=facts)

    def _forget_unfinished(self) -> None:
        """Remove what was being written when its writer died."""
        for folder in (Path(self.data_folder_out), self.control_folder):
            for path in folder.glob(f"*{UNFINISHED}"):
                with suppress(OSError):
                    if time.time() - path.stat().st_mtime > STALE_SECONDS:
                        path.unlink()

    # -- which exchange leads to which queue ---------------------------------------------------

    def get_table(self, exchange: str) -> list[Binding]:  # type: ignore[override]
        """Return where an exchange leads; nowhere if that cannot be read any more. Raises ChannelError."""
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ChannelError(f"the exchange {exchange!r} cannot be read: {error.strerror}") from error
        try:
            return [Binding(*row) for row in loads(content.decode())]
        except Exception as error:  # whatever a crash has left of it; whoever starts next binds anew
            facts = {"path": file.name, "error": type(error).__name__}
            log.error("where an exchange leads cannot be read", extra=facts)
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        bound = Binding(routing_key or "", pattern or "", queue or "")
        self._change(exchange, lambda table: table if bound in table else [bound, *table])

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any
    ) -> None:
        virtual.Channel._delete(self, queue, exchange, routing_key, pattern, *args, **kwargs)
        bound = Binding(routing_key or "", pattern or "", queue or "")
        self._change(exchange, lambda table: [binding for binding in table if binding != bound])

    def _change(self, exchange: str, changed: Callable[[list[Binding]], list[Binding]]) -> None:
        """Change where an exchange leads, one process at a time. Raises ChannelError."""
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        try:
            with self._alone():
                table = self.get_table(exchange)
                if changed(table) != table:
                    appear(file, dumps(changed(table)).encode())
        except OSError as error:
            raise ChannelError(f"the exchange {exchange!r} cannot be changed: {error.strerror}") from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("ab") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(held, fcntl.LOCK_UN)


class Transport(filesystem.Transport):
    """Kombu's transport of files, with these channels."""

    Channel = Channel
    global_state = virtual.BrokerState()

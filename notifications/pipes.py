"""The way of hints within the embedded shape: lines through pipes that lie in a folder, one for each who listens.

Whoever sends never waits and never fails. Only the owner of the folder can write to its pipes.
"""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

#: Bytes read at once, as many as a pipe holds. Linux keeps them in pages and begins another one for a line that does
#: not fit into the last, so that a pipe can be full with little more than half of them.
PIPE_BYTES = 65_536


def send(folder: Path, line: bytes) -> bool:
    """Send a line, without its end, to everybody who listens. Returns False if somebody's pipe is full."""
    try:
        names = os.listdir(folder)
    except OSError:
        return True  # nobody has listened yet
    sent = [_write(folder / name, line + b"\n") for name in names if not name.startswith(".")]
    return all(sent)


def _write(path: Path, line: bytes) -> bool:
    try:
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO:  # its process has ended without taking it away
            with suppress(OSError):
                path.unlink()
        return True
    try:
        os.write(pipe, line)  # whole or not at all: a hint is shorter than PIPE_BUF on every system
    except OSError:
        return False
    finally:
        os.close(pipe)
    return True


class Pipe:
    """The pipe of somebody who listens; it appears under its name once it can be read.

    Args:
        folder: where those who send look for it.
        waits: whether reading waits for something to come.

    Raises:
        OSError: no pipe can be made there.
    """

    def __init__(self, folder: Path, *, waits: bool = False) -> None:
        name = f"{os.getpid()}-{time.monotonic_ns()}"
        hidden, self._path = folder / f".{name}", folder / name
        folder.mkdir(mode=0o700, exist_ok=True)
        os.mkfifo(hidden, 0o600)
        # Also for writing: a pipe that nobody writes to for a while would be at its end.
        self.number = os.open(hidden, os.O_RDWR | os.O_NONBLOCK)
        os.set_blocking(self.number, waits)
        hidden.rename(self._path)
        self._rest = b""
        #: Whether it was so full at the last look that somebody may have sent in vain.
        self.was_full = False

    def read(self) -> Iterator[bytes]:
        """Yield the lines that have come. Raises BlockingIOError if none has, and nobody waits."""
        found = os.read(self.number, PIPE_BYTES)
        self.was_full = len(found) > PIPE_BYTES // 2
        *lines, self._rest = (self._rest + found).split(b"\n")
        self._rest = self._rest[-PIPE_BYTES:]
        yield from lines

    def close(self) -> None:
        """Listen no more."""
        self._path.unlink(missing_ok=True)
        os.close(self.number)

"""The proxy of compose.yaml on this machine: its own Caddyfile, and a server of names that says where services run."""

import os
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.frame.services import free_port, is_open, wait_for

ROOT = Path(__file__).resolve().parents[2]
CADDY = Path(sys.executable).parent / "caddy"
#: What stands in the Caddyfile, and what stands there on this machine: ports of our own, and who knows the names.
HERE = {
    "\tgrace_period 5s\n": "\tgrace_period 5s\n\tadmin off\n",
    "\n:8000 {\n": "\n:{port} {{\n\tbind 127.0.0.1\n",
    "dynamic a web 8000 {\n": "dynamic a web {web} {{\n\t\t\tresolvers 127.0.0.1:{names}\n",
    "dynamic a streams 8000 {\n": "dynamic a streams {streams} {{\n\t\t\tresolvers 127.0.0.1:{names}\n",
}


class Names(threading.Thread):
    """A server of names as a network of containers has one: the name of a service stands for all that run of it."""

    def __init__(self, **places: list[str]) -> None:
        super().__init__(daemon=True, name="names")
        self.places = places
        self.port = free_port()
        self._door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._door.bind(("127.0.0.1", self.port))

    def run(self) -> None:
        with suppress(OSError):  # it is over
            while True:
                question, asker = self._door.recvfrom(2048)
                if question:
                    self._door.sendto(self.answer(question), asker)

    def answer(self, question: bytes) -> bytes:
        """Return the answer to a question (RFC 1035, 4.1): addresses of IPv4, and none of any other kind."""
        end = question.index(b"\0", 12) + 5
        service = question[13 : 13 + question[12]].decode().lower()
        is_for_addresses = question[end - 4 : end - 2] == b"\0\1"
        found = self.places.get(service, []) if is_for_addresses else []
        head = question[:2] + struct.pack(">5H", 0x8180, 1, len(found), 0, 0)
        records = [
            b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 1, 4) + socket.inet_aton(place) for place in found
        ]
        return head + question[12:end] + b"".join(records)

    def stop(self) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()


def command(folder: Path, **ports: int) -> list[str]:
    """Return the command of the proxy: `port`, `web`, `streams` and `names` are where who listens."""
    text = (ROOT / "docker" / "Caddyfile").read_text()
    for there, here in HERE.items():
        assert text.count(there) == 1, there
        text = text.replace(there, here.format(**ports) if "{{" in here else here)
    file = folder / "Caddyfile"
    file.write_text(text)
    return [str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def running(folder: Path, names: Names, *, web: int, streams: int, behind: bool = False) -> Iterator[int]:
    """Run the proxy before services that listen at these ports of the places of their names. Yields its own port.

    Args:
        behind: whether another proxy stands before it (BEHIND_PROXY).
    """
    port = free_port()
    env = {**os.environ, "HOME": str(folder), "BEHIND_PROXY": str(int(behind))}
    names.start()
    with (folder / "proxy.log").open("wb") as log:
        started = command(folder, port=port, web=web, streams=streams, names=names.port)
        process = subprocess.Popen(started, cwd=folder, env=env, stdout=log, stderr=log)
    try:
        wait_for(lambda: is_open(port))
        yield port
    finally:
        process.terminate()
        process.wait(timeout=60)
        names.stop()

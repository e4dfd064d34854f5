"""What hostile neighbours do. Each is a block: it goes on while the block runs, and nothing of it is left."""

import asyncio
import http.client
import os
import resource
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from tests.hostile.site import Api, Site, local_socket, more_files


@contextmanager
def _at_work(*jobs: Callable[[threading.Event], object]) -> Iterator[None]:
    """Let each job run in a thread of its own until the block is over, which its event tells it."""
    over = threading.Event()
    threads = [threading.Thread(target=job, args=(over,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(60)


def _trickle(port: int, first: bytes, more: bytes, count: Counter[str], over: threading.Event) -> None:
    """Send a beginning, then a little now and then; begin again when the server hangs up."""
    while not over.is_set():
        with suppress(OSError), local_socket(port) as line:
            count["connections"] += 1
            line.sendall(first)
            line.settimeout(0.01)
            while not over.wait(1.0):
                line.sendall(more)
                with suppress(TimeoutError):
                    if not line.recv(4096):
                        break
        over.wait(0.05)


@contextmanager
def trickling(site: Site, kind: str, number: int = 16) -> Iterator[Counter[str]]:
    """Keep connections busy with bodies, heads or chunks that never end."""
    post = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    first, more = {
        "bodies": (post + b"Content-Length: 1000\r\n\r\n", b"a="),
        "heads": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: b\r\n"),
        "chunks": (post + b"Transfer-Encoding: chunked\r\n\r\n", b"2\r\na=\r\n"),
    }[kind]
    count = Counter[str]()
    with _at_work(*[partial(_trickle, site.port, first, more, count)] * number):
        yield count


class Listeners(threading.Thread):
    """Many who listen to a stream of events without an account, on one loop.

    `each`: how many of them have the same address; those of one address are soon too many.
    """

    def __init__(self, site: Site, path: str, number: int, each: int) -> None:
        super().__init__(daemon=True)
        self.site, self.path, self.number, self.each = site, path, number, each
        self.count: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        asyncio.run(self._all())

    async def _all(self) -> None:
        many = asyncio.Semaphore(100)
        tasks = [asyncio.create_task(self._one(many, place)) for place in range(self.number)]
        while not self.over.is_set():
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(self, many: asyncio.Semaphore, place: int) -> None:
        house = place // self.each
        head = f"Host: 127.0.0.1\r\nX-Forwarded-For: 198.18.{house // 250}.{house % 250 + 1}"
        while True:
            writer = None
            try:
                async with many:
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port)
                    writer.write(f"GET {self.path} HTTP/1.1\r\n{head}\r\n\r\n".encode())
                    status = (await asyncio.wait_for(reader.readline(), 30)).split()[1].decode()
                self.count[f"answered {status}"] += 1
                if status != "200":
                    await asyncio.sleep(5)
                    continue
                while await reader.read(4096):
                    pass
            except (OSError, IndexError, TimeoutError):
                self.count["refused"] += 1
                await asyncio.sleep(2)
            finally:
                if writer is not None:
                    writer.close()


@contextmanager
def listening(site: Site, path: str, number: int, each: int) -> Iterator[Counter[str]]:
    """Let that many listen to one stream at once, so many from each address."""
    before = more_files()
    crowd = Listeners(site, path, number, each)
    crowd.start()
    try:
        yield crowd.count
    finally:
        crowd.over.set()
        crowd.join(60)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def flooding(site: Site, tokens: list[str], paths: list[str]) -> Iterator[Counter[str]]:
    """Call as fast as it goes, with every token at once."""
    count = Counter[str]()

    def flood(token: str, number: int, over: threading.Event) -> None:
        api = Api(site.port, token)
        while not over.is_set():
            try:
                status = api.call("GET", paths[number % len(paths)])[0]
            except OSError:
                status = 0
            count[f"answered {status}"] += 1
            if status == 429:
                time.sleep(0.02)

    with _at_work(*[partial(flood, token, number) for number, token in enumerate(tokens)]):
        yield count


@contextmanager
def strangers(site: Site, paths: list[str], sources: list[str]) -> Iterator[Counter[str]]:
    """Ask for pages without an account, again and again, one connection from each of these addresses."""
    count = Counter[str]()

    def ask(source: str, number: int, over: threading.Event) -> None:
        api = Api(site.port, source=source, patience=120)
        while not over.is_set():
            number += 1
            try:
                status, _, told = api.call("GET", paths[number % len(paths)])
            except OSError:
                status, told = 0, {}
            count[f"answered {status}"] += 1
            over.wait(float(told.get("retry-after", 0)))

    with _at_work(*[partial(ask, source, number) for number, source in enumerate(sources)]):
        yield count


@contextmanager
def leaving(site: Site, paths: list[str], source: str, number: int = 400) -> Iterator[Counter[str]]:
    """Ask for so many pages at once, and hang up; again every ten seconds."""
    count = Counter[str]()

    def leave(over: threading.Event) -> None:
        while not over.is_set():
            for place in range(number):
                head = f"Host: 127.0.0.1\r\nX-Forwarded-For: {source}"
                with suppress(OSError), local_socket(site.port) as line:
                    line.sendall(f"GET {paths[place % len(paths)]} HTTP/1.1\r\n{head}\r\n\r\n".encode())
                    count["asked and left"] += 1
            over.wait(10)

    with _at_work(leave):
        yield count


@contextmanager
def asking(
    site: Site, token: str, path: str, body: dict[str, str], number: int = 16
) -> Iterator[Counter[str]]:
    """Ask for the same again and again, so many at once."""
    count = Counter[str]()

    def ask(over: threading.Event) -> None:
        api = Api(site.port, token)
        while not over.is_set():
            try:
                status = api.call("POST", path, body)[0]
            except OSError:
                status = 0
            count[f"answered {status}"] += 1
            if status != 200:
                over.wait(0.05)

    with _at_work(*[ask] * number):
        yield count


@contextmanager
def inviting(site: Site, tokens: list[str], people: list[str]) -> Iterator[Counter[str]]:
    """Let every account invite one after another, each to a table that it closes at once for the next."""
    count = Counter[str]()

    def invite(token: str, over: threading.Event) -> None:
        api, number = Api(site.port, token), 0
        while not over.is_set():
            number += 1
            with suppress(OSError):
                status, table, _ = api.call("POST", "/api/v1/tables/", {"title": "duel"})
                if status != 201:
                    count[f"table {status}"] += 1
                    over.wait(0.05)
                    continue
                path, body = f"/api/v1/tables/{table['key']}", {"username": people[number % len(people)]}
                status, answer, _ = api.call("POST", f"{path}/invite/", body)
                count["invited" if status == 200 else answer["code"]] += 1
                over.wait(0.5 if status == 200 else 0)  # so that its mail goes out
                api.call("POST", f"{path}/cancel/", {})

    with _at_work(*[partial(invite, token) for token in tokens]):
        yield count


@contextmanager
def killing(site: Site, pause: float = 3.0) -> Iterator[dict[str, int]]:
    """Kill each process of the server once, one after another, without warning."""
    killed: dict[str, int] = {}
    for number, name in sorted(site.processes().items()):
        if name == "serve" or not os.path.exists(f"/proc/{number}"):
            continue
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
            killed[name] = killed.get(name, 0) + 1
        time.sleep(pause)
    yield killed


@contextmanager
def small_disk(folder: Path, megabytes: int = 160) -> Iterator[Path]:
    """Make a file system that is soon full; where nobody may do so, the test is left out."""
    place = folder / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no file system of one's own can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=False)


@contextmanager
def full(place: Path) -> Iterator[int]:
    """Leave no room at all; give it back afterwards."""
    filler, size = place / "filler", 0
    try:
        with filler.open("wb", buffering=0) as out:
            for block in (b"x" * 1_000_000, b"x" * 4096, b"x"):
                with suppress(OSError):
                    while True:
                        size += out.write(block)
        yield size
    finally:
        filler.unlink()


@contextmanager
def cutting(site: Site, every: float = 3.0) -> Iterator[Counter[str]]:
    """Cut every connection to the database now and then."""
    count = Counter[str]()

    def cut(over: threading.Event) -> None:
        query = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        while not over.wait(every):
            with suppress(psycopg.Error):
                count["connections"] += site.rows(query)[0][0]
                count["cuts"] += 1

    with _at_work(cut):
        yield count


class Browser:
    """What a browser does to sign in: a form with its token and cookies, from an address of its own.

    `host` is what it believes, or says, that it talks to.
    """

    def __init__(self, site: Site, source: str, host: str = "") -> None:
        self.port, self.source, self.host = site.port, source, host or f"127.0.0.1:{site.port}"
        self.cookies: dict[str, str] = {}

    def sign_in(self, address: str, password: str) -> int:
        """Return the status of the answer: 302 for whoever is let in."""
        self.fetch("/accounts/login/")
        return self.fetch("/accounts/login/", {"login": address, "password": password, "remember": "on"})

    def fetch(self, path: str, form: dict[str, str] | None = None) -> int:
        """Call, and keep the cookies that come."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"X-Forwarded-For": self.source, "Host": self.host}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request("POST" if form is not None else "GET", path, body, headers)
        answer = line.getresponse()
        answer.read()
        for value in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        line.close()
        return answer.status


@contextmanager
def guessing(site: Site, address: str, number: int = 6) -> Iterator[Counter[str]]:
    """Try wrong passwords for one account, each time from another address of the world."""
    count = Counter[str]()

    def guess(place: int, over: threading.Event) -> None:
        tries = 0
        while not over.is_set():
            tries += 1
            browser = Browser(site, f"198.51.{100 + place}.{tries % 250 + 1}")
            try:
                count[f"answered {browser.sign_in(address, f'wrong-password-{tries}')}"] += 1
            except OSError:
                count["refused"] += 1
            over.wait(0.2)

    with _at_work(*[partial(guess, place) for place in range(number)]):
        yield count

"""A real server, a real worker's work, a real browser."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import consoles, driving
from tests.contract.tutorial import install
from tests.frame.services import free_port
from tools import chromium

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-quic",
    "--no-first-run",
    "--process-per-site",  # a page that is opened anew needs no new process
]

#: A busy machine may take long for a page, in milliseconds; whatever is right does not wait for that.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)


#: What runs scripts inside the server's settings, one a line, and says what each has printed and what went wrong.
SHELL = """
import io, json, sys, traceback
from contextlib import redirect_stdout
import django
django.setup()
told = sys.stdout
for line in sys.stdin:
    said, wrong = io.StringIO(), ""
    try:
        with redirect_stdout(said):
            exec(json.loads(line), {})
    except BaseException:
        wrong = traceback.format_exc()
    print(json.dumps([said.getvalue(), wrong]), file=told, flush=True)
"""


@dataclass
class Server:
    """A running server with its own database."""

    address: str
    env: dict[str, str]
    _shell: subprocess.Popen[str] | None = field(default=None, init=False)

    def inside(self, script: str) -> str:
        """Run a script inside the server's settings, all of them in one process, and return what it prints."""
        if self._shell is None:
            self._shell = subprocess.Popen(
                [sys.executable, "-c", SHELL],
                cwd=ROOT,
                env=self.env,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        to, told = self._shell.stdin, self._shell.stdout
        assert to is not None
        assert told is not None
        print(json.dumps(script), file=to, flush=True)
        said, wrong = json.loads(told.readline())
        assert not wrong, wrong
        return str(said)

    def manage(self, *arguments: str) -> str:
        return self.inside(f"from django.core.management import call_command; call_command(*{arguments!r})")

    def close(self) -> None:
        if self._shell is not None:
            self._shell.communicate()

    def table(self, begun: str) -> str:
        """Return the address of a game that a call of `tools.moments` begins."""
        script = f"from tools.moments import *; print('key', {begun})"
        told = re.search(r"^key (\w+)$", self.inside(script), re.MULTILINE)
        assert told is not None
        return f"{self.address}/game/{told[1]}/"


@contextmanager
def serving(folder: Path, migrated: Path, settings: str = "wotr.settings", **more: str) -> Iterator[Server]:
    """Run a server with the demo's players on a database of its own."""
    port = free_port()
    own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    env = {
        **{k: v for k, v in os.environ.items() if k not in own},
        "VAR_DIR": str(folder),
        "DEMO": "1",
        "HOUSE_PRACTICE_HOLD": "0 s",
        "HOUSE_HAND_OVER": "0 s",
        "HOUSE_GAMES_AT_ONCE": "60",
        "SIGN_UP_WORK_BITS": "8",
        "LOG_LEVEL": "ERROR",
        "MAIL_REPLY_ADDRESS": "play@games.example",
        "MAIL_AUTHSERV_ID": "mx.games.example",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "DJANGO_SETTINGS_MODULE": settings,
        **more,
    }
    running = Server(f"http://127.0.0.1:{port}", env)
    shutil.copy(migrated, folder)
    drawn = migrated.parent / "grounds"  # of pictures, by the first server of this run
    drawn.mkdir(exist_ok=True)
    (folder / "grounds").symlink_to(drawn)
    running.manage("demo")
    said = folder / "said"
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=env,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    deadline = time.monotonic() + 120
    try:
        while True:
            try:
                urllib.request.urlopen(running.address + "/healthz", timeout=2).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "the server does not start"
                assert process.poll() is None, said.read_text()
                time.sleep(0.2)
        yield running
    finally:
        running.close()
        process.terminate()
        process.wait(timeout=60)


@pytest.fixture(scope="package")
def server(tmp_path_factory, migrated):
    with serving(tmp_path_factory.mktemp("server"), migrated) as running:
        yield running


@pytest.fixture(scope="package")
def with_guests(tmp_path_factory, migrated):
    """A server that also offers titles from outside: a map of their own, and the one of the tutorial."""
    folder, site = tmp_path_factory.mktemp("guests"), tmp_path_factory.mktemp("site")
    install(site)
    env = {"PLUGINS": "yes", "PYTHONPATH": str(site)}
    with serving(folder, migrated, "tests.browser.guest_settings", **env) as running:
        yield running


@pytest.fixture(scope="package")
def browser():
    path = chromium.find()
    assert path, "Chromium is needed: `bash tools/browser.sh` installs it"
    with sync_playwright() as playwright:
        started: Browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=120_000)
        started.on("context", lambda opened: opened.set_default_timeout(PATIENCE))
        started.on("context", consoles.listen)
        yield started
        started.close()


@pytest.fixture(autouse=True)
def nobody_stays(request):
    """Close what a test has opened for itself: a page that nobody looks at goes on asking for news.

    No page that was open meanwhile has had anything to say in its browser's console.
    """
    if "browser" not in request.fixturenames:
        yield
        return
    opened: Browser = request.getfixturevalue("browser")
    before = list(opened.contexts)
    yield
    said = consoles.heard()
    for context in opened.contexts:
        if context not in before:
            context.close()
    for name, viewport in (("desk", driving.DESK), ("phone", driving.PHONE)):
        if name in request.fixturenames:
            person = request.getfixturevalue(name)
            person.forgets()
            person.sits(viewport, keys=False)
    assert said == [], "in a console"


@pytest.fixture(scope="package")
def desk(server, browser):
    """Folco sits at a desk; his moves go out as soon as they are chosen, except where dice or cards follow."""
    return driving.arrive(server, browser, "folco", driving.DESK, confirms=False)


@pytest.fixture(scope="package")
def phone(server, browser):
    """Shagrat has a phone, and confirms everything."""
    return driving.arrive(server, browser, "shagrat", driving.PHONE, confirms=True)

"""Take the pictures of the documentation and of the home anew: `python -m tools.screenshots [NAME ...]`.

A server of its own is started on an empty database; Chromium looks at games that stand shortly before typical
moments (tools/moments.py). The pictures go to docs/images, those of the home to static/img, as WebP. Look at each
before it is kept.
"""

import base64
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from tools import chromium
from tools.picture_list import PHONE, PICTURES, PLAYERS, ROOT, Picture

WEBP_QUALITY = 82
#: Seconds to wait for a mail.
PATIENCE = 90
#: Whether every image in the window is there.
SEEN = """() => [...document.images].every((image) => image.complete
    || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight)"""


class Server:
    """The embedded server on a database of its own."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = Path(folder)
        #: The sessions of players who have signed in, by their seats.
        self.sessions: dict[str, StorageState] = {}
        own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        self.env = {k: v for k, v in os.environ.items() if k not in own}
        self.env |= {"VAR_DIR": folder, "DEMO": "1", "LOG_LEVEL": "ERROR", "SITE_URL": self.address}
        self.env |= {"HOUSE_GAMES_AT_ONCE": "100"}

    def manage(self, *arguments: str) -> str:
        """Return what a command says. Raises subprocess.CalledProcessError."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def inside(self, code: str) -> str:
        """Return the key that a piece of code prints, which is run within the server's settings."""
        told = self.manage("shell", "-v", "0", "-c", code)
        return told.rpartition("key ")[2].split()[0]


@contextmanager
def running() -> Iterator[Server]:
    """Run a server with two demo players."""
    with tempfile.TemporaryDirectory(prefix="wotr-pictures-") as folder:
        server = Server(folder)
        server.manage("migrate", "--verbosity", "0")
        server.manage("demo")
        command = [sys.executable, "manage.py", "serve", "--port", str(server.port)]
        process = subprocess.Popen(command, cwd=ROOT, env=server.env, stdout=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while True:
                try:
                    urllib.request.urlopen(server.address + "/healthz", timeout=2).close()
                    break
                except OSError:
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.2)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=30)


def sign_in(server: Server, browser: Browser, picture: Picture) -> Page:
    """Return a page on which the player of a seat is signed in, or nobody."""
    width, height = picture.size
    touches = picture.size == PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=touches,
        is_mobile=touches,
        storage_state=server.sessions.get(picture.seat),
    )
    page = context.new_page()
    if picture.seat and picture.seat not in server.sessions:
        page.goto(f"{server.address}/accounts/login/")
        page.fill("[name=login]", f"{PLAYERS[picture.seat]}@example.org")
        page.fill("[name=password]", (server.folder / "demo-password").read_text().strip())
        with page.expect_navigation():
            page.locator("main form button:not([name])").first.click()
        assert "/accounts/login/" not in page.url, page.locator("main").inner_text()
        server.sessions[picture.seat] = context.storage_state()
    for name, value in picture.cookies:
        context.add_cookies([{"name": name, "value": value, "url": server.address}])
    return page


def take(server: Server, browser: Browser, name: str, keys: dict[str, str]) -> Path:
    """Take one picture and return its file."""
    picture = PICTURES[name]
    page = sign_in(server, browser, picture)
    own = picture.path.startswith("/")
    page.goto(
        server.address + (picture.path if own else f"/game/{{key}}/{picture.path}").format(key=keys[name])
    )
    page.wait_for_function(SEEN)
    page.wait_for_timeout(300)
    if picture.act:
        picture.act(page)
        page.wait_for_timeout(300)
    wanted = {"format": "webp", "quality": WEBP_QUALITY}
    if picture.part:
        part = page.locator(picture.part).first
        part.scroll_into_view_if_needed()
        box = page.evaluate(
            "s => { const b = document.querySelector(s).getBoundingClientRect();"
            " return [b.x + scrollX, b.y + scrollY, b.width, b.height] }",
            picture.part,
        )
        clip = dict(zip(("x", "y", "width", "height"), box, strict=True))
        # A window that grows for its picture would fit the map anew.
        beyond = clip["y"] + clip["height"] > picture.size[1]
        wanted |= {"clip": {**clip, "scale": 1}, "captureBeyondViewport": beyond}
    page.mouse.move(0, 0)
    shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", wanted)
    file = picture.folder / f"{name}.webp"
    file.write_bytes(base64.b64decode(shot["data"]))
    page.context.close()
    return file


def key_for(server: Server, picture: Picture) -> str:
    """Return the key of a new game for a picture, its moves played."""
    both = "from tools.moments import *; print('key', "
    if picture.moment == "over":
        return server.inside(f"{both}played_out('frodo', 'gothmog'))")
    if picture.moment == "club":
        server.inside(f"{both}set_up('sortie', 'frodo', 'gothmog'), set_up_duel('frodo', 'gothmog'))")
        return server.inside("from tools.club import season; print('key', season('frodo', 'gothmog'))")
    if picture.moment == "duel":
        return server.inside(f"{both}set_up_duel('frodo', 'gothmog'))")
    if picture.moment.startswith("risk"):
        asks = picture.moment.partition(" ")[2] or "combat"
        return server.inside(f"{both}set_up_risk(('frodo', 'gothmog'), {asks!r}))")
    mailed, _, moment = picture.moment.rpartition(" ")
    key = server.inside(f"{both}set_up({moment!r}, 'frodo', 'gothmog', {picture.moves!r}))")
    return mail_of(server, key, picture) if mailed else key


def mail_of(server: Server, key: str, picture: Picture) -> str:
    """Return the name of the mail that asks a player of a game, once it has gone out. Raises TimeoutError.

    The mail that tells of the beginning goes out before.
    """
    row = re.compile(r'href="/dev/mail/([^"/]+)/"(?:(?!href).)*?table ' + key + "(?:(?!href).)*", re.DOTALL)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{server.address}/dev/mail/", timeout=10) as page:
            rows = row.finditer(page.read().decode())
        for found in rows:
            if f"{PLAYERS[picture.seat]}@" in found[0] and "The game begins" not in found[0]:
                return found[1]
        time.sleep(1)
    raise TimeoutError(f"No mail of {key} to {PLAYERS[picture.seat]}.")


def main() -> int:
    """Take the pictures named, or all."""
    names = sys.argv[1:] or list(PICTURES)
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        print(f"There is no picture {unknown[0]!r}; there are {', '.join(PICTURES)}.", file=sys.stderr)
        return 2
    path = chromium.find()
    if path is None:
        print("Chromium is needed: `bash tools/browser.sh` installs it.", file=sys.stderr)
        return 1
    with running() as server, sync_playwright() as playwright:
        made: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        keys = {}
        # The mailbox keeps the newest: mails come last.
        for name in sorted(names, key=lambda name: PICTURES[name].moment.startswith("mail ")):
            wanted = (PICTURES[name].moment, PICTURES[name].moves)
            if wanted not in made:
                made[wanted] = key_for(server, PICTURES[name])
            keys[name] = made[wanted]
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in names:
            file = take(server, browser, name, keys)
            print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1024} KB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

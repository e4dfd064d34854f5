"""Take the pictures of the documentation and of the home anew: `python -m tools.screenshots [NAME ...]`.

A server of its own is started on an empty database; Chromium looks at games that stand shortly before typical
moments (tools/moments.py). The pictures go to docs/images, those of the home to static/img, as WebP. Look at each
before it is kept.
"""

from __future__ import annotations

import base64
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools import chromium
from tools.moments import FREE, SHADOW

ROOT = Path(__file__).resolve().parent.parent
IMAGES, OF_HOME = ROOT / "docs" / "images", ROOT / "static" / "img"
DESKTOP, SMALL, PHONE = (1440, 900), (1280, 720), (390, 844)
WEBP_QUALITY = 82
PLAYERS = {FREE: "frodo", SHADOW: "gothmog"}


@dataclass(frozen=True)
class Picture:
    """A picture: the moment (or `opening`, `over`, `duel`, `club`), who looks, at which size, what is done and shown.

    `moves` are played before anybody looks: seat and choices in notation. `part` is what is shown of the page,
    "" for the window; the file goes to `folder`. A `path` that begins with a slash is a page of the house, not of the
    game; `{key}` is the game's, or the season's of the club.
    """

    moment: str
    seat: str = FREE
    size: tuple[int, int] = DESKTOP
    path: str = ""
    moves: tuple[tuple[str, str], ...] = ()
    part: str = ""
    act: Callable[[Page], None] | None = None
    cookies: tuple[tuple[str, str], ...] = ()
    folder: Path = IMAGES


def zoomed(region: str, times: int) -> Callable[[Page], None]:
    """Return what brings a region of the map into the middle, some steps closer."""

    def act(page: Page) -> None:
        for _ in range(times):
            page.get_by_role("button", name="Zoom in").click()
        page.evaluate(
            """region => {
                const box = document.querySelector(`.m-land a[href="#r-${region}"]`).getBoundingClientRect();
                const area = document.querySelector(".map-scroll"), frame = area.getBoundingClientRect();
                area.scrollLeft += box.x + box.width / 2 - frame.x - frame.width / 2;
                area.scrollTop += box.y + box.height / 2 - frame.y - frame.height / 2;
            }""",
            region,
        )

    return act


def part(name: str) -> Callable[[Page], None]:
    """Return what opens a part of the table in the sheet of a phone."""
    return lambda page: page.locator(f'.shell-tabs [data-part="{name}"]').click()


def with_a_die(page: Page) -> None:
    """Choose the first die."""
    page.locator(".tray summary").first.click()


def with_a_card(page: Page) -> None:
    """Open a card of the hand."""
    page.locator(".hand-card").nth(1).hover()
    page.wait_for_timeout(400)


def with_a_slot(page: Page) -> None:
    """Choose the first card of Duel that can be taken."""
    page.locator(".slot.is-open > summary").first.click()


def with_a_copy(page: Page) -> None:
    """Make the private copy on which moves are tried."""
    page.get_by_role("button", name="Make a copy").click()
    page.wait_for_load_state()


def with_a_plan(page: Page) -> None:
    """Open what may be said together with an attack, and say some of it."""
    page.locator(".battle-plan summary").click()
    page.get_by_label("After each round").select_option("more")
    page.get_by_label("After a victory").select_option("all")


def from_helms_deep(page: Page) -> None:
    """Choose where an Army comes from."""
    page.locator('.m-land a[href="#r-helms-deep"]').click()


def from_close_to_helms_deep(page: Page) -> None:
    """Choose where an Army comes from, and look at nothing but the map, from near."""
    from_helms_deep(page)
    zoomed("westemnet", 2)(page)
    page.wait_for_timeout(600)
    zoomed("folde", 0)(page)
    page.evaluate(
        "document.querySelectorAll('.map-tools, .map-mini, .printed').forEach(part => part.remove())"
    )


SALLY = ((FREE, "use muster-army: attack"), (FREE, "attack: minas-tirith > minas-tirith"))
ROUND = (
    *SALLY,
    (FREE, "attackers: gondor 2r 2e 1l, boromir"),
    (FREE, "combat-card: fp-str-23"),
    (SHADOW, "combat-card: sh-char-10"),
)
TRACK = (
    (FREE, "declare: morannon"),
    (FREE, "enter-mordor: enter"),
    (SHADOW, "hunt-allocation: 1"),
    (FREE, "use character: move-fellowship"),
    (FREE, "pass"),
)
PICTURES = {
    "wotr-opening": Picture("opening"),
    "wotr-board": Picture("sortie"),
    "wotr-move": Picture("sortie", moves=((FREE, "use muster-army: move-armies"),), act=from_helms_deep),
    "wotr-plan": Picture("sortie", moves=SALLY[:1], part=".shell-ask", act=with_a_plan),
    "wotr-siege": Picture("sortie", part=".map-scroll", act=zoomed("minas-tirith", 4)),
    "wotr-battle": Picture("sortie", moves=ROUND),
    "wotr-hunt": Picture("hunt", moves=((FREE, "use character: move-fellowship"),)),
    "wotr-mordor": Picture("mordor", moves=TRACK, part=".map-scroll", act=zoomed("gorgoroth", 4)),
    "wotr-hand": Picture("sortie", act=with_a_card),
    "wotr-small": Picture("sortie", size=SMALL),
    "wotr-phone": Picture("sortie", size=PHONE),
    "wotr-phone-die": Picture("sortie", size=PHONE, act=with_a_die),
    "wotr-phone-hand": Picture("sortie", size=PHONE, act=part("mine")),
    "wotr-phone-tracks": Picture("sortie", size=PHONE, act=part("tracks")),
    "wotr-planning": Picture("sortie", path="planning/", act=with_a_copy),
    "wotr-replay": Picture("over", path="replay/?at=60"),
    "wotr-report": Picture("over", path="report/"),
    "wotr-night": Picture("sortie", cookies=(("theme", "dark"),)),
    "wotr-deutan": Picture(
        "sortie",
        moves=((FREE, "use muster-army: move-armies"),),
        cookies=(("sight", "deutan"),),
        act=from_helms_deep,
    ),
    "wotr-text": Picture("sortie", path="?mode=text"),
    **{
        f"board-{name}": Picture(
            "sortie",
            moves=((FREE, "use muster-army: move-armies"),),
            part=".map-scroll",
            act=from_close_to_helms_deep,
            cookies=(("theme", theme),),
            folder=OF_HOME,
        )
        for name, theme in (("day", "light"), ("night", "dark"))
    },
    "duel-board": Picture("duel"),
    "duel-card": Picture("duel", act=with_a_slot),
    "duel-night": Picture("duel", size=SMALL, cookies=(("theme", "dark"),)),
    "duel-phone": Picture("duel", size=PHONE),
    "duel-phone-card": Picture("duel", size=PHONE, act=with_a_slot),
    "home-out": Picture("club", seat="", path="/"),
    "home-in": Picture("club", path="/"),
    "my-games": Picture("club", path="/my/"),
    "league": Picture("club", path="/leagues/{key}/"),
    "home-out-phone": Picture("club", seat="", path="/", size=PHONE),
    "home-in-phone": Picture("club", path="/", size=PHONE),
    "my-games-phone": Picture("club", path="/my/", size=PHONE),
    "league-phone": Picture("club", path="/leagues/{key}/", size=PHONE),
    "duel-phone-tracks": Picture("duel", size=PHONE, act=part("tracks")),
}


class Server:
    """The embedded server on a database of its own."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = Path(folder)
        own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        self.env = {k: v for k, v in os.environ.items() if k not in own}
        self.env |= {"VAR_DIR": folder, "DEMO": "1", "LOG_LEVEL": "ERROR", "SITE_URL": self.address}

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
        viewport={"width": width, "height": height}, has_touch=touches, is_mobile=touches
    )
    page = context.new_page()
    if picture.seat:
        page.goto(f"{server.address}/accounts/login/")
        page.fill("[name=login]", f"{PLAYERS[picture.seat]}@example.org")
        page.fill("[name=password]", (server.folder / "demo-password").read_text().strip())
        page.locator("main form button:not([name])").first.click()
        page.wait_for_load_state()
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
    return server.inside(f"{both}set_up({picture.moment!r}, 'frodo', 'gothmog', {picture.moves!r}))")


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
        for name in names:
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

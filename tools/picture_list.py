"""The pictures of the documentation and of the home, and what is done before each is taken."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tools.moments import FREE, MARCHES, SHADOW

ROOT = Path(__file__).resolve().parent.parent
IMAGES, OF_HOME = ROOT / "docs" / "images", ROOT / "static" / "img"
DESKTOP, SMALL, PHONE = (1440, 900), (1280, 720), (390, 844)
#: How much of a mail is shown.
LETTER = 1500
NIGHT = (("theme", "dark"),)
PLAYERS = {FREE: "frodo", SHADOW: "gothmog"}


@dataclass(frozen=True)
class Picture:
    """A picture: the moment, who looks, at which size, what is done and shown.

    Beside the moments there are `opening`, `over`, `duel`, `risk`, `risk battle`, `club` and, for a mail of the
    moment `sortie`, `mail sortie`. `moves` are played before anybody looks: seat and choices in notation. `part` is
    what is shown of the page, "" for the window; the file goes to `folder`. A `path` that begins with a slash is a page
    of the house, not of the game; `{key}` is the game's, the season's of the club, or the mail's.
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


def with_a_card_of_the_phone(page: Page) -> None:
    """Open the hand of a phone, and one of its cards."""
    part("mine")(page)
    page.locator(".hand-card").nth(1).click()


def with_ticks(page: Page) -> None:
    """Tick a card that goes, and close it again."""
    page.locator(".hand-card[data-item]").nth(2).click()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")


def paper(name: str) -> Callable[[Page], None]:
    """Return what opens a paper at the right of the table."""
    return lambda page: page.locator(f'.dock-tabs [data-panel="{name}"]').click()


def with_the_tiles_of_smeagol(page: Page) -> None:
    """Open the paper with the Hunt Pool, and bring Sméagol's tiles into sight."""
    paper("pool")(page)
    page.locator(".smeagol-tiles").evaluate("line => line.scrollIntoView({block: 'end'})")


def with_the_signs_of(name: str) -> Callable[[Page], None]:
    """Return what opens the paper that explains the signs, and brings those of an expansion into sight."""

    def act(page: Page) -> None:
        paper("rules")(page)
        page.get_by_role("heading", name=f"Signs of {name}").evaluate("title => title.scrollIntoView()")

    return act


def by_night(page: Page) -> None:
    """Let the reader's own program be dark: a mail knows no cookie."""
    page.emulate_media(color_scheme="dark")


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


def from_the_middle_of_a_phone(page: Page) -> None:
    """Choose where an Army comes from, around whom a phone's map lies."""
    zoomed("westemnet", 0)(page)
    from_helms_deep(page)


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
DRAWN = ((FREE, "use event: draw"), (FREE, "deck: strategy"))
TRACK = (
    (FREE, "declare: morannon"),
    (FREE, "enter-mordor: enter"),
    (SHADOW, "hunt-allocation: 1"),
    (FREE, "use character: move-fellowship"),
    (FREE, "pass"),
)
MARCH = ((FREE, "use muster-army: move-armies"),)
PICTURES = {
    "wotr-opening": Picture("opening"),
    "wotr-board": Picture("sortie"),
    "wotr-move": Picture("sortie", moves=MARCH, act=from_helms_deep),
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
    "wotr-night": Picture("sortie", cookies=NIGHT),
    "wotr-deutan": Picture(
        "sortie",
        moves=MARCH,
        cookies=(("sight", "deutan"),),
        act=from_helms_deep,
    ),
    "wotr-text": Picture("sortie", path="?mode=text"),
    **{
        f"board-{name}": Picture(
            "sortie",
            moves=MARCH,
            part=".map-scroll",
            act=from_close_to_helms_deep,
            cookies=(("theme", theme),),
            folder=OF_HOME,
        )
        for name, theme in (("day", "light"), ("night", "dark"))
    },
    "wotr-move-small": Picture("sortie", size=SMALL, moves=MARCH, act=from_helms_deep),
    "wotr-move-small-night": Picture("sortie", size=SMALL, moves=MARCH, act=from_helms_deep, cookies=NIGHT),
    "wotr-move-night": Picture("sortie", moves=MARCH, act=from_helms_deep, cookies=NIGHT),
    "wotr-told": Picture("sortie", moves=MARCHES),
    "wotr-battle-night": Picture("sortie", size=SMALL, moves=ROUND, cookies=NIGHT),
    "wotr-hand-night": Picture("sortie", size=SMALL, act=with_a_card, cookies=NIGHT),
    "wotr-discard": Picture("discard", moves=DRAWN, act=with_ticks),
    "wotr-phone-move": Picture("sortie", size=PHONE, moves=MARCH, act=from_the_middle_of_a_phone),
    "wotr-phone-move-night": Picture(
        "sortie", size=PHONE, moves=MARCH, act=from_the_middle_of_a_phone, cookies=NIGHT
    ),
    "wotr-phone-battle": Picture("sortie", size=PHONE, moves=ROUND),
    "wotr-phone-card": Picture("sortie", size=PHONE, act=with_a_card_of_the_phone),
    "wotr-phone-story-night": Picture("sortie", size=PHONE, moves=MARCHES, act=part("dock"), cookies=NIGHT),
    **{
        f"wotr-mail{size}{light}": Picture(
            "mail sortie",
            size=(width, LETTER),
            moves=MARCHES,
            path="/dev/mail/{key}/html/",
            act=by_night if light else None,
        )
        for size, width in (("", 600), ("-phone", 390))
        for light in ("", "-night")
    },
    "wotr-lords": Picture("lords", moves=MARCHES),
    "wotr-lords-shadow": Picture(
        "lords", seat=SHADOW, size=SMALL, moves=MARCHES[:1], act=with_the_tiles_of_smeagol
    ),
    "wotr-lords-night": Picture("lords", act=with_the_signs_of("Lords"), cookies=NIGHT),
    "wotr-lords-phone": Picture("lords", size=PHONE),
    "wotr-lords-phone-shadow-night": Picture(
        "lords", seat=SHADOW, size=PHONE, moves=MARCHES[:1], cookies=NIGHT
    ),
    "wotr-lords-mail": Picture("mail lords", size=(600, LETTER), moves=MARCHES, path="/dev/mail/{key}/html/"),
    "wotr-kings": Picture("kings", moves=MARCHES),
    "wotr-kings-shadow": Picture("kings", seat=SHADOW, size=SMALL, moves=MARCHES[:1], act=paper("pool")),
    "wotr-kings-night": Picture("kings", act=with_the_signs_of("Kings"), cookies=NIGHT),
    "wotr-kings-phone": Picture("kings", size=PHONE),
    "wotr-kings-phone-shadow-night": Picture(
        "kings", seat=SHADOW, size=PHONE, moves=MARCHES[:1], act=part("tracks"), cookies=NIGHT
    ),
    "wotr-kings-mail": Picture("mail kings", size=(600, LETTER), moves=MARCHES, path="/dev/mail/{key}/html/"),
    "wotr-four": Picture("four"),
    "wotr-four-phone": Picture("four", size=PHONE, act=zoomed("edoras", 0)),
    "wotr-three-night": Picture("three", seat=SHADOW, size=SMALL, cookies=NIGHT),
    "duel-board": Picture("duel"),
    "duel-card": Picture("duel", act=with_a_slot),
    "duel-night": Picture("duel", size=SMALL, cookies=NIGHT),
    "duel-phone": Picture("duel", size=PHONE),
    "duel-phone-card": Picture("duel", size=PHONE, act=with_a_slot),
    "risk-board": Picture("risk"),
    "risk-night": Picture("risk", size=SMALL, act=paper("table"), cookies=NIGHT),
    "risk-invasion": Picture("risk battle"),
    "risk-phone": Picture("risk", size=PHONE),
    "risk-phone-regions": Picture("risk", size=PHONE, act=part("tracks")),
    "risk-phone-hand": Picture("risk", size=PHONE, act=part("mine")),
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

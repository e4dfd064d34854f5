"""axe-core on every kind of page, at one width: nothing serious, nothing critical."""

import re
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.views.colours import COLOURS
from tests.browser.driving import DESK, sign_up

pytestmark = pytest.mark.browser

WIDTH = {"width": 1024, "height": 800}
#: A phone, upright and turned, a tablet, a desk.
SIZES = ((390, 844), (844, 390), (820, 1180), (1440, 900))
#: A table that waits, and for each title a game in progress and a finished one; then a league.
SET_UP = """
from allauth.account.models import EmailAddress
from accounts.models import User
from games.models import Game
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
from games.hours import resignation
from games.planning import boards, branches
from games.play import access, positions
from games.play.submit import submit, visible_version
user = User.objects.get(username="axewright")
EmailAddress.objects.update_or_create(
    user=user, defaults={"email": user.email, "verified": True, "primary": True}
)
for title, seat, other in %s:
    for ends in (False, True):
        game = open_table(user, NewTable(title, company=Company(seat)))
        tables.join(game.key, user=User.objects.get(username="gothmog"))
        tables.start_now(game.key, user)
        for _ in range(8):
            row = access.get_game(game.key)
            seats = tuple(row.seats.all())
            play = positions.open_game(access.Viewer(row, seats, None, None))
            asked = play.pending[0]
            at = visible_version(row, play, asked.seat)
            submit(game.key, asked.seat, expected_version=at, choices=[asked.fallback_choice()])
        if ends:
            resignation.resign(game.key, other)
            over = access.viewer_for(access.get_game(game.key), user)
            branch = branches.begin(over, positions.steps(over)[1])
            asked = branches.position_of(branch, branches.Place(0, 0)).pending[0]
            branches.play_on(branch, branches.Place(0, 0), asked.seat, [asked.fallback_choice()])
            branches.say(branch, branches.Place(0, 1), "What if?")
            print("shared", branches.share(over, branches.one(over, 1)))
        else:
            boards.make(access.viewer_for(access.get_game(game.key), user))
        print("finished" if ends else "running", game.key)
print("waiting", open_table(user, NewTable("duel", company=Company("fellowship"))).key)
"""
TITLES = [("duel", "fellowship", "sauron"), ("war-of-the-ring", "free-peoples", "shadow")]
ENTRANCE = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nothing-here/")
OWN = (
    "/", "/my/", "/my/?show=finished", "/tables/", "/watch/", "/tables/new/",
    "/tables/new/?title=war-of-the-ring", "/account/", "/account/delete/",
    "/accounts/email/", "/accounts/password/change/", "/notifications/", "/orders/", "/time-off/",
    "/my/reports/", "/seats/offered/", "/api/docs/", "/handbook/", "/handbook/duel/", "/handbook/war-of-the-ring/",
    "/handbook/war-of-the-ring/cards/", "/handbook/duel/cards/", "/leagues/", "/leagues/new/",
    "/leagues/new/?preset=small-season", "/leagues/records/", "/leagues/ranking/duel/", "/players/axewright/",
    "/players/gothmog/",
)  # fmt: skip
RUNNING = (
    "",
    "?mode=text",
    "chat/",
    "replay/",
    "proof/",
    "planning/",
    "note/",
    "orders/",
    "time/",
    "share/",
    "act/resign",
    "wrong/",
    "wrong/?line=0",
)
FINISHED = (
    "",
    "chat/",
    "replay/",
    "branches/",
    "branches/1/",
    "note/",
    "proof/",
    "report/",
    "wrong/",
    "wrong/?step=1",
)
#: What is looked at on the page of the table, and is the same wherever it is shown.
MAP = ".map-canvas"
#: The rules that look at colours.
OF_COLOURS = ("color-contrast", "link-in-text-block")


def serious(page, address, rules=None):
    """What axe finds on a page that matters, by all its rules or by some: rule, and where."""
    page.goto(address)
    return found_by_axe(page, address, rules)


def found_by_axe(page, address, rules=None, but=".nothing"):
    """The same of a page as it stands, `but` for what a selector names."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    return [
        (address, found["id"], [node["html"][:200] for node in found["nodes"][:3]])
        for found in Axe().run(page, {"exclude": [[but]]}, options).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="module")
def visitor(server, browser):
    """Somebody signed in, who sits at tables of every title: the page, and the keys of the games."""
    page = browser.new_context(viewport=WIDTH).new_page()
    sign_up(page, server.address, "axewright")
    told = server.inside(SET_UP % repr(TITLES))
    yield page, re.findall(r"^(running|finished|shared|waiting) ([\w-]+)$", told, re.MULTILINE)
    page.context.close()


def test_signing_up_and_in(server, browser):
    page = browser.new_context(viewport=WIDTH).new_page()
    assert [f for path in ENTRANCE for f in serious(page, server.address + path)] == []


def test_pages_of_one_s_own_the_lobby_and_the_leagues(server, visitor):
    page, _ = visitor
    assert [f for path in OWN for f in serious(page, server.address + path)] == []


def test_home_my_games_and_leagues_by_night_and_on_a_phone(server, visitor):
    page, _ = visitor
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": server.address}])
    assert [f for path in ("/", "/my/", "/leagues/") for f in serious(page, server.address + path)] == []
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/", "/my/", "/tables/", "/watch/", "/leagues/"):
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.set_viewport_size(WIDTH)
    page.context.clear_cookies(name="theme")


def test_every_page_of_a_game_and_of_a_table(server, visitor):
    page, games = visitor
    pages = {"running": RUNNING, "finished": FINISHED, "waiting": ("",)}
    addresses = [
        f"{server.address}/game/{key}/{path}" for state, key in games for path in pages.get(state, ())
    ]
    assert len(addresses) == len(TITLES) * (len(RUNNING) + len(FINISHED)) + 1
    assert [f for address in addresses for f in serious(page, address)] == []


def test_tables_and_lists_in_every_palette_by_day_and_by_night(server, visitor):
    """Sights differ in nothing but colours: whatever else axe looks at is seen in the first of them."""
    page, games = visitor
    table = [f"/game/{key}/" for state, key in games if state == "running"]
    found = []
    for theme in COLOURS["theme"]:
        rules = None
        for sight in COLOURS["sight"]:
            cookies = {"theme": theme, "sight": sight}
            page.context.add_cookies(
                [{"name": name, "value": value, "url": server.address} for name, value in cookies.items()]
            )
            found += [f for path in (*table, "/my/") for f in serious(page, server.address + path, rules)]
            assert page.locator("html").get_attribute("data-theme") == theme
            rules = OF_COLOURS
    page.context.clear_cookies(name="theme")
    page.context.clear_cookies(name="sight")
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_at_three_widths_and_turned_sideways(server, visitor, theme):
    """Every part that the sheet of a phone shows, too."""
    page, games = visitor
    table = [f"{server.address}/game/{key}/" for state, key in games if state == "running"]
    page.context.add_cookies([{"name": "theme", "value": theme, "url": server.address}])
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for address in table:
            found += serious(page, address)
            for part in ("mine", "tracks", "dock") if width < 1000 else ():
                tab = page.locator(f'.shell-tabs [data-part="{part}"]')
                if tab.count():
                    tab.click()
                    found += found_by_axe(page, f"{address} {width} {part}")
    page.set_viewport_size(WIDTH)
    page.context.clear_cookies(name="theme")
    assert found == []


def test_what_is_around_a_table_at_three_widths_and_turned_in_every_palette(server, visitor):
    """The form with cards of expansions, the copy with a note, and what there is of a game that is over."""
    page, games = visitor
    keys = {state: f"/game/{key}/" for state, key in games if state in ("running", "finished")}
    over, found = keys["finished"], []
    page.emulate_media(reduced_motion="reduce")  # a colour on its way to another one is none to judge
    for address in (
        "/tables/new/?title=war-of-the-ring",
        f"{over}report/",
        f"{over}branches/1/",
        f"{keys['running']}planning/",
    ):
        page.set_viewport_size(DESK)
        page.goto(server.address + address)
        for folded in page.locator(".house-rules > summary, .own-note > summary").all():
            folded.click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            papers = page.locator('.shell-tabs [data-part="dock"]')
            if width == 390 and papers.count():
                papers.click()
            found += found_by_axe(page, f"{address} {width}", but=MAP)
        found += colours_by_axe(page, address)
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size(WIDTH)
    assert found == []


def colours_by_axe(page, address):
    """What axe finds of colours on a page as it stands, by night and for every sight: nothing else differs there."""
    found = []
    for theme, sight in (("dark", ""), *product(COLOURS["theme"], COLOURS["sight"])):
        page.evaluate(
            "([theme, sight]) => Object.assign(document.documentElement.dataset, { theme, sight })",
            [theme, sight],
        )
        found += found_by_axe(page, f"{address} {theme} {sight}", OF_COLOURS, MAP)
    return found


def test_a_league_from_its_making(server, visitor):
    page, _ = visitor
    page.goto(f"{server.address}/leagues/new/?preset=small-season&title=duel")
    page.get_by_label("Name").fill("League of the Axe")
    page.get_by_role("button", name="Open the registration").click()
    page.wait_for_url(re.compile(r"/leagues/[a-z0-9]{12}/$"))
    pages = ("", "direct/", "games/", "standings/", "acts/")
    league = page.url
    assert [f for path in pages for f in serious(page, league + path)] == []

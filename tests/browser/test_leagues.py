"""A season from its preset to its last result, in the browser; the cross table at both widths."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import follow, sign_up

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}

#: Bots play the seats of the six people, through the same door as they would: the first game until it is over; in the
#: others somebody resigns after a while.
PLAY_OUT = """
from itertools import count
from random import Random
from games.hours import resignation
from games.ledger import ledger
from games.models import Game
from games.play.submit import submit, visible_version
import rules
bot = rules.title("duel").bots["squire"]()
for number, game in enumerate(Game.objects.filter(pairing__competition__key="%s")):
    rng = Random(game.pk)
    for moves in count():
        game.refresh_from_db()
        if game.status != "running":
            break
        seats = list(game.seats.select_related("user"))
        play = ledger.restore(game, seats)
        seat = next(s for s in seats if play.decision_of(s.name))
        if number and moves == 16:
            resignation.resign(game.key, seat.name)
            break
        decision = play.decision_of(seat.name)
        choice = bot.choose(play.view(seat.name), decision, rng)
        submit(game.key, seat.name, expected_version=visible_version(game, play, seat.name), choices=[choice])
"""

ENTER = """
from allauth.account.models import EmailAddress
from accounts.models import User
from leagues.services.entry import registration
for n in range(1, 6):
    user = User.objects.create_user(f"rider{n}", f"rider{n}@example.org", "a-long-secret-word")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    registration.enter("%s", user)
"""

SWEEP = """
from django.utils import timezone
from leagues.services.lifecycle import progress
for _ in range(3):
    progress.sweep(timezone.now())
"""

CONFIRM = """
from allauth.account.models import EmailAddress
from accounts.models import User
user = User.objects.get(username="theoden")
EmailAddress.objects.update_or_create(
    user=user, defaults={"email": user.email, "verified": True, "primary": True}
)
"""


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")


def test_a_season_is_founded_entered_played_by_bots_and_read_at_both_widths(server, browser):
    errors: list[str] = []
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    sign_up(page, server.address, "theoden")
    server.inside(CONFIRM)

    page.goto(f"{server.address}/leagues/")
    follow(page, page.get_by_role("link", name="New league or tournament"))
    follow(page, page.get_by_role("link", name="Small season"))
    page.goto(page.url + "&title=duel")
    page.get_by_label("Name").fill("League of the Mark")
    page.get_by_role("button", name="Open the registration").click()
    page.wait_for_url(re.compile(r"/leagues/[a-z0-9]{12}/$"))
    key = page.url.rstrip("/").rsplit("/", 1)[-1]
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You are in.")).to_be_visible()

    server.inside(ENTER % key)
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("6 entered"))).to_be_visible()
    page.get_by_role("link", name="Direct", exact=True).click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Begin now").click()
    expect(page.get_by_text("It begins.")).to_be_visible()

    server.inside(SWEEP)
    server.inside(PLAY_OUT % key)
    server.inside(SWEEP)

    page.goto(f"{server.address}/leagues/{key}/")
    expect(page.get_by_text(re.compile("^Ended"))).to_be_visible()
    expect(page.locator(".league-table tbody tr")).to_have_count(6)
    page.get_by_text("Every game, and how level places are decided").click()
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(6)
    points = [float(text) for text in page.locator("table.standings td.points").all_inner_texts()]
    assert sum(points) == 60
    assert points == sorted(points, reverse=True)
    assert page.locator("table.standings .games a").count() == 60
    assert fits(page)

    root = page.locator("section:has(#seeds-title) .hash").inner_text()
    own_row = rows.filter(has=page.locator("th.who", has_text="theoden"))
    own_game = own_row.locator(".games a").first
    page.goto(f"{server.address}{own_game.get_attribute('href')}proof/")
    expect(page.locator(".hash", has_text=root).first).to_be_visible()
    expect(page.locator("[data-mine]:not([data-seq]) .tag")).to_have_text("given by this browser")
    page.goto(f"{server.address}/leagues/{key}/")

    phone = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    phone.on("pageerror", lambda error: errors.append(str(error)))
    phone.goto(f"{server.address}/leagues/{key}/")
    assert fits(phone)
    expect(phone.get_by_role("columnheader", name="Drawn").first).to_be_hidden()
    phone.get_by_text("Every game, and how level places are decided").click()
    last = phone.locator("table.standings thead th").last
    last.scroll_into_view_if_needed()
    box = phone.locator("table.standings tbody th.who").first.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < 60, "the names stay in sight while the table is moved"
    phone.locator("table.standings .who a").first.click()
    expect(phone.locator("svg.plot").first).to_be_visible()
    assert fits(phone)
    for path in ("/leagues/", "/leagues/records/", "/leagues/ranking/duel/"):
        phone.goto(server.address + path)
        assert fits(phone), path
    assert errors == []

"""The inbox of whoever mends, and the page of what was mended: at a desk, on a phone, and by axe."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, PHONE, sign_up
from tests.browser.test_axe import serious

pytestmark = pytest.mark.browser

#: Reports of one kind in a game that runs and one that is over, and somebody of the staff to read them.
SET_UP = """
from accounts.models import User
from games.hours import resignation
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
from games.play import access
from games.reports import filing
frodo, gothmog = (User.objects.get(username=name) for name in ("frodo", "gothmog"))
for over in (False, True):
    game = open_table(frodo, NewTable("war-of-the-ring", company=Company("free-peoples")))
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    for user in (frodo, gothmog):
        viewer = access.viewer_for(access.get_game(game.key), user)
        text = "The rulebook lets me take no card here: see its page on the phases, and what it says of the first turn."
        kept = filing.file(viewer, place="line", line=0, about="rule", text=text, browser="Firefox/140")
        print("report", kept.pk)
    if over:
        resignation.resign(game.key, "shadow")
User.objects.filter(username="mender").update(is_staff=True)
"""


def fits(page) -> bool:
    """Whether nothing is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_report_is_read_and_answered_in_one_press(server, browser):
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    sign_up(page, server.address, "mender")
    numbers = re.findall(r"report (\d+)", server.inside(SET_UP))
    page.goto(f"{server.address}/leagues/")
    page.get_by_role("navigation", name="More", exact=True).get_by_role("link", name="Reports").click()
    expect(page.get_by_role("heading", name="What is reported as wrong")).to_be_visible()
    for viewport in (DESK, PHONE):
        page.set_viewport_size(viewport)
        for address in ("/reports/", *(f"/reports/{number}/" for number in numbers), "/mended/"):
            assert not serious(page, server.address + address)
            assert fits(page), address
    page.set_viewport_size(DESK)
    page.goto(f"{server.address}/reports/{numbers[0]}/")
    page.get_by_label("By which rule or ruling").fill("WR-4.4")
    page.get_by_label(re.compile("The 3 others of this kind")).first.check()
    page.get_by_role("button", name="Not a fault").click()
    expect(page.get_by_text("4 are answered; the reporters are told.")).to_be_visible()
    page.goto(f"{server.address}/reports/{numbers[-1]}/")
    expect(page.get_by_text("What nobody could see then")).to_be_visible()
    page.get_by_label("The mend of the rule").select_option("shadows-gather-joins-an-army")
    page.get_by_role("button", name="It is mended").click()
    expect(page.get_by_text("Answered; the reporter is told.")).to_be_visible()

"""An event of teams in the browser: founded, asked together, ordered without scripts, read at both widths."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import sign_up
from tests.browser.test_axe import serious
from tests.browser.test_leagues import DESKTOP, PHONE, SWEEP, fits

pytestmark = pytest.mark.browser

CONFIRM = """
from allauth.account.models import EmailAddress
from accounts.models import User
user = User.objects.get(username="treebeard")
EmailAddress.objects.update_or_create(
    user=user, defaults={"email": user.email, "verified": True, "primary": True}
)
for name in ("quickbeam", "radbug", "mauhur"):
    user = User.objects.create_user(name, f"{name}@example.org", "a-long-secret-word")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""

#: Quickbeam agrees, and two others make a team with a name as long as may be.
AGREE = """
from accounts.models import User
from leagues.models import Competition
from leagues.services.entry import teams
event = Competition.objects.get(key="%s")
people = {name: User.objects.get(username=name) for name in ("quickbeam", "radbug", "mauhur")}
teams.join(event.key, people["quickbeam"], event.teams.get().pk)
made = teams.found(event.key, people["radbug"], "Uruk-hai of the White Hand of Isengard!!")
teams.ask(event.key, people["radbug"], "mauhur")
teams.join(event.key, people["mauhur"], made.pk)
"""

#: Board 1 is over, board 2 goes on.
PLAY = """
from games.hours import resignation
from leagues.models import Pairing
pairing = Pairing.objects.get(competition__key="%s", board=1)
loser = pairing.places.get(entrant__user__username__in=("radbug", "mauhur"))
resignation.resign(pairing.game.key, pairing.game.seats.get(position=loser.index).name)
"""


def test_a_team_is_founded_and_ordered_and_its_match_is_read_at_both_widths(server, browser):
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    scripted = browser.new_context(viewport=DESKTOP).new_page()
    sign_up(scripted, server.address, "treebeard")
    server.inside(CONFIRM)
    context.add_cookies(scripted.context.cookies())

    page.goto(f"{server.address}/leagues/new/?preset=team-round-robin&title=duel")
    page.get_by_label("Name").fill("The Last March")
    page.get_by_label("Players in a team").fill("2")
    page.locator("summary", has_text="More").click()
    page.get_by_label("Teams that are needed").fill("2")
    page.get_by_role("button", name="Open the registration").click()
    page.wait_for_url(re.compile(r"/leagues/[a-z0-9]{12}/$"))
    address = page.url
    key = address.rstrip("/").rsplit("/", 1)[-1]
    page.get_by_label("Name of a team of your own").fill("The Ents")
    page.get_by_role("button", name="Found the team").click()
    page.get_by_label("Name of a player").fill("quickbeam")
    page.get_by_role("button", name="Ask into the team").click()
    expect(page.get_by_text("is asked, and has not answered.")).to_be_visible()
    server.inside(AGREE % key)

    page.reload()
    expect(page.get_by_text("Your team is complete.")).to_be_visible()
    page.get_by_label("treebeard").select_option("2")
    page.get_by_label("quickbeam").select_option("1")
    page.get_by_role("button", name="Set the order").click()
    expect(page.locator(".team-members li").first).to_contain_text("quickbeam")
    assert fits(page)
    page.goto(f"{address}direct/")
    page.get_by_role("button", name="Begin now").click()
    server.inside(SWEEP)
    server.inside(PLAY % key)
    server.inside(SWEEP)

    page.goto(address)
    expect(page.locator("summary.match-head")).to_contain_text("not decided")
    expect(page.locator(".pairing-board").first).to_have_text("Board 1")
    for path in ("", "games/", "standings/", "direct/"):
        page.goto(address + path)
        assert fits(page), path
        assert serious(scripted, address + path) == []
        assert fits(scripted), path
    for made in (context, scripted.context):
        made.close()

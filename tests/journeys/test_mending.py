"""Journey 9: a move is refused by a rule that is wrong, and in the end it is played."""

import re
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.ledger.verification import faults_of
from games.models import Report
from games.play import positions
from games.reports import inbox
from tests.browsing import still
from tests.journeys import world as worlds
from tests.post import unwrapped
from tests.reports.running import run_tests

HERE = Path(__file__).parent
WRONG = (HERE / "heaps.py").read_text(encoding="utf-8")
REFUSAL = "The left heap and the right one are too far apart."
TOO_FAR = ["left", "right"]
#: What whoever mends the title writes into its file: the rule, the version, and what was mended.
MEND = {
    'if set(heaps) == {"left", "right"}:': "if len(heaps) > 2:",
    "version = 1": "version = 2",
    "mends = ()": """mends = (
        Mend(
            id="two-heaps",
            release="1.2.0",
            version=2,
            rule="HE-1.2",
            was="Nobody took from the left heap and the right one at once.",
            now="Two heaps need not lie side by side.",
        ),
    )""",
    "from rules import": "from rules.core.mends import Mend\nfrom rules import",
}


@pytest.fixture
def world(site, db):
    """A game of Heaps: each has taken a stone, and I am to move."""
    (site.folder / "heaps.md").write_bytes((HERE / "heaps.md").read_bytes())
    site.install("heaps", WRONG, titles={"heaps": "TITLE"})
    with worlds.world("heaps") as here:
        for seat in (here.seat, here.other):
            here.submit(seat, ["middle"])
        here.post.deliver()
        yield here


def mended_title():
    code = WRONG
    for was, now in MEND.items():
        assert was in code
        code = code.replace(was, now)
    return code


def words(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def hidden(page, action=""):
    """The hidden fields of the form that goes to an address, with all that each of them says."""
    form = re.search(rf'<form[^>]* action="{action}"[^>]*>(.*?)</form>', page, re.DOTALL)[1]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: [unescape(value) for key, value in found if key == name] for name, _ in found}


def take(world, heaps):
    """Take stones on the page; what the server answers."""
    asked = hidden(world.read(world.me), f"{world.page}move")
    fields = {**asked, "choice": "fields", "item": heaps, "confirmed": "1"}
    return world.browser(world.me).post(f"{world.page}move", fields)


def pages_of_the_opponent(world):
    paths = ("/", "/my/", world.page, f"{world.page}replay/", f"{world.page}wrong/")
    return [still(world.read(world.opponent, path)) for path in paths]


def report(world, refusal):
    """Press “This is wrong” below a refusal, and say a sentence."""
    browser, way = world.browser(world.me), f"{world.page}wrong/"
    form = browser.post(way, hidden(refusal, way)).url
    page = browser.get(form).content.decode()
    assert REFUSAL in page
    tried = unescape(re.search(r'name="tried" value="([^"]*)"', page)[1])
    said = {"about": "rule", "text": "From any two heaps, says the rulebook.", "named": "on", "tried": tried}
    sent = browser.post(form, said, follow=True).content.decode()
    assert "Reported. Thank you!" in sent
    return Report.objects.get()


def answer(world, staff, report, **said):
    """Answer a report as one of the staff who has just read it, and return the mails that go out."""
    page = world.read(staff, f"/reports/{report.pk}/")
    seen = hidden(page, f"/reports/{report.pk}/answer")["seen"]
    world.browser(staff).post(f"/reports/{report.pk}/answer", {**said, "seen": seen})
    return world.post.deliver()


def command(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def agree_to_go_back(world, step):
    for user in (world.me, world.opponent):
        world.browser(user).post(f"{world.page}votes/", {"kind": "takeback", "value": str(step)})


@pytest.mark.long
@pytest.mark.journey
def test_journey_9_a_wrong_rule(world, site, moderator):
    """From the refusal to a report, a test that fails, the fix, the game that goes on, and what was mended."""
    untouched = pages_of_the_opponent(world)
    refused = take(world, TOO_FAR)
    assert refused.status_code == 422
    filed = report(world, refused.content.decode())
    assert pages_of_the_opponent(world) == untouched
    assert world.post.deliver() == []

    # The staff finds it, reads what was tried, and takes it as a fault of that rule: the reporter hears of it.
    assert "1 report of a rule is open." in command("gate", "heaps", "--games=1", "--seed=1")
    assert "Heaps: a refusal too-far 1" in words(world.read(moderator, "/reports/"))
    told = words(world.read(moderator, f"/reports/{filed.pk}/"))
    assert 'What they tried: ["left","right"]' in told
    assert "HE-1.2" in told
    (mail,) = answer(world, moderator, filed, state="taken", rule="HE-1.2")
    assert mail.to == [world.me.email]
    assert "This is a fault, and it will be mended." in unwrapped(mail)

    # Whoever mends it has a test that fails, until the file of the title is mended.
    cases = site.folder / "cases"
    command("case", str(filed.pk), "--into", str(cases))
    failed = run_tests(cases, PYTHONPATH=str(site.folder))
    assert "1 failed" in failed
    assert f"assert '{REFUSAL}' is None" in failed
    site.replace("heaps", mended_title())
    assert "1 passed" in run_tests(cases, PYTHONPATH=str(site.folder))

    # A day later the game is led over. What was refused is played, and all of before can still be taken back.
    world.wait(days=1)
    assert "1 go on as they are" in command("lead_over", "--processes=1")
    assert take(world, TOO_FAR).status_code == 302
    story = [line["text"] for line in positions.log_lines(world.table.viewer(world.other))]
    assert "Rules were mended (HE-1.2): nothing of this game is changed by that." in story
    agree_to_go_back(world, 1)
    assert world.table.play().state.heaps == {"left": 4, "middle": 3, "right": 4}
    world.submit(world.other, TOO_FAR)
    assert faults_of(world.table.reload().game) == []
    assert world.table.game.rules_version == 2
    world.post.deliver()

    # The reporter has the notice with the version, and everybody reads what was mended, and who saw it.
    (mail,) = answer(world, moderator, filed, state="mended", mend="two-heaps")
    assert mail.to == [world.me.email]
    assert "it is mended in version 1.2.0" in unwrapped(mail)
    page = words(world.read(None, "/mended/"))
    here = page.split("Version 1.2.0")[1].split("Version 0.")[0]
    for told in ("HE-1.2 From two heaps", "It was: Nobody took from", "It is: Two heaps need not"):
        assert told in here
    assert f"First seen by {world.me.shown_name}." in here
    assert inbox.open_rules("heaps", None) == 0

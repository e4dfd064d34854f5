"""The mails of a turn on a phone: nothing wider than the window, and not too big for a thin line (MIL-4, MIL-10)."""

import re
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from games.letters.mail_html import Line, lines_of
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, FP
from tests.games.asking import Frodo
from tests.rules.war_of_the_ring.battles import holding
from wotr.dev_mail import with_pictures

pytestmark = pytest.mark.usefixtures("answerable")

#: Bytes of a mail with all its parts.
MOST = 100_000

ROOT = Path(__file__).resolve().parents[2]
#: A process of its own: the database of the tests cannot be asked beside a running browser.
MEASURE = """
import sys
from playwright.sync_api import sync_playwright
from tools import chromium
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"])
    for width in (390, 800):
        page = browser.new_page(viewport={"width": width, "height": 800})
        for path in sys.argv[1:]:
            page.goto(f"file://{path}")
            found = "[...document.querySelectorAll('*')]"
            inside = found + ".filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth)"
            seen = "[...document.images].filter(i => i.naturalWidth > 500 && i.width > 370).length"
            wide = "document.documentElement.scrollWidth"
            print(page.evaluate(wide), page.evaluate(inside + ".length"), page.evaluate(seen))
    browser.close()
"""


@pytest.fixture
def frodo(db):
    return Frodo()


def test_what_was_broken_for_78_columns_is_one_line_again():
    words = "Companions: Strider, Boromir, Legolas, Gimli, Meriadoc Brandybuck, Peregrin"
    assert lines_of([f"  {words}", "      Took", "  Hidden"]) == [Line(f"{words} Took", 2), Line("Hidden", 2)]


def test_a_short_line_above_a_deeper_one_stays_apart():
    assert lines_of(["ACTION DICE", "  Shadow: Army", "", "FELLOWSHIP"]) == [
        Line("ACTION DICE", 0), Line("Shadow: Army", 2), Line("", 0), Line("FELLOWSHIP", 0)
    ]  # fmt: skip


def test_no_part_of_a_mail_keeps_its_lines_whole(frodo):
    frodo.asks("card palantir\nlegal\nhelp\nhistory")
    for message in (frodo.turn, frodo.receipt):
        html = message.alternatives[0][0]
        assert '<meta name="viewport" content="width=device-width">' in html
        assert "<pre" not in html
        assert "overflow-x" not in html
        assert "nowrap" not in html


def test_the_text_and_the_html_of_a_mail_say_the_same(frodo):
    frodo.asks("card palantir\nregion minas tirith\nlegal\nhelp", **holding("fp-char-09"))
    for message in (frodo.turn, frodo.receipt):
        shown = set(
            re.findall(r"\w+", re.sub(r"<style>.*?</style>|<[^>]*>", " ", message.alternatives[0][0]))
        )
        board = message.body.partition("WAR OF THE RING: turn")[2].partition("\nYOUR CARDS")[0]
        assert set(re.findall(r"\w+", board)) - shown == set()


def test_the_longest_mail_stays_below_100_kilobytes(frodo):
    """A full hand of the longest cards, and everything that can be asked for at once."""
    own = sorted((c for c in box_of({}).cards if CARDS[c].side == FP), key=lambda c: -len(str(CARDS[c])))[:6]
    questions = ["help", "legal", "history 300", "status", "clock", "list", *(f"card {c}" for c in own)]
    frodo.asks("\n".join(questions), dice=(["will-of-the-west"] * 6, ["army"] * 7), **holding(*own))
    assert len(frodo.turn.message().as_bytes()) < MOST
    assert len(frodo.receipt.message().as_bytes()) < MOST


@pytest.mark.browser
def test_mails_with_their_pictures_are_as_wide_as_a_phone(frodo, tmp_path, settings):
    settings.MAIL_PICTURES = True
    frodo.asks("card palantir\nlegal\nhelp\nlist\nhistory", **holding("fp-char-09", "fp-char-01"))
    files = [tmp_path / "turn.html", tmp_path / "receipt.html"]
    for file, message in zip(files, (frodo.turn, frodo.receipt), strict=True):
        mail = message_from_bytes(message.message().as_bytes(), policy=default)
        file.write_text(with_pictures(message.alternatives[0][0], mail))
    command = [sys.executable, "-c", MEASURE, *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["390 0 1"] * 2 + ["800 0 1"] * 2

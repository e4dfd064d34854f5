"""Lines that a mail program has wrapped are read as the one line that was written (MIL-7)."""

import textwrap

import pytest

import rules
from games.letters.parser import joined, read_lines
from games.letters.prose import Sentences
from tests.inbound.players import Correspondence

pytestmark = pytest.mark.usefixtures("answerable")

LONG = "army: attack south-ithilien > osgiliath sauron 4r 1e, southrons 2r, nazgul 2, witch-king"
OTHER = "army: move-armies minas-morgul > south-ithilien sauron 3r 1e, southrons 2r, nazgul 1, the-mouth-of-sauron"


@pytest.mark.parametrize("width", [66, 68, 70, 72, 74, 76, 78])
@pytest.mark.parametrize("line", [LONG, OTHER])
def test_a_wrapped_move_is_one_move_at_every_width(line, width):
    lines = textwrap.wrap(line, width, break_on_hyphens=False)
    assert len(lines) == 2
    assert joined(lines) == [line]
    assert [item.text for item in read_lines(joined([*lines, "pass"])).items] == [line, "pass"]


def test_a_move_wrapped_twice_is_one_move():
    line = f"{OTHER}, gandalf-the-white, and quite a few more of them, who are named here"
    assert joined(textwrap.wrap(line, 66, break_on_hyphens=False)) == [line]


@pytest.mark.parametrize(
    "below",
    [
        "with: sauron 4r",
        "hunt: 2",
        "2",
        "3. roll",
        "press: well played",
        "board",
        "plan: pass",
        "# a remark",
        "Cheers,",
        "end",
    ],
)
def test_what_begins_anew_is_not_joined(below):
    full = "army: move-armies minas-morgul > south-ithilien sauron 3r 1e, witch-king"
    assert joined([full, below], Sentences(rules.title("war-of-the-ring"))) == [full, below]


def test_short_lines_and_lines_that_end_are_not_joined():
    assert joined(["play c1-blue-one", "elves"]) == ["play c1-blue-one", "elves"]
    full = "army: move-armies minas-morgul > south-ithilien sauron 3r 1e, witch-king"
    assert joined([f"{full};", "minas-morgul > ithilien"]) == [f"{full};", "minas-morgul > ithilien"]


def test_what_is_said_to_the_others_in_one_line_may_be_wrapped_too():
    words = "press: well played, I had not seen that the Witch-king would come over the river so soon"
    (item,) = read_lines(joined(textwrap.wrap(words, 72))).items
    assert (item.command, item.text) == ("press", words.removeprefix("press: "))


def test_a_wrapped_move_is_played_as_one(duel):
    """In a mail: the sentence around it is wrapped as well."""
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    talk = "I am sorry that it took me so long to answer, we had guests who wished to see everything in our town."
    mails = letters.write(decision.seat, f"{textwrap.fill(talk, 72)}\n{move}")
    receipt = next(m for m in mails if m.to == [letters.address(decision.seat)])
    assert "Done: 1 move played." in receipt.body
    assert f"{talk} left aside, as no move" in " ".join(receipt.body.split())

"""What a receipt says of each line, also where one line stands for several steps (MIL-4)."""

import re

import pytest

from games.ledger import notices
from games.letters.answers import Answer, Row
from games.letters.execution import _note_played
from games.models import Event
from games.models.letters import SeatMail
from games.play.submit import Submitted
from notifications.models import Delivery
from tests.conftest import game_of_two
from tests.post import unwrapped
from tests.rules.war_of_the_ring.positions import game

pytestmark = pytest.mark.usefixtures("answerable")


def said_of(receipt):
    """What the receipt says of each line, in its order: a line, and the lines below it."""
    part = receipt.body.partition("WAR OF THE RING: turn")[0].replace("\n      ", " ")
    found = re.findall(r"^  (\S.*)\n((?:    .*\n?)+)", part, re.MULTILINE)
    return [(line, [words.strip() for words in told.strip().split("\n")]) for line, told in found]


@pytest.fixture
def war(db):
    """War of the Ring: Frodo leads the Free Peoples, Gothmog the Shadow."""
    return game_of_two("war-of-the-ring", seat="free-peoples")


@pytest.fixture
def frodo_s_turn(war, post):
    """Gondor is at war; the Free Peoples have the named dice, the Shadow an Army die. Returns Frodo's turn mail."""

    def ask(*free):
        war.put(game(dice=(list(free), ["army"]), at_war=("gondor",)))
        Delivery.objects.all().delete()
        SeatMail.objects.all().delete()
        notices.notify_turns(war.reload().game, [war.seat("free-peoples")])
        return post.turn_mail()

    return ask


def test_what_lies_behind_a_line_of_two_steps_is_not_told_as_done(war, frodo_s_turn, post):
    """The first line is a die and its Nation; then the Shadow is asked, and the second line is not looked at."""
    turn = frodo_s_turn("muster-army", "character")
    (receipt, *_) = post.answer(turn, "muster-army: diplomacy rohan\nuse character: move-fellowship")
    first, second = said_of(receipt)
    assert first == (
        "muster-army: diplomacy rohan",
        ["done, understood as: use muster-army: diplomacy; politics: rohan"],
    )
    assert second[0] == "use character: move-fellowship"
    assert second[1][0] == "not looked at"
    assert "Done: 2 moves played. What stood behind was not looked at." in receipt.body
    assert war.play().state.dice["free-peoples"] == ["character"]


def test_each_line_of_several_steps_has_what_came_of_it(war, frodo_s_turn, post):
    """An action with its first place in one line, the second place in the next."""
    lines = "muster: gondor regular at pelargir\nmuster: gondor leader at minas-tirith"
    (receipt, *_) = post.answer(frodo_s_turn("muster", "muster"), lines)
    first, second = said_of(receipt)
    assert first[1] == ["done, understood as: use muster: recruit; muster: gondor regular at pelargir"]
    assert second == ("muster: gondor leader at minas-tirith", ["done"])


def test_the_rest_of_a_half_used_line_is_shown():
    """A line stands for two steps, and the barrier lies between them."""
    rows = [Row("army: attack fords-of-isen > helms-deep 4r", "left"), Row("with: all", "left")]
    done = Answer(rows=rows)
    _note_played(
        Submitted(
            version=7,
            applied=1,
            written=["army: attack fords-of-isen > helms-deep"],
            draft=["with: 4r", "with: all"],
            places=[0],
            draft_places=[0, 1],
        ),
        done,
    )
    half, behind = done.rows
    assert (half.state, half.understood) == ("part", "army: attack fords-of-isen > helms-deep")
    assert half.words[0] == "Not looked at: with: 4r"
    assert (behind.state, behind.understood) == ("unseen", "")
    assert done.lead == "Done: 1 move played. What stood behind was not looked at."


def test_several_moves_in_one_line_are_told_one_by_one(war, frodo_s_turn, post):
    """Parted by semicolons, each has a verdict of its own."""
    line = "use muster: recruit; muster: gondor regular at pelargir; muster: gondor regular at nowhere"
    (receipt,) = post.answer(frodo_s_turn("muster"), line)
    assert [said[0].split(",")[0] for _, said in said_of(receipt)] == ["not done", "not done", "refused"]
    assert "Nothing was done." in receipt.body
    assert not Event.objects.filter(game=war.game, kind="choice").exists()


TWO_ARMIES = [
    "use muster-army: move-armies",
    "move: edoras > folde",
    "with: all",
    "move: parth-celebrant > lorien",
]
RIDERS_AND_ELVES = {
    "edoras": {"rohan-regular": 1, "rohan-elite": 1},
    "folde": {},
    "parth-celebrant": {"rohan-regular": 1, "elves-regular": 1},
    "lorien": {"elves-regular": 1},
}


def test_a_line_that_names_what_the_rules_take_by_themselves_is_done(war, post):
    """Only the Elf can go to Lórien: Rohan is not at war. Naming Rohan refuses all, the Elf nothing (WR-8.6)."""
    war.put(game(dice=(["muster-army"], ["army"]), forces=RIDERS_AND_ELVES))
    Delivery.objects.all().delete()
    SeatMail.objects.all().delete()
    notices.notify_turns(war.reload().game, [war.seat("free-peoples")])
    turn = post.turn_mail()
    wrong = post.answer(turn, "\n".join(["check", *TWO_ARMIES, "with: rohan 1r"]))[-1]
    assert "this chain of moves would be refused" in unwrapped(wrong)
    assert said_of(wrong)[-1][1][0] == "refused"
    wrong = post.answer(turn, "\n".join([*TWO_ARMIES, "with: rohan 1r"]))[-1]
    assert "there is one choice only, “with: elves 1r”" in unwrapped(wrong)
    assert not Event.objects.filter(game=war.game, kind="choice").exists()
    right = [*TWO_ARMIES, "with: elves 1r", "no more"]
    tried = post.answer(wrong, "\n".join(["check", *right]))[-1]
    assert "would be refused" not in tried.body
    done = post.answer(tried, "\n".join(right))[-1]
    by_line = dict(said_of(done))
    taken = ["done", "There is no other choice here: the rules take it without asking."]
    assert by_line["with: elves 1r"] == by_line["no more"] == taken
    assert war.play().state.forces["lorien/free-peoples"].figures["elves-regular"] == 2

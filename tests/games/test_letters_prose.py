"""Sentences in a mail: what is clearly no move is left aside, what may be one is refused (MIL-1)."""

from random import Random

import pytest

from games.letters.execution import viewer_of
from games.letters.prose import Sentences
from games.models import Event
from tests.conftest import game_of_two
from tests.inbound.players import Correspondence
from tests.rules.risk.scenes import scene

pytestmark = pytest.mark.usefixtures("answerable")

TALK = [
    "Well played!",
    "How was your weekend?",
    "Sorry for the delay, we were in Salzburg with our children.",
    "That was a surprise :-)",
    "I hope you are well.",
    "No worries!",
    "Take your time.",
    "Take care, and no hurry at all!",
    "Gothmog",
    "frodo",
    "gothmog@example.org",
    "https://example.org/my-pages/1",
    "Tel. +49 30 1234567",
]
MEANT = [
    "keeep",
    "Pass!",
    "I pass.",
    "please discard it",
    "dicsard the first one",
    "plya c1-blue-one",
    "1 and then 2",
    "fly to the eagles",
    "use charcter: move",
    "minas-morgul > south-ithilien",
]


@pytest.fixture(params=["duel", "war-of-the-ring"])
def table(request, db):
    return game_of_two(request.param)


def play_on(table, count, seed=4):
    rng = Random(seed)
    for _ in range(count):
        if table.reload().is_finished:
            return
        decision = table.play().pending[0]
        table.submit(decision.seat, table.play().title.fuzz_choice(decision, rng))


def sentences(table):
    return Sentences.of(viewer_of(table.seat(table.play().pending[0].seat)))


def test_talk_is_no_move_wherever_the_game_stands(table):
    for _ in range(6):
        reader = sentences(table)
        assert [line for line in TALK if not reader.is_prose(line)] == []
        play_on(table, 7)


def test_what_may_be_meant_as_a_move_is_none_of_it(table):
    for _ in range(4):
        reader = sentences(table)
        assert [line for line in MEANT if reader.is_prose(line)] == []
        play_on(table, 7)


def test_no_move_in_notation_is_taken_for_talk(table):
    """Nor one with a letter too many, too few or changed in its longest word; nor without its first word."""
    rng = Random(5)
    for _ in range(25):
        reader, decision = sentences(table), table.play().pending[0]
        written = table.play().title.write(decision, table.play().title.fuzz_choice(decision, rng))
        place = rng.randrange(len(written))
        for line in (written, written[:place] + written[place + 1 :], f"{written[:place]}x{written[place:]}"):
            assert not reader.is_prose(line), line
        play_on(table, 1, seed=place)


@pytest.mark.parametrize("title", ["war-of-the-ring"])
def test_names_of_the_map_and_of_people_of_the_story_speak_for_a_move(db, title):
    reader = sentences(game_of_two(title))
    for line in (
        "gondor regular at minas tirith",
        "Strider leads them",
        "from Moria to Lorien",
        "the Nazgul fly",
    ):
        assert not reader.is_prose(line), line


def test_where_nothing_may_be_answered_talk_that_sounds_like_none_is_talk(db):
    """To pass has words of its own: those of the notation, and what the button says."""
    table = game_of_two("risk")
    table.put(scene(green={"moria": 5, "eregion": 1}, step="fortify"))
    assert table.play().pending[0].may_pass
    reader = sentences(table)
    assert reader.is_prose("Not one!")
    assert not reader.is_prose("Ending fortifying!")


def test_a_friendly_mail_is_a_move_and_talk(duel):
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    words = f"Hi there,\nWell played!\n{move}\nHow was your weekend?\nCheers,\nGothmog\nTel. +49 30 1234567"
    receipt = next(m for m in letters.write(decision.seat, words) if m.to == [letters.address(decision.seat)])
    assert "Done: 1 move played." in receipt.body
    for line in ("Well played!", "How was your weekend?", "Tel. +49 30 1234567"):
        assert f"  {line}\n    left aside, as no move\n" in receipt.body


def test_a_misspelt_move_between_two_sentences_refuses_everything(duel):
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    mails = letters.write(decision.seat, f"Well played!\ndicsard something else please\n{move}")
    (receipt,) = mails
    assert "Nothing was done." in receipt.body
    assert "`press: ` before it says it to the others" in receipt.body
    (shorter,) = letters.write(decision.seat, f"Well played!\ndicsard something\n{move}")
    assert "Nothing was done." in shorter.body
    assert "`press: ` before it says it to the others" not in shorter.body
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()


def test_thanks_in_front_of_a_move_hide_nothing(duel):
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    letters.write(decision.seat, f"Thanks!\n{move}")
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1


def test_talk_alone_is_answered_with_what_can_be_done(duel):
    letters = Correspondence(duel)
    (receipt,) = letters.write(duel.mover(), "What a nice day it is.\nHow was your weekend?")
    assert "There was neither a move nor a command in your mail." in receipt.body
    assert "How was your weekend?" in receipt.body

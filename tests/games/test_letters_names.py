"""Every mail names its game, asks in its Subject, and belongs to those before it."""

import re

import pytest

from games.models import Event, Game
from games.models.chat import ChatLine
from games.play import game_names
from games.play.game_names import turn_for
from tests.inbound.players import Correspondence

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def letters(duel):
    return Correspondence(duel)


def mails_of(letters, seat):
    return letters.mails[letters.address(seat)]


def question_to(table, seat):
    """What the seat is asked, and until when, as a Subject says it."""
    question = turn_for(table.seat(seat), table.play().decision_of(seat).prompt)
    assert re.fullmatch(r".+[.?] \(until \w{3} \d+ \w{3}, \d\d:\d\d\)", question)
    return question


def test_all_mails_of_a_game_begin_with_the_same_subject_and_name_it(duel, letters):
    for _ in range(6):
        letters.move()
    letters.write("sauron", "board\npress: well met")
    letters.deliver()
    name = f"Duel for Middle-earth against frodo, table {duel.game.key}"
    assert len(mails_of(letters, "sauron")) > 4
    for message in mails_of(letters, "sauron"):
        assert message.subject.startswith(f"{name}: ")
        assert f"\n{name}\n" in message.body
        assert name in message.alternatives[0][0]
    for message in mails_of(letters, "fellowship"):
        assert message.subject.startswith(f"Duel for Middle-earth against gothmog, table {duel.game.key}: ")


def test_the_event_and_its_round_are_named(duel, monkeypatch):
    monkeypatch.setattr(game_names, "EVENT_OF", [lambda game: "Spring Cup, round 2"])
    seat = duel.seat("sauron")
    assert "Spring Cup" not in game_names.name_for(seat)
    Game.objects.update(in_event=True)
    seat = duel.seat("sauron")
    assert game_names.name_for(seat).startswith(
        "Duel for Middle-earth against frodo, Spring Cup, round 2, table "
    )


def test_mails_refer_to_mails_that_were_sent(letters):
    for _ in range(6):
        letters.move()
    for reader, messages in letters.mails.items():
        sent = []
        for message in messages:
            named = message.extra_headers.get("References", "").split()
            ours = [name for name in named if not name.endswith("@client.example>")]
            assert ours == list(dict.fromkeys([*sent[:1], *sent[-1:]])), reader
            sent.append(message.extra_headers["Message-ID"])
        assert len(sent) > 4
        answers = [m for m in messages if "@client.example>" in m.extra_headers.get("In-Reply-To", "")]
        assert answers


def test_at_the_start_one_mail_asks(duel, letters):
    mover = duel.mover()
    (first,) = mails_of(letters, mover)
    assert "The game begins." in first.body
    assert "It is your turn." in first.body
    assert first.subject.endswith(f": the game begins. {question_to(duel, mover)}")
    (other,) = [messages for reader, messages in letters.mails.items() if reader != letters.address(mover)]
    assert len(other) == 1
    assert other[0].subject.endswith(": the game begins")


def test_a_receipt_that_asks_says_so_in_its_subject_and_until_when(duel, letters):
    mover = duel.mover()
    (refused,) = letters.write(mover, "discard the-one-ring")
    assert refused.subject.endswith(f": not done. {question_to(duel, mover)}")
    assert "Time until" in refused.body
    (looked,) = letters.write(mover, "board")
    assert looked.subject.endswith(f": your mail. {question_to(duel, mover)}")
    moved = next(m for m in letters.move() if m.to == [letters.address(mover)])
    assert duel.mover() != mover
    assert moved.subject.endswith(": done")


def test_nobody_is_told_to_answer_where_nothing_is_asked(duel, letters):
    mover = duel.mover()
    receipt = next(m for m in letters.move() if m.to == [letters.address(mover)])
    assert "ANSWER THIS MAIL" not in receipt.body
    assert "Write your moves above this line" not in receipt.body
    assert "Answer this mail" not in receipt.alternatives[0][0]
    (told,) = letters.write(mover, "status")
    assert "Asked: " in told.body


def test_where_a_move_is_refused_nothing_else_is_done_and_the_first_sentence_says_so(duel, letters):
    (receipt,) = letters.write(duel.mover(), "discard the-one-ring\npress: take that\ndraw\nstatus")
    assert "\nNothing was done.\n" in receipt.body
    assert not ChatLine.objects.exists()
    assert not duel.seat(duel.mover()).asks
    assert receipt.body.count("Your moves were refused, so this waits too.") == 2
    assert "Asked: " in receipt.body, "what only shows something is shown"


@pytest.mark.parametrize(
    ("words", "lead"),
    [
        ("press: well met", "Done."),
        ("board", "Here is what you asked for."),
        ("claim win", "Nothing was done."),
        ("press: well met\nclaim win", "Not everything was done."),
    ],
)
def test_the_first_sentence_agrees_with_what_follows(duel, letters, words, lead):
    (receipt,) = [m for m in letters.write(duel.mover(), words) if "receipt" in str(m.extra_headers)]
    assert f"\n{lead}\n" in receipt.body
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()


def test_a_move_and_what_is_refused_beside_it(duel, letters):
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    mails = letters.write(decision.seat, f"{move}\nvote coup")
    (receipt,) = [m for m in mails if m.to == [letters.address(decision.seat)]]
    assert "Done: 1 move played. Not everything else was done." in receipt.body

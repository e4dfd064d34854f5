"""`wrong: …` in a mail reports what the mail is about, and is no move and no talk."""

import json
from dataclasses import replace

import pytest

from games.letters.parser import read_lines
from games.models import Event
from games.models.chat import ChatLine
from games.models.letters import Letter
from games.models.reports import Report
from games.play import positions
from tests.post import unwrapped

pytestmark = pytest.mark.usefixtures("answerable")


def test_it_reports_the_question_of_the_mail_and_does_nothing_else(duel, post):
    before = duel.game.version
    (receipt,) = post.answer(post.turn_mail(), "wrong rule: This card lies free, rule 4 says so.")
    kept = Report.objects.get()
    asked = positions.open_decision(duel.viewer("sauron"))
    assert (kept.place, kept.kind, kept.about, kept.browser) == ("question", asked.kind, "rule", "mail")
    assert kept.text == "This card lies free, rule 4 says so."
    assert kept.reporter == duel.sauron
    assert f"Reported. It was said here: {asked.prompt}" in unwrapped(receipt)
    assert duel.reload().game.version == before
    assert not ChatLine.objects.exists()
    assert duel.seat("sauron").draft == []
    assert Letter.objects.get().state == Letter.State.DONE


def test_with_moves_that_are_refused_it_reports_the_refusal(duel, post):
    (receipt,) = post.answer(post.turn_mail(), "take mount doom at once\nwrong: Why not?")
    kept = Report.objects.get()
    assert (kept.place, kept.about) == ("refusal", "other")
    assert kept.tried == [{"text": "take mount doom at once"}]
    assert kept.words in unwrapped(receipt)
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()


def test_with_moves_that_are_played_it_reports_the_question_that_they_answer(duel, post):
    asked = positions.open_decision(duel.viewer("sauron"))
    (receipt, *_) = post.answer(post.turn_mail(), "1\nwrong word: A typo.")
    kept = Report.objects.get()
    assert (kept.place, kept.kind, kept.words, kept.until) == ("question", asked.kind, asked.prompt, 0)
    assert Event.objects.filter(game=duel.game, kind="choice").count() == 1
    assert "1 move played" in unwrapped(receipt)


def test_a_step_may_be_named(duel, post):
    post.answer(post.turn_mail(), "Wrong page 0: The tower is drawn twice.")
    kept = Report.objects.get()
    assert (kept.place, kept.seq, kept.about) == ("step", 0, "page")


def test_an_old_mail_reports_the_step_at_which_it_asked(duel, post):
    turn = post.turn_mail()
    duel.discard()
    post.answer(turn, "wrong: That was odd.")
    kept = Report.objects.get()
    assert (kept.place, kept.seq) == ("step", 0)


@pytest.mark.parametrize("said", ["wrong:", "wrong rule:   "])
def test_with_nothing_said_it_is_refused(duel, post, said):
    (receipt,) = post.answer(post.turn_mail(), said)
    assert "Say in a sentence what is wrong." in unwrapped(receipt)
    assert not Report.objects.exists()


def test_a_dry_run_reports_nothing(duel, post):
    (receipt,) = post.answer(post.turn_mail(), "check\nwrong: Nothing.")
    assert "This is a dry run: not done." in unwrapped(receipt)
    assert not Report.objects.exists()


def test_of_too_many_one_hears_in_words(duel, post, settings):
    settings.HOUSE = replace(settings.HOUSE, reports_open=1)
    turn = post.turn_mail()
    post.answer(turn, "wrong: One.")
    (receipt,) = post.answer(turn, "wrong 0: Two.")
    assert "You have 1 report that nobody has looked at yet" in unwrapped(receipt)
    assert Report.objects.count() == 1


def test_what_is_said_is_text_in_the_receipt(duel, post):
    said = "<b>bold</b> https://example.org/x?y=1"
    (receipt,) = post.answer(post.turn_mail(), f"wrong: {said}")
    assert Report.objects.get().text == said
    assert receipt.to == ["gothmog@example.org"]
    html = next(part for part, kind in receipt.alternatives if kind == "text/html")
    assert "<b>bold</b>" not in html
    assert 'href="https://example.org/x' not in html
    assert json.loads(Report.objects.get().seen)["legal"]


@pytest.mark.parametrize(
    "line", ["wrong number, sorry", "Wrong!", "wrong of me: I was late", "What is wrong: nothing"]
)
def test_a_sentence_that_begins_so_is_none(line):
    assert not read_lines([line]).commands


def test_a_long_sentence_that_was_wrapped_is_one():
    from games.letters.parser import joined

    lines = [
        "wrong rule: The Fellowship may not be declared in a region that",
        "an Army of the Shadow has conquered before that turn.",
    ]
    (item,) = read_lines(joined(lines)).commands
    assert item.text.endswith("region that an Army of the Shadow has conquered before that turn.")

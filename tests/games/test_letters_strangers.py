"""Mail that holds a check in our server's name that a stranger wrote: it moves nothing before it is confirmed."""

import logging

import pytest

from games.models.letters import Letter
from notifications.inbound import store
from tests.post import PASSED, unwrapped

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def warnings(caplog):
    """What the log of the inbox warns of."""
    caplog.set_level(logging.WARNING, logger=store.__name__)
    return lambda: [record.getMessage() for record in caplog.records if record.name == store.__name__]


def test_a_mail_with_two_checks_in_our_name_waits_for_confirmation(duel, post, warnings):
    turn = post.turn_mail()
    before = duel.reload().game.version
    (receipt,) = post.answer(turn, "1", Authentication_Results=PASSED)
    assert duel.reload().game.version == before
    letter = Letter.objects.get()
    assert letter.state == Letter.State.ASKED
    assert letter.doubt == "it holds two checks in the name of the receiving server"
    assert letter.doubt in unwrapped(receipt)
    post.answer(turn, "status", Authentication_Results=PASSED)
    (warning,) = warnings()
    assert "with the name mx.example.net" in warning, "once, however many such mails come"


def test_a_mail_with_one_check_moves_and_the_log_is_quiet(duel, post, warnings):
    before = duel.reload().game.version
    post.answer(post.turn_mail(), "1", Authentication_Results="mx.elsewhere.example; dmarc=pass")
    assert duel.reload().game.version > before
    assert warnings() == []


def test_a_cache_that_is_away_holds_up_no_mail(duel, post, warnings, monkeypatch):
    def away(*args):
        raise ConnectionError

    turn = post.turn_mail()
    monkeypatch.setattr(store.cache, "add", away)
    post.answer(turn, "1", Authentication_Results=PASSED)
    assert Letter.objects.get().state == Letter.State.ASKED
    assert len(warnings()) == 1

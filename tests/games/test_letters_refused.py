"""Mails that were refused: how many are answered is counted for each game, and its page lists them to their player."""

from dataclasses import replace
from email.mime.text import MIMEText

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.services import close_account
from games.hours import absence
from games.ledger import ledger
from games.letters import limits, mailbox
from games.letters.receipts import confirm_url
from games.lobby import tables
from games.models.letters import Letter
from notifications.inbound import store
from tests.browsing import game_page
from tests.conftest import person
from tests.opening import open_table
from tests.post import PASSED

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def two_receipts(settings):
    """Two an hour, so that a test need not send ten mails."""
    settings.HOUSE = replace(settings.HOUSE, mail_receipts=2)


def test_questions_about_one_game_use_up_no_answer_of_another(duel, post, two_receipts):
    turn = post.turn_mail()
    other = open_table(duel.sauron, title="duel", seat="fellowship")
    tables.join(other.key, user=duel.fellowship)
    tables.start_now(other.key, duel.sauron)
    mails = [m for m in post.deliver() if m.reply_to and m.to == turn.to]
    second = next(m for m in mails if m.reply_to != turn.reply_to)
    assert sum(len(post.answer(turn, "status")) for _ in range(3)) == 2
    (receipt,) = post.answer(second, "status")
    assert "the last for a while" not in receipt.body


def test_of_a_burst_the_last_receipt_alone_says_that_no_more_come(duel, post, two_receipts):
    """Four mails are read before any receipt is written; each says what was so when its mail came."""
    turn, now = post.turn_mail(), timezone.now()
    for number in range(4):
        letter = MIMEText("status\n")
        letter["From"], letter["To"], letter["Message-ID"] = (
            turn.to[0],
            turn.reply_to[0],
            f"<{number}@client>",
        )
        letter["Authentication-Results"] = PASSED
        store.receive(letter.as_bytes(), source="test", recipients=turn.reply_to, received_at=now)
    store.read_waiting(now)
    receipts = [m for m in post.deliver() if "notice.receipt-" in m.extra_headers["Message-ID"]]
    assert [limits.LAST in " ".join(m.body.split()) for m in receipts] == [False, True]


def test_the_page_of_the_game_lists_what_was_refused_to_its_player_alone(duel, post, client, two_receipts):
    turn = post.turn_mail()
    for number in range(3):
        post.answer(turn, f"discard the-one-ring{number}")
    post.answer(turn, "status")
    seen = game_page(duel.sauron, duel.game.key)
    assert "Your mails that were refused" in seen
    assert seen.count("Nothing was done.") == 3, "also those that had no receipt"
    assert "<code>discard the-one-ring2</code>" in seen
    assert "Nearest to it:" in seen
    for other in (duel.fellowship, None):
        seen = game_page(other, duel.game.key)
        assert "the-one-ring" not in seen
        assert "Your mails" not in seen


def test_what_was_played_or_only_shown_is_no_refusal(duel, post, client):
    turn = post.turn_mail()
    post.answer(turn, "status")
    post.answer(turn, "1")
    assert "Your mails" not in game_page(duel.sauron, duel.game.key)


def test_a_mail_that_could_not_be_read_is_listed_too(duel, post, client):
    turn = post.turn_mail()
    mailbox.excuse(store.read_head(b"From: gothmog@example.org\n\n"), turn.reply_to[0], timezone.now())
    assert "Your mail could not be read: nothing was played." in game_page(duel.sauron, duel.game.key)


def test_whoever_takes_the_seat_finds_no_letter_of_the_one_before(duel, post, client):
    turn = post.turn_mail()
    post.answer(turn, "discard the-one-ring")
    post.answer(turn, "1", checks="mx.example.net; dmarc=fail")
    waiting = Letter.objects.get(state=Letter.State.ASKED)
    link = confirm_url(waiting)
    ring = person("khamul")
    with transaction.atomic():
        opened = ledger.load(duel.game.key)
        absence.hand_over(opened, opened.seat("sauron"), ring)
    assert "the-one-ring" not in game_page(ring, duel.game.key)
    assert client.get(link).status_code == 404


# -- struck out ----------------------------------------------------------------------------------


def test_what_is_struck_out_is_not_played_and_the_receipt_says_so(duel, post):
    turn, before = post.turn_mail(), duel.game.version
    letter = MIMEText("<div><s>1</s></div><div>status</div>", "html")
    letter["From"], letter["To"], letter["Message-ID"] = turn.to[0], turn.reply_to[0], "<struck@client>"
    letter["Authentication-Results"] = PASSED
    store.receive(letter.as_bytes(), source="test", recipients=turn.reply_to)
    store.read_waiting(timezone.now())
    (receipt,) = [m for m in post.deliver() if "notice.receipt-" in m.extra_headers["Message-ID"]]
    assert "  1\n    left aside, because you struck it out\n" in receipt.body
    assert duel.reload().game.version == before


# -- another form of the address -----------------------------------------------------------------

PLUS = "gothmog+games@example.org"


def ask(client, letter, **form):
    """Open the page that a mail is confirmed on, then confirm it; return what the page asked."""
    link = confirm_url(letter)
    shown = client.get(link).content.decode()
    client.post(link, form)
    return shown


def test_a_plus_address_is_asked_about_once_and_then_speaks_for_the_account(duel, post, client):
    turn = post.turn_mail()
    post.answer(turn, "status", sender=PLUS)
    letter = Letter.objects.get()
    assert letter.state == Letter.State.ASKED
    shown = ask(client, letter, speaks="on")
    assert f"Mails from {PLUS} are mine" in shown
    before = duel.reload().game.version
    receipt = post.answer(turn, "1", sender=PLUS)[-1]
    assert duel.reload().game.version > before
    assert receipt.to == ["gothmog@example.org"]
    assert not Letter.objects.exclude(other_address="").exists(), "it was needed for the question only"
    client.force_login(duel.sauron)
    assert PLUS in client.get("/notifications/").content.decode()
    client.post("/notifications/senders/", {"address": PLUS})
    post.answer(turn, "status", sender=PLUS)
    assert Letter.objects.latest("pk").state == Letter.State.ASKED
    assert Letter.objects.latest("pk").other_address == PLUS


def test_whoever_does_not_say_so_is_not_asked_again(duel, post, client):
    turn = post.turn_mail()
    post.answer(turn, "status", sender=PLUS)
    post.answer(turn, "status", sender=PLUS)
    first, second = Letter.objects.order_by("pk")
    assert "are mine" in ask(client, first)
    assert "are mine" not in ask(client, second)
    post.answer(turn, "status", sender=PLUS)
    newest = Letter.objects.latest("pk")
    assert (newest.state, newest.other_address) == (Letter.State.ASKED, "")


@pytest.mark.parametrize(
    ("sender", "checks"),
    [
        (PLUS, "mx.example.net; dmarc=fail"),
        (PLUS, None),
        ("saruman@example.org", PASSED),
        ("gothmog+games@example.com", "mx.example.net; dkim=pass header.d=example.com"),
        ("goth.mog@example.org", PASSED),
    ],
)
def test_no_stranger_is_offered_to_speak_for_an_account(duel, post, client, sender, checks):
    post.answer(post.turn_mail(), "status", sender=sender, checks=checks)
    letter = Letter.objects.get()
    assert letter.other_address == ""
    assert "are mine" not in ask(client, letter, speaks="on")
    assert not duel.sauron.senders.exists()


def test_googlemail_and_dots_are_the_same_mailbox(duel, post, client):
    duel.sauron.emailaddress_set.update(email="gothmog@gmail.com")
    type(duel.sauron).objects.filter(pk=duel.sauron.pk).update(email="gothmog@gmail.com")
    checks = "mx.example.net; dkim=pass header.d=googlemail.com"
    post.answer(post.turn_mail(), "status", sender="goth.mog+x@googlemail.com", checks=checks)
    assert Letter.objects.get().other_address == "goth.mog+x@googlemail.com"


def test_it_leaves_with_the_person(duel):
    duel.sauron.senders.create(address=PLUS, speaks=True)
    close_account(duel.sauron)
    assert not duel.sauron.senders.exists()


def test_an_address_speaks_no_longer_when_the_account_has_another(duel, post, client):
    turn = post.turn_mail()
    duel.sauron.senders.create(address=PLUS, speaks=True)
    type(duel.sauron).objects.filter(pk=duel.sauron.pk).update(email="lieutenant@example.org")
    post.answer(turn, "status", sender=PLUS)
    assert Letter.objects.get().state == Letter.State.ASKED

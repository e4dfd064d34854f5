"""A partner answers by mail what a player has allowed: what is asked, what counts, what is refused (STD-9, MIL-3)."""

import pytest
from django.core import mail as outbox
from django.utils import timezone
from django.utils.html import strip_tags

from games.hours import absence
from games.letters import addresses, mailbox
from games.models import Event, Game, Seat
from games.models.letters import ReplyToken
from games.play import partners, positions, undo
from notifications.inbound import store
from notifications.models import Delivery
from tests.conftest import person
from tests.games.invasion import WITHDRAWAL, invasion
from tests.post import unwrapped

pytestmark = pytest.mark.usefixtures("answerable")


def allow(table, seat, partner, *kinds):
    partners.allow(table.viewer(seat), partner, kinds)


def newest(table):
    return Event.objects.filter(game=table.game).order_by("-seq").first()


def mails_to(sent, name):
    return [each for each in sent if each.to == [f"{name}@example.org"]]


def asked_by_mail(table, post, seat="north", partner="south", name="sam"):
    """Allow a partner to call, and return the mail that the partner gets."""
    post.deliver()
    allow(table, seat, partner, "call")
    (mail,) = mails_to(post.deliver(), name)
    return mail


def all_pull(table):
    for seat in ("north", "east", "south", "west"):
        table.submit(seat, table.play().decision_of(seat).fallback_choice())


# -- what is asked and answered ----------------------------------------------------------------


def test_the_mail_puts_the_question_and_an_answer_to_it_is_the_players_move(rope, post):
    mail = asked_by_mail(rope, post)
    assert "you may answer for North. Pull steadily, or heave?" in mail.subject
    words = unwrapped(mail)
    assert "North is asked: Pull steadily, or heave?" in words
    assert "ANSWER THIS MAIL FOR NORTH" in words
    assert "1. call: steady" in words
    html = mail.alternatives[0][0]
    assert "North is asked: Pull steadily, or heave?" in " ".join(strip_tags(html).split())
    assert "Answer this mail for North:" in html
    (receipt,) = mails_to(post.answer(mail, "2"), "sam")
    assert "Done: you have answered for North." in unwrapped(receipt)
    entry = newest(rope)
    assert (entry.seat, entry.by, entry.choices) == ("north", "south", ["heave"])
    told = [unwrapped(m) for m in mails_to(outbox.outbox, "sam")]
    assert any("South answered for North. - North calls: heave." in words for words in told)
    assert "How strongly do you pull?" in unwrapped(receipt)  # what Sam is asked himself comes next


def test_it_may_be_written_as_a_move_is_with_words_around_it(rope, post):
    mail = asked_by_mail(rope, post)
    (receipt,) = mails_to(post.answer(mail, "Hello,\nplease heave\nCheers,\nSam"), "sam")
    assert "understood as: call: heave" in receipt.body
    assert newest(rope).choices == ["heave"]


def test_the_story_of_the_player_tells_who_gave_it(rope, post):
    post.answer(asked_by_mail(rope, post), "heave")
    told = [line["text"] for line in positions.log_lines(rope.viewer("north"))]
    assert told[-2:] == ["South answered for North.", "North calls: heave."]


def test_the_same_mail_twice_counts_once(rope, post):
    mail = asked_by_mail(rope, post)
    assert post.answer(mail, "heave", message_id="<same@client.example>")
    assert post.answer(mail, "heave", message_id="<same@client.example>") == []
    assert Event.objects.filter(game=rope.game, kind="choice").count() == 1


def test_what_the_mail_shows_is_what_the_partner_sees(rope, post):
    state = rope.play().state
    body = asked_by_mail(rope, post).body
    rows = {line.split(":")[0]: line for line in body.split("\n") if line.endswith("? ? ?")}
    assert {"North", "East", "West"} <= rows.keys()
    assert f"South: {' '.join(map(str, state.hands['south']))}" in body


def test_a_mail_that_nothing_vouches_for_waits_and_counts_once_it_is_confirmed(rope, post, client):
    (question,) = post.answer(asked_by_mail(rope, post), "heave", checks=None)
    assert newest(rope).kind == "start"
    path = "/letters/" + question.body.split("/letters/")[1].split()[0]
    assert "Done: you have answered for North." in client.post(path).content.decode()
    assert newest(rope).by == "south"


# -- what is refused ---------------------------------------------------------------------------


def refused_with(table, post, mail, words, answer="heave"):
    """Answer a mail, and expect a receipt that says why nothing was done."""
    before = newest(table)
    (receipt,) = mails_to(post.answer(mail, answer), "sam")
    assert words in unwrapped(receipt), receipt.body
    assert newest(table) == before
    return receipt


def test_it_is_refused_once_it_is_not_allowed_any_more(rope, post):
    mail = asked_by_mail(rope, post)
    allow(rope, "north", "south")
    words = "Nothing was done. North does not allow you to answer in their place, or not any more."
    receipt = refused_with(rope, post, mail, words)
    assert "Pull steadily" not in receipt.body


def test_it_counts_again_where_it_is_allowed_again(rope, post):
    mail = asked_by_mail(rope, post)
    allow(rope, "north", "south")
    allow(rope, "north", "south", "call")
    post.answer(mail, "heave")
    assert newest(rope).by == "south"


def test_it_is_refused_once_the_player_has_answered(rope, post):
    mail = asked_by_mail(rope, post)
    rope.submit("north", "steady")
    words = "North is asked nothing now that you may answer in their place."
    receipt = refused_with(rope, post, mail, words)
    assert "How strongly do you pull?" in unwrapped(receipt)


def test_it_is_refused_where_the_question_is_another(rope, post):
    """Four rounds later North is asked the same again: what was written then is not for now."""
    mail = asked_by_mail(rope, post)
    for seat in ("north", "east", "south", "west"):
        rope.submit(seat, "steady")
        all_pull(rope)
    receipt = refused_with(rope, post, mail, "Your mail answers an older position")
    assert "YOU MAY ANSWER FOR NORTH: Pull steadily, or heave?" in unwrapped(receipt)
    post.answer(receipt, "heave")
    assert newest(rope).by == "south"


def test_what_is_no_answer_is_refused_with_what_comes_near_it(rope, post):
    receipt = refused_with(rope, post, asked_by_mail(rope, post), "Nearest to it: call: heave", "haeve")
    assert "ANSWER THIS MAIL FOR NORTH" in receipt.body
    post.answer(receipt, "heave")
    assert newest(rope).by == "south"


def test_more_than_one_answer_is_refused(rope, post):
    words = "For an ally one question is answered at a time."
    refused_with(rope, post, asked_by_mail(rope, post), words, "heave\n12")


def test_a_kind_that_is_not_allowed_cannot_be_answered_by_an_older_mail(rope, post):
    """Not even where a row of the database says that a hand may be played by somebody else."""
    mail = asked_by_mail(rope, post)
    rope.submit("north", "heave")
    Seat.objects.filter(game=rope.game, name="north").update(partners={"south": ["call", "pull"]})
    card = rope.play().decision_of("north").fallback_choice()
    forged = ReplyToken.objects.get(of="north")
    ReplyToken.objects.filter(pk=forged.pk).update(version=rope.reload().game.published_version)
    refused_with(rope, post, mail, "North is asked nothing now", card)


def test_the_address_is_good_for_that_seat_alone(rope, post):
    """The mails of the own seat move only that seat, those of a partner only the one that has allowed it."""
    mail = asked_by_mail(rope, post)
    allow(rope, "east", "west", "call")
    rope.submit("north", "heave")
    rope.reload()
    own = addresses.address_for(rope.seat("south"), rope.version("south"))
    assert own != mail.reply_to[0]
    for of in ("east", "west", "nobody", "south"):
        mail.reply_to = [addresses.address_for(rope.seat("south"), rope.version("south"), of)]
        before = newest(rope)
        (receipt,) = mails_to(post.answer(mail, "heave"), "sam")
        assert "Nothing was done" in receipt.body
        assert newest(rope) == before


def test_it_ends_with_either_seat_and_the_address_with_the_partners(rope, post):
    mail = asked_by_mail(rope, post)
    Seat.objects.filter(game=rope.game, name="north").update(absent_since=timezone.now())
    absence.take_over(rope.game.key, "north", person("fredegar"))
    refused_with(rope, post, mail, "North does not allow you to answer in their place")
    allow(rope, "north", "south", "call")
    Seat.objects.filter(game=rope.game, name="south").update(absent_since=timezone.now())
    absence.take_over(rope.game.key, "south", person("hamfast"))
    allow(rope, "north", "south", "call")
    assert post.answer(mail, "heave") == []
    assert not Event.objects.filter(game=rope.game, kind="choice").exists()


def test_a_game_that_is_over_takes_no_answer(rope, post):
    mail = asked_by_mail(rope, post)
    Game.objects.filter(pk=rope.game.pk).update(status=Game.Status.FINISHED)
    before = newest(rope)
    (receipt,) = mails_to(post.answer(mail, "heave"), "sam")
    assert "The game is over." in receipt.body
    assert newest(rope) == before


@pytest.mark.parametrize("words", ["plan: heave", "plan play", "plan:\nheave\nendplan\nsteady"])
def test_a_plan_is_for_ones_own_seat(rope, post, words):
    refused_with(rope, post, asked_by_mail(rope, post), "a plan is for what you are asked yourself", words)
    assert rope.seat("south").draft == rope.seat("north").draft == []


def test_a_mail_that_broke_off_is_asked_for_again_with_the_same_address(rope, post):
    mail = asked_by_mail(rope, post)
    mailbox.excuse(store.read_head(b"From: sam@example.org\n\n"), mail.reply_to[0], timezone.now())
    (receipt,) = [m for m in post.deliver() if "could not be read" in m.subject]
    post.answer(receipt, "heave")
    assert newest(rope).by == "south"


# -- what can still be taken back --------------------------------------------------------------


@pytest.fixture
def risk(db):
    return invasion()


def asked_of_red(table, post, *kinds):
    """Green has invaded red's land: return the mail that lets Shagrat answer for red."""
    post.deliver()
    Seat.objects.filter(game=table.game, name="red").update(waiting_kind="defend")
    allow(table, "red", "black", *kinds)
    (mail,) = mails_to(post.deliver(), "shagrat")
    return mail


def test_a_receipt_puts_what_follows_as_far_as_it_is_allowed(risk, post):
    """Shagrat plays red's card and says how many withdraw; whether the Leader does is red's own question."""
    mail = asked_of_red(risk, post, "defend", "withdraw")
    (receipt,) = mails_to(post.answer(mail, f"defend: {WITHDRAWAL}>lorien"), "shagrat")
    assert "you may answer for" in receipt.subject
    assert "ANSWER THIS MAIL FOR" in receipt.body
    assert receipt.reply_to != mail.reply_to
    (receipt,) = mails_to(post.answer(receipt, "2"), "shagrat")
    assert "Done: you have answered for" in unwrapped(receipt)
    assert "ANSWER THIS MAIL FOR" not in receipt.body
    assert risk.play().decision_of("red").kind == "withdraw-leader"
    assert newest(risk).by == "black"


def test_a_mail_that_comes_while_the_player_is_at_it_changes_nothing(risk, post):
    """What red has answered and may take back is not told; what red takes back leaves the mail good."""
    mail = asked_of_red(risk, post, "defend", "withdraw")
    risk.submit("red", f"{WITHDRAWAL}>lorien")
    before = newest(risk)
    (receipt,) = mails_to(post.answer(mail, "pass"), "shagrat")
    assert "the game has moved on since" in unwrapped(receipt)
    assert newest(risk) == before
    undo.take_back(risk.game.key, "red", risk.version("red"))
    post.answer(mail, "pass")
    assert newest(risk).by == "black"


def test_the_player_takes_back_what_came_by_mail_and_the_mail_counts_once(risk, post):
    mail = asked_of_red(risk, post, "defend")
    post.answer(mail, f"defend: {WITHDRAWAL}>lorien", message_id="<one@client.example>")
    assert newest(risk).by == "black"
    undo.take_back(risk.game.key, "red", risk.version("red"))
    before = newest(risk)
    assert post.answer(mail, f"defend: {WITHDRAWAL}>lorien", message_id="<one@client.example>") == []
    assert newest(risk) == before


@pytest.mark.parametrize("words", ["check\nheave", "check\n2"])
def test_check_says_whether_it_is_possible_and_no_more(rope, post, words):
    receipt = refused_with(rope, post, asked_by_mail(rope, post), "A dry run: nothing was changed.", words)
    assert "Possible." in receipt.body
    assert "North calls" not in receipt.body


@pytest.mark.parametrize(
    ("words", "said"),
    [("check\nhaeve", "Nearest to it: call: heave"), ("check\nheave\nsteady", "one question is answered")],
)
def test_check_refuses_what_the_answer_would_be_refused_for(rope, post, words, said):
    receipt = refused_with(rope, post, asked_by_mail(rope, post), said, words)
    assert "A dry run" in receipt.body


def test_other_commands_are_those_of_the_own_seat(rope, post):
    mail = asked_by_mail(rope, post)
    (receipt,) = mails_to(post.answer(mail, "legal"), "sam")
    assert "WHAT YOU MAY ANSWER FOR NORTH" in receipt.body
    (receipt,) = mails_to(post.answer(mail, "notes pull hard"), "sam")
    assert "pull hard" in receipt.body
    assert "YOU MAY ANSWER FOR NORTH" in receipt.body
    (receipt,) = mails_to(post.answer(mail, "undo"), "sam")
    assert "refused" in receipt.body
    assert newest(rope).kind == "start"


def test_the_question_stands_in_one_mail(rope, post):
    """The receipt of an answer puts the next question that may be answered: no notice says it again."""
    rope.submit("north", "steady")
    all_pull(rope)
    Seat.objects.filter(game=rope.game, name="west").update(seen_version=-1)
    mail = asked_by_mail(rope, post, "east", "west", "rosie")
    (receipt,) = mails_to(post.answer(mail, "stedy"), "rosie")
    assert "YOU MAY ANSWER FOR EAST" in receipt.body
    Delivery.objects.filter(subject__has_key="of").update(state=Delivery.State.PENDING)
    assert not mails_to(post.deliver(), "rosie")

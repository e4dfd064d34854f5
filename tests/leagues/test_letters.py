"""A director's message has a subject and can be answered: on the event's page, by program and by mail."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from leagues.models import AuditEntry
from leagues.services import directing
from leagues.services.directing import correspondence
from leagues.services.directing.letter_text import first_words
from notifications import preferences
from notifications.inbound import store
from notifications.models import Delivery, InboundMail
from tests.conftest import person, refused
from tests.leagues.world import players
from tests.post import PASSED, send_due, unwrapped

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(world):
    return players(3)


@pytest.fixture
def cup(world, elrond, people):
    made = world.found(elrond, "swiss")
    world.enter(made, people)
    Delivery.objects.all().delete()
    return made


class Mails:
    """The mails of one event, and answers to them."""

    def __init__(self, world):
        self.world = world
        self.number = 0

    def deliver(self):
        """Send what waits, and return it by addressee."""
        mail.outbox.clear()
        send_due(self.world.now + timedelta(minutes=3))
        return {m.to[0]: m for m in mail.outbox}

    def answer(self, to, body, *, sender=None, checks=PASSED, more=""):
        """Answer a mail. Returns the mails that follow, and why it was ignored."""
        self.number += 1
        (address,) = to.reply_to
        head = f"From: {sender or to.to[0]}\nTo: {address}\nSubject: Re: {to.subject}\n"
        head += f"Message-ID: <{self.number}@client.example>\nAuthentication-Results: {checks}\n{more}"
        quoted = "\n".join(f"> {line}" for line in to.body.split("\n"))
        raw = f"{head}\n{body}\n\nOn Monday, 3 May 2027, wotr wrote:\n{quoted}\n".encode()
        store.receive(raw, source="test", recipients=[address], received_at=self.world.now)
        store.read_waiting(self.world.now)
        return self.deliver(), InboundMail.objects.latest("pk").reason


@pytest.fixture
def mails(world, settings):
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    settings.MAIL_AUTHSERV_ID = "mx.example.net"
    settings.MAIL_AUTHENTICATION = "required"
    return Mails(world)


def whole(message):
    """Everything that stands in a mail: headers, text and HTML."""
    return message.message().as_string() + message.body + str(message.alternatives)


# -- the subject ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Be kind.", "Be kind"),
        ("Round two begins on Monday. Look at your pairings.", "Round two begins on Monday"),
        ("Ready? Then begin.", "Ready?"),
        ("...", "..."),
        (f"{'word ' * 20}", "word word word word word word word word word word word…"),
        ("x" * 500, "x" * 59 + "…"),
    ],
)  # fmt: skip
def test_a_subject_is_made_of_the_first_words(text, subject):
    assert first_words(text) == subject


def test_the_subject_stands_in_the_mail_on_the_page_and_for_programs(world, elrond, cup, mails, client):
    directing.message_all(cup.key, elrond, "It begins on Monday.", world.now, subject="Round\ntwo")
    (message, *_) = mails.deliver().values()
    assert message.subject == f"{cup.name}: Round two"
    assert f"elrond writes to everybody in {cup.name}: It begins on Monday." in unwrapped(message)
    for page in (f"/leagues/{cup.key}/", f"/leagues/{cup.key}/acts/"):
        assert "<strong>Round two</strong>" in client.get(page).content.decode()
    row = client.get(f"/api/v1/leagues/{cup.key}/audit/").json()["results"][0]
    assert (row["subject"], row["reason"]) == ("Round two", "It begins on Monday.")


def test_without_a_subject_it_is_the_first_words(world, elrond, cup, mails):
    directing.message_all(cup.key, elrond, "Be kind. Play on.", world.now)
    (message, *_) = mails.deliver().values()
    assert message.subject == f"{cup.name}: Be kind"
    with refused("too-long"):
        directing.message_all(cup.key, elrond, "Be kind.", world.now, subject="x" * 81)


def test_a_message_from_before_there_were_subjects_has_one_too(world, elrond, cup, mails):
    entry = AuditEntry(
        competition=cup, act="message", text="A message.", reason="Old words.", actor=elrond, at=world.now
    )
    entry.save()
    correspondence.messages.tell_entrants(cup, "message", "old", entry=entry.pk)
    (message, *_) = mails.deliver().values()
    assert message.subject == f"{cup.name}: Old words"


# -- by mail -------------------------------------------------------------------------------------


@pytest.fixture
def message(world, elrond, cup, mails):
    """What the first player got from the director."""
    directing.message_all(cup.key, elrond, "It begins on Monday.", world.now, subject="Round two")
    return mails.deliver()["player1@example.org"]


def test_a_mail_is_answered_and_the_director_answers_back(world, elrond, cup, people, mails, message):
    assert "Write your answer above this line." in unwrapped(message)
    assert "Answer this mail to write to the directors" in unwrapped(message)
    sent, why = mails.answer(message, "May I begin on Tuesday?\n\n-- \nThe First")
    assert why == ""
    assert set(sent) == {elrond.email}
    letter = sent[elrond.email]
    assert letter.subject == f"{cup.name}: Round two"
    assert f"player1 writes to the directors of {cup.name}: May I begin on Tuesday?" in unwrapped(letter)
    assert "Monday" not in unwrapped(letter), "what is quoted is left out"
    sent, why = mails.answer(letter, "You may.")
    assert why == ""
    assert set(sent) == {"player1@example.org"}
    answer = sent["player1@example.org"]
    assert f"elrond answers your letter to the directors of {cup.name}: You may." in unwrapped(answer)
    sent, _ = mails.answer(answer, "Thank you.")
    assert "Thank you." in unwrapped(sent[elrond.email])


def test_neither_side_learns_a_mail_address(elrond, mails, message):
    sent, _ = mails.answer(message, "May I begin on Tuesday?")
    letter = sent[elrond.email]
    assert "player1@example.org" not in whole(letter)
    sent, _ = mails.answer(letter, "You may.")
    assert elrond.email not in whole(sent["player1@example.org"])


@pytest.mark.parametrize(
    "how",
    [
        {"checks": "mx.example.net; dmarc=fail"},
        {"checks": "mx.evil.example; dmarc=pass header.from=example.org"},
        {"sender": "player2@example.org"},
        {"sender": "somebody@else.example", "checks": "mx.example.net; dmarc=pass header.from=else.example"},
    ],
)
def test_only_the_addressee_s_own_mail_counts_and_they_are_told_once_a_day(world, mails, message, how):
    sent, why = mails.answer(message, "I leave the event.", **how)
    assert why
    assert not AuditEntry.objects.filter(act="letter").exists()
    assert set(sent) == {"player1@example.org"}
    assert "nothing shows that it really came from you" in unwrapped(sent["player1@example.org"])
    assert "I leave" not in unwrapped(sent["player1@example.org"])
    assert mails.answer(message, "I leave the event.", **how)[0] == {}
    world.pass_time(timedelta(days=1))
    assert set(mails.answer(message, "I leave the event.", **how)[0]) == {"player1@example.org"}


def test_a_letter_waits_for_no_digest_and_is_stopped_apart_from_the_news(
    elrond, people, mails, message, client
):
    preferences.set_rhythm(elrond, "digest", always=False, urgent_at_night=False, digest=True)
    letter = mails.answer(message, "May I?")[0][elrond.email]
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>").partition("/notifications")[2]
    assert "Letters between you and the directors" in client.post(f"/notifications{stop}").content.decode()
    wishes = preferences.preferences_of(elrond)
    assert (wishes["league-letter"]["email"], wishes["league"]["email"]) == (False, True)
    assert mails.answer(message, "May I really?")[0] == {}
    assert AuditEntry.objects.filter(act="letter").count() == 2, "it stands on the page all the same"


def test_a_message_to_everybody_reaches_those_too_who_want_a_digest_only(world, elrond, cup, people, mails):
    preferences.set_rhythm(people[0], "digest", always=False, urgent_at_night=False, digest=True)
    directing.message_all(cup.key, elrond, "The server rests on Sunday.", world.now)
    sent = mails.deliver()
    assert set(sent) == {person.email for person in people}
    assert "The server rests on Sunday." in unwrapped(sent[people[0].email])


def test_automatic_answers_are_ignored(mails, message):
    sent, why = mails.answer(message, "I am away.", more="Auto-Submitted: auto-replied\n")
    assert sent == {}
    assert "a program sent it" in why


def test_an_address_that_was_made_up_or_is_old_is_nobody_s(world, mails, message):
    (address,) = message.reply_to
    head = b"From: player1@example.org\nAuthentication-Results: " + PASSED.encode()
    forged = address.replace("event-", "event-1")
    assert store.receive(head + b"\n\nHello.\n", source="test", recipients=[forged]) == 0
    world.pass_time(timedelta(days=31))
    assert mails.answer(message, "Too late.") == ({}, "its address is not known, or no longer")


def test_a_mail_that_is_too_long_or_empty_is_refused_in_words(mails, message):
    sent, why = mails.answer(message, "word " * 300)
    assert "it is too long. 1000 characters are the most." in unwrapped(sent["player1@example.org"])
    assert why == "refused: too-long"
    sent, why = mails.answer(message, "")
    assert "it holds no words of yours" in unwrapped(sent["player1@example.org"])
    assert why == "refused: text-needed"


def test_a_flood_of_mails_reaches_the_directors_five_times_a_day(elrond, mails, message):
    got = [mails.answer(message, f"Letter {number}.")[0] for number in range(7)]
    assert [set(sent) for sent in got[:5]] == [{elrond.email}] * 5
    assert set(got[5]) == {"player1@example.org"}
    assert "too many letters came today" in unwrapped(got[5]["player1@example.org"])
    assert got[6] == {}


def test_who_directs_no_longer_answers_no_longer(world, elrond, cup, mails, message):
    letter = mails.answer(message, "May I?")[0][elrond.email]
    cup.directors.set([person("arwen")])
    sent, why = mails.answer(letter, "You may.")
    assert why == "refused: not-a-director"
    assert "you no longer direct the event" in unwrapped(sent[elrond.email])
    assert not AuditEntry.objects.filter(act="answer").exists()


def test_without_a_reply_address_the_page_is_the_way(world, elrond, cup, settings):
    settings.MAIL_REPLY_ADDRESS = ""
    directing.message_all(cup.key, elrond, "It begins.", world.now)
    (message, *_) = Mails(world).deliver().values()
    assert not message.reply_to
    assert "Answer this mail" not in unwrapped(message)


# -- on the page and by program ------------------------------------------------------------------


def test_an_entrant_writes_on_the_page_and_reads_the_answer(world, elrond, cup, people, client):
    page = f"/leagues/{cup.key}/"
    assert "Write to the directors" not in client.get(page).content.decode()
    client.force_login(people[0])
    assert "Write to the directors" in client.get(page).content.decode()
    client.post(f"{page}do/write/", {"text": "May I play later? I am ill."})
    letter = AuditEntry.objects.get(act="letter")
    assert (letter.data["subject"], letter.reason) == ("May I play later?", "May I play later? I am ill.")
    assert Delivery.objects.get(subject__what="letter").user == elrond
    client.force_login(elrond)
    assert "“May I play later? I am ill.”" in client.get(f"{page}direct/").content.decode()
    assert "Write to the directors" not in client.get(page).content.decode(), "they would write to themselves"
    client.post(f"{page}direct/answer/", {"letter": letter.pk, "text": "Two days more."})
    assert "elrond answered: “Two days more.”" in client.get(f"{page}direct/").content.decode()
    client.force_login(people[0])
    assert "“Two days more.”" in client.get(page).content.decode()
    client.force_login(people[1])
    for other in (page, f"{page}acts/"):
        words = client.get(other).content.decode()
        assert "Two days more" not in words
        assert "I am ill" not in words


def test_programs_write_and_answer(world, elrond, cup, people, client):
    where = f"/api/v1/leagues/{cup.key}"
    client.force_login(people[0])
    made = client.post(f"{where}/acts/write/", {"text": "May I?", "subject": "Later"}, "application/json")
    letter = made.json()["letter"]
    acts = [row["act"] for row in client.get(f"{where}/audit/").json()["results"]]
    assert acts == ["founded"], "no letter is public"
    client.force_login(elrond)
    row = client.get(f"{where}/audit/").json()["results"][0]
    assert (row["number"], row["subject"], row["reason"], row["by"]) == (letter, "Later", "May I?", "player1")
    answered = client.post(f"{where}/direct/answer/", {"letter": letter, "text": "Yes."}, "application/json")
    assert answered.status_code == 200
    assert Delivery.objects.get(subject__what="answer").user == people[0]
    sent = client.post(
        f"{where}/direct/message/", {"text": "Hello.", "subject": "A word"}, "application/json"
    )
    assert sent.status_code == 200
    assert AuditEntry.objects.get(act="message").data["subject"] == "A word"


def test_who_may_not_write_is_told_why(world, elrond, cup, people):
    for who, code in ((elrond, "own-event"), (person("gandalf"), "not-entered")):
        with refused(code):
            correspondence.write(cup.key, who, "Hello.", world.now)
    with refused("text-needed"):
        correspondence.write(cup.key, people[0], " ", world.now)
    with refused("too-long"):
        correspondence.write(cup.key, people[0], "x" * 1001, world.now)
    with refused("no-such-letter"):
        correspondence.answer(cup.key, elrond, 0, "Hello.", world.now)
    letter = correspondence.write(cup.key, people[0], "Hello.", world.now)
    with refused("not-a-director"):
        correspondence.answer(cup.key, people[1], letter.pk, "Hello.", world.now)


def test_who_was_taken_out_may_still_write(world, elrond, cup, people):
    directing.remove(cup.key, elrond, cup.entrants.get(user=people[0]).pk, "Insults.", world.now)
    assert correspondence.write(cup.key, people[0], "I am sorry.", world.now).pk


def test_letters_and_answers_are_limited_for_a_day(world, elrond, cup, people, settings):
    letters = [correspondence.write(cup.key, people[0], f"Letter {n}.", world.now) for n in range(5)]
    with refused("too-many-letters"):
        correspondence.write(cup.key, people[0], "One more.", world.now)
    settings.HOUSE = replace(settings.HOUSE, event_letters_of_all=6, event_answers_to_one=1)
    correspondence.write(cup.key, people[1], "The sixth.", world.now)
    with refused("too-many-letters") as found:
        correspondence.write(cup.key, people[1], "The seventh.", world.now)
    assert found.value.message.startswith("The directors were sent 6 letters within a day. ")
    correspondence.answer(cup.key, elrond, letters[0].pk, "Yes.", world.now)
    with refused("too-many-answers"):
        correspondence.answer(cup.key, elrond, letters[1].pk, "Yes.", world.now)
    world.pass_time(timedelta(days=1))
    assert correspondence.write(cup.key, people[0], "One more.", world.now).pk


def test_an_answer_goes_to_the_writer_alone(world, elrond, cup, people):
    letter = correspondence.write(cup.key, people[0], "May I?", world.now)
    other = person("arwen")
    cup.directors.add(other)
    Delivery.objects.all().delete()
    correspondence.answer(cup.key, other, letter.pk, "You may.", world.now)
    assert [d.user for d in Delivery.objects.all()] == [people[0]]


# -- threads -------------------------------------------------------------------------------------


def test_mails_of_an_event_refer_to_mails_that_were_sent_to_the_same_reader(
    world, elrond, cup, people, mails
):
    """The first names nothing; each further one names the first and the newest of its reader's."""
    other = world.found(elrond, "swiss", name="Another Cup")
    world.enter(other, people[:1])
    sent = []
    for number in range(4):
        if number == 2:
            directing.message_all(other.key, elrond, "Elsewhere.", world.now)
            assert "References" not in mails.deliver()[people[0].email].extra_headers
        directing.message_all(cup.key, elrond, f"Message {number}.", world.now)
        world.pass_time(timedelta(minutes=5))
        headers = mails.deliver()[people[0].email].extra_headers
        assert headers.get("References", "").split() == list(dict.fromkeys([*sent[:1], *sent[-1:]]))
        assert headers.get("In-Reply-To", "") == "".join(sent[-1:])
        sent.append(headers["Message-ID"])

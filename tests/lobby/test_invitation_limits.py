"""How often somebody may have mail sent to others, by page, program and mail; and what several invitations become."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

from accounts.blocks import block
from games.lobby import invitations, tables
from games.lobby.rematch import play_again
from games.models import Game, Invitation
from notifications.models import Approach, Delivery
from tests.conftest import person, refused
from tests.lobby.test_create import post as post_table
from tests.opening import open_table
from tests.post import send_due, unwrapped

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def frodo(settings):
    """Frodo has been here for a year, and may have many tables."""
    settings.HOUSE = replace(settings.HOUSE, tables_waiting=100, games_at_once=100)
    user = person("frodo")
    user.date_joined -= timedelta(days=365)
    user.save()
    return user


@pytest.fixture
def sam(db):
    return person("sam")


class Program:
    """What somebody's program calls."""

    def __init__(self, client, user):
        self.client, self.user = client, user
        client.force_login(user)

    def post(self, path, body, **headers):
        return self.client.post(f"/api/v1/{path}", body, content_type="application/json", **headers)

    def invites(self, name, **headers):
        """Open a table and invite somebody there. Returns the answer."""
        key = open_table(self.user, title="duel").key
        return self.post(f"tables/{key}/invite/", {"username": name}, **headers)


@pytest.fixture
def program(client, frodo):
    return Program(client, frodo)


def invite(sender, name):
    """Open a table and invite somebody there."""
    return invitations.invite(open_table(sender, title="duel").key, sender, name)


def mails_to(user, hours=0):
    """Send what is due some hours from now, and return what somebody was mailed by then."""
    send_due(timezone.now() + timedelta(hours=hours, minutes=1))
    return [m for m in mail.outbox if m.to == [user.email]]


# -- floods ------------------------------------------------------------------------------------


def test_a_flood_to_one_person_is_three_invitations_and_one_mail(program, sam):
    answers = [program.invites("sam") for _ in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 5
    told = answers[-1].json()
    assert (told["code"], told["field"]) == ("too-many-invitations", "username")
    assert told["detail"] == "You have sent sam 3 invitations within a day. You can send more in 24 hours."
    assert 86_000 < int(answers[-1]["Retry-After"]) == told["wait"] <= 86_400
    assert Invitation.objects.count() == Approach.objects.count() == 3
    (only,) = mails_to(sam)
    assert only.subject == "frodo invites you to a game of Duel for Middle-earth (and 2 more invitations)"
    with freeze_time(timezone.now() + timedelta(days=1)):
        assert program.invites("sam").status_code == 200


def test_a_flood_to_many_is_so_many_invitations_in_all(program, settings):
    assert settings.HOUSE.invitations_a_day == 20
    settings.HOUSE = replace(settings.HOUSE, invitations_a_day=6)
    names = [person(f"hobbit{number}").username for number in range(8)]
    answers = [program.invites(name) for name in names]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
    assert answers[-1].json()["detail"].startswith("You have sent 6 invitations within a day. ")
    send_due(timezone.now() + timedelta(minutes=1))
    assert {m.to[0] for m in mail.outbox} == {f"{name}@example.org" for name in names[:6]}


def test_an_account_sends_five_on_its_first_day_and_then_what_is_left_of_twenty(program, frodo, settings):
    settings.HOUSE = replace(settings.HOUSE, invitations_a_day=7)
    frodo.date_joined = timezone.now() - timedelta(hours=10)
    frodo.save()
    names = [person(f"hobbit{number}").username for number in range(9)]
    answers = [program.invites(name) for name in names[:6]]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    words = "A new account sends 5 invitations on its first day. You can send more in 14 hours."
    assert answers[-1].json()["detail"] == words
    with freeze_time(timezone.now() + timedelta(hours=14)):
        answers = [program.invites(name) for name in names[6:]]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["detail"].endswith(" You can send more in 10 hours.")


# -- what counts -------------------------------------------------------------------------------


def test_friends_begin_as_many_games_in_a_day_as_they_like(frodo, sam):
    for _ in range(10):
        invited = invite(frodo, "sam")
        invitations.answer_invitation(invited.pk, sam, True)
    assert Approach.objects.count() == 0
    joined = invite(frodo, "sam")
    tables.join(joined.game.key, user=sam)
    assert Approach.objects.count() == 0


def test_what_is_declined_or_taken_back_counts(frodo, sam):
    invitations.answer_invitation(invite(frodo, "sam").pk, sam, False)
    invitations.withdraw_invitation(invite(frodo, "sam").pk, frodo)
    tables.cancel_table(invite(frodo, "sam").game.key, frodo)
    with refused("too-many-invitations"):
        invite(frodo, "sam")


def test_what_is_taken_back_before_anybody_is_told_does_not_count(frodo, sam, settings):
    settings.HOUSE = replace(settings.HOUSE, invitation_hold=timedelta(seconds=30))
    for _ in range(5):
        invitations.withdraw_invitation(invite(frodo, "sam").pk, frodo)
    assert invite(frodo, "sam").state == Invitation.State.OPEN


def test_one_mailbox_is_one_however_it_is_spelled_and_whoever_owns_the_table(frodo, sam, settings):
    settings.HOUSE = replace(settings.HOUSE, guests_to_one=2, guests_of_all=3)

    def sit(owner, email):
        game = open_table(owner, title="duel", seat="fellowship")
        secret = invitations.seat_link(game.key, owner, "sauron").rstrip("/").rpartition("/")[2]
        invitations.join_by_link(secret, guest_name="Lurtz", guest_email=email)

    sit(frodo, "lurtz@example.org")
    sit(frodo, "Lur.tz@example.org")
    with refused("too-many-guests"):
        sit(frodo, "lurtz+1@example.org")
    sit(sam, "lurtz+2@example.org")
    with refused("too-many-guests"):
        sit(sam, "lurtz+3@example.org")


def test_what_is_refused_does_not_count(frodo, sam):
    pippin = person("pippin")
    block(pippin, frodo)
    table = open_table(frodo, title="duel")
    for name, why in (("nobody", "no-such-player"), ("frodo", "already-seated"), ("pippin", "kept-apart")):
        with refused(why):
            invitations.invite(table.key, frodo, name)
    with refused("no-such-seat"):
        invitations.invite(table.key, frodo, "sam", "gondor")
    assert Approach.objects.count() == 0


def test_a_repeated_request_counts_once(program, sam):
    key = open_table(program.user, title="duel").key
    for _ in range(3):
        sent = program.post(f"tables/{key}/invite/", {"username": "sam"}, HTTP_IDEMPOTENCY_KEY="one")
        assert sent.status_code == 200
    assert Approach.objects.count() == 1


def test_each_sender_counts_for_themselves(frodo, sam):
    for _ in range(3):
        invite(frodo, "sam")
    assert invite(person("merry"), "sam").pk


def test_a_rematch_is_an_act_of_its_own(settings, frodo, duel_over):
    """Rematches are asked of whoever has played; to invite somebody else to their table is no rematch."""
    settings.HOUSE = replace(settings.HOUSE, invitations_to_one=1, rematches_to_one=1)
    game, gothmog = duel_over
    invite(frodo, "gothmog")
    table = play_again(game.key, frodo)
    assert Approach.objects.filter(act="rematch").count() == 1
    tables.cancel_table(table.key, frodo)
    opened = Game.objects.count()
    with refused("too-many-invitations") as found:
        play_again(game.key, frodo)
    assert found.value.message.startswith("You have sent gothmog 1 rematch within a day.")
    assert Game.objects.count() == opened, "no table was opened"
    with freeze_time(timezone.now() + timedelta(days=1)):
        table = play_again(game.key, frodo)
        assert play_again(game.key, gothmog).pk == table.pk
        assert Approach.objects.filter(act="rematch").count() == 1, "the first, until it is swept"


@pytest.fixture
def duel_over(frodo):
    """A finished game of Frodo and Gothmog."""
    gothmog = person("gothmog")
    game = open_table(frodo, title="duel", seat="fellowship")
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    return game, gothmog


# -- by page and by mail -----------------------------------------------------------------------


def test_a_page_says_so_and_opens_no_table(client, frodo, sam, settings):
    settings.HOUSE = replace(settings.HOUSE, invitations_to_one=1)
    invite(frodo, "sam")
    client.force_login(frodo)
    words = "You have sent sam 1 invitation within a day. You can send more in 24 hours."
    opened = Game.objects.count()
    sent = post_table(client, opponent="invite", username="sam")
    assert (sent.status_code, words in sent.content.decode()) == (429, True)
    assert Game.objects.count() == opened
    table = open_table(frodo, title="duel")
    sent = client.post(f"/tables/{table.key}/invite/", {"username": "sam"})
    assert (sent.status_code, words in sent.content.decode()) == (429, True)
    assert not table.invitations.exists()


def test_a_mail_is_answered_so(duel, post, settings, answerable):
    settings.HOUSE = replace(settings.HOUSE, table_requests=1)
    turn = post.turn_mail()
    (first,) = post.answer(turn, "give 1")
    assert "You have given 1 hour." in unwrapped(first)
    (second,) = post.answer(turn, "give 1")
    words = "You have sent the others at this table 1 offer or request within a day. You can send more in 24 hours."
    assert words in unwrapped(second)
    assert Delivery.objects.filter(kind="time", channel="email").count() == 2


# -- several that wait are one mail ------------------------------------------------------------


def test_the_first_comes_at_once_and_those_after_it_in_one_mail(frodo, sam):
    merry, pippin = person("merry"), person("pippin")
    invite(frodo, "sam")
    assert len(mails_to(sam)) == 1
    for sender in (merry, pippin, pippin, frodo):
        invite(sender, "sam")
    assert len(mails_to(sam, hours=5)) == 1
    _, second = mails_to(sam, hours=6)
    assert second.subject == "merry invites you to a game of Duel for Middle-earth (and 3 more invitations)"
    also = second.body.partition("ALSO WAITING FOR YOU")[2]
    assert also.count("pippin invites you") == 2
    assert also.count("frodo invites you") == 1
    for invited in Invitation.objects.exclude(sender=frodo):
        assert second.body.count(f"/game/{invited.game.key}/") == 1
        assert f"/game/{invited.game.key}/" in second.alternatives[0][0]
    assert len(mails_to(sam, hours=48)) == 2


def test_what_was_answered_or_taken_back_meanwhile_is_left_out(frodo, sam):
    merry = person("merry")
    invite(frodo, "sam")
    mails_to(sam)
    gone, declined, stays = (invite(merry, "sam") for _ in range(3))
    mails_to(sam, hours=1)
    invitations.withdraw_invitation(gone.pk, merry)
    invitations.answer_invitation(declined.pk, sam, False)
    _, second = mails_to(sam, hours=7)
    assert second.subject == "merry invites you to a game of Duel for Middle-earth"
    assert f"/game/{stays.game.key}/" in second.body
    assert "ALSO WAITING" not in second.body


def test_whoever_has_answered_hears_of_the_next_at_once(frodo, sam):
    invited = invite(frodo, "sam")
    mails_to(sam)
    invitations.answer_invitation(invited.pk, sam, False)
    invite(person("merry"), "sam")
    assert len(mails_to(sam)) == 2


def test_who_takes_an_invitation_back_does_not_get_another_one_through(frodo, sam):
    for _ in range(3):
        invited = invite(frodo, "sam")
        mails_to(sam)
        invitations.withdraw_invitation(invited.pk, frodo)
    assert len(mails_to(sam)) == 1


def test_other_mails_do_not_wait_for_invitations(frodo, sam, duel_over):
    invite(frodo, "sam")
    mails_to(sam)
    invite(frodo, "sam")
    game = open_table(frodo, title="duel")
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    mails_to(sam, hours=1)
    assert any("the game begins" in m.subject for m in mails_to(sam, hours=1))
    assert sum("invites you" in m.subject for m in mail.outbox if m.to == [sam.email]) == 1

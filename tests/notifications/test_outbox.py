"""The outbox: written with the move, delivered at least once, never twice."""

import threading
from datetime import timedelta
from itertools import starmap

import pytest
from django.core import mail
from django.db import OperationalError, transaction
from django.utils import timezone
from freezegun import freeze_time

from games.hours import resignation
from games.lobby import invitations
from games.models import Game
from games.play import endings
from games.refusals import Refused
from notifications import delivery, destinations, lanes
from notifications.channels import registry
from notifications.channels.transport import MAIL
from notifications.delivery import MOST_ATTEMPTS, send_lane
from notifications.errors import DeliveryError
from notifications.lanes import Claim
from notifications.models import Delivery, Place, Preference
from tests.conftest import person
from tests.opening import open_table
from tests.post import claim, send_due

pytestmark = pytest.mark.both_databases


def soon():
    return timezone.now() + timedelta(minutes=1)


def test_the_turn_is_told_to_whom_it_concerns(duel):
    send_due(soon())
    mail.outbox.clear()
    duel.discard()
    assert send_due(soon()) == 1
    (message,) = mail.outbox
    assert message.to == ["frodo@example.org"]
    game = f"Duel for Middle-earth against gothmog, table {duel.game.key}"
    assert message.subject.startswith(f"{game}: Play or discard a card, or take a landmark. (until ")
    assert game in message.body
    assert "Chapter 1, turn 2." in message.body
    assert "Sauron discards" in message.body
    assert "REGIONS" in message.body
    assert f"/game/{duel.game.key}/" in message.body
    assert max(len(line) for line in message.body.splitlines() if "http" not in line) <= 120


def test_mail_is_threaded_and_can_be_stopped_with_one_click(duel, client):
    duel.discard()
    send_due(soon())
    mail.outbox.clear()
    duel.discard()
    send_due(soon())
    (message,) = mail.outbox
    headers = message.extra_headers
    assert headers["References"] == headers["In-Reply-To"]
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = headers["List-Unsubscribe"].strip("<>").partition("/notifications")[2]
    assert client.get(f"/notifications{path}").status_code == 200
    assert Preference.objects.count() == 0
    assert client.post(f"/notifications{path}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Preference.objects.get(user=duel.sauron, kind="turn", channel="email").wanted
    assert client.post(f"/notifications{path[:-5]}x/").status_code == 404


def test_a_notice_is_dropped_when_the_turn_has_moved_on(duel):
    duel.discard()
    duel.discard()
    send_due(soon())
    turns = [m for m in mail.outbox if "It is your turn." in m.body]
    assert [m.to for m in turns] == [["gothmog@example.org"]]


def test_a_rolled_back_move_tells_nobody(duel):
    before = Delivery.objects.count()
    with transaction.atomic():
        duel.discard()
        transaction.set_rollback(True)
    assert Delivery.objects.count() == before


def test_only_verified_addresses_get_mail(duel):
    duel.fellowship.emailaddress_set.update(verified=False)
    send_due(soon())
    mail.outbox.clear()
    duel.discard()
    send_due(soon())
    assert mail.outbox == []


def test_a_claim_of_a_dead_worker_is_taken_over(duel):
    row = Delivery.objects.filter(kind="start").first()
    now = timezone.now()
    Delivery.objects.filter(pk=row.pk).update(state=Delivery.State.SENDING, claimed_at=now)
    assert claim(row.pk, now) is None
    send_due(now + timedelta(minutes=6))
    row.refresh_from_db()
    assert row.state == Delivery.State.SENT


def test_a_notice_on_its_way_late_in_a_long_sweep_is_not_taken_for_a_dead_worker_s(duel, monkeypatch):
    """The first mail takes six minutes; another worker sweeps while the second is on its way."""
    sent = []
    monkeypatch.setattr(delivery, "TAKE_SECONDS", 3600.0)
    with freeze_time(timezone.now()) as clock:

        def send_slowly(row, notice):
            sent.append(row.pk)
            if len(sent) == 1:
                clock.tick(timedelta(minutes=6))

        def settle(outcome, now):
            if len(sent) == 2:
                send_due(timezone.now())
            return settle_at_once(outcome, now)

        settle_at_once = delivery.settle
        monkeypatch.setattr(registry.get("email"), "send", send_slowly)
        monkeypatch.setattr(delivery, "settle", settle)
        send_due(timezone.now())
    assert len(sent) == len(set(sent)) == 2


def test_a_notice_that_takes_long_goes_on_being_claimed(duel, monkeypatch):
    """The first mail takes so long that its claim would have fallen away; another worker sweeps meanwhile."""
    sent, go_on = [], threading.Event()

    def send_slowly(row, notice):
        sent.append(row.pk)
        if len(sent) == 1:
            go_on.wait(60)

    def renew(claims, now):
        held = lanes.held(list(claims))
        held.update(claimed_at=now - timedelta(seconds=lanes.CLAIM_SECONDS + 1))
        renewed(list(starmap(Claim, held.values_list("pk", "attempts"))), now)
        lanes.free_dead_claims(MAIL, now)
        assert held.count() == 1
        go_on.set()

    renewed = lanes.renew
    monkeypatch.setattr(lanes, "RENEW_SECONDS", 0.0)
    monkeypatch.setattr(lanes, "renew", renew)
    monkeypatch.setattr(registry.get("email"), "send", send_slowly)
    assert send_due(timezone.now()) == len(sent) == len(set(sent)) > 1
    assert go_on.is_set()


@pytest.mark.parametrize("where", ["_succeeded", "compose"])
def test_a_database_that_takes_nothing_for_a_moment_neither_doubles_a_notice_nor_keeps_it(
    duel, monkeypatch, where
):
    """A full disk, or a cut connection: what went out is noted later, what did not go out is left to the next sweep."""
    troubles = [OperationalError("database or disk is full"), OperationalError("the connection is closed")]
    works, sent = getattr(delivery, where), []

    def fails_at_first(*arguments):
        if troubles:
            raise troubles.pop()
        return works(*arguments)

    monkeypatch.setattr(delivery, where, fails_at_first)
    monkeypatch.setattr(registry.get("email"), "send", lambda row, notice: sent.append(row.pk))
    for _ in range(2):
        with pytest.raises(OperationalError):
            send_lane(MAIL, timezone.now())
        assert not Delivery.objects.filter(state=Delivery.State.SENDING).exists()
        if not troubles:
            break
    send_lane(MAIL, timezone.now())
    assert len(sent) == len(set(sent)) == Delivery.objects.filter(channel="email", state="sent").count() > 1
    assert set(Delivery.objects.filter(channel="email").values_list("attempts", flat=True)) == {1}


def test_a_webhook_removed_while_its_notice_is_on_its_way_does_not_hold_up_the_others(duel):
    destinations.add(duel.fellowship, "webhook", "https://example.org/hook")
    duel.discard()
    webhook = Delivery.objects.get(channel="webhook")
    ready = delivery.prepare(claim(webhook.pk, soon()), soon())
    Place.objects.all().delete()
    assert not delivery.settle(delivery.Outcome(ready, DeliveryError("nobody is there"), 0.1), soon())
    assert not Delivery.objects.filter(pk=webhook.pk).exists()
    assert send_due(soon()) > 0


def test_a_failing_mail_server_is_tried_again_and_given_up_in_the_end(duel, monkeypatch):
    import notifications.channels.email.message as channel

    def down(*args, **kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr(channel.EmailMultiAlternatives, "send", down)
    row = Delivery.objects.filter(kind="turn").first()
    now = timezone.now()
    for attempt in range(1, MOST_ATTEMPTS + 1):
        now += timedelta(hours=6)
        send_due(now)
        row.refresh_from_db()
        assert row.attempts == attempt
    assert row.state == Delivery.State.DEAD


def test_start_finish_invitation_and_offers_are_told(duel):
    kinds = set(Delivery.objects.values_list("kind", flat=True))
    assert {"start", "turn"} <= kinds
    endings.offer_draw(duel.game.key, "sauron")
    resignation.resign(duel.game.key, "sauron")
    merry = person("merry")
    table = open_table(merry, title="duel")
    invitations.invite(table.key, merry, "frodo")
    send_due(soon())
    subjects = " | ".join(m.subject for m in mail.outbox)
    assert "the game is over" in subjects
    assert "merry invites you" in subjects


@pytest.mark.long
def test_no_mail_holds_what_its_reader_may_not_know(duel):
    """Unpublished moves of the other side are in no mail."""
    duel.play_out(seed=2)
    send_due(soon())
    assert Game.objects.get(pk=duel.game.pk).seed
    for message in mail.outbox:
        assert duel.game.seed not in message.body


def test_refusals_leave_no_notice(duel):
    before = Delivery.objects.count()
    with pytest.raises(Refused):
        duel.submit("sauron", "nonsense")
    assert Delivery.objects.count() == before

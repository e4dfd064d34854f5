"""How often mail comes: once, together, as a digest, and never of what somebody has seen."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.kinds import EventKind
from games.ledger import notices
from games.tasks import remind
from notifications import destinations, lanes, outbox, preferences
from notifications.channels import registry
from notifications.errors import DeliveryError
from notifications.models import Delivery, Rhythm
from notifications.rhythm import write_digests, write_weeklies
from tests.conftest import Table, person
from tests.games.hours import rewrite
from tests.notifications.conftest import due, mails_to, newest
from tests.opening import open_table
from tests.post import deliver, send_due

# -- turn mails --------------------------------------------------------------------------------


def turn_mail(duel):
    """Write and send the turn mail of whoever is asked."""
    seat = duel.seat(duel.mover())
    notices.notify_turns(duel.game, [seat])
    send_due(due())


def test_no_mail_of_what_the_player_has_seen(duel, client):
    Delivery.objects.all().delete()
    duel.discard()
    client.force_login(duel.fellowship)
    client.get(f"/game/{duel.game.key}/")
    send_due(due())
    assert mails_to(duel.fellowship) == []
    assert newest("email").state == "dropped"


def test_unless_they_want_it_always(duel, client):
    preferences.set_rhythm(duel.fellowship, "each", always=True, urgent_at_night=False, digest=False)
    Delivery.objects.all().delete()
    duel.discard()
    client.force_login(duel.fellowship)
    client.get(f"/game/{duel.game.key}/")
    send_due(due())
    assert len(mails_to(duel.fellowship)) == 1


def second_game(duel):
    from games.lobby import tables

    game = open_table(duel.sauron, title="duel", seat="sauron", terms={"grace": 0})
    tables.join(game.key, user=duel.fellowship)
    tables.start_now(game.key, duel.sauron)
    game.refresh_from_db()
    return game


def test_further_games_wait_half_an_hour_and_come_in_one_mail(duel):
    Delivery.objects.all().delete()
    turn_mail(duel)
    (first,) = mails_to(duel.sauron)
    assert "ALSO WAITING" not in first.body
    further = [second_game(duel), second_game(duel)]
    Delivery.objects.exclude(kind=EventKind.TURN).delete()
    send_due(due(20))
    assert len(mails_to(duel.sauron)) == 1
    send_due(due(40))
    _, second = mails_to(duel.sauron)
    assert ": Play or discard a card, or take a landmark. (until " in second.subject
    assert second.subject.endswith(" (and 1 more game)")
    assert "ALSO WAITING FOR YOU" in second.body
    html = second.alternatives[0][0]
    for game in further:
        assert f"/game/{game.key}/" in second.body
        assert f"/game/{game.key}/" in html
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}
    send_due(due(80))
    assert len(mails_to(duel.sauron)) == 2


def test_a_game_that_was_answered_meanwhile_is_left_out_of_the_mail(duel):
    Delivery.objects.all().delete()
    turn_mail(duel)
    _, answered = second_game(duel), second_game(duel)
    Delivery.objects.exclude(kind=EventKind.TURN).delete()
    Table(answered, duel.fellowship, duel.sauron).discard()
    send_due(due(40))
    _, mail_of_one = mails_to(duel.sauron)
    assert "ALSO WAITING" not in mail_of_one.body


def test_what_was_answered_meanwhile_is_dropped_without_being_claimed(duel, monkeypatch):
    """By one statement, however many there are; what still waits for its answer goes out."""
    answered = [second_game(duel) for _ in range(3)]
    Delivery.objects.exclude(kind=EventKind.TURN).delete()
    for game in answered:
        Table(game, duel.fellowship, duel.sauron).discard()
    claimed = []
    claim = lanes.claim
    monkeypatch.setattr(
        lanes, "claim", lambda number, *given: claimed.append(number) or claim(number, *given)
    )
    old = Delivery.objects.filter(user=duel.sauron, subject__game__in=[game.key for game in answered])
    numbers = set(old.values_list("pk", flat=True))
    send_due(due(40))
    assert len(numbers) == 3
    assert not numbers & set(claimed)
    assert {*old.values_list("state", flat=True)} == {"dropped"}
    assert len(mails_to(duel.fellowship)) > 0


def test_games_whose_mail_fails_are_told_again(duel, monkeypatch):
    second_game(duel)
    Delivery.objects.exclude(kind=EventKind.TURN).delete()

    tried = []

    def refuse(delivery, notice):
        tried.append(len(notice.also))
        raise DeliveryError("the mail server does not answer", ours=True)

    monkeypatch.setattr(registry.get("email"), "send", refuse)
    send_due(due())
    monkeypatch.undo()
    assert tried == [1, 0]  # the second game by itself, too
    assert set(Delivery.objects.values_list("state", flat=True)) == {"pending"}
    send_due(due(10))
    (told,) = mails_to(duel.sauron)
    assert "ALSO WAITING FOR YOU" in told.body


def test_once_means_silence_until_the_player_looks(duel, client):
    preferences.set_rhythm(duel.sauron, "once", always=False, urgent_at_night=False, digest=False)
    second_game(duel)
    Delivery.objects.exclude(kind=EventKind.TURN).delete()
    send_due(due())
    send_due(due(60))
    assert len(mails_to(duel.sauron)) == 1


def test_only_a_digest(duel, settings):
    preferences.set_rhythm(duel.sauron, "digest", always=False, urgent_at_night=False, digest=False)
    send_due(due())
    assert mails_to(duel.sauron) == []
    morning = timezone.now().replace(hour=7, minute=5) + timedelta(days=1)
    assert write_digests(morning) == 1
    assert write_digests(morning + timedelta(minutes=5)) == 0
    send_due(morning + timedelta(minutes=1))
    (digest,) = mails_to(duel.sauron)
    assert "1 game waits for you" in digest.subject
    assert "Waiting for you".upper() in digest.body
    assert duel.game.key in digest.body


def test_a_digest_comes_at_seven_of_the_reader_s_own_day(duel):
    preferences.set_rhythm(duel.sauron, "each", always=False, urgent_at_night=False, digest=True)
    duel.sauron.timezone = "Asia/Tokyo"
    duel.sauron.save()
    assert write_digests(datetime(2027, 5, 5, 21, 55, tzinfo=UTC)) == 0
    assert write_digests(datetime(2027, 5, 5, 22, 5, tzinfo=UTC)) == 1


def test_whoever_has_had_a_digest_today_is_not_read_again(db, django_assert_num_queries):
    """One statement asks which time zones there are, and one for each local day who has not had theirs."""
    zones = ("Asia/Tokyo", "Pacific/Auckland", "UTC", "America/Lima", "Pacific/Kiritimati", "Etc/GMT+12")
    for number, zone in enumerate(zones):
        user = person(f"hobbit{number}")
        User.objects.filter(pk=user.pk).update(timezone=zone)
        preferences.set_rhythm(user, "each", always=False, urgent_at_night=False, digest=True)
    evening = datetime(2027, 5, 5, 20, tzinfo=UTC)
    assert write_digests(evening) == len(zones) - 1, "in Tokyo it is five in the morning"
    with django_assert_num_queries(3):
        assert write_digests(evening) == 0
    assert write_digests(evening + timedelta(hours=3)) == 1


def test_a_worker_that_dies_before_a_digest_is_written_leaves_the_day_open(duel, monkeypatch):
    preferences.set_rhythm(duel.sauron, "each", always=False, urgent_at_night=False, digest=True)
    Rhythm.objects.update(weekly=True)
    monday = datetime(2027, 5, 3, 23, tzinfo=UTC)

    def die(*args, **more):
        raise KeyboardInterrupt

    for write, kind in ((write_digests, "digest"), (write_weeklies, "weekly")):
        with monkeypatch.context() as patched:
            patched.setattr(type(Delivery.objects), "get_or_create", die)
            with pytest.raises(KeyboardInterrupt):
                write(monday)
        assert write(monday) == 1
        assert Delivery.objects.filter(kind=kind).count() == 1


def test_an_empty_digest_is_not_sent(db):
    sam = person("sam")
    preferences.set_rhythm(sam, "digest", always=False, urgent_at_night=False, digest=False)
    write_digests(timezone.now().replace(hour=8))
    send_due(due(60 * 24))
    assert mails_to(sam) == []


def test_quiet_hours_hold_push_and_chat_but_not_mail(duel, receiver):
    user = duel.fellowship
    user.quiet = {"from": 22 * 60, "to": 7 * 60}
    user.save()
    destinations.add(user, "chat", f"ntfy://{receiver.place}/shire")
    Delivery.objects.all().delete()
    duel.discard()
    night = (timezone.now() + timedelta(days=1)).replace(hour=2, minute=0)
    send_due(night)
    assert receiver.received == []
    held = newest("chat")
    assert (held.state, held.attempts) == ("pending", 0)
    assert held.due_at.hour == 7
    assert len(mails_to(user)) == 1
    receiver.status = 200
    send_due(night.replace(hour=7, minute=1))
    assert len(receiver.received) == 1


def test_urgent_notices_break_the_night_only_if_allowed(duel, receiver):
    user = duel.fellowship
    user.quiet = {"from": 22 * 60, "to": 7 * 60}
    user.save()
    destinations.add(user, "chat", f"ntfy://{receiver.place}/shire")
    night = (timezone.now() + timedelta(days=1)).replace(hour=2, minute=0)
    receiver.status = 200
    rows = []
    for number in range(2):
        outbox.notify(
            EventKind.START,
            user=user,
            dedupe=f"urgent-{number}",
            subject={"game": duel.game.key, "seat": "fellowship", "urgent": True},
        )
        rows.append(Delivery.objects.get(channel="chat", dedupe_key__startswith=f"urgent-{number}"))
    assert not deliver(rows[0].pk, night)
    preferences.set_rhythm(user, "each", always=False, urgent_at_night=True, digest=False)
    assert deliver(rows[1].pk, night)


def test_a_short_clock_s_reminder_goes_to_no_mailbox(duel, receiver):
    destinations.add(duel.sauron, "chat", f"ntfy://{receiver.place}/mordor")
    seat = duel.seat("sauron")
    rewrite(seat, due_at=seat.waiting_since + timedelta(hours=5))
    Delivery.objects.all().delete()
    receiver.status = 200
    at = seat.waiting_since + timedelta(hours=4, minutes=5)
    assert remind(at) == 1
    assert remind(at + timedelta(minutes=30)) == 0
    send_due(due())
    assert len(receiver.received) == 1
    assert mails_to(duel.sauron) == []


def test_the_page_stores_the_rhythm(duel, client):
    client.force_login(duel.fellowship)
    assert client.post("/notifications/rhythm/", {"mode": "once", "digest": "on"}).status_code == 302
    stored = Rhythm.objects.get(user=duel.fellowship)
    assert (stored.mode, stored.digest, stored.always) == ("once", True, False)
    assert client.post("/notifications/rhythm/", {"mode": "never"}).status_code == 422
    text = client.get("/notifications/").content.decode()
    assert 'value="once" checked' in text


# -- digests -----------------------------------------------------------------------------------


def test_a_digest_can_be_stopped_with_one_click(duel, client):
    preferences.set_rhythm(duel.sauron, "digest", always=False, urgent_at_night=False, digest=True)
    morning = timezone.now().replace(hour=7, minute=5) + timedelta(days=1)
    write_digests(morning)
    send_due(morning + timedelta(minutes=1))
    (digest,) = mails_to(duel.sauron)
    link = digest.extra_headers["List-Unsubscribe"].strip("<>")
    assert client.post("/" + link.split("/", 3)[3]).status_code == 200
    stored = Rhythm.objects.get(user=duel.sauron)
    assert (stored.mode, stored.digest) == ("once", False)


def test_in_the_morning_the_digest_says_what_was_answered_at_night(beans):
    """Journey 4: a small question at night, a standing order, and the reason line in the morning."""
    from games.orders import orders
    from games.orders.execution import run_due

    order = {"kind": "policy", "decision_kind": "grumble", "answer": "first", "lines": ["no"]}
    orders.give(beans.viewer("right"), order)
    preferences.set_rhythm(beans.sauron, "digest", always=False, urgent_at_night=False, digest=True)
    beans.submit("left", 1, "keep")
    run_due(timezone.now() + timedelta(minutes=21))
    mail.outbox.clear()
    morning = timezone.now().replace(hour=7, minute=5) + timedelta(days=1)
    write_digests(morning)
    send_due(morning + timedelta(minutes=1))
    (digest,) = mails_to(beans.sauron)
    assert "YOUR STANDING ORDERS" in digest.body
    assert "grumble: no" in digest.body

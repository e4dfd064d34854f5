"""Lanes: calls go out in turn, within limits for each owner and host; who is silent rests and loses nothing."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby import channels
from games.models import Game
from notifications import delivery, destinations, group_channels, lanes, outbox
from notifications.channels import registry
from notifications.channels.transport import CALLS, MAIL
from notifications.delivery import SWITCHED_OFF, send_lane
from notifications.models import Delivery, Place, Turn
from tests.conftest import person
from tests.notifications.receivers import Receiver
from tests.post import send_due

pytestmark = pytest.mark.both_databases

PATIENCE = 0.4


@pytest.fixture
def receivers(settings):
    """Start receivers on this machine; they may be called although they are no public addresses."""
    running = []
    settings.WEBHOOK_ALLOWED_HOSTS = []

    def start(mode="ok"):
        server = Receiver()
        server.mode = mode
        running.append(server)
        settings.WEBHOOK_ALLOWED_HOSTS.append(f"127.0.0.1:{server.port}")
        return server

    yield start
    for server in running:
        server.stop()


def hook(user, server, path="x"):
    return destinations.add(user, "webhook", f"http://127.0.0.1:{server.port}/{path}")


def tell(user, name):
    """Write a notice to somebody that goes to all their programs."""
    outbox.notify_webhooks(SWITCHED_OFF, user=user, dedupe=name, subject={"what": name})


def later(**parts):
    return timezone.now() + timedelta(**parts)


# -- a place that is silent ------------------------------------------------------------------------


def test_a_silent_program_is_called_once_and_not_for_every_notice_that_waits(db, receivers, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = PATIENCE
    sauron, silent = person("sauron"), receivers("silent")
    place = hook(sauron, silent)
    for number in range(20):
        tell(sauron, f"notice {number}")
    assert send_due(timezone.now()) == 0
    place.refresh_from_db()
    assert (place.failures, place.rest_until > timezone.now()) == (1, True)
    attempts = sorted(Delivery.objects.values_list("attempts", flat=True))
    assert attempts == [0] * 19 + [1], "whatever waits for it to rest has not been tried"
    assert set(Delivery.objects.values_list("state", flat=True)) == {"pending"}
    assert send_due(timezone.now()) == 0
    assert sum(Delivery.objects.values_list("attempts", flat=True)) == 1


def test_after_its_rest_one_notice_tries_it_out_and_the_others_follow(db, receivers, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = PATIENCE
    sauron, program = person("sauron"), receivers("silent")
    place = hook(sauron, program)
    for number in range(5):
        tell(sauron, f"notice {number}")
    send_due(timezone.now())
    assert send_due(later(minutes=1)) == 0, "it is still silent"
    place.refresh_from_db()
    assert place.failures == 2
    assert place.rest_until > later(minutes=1, seconds=40), "it rests for longer"
    program.mode, program.requests[:] = "ok", []
    settings.WEBHOOK_TIMEOUT_SECONDS = 60.0
    assert send_due(later(minutes=5)) == 5
    place.refresh_from_db()
    assert (place.failures, place.rest_until, place.last_error) == (0, None, "")
    numbers = [line for head, _ in program.requests for line in head.splitlines() if "webhook-id" in line]
    assert len(set(numbers)) == len(numbers) == 5


def test_who_refuses_one_notice_gets_the_next_at_once_but_not_for_ever(db, receivers):
    sauron, program = person("sauron"), receivers("error")
    place = hook(sauron, program)
    for number in range(6):
        tell(sauron, f"notice {number}")
    send_due(timezone.now())
    place.refresh_from_db()
    assert len(program.requests) == place.failures == delivery.REFUSALS
    assert place.rest_until is not None


def test_a_place_is_switched_on_rested(db, receivers, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = PATIENCE
    sauron, program = person("sauron"), receivers("silent")
    place = hook(sauron, program)
    tell(sauron, "first")
    send_due(timezone.now())
    program.mode, settings.WEBHOOK_TIMEOUT_SECONDS = "ok", 60.0
    destinations.do(place, "enable")
    tell(sauron, "second")
    assert send_due(timezone.now()) == 1


# -- in turn -----------------------------------------------------------------------------------


def test_a_flood_of_one_owner_lets_others_pass(db, receivers):
    """Sauron has written a thousand notices before Sam's one; it does not come last."""
    sauron, sam = person("sauron"), person("sam")
    program, healthy = receivers(), receivers()
    hook(sauron, program)
    hook(sam, healthy)
    for number in range(300):
        tell(sauron, f"notice {number}")
    tell(sam, "yours")
    send_lane(CALLS, timezone.now(), limit=10)
    assert len(healthy.requests) == 1
    assert Delivery.objects.filter(user=sauron, state="sent").count() == 9


def taken(user=None):
    claimed = Delivery.objects.filter(state="sending")
    return claimed.count() if user is None else claimed.filter(user=user).count()


def test_calls_under_way_are_limited_for_each_owner_and_each_place(db, receivers):
    """Another worker, which sees the claims in the database, keeps to the limits as well."""
    sauron, sam = person("sauron"), person("sam")
    servers = [receivers() for _ in range(5)]
    for number, server in enumerate(servers):
        hook(sauron, server, path=f"a{number}")
    Place.objects.update(host="")
    hook(sam, servers[0])
    for number in range(4):
        tell(sauron, f"notice {number}")
    tell(sam, "yours")
    lane = lanes.LANES[CALLS]
    lanes.Line(lane).take(timezone.now(), room=32, doubtful=32)
    assert (taken(sauron), taken(sam)) == (lane.per_owner, 1)
    claimed = Delivery.objects.filter(state="sending", user=sauron)
    assert claimed.values("place").distinct().count() == lane.per_owner
    assert lanes.Line(lane).take(timezone.now(), room=32, doubtful=32) == []
    # A worker that was killed holds nobody up for longer than its claims live.
    lanes.free_dead_claims(CALLS, later(seconds=lanes.CLAIM_SECONDS + 1))
    assert taken() == 0
    assert len(lanes.Line(lane).take(timezone.now(), room=32, doubtful=32)) == lane.per_owner + 1


def test_calls_under_way_are_limited_for_each_host(db, receivers):
    server, lane = receivers(), lanes.LANES[CALLS]
    for number in range(lane.per_host + 4):
        user = person(f"orc{number}")
        hook(user, server, path=f"p{number}")
        tell(user, f"notice {number}")
    lanes.Line(lane).take(timezone.now(), room=32, doubtful=32)
    assert taken() == lane.per_host
    assert "127.0.0.1" not in Place.objects.first().host


def test_some_room_is_kept_for_places_that_answer_at_once(db, receivers):
    """Forty orcs with silent programs wait longer than Sam; his program has always answered."""
    sam, healthy = person("sam"), receivers()
    place = hook(sam, healthy)
    tell(sam, "first")
    assert send_due(timezone.now()) == 1
    place.refresh_from_db()
    assert place.prompt
    lane = lanes.LANES[CALLS]
    for number in range(40):
        orc = person(f"orc{number}")
        hook(orc, healthy, path=f"o{number}")
        tell(orc, f"notice {number}")
    Place.objects.exclude(pk=place.pk).update(host="")
    tell(sam, "second")
    lanes.Line(lane).take(timezone.now(), room=lane.slots, doubtful=lane.doubtful)
    assert (taken(), taken(sam)) == (lane.doubtful + 1, 1)


def test_whoever_adds_channels_to_many_tables_answers_for_all_of_them(duel, receivers, settings):
    """The tables of one account share one limit, that of the account."""
    servers = [receivers() for _ in range(3)]
    keys = [f"table{number}" for number in range(3)]
    for key in keys:
        for number, server in enumerate(servers):
            address = f"http://127.0.0.1:{server.port}/{key}{number}"
            group_channels.add(key, group_channels.checked(address), ["table-turn"], duel.sauron)
        group_channels.tell(key, "table-turn", dedupe=key, subject={})
    Place.objects.update(host="")
    Delivery.objects.filter(channel="email").delete()
    lane = lanes.LANES[CALLS]
    lanes.Line(lane).take(timezone.now(), room=32, doubtful=32)
    assert taken() == lane.per_owner
    viewer = duel.viewer("sauron")
    channels.add(viewer, f"http://127.0.0.1:{servers[0].port}/own", ["table-turn"])
    assert Place.objects.get(table=duel.game.key).keeper == duel.sauron
    assert Game.objects.get(pk=duel.game.pk).has_channels


# -- turns survive sweeps ----------------------------------------------------------------------

#: Two calls at once, and more people than that who wait for theirs.
NARROW = lanes.Lane(CALLS, slots=2, doubtful=2, per_owner=3, per_host=6, sweeps=1)


def flood(name, notices=10):
    """Let somebody have one program and many notices that have been due for an hour."""
    user = person(name)
    destinations.add(user, "webhook", f"https://{name}.example/")
    for number in range(notices):
        tell(user, f"{name} {number}")
    Delivery.objects.filter(user=user).update(due_at=later(hours=-1))
    return user


def sweep_at(now):
    """Let one sweep of its own make its calls; return who was called."""
    claims = lanes.Line(NARROW).take(now, room=NARROW.slots, doubtful=NARROW.doubtful)
    called = Delivery.objects.filter(pk__in=[claim.delivery for claim in claims])
    names = list(called.order_by("due_at", "pk").values_list("user__username", flat=True))
    called.update(state="sent", claimed_at=None)
    return names


def test_whoever_was_never_called_goes_before_whoever_was_in_an_earlier_sweep(db):
    """What five orcs are told has waited for an hour; Sam's first notice has only just been written."""
    for number in range(5):
        flood(f"orc{number}")
    assert sweep_at(later(seconds=10)) == ["orc0", "orc1"]
    sam = person("sam")
    destinations.add(sam, "webhook", "https://sam.example/")
    tell(sam, "yours")
    tell(sam, "yours, too")
    assert sweep_at(later(seconds=30)) == ["orc2", "orc3"]
    assert sweep_at(later(seconds=50)) == ["orc4", "sam"]
    assert sweep_at(later(seconds=70)) == ["orc0", "orc1"]
    assert sweep_at(later(seconds=90)) == ["orc2", "orc3"]
    assert sweep_at(later(seconds=110)) == ["orc4", "sam"], "one round later it is his turn again"


def test_nobody_gets_another_turn_by_removing_a_place_and_adding_it_again(db):
    for number in range(3):
        flood(f"orc{number}")
    assert sweep_at(later(seconds=10)) == ["orc0", "orc1"]
    first = Place.objects.get(user__username="orc0")
    first.delete()
    destinations.add(first.user, "webhook", "https://orc0.example/again")
    tell(first.user, "again")
    assert sweep_at(later(seconds=30)) == ["orc1", "orc2"]
    assert sweep_at(later(seconds=50)) == ["orc1", "orc0"]


def test_turns_are_forgotten_after_a_day_and_say_nothing_of_anybody(db):
    flood("orc")
    sweep_at(later(seconds=10))
    (turn,) = Turn.objects.all()
    assert (turn.lane, len(turn.owner)) == (CALLS, 64)
    lanes.forget_turns(later(hours=23))
    assert Turn.objects.exists()
    lanes.forget_turns(later(hours=25))
    assert not Turn.objects.exists()


# -- mail and calls ----------------------------------------------------------------------------


def test_mail_and_calls_do_not_wait_for_each_other(db, receivers, mailoutbox, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = PATIENCE
    sauron = person("sauron")
    hook(sauron, receivers("silent"))
    outbox.notify(SWITCHED_OFF, user=sauron, dedupe="both", subject={"what": "x"})
    assert send_lane(MAIL, timezone.now()) == 1
    assert len(mailoutbox) == 1
    assert Delivery.objects.get(channel="webhook").attempts == 0
    assert send_lane(CALLS, timezone.now()) == 0
    assert Delivery.objects.get(channel="webhook").attempts == 1


def test_a_commit_wakes_the_lanes_that_have_something_to_send(
    db, receivers, settings, monkeypatch, django_capture_on_commit_callbacks
):
    woken = []
    settings.NUDGE_WORKERS = True
    monkeypatch.setattr("notifications.wakeups.wake", woken.append)
    sam = person("sam")
    with django_capture_on_commit_callbacks(execute=True):
        outbox.notify(SWITCHED_OFF, user=sam, dedupe="one", subject={"what": "x"})
    assert woken == ["notifications.tasks.sweep_mail"]
    hook(sam, receivers())
    with django_capture_on_commit_callbacks(execute=True):
        outbox.notify(SWITCHED_OFF, user=sam, dedupe="two", subject={"what": "x"})
    assert woken[1:] == ["notifications.tasks.sweep_calls", "notifications.tasks.sweep_mail"]


@pytest.fixture
def woken(settings, monkeypatch):
    """The tasks that workers are woken for."""
    found = []
    settings.NUDGE_WORKERS = True
    monkeypatch.setattr("notifications.wakeups.wake", found.append)
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("limit", "seconds"), [(1, 20.0), (200, 0.0)])
def test_a_sweep_that_has_had_its_share_wakes_the_next_one_for_the_rest(
    woken, monkeypatch, mailoutbox, limit, seconds
):
    """Else what is due lay there until the beat comes round, as long as there is one."""
    for name in ("sam", "rosie"):
        outbox.notify(SWITCHED_OFF, user=person(name), dedupe=name, subject={"what": "x"})
    woken.clear()
    monkeypatch.setattr(delivery, "TAKE_SECONDS", seconds)
    sent = send_lane(MAIL, timezone.now(), limit)
    assert woken == ["notifications.tasks.sweep_mail"]
    monkeypatch.undo()
    assert send_lane(MAIL, timezone.now()) == 2 - (sent or 0)
    assert len(mailoutbox) == 2


@pytest.mark.django_db(transaction=True)
def test_a_sweep_that_was_wanted_while_another_was_at_it_begins_after_it(woken, monkeypatch):
    """That one may just have had its last look."""
    monkeypatch.setitem(delivery._sweeps, MAIL, threading.BoundedSemaphore(1))
    found = []

    def meanwhile() -> bool:
        found.append(send_lane(MAIL, timezone.now()))
        return True

    assert send_lane(MAIL, timezone.now(), 200, meanwhile) == 0
    assert set(found) == {None}
    assert woken == ["notifications.tasks.sweep_mail"]
    woken.clear()
    send_lane(MAIL, timezone.now())
    assert woken == []


def test_a_worker_that_stops_begins_no_call_and_finishes_those_that_are_under_way(db, receivers):
    sam, program = person("sam"), receivers()
    hook(sam, program)
    for number in range(5):
        tell(sam, f"notice {number}")
    looks = iter([True, False])
    assert send_lane(CALLS, timezone.now(), going_on=lambda: next(looks, False)) == 1
    states = sorted(Delivery.objects.values_list("state", flat=True))
    assert states == ["pending"] * 4 + ["sent"]


def test_a_process_does_not_sweep_its_calls_twice_at_once(db, receivers, monkeypatch):
    sam, program = person("sam"), receivers()
    hook(sam, program)
    tell(sam, "notice")
    began, go_on = threading.Event(), threading.Event()
    send = registry.get("webhook").send

    def slowly(row, notice):
        began.set()
        go_on.wait(60)
        send(row, notice)

    monkeypatch.setattr(registry.get("webhook"), "send", slowly)
    second = []

    def look_again():
        if began.wait(0) and not second:
            second.append(send_lane(CALLS, timezone.now()))
            go_on.set()
        return True

    assert send_lane(CALLS, timezone.now(), going_on=look_again) == 1
    assert second == [None]
    assert len(program.requests) == 1


# -- for whoever watches -----------------------------------------------------------------------


def test_what_waits_for_its_place_to_rest_is_not_late(db, receivers, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = PATIENCE
    sauron = person("sauron")
    hook(sauron, receivers("silent"))
    for number in range(3):
        tell(sauron, f"notice {number}")
    send_due(timezone.now())
    waiting = lanes.waiting(later(seconds=5))[CALLS]
    assert (waiting.due, waiting.oldest) == (0, timedelta(0))
    assert lanes.receivers(timezone.now()) == {"called": 0, "resting": 1, "off": 0}
    long_after = lanes.waiting(later(minutes=20))[CALLS]
    assert long_after.due == 3
    assert timedelta(minutes=18) < long_after.oldest < timedelta(minutes=20)


def test_notices_of_one_place_wait_for_each_other_and_not_for_us(db, receivers):
    """A program that has just been called, and has a hundred more to come, is no alarm."""
    sam = person("sam")
    hook(sam, receivers())
    for number in range(3):
        tell(sam, f"notice {number}")
    then = later(minutes=30)
    assert send_lane(CALLS, then, limit=1) == 1
    waiting = lanes.waiting(then + timedelta(seconds=10))[CALLS]
    assert waiting.due == 2
    assert waiting.oldest <= timedelta(seconds=10)


def test_what_waits_behind_its_own_owner_s_calls_is_not_late(db):
    """One account with thirty programs has three called at a time; nobody else is kept waiting."""
    orc = person("orc")
    for number in range(30):
        Place.objects.create(user=orc, channel="webhook", label=f"{number}", address="", digest=f"{number}")
    tell(orc, "notice")
    begun = later(minutes=30)
    lane = lanes.LANES[CALLS]
    for call in range(9):
        now = begun + timedelta(minutes=call)
        claims = lanes.Line(lane).take(now, room=lane.slots, doubtful=lane.doubtful)
        assert len(claims) == lane.per_owner
        waiting = lanes.waiting(now + timedelta(seconds=50))[CALLS]
        assert (waiting.due, waiting.oldest) == (27 - 3 * call, timedelta(seconds=50))
        lanes.held(claims).update(state="sent")
        assert lanes.waiting(now + timedelta(seconds=55))[CALLS].oldest == timedelta(seconds=55)
    tell(person("sam"), "of nobody")
    assert lanes.waiting(begun + timedelta(minutes=20))[CALLS].oldest == timedelta(minutes=12), (
        "it stands still"
    )


def test_whoever_waits_behind_others_is_late_however_often_these_are_called(db):
    sam, _ = flood("sam"), flood("orc")
    Delivery.objects.filter(user=sam).update(due_at=later(minutes=-20))
    now = timezone.now()
    lanes.Line(NARROW).take(now, room=1, doubtful=1)
    assert taken(sam) == 0
    assert timedelta(minutes=19) < lanes.waiting(now)[CALLS].oldest < timedelta(minutes=21)


@pytest.mark.parametrize(
    ("facts", "owner"),
    [
        ((5, 7, 8, "table", ""), ("account", 7)),
        ((5, None, 8, "table", ""), ("account", 8)),
        ((5, None, None, "table", ""), ("table", "table")),
        ((5, None, None, "", ""), ("address", 5)),
        ((None, None, None, None, "sam@example.org"), ("address", "sam@example.org")),
    ],
)
def test_a_notice_is_the_account_s_else_the_table_s_else_the_address_s(facts, owner):
    assert lanes._owner(*facts) == owner

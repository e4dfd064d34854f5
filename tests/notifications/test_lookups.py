"""A name that cannot be looked up just now is no refusal: the notice comes later, and nobody waits for others."""

import socket
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import destinations, guard, lanes
from notifications.channels.transport import CALLS, PROGRAMS
from notifications.guard import lookups
from notifications.models import Delivery, Place
from tests.conftest import person
from tests.frame.services import wait_for
from tests.notifications.conftest import told_through
from tests.notifications.receivers import Authority, Receiver
from tests.post import send_due

HOST = "hooks.example.org"


class Resolver:
    """What this machine knows of names: an address, an error, or nothing for as long as the test lasts."""

    def __init__(self):
        self.known, self.asked, self.over = {}, [], threading.Event()

    def __call__(self, host, port, *args, **kwargs):
        if host == "127.0.0.1":  # no name: whoever connects asks, too
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
        self.asked.append(host)
        found = self.known.get(host, socket.EAI_NONAME)
        if found == "hangs":
            self.over.wait(120)
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        if isinstance(found, Exception):
            raise found
        if isinstance(found, int):
            raise socket.gaierror(found, "no")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]


@pytest.fixture
def resolver(monkeypatch):
    made = Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", made)
    yield made
    made.over.set()


@pytest.fixture
def receiver(tmp_path, monkeypatch, settings):
    """A receiver with TLS, whose name leads to this machine once the resolver says so."""
    authority = Authority(tmp_path)
    monkeypatch.setattr(guard, "_trusted", authority.trusted)
    server = Receiver(authority.server(HOST))
    settings.WEBHOOK_ALLOWED_HOSTS = [f"{HOST}:{server.port}"]
    yield server
    server.stop()


#: What resolvers answer that is no word about the host itself, or one that may change.
HICCUPS = {
    "try again": socket.EAI_AGAIN,
    "failed": socket.EAI_FAIL,
    "no such name": socket.EAI_NONAME,
    "no address": getattr(socket, "EAI_NODATA", socket.EAI_NONAME),
    "no memory": socket.EAI_MEMORY,
    "network is down": OSError(101, "Network is unreachable"),
    "nothing": [],
    "hangs": "hangs",
}


@pytest.mark.parametrize("channel", ["webhook", "chat", "push"])
def test_a_hiccup_costs_no_notice_and_switches_nothing_off(duel, receiver, resolver, channel, monkeypatch):
    added, delivery = told_through(channel, duel, f"{HOST}:{receiver.port}")
    now = timezone.now()
    for failures, (what, answer) in enumerate(HICCUPS.items(), 1):
        monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.1 if answer == "hangs" else 60.0)
        resolver.known[HOST] = answer
        Place.objects.filter(pk=added.pk).update(failing_since=None)  # within a day
        now += timedelta(hours=5)
        assert send_due(now) == 0, what
        delivery.refresh_from_db()
        added.refresh_from_db()
        assert (delivery.state, delivery.attempts) == ("pending", failures), what
        assert (added.enabled, added.failures) == (True, failures), what
        assert "just now" in added.last_error, what
    resolver.known[HOST] = ["127.0.0.1"]
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 60.0)
    assert send_due(now + timedelta(hours=5)) == 1
    assert len(receiver.requests) == 1
    added.refresh_from_db()
    assert (added.enabled, added.failures, added.last_error) == (True, 0, "")


@pytest.mark.parametrize("channel", ["webhook", "chat", "push"])
def test_a_name_that_nobody_knows_for_a_day_is_switched_off_and_its_owner_told(duel, resolver, channel):
    resolver.known[HOST] = ["93.184.216.34"]
    added, _ = told_through(channel, duel, HOST)
    resolver.known[HOST] = socket.EAI_NONAME
    now = timezone.now() + timedelta(minutes=1)
    for _ in range(4):
        send_due(now)
        now += timedelta(hours=7)
        added.refresh_from_db()
        assert added.enabled
    send_due(now)
    added.refresh_from_db()
    assert not added.enabled
    assert Delivery.objects.filter(kind="channel", user=duel.fellowship, channel="email").count() == 1


@pytest.mark.parametrize("channel", ["webhook", "chat", "push"])
def test_a_name_that_leads_inside_is_refused_and_not_called_again(duel, resolver, channel):
    """It is said plainly, so this notice is given up; the place is switched off only if that lasts."""
    resolver.known[HOST] = ["93.184.216.34"]
    added, delivery = told_through(channel, duel, HOST)
    resolver.known[HOST] = ["93.184.216.34", "10.0.0.1"]
    send_due(timezone.now() + timedelta(minutes=1))
    delivery.refresh_from_db()
    added.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("dead", 1)
    assert (added.enabled, added.failures) == (True, 1)
    assert "public address" in added.last_error


# -- many names at once ------------------------------------------------------------------------


def vetted(host):
    return guard.vetted_address(guard.check_url(f"https://{host}/"))


def in_threads(hosts, seconds=120, found=None):
    """Look hosts up all at once; return what came of each, an address or an error, as far as it is there in time.

    Meanwhile `found` has what came so far, by number.
    """
    found = {} if found is None else found

    def ask(number, host):
        try:
            found[number] = vetted(host)
        except (guard.Forbidden, guard.NoAnswer) as error:
            found[number] = error

    threads = [threading.Thread(target=ask, args=entry, daemon=True) for entry in enumerate(hosts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    return [found.get(number) for number in range(len(hosts))]


def test_forty_names_that_hang_keep_nobody_waiting(resolver, monkeypatch):
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 60.0)
    slow = [f"slow-{number}.example.org" for number in range(40)]
    resolver.known |= {**dict.fromkeys(slow, "hangs"), HOST: ["93.184.216.34"]}
    given_up = {}
    waiting = threading.Thread(target=in_threads, args=(slow, 120, given_up), daemon=True)
    waiting.start()
    wait_for(lambda: len(resolver.asked) == 40)
    assert vetted(HOST) == "93.184.216.34"
    assert not given_up, "it has waited for one of the others"
    resolver.over.set()
    waiting.join(60)


def test_those_who_ask_for_the_same_name_at_once_share_one_look_up(resolver, monkeypatch):
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 60.0)
    resolver.known[HOST] = "hangs"
    begin, waiting = lookups._begin, []

    def counted(*args):
        waiting.append(begin(*args))
        return waiting[-1]

    monkeypatch.setattr(lookups, "_begin", counted)
    asking = threading.Thread(target=in_threads, args=([HOST] * 30,), daemon=True)
    asking.start()
    wait_for(lambda: len(waiting) == 30)
    resolver.over.set()
    asking.join(60)
    assert resolver.asked == [HOST]


def test_a_name_that_hangs_for_ever_takes_a_few_threads_and_no_more(resolver, monkeypatch):
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.02)
    resolver.known[HOST] = "hangs"
    for _ in range(20):
        with pytest.raises(guard.NotFound, match="just now"):
            vetted(HOST)
    wait_for(lambda: len(resolver.asked) == lookups.MOST_OF_A_HOST)
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 60.0)
    resolver.known[HOST] = ["93.184.216.34"]
    resolver.over.set()
    wait_for(lambda: not lookups._under_way)
    assert vetted(HOST) == "93.184.216.34"


def test_more_names_than_a_machine_can_look_up_are_tried_again(resolver, monkeypatch):
    monkeypatch.setattr(guard, "RESOLVE_SECONDS", 0.02)
    monkeypatch.setattr(lookups, "MOST_AT_ONCE", 5)
    names = [f"slow-{number}.example.org" for number in range(12)]
    resolver.known |= dict.fromkeys(names, "hangs")
    for name in names:
        with pytest.raises(guard.NotFound):
            vetted(name)
    wait_for(lambda: len(resolver.asked) == 5)


@pytest.mark.parametrize("host", ["a..example.org", "x" * 64 + ".example.org", ".example.org"])
def test_what_no_host_can_be_called_is_no_hiccup(resolver, host):
    with pytest.raises(guard.Forbidden):
        vetted(host)
    assert resolver.asked == []


def test_a_name_is_looked_up_anew_for_every_call(resolver):
    """Nothing is remembered that could lead elsewhere later on."""
    resolver.known[HOST] = ["93.184.216.34"]
    assert vetted(HOST) == "93.184.216.34"
    resolver.known[HOST] = ["10.0.0.1"]
    with pytest.raises(guard.Forbidden):
        vetted(HOST)


# -- adding a place ----------------------------------------------------------------------------


def test_no_name_is_looked_up_while_somebody_waits_for_a_page(duel, resolver, client):
    """Whatever a name leads to is found out when it is called; what plainly leads inside is refused at once."""
    client.force_login(duel.fellowship)
    resolver.known[HOST] = "hangs"
    page = f"/game/{duel.game.key}/channels/"
    for number, address in enumerate((f"ntfys://{HOST}/shire", "ntfys://10.0.0.8/shire")):
        status = (302, 422)[number]
        assert (
            client.post("/notifications/places/", {"action": "add-chat", "url": address}).status_code
            == status
        )
        form = {"action": "add", "address": address, "event": ["table-turn"]}
        assert client.post(page, form).status_code == status
    assert (Place.objects.count(), resolver.asked) == (2, [])


def test_a_webhook_is_added_while_no_name_can_be_looked_up_and_its_test_says_so(db, resolver):
    sam = person("sam")
    resolver.known[HOST] = socket.EAI_AGAIN
    hook = destinations.add(sam, "webhook", f"https://{HOST}/hook")
    destinations.change(sam, PROGRAMS, hook.pk, "test")
    assert resolver.asked == []
    send_due(timezone.now())
    hook.refresh_from_db()
    assert hook.enabled
    assert "could not be looked up just now" in hook.last_error


def test_names_that_hang_leave_room_for_those_of_others(resolver):
    """A sweep begins calls as fast as its patience with names allows; each name may hang half a minute."""
    hanging = lanes.LANES[CALLS].doubtful / guard.RESOLVE_SECONDS * 30
    assert 2 * hanging <= lookups.MOST_AT_ONCE

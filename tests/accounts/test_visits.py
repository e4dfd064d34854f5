"""From where people come: kept as keyed hashes, coarsely, for a while, and told to nobody (MOD-12)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from freezegun import freeze_time

from accounts import visits
from accounts.models import SharedConnection, User, Visit
from accounts.services import close_account
from games.lobby import invitations, tables
from games.models import Game
from games.refusals import Refused
from games.tasks import tidy
from leagues.services.entry import registration
from leagues.services.lifecycle import creation
from tests.conftest import person
from tests.opening import open_table

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, 3, 20, tzinfo=UTC)


def come(user: User, address: str = "192.0.2.1", at: datetime = NOON, browser: str = "Firefox") -> Client:
    """Look at the lobby from an address."""
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=browser)
    with freeze_time(at):
        client.force_login(user)
        client.get("/")
    return client


def asked(call, *args, **more):
    with pytest.raises(Refused) as caught:
        call(*args, **more)
    assert caught.value.code == "same-connection"
    return caught.value


def test_a_visit_is_coarse_and_holds_no_address():
    sam = person("sam")
    come(sam)
    visit = Visit.objects.get()
    assert (visit.begun_at, visit.last_at) == (NOON.replace(minute=0, second=0),) * 2
    stored = repr(Visit.objects.values().get())
    assert "192.0.2.1" not in stored
    assert "Firefox" not in stored
    sam.refresh_from_db()
    assert sam.seen_on == NOON.date()


def test_a_visit_goes_on_until_a_pause_and_another_address_is_another():
    sam = person("sam")
    client = come(sam)
    for minutes in (5, 12, 25, 50):
        with freeze_time(NOON + timedelta(minutes=minutes)):
            client.get("/")
    visit = Visit.objects.get()
    assert visit.last_at - visit.begun_at == timedelta(minutes=50)
    with freeze_time(NOON + timedelta(minutes=100)):
        client.get("/")
        client.get("/", REMOTE_ADDR="192.0.2.2")
    assert Visit.objects.count() == 3


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # one line has many addresses
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_what_counts_as_one_address(first, second, same):
    assert (visits.connection_of(first) == visits.connection_of(second)) == same


@pytest.mark.parametrize("address", ["elsewhere", "127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_nonsense_and_the_server_itself_are_no_visit(address):
    come(person("sam"), address)
    assert not Visit.objects.exists()


def test_behind_our_own_proxy_the_address_is_the_one_that_it_names(rf, settings):
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="203.0.113.66, 192.0.2.1")
    assert visits.address_of(request) == "10.0.0.1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert visits.address_of(request) == "192.0.2.1"  # what the caller wrote himself counts for nothing


def test_the_key_decides_the_mark(settings):
    before = visits.mark_of("address", "192.0.2.1")
    settings.SECRET_KEY = "another"
    assert visits.mark_of("address", "192.0.2.1") != before


def test_visits_are_forgotten():
    sam = person("sam")
    come(sam)
    with freeze_time(NOON + timedelta(days=59)):
        tidy()
        assert Visit.objects.exists()
    with freeze_time(NOON + timedelta(days=61)):
        tidy()
        assert not Visit.objects.exists()


def test_nothing_is_kept_where_the_operator_wants_nothing(settings):
    settings.HOUSE = replace(settings.HOUSE, visits_kept=timedelta(0))
    sam, ted = person("sam"), person("ted")
    come(sam)
    come(ted)
    assert not Visit.objects.exists()
    assert visits.sharing(sam, [ted.pk], NOON) == set()
    sam.refresh_from_db()
    assert sam.seen_on == NOON.date()


def test_visits_leave_with_the_account():
    sam = person("sam")
    come(sam)
    close_account(sam)
    assert not Visit.objects.exists()
    sam.refresh_from_db()
    assert sam.seen_on is None


def test_a_token_is_a_visit_too(client):
    from accounts.models import ApiToken

    sam = person("sam")
    _, secret = ApiToken.objects.issue(sam, "bot", ["read"])
    client.get("/api/v1/me/", HTTP_AUTHORIZATION=f"Bearer {secret}", REMOTE_ADDR="192.0.2.9")
    assert Visit.objects.get().address == visits.mark_of("address", "192.0.2.9")


# -- the question ------------------------------------------------------------------------------


@pytest.fixture
def table():
    """Sam's table; he and Rosie come from one house, Ted from another."""
    sam, rosie, ted = person("hamfast"), person("rosie"), person("ted")
    come(sam, browser="Safari")
    come(rosie, at=NOON + timedelta(days=1))
    come(ted, "198.51.100.7")
    with freeze_time(NOON + timedelta(days=1)):
        yield open_table(sam, title="duel"), rosie, ted


def test_who_shares_the_connection_is_asked_once_and_then_sits_down(table):
    game, rosie, _ = table
    error = asked(tables.join, game.key, user=rosie)
    assert "hamfast" not in error.message
    assert error.extra == {"connection": ["household", "apart"]}
    assert not game.seats.filter(user=rosie).exists()
    assert SharedConnection.objects.get().answer == ""
    asked(tables.join, game.key, user=rosie, connection="twin")
    tables.join(game.key, user=rosie, connection="household")
    assert SharedConnection.objects.get().answer == "household"
    tables.leave(game.key, user=rosie)
    tables.join(game.key, user=rosie)


def test_others_are_not_asked(table):
    game, _, ted = table
    tables.join(game.key, user=ted)
    assert not SharedConnection.objects.exists()


def test_nor_is_anybody_at_a_private_table(table):
    game, rosie, _ = table
    private = open_table(game.owner, title="duel", visibility=Game.Visibility.PRIVATE)
    invitation = invitations.invite(private.key, game.owner, "rosie")
    invitations.answer_invitation(invitation.pk, rosie, True)
    assert private.seats.filter(user=rosie).exists()
    assert not SharedConnection.objects.exists()


def test_an_invitation_to_a_public_table_asks_as_well(table):
    game, rosie, _ = table
    invitation = invitations.invite(game.key, game.owner, "rosie")
    asked(invitations.answer_invitation, invitation.pk, rosie, True)
    invitations.answer_invitation(invitation.pk, rosie, True, connection="apart")
    assert SharedConnection.objects.get().answer == "apart"


def test_an_event_asks_too(table):
    game, rosie, _ = table
    cup = creation.create(game.owner, creation.Proposal("Cup", "duel", "round-robin"))
    registration.enter(cup.key, game.owner)
    asked(registration.enter, cup.key, rosie)
    registration.enter(cup.key, rosie, connection="household")
    assert cup.entrants.count() == 2


def test_a_crowded_address_says_nothing():
    people = [person(f"student{n}") for n in range(visits.CROWDED + 1)]
    for user in people:
        come(user)
    assert visits.sharing(people[0], [p.pk for p in people], NOON) == set()


def test_an_old_visit_says_nothing():
    sam, rosie = person("sam"), person("rosie")
    come(sam)
    come(rosie)
    assert visits.sharing(sam, [rosie.pk], NOON) == {rosie.pk}
    late = NOON + timedelta(days=visits.WARNED_DAYS + 1)
    come(rosie, at=late)
    assert visits.sharing(rosie, [sam.pk], late) == set()


@pytest.mark.long
def test_nobody_finds_out_addresses_by_trying():
    """Who tries one exit of a network after another is asked about a few people only; then it tells nothing."""
    prober = person("prober")
    told = 0
    for n in range(visits.MOST_ASKED + 3):
        host = person(f"host{n}")
        come(host, f"192.0.2.{n}")
        come(prober, f"192.0.2.{n}")
        told += bool(visits.to_ask(prober, [host.pk], NOON))
    assert told == visits.MOST_ASKED


def test_the_question_stands_on_a_page_and_its_answer_goes_on(table):
    game, rosie, _ = table
    client = Client()
    client.force_login(rosie)
    where = reverse("table-action", args=[game.key, "join"])
    page = client.post(where, {"seat": "sauron", "salt": "a <word>"})
    text = page.content.decode()
    assert page.status_code == 409
    assert "One question first" in text
    assert 'value="a &lt;word&gt;"' in text
    client.post(where, {"seat": "sauron", "salt": "a <word>", "connection": "apart"})
    assert game.seats.get(user=rosie).salt == "a <word>"
    assert SharedConnection.objects.get().answer == "apart"


def test_the_api_asks_in_its_own_way(table):
    game, rosie, _ = table
    client = Client()
    client.force_login(rosie)
    where = f"/api/v1/tables/{game.key}/join/"
    problem = client.post(where, {}, "application/json")
    assert (problem.status_code, problem.json()["code"]) == (409, "same-connection")
    assert client.post(where, {"connection": "household"}, "application/json").status_code == 200


def test_the_account_page_says_what_is_kept(client):
    client.force_login(person("sam"))
    assert "60 days" in client.get(reverse("account")).content.decode()

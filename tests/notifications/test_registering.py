"""Channels and kinds of notices are registered: a new one touches nothing else, and needs no migration."""

import json
import pkgutil

import pytest
from django.core import mail
from django.core.management import call_command

from notifications import channels, composers, destinations, kinds, outbox, preferences
from notifications.causes import OWN, always
from notifications.channels import registry
from notifications.channels.transport import PLACES, Address, Transport, address_of
from notifications.composers import Notice
from notifications.errors import DeliveryError, NotificationError
from notifications.kinds import Kind, Sort
from notifications.models import Delivery, Place, Rhythm
from tests.conftest import person
from tests.notifications.conftest import due, mails_to
from tests.post import send_due


class Pigeon(Transport):
    """A channel that nobody has thought of yet."""

    name, label = "pigeon", "Pigeon"

    def __init__(self):
        self.carried = []
        self.shot = False

    def send(self, delivery, notice):
        if self.shot:
            raise DeliveryError("the pigeon is dead", gone=True)
        self.carried.append((address_of(delivery.place)["loft"], notice.subject))

    def check(self, given, label=""):
        if not given.startswith("loft:"):
            raise NotificationError("bad-pigeon", "Pigeons fly to lofts.")
        return Address({"loft": given}, "A loft", given)

    def takes(self, address):
        return address.startswith("loft:")


@pytest.fixture
def pigeon():
    bird = Pigeon()
    registry.register(bird)
    yield bird
    registry.forget("pigeon")


@pytest.fixture
def feast():
    """A kind of notice that some app sends: mail about it comes only to those who ask."""
    kinds.register(
        Kind("birthday-party", "Somebody gives a party", always(OWN), order=200, unasked=frozenset({"email"}))
    )
    composers.register("birthday-party", lambda delivery: Notice("A party", "Come.", "<p>Come.</p>"))
    yield "birthday-party"
    kinds.forget("birthday-party")


# -- channels ----------------------------------------------------------------------------------


def test_every_folder_of_channels_is_a_channel():
    folders = {found.name for found in pkgutil.iter_modules(channels.__path__) if found.ispkg}
    assert {transport.name for transport in registry.transports()} == folders


def test_a_player_adds_the_new_channel_on_the_page_and_is_told_through_it(duel, pigeon, client):
    client.force_login(duel.fellowship)
    page = client.get("/notifications/").content.decode()
    assert 'name="turn-pigeon"' in page
    assert 'value="add-pigeon"' in page
    form = {"action": "add-pigeon", "url": "loft:bag-end"}
    assert client.post("/notifications/places/", form).status_code == 302
    refused = client.post("/notifications/places/", {**form, "url": "bag end"})
    assert (refused.status_code, "Pigeons fly to lofts." in refused.content.decode()) == (422, True)
    Delivery.objects.all().delete()
    duel.discard()
    send_due(due())
    ((loft, subject),) = pigeon.carried
    assert (loft, ": your turn until " in subject) == ("loft:bag-end", True)
    preferences.set_preference(duel.fellowship, "turn", "pigeon", False)
    duel.discard()
    duel.discard()
    send_due(due())
    assert len(pigeon.carried) == 1


def test_programs_add_and_try_it_too(duel, pigeon, client):
    client.force_login(duel.fellowship)

    def call(address, body):
        return client.post(address, json.dumps(body), content_type="application/json")

    made = call("/api/v1/places/", {"pigeon": "loft:bag-end"})
    assert (made.status_code, made.json()["channel"], made.json()["label"]) == (201, "pigeon", "A loft")
    one = f"/api/v1/places/{made.json()['id']}/"
    assert call(one, {"action": "test"}).json() == {"done": True}
    send_due(due())
    assert pigeon.carried == [("loft:bag-end", "A test: notices reach you here.")]
    assert client.get("/api/v1/preferences/").json()["turn"]["pigeon"] is True


def test_a_table_has_it_too(duel, pigeon, client):
    client.force_login(duel.fellowship)
    page = f"/game/{duel.game.key}/channels/"
    client.post(page, {"action": "add", "address": "loft:club", "event": ["table-turn"]})
    Delivery.objects.all().delete()
    duel.discard()
    send_due(due())
    assert [loft for loft, _ in pigeon.carried] == ["loft:club"]


def test_delivery_alone_switches_a_place_off_and_tells_its_owner(sam, pigeon):
    place = destinations.add(sam, "pigeon", "loft:bag-end")
    pigeon.shot = True
    with pytest.raises(DeliveryError, match="the pigeon is dead"):
        pigeon.send(Delivery(place=place), Notice("", "", ""))
    assert destinations.switched_off(sam) == []
    outbox.notify("channel", user=sam, dedupe="x", subject={"what": "a test"})
    Delivery.objects.filter(channel="email").delete()
    send_due(due())
    assert destinations.switched_off(sam) == ["A loft"]
    told = Delivery.objects.get(kind="channel", channel="email")
    assert told.subject["what"] == "A loft"


def test_a_program_of_a_table_that_is_gone_is_switched_off(duel, pigeon):
    """Nobody owns it, so nobody is told; those at the table see it on its page."""
    place = Place.objects.create(
        table=duel.game.key,
        events=["table-turn"],
        **destinations.fields_of(pigeon, pigeon.check("loft:club")),
    )
    type(duel.game).objects.filter(pk=duel.game.pk).update(has_channels=True)
    pigeon.shot = True
    duel.reload().discard()
    send_due(due())
    place.refresh_from_db()
    assert (place.enabled, place.last_error) == (False, "the pigeon is dead")
    assert not Delivery.objects.filter(kind="channel").exists()


def test_what_was_added_to_a_channel_that_is_no_more_disturbs_nobody(sam, pigeon, client):
    destinations.add(sam, "pigeon", "loft:bag-end")
    outbox.notify("channel", user=sam, dedupe="x", subject={"what": "a test"})
    registry.forget("pigeon")
    send_due(due())
    assert Delivery.objects.get(channel="pigeon").state == "dead"
    assert len(mails_to(sam)) == 1
    Place.objects.update(enabled=False)
    client.force_login(sam)
    assert client.get("/notifications/").status_code == 200
    assert list(destinations.listed(sam, PLACES)) == []


def test_a_name_must_fit_into_the_database(pigeon):
    class Endless(Pigeon):
        name = "x" * 25

    with pytest.raises(ValueError, match="1 to 24 characters"):
        registry.register(Endless())
    with pytest.raises(ValueError, match="1 to 24 characters"):
        kinds.register(Kind("", "Nothing", always(OWN)))


# -- kinds -------------------------------------------------------------------------------------


def test_a_new_kind_or_channel_needs_no_migration(db, pigeon, feast, monkeypatch):
    monkeypatch.setattr(Rhythm.Mode.EACH, "_label_", "Other words for the same")
    call_command("makemigrations", "notifications", check=True, dry_run=True, verbosity=0)


def test_a_new_kind_is_on_the_page_and_asks_for_no_word_elsewhere(sam, feast, client):
    client.force_login(sam)
    assert "Somebody gives a party" in client.get("/notifications/").content.decode()
    assert list(preferences.preferences_of(sam))[-1] == feast


def test_where_nobody_has_chosen_the_kind_says_through_which_channels_it_goes(sam, pigeon, feast):
    destinations.add(sam, "pigeon", "loft:bag-end")
    assert preferences.preferences_of(sam)[feast]["email"] is False
    outbox.notify(feast, user=sam, dedupe="first", subject={})
    assert set(Delivery.objects.values_list("channel", flat=True)) == {"pigeon"}
    preferences.set_preference(sam, feast, "email", True)
    outbox.notify(feast, user=sam, dedupe="second", subject={})
    send_due(due())
    (message,) = mails_to(sam)
    stop = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert "/notifications/unsubscribe/" in stop


def test_whoever_stops_mails_of_a_new_kind_gets_no_more(sam, feast, client):
    preferences.set_preference(sam, feast, "email", True)
    outbox.notify(feast, user=sam, dedupe="first", subject={})
    send_due(due())
    stop = mail.outbox[-1].extra_headers["List-Unsubscribe"].strip("<>").partition("/notifications")[2]
    page = client.get(f"/notifications{stop}").content.decode()
    assert "Somebody gives a party" in page
    client.post(f"/notifications{stop}")
    assert preferences.preferences_of(sam)[feast]["email"] is False


def test_every_kind_that_is_sent_has_words(db):
    """The apps have registered theirs, with a composer for each."""
    everything = [kind for sort in Sort for kind in kinds.of(sort)]
    assert len({kind.label for kind in everything if kind.sort is not Sort.TABLE}) == 16
    assert [kind.name for kind in everything if kind.name not in composers._composers] == []
    with pytest.raises(NotificationError):
        preferences.set_preference(person("merry"), "receipt", "email", False)

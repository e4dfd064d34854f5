"""What is sent again with its `Idempotency-Key` has no second effect (MOV-7): for everything that makes something."""

import json

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from rest_framework.views import APIView

from games.api import idempotency
from games.api.chat import Chat
from games.api.play import Moves
from games.lobby import invitations
from games.models import Game, Invitation, KeptAnswer
from games.models.hours import Vacation
from notifications.models import Place
from tests.api.test_api import Program, code
from tests.conftest import person
from tests.games.hours import DAY, old
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

KEY = {"Idempotency-Key": "once"}
TABLE = {"title": "duel", "seat": "sauron"}


@pytest.fixture
def gothmog(duel):
    return Program(duel.sauron)


def test_a_table_is_opened_once(gothmog):
    first = gothmog.post("tables/", TABLE, **KEY)
    again = gothmog.post("tables/", TABLE, **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert Game.objects.filter(owner__username="gothmog").count() == 1
    assert (
        gothmog.post("tables/", TABLE, **{"Idempotency-Key": "another"}).json()["key"] != first.json()["key"]
    )


def test_the_same_key_with_another_body_is_refused(gothmog):
    gothmog.post("tables/", TABLE, **KEY)
    other = gothmog.post("tables/", {**TABLE, "note": "Another one."}, **KEY)
    assert code(other) == (409, "idempotency-conflict")
    assert other.json()["detail"] == "This key was used for another request already."
    assert gothmog.post("tables/", dict(reversed(TABLE.items())), **KEY).status_code == 201, "the same body"


def test_a_key_is_its_caller_s_and_its_address_s(gothmog, duel):
    first = gothmog.post("tables/", TABLE, **KEY).json()["key"]
    second = Program(duel.fellowship).post("tables/", TABLE, **KEY).json()["key"]
    assert first != second
    person("sam")
    assert gothmog.post(f"tables/{first}/invite/", {"username": "sam"}, **KEY).status_code == 200
    browser_of_the_same = Program(duel.sauron)
    assert browser_of_the_same.post("tables/", TABLE, **KEY).json()["key"] == first, (
        "another token, the same account"
    )


def test_what_was_refused_may_be_sent_again(gothmog):
    assert gothmog.post("tables/", {"title": "chess"}, **KEY).status_code >= 400
    assert not KeptAnswer.objects.exists()
    assert gothmog.post("tables/", TABLE, **KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 81, "schlüssel".encode().decode("latin-1")])
def test_what_can_be_no_key_is_refused(gothmog, key):
    assert code(gothmog.post("tables/", TABLE, **{"Idempotency-Key": key})) == (400, "malformed")
    assert not Game.objects.filter(owner__username="gothmog").exists()


def test_whoever_is_a_moment_later_gets_the_answer_of_the_first(gothmog, monkeypatch):
    """The second has looked before the first was there; the database says that the key is used."""
    first = gothmog.post("tables/", TABLE, **KEY)
    really, looks = idempotency._kept, []
    monkeypatch.setattr(idempotency, "_kept", lambda *a: really(*a) if looks else looks.append(1))
    assert gothmog.post("tables/", TABLE, **KEY).json() == first.json()
    assert Game.objects.filter(owner__username="gothmog").count() == 1


def test_a_secret_in_an_answer_lies_sealed(gothmog):
    told = gothmog.post("webhooks/", {"url": "https://gothmog.example/"}, **KEY).json()
    assert gothmog.post("webhooks/", {"url": "https://gothmog.example/"}, **KEY).json() == told
    assert Place.objects.count() == 1
    assert told["secret"] not in KeptAnswer.objects.get().sealed


def send(program, method, path, body):
    """Send a request of any method with the same key."""
    headers = {"Authorization": f"Bearer {program.secret}", **KEY}
    return program.client.generic(
        method, f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers
    )


def test_invitations_votes_vacations_and_acts_happen_once(gothmog, duel):
    """Sent twice with a key, each is answered the same, and there is one of it."""
    person("sam")
    old(duel.sauron)
    table = gothmog.post("tables/", TABLE).json()["key"]
    game, away = f"games/{duel.game.key}", timezone.now() + 30 * DAY
    making = [
        ("POST", f"tables/{table}/invite/", {"username": "sam"}),
        ("POST", f"{game}/votes/pause/", {"value": 3}),
        ("POST", f"{game}/acts/draw/", {}),
        ("POST", f"{game}/channels/", {"address": "https://group.example/", "events": ["table-turn"]}),
        ("POST", "vacations/", {"start": away.isoformat(), "end": (away + 4 * DAY).isoformat()}),
        ("POST", "calendar/", {}),
        ("PATCH", "me/", {"timezone": "Europe/Berlin"}),
        ("DELETE", "calendar/", {}),
    ]
    for method, path, body in making:
        first, again = (send(gothmog, method, path, body) for _ in range(2))
        assert first.status_code < 300, (path, first.content)
        assert (again.status_code, again.content) == (first.status_code, first.content), path
        assert again["Idempotent-Replayed"] == "true", path
    made = (Invitation.objects.count(), Vacation.objects.count(), Place.objects.count())
    assert made == (1, 1, 1)
    assert KeptAnswer.objects.filter(user=duel.sauron).count() == len(making)


def test_a_link_that_has_ended_is_told_nothing_any_more(duel):
    """Whoever sits down by it gets a link of their own; with the one that was sent nobody learns that."""
    table = open_table(duel.fellowship, title="duel", seat="fellowship", visibility="private")
    secret = invitations.seat_link(table.key, duel.fellowship, "sauron").rstrip("/").split("/")[-1]
    guest = Client(headers={"X-Seat-Link": secret, **KEY})

    def sits():
        return guest.post("/api/v1/seat-link/", {"action": "sit", "name": "Pippin"}, "application/json")

    first = sits()
    assert first.status_code == 200
    own = first.json()["link"]
    assert code(sits())[0] == 404
    renewing = Client(headers={"X-Seat-Link": own.rstrip("/").split("/")[-1], **KEY})
    assert renewing.post("/api/v1/seat-link/", {"action": "renew"}, "application/json").status_code == 200
    assert KeptAnswer.objects.filter(user=None).count() == 2


def views_below(patterns):
    for each in patterns:
        if hasattr(each, "url_patterns"):
            yield from views_below(each.url_patterns)
        elif (view := getattr(each.callback, "cls", None)) is not None and issubclass(view, APIView):
            yield view


def test_it_is_so_at_every_address_of_the_api():
    """Moves and lines of a chat know their keys themselves."""
    changing = {
        view
        for view in views_below(get_resolver("wotr.urls").url_patterns)
        if {"post", "put", "patch", "delete"} & set(dir(view))
    }
    assert len(changing) > 40
    assert {view for view in changing if not getattr(view, "repeats_here", False)} == {Moves, Chat}


def test_the_description_says_so(client):
    description = client.get("/api/v1/schema/?format=json").json()
    for address, methods in description["paths"].items():
        for method, operation in methods.items():
            named = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "header"]
            assert ("Idempotency-Key" in named) is (method != "get"), (method, address)

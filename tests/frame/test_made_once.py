"""What depends on the version of the server alone is made once; everybody gets the same, and says what they have."""

from threading import Barrier, Event, Thread

import pytest
from django.core.cache import caches
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.models import User
from games.memo import kept, made_once, openapi
from rules.core import registry
from tests.hidden.asking import paths, routes

#: Addresses that anybody can ask for without knowing a game, a league or somebody, by how they are made.
PUBLIC = {
    "once": ("api/v1/schema/",),
    "once but for the frame": ("api/docs/", "handbook/<slug:title>/", "handbook/<slug:title>/cards/"),
    "every time, for they are short": (
        "accounts/confirm-email/",
        "accounts/inactive/",
        "accounts/password/reset/done/",
        "accounts/password/reset/key/done/",
        "api/v1/leagues/presets/",
        "api/v1/titles/",
        "api/v1/titles/<slug:title>/handbook/",
        "handbook/",
        "handbook/<slug:title>/card/<slug:id>/",
        "handbook/<slug:title>/rule/<str:code>/",
        "handbook/keys/",
        "push-worker.js",
        "turn/over/",
    ),
    "for one browser": ("accounts/login/", "accounts/password/reset/", "accounts/signup/"),
    "of what is there at this moment": (
        "",
        "api/v1/games/public/",
        "api/v1/leagues/",
        "api/v1/mended/",
        "api/v1/rankings/<slug:title>/",
        "api/v1/records/",
        "api/v1/seats/offered/",
        "api/v1/tables/",
        "healthz",
        "leagues/",
        "leagues/ranking/<slug:title>/",
        "leagues/records/",
        "mended/",
        "metrics",
        "readyz",
        "seats/offered/",
        "tables/",
        "watch/",
    ),
}
#: What stands in addresses that are about nobody and no game.
VALUES = {"title": ("risk",), "code": ("RR-4.4",), "id": ("alaska",)}


def of_no_row(route):
    try:
        return paths(route, VALUES)
    except AssertionError:
        return []


@pytest.mark.django_db
def test_of_every_public_page_somebody_has_said_whether_it_is_made_once(client):
    known = {route for some in PUBLIC.values() for route in some}
    assert known <= set(routes())
    others = {route: of_no_row(route) for route in routes() if route not in known}
    answered = {
        route for route, found in others.items() if any(client.get(p).status_code == 200 for p in found)
    }
    assert answered == set(), "say in PUBLIC whether it depends on the version alone"


@pytest.mark.parametrize("threads", [8])
def test_threads_that_ask_at_the_same_time_wait_for_the_one_that_makes_it(monkeypatch, threads):
    """The library that describes the API breaks where two threads use it first at the same time."""
    together, calls, found = Barrier(threads), [], []
    another_came = Event()

    def get_schema(self, **_):
        calls.append(1)
        if len(calls) > 1:
            another_came.set()
        another_came.wait(0.2)
        return {"paths": {}}

    monkeypatch.setattr(SchemaGenerator, "get_schema", get_schema)
    fresh = made_once(openapi.__wrapped__)

    def ask():
        together.wait()
        found.append(fresh())

    crowd = [Thread(target=ask) for _ in range(threads)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert calls == [1]
    assert len(found) == threads
    assert all(it is found[0] for it in found)


def test_what_could_not_be_made_is_made_anew():
    tries = []

    @made_once
    def make(what):
        tries.append(what)
        return 1 // (len(tries) - 1)

    with pytest.raises(ZeroDivisionError):
        make("a")
    assert [make("a"), make("a"), make("b")] == [1, 1, 0]
    assert tries == ["a", "a", "b"]


def test_with_another_title_it_is_made_anew(monkeypatch):
    calls = []
    make = made_once(lambda: calls.append(1))
    make()
    monkeypatch.setitem(registry.PACKAGES, "another", "nowhere")
    make()
    make()
    assert len(calls) == 2


def test_what_is_kept_is_made_anew_only_while_the_cache_is_away(monkeypatch):
    calls = []

    @kept("a-test", 60)
    def make(of):
        calls.append(of)
        return f"{of} made"

    assert [make("a"), make("a"), make("b")] == ["a made", "a made", "b made"]
    assert calls == ["a", "b"]

    def away(*_, **__):
        raise ConnectionError("the cache is away")

    monkeypatch.setattr(type(caches["default"]), "get", away)
    assert make("a") == "a made"
    assert calls == ["a", "b", "a"]


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["?format=json", "", "?version=9&lang=de"])
def test_the_description_of_the_api_is_written_once_in_each_form(client, query):
    first = client.get(f"/api/v1/schema/{query}")
    assert first.status_code == 200
    assert first["Content-Disposition"].endswith(('.json"', '.yaml"'))
    for other in (Client(), Client(headers={"authorization": "Bearer wotr_none"})):
        again = other.get(f"/api/v1/schema/{query}", headers={"If-None-Match": first["ETag"]})
        assert again.status_code in (304, 401)
        assert not again.content or again.status_code == 401
    assert client.get(f"/api/v1/schema/{query}").content == first.content
    assert first["ETag"] != client.get("/api/v1/schema/?format=openapi").get("ETag")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/docs/", "/handbook/risk/", "/handbook/risk/cards/", "/handbook/"])
def test_a_page_that_is_made_once_holds_nothing_of_who_has_read_it(client, settings, address):
    """Its frame is everybody's own: who is signed in, in which colours, with which tokens in its forms."""
    user = User.objects.create_user("peregrin", "p@example.org", "long-enough-word")
    signed_in = Client()
    signed_in.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    pages = [one.get(address).content.decode() for one in (signed_in, client, signed_in)]
    assert ["peregrin" in page for page in pages] == [True, False, True]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/docs/", "/handbook/risk/", "/handbook/risk/cards/", "/handbook/"])
def test_a_browser_that_has_a_page_is_not_sent_it_again_until_something_on_it_changes(client, address):
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    client.cookies["theme"] = "dark"
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
    del client.cookies["theme"]
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    del client.cookies["csrftoken"]
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200, (
        "its forms are void"
    )

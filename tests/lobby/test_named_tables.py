"""A table with a name of its own: given when it is opened, shown wherever the game is listed."""

import pytest

import rules
from games.lobby import tables
from games.lobby.new_tables import LONGEST_NAME
from games.models import Game
from games.play import game_names
from games.views.lobby.table_form import TableForm
from tests.conftest import refused

pytestmark = pytest.mark.django_db

NAME = "Tuesday at the Prancing Pony"


def test_the_form_gives_a_name(browser, frodo):
    client = browser(frodo)
    form = TableForm(rules.title("duel"))
    data = {f.html_name: f.value() for f in form if f.value() not in (None, False)}
    answer = client.post("/tables/new/", data | {"title": "duel", "opponent": "open", "name": f"  {NAME}\t"})
    assert answer.status_code == 302
    assert Game.objects.get().name == NAME
    longer = client.post("/tables/new/", data | {"title": "duel", "opponent": "open", "name": "x" * 61})
    assert longer.status_code == 422
    assert Game.objects.count() == 1


def test_the_api_gives_and_shows_a_name(browser, frodo):
    client = browser(frodo)
    opened = client.post("/api/v1/tables/", {"title": "duel", "name": NAME}, "application/json")
    assert opened.json()["name"] == NAME
    assert client.get("/api/v1/tables/").json()["results"][0]["name"] == NAME
    assert client.post("/api/v1/tables/", {"title": "duel"}, "application/json").json()["name"] == ""
    for wrong, code in (("x" * 61, "too-long"), (7, "malformed"), (["a"], "malformed")):
        answer = client.post("/api/v1/tables/", {"title": "duel", "name": wrong}, "application/json")
        assert answer.json()["code"] == code
    assert Game.objects.count() == 2, "nothing is opened by halves"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        (" \n\t ", ""),
        ("Two\r\nSubject: lines", "Two Subject: lines"),
        ("right\u202eleft\u200b and\x00 nothing", "right left and nothing"),
        ("Ёлка ☕ 決闘", "Ёлка ☕ 決闘"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_one_line_that_can_be_read(table, typed, kept):
    assert table(name=typed).name == kept


def test_a_name_that_is_too_long_is_refused(table):
    with refused("too-long"):
        table(name="x" * (LONGEST_NAME + 1))


def test_the_name_stands_wherever_the_game_is_listed(table, browser, frodo, sam, person):
    game = table(name=NAME)
    assert NAME in browser(sam).get("/").content.decode()
    assert NAME in browser().get("/tables/").content.decode()
    assert NAME in browser(frodo).get("/my/").content.decode()
    assert f"<h1>{NAME}</h1>" in browser(sam).get(f"/game/{game.key}/").content.decode()
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo) if Game.objects.get().status == "open" else None
    for user in (frodo, sam):
        for address in ("/", "/my/", f"/game/{game.key}/"):
            assert NAME in browser(user).get(address).content.decode()
    watcher = browser(person("pippin"))
    for address in ("/", "/watch/"):
        assert NAME in watcher.get(address).content.decode()
    assert game_names.name_for(game.seats.get(name="sauron")).startswith(
        "Duel for Middle-earth against frodo, “Tues"
    )


def test_a_name_is_text_and_nothing_else(table, browser, frodo):
    table(name='<img src=x onerror="a()">{{ 7|add:1 }}')
    for address in ("/", "/my/", "/tables/"):
        shown = browser(frodo if address == "/my/" else None).get(address).content.decode()
        assert "<img src=x" not in shown
        assert "&lt;img src=x onerror=&quot;a()&quot;&gt;{{ 7|add:1 }}" in shown

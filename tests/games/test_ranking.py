"""A ranked list at every face of the server: what is named keeps its order (tests/games/toy_ranking.py)."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Event
from games.orders.execution import run_due
from games.planning import boards
from games.play import drafts
from rules.core import registry
from tests.api.test_api import Program
from tests.browsing import game_page
from tests.conftest import game_of_two, person
from tests.games.toy_ranking import FRUITS


@pytest.fixture
def orchard(db, monkeypatch):
    """A game of Orchard between Sam and Rosie: both are asked at once for up to five wishes."""
    monkeypatch.setitem(registry.PACKAGES, "orchard", "tests.games.toy_ranking")
    yield game_of_two("orchard", (person("sam"), person("rosie")), seat="left")
    registry.title.cache_clear()


@pytest.fixture
def sam(orchard):
    client = Client()
    client.force_login(orchard.fellowship)
    return client


def fill_in(client, orchard, **places):
    """Fill in the form of the page."""
    hidden = dict(
        re.findall(
            r'<input type="hidden" name="(version|key)" value="([^"]*)">', game_page(client, orchard.game.key)
        )
    )
    data = {**hidden, "choice": "fields", **{f"place-{item}": place for item, place in places.items()}}
    return client.post(f"/game/{orchard.game.key}/move", data)


def chosen(orchard):
    return Event.objects.filter(game=orchard.game, kind="choice").exists()


# -- the page without scripts --------------------------------------------------------------------------


def test_every_item_has_a_field_for_its_place(orchard, sam):
    html = game_page(sam, orchard.game.key)
    assert re.findall(r'type="number" name="place-([a-z]+)"', html) == list(FRUITS)
    assert "<span>Medlar of the Shire</span></label>" in html
    assert "Number up to 5 of these: 1 for the first, and so on." in html
    assert 'name="item"' not in html


def test_places_make_an_order(orchard, sam):
    assert fill_in(sam, orchard, plum="1", apple="3", fig="2", pear="").status_code == 302
    orchard.submit("right", [])
    assert "left wished for plum, fig, apple." in game_page(sam, orchard.game.key)


def test_gaps_and_doubled_places_are_taken_kindly(orchard, sam):
    """Of two with the same place the one that is listed first comes first; 0 and nonsense are no places."""
    assert fill_in(sam, orchard, plum="7", cherry="7", grape="2", fig="0", pear="first").status_code == 302
    orchard.submit("right", [])
    assert "left wished for grape, cherry, plum." in game_page(sam, orchard.game.key)


def test_a_refused_form_comes_back_filled_in(orchard, sam):
    answer = fill_in(sam, orchard, **{fruit: str(9 - i) for i, fruit in enumerate([*FRUITS][:6])})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Take at most 5." in html
    assert re.search(r'name="place-apple"[^>]* value="9"', html)
    assert re.search(r'name="place-plum"[^>]* value=""', html)


def test_what_is_asked_about_once_more_is_said_in_its_order(orchard, sam):
    orchard.fellowship.confirm_moves = True
    orchard.fellowship.save()
    html = fill_in(sam, orchard, plum="1", cherry="2").content.decode()
    assert "1. Plum, 2. Sour cherry" in html
    assert '<input type="hidden" name="place-cherry" value="2">' in html


def test_a_list_is_always_answered_in_its_order(orchard, sam):
    hidden = dict(
        re.findall(
            r'<input type="hidden" name="(version|key)" value="([^"]*)">', game_page(sam, orchard.game.key)
        )
    )
    data = {**hidden, "choice": "fields", "place-plum": "1", "place-apple": "2", "always": "this"}
    sam.post(f"/game/{orchard.game.key}/move", data)
    orchard.submit("right", [])
    run_due(timezone.now() + timedelta(hours=1))
    orchard.submit("right", ["fig"])
    assert game_page(sam, orchard.game.key).count("left wished for plum, apple.") >= 2


def test_the_planning_board_asks_in_the_same_way(orchard, sam):
    viewer = orchard.viewer("left")
    boards.make(viewer)
    html = game_page(sam, orchard.game.key, "planning/")
    assert 'name="place-plum"' in html
    at = re.search(r'name="at" value="(\d+)"', html)[1]
    data = {"at": at, "seat": "left", "choice": "fields", "place-plum": "1", "place-apple": "2"}
    sam.post(f"/game/{orchard.game.key}/planning/", data)
    assert boards.board_for(viewer).answers == [["left", ["plum", "apple"]]]


def test_a_plan_keeps_the_order(orchard):
    viewer = orchard.viewer("left")
    kept = drafts.keep(viewer, [["plum", "apple"]])
    play = orchard.play()
    assert drafts.words_of(kept, play.decision_of("left"), play.title) == ["wishes: plum apple"]


# -- mails ---------------------------------------------------------------------------------------------


def sams_mail(post):
    """Return the mail that asks Sam; Rosie is asked as well."""
    return next(m for m in post.deliver() if m.to == ["sam@example.org"] and "ANSWER THIS MAIL" in m.body)


@pytest.mark.usefixtures("answerable")
def test_the_numbers_of_a_mail_make_an_order(orchard, sam, post):
    turn = sams_mail(post)
    assert "Name up to 5 of these in one line, the first one first" in turn.body
    assert " 12. plum\n" in turn.body
    assert "  4. cherry -- Sour cherry\n" in turn.body
    (receipt, *_) = post.answer(turn, "12, 4, 1")
    assert "understood as: wishes: plum cherry apple" in receipt.body
    orchard.submit("right", [])
    assert "left wished for plum, cherry, apple." in game_page(sam, orchard.game.key)


@pytest.mark.usefixtures("answerable")
@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("plum, apple", "wishes: plum apple"),
        ("wishes: 12, 1", "wishes: plum apple"),
        ("Plum, Apple!", "wishes: plum apple"),
        ("12 > 1", "wishes: plum apple"),
        ("12", "wishes: plum"),
        ("none", "wishes: none"),
    ],
)
def test_a_list_can_be_written_otherwise(orchard, post, line, understood):
    (receipt, *_) = post.answer(sams_mail(post), line)
    assert f"understood as: {understood}\n" in receipt.body


@pytest.mark.usefixtures("answerable")
@pytest.mark.parametrize(("line", "why"), [("12, 12", "only once"), ("12, 15", "not possible here")])
def test_what_cannot_be_is_refused_in_words(orchard, post, line, why):
    (receipt, *_) = post.answer(sams_mail(post), line)
    assert why in receipt.body
    assert not chosen(orchard)


@pytest.mark.usefixtures("answerable")
def test_the_letter_in_html_says_how(orchard, post):
    turn = sams_mail(post)
    html = next(str(part.content) for part in turn.alternatives if "html" in part.mimetype)
    assert "Name up to 5 of these in one line, the first one first" in html
    assert "Medlar of the Shire" in html


# -- programs ------------------------------------------------------------------------------------------


def test_the_api_says_that_the_order_counts_and_keeps_it(orchard):
    program, path = Program(orchard.fellowship), f"games/{orchard.game.key}/"
    asked = program.get(path).json()
    options = asked["decision"]["options"]
    assert (options["shape"], options["ordered"], options["maximum"]) == ("subset", True, 5)
    listed = program.get(f"{path}choices/?limit=20").json()
    assert listed["choices"][:3] == [[], ["apple"], ["apricot"]]
    assert listed["written"][15] == "wishes: apple apricot"
    done = program.post(f"{path}moves/", {"version": asked["version"], "choices": [["plum", "apple"]]})
    assert done.json()["written"] == ["wishes: plum apple"]

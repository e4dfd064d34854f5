"""What is not complete: said where it is chosen, unrated, and a draft played among friends."""

import html
import re

import msgspec
import pytest

import rules
from games.lobby import rematch, tables
from games.models import Game
from games.refusals import Refused
from rules.war_of_the_ring.position.catalogue import SETS
from tests.lobby.test_create import post
from tests.opening import open_table

pytestmark = pytest.mark.django_db

WAR = {"title": "war-of-the-ring", "seat": "shadow"}
LORDS = {**WAR, "options": {"lords": True}}
CAUTION = (
    "Lords of Middle-earth: on trial. Games are not rated, a fix of the rules may end them, and whoever finds "
    "something wrong is asked to report it."
)


@pytest.fixture
def lords_are(monkeypatch):
    """Say how far Lords is."""

    def say(stage):
        monkeypatch.setitem(SETS, "lords", msgspec.structs.replace(SETS["lords"], stage=stage))

    return say


@pytest.fixture
def duel_is(monkeypatch):
    def say(stage):
        monkeypatch.setattr(type(rules.title("duel")), "stage", stage)

    return say


def read(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


def fill_in(client, **fields):
    """Ask for a table of War of the Ring by the form."""
    rings = {f"option-{side}_dwarven_rings": 0 for side in ("free_peoples", "shadow")}
    return html.unescape(post(client, title="war-of-the-ring", **rings, **fields).content.decode())


def begun(frodo, sam, **facts):
    game = open_table(frodo, **facts)
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    return game


# -- where it is chosen ----------------------------------------------------------------------------------


def test_the_form_of_a_new_table_names_what_is_on_trial(browser, frodo, lords_are):
    asked = "/tables/new/?title=war-of-the-ring&opponent=open"
    assert "on trial" not in read(browser(frodo), asked)
    lords_are("trial")
    told = read(browser(frodo), asked)
    assert "Lords of Middle-earth (on trial)" in told
    assert "Kings of Middle-earth (" not in told
    assert told.count("on trial") == 1


def test_of_a_choice_the_values_that_bring_it_are_named(browser, frodo, monkeypatch):
    monkeypatch.setitem(SETS, "players", msgspec.structs.replace(SETS["players"], stage="trial"))
    told = read(browser(frodo), "/tables/new/?title=war-of-the-ring&opponent=open")
    assert "four in two teams (on trial)" in told
    assert "two (on trial)" not in told


@pytest.mark.parametrize(
    "path", ["/", "/tables/", "/tables/new/?title=risk", "/handbook/", "/leagues/new/?preset=round-robin"]
)
def test_pages_that_offer_a_title_say_its_stage(browser, frodo, duel_is, path):
    assert "on trial" not in read(browser(frodo), path)
    duel_is("trial")
    assert "Duel for Middle-earth (on trial)" in read(browser(frodo), path)


def test_the_handbooks_say_it_of_sets_too(browser, frodo, lords_are):
    lords_are("trial")
    assert "Lords of Middle-earth (on trial)" in read(browser(frodo), "/handbook/")


def test_the_form_says_what_it_means_of_a_title(browser, frodo, duel_is):
    duel_is("trial")
    caution = "Duel for Middle-earth: on trial. Games are not rated, a fix of the rules may end them"
    assert caution in read(browser(frodo), "/tables/new/?title=duel")
    assert caution not in read(browser(frodo), "/tables/new/?title=risk")


def test_the_list_of_tables_says_it_and_so_does_an_invitation(browser, frodo, sam, lords_are):
    open_table(frodo, **LORDS)
    assert "on trial" not in read(browser(sam), "/tables/")
    lords_are("trial")
    assert "not rated; on trial; Lords of Middle-earth: Yes" in read(browser(sam), "/tables/")


def test_the_page_of_a_table_and_that_of_its_game_say_what_it_means(browser, frodo, sam, lords_are):
    table = open_table(frodo, **LORDS)
    assert CAUTION not in read(browser(sam), f"/game/{table.key}/")
    lords_are("trial")
    assert CAUTION in read(browser(sam), f"/game/{table.key}/")
    tables.join(table.key, user=sam)
    tables.start_now(table.key, frodo)
    playing = read(browser(sam), f"/game/{table.key}/")
    assert CAUTION in playing
    assert " · on trial</p>" in playing
    lords_are("complete")
    assert "on trial" not in read(browser(sam), f"/game/{table.key}/")


# -- not rated -------------------------------------------------------------------------------------------


def test_who_asks_for_a_rated_table_is_refused(frodo, lords_are):
    lords_are("trial")
    with pytest.raises(Refused) as refused:
        open_table(frodo, **LORDS, rated=True)
    assert (refused.value.code, refused.value.extra) == ("not-complete", {"field": "rated"})
    assert refused.value.message == (
        "Lords of Middle-earth: on trial. Games can be rated when the rules are complete."
    )
    assert not Game.objects.exists()
    assert open_table(frodo, **WAR, rated=True).rated, "the base game is complete"


def test_the_box_of_the_form_means_if_it_can_be(browser, frodo, lords_are):
    lords_are("trial")
    fill_in(browser(frodo), rated="on", **{"option-lords": "on"})
    fill_in(browser(frodo), rated="on")
    assert [game.rated for game in Game.objects.order_by("pk")] == [False, True]


def test_a_table_that_was_opened_before_begins_unrated(frodo, sam, lords_are):
    table = open_table(frodo, **LORDS, rated=True)
    lords_are("trial")
    tables.join(table.key, user=sam)
    tables.start_now(table.key, frodo)
    assert not Game.objects.get(key=table.key).rated


def test_a_rated_game_that_runs_stays_as_it_was_agreed_and_its_rematch_is_not_rated(frodo, sam, lords_are):
    game = begun(frodo, sam, **LORDS, rated=True)
    lords_are("trial")
    game.refresh_from_db()
    assert game.rated
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result={"winners": ["shadow"]})
    again = rematch.play_again(game.key, sam)
    assert (again.options["lords"], again.rated, again.visibility) == (True, False, "public")


# -- drafts ----------------------------------------------------------------------------------------------


def test_a_draft_is_played_at_private_tables_alone(browser, frodo, lords_are):
    lords_are("draft")
    with pytest.raises(Refused) as refused:
        open_table(frodo, **LORDS)
    assert (refused.value.code, refused.value.extra) == ("draft-is-private", {"field": "visibility"})
    told = fill_in(browser(frodo), **{"option-lords": "on"})
    assert "Lords of Middle-earth: draft. A draft is played at private tables, and not in events." in told
    table = open_table(frodo, **LORDS, visibility="private")
    assert "Lords of Middle-earth: draft. Games are not rated" in read(browser(frodo), f"/game/{table.key}/")


def test_the_form_proposes_a_private_table_for_a_draft(browser, frodo, duel_is):
    duel_is("draft")
    told = read(browser(frodo), "/tables/new/?title=duel&opponent=open")
    assert "Duel for Middle-earth (draft)" in told
    assert re.search(r'name="visibility" value="private"[^>]* checked', told)


def test_the_rematch_of_a_draft_is_private(frodo, sam, duel_is):
    game = begun(frodo, sam, title="duel", rated=True)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result={"winners": ["sauron"]})
    duel_is("draft")
    again = rematch.play_again(game.key, sam)
    assert (again.rated, again.visibility) == (False, "private")

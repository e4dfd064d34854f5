"""Programs are told the stage of every title, set and table, and refused as players are."""

import msgspec
import pytest

from games.models import Game
from rules.war_of_the_ring.position.catalogue import SETS
from tests.api.test_api import Program, code
from tests.conftest import person

LORDS = {"title": "war-of-the-ring", "options": {"lords": True}}


@pytest.fixture
def frodo(db):
    return Program(person("frodo"))


@pytest.fixture
def lords_are(monkeypatch):
    def say(stage):
        monkeypatch.setitem(SETS, "lords", msgspec.structs.replace(SETS["lords"], stage=stage))

    return say


def test_titles_tell_their_stage_and_that_of_what_options_bring(frodo, lords_are):
    lords_are("trial")
    told = {one["id"]: (one["stage"], one["sets"]) for one in frodo.get("titles/").json()}
    assert told["duel"] == ("complete", [])
    assert told["war-of-the-ring"] == (
        "complete",
        [
            {"option": "lords", "name": "Lords of Middle-earth", "stage": "trial", "values": [True]},
            {"option": "kings", "name": "Kings of Middle-earth", "stage": "complete", "values": [True]},
            {
                "option": "players",
                "name": "Three and four players",
                "stage": "complete",
                "values": ["3", "4"],
            },
        ],
    )


def test_a_table_tells_the_stage_of_all_that_is_played_there(frodo, lords_are):
    lords_are("trial")
    assert frodo.post("tables/", LORDS).json()["stage"] == "trial"
    assert frodo.post("tables/", {"title": "war-of-the-ring"}).json()["stage"] == "complete"
    assert sorted(table["stage"] for table in frodo.get("tables/").json()["results"]) == ["complete", "trial"]


def test_the_table_of_a_title_that_is_gone_has_none(frodo):
    key = frodo.post("tables/", {"title": "duel"}).json()["key"]
    Game.objects.filter(key=key).update(title="gone")
    assert [table["stage"] for table in frodo.get("tables/").json()["results"]] == [None]


def test_a_rated_table_of_what_is_on_trial_is_refused(frodo, lords_are):
    lords_are("trial")
    answer = frodo.post("tables/", {**LORDS, "rated": True})
    assert code(answer) == (422, "not-complete")
    assert answer.json()["detail"] == (
        "Lords of Middle-earth: on trial. Games can be rated when the rules are complete."
    )
    assert not Game.objects.exists()


def test_a_public_table_of_a_draft_is_refused(frodo, lords_are):
    lords_are("draft")
    assert code(frodo.post("tables/", LORDS)) == (422, "draft-is-private")
    assert frodo.post("tables/", {**LORDS, "solo": True}).status_code == 201

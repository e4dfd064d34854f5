"""The facts of a title become columns, filters and words, whatever they are: shown with Tug of war."""

import csv
import io

import pytest
from django.core.management import call_command
from django.urls import reverse

import rules
from leagues.forms import RecordFilterForm
from leagues.models import ResultRecord
from leagues.services.lifecycle import settlement
from leagues.services.records import exports, facts, search
from tests.conftest import person
from tests.leagues.tug import pulled

pytestmark = pytest.mark.django_db


@pytest.fixture
def rope(tug_of_war):
    """The record of a game of Tug of war that North has won, after three rounds and a heave."""
    game = pulled([person("sam"), person("ted")], pairs=False)
    settlement.settle_finished(game.finished_at)
    ResultRecord.objects.filter(game=game).update(facts={"rounds": 3, "heaves": 1, "end": "north"})
    return ResultRecord.objects.get(game=game)


def found(**asked):
    form = RecordFilterForm(asked)
    assert form.is_valid(), form.errors
    return list(search.found_records(form.cleaned_data))


def test_a_finished_game_is_written_down_with_the_facts_that_are_known(tug_of_war):
    game = pulled([person("sam"), person("ted")], pairs=False)
    settlement.settle_finished(game.finished_at)
    record = ResultRecord.objects.get(game=game)
    assert set(record.facts) == {"rounds", "heaves", "end"}
    assert record.facts["rounds"] >= 3
    assert record.victory == "Rope", "as the title calls it"


def test_what_does_not_fit_its_field_or_is_not_known_is_left_out():
    told = {"turns": 9, "corruption": "much", "mordor": None, "captured": ["moria"], "points": {}}
    assert facts.known("war-of-the-ring", told) == {"turns": 9, "captured": ["moria"]}


def test_the_page_of_the_record_tells_them_in_words(rope, client):
    text = client.get(reverse("result-record", args=[rope.game.key])).content.decode()
    for name, words in (("Rounds", "3"), ("Heaves", "1"), ("The rope lay", "in the north")):
        assert f"<dt>{name}</dt><dd>{words}</dd>" in text
    assert "Corruption" not in text


def test_the_files_have_them_as_columns_of_this_title_or_of_all(rope, client):
    where = reverse("records")
    own = client.get(where, {"as": "csv", "title": "tug-of-war"}).content.decode()
    row = next(csv.DictReader(io.StringIO(own)))
    assert (row["rounds"], row["heaves"], row["end"]) == ("3", "1", "north")
    assert "corruption" not in row
    every = client.get(where, {"as": "csv"}).content.decode()
    row = next(csv.DictReader(io.StringIO(every)))
    assert (row["rounds"], row["corruption"], row["chapter"]) == ("3", "", "")
    assert client.get(where, {"as": "json"}).json()["rows"][0]["end"] == "north"


def test_a_file_holds_twenty_thousand_games_at_most(rope, client, django_assert_max_num_queries):
    with django_assert_max_num_queries(20) as asked:
        client.get(reverse("records"), {"as": "csv"})
    assert [query["sql"][-11:] for query in asked if "LIMIT" in query["sql"]] == ["LIMIT 20000"]


def test_programs_read_them_and_find_them_in_the_description(rope, client):
    record = client.get(f"/api/v1/records/{rope.game.key}/").json()
    assert (record["rounds"], record["heaves"], record["end"]) == (3, 1, "north")
    assert "corruption" not in record
    description = client.get("/api/v1/schema/?format=json").json()
    shape = description["components"]["schemas"]["ResultRecord"]["properties"]
    assert shape["rounds"]["type"] == ["integer", "null"]
    assert shape["captured"]["type"] == ["array", "null"]
    asked = {p["name"] for p in description["paths"]["/api/v1/records/"]["get"]["parameters"]}
    assert {"least_rounds", "most_rounds", "end", "least_turns", "title", "since"} <= asked
    assert "heaves" not in str(asked), "games are not searched by it"


def test_games_are_searched_by_numbers_and_choices(rope, client):
    assert found(least_rounds="3", most_rounds="3") == [rope]
    assert found(least_rounds="4") == []
    assert found(end="north") == [rope]
    assert found(end="east") == []
    assert found(least_turns="0") == [], "what is not known lies in no bounds"
    assert client.get("/api/v1/records/", {"least_rounds": 3}).json()["results"][0]["rounds"] == 3
    assert client.get("/api/v1/records/", {"end": "south"}).status_code == 400


def test_the_search_offers_what_the_chosen_title_tells(rope):
    def offered(title):
        return set(RecordFilterForm({"title": title}).fields)

    assert {"least_rounds", "end"} <= offered("tug-of-war")
    assert "least_corruption" not in offered("tug-of-war")
    assert "least_rounds" not in offered("duel")
    assert {"least_rounds", "least_corruption", "expansions"} <= offered("")


def test_lists_are_searched_by_each_of_their_words(rope):
    ResultRecord.objects.filter(pk=rope.pk).update(
        title="war-of-the-ring", facts={"expansions": ["LoME", "Treebeard"]}
    )
    assert found(expansions="Treebeard") == [rope]
    assert found(expansions="WoME") == []


def test_records_of_a_title_that_is_gone_stay_readable(rope):
    ResultRecord.objects.filter(pk=rope.pk).update(title="chess")
    rope.refresh_from_db()
    assert facts.words_of(rope) == []
    assert exports.row_of(rope)["title"] == "chess"


def test_no_fact_bears_the_name_of_what_every_record_has():
    common = {*exports.FIRST_COLUMNS, *exports.LAST_COLUMNS, *RecordFilterForm.base_fields}
    for title in rules.own_titles().values():
        assert not common & {field.name for field in title.fact_fields}, title.id


def test_rebuilding_the_records_tells_the_same_facts(tug_of_war, capsys):
    game = pulled([person("sam"), person("ted")], pairs=False)
    settlement.settle_finished(game.finished_at)
    before = ResultRecord.objects.get(game=game).facts
    ResultRecord.objects.update(facts={})
    call_command("rebuild_ratings", "--records")
    assert ResultRecord.objects.get(game=game).facts == before

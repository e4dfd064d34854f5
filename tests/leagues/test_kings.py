"""A season of War of the Ring on the tournament variant of Kings of Middle-earth (KM-11)."""

import csv
import io
from datetime import timedelta

import pytest
from django.urls import reverse

from games.play.imports import import_record
from leagues.forms import RecordFilterForm
from leagues.models import Competition, ResultRecord
from leagues.services.records import results as result_records
from leagues.services.records import search
from rules.core.transcript import read_transcript
from tests.leagues.world import is_over, players
from tests.rules.war_of_the_ring.recording import GOLDEN

VARIANTS = ("visible_corruption_tiles", "sequential_corruption_draw", "no_ruler_tokens")
TOURNAMENT = {"kings": True, **dict.fromkeys(VARIANTS, True)}


@pytest.fixture
def season(world, elrond):
    """Three people, everybody twice: all six games have begun."""
    cup = world.found(
        elrond,
        "expansion-season",
        title="war-of-the-ring",
        options=TOURNAMENT,
        league="KoME",
        least_entrants=3,
        games_at_once=0,
    )
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=22))
    world.sweep()
    return cup


@pytest.mark.rule("KM-1.1")
def test_a_season_on_the_tournament_variant_is_played_to_its_table(world, season, client):
    games = world.games(season)
    assert len(games) == 6
    for game in games:
        assert {name: game.options.get(name) for name in (*TOURNAMENT, "lords")} == {
            **TOURNAMENT,
            "lords": None,
        }
    told = client.get(reverse("league", args=[season.key])).content.decode()
    tiles = "Corruption tiles lie face up; Corruption tiles one after the other"
    assert f"Chosen for the games: Kings of Middle-earth; {tiles}; No Ruler tokens." in told, (
        "what is agreed to"
    )
    for game in games:
        world.end(game, winner=0)
    world.sweep()
    season = Competition.objects.get(pk=season.pk)
    assert is_over(season)
    tables = client.get(f"/api/v1/leagues/{season.key}/standings/").json()["standings"]
    lines = [line for table in tables for line in table["lines"]]
    assert [line["played"] for line in lines] == [4, 4, 4]
    written = list(ResultRecord.objects.filter(competition=season))
    assert len(written) == 6
    for record in written:
        assert (record.facts["expansions"], record.league) == (["KoME"], "KoME")
    asked = RecordFilterForm({"expansions": "KoME"})
    assert asked.is_valid(), asked.errors
    assert set(search.found_records(asked.cleaned_data)) == set(written)
    file = client.get(reverse("records"), {"as": "csv", "expansions": "KoME"}).content.decode()
    rows = csv.DictReader(io.StringIO(file))
    assert [row["expansions"] for row in rows] == 6 * ["KoME"]
    found = client.get("/api/v1/records/", {"expansions": "LoME"}).json()["results"]
    assert found == [], "nothing of Lords was played"


@pytest.mark.rule("KM-15")
def test_a_finished_game_of_both_expansions_is_written_down_shown_and_proved(db, client):
    """Once it is over, everybody sees the tiles that lay on the Sovereigns, at every step."""
    text = (GOLDEN / "kings-with-lords.txt").read_text(encoding="utf-8")
    game = import_record(read_transcript(text))
    record = result_records.make(game, None)
    assert record.facts["expansions"] == ["LoME", "KoME"]
    told = client.get(reverse("result-record", args=[game.key])).content.decode()
    assert "<dt>Expansions</dt><dd>Lords of Middle-earth, Kings of Middle-earth</dd>" in told
    assert client.get(f"/game/{game.key}/report/").status_code == 200
    assert "fair" in client.get(f"/game/{game.key}/proof/").content.decode()
    where = f"/api/v1/games/{game.key}/"
    lines = client.get(f"{where}log/").json()["lines"]
    placed = next(line for line in lines if line["kind"] == "corruption-tile-known")
    view = client.get(f"{where}steps/{placed['seq']}/").json()["view"]
    sovereign = view["kings"]["sovereigns"][placed["data"]["sovereign"]]
    assert (sovereign["tiles"], sovereign["hidden"]) == ([placed["data"]["tile"]], 1)
    assert len(view["hunt_pool"]["in"]) == view["hunt_pool"]["size"]
    assert client.get(f"/game/{game.key}/replay/?at={placed['seq']}").status_code == 200
    again = read_transcript(text)
    assert client.get(f"{where}record/").json()["options"] == again.options

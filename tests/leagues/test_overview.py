"""An event at a glance: who goes up or down, how the round stands, what ends next."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.models import User
from leagues.models import Entrant
from leagues.services.display import overview, presentation
from leagues.services.rounds import standings
from tests.leagues.world import players
from tests.opening import open_table

pytestmark = pytest.mark.django_db

TIERS = {
    "tier_size": 4,
    "most_tiers": 2,
    "promoted": 1,
    "relegated": 1,
    "scoring": "classic",
    "pace": "rounds",
}


@pytest.fixture
def season(world, elrond):
    """A season of two tiers of four, whose first round has been played, and the second has begun."""
    made = world.found(
        elrond, "small-season", name="Ithilien", settings=TIERS, round_days=10, most_entrants=0
    )
    world.enter(made, players(8))
    world.pass_time(timedelta(days=7))
    world.sweep()
    for game in world.games(made):
        world.end(game, winner=0)
    world.sweep()
    made.refresh_from_db()
    return made


def page(client, event, **query):
    answer = client.get(reverse("league", args=[event.key]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def at_a_glance(event, own=None, wanted=0):
    view, pairings = standings.load(event), presentation.pairings_of(event)
    tables = presentation.shown_tables(view, pairings, own.pk if own else None)
    return overview.glance(view, tables, pairings, own, wanted)


def test_lines_part_those_who_go_up_stay_and_go_down(season):
    upper, lower = at_a_glance(season, wanted=1).shown.rows, at_a_glance(season, wanted=2).shown.rows
    assert [(row.move, row.edge) for row in upper] == [("stays", "")] * 3 + [("down", "down")]
    assert [(row.move, row.edge) for row in lower] == [
        ("up", ""),
        ("stays", "up"),
        ("stays", ""),
        ("stays", ""),
    ]
    assert at_a_glance(season, wanted=1).moves == [("down", "one goes down to Tier 2")]
    assert at_a_glance(season, wanted=2).moves == [("up", "one goes up to Tier 1")]


def test_marks_say_in_words_too_who_goes_where(client, season):
    lower = page(client, season, table=2)
    assert re.search(r'▲</span><span class="visually-hidden">goes up to Tier 1<', lower)
    assert 'class=" is-edge-up"' in lower
    assert "▼" not in lower.partition("league-table")[2].partition("</table>")[0]


def test_form_is_what_the_latest_games_have_come_to(season):
    forms = {tuple(row.form) for row in at_a_glance(season, wanted=1).shown.rows}
    assert forms == {(("W", "won"),), (("L", "lost"),)}


@pytest.mark.long
def test_a_reader_sees_their_own_table_first_and_their_line_in_gold(client, season):
    own = season.entrants.filter(group="Tier 2").first()
    client.force_login(own.user)
    shown = page(client, season)
    assert re.search(rf'class="is-mine[^>]*>.*?{own.user.username}</a> <small>you</small>', shown, re.DOTALL)
    assert at_a_glance(season, own).number == 2
    assert at_a_glance(season, own).pairings[0].places.filter(entrant=own).exists()
    assert at_a_glance(season, own, wanted=1).number == 1


@pytest.mark.parametrize("table", ["0", "3", "-1", "x" * 500, "９", "1e9", ""])
def test_a_table_that_is_not_there_is_one_s_own(client, season, table):
    assert '<a href="?table=1" aria-current="page">' in page(client, season, table=table)


def test_the_deadline_is_that_of_the_round(client, world, season):
    found = overview.deadline_of(standings.load(season), presentation.pairings_of(season), world.now)
    assert found.words == "Round 2 of 6 ends in"
    assert found.percent == 100
    assert found.at == world.now + timedelta(days=10)
    world.pass_time(timedelta(days=6, hours=18))
    shown = page(client, season)
    assert "Round 2 of 6 ends in" in shown
    assert "<b>3 d 6 h</b>" in shown


def test_before_it_begins_the_registration_is_what_ends(world, elrond):
    cup = world.found(elrond, "swiss")
    found = overview.deadline_of(standings.load(cup), [], world.now)
    assert found.words == "The registration closes in"
    assert at_a_glance(cup) is None or not at_a_glance(cup).pairings


def test_home_tells_of_the_event_whose_round_ends_first(
    client, world, elrond, season, django_assert_num_queries
):
    own = season.entrants.filter(group="Tier 1").first()
    client.force_login(own.user)
    world.found(elrond, "ladder", name="A ladder")
    home = client.get("/").content.decode()
    assert f'href="{reverse("league", args=[season.key])}">Ithilien</a>, Tier 1' in home
    assert re.search(r"place \d of 4; round 2 of 6 ends in <b>", home)
    reader = User.objects.get(pk=own.user_id)
    with django_assert_num_queries(1):
        overview.nearest(reader, world.now)


def test_the_home_of_an_entrant_takes_six_statements(client, elrond, season, django_assert_num_queries):
    open_table(elrond, title="duel", rated=True)
    client.force_login(season.entrants.first().user)
    first = client.get("/").content
    assert b'id="league-title"' in first
    with django_assert_num_queries(6):
        assert len(client.get("/").content) == len(first)


def told(event, now):
    """What the homes of all who are in an event say of it: table, place among how many, open games."""
    near = {row.pk: overview.nearest(row.user, now) for row in event.entrants.select_related("user")}
    return {number: (one.group, one.place, one.of, one.open_games) for number, one in near.items()}


def as_the_tables_have_it(event):
    view = standings.load(event)
    games = [p for p in presentation.pairings_of(event) if p.state != "done"]
    return {
        line.entrant: (
            table.name,
            line.rank,
            len(table.lines),
            sum(line.entrant in {place.entrant_id for place in game.places.all()} for game in games),
        )
        for table in view.tables()
        for line in table.lines
    }


def test_a_place_is_right_as_soon_as_a_game_is_decided(world, season):
    for number, game in enumerate(world.games(season)):
        before = told(season, world.now)
        world.end(game, winner=number % 2)
        world.sweep()
        assert told(season, world.now) == as_the_tables_have_it(season) != before


def test_of_several_events_the_one_without_a_date_comes_last(world, elrond, season):
    own = season.entrants.filter(group="Tier 1").first()
    ladder = world.found(elrond, "ladder", name="A ladder")
    world.enter(ladder, [own.user, *players(3, "climber")])
    world.pass_time(timedelta(days=7))
    world.sweep()
    found = overview.nearest(own.user, world.now)
    assert (found.competition, found.more) == (season, 1)
    season.pairings.update(state="done")
    found = overview.nearest(own.user, world.now)
    assert (found.competition, found.open_games) == (season, 0), "the older one, where neither has a date"


def test_who_is_in_no_running_event_reads_nothing_of_leagues(client, season, elrond):
    client.force_login(elrond)
    assert 'id="league-title"' not in client.get("/").content.decode()
    client.force_login(season.entrants.first().user)
    assert 'id="league-title"' in client.get("/").content.decode()
    Entrant.objects.update(state=Entrant.State.WITHDRAWN)
    assert 'id="league-title"' not in client.get("/").content.decode()
    assert overview.nearest(season.entrants.first().user, season.created_at) is None


@pytest.mark.parametrize(
    ("moves", "edges"),
    [
        (["up", "up", "", "down"], ["", "", "up", "down"]),
        (["up", "down"], ["", "up"]),
        (["", "", "down", "down"], ["", "", "down", ""]),
        (["", ""], ["", ""]),
    ],
)
def test_a_line_parts_those_who_go_up_and_those_who_go_down(moves, edges):
    rows = [SimpleNamespace(move=move, edge="") for move in moves]
    overview._draw_lines(rows)
    assert [row.edge for row in rows] == edges

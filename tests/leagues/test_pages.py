"""The pages of the leagues, with the plain client."""

import csv
import io
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse
from icalendar import Calendar

from leagues import drawing
from leagues.acts.act import end_of_day
from leagues.formats.knock_out import OPEN
from leagues.models import Competition, Entrant, ResultRecord
from leagues.services import directing
from leagues.services.records.exports import as_csv
from leagues.views import event
from tests.conftest import person, refused
from tests.leagues.world import players

pytestmark = pytest.mark.django_db


def page(client, name, *args, status=200, **query):
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer.content.decode()


@pytest.fixture
def season(world, elrond):
    """A season of four that has been played out."""
    made = world.found(elrond, "small-season", name="Rivendell League")
    people = players(4)
    world.enter(made, people)
    world.pass_time(timedelta(days=7))
    world.sweep()
    for game in world.games(made):
        world.end(game)
    world.sweep()
    made.refresh_from_db()
    return made


def test_a_season_is_founded_from_a_preset_and_entered(client, world, elrond):
    client.force_login(elrond)
    assert "League season" in page(client, "new-league")
    form = client.get(reverse("new-league"), {"preset": "small-season", "title": "duel"})
    assert form.status_code == 200
    data = {"preset": "small-season", "title": "duel", "name": "Spring League"}
    for field in form.context["form"]:
        value = field.value()
        if value is not None and value != "" and value is not False:
            data.setdefault(field.html_name, value)
    answer = client.post(reverse("new-league"), data)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    made = Competition.objects.get()
    assert made.name == "Spring League"
    assert made.settings["scoring"] == "classic"
    assert (made.spectators, made.chat) == ("all", "players")
    assert (made.terms["grace"], made.terms["pauses"], made.terms["vacation"]) == (2, False, True)
    text = page(client, "league", made.key)
    assert "What you agree to" in text
    client.post(reverse("league-act", args=[made.key, "enter"]))
    assert made.entrants.get().user == elrond
    assert "You are in" in page(client, "league", made.key)
    client.post(reverse("league-act", args=[made.key, "leave"]))
    assert made.entrants.get().state == Entrant.State.WITHDRAWN
    again = client.post(reverse("league-act", args=[made.key, "leave"]))
    assert again.status_code == 409
    assert f'href="/leagues/{made.key}/">Back<' in again.content.decode()
    assert client.post(reverse("league-act", args=["nothing", "leave"])).status_code == 404
    assert "Spring League" in page(client, "leagues")


def test_a_refused_field_stands_beside_its_field(client, world, elrond):
    client.force_login(elrond)
    form = client.get(reverse("new-league"), {"preset": "league-season", "title": "duel"}).context["form"]
    data = {f.html_name: f.value() for f in form if f.value() is not None and f.value() is not False}
    data |= {"preset": "league-season", "title": "duel", "name": "X", "setting-first_threshold": "50"}
    answer = client.post(reverse("new-league"), data)
    assert answer.status_code == 422
    assert "The whole share cannot come before half of it." in answer.content.decode()


def test_the_cross_table_tells_every_game(client, season):
    text = page(client, "league", season.key)
    assert text.count('class="who" scope="row"') == 4
    assert text.count('class="is-self"') == 4
    assert "won against" in text
    assert "lost against" in text
    assert "How this is counted" in text
    for game in season.pairings.values_list("game__key", flat=True):
        assert f"/game/{game}/" in text


@pytest.mark.long
def test_the_bracket_is_drawn_and_told_as_a_list(client, world, elrond):
    cup = world.found(elrond, "double-knock-out")
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    for _ in range(12):
        world.sweep()
        for game in world.games(cup):
            world.end(game)
    world.sweep()
    text = page(client, "league", cup.key)
    assert '<svg class="bracket"' in text
    assert 'role="img"' not in text.split('<svg class="bracket"')[1].split(">")[0], "its matches are links"
    assert "Losers, round 2" in text
    assert "Losers’ round 2, match 1" in text
    assert "L2-1" not in text
    assert "The bracket as a list" in text
    assert "is-winner" in text
    assert "style=" not in text.split('<svg class="bracket"')[1].split("</svg>")[0], "the policy forbids it"


def test_names_cannot_break_out_of_the_picture(client, world, elrond):
    cup = world.found(elrond, "knock-out", name="<b>Cup</b>")
    people = players(4)
    people[0].username = "<script>x"
    people[0].save()
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    text = page(client, "league", cup.key)
    assert "<script>x" not in text
    assert "<b>Cup" not in text


def games_of(cup, number):
    """The games of a round."""
    return set(cup.pairings.filter(round__number=number).values_list("game__key", flat=True)) - {None}


def games_shown(client, cup, number):
    """The games that are shown when a round is chosen."""
    return set(re.findall(r'href="/game/(\w+)/"', page(client, "league-games", cup.key, round=number)))


def test_a_swiss_table_shows_the_rounds(client, world, elrond, monkeypatch):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(7))
    world.pass_time(timedelta(days=14))
    world.sweep()
    text = page(client, "league", cup.key)
    assert "Buchholz" in text
    assert "bye" in text
    assert "R1" in text
    monkeypatch.setattr(event, "FEW", 2)
    paired = {1: games_of(cup, 1)}
    assert games_shown(client, cup, 1) == paired[1], "all three, while it is the only round"
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    paired[2] = games_of(cup, 2)
    for number, games in paired.items():
        assert len(games) == 3
        assert games_shown(client, cup, number) == games
    assert "Nothing is paired yet." in page(client, "league-games", cup.key, round=9)


def test_a_large_table_is_cut_and_shown_whole_on_its_own_page(client, world, elrond, monkeypatch):
    monkeypatch.setattr("leagues.services.display.presentation.FEW_LINES", 3)
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(8))
    world.pass_time(timedelta(days=14))
    world.sweep()
    client.force_login(cup.entrants.get(place=8).user)
    text = page(client, "league", cup.key)
    assert text.count('class="who" scope="row"') == 4, "three, and one's own line"
    assert "All 8 players" in text
    assert page(client, "league-standings", cup.key).count('class="who" scope="row"') == 8


def test_a_ladder_offers_challenges_to_those_within_reach(client, world, elrond):
    ladder = world.found(elrond, "ladder", settings={"reach": 2})
    people = players(5)
    world.enter(ladder, people)
    world.pass_time(timedelta(days=7))
    world.sweep()
    last = ladder.entrants.get(place=5)
    client.force_login(last.user)
    text = page(client, "league", ladder.key)
    assert text.count(">Challenge<span") == 2
    above = ladder.entrants.get(place=4)
    answer = client.post(reverse("league-act", args=[ladder.key, "challenge"]), {"entrant": above.pk})
    assert answer.status_code == 302
    assert "/game/" in answer["Location"]
    far = ladder.entrants.get(place=1)
    answer = client.post(reverse("league-act", args=[ladder.key, "challenge"]), {"entrant": far.pk})
    assert answer.status_code == 409


def test_a_cup_that_has_just_begun_says_that_its_games_are_about_to(client, world, elrond):
    cup = world.found(elrond, "knock-out", description="The **cup** of 2 < 3 friends.")
    world.enter(cup, players(4))
    client.force_login(elrond)
    client.post(reverse("league-direct", args=[cup.key, "start"]))
    about = "It has begun; the games are paired in a moment and begin by themselves."
    assert about in page(client, "league", cup.key)
    before = page(client, "league-director", cup.key)
    assert about in before
    world.sweep()
    begun = page(client, "league-director", cup.key)
    games = cup.pairings.count()
    assert begun.count("Decide or extend") == games
    for text in (before, begun):
        assert "No game" not in text
    assert about not in page(client, "league", cup.key)
    cup.pairings.filter(number=1).update(state="waiting")
    assert "1 more has not begun yet." in page(client, "league-director", cup.key)
    cup.pairings.update(state="waiting")
    assert f"{games} games begin by themselves in a moment" in page(client, "league-director", cup.key)
    assert "The <strong>cup</strong> of 2 &lt; 3 friends." in page(client, "league", cup.key)


def test_only_directors_see_the_page_of_the_director(client, world, elrond, season):
    page(client, "league-director", season.key, status=302)
    client.force_login(season.entrants.first().user)
    page(client, "league-director", season.key, status=403)
    client.force_login(elrond)
    assert "Decided lately" in page(client, "league-director", season.key)


def test_the_director_extends_and_decides_on_the_page(client, world, elrond):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(6))
    client.force_login(elrond)
    client.post(reverse("league-direct", args=[cup.key, "start"]))
    world.sweep()
    text = page(client, "league-director", cup.key)
    assert text.count("Decide or extend") == 3
    number = cup.pairings.first().number
    where = reverse("league-direct", args=[cup.key, "extend"])
    refused = client.post(where, {"number": number, "days": "5", "reason": ""})
    assert refused.status_code == 422
    assert f'href="/leagues/{cup.key}/direct/">Back<' in refused.content.decode()
    assert client.post(where, {"number": number, "days": "5", "reason": "Moving house."}).status_code == 302
    where = reverse("league-direct", args=[cup.key, "adjudicate"])
    data = {"number": number, "verdict": "first", "reason": "Agreed.", "seen": "playing/"}
    assert client.post(where, data).status_code == 302
    assert client.post(where, data).status_code == 409
    shown = page(client, "league", cup.key)
    assert "Moving house." in shown
    assert "Agreed." in page(client, "league-acts", cup.key)


@pytest.mark.parametrize("words", ["2000-12-31", "9000-01-01", "2026-02-30", "tomorrow"])
def test_a_date_that_is_none_is_refused_as_such(words):
    with refused("bad-date"):
        end_of_day(words)


def test_a_day_lasts_to_its_end():
    for words in ("2001-01-01", " 8999-12-31 "):
        assert f"{end_of_day(words):%Y-%m-%d %H:%M}" == f"{words.strip()} 23:59"
    assert end_of_day(" ") is None


def test_directors_are_removed_and_step_down_on_the_page(client, world, elrond):
    cup = world.found(elrond, "swiss")
    galadriel, celeborn = person("galadriel"), person("celeborn")
    client.force_login(elrond)
    assert "Step down" not in page(client, "league-director", cup.key)
    for name in ("galadriel", "celeborn"):
        client.post(reverse("league-direct", args=[cup.key, "director"]), {"username": name})
    text = page(client, "league-director", cup.key)
    assert "Remove galadriel" in text
    assert "Remove elrond" not in text
    where = reverse("league-direct", args=[cup.key, "remove-director"])
    assert client.post(where, {"username": "celeborn", "reason": ""}).status_code == 422
    assert client.post(where, {"username": "celeborn", "reason": "He rests."}).status_code == 302
    assert "He rests." in page(client, "league-acts", cup.key)
    client.force_login(celeborn)
    page(client, "league-director", cup.key, status=403)
    client.force_login(galadriel)
    text = page(client, "league-director", cup.key)
    assert "Step down as a director" in text
    assert "Remove elrond" not in text
    gone = client.post(reverse("league-direct", args=[cup.key, "step-down"]))
    assert gone["Location"] == reverse("league", args=[cup.key])
    assert "galadriel has stepped down as a director." in page(client, "league-acts", cup.key)


def test_the_calendar_holds_the_dates(client, world, elrond):
    cup = world.found(elrond, "swiss", name="Äöü; Cup, with \\ signs")
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    answer = client.get(reverse("league-calendar", args=[cup.key]))
    assert answer["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [str(e["summary"]).split(": ")[1] for e in events] == ["registration closes", "round 1 ends"]
    early = world.found(elrond, "swiss", least_entrants=4)
    world.enter(early, players(4, "early"))
    directing.start_now(early.key, elrond, world.now)
    begun = Calendar.from_ical(client.get(reverse("league-calendar", args=[early.key])).content)
    assert begun.walk("VEVENT")[0].start == world.now, "it was closed when the director began"
    directing.call_off(early.key, elrond, "Storm.", world.now)
    off = Calendar.from_ical(client.get(reverse("league-calendar", args=[early.key])).content)
    assert {str(e["status"]) for e in off.walk("VEVENT")} == {"CANCELLED"}


def test_a_calendar_whose_dates_were_moved_has_a_newer_revision(client, world, elrond):
    """A program that knows the entry takes the new date for newer (RFC 5545, 3.8.7.4), earlier or later."""
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()

    def entries():
        answer = client.get(reverse("league-calendar", args=[cup.key]))
        return {str(e["uid"]): e for e in Calendar.from_ical(answer.content).walk("VEVENT")}

    before = entries()
    assert entries() == before, "looking changes nothing"
    world.pass_time(timedelta(hours=3))
    directing.extend(cup.key, elrond, cup.pairings.first().number, 5, "A flood.", world.now)
    directing.pair_now(cup.key, elrond, "All have played.", world.now)
    after = entries()
    round_one = next(uid for uid in before if "round-1" in uid)
    assert after[round_one].start == world.now < before[round_one].start
    assert after[round_one]["sequence"] > before[round_one]["sequence"]
    for when in ("last-modified", "dtstamp"):
        assert after[round_one][when].dt == world.now > before[round_one][when].dt


@pytest.mark.long
@pytest.mark.parametrize("what", ["standings", "pairings", "results"])
@pytest.mark.parametrize("form", ["csv", "json"])
def test_exports(client, season, what, form):
    answer = client.get(reverse("league-export", args=[season.key, what, form]))
    assert answer.status_code == 200
    rows = len(answer.json()["rows"]) if form == "json" else answer.content.decode().count("\r\n") - 1
    assert rows == {"standings": 4, "pairings": 12, "results": 12}[what]


def test_the_results_have_the_columns_of_their_title(client, season):
    ResultRecord.objects.filter(competition=season).update(comment="=1+1", facts={"turns": 12})
    rows = client.get(reverse("league-export", args=[season.key, "results", "json"])).json()["rows"]
    first = rows[0]
    assert first["victory"] == "Concession"
    assert first["rated"] is True
    assert first["competition"] == ["Ladder", "League"]
    assert first["winner"] != first["loser"]
    assert (first["turns"], first["chapter"]) == (12, None)
    assert "corruption" not in first, "that is no fact of Duel"
    assert first["log"].endswith("record.json")
    text = client.get(reverse("league-export", args=[season.key, "results", "csv"])).content.decode()
    assert "'=1+1" in text, "no formula in a spreadsheet"
    cells = [{"comment": f"{begun}SUM(1)"} for begun in "=+-@\t\r\n＝＋－＠"]
    assert all(
        row["comment"].startswith("'") for row in csv.DictReader(io.StringIO(as_csv(cells, ["comment"])))
    )


def test_a_profile_tells_ratings_reliability_and_history(client, season):
    someone = season.entrants.first().user
    text = page(client, "player", someone.username)
    assert "OpenSkill" in text
    assert "Community table" in text
    assert '<svg class="plot"' in text
    assert "Rivendell League" in text
    page(client, "player", "nobody-at-all", status=404)


def test_the_ranking_lists_both_systems(client, season):
    for system in ("openskill", "community"):
        text = page(client, "ranking", "duel", system=system)
        assert text.count('class="who" scope="row"') == 4
        assert "How often each side wins" in text
    page(client, "ranking", "duel", system="elo", status=404)
    page(client, "ranking", "chess", status=404)


def test_the_form_of_a_new_table_tells_how_often_each_side_wins(client, season, elrond):
    client.force_login(elrond)
    text = page(client, "new-table", title="duel")
    assert "In rated games so far" in text
    assert "%" in text.split("In rated games so far")[1][:200]


@pytest.mark.long
def test_finished_games_can_be_searched_and_taken_away(client, season):
    assert "12 results" in page(client, "records")
    assert "6 results" in page(client, "records", player="player1")
    assert "2 results" in page(client, "records", player="player1", opponent="player2")
    assert "0 results" in page(client, "records", victory="Ring")
    assert "0 results" in page(client, "records", most_turns="0")
    sauron = page(client, "records", side="Sauron").split(" result")[0].rsplit(">", 1)[-1]
    fellowship = page(client, "records", side="fellowship").split(" result")[0].rsplit(">", 1)[-1]
    assert int(sauron) + int(fellowship) == 12
    ended = season.records.order_by("finished_at").first().finished_at.date()
    assert "12 results" in page(client, "records", since=str(ended))
    assert "0 results" in page(client, "records", until=str(ended - timedelta(days=1)))
    for name in ("dwarven_rings", "action_tokens", "corruption", "initial_eyes"):
        assert "0 results" in page(client, "records", **{f"least_{name}": "1"}), "Duel has no such figure"
    assert "12 results" in page(client, "records", rated="on", title="duel")
    assert len(client.get(reverse("records"), {"as": "json", "player": "player1"}).json()["rows"]) == 6
    page(client, "records", least_turns="x", page="99")


def test_a_record_shows_its_facts_and_takes_the_opinion_of_its_players(client, season, elrond):
    game = season.records.first().game
    text = page(client, "result-record", game.key)
    assert "Concession" in text
    assert "What did you think" not in text
    where = reverse("result-record", args=[game.key])
    client.force_login(elrond)
    assert client.post(where, {"interest": "9", "comment": "Great."}).status_code == 403
    client.force_login(game.seats.first().user)
    assert client.post(where, {"interest": "11", "comment": ""}).status_code == 422
    assert client.post(where, {"interest": "9", "comment": "To the last card."}).status_code == 302
    assert "To the last card." in page(client, "result-record", game.key)
    row = client.get(f"/api/v1/records/{game.key}/").json()
    assert (row["interest"], row["comment"]) == (9, "To the last card.")
    page(client, "result-record", "nothing", status=404)


def test_a_game_names_its_league(client, season):
    game = season.records.first().game
    assert "Rivendell League" in page(client, "game", game.key)


def test_games_of_private_tables_are_nobodys_business(client, season):
    season.records.first().game.__class__.objects.update(visibility="private")
    assert "0 results" in page(client, "records")
    assert "No finished games yet." in page(client, "player", "player1")


@pytest.mark.parametrize("name", ["league", "league-games", "league-acts", "league-calendar"])
def test_a_competition_that_is_not_there(client, name):
    page(client, name, "nothing", status=404)


def test_ones_own_games_come_first_and_those_to_come_are_counted(client, world, elrond):
    made = world.found(elrond, "small-season", games_at_once=1)
    world.enter(made, players(3))
    world.pass_time(timedelta(days=7))
    world.sweep()
    playing = world.games(made)[0]
    client.force_login(playing.seats.first().user)
    own = page(client, "league", made.key).split("Your games here")[1].split("</section>")[0]
    assert f'/game/{playing.key}/">Play<' in own
    assert own.count("<li") == 1
    assert "3 more have not begun." in own


def test_long_names_do_not_run_into_the_score_of_a_bracket():
    assert drawing.fitting("eowyn") == "eowyn"
    assert (
        len(drawing.fitting("W" * 30)) < len(drawing.fitting("n" * 30)) < len(drawing.fitting("i" * 30)) < 30
    )


@pytest.mark.parametrize(
    ("part", "number", "is_double", "title"),
    [
        ("winners", 3, False, "Final"),
        ("winners", 2, False, "Semi-finals"),
        ("winners", 3, True, "Winners' final"),
        ("winners", 2, True, "Semi-finals"),
        ("winners", 0, True, "Round 1"),
        ("losers", 3, True, "Losers, round 4"),
    ],
)
def test_a_column_of_a_bracket_has_its_title(part, number, is_double, title):
    columns = [[SimpleNamespace(slot=SimpleNamespace(column=n))] for n in (1, 2, 3, 4)]
    assert drawing._column_title(part, columns[number], columns, number, is_double) == title


def test_the_form_groups_what_is_behind_more(client, elrond):
    client.force_login(elrond)
    text = page(client, "new-league", preset="league-season", title="war-of-the-ring")
    heads = ("<h2>League season</h2>", "<h2>Deadlines and games</h2>", "<h2>Options of War of the Ring</h2>")
    assert sorted(heads, key=text.index) == list(heads)
    assert text.index('name="setting-tier_size"') < text.index(heads[1]) < text.index('name="round_days"')
    assert text.index('name="chat"') < text.index(heads[2]) < text.index('name="option-strict_stacking"')


@pytest.mark.parametrize(
    ("entrants", "bracket", "is_empty"),
    [
        ((None, None), "winners", True),
        ((1, None), "winners", False),
        ((None, 1), "winners", False),
        ((1, 2), "losers", False),
        ((1, None), "losers", True),
        ((1, OPEN), "losers", False),
    ],
)
def test_a_match_in_which_nobody_plays_is_not_drawn(entrants, bracket, is_empty):
    match = SimpleNamespace(entrants=entrants, slot=SimpleNamespace(bracket=bracket))
    assert event._is_empty(match) is is_empty

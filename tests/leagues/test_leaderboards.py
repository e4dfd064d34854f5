"""The leaderboard of a year: ratings at its end, and how often everybody has won, by side."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.services import close_account
from games.models import Seat
from leagues.models import ResultRecord
from leagues.services.records import leaderboards, ratings
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.world import players

SIDES = ("fellowship", "sauron")


@pytest.fixture
def two_years(world, elrond):
    """Frodo and Sam, six games in 2025, of which Frodo wins the first four; two in 2026, both Sam's."""
    frodo, sam = players(2, "hobbit")
    for games, winner_of in ((6, lambda n: frodo if n < 4 else sam), (2, lambda n: sam)):
        cup = world.found(elrond, "round-robin", least_entrants=2, settings={"games_per_pair": games})
        world.enter(cup, [frodo, sam])
        world.pass_time(timedelta(days=14))
        world.sweep()
        for number, game in enumerate(world.games(cup)):
            seats = list(game.seats.order_by("position").values_list("user", flat=True))
            world.end(game, seats.index(winner_of(number).pk))
            world.pass_time(timedelta(minutes=1))
        world.sweep()
    first = list(ResultRecord.objects.order_by("finished_at").values_list("pk", flat=True)[:6])
    for offset, pk in enumerate(first):
        moment = datetime(2025, 12, 31, 23, 50 + offset, tzinfo=UTC)
        ResultRecord.objects.filter(pk=pk).update(finished_at=moment)
    ratings.rebuild()
    return frodo, sam


def board(year, system="openskill"):
    return leaderboards.leaderboard("duel", SIDES, system, year)


def test_years_in_which_games_have_counted_the_latest_first(two_years):
    assert leaderboards.years_of("duel") == [2026, 2025]
    assert leaderboards.years_of("war-of-the-ring") == []


def test_a_past_year_stands_as_it_stood_at_its_end(two_years):
    frodo, sam = two_years
    rows = board(2025)
    assert [(row.rank, row.user, row.all.games, row.all.won) for row in rows] == [
        (1, frodo, 6, 4),
        (2, sam, 6, 2),
    ]
    now = ratings.means("duel", SIDES, "openskill", [frodo.pk])[frodo.pk]
    assert rows[0].mean > now, "what was lost in 2026 does not reach back"
    assert {row.user: row.mean for row in board(2026)}[frodo] == now


def test_win_rates_by_side(two_years):
    frodo, _ = two_years
    row = next(row for row in board(2025) if row.user == frodo)
    assert row.all.percent == 67
    assert [score.games for _, score in row.sides] == [3, 3]
    assert sum(score.won for _, score in row.sides) == 4
    shares = leaderboards.balance("duel", SIDES, 2025)
    assert [score.games for _, score in shares] == [6, 6]
    assert sum(score.percent for _, score in shares) in (99, 100, 101)


def test_who_has_played_too_little_has_no_place(two_years):
    assert [row.rank for row in board(2026)] == [0, 0]
    assert [row.all.percent for row in board(2026)] == [100, 0]


def test_a_draw_counts_half_and_no_game_is_no_rate():
    score = leaderboards.Score()
    assert score.percent is None
    score.add(won=True, drawn=True)
    assert (score.percent, score.won, score.drawn) == (50, 0, 1)


def test_drawn_games_count_half_for_both(two_years):
    record = ResultRecord.objects.filter(finished_at__year=2026).first()
    record.seats.update(won=True)
    assert sorted(row.all.percent for row in board(2026)) == [25, 75]


def test_annulled_games_and_closed_accounts_stand_in_no_leaderboard(two_years):
    frodo, sam = two_years
    ResultRecord.objects.filter(finished_at__year=2026).update(annulled=True)
    assert leaderboards.years_of("duel") == [2025]
    close_account(sam)
    assert [row.user for row in board(2025)] == [frodo]
    assert board(2025)[0].all.games == 6


def test_a_year_is_found_by_links(client, two_years):
    text = client.get("/leagues/ranking/duel/").content.decode()
    assert 'href="/leagues/ranking/duel/?system=openskill&amp;year=2025"' in text
    text = client.get("/leagues/ranking/duel/", {"year": "2025", "system": "community"}).content.decode()
    assert "Leaderboard 2025" in text
    assert "As it stood at the end of the year" in text
    assert "Who has played at least 5 rated games in the year has a place." in text
    assert "67 %" in text
    assert 'aria-current="page">2025<' in text
    assert "The year so far" in client.get("/leagues/ranking/duel/", {"year": "2026"}).content.decode()


@pytest.mark.parametrize("year", ["1999", "x", "-1", "0", "99999999999", "２０２５"])
def test_a_year_without_games_is_refused(client, two_years, year):
    answer = client.get("/leagues/ranking/duel/", {"year": year})
    assert answer.status_code == 404
    assert "No game of that year" in answer.content.decode()


def test_a_year_over_the_api(call, two_years):  # noqa: F811
    assert call(None, "GET", "/rankings/duel/")[1]["years"] == [2026, 2025]
    status, told = call(None, "GET", "/rankings/duel/", {"year": 2025})
    assert (status, told["year"], told["least_games"]) == (200, 2025, 5)
    first = told["results"][0]
    assert (first["rank"], first["player"], first["games"], first["win_percent"]) == (1, "hobbit1", 6, 67)
    assert [side["side"] for side in first["sides"]] == list(SIDES)
    assert call(None, "GET", "/rankings/duel/", {"year": 1999})[1]["code"] == "no-such-year"
    assert call(None, "GET", "/rankings/duel/", {"year": "many"})[0] in (400, 422)


def test_bots_and_guests_are_in_no_leaderboard(two_years):
    assert not Seat.objects.filter(user=None).exists()
    record = ResultRecord.objects.filter(finished_at__year=2025).first()
    record.seats.filter(index=0).update(user=None)
    assert sorted(row.all.games for row in board(2025)) == [5, 6]

"""Result records and ratings of finished games, whatever ended them."""

import csv
import io
from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.urls import reverse

import rules
from games.hours import resignation
from games.lobby import tables
from games.models import Game, Seat
from leagues.models import FinishedGame, Rating, RatingStep, RecordSeat, ResultRecord
from leagues.services.lifecycle import settlement
from leagues.services.records import exports, ratings, results
from tests.conftest import person
from tests.leagues.world import players
from tests.opening import open_table

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def played(first, second, winner="fellowship", decisions=5, **more):
    """A finished game of Duel between two people, taken up."""
    game = open_table(first, title="duel", seat="fellowship", rated=True, **more)
    tables.join(game.key, user=second)
    tables.start_now(game.key, first)
    Seat.objects.filter(game=game).update(full_decisions=decisions)
    resignation.resign(game.key, "sauron" if winner == "fellowship" else "fellowship")
    game.refresh_from_db()
    settlement.settle_finished(game.finished_at)
    ratings.rate_pending()
    return game


def value(user, side, system="community"):
    found = Rating.objects.filter(user=user, side=side, system=system).first()
    return found.value if found else None


def test_a_casual_rated_game_counts_for_both_ratings_of_the_sides_played():
    sam, ted = person("sam"), person("ted")
    game = played(sam, ted)
    record = ResultRecord.objects.get(game=game)
    assert (record.victory, record.winner_side, record.counts) == ("Concession", "fellowship", True)
    assert record.competition_types == ["Ladder"]
    assert (value(sam, "fellowship"), value(ted, "sauron")) == (516, 484)
    assert value(sam, "sauron") is None
    assert value(sam, "fellowship", "openskill") > 1500
    assert FinishedGame.objects.count() == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"decisions": 2}, "too short"),
        ({"unrated": True}, "not a rated game"),
    ],
)
def test_what_does_not_count(change, why):
    sam, ted = person("sam"), person("ted")
    game = open_table(sam, title="duel", seat="fellowship", rated="unrated" not in change)
    tables.join(game.key, user=ted)
    tables.start_now(game.key, sam)
    Seat.objects.filter(game=game).update(full_decisions=change.get("decisions", 5))
    resignation.resign(game.key, "sauron")
    settlement.settle_finished(game.created_at)
    record = ResultRecord.objects.get(game=game)
    assert (record.counts, record.counts_not) == (False, why)
    ratings.rate_pending()
    assert Rating.objects.count() == 0


def test_games_without_a_winner_with_bots_or_guests_do_not_count():
    sam, ted = person("sam"), person("ted")
    game = played(sam, ted)
    seats = list(game.seats.all())
    game.result = {"winners": [], "reason": "void"}
    assert results.why_not_counting(game, seats) == "without a result"
    game.result = {"winners": ["sauron"], "reason": "quest"}
    seats[0].bot = "squire"
    assert results.why_not_counting(game, seats) == "with a bot"
    seats[0].bot, seats[0].user = "", None
    assert results.why_not_counting(game, seats) == "somebody has no account"
    seats[0].user = ted
    assert results.why_not_counting(game, seats) == "one person on both sides"


def test_a_game_that_was_taken_up_late_is_rated_in_its_place():
    sam, ted = person("sam"), person("ted")
    early = open_table(sam, title="duel", seat="fellowship", rated=True)
    tables.join(early.key, user=ted)
    tables.start_now(early.key, sam)
    Seat.objects.filter(game=early).update(full_decisions=5)
    resignation.resign(early.key, "fellowship")
    FinishedGame.objects.filter(game=early).delete()
    late = played(sam, ted)
    FinishedGame.objects.create(game=early)
    settlement.settle_finished(late.finished_at)
    ratings.rate_pending()
    steps = list(RatingStep.objects.filter(system="community", user=sam).order_by("at", "pk"))
    assert [step.games for step in steps] == [1, 2]
    assert steps[0].value == 484
    assert steps[1].value > 500, "the win comes second, against somebody ahead"


def test_an_annulled_game_is_taken_out_of_all_ratings():
    sam, ted = person("sam"), person("ted")
    first = played(sam, ted)
    played(sam, ted)
    before = value(sam, "fellowship")
    ratings.annul_record(Game.objects.get(pk=first.pk), True)
    ratings.rate_pending()
    assert value(sam, "fellowship") == 516 < before
    ratings.annul_record(Game.objects.get(pk=first.pk), False)
    ratings.rate_pending()
    assert value(sam, "fellowship") == before


def test_rebuilding_gives_the_same_numbers(capsys):
    people = players(4)
    rng = Random(2)
    for _ in range(8):
        first, second = rng.sample(people, 2)
        played(first, second, rng.choice(["fellowship", "sauron"]))
    before = set(Rating.objects.values_list("system", "side", "user", "value", "games", "wins"))
    steps = list(RatingStep.objects.order_by("system", "at", "pk").values_list("system", "user", "value"))
    Rating.objects.update(value=1)
    call_command("rebuild_ratings", "--records")
    assert "8 games rated." in capsys.readouterr().out
    assert set(Rating.objects.values_list("system", "side", "user", "value", "games", "wins")) == before
    assert (
        list(RatingStep.objects.order_by("system", "at", "pk").values_list("system", "user", "value"))
        == steps
    )


def test_a_closed_account_leaves_the_list_and_the_records_stay():
    from accounts.services import close_account

    sam, ted = person("sam"), person("ted")
    played(sam, ted)
    close_account(ted)
    rows = ratings.ranking("duel", ("fellowship", "sauron"), "community")
    assert [str(row["user"]) for row in rows] == ["sam"]
    call_command("rebuild_ratings")
    assert value(sam, "fellowship") == 516


def test_the_ranking_puts_the_active_first(world):
    strong, steady, other = players(3)
    for _ in range(3):
        played(strong, other)
    for _ in range(4):
        played(steady, other, "sauron")
        world.pass_time(timedelta(days=1))
    rows = ratings.ranking("duel", ("fellowship", "sauron"), "community", world.now)
    assert next(row["user"] for row in rows) == other, "seven games this year"
    assert [row["active"] for row in rows] == [True, True, False]


@pytest.mark.long
def test_war_of_the_ring_tells_the_columns_of_the_tracker_even_after_a_concession():
    sam, ted = person("sam"), person("ted")
    title = rules.title("war-of-the-ring")
    game = open_table(sam, title=title.id, seat="free-peoples", rated=True)
    tables.join(game.key, user=ted)
    tables.start_now(game.key, sam)
    from games.tasks import play_bot

    Seat.objects.filter(game=game).update(bot="random")
    play_bot(game.key)
    game.refresh_from_db()
    if game.status == Game.Status.RUNNING:
        resignation.resign(game.key, "shadow")
        game.refresh_from_db()
    settlement.settle_finished(game.finished_at)
    record = ResultRecord.objects.get(game=game)
    assert record.facts["corruption"] >= 0
    assert 0 <= record.facts["initial_eyes"] <= 7
    assert record.facts["dwarven_rings"] == 0
    assert exports.columns_of([title.id])[12:23] == (
        "expansions",
        "treebeard_used",
        "action_tokens",
        "dwarven_rings",
        "muster_points",
        "turns",
        "corruption",
        "mordor",
        "initial_eyes",
        "aragorn_turn",
        "captured",
    ), "as the community's league tracker has them"
    assert list(exports.row_of(record)) == list(exports.columns_of([title.id]))
    assert record.victory in ("Ring", "Military", "Concession")
    assert record.counts_not == "with a bot"


#: Who of two, three or four has won, and the record's winner, loser and drawn; the last player's line in their profile.
OUTCOMES = [
    ((1, 0), ("sam", "ted", ""), "Lost"),
    ((1, 1), ("", "", "sam, ted"), "Drew"),
    ((0, 0), ("", "", ""), "Without a result"),
    ((0, 1, 0), ("ted", "sam, tom", ""), "Lost"),
    ((0, 1, 1), ("ted, tom", "sam", ""), "Won"),
    ((1, 1, 1), ("", "", "sam, ted, tom"), "Drew"),
    ((0, 0, 0), ("", "", ""), "Without a result"),
    ((0, 0, 0, 1), ("tim", "sam, ted, tom", ""), "Won"),
    ((1, 0, 1, 0), ("sam, tom", "ted, tim", ""), "Lost"),
    ((1, 1, 1, 0), ("sam, ted, tom", "tim", ""), "Lost"),
    ((1, 1, 1, 1), ("", "", "sam, ted, tom, tim"), "Drew"),
    ((0, 0, 0, 0), ("", "", ""), "Without a result"),
]


def test_winners_losers_and_who_has_drawn_are_each_said_by_themselves(client):
    people = [person(name) for name in ("sam", "ted", "tom", "tim")]
    game = played(*people[:2])
    record = ResultRecord.objects.get(game=game)
    for won, (winner, loser, drawn), line in OUTCOMES:
        record.seats.all().delete()
        RecordSeat.objects.bulk_create(
            RecordSeat(record=record, seat=f"seat{n}", side=f"side{n}", index=n, user=user, won=has_won)
            for n, (user, has_won) in enumerate(zip(people, won, strict=False))
        )
        players = ", ".join(str(user) for user in people[: len(won)])
        right = {"players": players, "winner": winner, "loser": loser, "drawn": drawn}
        row = client.get(f"/api/v1/records/{game.key}/").json()
        assert {name: row[name] for name in right} == right, won
        assert row["winner_side"].count("side") == (0 if drawn else sum(won))
        files = {form: client.get(reverse("records"), {"as": form}) for form in ("csv", "json")}
        for row in (
            next(csv.DictReader(io.StringIO(files["csv"].content.decode()))),
            *files["json"].json()["rows"],
        ):
            assert {name: row[name] for name in right} == right, won
        page = client.get(reverse("result-record", args=[game.key])).content.decode()
        told = {
            name: f"<dt>{name.capitalize()}</dt><dd>{value}</dd>" in page for name, value in right.items()
        }
        assert told == {name: bool(value) for name, value in right.items()}, won
        assert page.count("<dt>Loser</dt>") == bool(loser)
        listed = client.get(reverse("records")).content.decode()
        assert (listed.count("> won<"), listed.count("> drew<")) == (
            (0, len(won)) if drawn else (sum(won), 0)
        )
        profile = client.get(reverse("player", args=[people[len(won) - 1].username])).content.decode()
        assert f">{line} " in profile, won

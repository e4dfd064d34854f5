"""Two against two: who plays together wins, loses, is rated and is decided about together (Tug of war)."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

import rules
from games.ledger import ledger as games_log
from games.lobby.balance import balance_of
from games.models import Event, Seat
from games.play import endings
from leagues.formats import Entrant, Meeting
from leagues.formats.base import tally
from leagues.forms import RecordFilterForm
from leagues.models import Place, Rating, RatingStep, RecordSeat, ResultRecord
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.lifecycle import adjudication, settlement
from leagues.services.records import exports, profiles, ratings, results, search
from leagues.services.rounds import standings
from tests.leagues.tug import pull_out, pulled
from tests.leagues.world import is_over, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tug_of_war")]


def started(world, owner, **more):
    """An event of four players, in which everybody has every seat once."""
    cup = world.found(owner, "round-robin", title="tug-of-war", least_entrants=4, **more)
    world.enter(cup, players(4))
    directing.start_now(cup.key, owner, world.now)
    world.sweep()
    return cup


def rated():
    """The ratings by OpenSkill: value by name and side."""
    rows = Rating.objects.filter(system="openskill").values_list("user__username", "side", "value")
    return {(user, side): value for user, side, value in rows}


def test_the_record_tells_who_played_together():
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    record = ResultRecord.objects.get(game=game)
    told = {seat.seat: (seat.team, seat.won) for seat in record.seats.all()}
    assert told == {"north": (1, True), "east": (2, False), "south": (1, True), "west": (2, False)}
    assert (record.counts, record.victory) == (True, "Rope")


def test_a_profile_tells_with_whom_and_against_whom_somebody_played(client):
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    text = client.get(reverse("player", args=["player1"])).content.decode()
    assert "Won against player2 with player3 against player4" in text


def won_by(side):
    """The records that a search for a winning side finds, as the page asks."""
    form = RecordFilterForm({"side": side})
    assert form.is_valid()
    return list(search.found_records(form.cleaned_data))


def test_a_won_team_game_is_in_the_balance_of_the_sides(client):
    """Whoever opens a table reads how often each seat has won, alone or together with its partner."""
    four = players(4)
    for game in (pulled(four), pulled(four)):
        settlement.settle_finished(game.finished_at)
    told = {"North": (2, 100), "East": (0, 0), "South": (2, 100), "West": (0, 0)}
    found = balance_of(rules.title("tug-of-war")).people
    assert {side.name: (side.won, side.percent) for side in found} == told
    rated = profiles.balance("tug-of-war")
    assert {row["name"]: (row["won"], row["share"]) for row in rated} == told
    assert "South: 2 (100 %)" in client.get(reverse("ranking", args=["tug-of-war"])).content.decode()


def test_a_won_team_game_is_found_by_each_side_that_has_won():
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    record = ResultRecord.objects.get(game=game)
    assert [won_by(side) for side in ("North", "South", "east", "west")] == [[record], [record], [], []]


def test_the_export_of_a_won_team_game_names_all_who_have_won():
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    row = exports.row_of(ResultRecord.objects.get(game=game))
    assert (row["winner"], row["winner_side"]) == ("player1, player3", "North, South")
    assert row["loser"] == "player2, player4"


def test_where_all_four_or_nobody_has_won_no_side_has():
    four = players(4)
    games = [pulled(four), pulled(four)]
    for game, winners in zip(games, (["north", "east", "south", "west"], []), strict=True):
        game.result = {**game.result, "winners": winners}
        game.save(update_fields=["result"])
    settlement.settle_finished(games[-1].finished_at)
    assert balance_of(rules.title("tug-of-war")).people == []
    assert profiles.balance("tug-of-war") == []
    assert won_by("north") == []
    assert [exports.row_of(record)["winner_side"] for record in ResultRecord.objects.all()] == ["", ""]


def test_who_plays_alone_is_in_no_team():
    game = pulled(players(2), pairs=False)
    settlement.settle_finished(game.finished_at)
    assert set(RecordSeat.objects.values_list("team", flat=True)) == {None}


def test_who_sits_in_several_of_four_seats_is_told_why_the_game_does_not_count():
    game = pulled(players(4))
    seats = list(game.seats.select_related("user").order_by("position"))
    seats[2].user = seats[0].user
    assert results.why_not_counting(game, seats) == "one person in several seats"


def test_practice_alone_is_called_after_the_number_of_seats(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("ori"))
    for title, words in (("tug-of-war", "Every side yourself"), ("duel", "Both sides yourself")):
        text = client.get(reverse("new-table"), {"title": title}).content.decode()
        assert f">{words}</button>" in text


def test_partners_rise_and_fall_together_and_rebuilding_gives_the_same_numbers(capsys):
    people = players(4)
    for turn in (people, people[1:] + people[:1]):
        game = pulled(turn)
        settlement.settle_finished(game.finished_at)
    ratings.rate_pending()
    values = rated()
    assert values["player1", "north"] == values["player3", "south"] > 1500
    assert values["player2", "east"] == values["player4", "west"] < 1500
    assert values["player2", "north"] == pytest.approx(values["player4", "south"])
    before = set(Rating.objects.values_list("system", "side", "user", "value", "spread", "games", "wins"))
    steps = list(RatingStep.objects.order_by("at", "pk").values_list("system", "user", "side", "value"))
    assert len(steps) == 16
    Rating.objects.update(value=1)
    call_command("rebuild_ratings", "--records")
    assert "2 games rated." in capsys.readouterr().out
    assert (
        set(Rating.objects.values_list("system", "side", "user", "value", "spread", "games", "wins"))
        == before
    )
    again = RatingStep.objects.order_by("at", "pk").values_list("system", "user", "side", "value")
    assert list(again) == steps


def test_the_strength_of_the_partner_counts():
    people = players(4)
    for turn in (people, people):
        game = pulled(turn)
        settlement.settle_finished(game.finished_at)
    ratings.rate_pending()
    known = dict(
        RatingStep.objects.filter(system="openskill", seat__seat="north").values_list("games", "value")
    )
    assert known[2] - known[1] < known[1] - 1500, "the second win was to be expected of both"


def test_a_game_in_which_all_are_allies_counts_for_nobody(monkeypatch):
    title = rules.title("tug-of-war")
    monkeypatch.setattr(type(title), "allies", lambda self, options, seat: self.seats(options))
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    record = ResultRecord.objects.get(game=game)
    assert (record.counts, record.counts_not) == (False, "nobody played against another")


@pytest.mark.parametrize(
    ("system", "worth"),
    [
        ("winner", {"north": 1, "east": 0, "south": 1, "west": 0}),
        ("places", {"north": 5, "east": 1, "south": 5, "west": 1}),
    ],
)
def test_a_shared_victory_is_a_win_for_each(world, elrond, system, worth):
    cup = started(world, elrond, settings={"table_scoring": system})
    seats = standings.seats_of(cup)
    for game in world.games(cup):
        pull_out(game)
    world.sweep()
    for pairing in cup.pairings.all():
        got = {seats[place.index]: place.points for place in pairing.places.all()}
        assert got == worth
    assert is_over(cup)
    lines = standings.load(cup).tables()[0].lines
    assert [(line.won, line.drawn, line.lost) for line in lines] == [(2, 0, 2)] * 4, "twice on each side"


def test_a_title_that_ranks_partners_apart_has_them_level(monkeypatch):
    title = rules.title("tug-of-war")
    told = {"places": [["north"], ["west"], ["south"], ["east"]]}
    monkeypatch.setattr(type(title), "facts", lambda self, state, lines: told)
    game = pulled(players(4))
    settlement.settle_finished(game.finished_at)
    places = dict(RecordSeat.objects.values_list("seat", "place"))
    assert places == {"north": 1, "south": 1, "east": 3, "west": 3}
    assert results.ranking_of(game, list(game.seats.order_by("position"))).places == ((0, 2), (1, 3))


def test_a_partner_is_nobodys_opponent():
    """Tie-breaks look at those against whom one played."""
    entrants = [Entrant(number, number) for number in (1, 2, 3, 4)]
    played = Meeting(1, (1, 2, 3, 4), points=(1.0, 0.0, 1.0, 0.0), winners=(0, 2), teams=(1, 2, 1, 2))
    met = tally(entrants, [played])
    assert met[1].opponents == [(2, 2.0), (4, 2.0)]
    assert met[2].opponents == [(1, 0.0), (3, 0.0)]


def test_a_director_decides_for_a_team(world, elrond, client):
    cup = started(world, elrond)
    client.force_login(elrond)
    text = client.get(reverse("league-director", args=[cup.key])).content.decode()
    names = [place.entrant.user.username for place in cup.pairings.get(number=1).places.order_by("index")]
    assert f'<option value="first">{names[0]} and {names[2]} win</option>' in text
    assert f'<option value="second">{names[1]} and {names[3]} win</option>' in text
    assert 'value="third"' not in text
    directing.adjudicate(cup.key, elrond, 1, "third", "Agreed.", now=world.now)
    pairing = cup.pairings.get(number=1)
    assert [place.won for place in pairing.places.order_by("index")] == [True, False, True, False]
    assert pairing.game.result["winners"] == ["north", "south"]
    assert cup.audit.get(act="adjudicated").text == f"Decided: {names[0]} and {names[2]} win."


def test_at_the_deadline_the_team_wins_that_has_used_less_time(world, elrond):
    cup = started(world, elrond, at_deadline="clock")
    pairing = cup.pairings.get(number=1)
    start = pairing.game.events.order_by("-seq").first()
    Event.objects.bulk_create(
        Event(
            game=pairing.game,
            seq=start.seq + number,
            kind="choice",
            seat=seat,
            at=start.at + passed * 1000,
            hash=f"{number:064x}",
        )
        for number, (seat, passed) in enumerate(
            [("north", 10), ("east", 30), ("south", 90), ("west", 110)], start=1
        )
    )
    assert results.seconds_used(pairing.game) == {"north": 10, "east": 20, "south": 60, "west": 20}
    assert adjudication.by_clock(pairing) == [1, 3]


def test_who_ran_out_of_time_is_barred_and_not_the_partner(world, elrond):
    cup = started(world, elrond)
    pairing = cup.pairings.get(number=1)
    opened = games_log.load(pairing.game.key, world.now + timedelta(hours=1))
    result = rules.Result(("north", "south"), "time", "East ran out of time.")
    endings.conclude(opened, "timeout", "east", result)
    Seat.objects.filter(game=pairing.game).update(full_decisions=5)
    world.sweep()
    seats = standings.seats_of(cup)
    late = Place.objects.filter(pairing=pairing, timed_out=True).values_list("index", flat=True)
    assert [seats[index] for index in late] == ["east"]
    assert list(RecordSeat.objects.filter(timed_out=True).values_list("seat", flat=True)) == ["east"]


def test_players_read_it_before_they_enter(world, elrond):
    cup = started(world, elrond)
    assert "has lost the game together with their allies" in " ".join(presentation.rules_words(cup))

"""War of the Ring for three and four in leagues: tables, teams of two, who wins together (WR-19, TOU-8, TOU-10)."""

import pytest

from games.hours import resignation
from games.models import Game
from leagues.models import Competition, ResultRecord
from leagues.services import directing
from leagues.services.records import exports
from leagues.services.rounds import standings
from tests.leagues.companies import begun
from tests.leagues.world import World, is_over, players

pytestmark = pytest.mark.django_db

SEATS = {"3": ("free-peoples", "witch-king", "saruman"), "4": ("gondor", "rohan", "witch-king", "saruman")}
SHADOW = ("witch-king", "saruman")


def at_tables(
    world: World, owner, number: str, people: int, preset: str = "round-robin", **more
) -> Competition:
    """An event at tables of three or four that has begun."""
    options = {"players": number}
    cup = world.found(owner, preset, title="war-of-the-ring", options=options, clock_preset="slow", **more)
    world.enter(cup, players(people))
    directing.start_now(cup.key, owner, world.now)
    world.sweep()
    cup.refresh_from_db()
    return cup


def give_up(game: Game, *seats: str) -> None:
    """Let a team resign, player after player, as if the game had been played for a while."""
    game.seats.update(full_decisions=5)
    for seat in seats:
        resignation.resign(game.key, seat)


@pytest.mark.parametrize("number", SEATS)
def test_who_plays_the_same_side_wins_together(world, elrond, number):
    seats = SEATS[number]
    cup = at_tables(world, elrond, number, 2 * len(seats), settings={"pace": "rounds"})
    game = world.games(cup)[0]
    assert tuple(seat.name for seat in game.seats.order_by("position")) == seats
    give_up(game, *(seat for seat in seats if seat not in SHADOW))
    world.sweep()
    places = list(game.pairing.places.order_by("index"))
    won = {seats[place.index] for place in places if place.points == max(p.points for p in places)}
    assert won == set(SHADOW)
    record = ResultRecord.objects.get(game=game)
    assert {seats[seat.index] for seat in record.seats.all() if seat.won} == set(SHADOW)
    row = exports.row_of(record)
    assert row["winner_side"] == "Shadow", "said once of a team"
    assert (row["number_of_players"], row["individual_winners"]) == (int(number), []), (
        "nobody's, of a game given up"
    )


@pytest.mark.parametrize("preset", ["round-robin", "league-season"])
def test_formats_seat_four_at_a_table(world, elrond, preset):
    cup = at_tables(world, elrond, "4", 8, preset)
    games = world.games(cup)
    assert games
    assert all(game.seats.count() == 4 and not game.seats.filter(user=None).exists() for game in games)


def test_teams_of_two_play_the_two_sides(world, elrond):
    event, _ = begun(world, elrond, number=3, title="war-of-the-ring", options={"players": "4"})
    while not is_over(event):
        for game in world.games(event):
            give_up(game, *SHADOW)
        world.sweep()
        event.refresh_from_db()
    for pairing in event.pairings.select_related("match__first", "match__second"):
        places = list(pairing.places.select_related("entrant__team").order_by("index"))
        first, second = pairing.match.first, pairing.match.second
        teams = [place.entrant.team for place in places]
        assert teams in ([first, first, second, second], [second, second, first, first])
        assert places[0].points == places[1].points > places[2].points == places[3].points
    assert sum(line.points for line in standings.load(event).tables()[0].lines) == 3 * 2

"""War of the Ring for three and four in leagues: tables, teams of two, who wins together (WR-19, TOU-8, TOU-10)."""

import re

import pytest

from games.hours import resignation
from games.models import Game
from leagues.models import Competition, ResultRecord
from leagues.services import directing
from leagues.services.records import exports
from leagues.services.rounds import standings
from rules import Decision
from tests.leagues.answers import play_out
from tests.leagues.companies import begun
from tests.leagues.world import World, is_over, players
from tests.pages.test_always import put
from tests.rules.war_of_the_ring.players.tables import SARUMAN, WITCH_KING, table

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


# -- who wins for himself ------------------------------------------------------------------------------

#: Ten points that the Shadow has taken, six of them by Saruman.
TAKERS = {
    "lorien": SARUMAN,
    "rivendell": SARUMAN,
    "minas-tirith": SARUMAN,
    "dol-amroth": WITCH_KING,
    "helms-deep": WITCH_KING,
}


def take_all(game: Game, *lost: str) -> None:
    """Let the Shadow win the war of a game at the end of its turn, with these Settlements lost."""
    captured = [*TAKERS, *lost]
    play = table(options=game.options, acting=SARUMAN, dice=([], ["army"]), captured=captured, takers=TAKERS)
    put(game, play.snapshot())
    game.seats.update(full_decisions=5)
    play_out(game, Decision.fallback_choice)


def own_of(html: str) -> list[str]:
    """What stands in the column of those who have won for themselves, line by line."""
    table = next(part for part in html.split("<table") if ">Own<" in part)
    head, *rows = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in table.split("<tr")[1:]]
    index = next(i for i, column in enumerate(head) if ">Own<" in column)
    return [re.sub(r"<[^>]+>", "", row[index]).strip() for row in rows]


@pytest.mark.rule("WR-19.8")
def test_who_wins_for_himself_stands_beside_the_result_and_changes_no_place(world, elrond, client):
    cup = at_tables(world, elrond, "4", 4)
    game = world.games(cup)[0]
    take_all(game)
    world.sweep()
    places = list(game.pairing.places.select_related("entrant__user").order_by("index"))
    assert [place.won_individually for place in places] == [False, False, False, True]
    assert [place.points for place in places] == [0, 0, 1, 1]
    lines = standings.load(cup).tables()[0].lines
    assert [line.rank for line in lines] == [1, 1, 3, 3], "partners are level"
    own = {line.entrant: line.won_individually for line in lines}
    assert own == {place.entrant_id: int(place.won_individually) for place in places}

    told = client.get(f"/api/v1/leagues/{cup.key}/standings/").json()["standings"][0]
    assert {line["player"]: line["won_individually"] for line in told["lines"]} == {
        place.entrant.user.shown_name: int(place.won_individually) for place in places
    }
    assert any("no place" in sentence for sentence in told["explained"])
    for page in (f"/leagues/{cup.key}/", f"/leagues/{cup.key}/standings/"):
        assert sorted(own_of(client.get(page).content.decode())) == ["0", "0", "0", "1"], page
    rows = client.get(f"/leagues/{cup.key}/standings.csv").content.decode()
    assert "won_individually" in rows.splitlines()[0]


@pytest.mark.rule("WR-19.8")
def test_partners_who_are_level_have_both_won_for_themselves(world, elrond):
    cup = at_tables(world, elrond, "4", 4)
    game = world.games(cup)[0]
    take_all(game, "orthanc")
    world.sweep()
    assert [place.won_individually for place in game.pairing.places.order_by("index")] == [False] * 2 + [
        True
    ] * 2


def test_nobody_wins_for_himself_what_is_given_up_or_corrected(world, elrond):
    cup = at_tables(world, elrond, "4", 4)
    game = world.games(cup)[0]
    take_all(game)
    world.sweep()
    assert game.pairing.places.filter(won_individually=True).count() == 1
    directing.adjudicate(cup.key, elrond, game.pairing.number, "third", "A mistake.", now=world.now)
    assert game.pairing.places.filter(won=True).count() == 2
    assert not game.pairing.places.filter(won_individually=True).exists()


def test_a_team_reads_who_of_it_has_won_for_himself(world, elrond, client):
    event, _ = begun(world, elrond, number=2, title="war-of-the-ring", options={"players": "4"})
    for game in world.games(event):
        take_all(game)
    world.sweep()
    assert sorted(own_of(client.get(f"/leagues/{event.key}/").content.decode())) == ["0", "0", "0", "1"]
    members = [
        m for team in client.get(f"/api/v1/leagues/{event.key}/").json()["teams"] for m in team["members"]
    ]
    assert sum(member["won_individually"] for member in members) == 1

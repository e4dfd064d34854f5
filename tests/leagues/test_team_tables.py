"""Teams of seats: those who win and lose together sit together at one table (Tug of war)."""

import pytest

from games.models import Game
from leagues.models import Entrant, Pairing, Team
from leagues.services import directing
from leagues.services.display import presentation, team_matches
from leagues.services.entry import registration
from leagues.services.rounds import outcomes, standings
from tests.conftest import person, refused
from tests.leagues.companies import begun, games_of, teams_of
from tests.leagues.tug import pull_out
from tests.leagues.world import check_invariants, is_over

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tug_of_war")]


def seats_of(pairing: Pairing) -> list[tuple[str, int]]:
    """The team and board of every seat, in seating order."""
    return [(p.entrant.team.name, p.entrant.board) for p in pairing.places.order_by("index")]


def pull(world, event):
    """Play every running table to its end: North and South win."""
    for game in world.games(event):
        pull_out(game)
    world.sweep()


def test_a_team_sits_together_and_wins_together(world, elrond):
    event, made = begun(world, elrond, number=3, title="tug-of-war")
    while not is_over(event):
        pull(world, event)
    assert event.matches.count() == event.pairings.count() == 3
    for pairing in event.pairings.select_related("match__first", "match__second"):
        first, second = pairing.match.first.name, pairing.match.second.name
        assert seats_of(pairing) == [(first, 1), (second, 1), (first, 2), (second, 2)]
        assert [place.points for place in pairing.places.order_by("index")] == [1.0, 0.0, 1.0, 0.0]
    lines = standings.load(event).tables()[0].lines
    assert sum(line.breaks[0] for line in lines) == 3 * 2, "a game won together is worth 2 for the team"
    assert sum(line.points for line in lines) == 3 * 2
    assert {team.final_place for team in event.teams.all()} == {1}, "each has won once, in the north"
    assert outcomes.in_brief(made[0].members.first()).startswith("champion, place 1 of 3 with Team 1")
    check_invariants(event)


def test_two_tables_swap_the_sides(world, elrond):
    event, _ = begun(world, elrond, number=2, title="tug-of-war", settings={"games_per_pair": 2})
    while not is_over(event):
        pull(world, event)
    first, second = games_of(event, 1)
    assert seats_of(first)[0][0] == seats_of(second)[1][0]
    assert [(line.points, line.breaks[0]) for line in standings.load(event).tables()[0].lines] == [
        (2.0, 2.0),
        (2.0, 2.0),
    ]


def test_the_captain_says_who_has_which_seat(world, elrond):
    from leagues.services.entry import teams

    event = world.found(elrond, "team-round-robin", title="tug-of-war", team_size=2, least_entrants=2)
    made = teams_of(world, event, 2)
    one, other = made[0].members.order_by("board")
    teams.order(event.key, made[0].captain, [other.pk, one.pk], world.now)
    directing.start_now(event.key, elrond, world.now)
    world.sweep()
    north = event.pairings.get().places.filter(entrant__team=made[0]).order_by("index").first()
    assert north.entrant == other


def test_if_one_leaves_their_team_loses_until_somebody_takes_the_place(world, elrond):
    event, made = begun(world, elrond, number=3, title="tug-of-war")
    rounds = event.rounds.count()
    assert rounds == 1
    leaver = made[0].members.get(board=2)
    registration.leave(event.key, leaver.user, world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.OUT
    while not is_over(event):
        pull(world, event)
    lost = event.pairings.filter(places__entrant=leaver)
    assert {seat.points for p in lost for seat in p.places.filter(entrant__team=made[0])} == {0.0}
    without = [p for p in lost if p.outcome == Pairing.Outcome.WALKOVER]
    assert without, "one round was paired after they had left"
    for pairing in without:
        assert [p.points for p in pairing.places.exclude(entrant__team=made[0])] == [1.0, 1.0]
    check_invariants(event)


def test_a_table_that_has_not_begun_is_won_by_the_others(world, elrond):
    event, made = begun(
        world,
        elrond,
        number=2,
        title="tug-of-war",
        games_at_once=1,
        settings={"games_per_pair": 2, "pace": "all"},
    )
    waiting = event.pairings.get(state=Pairing.State.WAITING)
    leaver = made[0].members.get(board=1)
    registration.leave(event.key, leaver.user, world.now)
    waiting.refresh_from_db()
    assert waiting.outcome == Pairing.Outcome.WALKOVER
    assert {p.points for p in waiting.places.exclude(entrant__team=made[0])} == {1.0}
    person("merry")
    directing.replace(event.key, elrond, leaver.pk, "merry", "A reserve.", world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.ENTERED
    assert Entrant.objects.get(pk=leaver.pk).user.username == "merry"


def test_the_team_is_as_large_as_the_title_says(world, elrond):
    with refused("bad-option"):
        world.found(elrond, "team-swiss", title="tug-of-war", team_size=4)
    plain = world.found(elrond, "team-swiss", title="tug-of-war", options={"pairs": False}, team_size=4)
    assert standings.together(plain) == 1, "where North and East pull alone, teams have boards"


def test_a_title_of_three_sides_knows_no_teams(world, elrond, monkeypatch):
    import rules

    title = rules.title("tug-of-war")
    monkeypatch.setattr(type(title), "allies", lambda self, options, seat: (seat,))
    with refused("not-for-teams"):
        world.found(elrond, "team-swiss", title="tug-of-war", team_size=2)


def test_pages_and_words_are_of_tables(world, elrond, client):
    event, _ = begun(world, elrond, number=2, title="tug-of-war")
    said = " ".join(presentation.rules_words(event))
    assert "The 2 of a team sit together at one table" in said
    assert "their team loses what it plays until a director" in said
    text = client.get(f"/leagues/{event.key}/").content.decode()
    assert "Their table" in text
    assert Game.objects.filter(pairing__competition=event).count() == 1
    assert len(team_matches.scores(standings.load(event))) == 4
    client.force_login(elrond)
    form = client.get("/leagues/new/", {"preset": "team-swiss", "title": "tug-of-war"})
    assert form.context["form"].fields["team_size"].initial == 2
    assert "2 sit together in Tug of war." in form.content.decode()

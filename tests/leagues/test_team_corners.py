"""What a team event must not let through: own matches, tables that somebody has left, people asked again and again."""

from datetime import timedelta

import pytest
from django.urls import reverse

from leagues.models import Entrant, Pairing, Team
from leagues.services import directing
from leagues.services.directing import invitations, offers
from leagues.services.entry import readmission, registration, teams
from notifications.models import Delivery
from tests.conftest import refused
from tests.leagues.companies import begun, games_of, lines_of, team_of, told
from tests.leagues.world import players

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(world, elrond):
    """An event of teams of two whose registration is open."""
    return world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)


def test_no_director_lets_a_game_of_their_own_match_be_played_anew(world, elrond):
    event, (first, second) = begun(world, elrond, number=2)
    boss = second.members.get(board=1).user
    event.directors.add(boss)
    leaver = first.members.get(board=2)
    registration.leave(event.key, leaver.user, world.now)
    world.sweep()
    leaver.refresh_from_db()
    assert readmission.REPLAY not in offers.of_entrant(event, leaver, boss, second.pk).readmit
    with refused("own-game"):
        directing.readmit(event.key, boss, leaver.pk, "replay", "Mercy.", world.now)
    (game,) = games_of(event, 2)
    assert game.state == Pairing.State.DONE
    directing.readmit(event.key, elrond, leaver.pk, "replay", "Mercy.", world.now)


@pytest.mark.usefixtures("tug_of_war")
def test_a_table_that_somebody_has_left_is_lost_for_their_team(world, elrond):
    """Nobody else sits down there; who takes the place plays what comes, and it can be played anew."""
    event, _ = begun(world, elrond, number=2, title="tug-of-war")
    match = event.matches.get()
    leaver = match.first.members.get(board=2)
    registration.leave(event.key, leaver.user, world.now)
    assert world.games(event) == []
    world.sweep()
    assert [name for name, *_ in lines_of(event)] == [match.second.name, match.first.name]
    assert Team.objects.get(pk=match.first_id).state == Team.State.OUT
    game = event.pairings.get().game
    assert game.result["reason"] == "adjudication"
    assert "has left the event" in game.result["text"]


def test_names_that_a_database_takes_for_the_same_are_refused_in_words(world, opened):
    frodo, sam = players(2, "ent")
    teams.found(opened.key, frodo, "\u0130nts", world.now)
    for name in ("\u0130nts", "\u0130NTS"):
        with refused("name-taken"):
            teams.found(opened.key, sam, name, world.now)


def test_who_may_not_enter_is_offered_no_place_but_may_say_no(world, elrond, client):
    event = world.found(elrond, "team-round-robin", team_size=2, least_entrants=2, by_invitation=True)
    captain, other = players(2, "ent")
    invitations.invite(event.key, elrond, captain.username, world.now)
    team = teams.found(event.key, captain, "Ents", world.now)
    teams.ask(event.key, captain, other.username, world.now)
    client.force_login(other)
    page = client.get(f"/leagues/{event.key}/").content.decode()
    assert "Play for Ents" not in page
    assert "No, thanks" in page
    answer = client.post(reverse("league-act", args=[event.key, "join-team"]), {"team": team.pk})
    assert answer.status_code == 409


def test_nobody_is_asked_again_and_again(world, opened):
    captain, other = players(2, "ent")
    team = teams.found(opened.key, captain, "Ents", world.now)
    for _ in range(3):
        teams.ask(opened.key, captain, other.username, world.now)
        teams.decline(opened.key, other, team.pk, world.now)
    with refused("too-many-asked") as found:
        teams.ask(opened.key, captain, other.username, world.now)
    words = f"You have sent {other.shown_name} 3 invitations within a day. You can send more in 24 hours."
    assert found.value.message == words
    assert Delivery.objects.filter(user=other, subject__what="team", channel="email").count() == 3
    world.pass_time(timedelta(days=1, minutes=1))
    teams.ask(opened.key, captain, other.username, world.now)


def test_who_was_taken_out_is_asked_only_after_a_director_allows_it(world, elrond, opened):
    captain, other = players(2, "ent")
    team_of(world, opened, "Ents", [captain, other])
    row = Entrant.objects.get(competition=opened, user=other)
    directing.remove(opened.key, elrond, row.pk, "Rude.", world.now)
    world.pass_time(timedelta(days=1, minutes=1))
    with refused("taken-out"):
        teams.ask(opened.key, captain, other.username, world.now)
    directing.readmit(opened.key, elrond, row.pk, "stand", "Sorry.", world.now)
    row.refresh_from_db()
    assert offers.of_entrant(opened, row, elrond, None).why == (
        "ent2 is in no team: they can found one, or be asked into one."
    )
    teams.ask(opened.key, captain, other.username, world.now)


def test_who_founds_a_team_is_asked_by_no_other(world, opened):
    captain, other = players(2, "ent")
    team = teams.found(opened.key, captain, "Ents", world.now)
    teams.ask(opened.key, captain, other.username, world.now)
    teams.found(opened.key, other, "Orcs", world.now)
    assert not team.invitations.exists()


@pytest.mark.usefixtures("tug_of_war")
def test_the_page_of_all_games_calls_a_table_a_table(world, elrond, client):
    event, _ = begun(world, elrond, number=2, title="tug-of-war")
    assert "Board 1" not in client.get(f"/leagues/{event.key}/games/").content.decode()


def test_with_two_matches_a_round_who_rests_reads_that_both_count(world, elrond):
    settings = {"rounds": 2, "games_per_round": "2"}
    event, _ = begun(world, elrond, "team-swiss", 3, settings=settings)
    rests = event.matches.filter(second=None).first().first
    (words,) = told(rests.members.get(board=1).user, "bye")
    assert "every match of it counts as won" in words


def test_a_board_whose_two_players_were_away_can_be_played_when_both_are_back(world, elrond):
    event, made = begun(world, elrond, number=4, settings={"pace": "rounds"})
    away = [team.members.get(board=2) for team in made]
    for member in away:
        registration.leave(event.key, member.user, world.now)
    world.sweep()
    for pairing in event.pairings.filter(state=Pairing.State.PLAYING).select_related("game"):
        world.end(pairing.game, 0)
    world.sweep()
    assert event.rounds.count() == 2
    for member in away:
        directing.readmit(event.key, elrond, member.pk, "stand", "Back.", world.now)
    registration.leave(event.key, away[0].user, world.now)
    away[0].refresh_from_db()
    lost = [pairing.round.number for pairing in readmission.offer(event, away[0]).games]
    assert 2 in lost


def test_the_list_for_programs_says_which_events_have_teams(opened, client):
    (row,) = client.get("/api/v1/leagues/").json()["results"]
    assert row["team_size"] == 2
    assert row["key"] == opened.key


def test_the_list_of_events_counts_people_and_teams(world, elrond, client, opened):
    team_of(world, opened, "Ents", players(2, "ent"))
    cup = world.found(elrond, "swiss", name="Alone")
    world.enter(cup, players(3, "orc"))
    page = client.get("/leagues/").content.decode()
    assert "<span>1 team</span>" in page
    assert "<span>3 players</span>" in page

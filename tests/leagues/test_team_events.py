"""Events of teams, played board by board: matches, who leaves, who comes instead, who is kept apart."""

from datetime import timedelta

import pytest

from accounts.blocks import block
from leagues.models import Entrant, Match, Pairing, ResultRecord, Team
from leagues.services import directing
from leagues.services.directing import teams as directing_teams
from leagues.services.display import team_matches
from leagues.services.entry import registration, teams
from leagues.services.lifecycle import progress
from leagues.services.rounds import outcomes, standings
from tests.conftest import person, refused
from tests.leagues.companies import begun, boards_of, games_of, lines_of, team_of, teams_of, told, win_for
from tests.leagues.world import check_invariants, is_over, players


@pytest.fixture
def cup(world, elrond):
    """A round robin of teams of two, open for registration."""
    return world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)


# -- playing -----------------------------------------------------------------------------------


@pytest.mark.long
def test_a_round_robin_of_teams_from_the_first_board_to_the_champion(world, elrond):
    event, made = begun(world, elrond, number=4)
    assert event.matches.count() == 2
    leaver = made[3].members.get(board=2)
    registration.leave(event.key, leaver.user, world.now)
    directing.replace(event.key, elrond, leaver.pk, person("merry").username, "A reserve.", world.now)
    world.sweep()
    while not is_over(event):
        for pairing in event.pairings.filter(state="playing").select_related("game"):
            first, second = (place.entrant.team for place in pairing.places.order_by("index"))
            win_for(world, pairing, min(first, second, key=lambda team: team.pk))
        world.sweep()
    assert Match.objects.filter(competition=event).count() == 6
    assert event.pairings.count() == 12
    assert lines_of(event) == [
        ("Team 1", 6.0, 12.0),
        ("Team 2", 4.0, 8.0),
        ("Team 3", 2.0, 4.0),
        ("Team 4", 0.0, 0.0),
    ]
    champion = Team.objects.get(pk=made[0].pk)
    assert (champion.champion, champion.final_place, champion.final_of) == (True, 1, 4)
    member = champion.members.first()
    assert outcomes.in_brief(member) == "champion, place 1 of 4 with Team 1"
    assert "You are champions! Your team, Team 1, is number 1 of 4." in told(member.user, "finished")[0]
    last = made[3].members.first()
    assert "Your team, Team 4, is number 4 of 4. Team 1 is champion." in told(last.user, "finished")[0]
    assert ResultRecord.objects.filter(competition=event, counts=True).count() == 11, (
        "but for the game given up"
    )
    scores = team_matches.scores(standings.load(event))
    assert [(s.entrant.board, s.team.name, s.done.points) for s in scores[:2]] == [
        (1, "Team 1", 6.0),
        (1, "Team 2", 4.0),
    ]
    check_invariants(event)


def test_on_each_board_the_sides_are_the_other_way_round(world, elrond):
    event, _ = begun(world, elrond, number=2)
    first, second = (list(games_of(event, board)[0].places.order_by("index")) for board in (1, 2))
    assert [place.entrant.team_id for place in first] == [place.entrant.team_id for place in second][::-1]
    assert {place.entrant.board for place in first} == {1}
    assert {place.entrant.board for place in second} == {2}


@pytest.mark.long
def test_a_swiss_of_teams_that_people_leave_and_reserves_join_runs_to_its_end(world, elrond):
    event, _ = begun(world, elrond, "team-swiss", 5, settings={"rounds": 3})
    resting = event.matches.get(second=None).first
    for member in resting.members.all():
        assert "Your team rests in round 1" in told(member.user, "bye")[0]
    assert next(line for line in lines_of(event) if line[0] == resting.name) == (resting.name, 2.0, 2.0)
    reserves = players(1, "reserve")
    while not is_over(event):
        for game in world.games(event):
            world.end(game)
        here = list(event.entrants.filter(state=Entrant.State.ENTERED).select_related("user"))
        leaver = world.rng.choice(here)
        registration.leave(event.key, leaver.user, world.now)
        for reserve in reserves:
            directing.replace(event.key, elrond, leaver.pk, reserve.username, "A reserve.", world.now)
        reserves = []
        world.sweep()
        check_invariants(event)
    view = standings.load(event)
    assert all(match.is_decided for match in view.meetings)
    pairs = [frozenset((m.first_id, m.second_id)) for m in event.matches.all()]
    assert len(pairs) == len(set(pairs)) == 9, "nobody meets or rests twice"
    in_all = sum(sum(match.boards) for match in view.meetings)
    assert sum(boards for _, _, boards in lines_of(event)) == in_all
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3]


def test_sweeping_again_changes_nothing(world, elrond):
    event, _ = begun(world, elrond, "team-swiss", 4)
    before = list(Pairing.objects.order_by("pk").values_list("pk", "state", "game", "match"))
    for _ in range(3):
        world.sweep()
        progress.advance(event.pk, world.now)
    assert list(Pairing.objects.order_by("pk").values_list("pk", "state", "game", "match")) == before


def test_the_match_is_open_as_long_as_a_board_is(world, elrond):
    event, made = begun(world, elrond, number=2)
    win_for(world, games_of(event, 1)[0], made[0])
    world.sweep()
    (match,) = standings.load(event).meetings
    assert not match.is_decided
    assert sum(match.boards) == 2.0
    assert lines_of(event)[0][1] == 0.0
    win_for(world, games_of(event, 2)[0], made[1])
    world.sweep()
    assert lines_of(event) == [("Team 1", 1.0, 2.0), ("Team 2", 1.0, 2.0)]
    assert is_over(event)
    assert [team.champion for team in event.teams.all()] == [True, True]
    assert "with others" in told(made[0].captain, "finished")[0]


# -- leaving, replacing, coming back ---------------------------------------------------------------


def test_who_leaves_loses_their_board_and_no_other(world, elrond):
    event, made = begun(world, elrond, number=3)
    leaver = made[0].members.get(board=2)
    registration.leave(event.key, leaver.user, world.now)
    while not is_over(event):
        for game in world.games(event):
            world.end(game, 0)
        world.sweep()
    own = Pairing.objects.filter(places__entrant=leaver)
    assert own.count() == 2
    assert all(p.places.get(entrant=leaver).points == 0 for p in own)
    others = Pairing.objects.filter(places__entrant__team=made[0], board=1)
    assert {p.outcome for p in others} == {"played"}
    assert Team.objects.get(pk=made[0].pk).state == Team.State.ENTERED
    check_invariants(event)


def test_a_later_round_begins_without_whoever_has_left(world, elrond):
    event, made = begun(world, elrond, "team-swiss", 4, settings={"rounds": 2})
    leavers = [made[0].members.get(board=1), made[1].members.get(board=1)]
    for member in leavers:
        registration.leave(event.key, member.user, world.now)
    for game in world.games(event):
        world.end(game, 0)
    world.sweep()
    second = event.pairings.filter(round__number=2)
    assert second.count() == 4
    outcome = {p.outcome for p in second.filter(places__entrant__in=leavers)}
    assert outcome <= {Pairing.Outcome.WALKOVER, Pairing.Outcome.UNPLAYED}
    check_invariants(event)


def test_a_team_that_everybody_has_left_is_out(world, elrond):
    event, made = begun(world, elrond, "team-swiss", 4, settings={"rounds": 2})
    for member in made[0].members.all():
        registration.leave(event.key, member.user, world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.OUT
    for _ in range(3):
        for game in world.games(event):
            world.end(game)
        world.sweep()
    assert is_over(event)
    assert not event.matches.filter(round__number=2, first=made[0]).exists()
    view = standings.load(event)
    assert next(x for x in view.tables()[0].lines if x.entrant == made[0].pk).note == "left"


def test_a_director_lets_somebody_else_take_a_board(world, elrond):
    event, made = begun(world, elrond, number=2)
    captain = made[0].captain
    member = made[0].members.get(user=captain)
    person("merry")
    directing.replace(event.key, elrond, member.pk, "merry", "Moved house.", world.now)
    member.refresh_from_db()
    made[0].refresh_from_db()
    assert (member.user.username, member.team, made[0].captain.username) == ("merry", made[0], "merry")
    assert "merry takes the place of" in event.audit.get(act="replaced").text


def test_a_replacement_brings_a_team_back_that_was_out(world, elrond):
    event, made = begun(world, elrond, "team-swiss", 4)
    for member in made[0].members.all():
        registration.leave(event.key, member.user, world.now)
    person("merry")
    first = made[0].members.first()
    directing.replace(event.key, elrond, first.pk, "merry", "A reserve.", world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.ENTERED


def test_a_director_lets_a_member_in_again_and_the_lost_board_is_played_anew(world, elrond):
    event, made = begun(world, elrond, number=2)
    member = made[0].members.get(board=1)
    registration.leave(event.key, member.user, world.now)
    directing.readmit(event.key, elrond, member.pk, "replay", "A mistake.", world.now)
    world.sweep()
    assert games_of(event, 1)[0].state == Pairing.State.PLAYING
    assert Entrant.objects.get(pk=member.pk).state == Entrant.State.ENTERED


def test_who_was_taken_out_before_the_start_may_be_asked_again(world, elrond, cup):
    merry, pippin = person("merry"), person("pippin")
    team = team_of(world, cup, "Ents", [merry, pippin])
    entrant = cup.entrants.get(user=pippin)
    directing.remove(cup.key, elrond, entrant.pk, "Two accounts.", world.now)
    assert boards_of(team) == [("merry", 1)]
    with refused("taken-out"):
        teams.ask(cup.key, merry, "pippin", world.now)
    directing.readmit(cup.key, elrond, entrant.pk, "stand", "Cleared.", world.now)
    assert cup.audit.get(act="readmitted").text == "pippin may be asked into a team."
    world.pass_time(timedelta(days=1, minutes=1))
    teams.ask(cup.key, merry, "pippin", world.now)
    teams.join(cup.key, pippin, team.pk, world.now)
    assert boards_of(team) == [("merry", 1), ("pippin", 2)]


def test_a_director_takes_a_whole_team_out(world, elrond):
    event, made = begun(world, elrond, number=3)
    directing_teams.remove(event.key, elrond, made[1].pk, "Agreed results.", world.now)
    world.sweep()
    assert Team.objects.get(pk=made[1].pk).state == Team.State.OUT
    assert {m.state for m in made[1].members.all()} == {Entrant.State.REMOVED}
    assert "Team 2 was taken out. Reason: Agreed results." in told(made[1].captain, "act")[-1]
    with refused("not-entered"):
        directing_teams.remove(event.key, elrond, made[1].pk, "Again.", world.now)
    while not is_over(event):
        for game in world.games(event):
            world.end(game)
        world.sweep()
    last = lines_of(event)[-1]
    assert last == ("Team 2", 0.0, 0.0)
    check_invariants(event)


def test_before_the_start_a_team_that_is_taken_out_is_no_more(world, elrond, cup):
    team = team_of(world, cup, "Ents", players(2))
    directing_teams.remove(cup.key, elrond, team.pk, "A rude name.", world.now)
    assert not cup.teams.exists()
    assert {e.state for e in cup.entrants.all()} == {Entrant.State.REMOVED}


def test_nobody_decides_about_their_own_team(world, elrond, cup):
    team_of(world, cup, "Directors", [elrond, *players(1, "friend")])
    teams_of(world, cup, 1)
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    friend = cup.entrants.get(user__username="friend1")
    not_his = cup.pairings.get(places__entrant=friend)
    with refused("own-game"):
        directing.adjudicate(cup.key, elrond, not_his.number, "first", "We won.", now=world.now)
    for act in (directing.remove, directing.readmit):
        more = ("stand",) if act is directing.readmit else ()
        with refused("own-team"):
            act(cup.key, elrond, friend.pk, *more, "Because.", world.now)
    with refused("own-team"):
        directing_teams.remove(cup.key, elrond, friend.team_id, "Because.", world.now)


# -- blocks ------------------------------------------------------------------------------------


def test_in_a_round_robin_who_block_each_other_leave_out_their_board(world, elrond, cup):
    first, second = teams_of(world, cup, 2)
    block(first.members.get(board=2).user, second.members.get(board=2).user)
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    assert [p.board for p in cup.pairings.all()] == [1]
    win_for(world, cup.pairings.get(), first)
    world.sweep()
    assert lines_of(cup) == [("Team 1", 2.0, 2.0), ("Team 2", 0.0, 0.0)]
    assert is_over(cup)


def test_in_a_swiss_their_teams_are_not_paired(world, elrond):
    cup = world.found(elrond, "team-swiss", team_size=2, least_entrants=3, settings={"rounds": 3})
    made = teams_of(world, cup, 6)
    block(made[0].members.get(board=1).user, made[3].members.get(board=1).user)
    block(made[0].members.get(board=1).user, made[4].members.get(board=2).user)
    directing.start_now(cup.key, elrond, world.now)
    for _ in range(4):
        world.sweep()
        for game in world.games(cup):
            world.end(game)
    world.sweep()
    assert is_over(cup)
    pairs = {frozenset((m.first_id, m.second_id)) for m in cup.matches.all()}
    assert frozenset((made[0].pk, made[3].pk)) not in pairs
    assert standings.load(cup).draw().blocked == frozenset({frozenset((made[0].pk, made[3].pk))})

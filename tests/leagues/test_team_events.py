"""Events of teams: founded, asked into, ordered, played board by board, and won together."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.blocks import block
from accounts.services import close_account
from leagues.models import AuditEntry, Competition, Entrant, Match, Pairing, Rating, ResultRecord, Team
from leagues.notices import compose
from leagues.services import (
    directing,
    entering,
    matches,
    outcomes,
    running,
    showing,
    standing,
    succession,
    teams,
)
from leagues.services.directing import teams as directing_teams
from leagues.weekly import _row as weekly_row
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.companies import begun, games_of, team_of, teams_of, win_for
from tests.leagues.world import check_invariants, is_over, players


@pytest.fixture
def cup(world, elrond):
    """A round robin of teams of two, open for registration."""
    return world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)


def lines_of(event):
    """Name, match points and board points of every team, from the first."""
    view = standing.load(event)
    return [(view.name_of(line.entrant), line.points, line.breaks[0]) for line in view.tables()[0].lines]


def boards_of(team):
    return list(team.members.order_by("board").values_list("user__username", "board"))


def told(user, what):
    return [compose(row).text for row in Delivery.objects.filter(user=user, subject__what=what)]


# -- founding and agreeing ---------------------------------------------------------------------


def test_a_captain_asks_and_whoever_agrees_is_in(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "The  Ents", world.now)
    assert team.name == "The Ents"
    teams.ask(cup.key, merry, "Pippin", world.now)
    assert not cup.entrants.filter(user=pippin).exists(), "nobody is entered by somebody else"
    (words,) = told(pippin, "team")
    assert "merry asks you to play for the team The Ents in The Test Cup." in words
    teams.join(cup.key, pippin, team.pk, world.now)
    assert boards_of(team) == [("merry", 1), ("pippin", 2)]
    assert not team.invitations.exists()
    assert list(cup.audit.filter(public=True).values_list("text", flat=True))[:2] == [
        "pippin plays for The Ents.",
        "merry has founded the team The Ents.",
    ]


def test_who_is_asked_can_say_no_and_is_not_told_of_it_any_more(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "The Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    teams.decline(cup.key, pippin, team.pk, world.now)
    with refused("not-asked"):
        teams.join(cup.key, pippin, team.pk, world.now)
    assert compose(Delivery.objects.get(user=pippin, subject__what="team")) is None
    teams.ask(cup.key, merry, "pippin", world.now)
    teams.take_back(cup.key, merry, "pippin", world.now)
    with refused("not-asked"):
        teams.decline(cup.key, pippin, team.pk, world.now)


@pytest.mark.parametrize("name", ["", " ", "x", "–—", "\x00\x07", "y" * 41])
def test_a_team_needs_a_name_that_can_be_read(world, cup, name):
    with refused("too-long" if len(name) > 40 else "name-needed"):
        teams.found(cup.key, person("merry"), name, world.now)
    assert not cup.teams.exists()


def test_a_name_is_there_once_however_it_is_written(world, cup):
    teams.found(cup.key, person("merry"), "Éomer’s Éored", world.now)
    with refused("name-taken"):
        teams.found(cup.key, person("pippin"), "éomer’s éored", world.now)
    assert not cup.entrants.filter(user__username="pippin").exists()


def test_nobody_plays_for_two_teams_of_an_event(world, cup):
    merry, pippin, sam = person("merry"), person("pippin"), person("sam")
    ents = teams.found(cup.key, merry, "Ents", world.now)
    teams.found(cup.key, sam, "Gardeners", world.now)
    for captain in (merry, sam):
        teams.ask(cup.key, captain, "pippin", world.now)
    teams.join(cup.key, pippin, ents.pk, world.now)
    assert teams.offer(cup, pippin, world.now).asked == []
    with refused("may-not-enter"):
        teams.found(cup.key, pippin, "Pippin’s own", world.now)
    with refused("already-in"):
        teams.ask(cup.key, sam, "pippin", world.now)


def test_a_full_team_asks_nobody_and_takes_nobody(world, cup):
    merry, pippin, sam = person("merry"), person("pippin"), person("sam")
    team = teams.found(cup.key, merry, "Ents", world.now)
    for name in ("pippin", "sam"):
        teams.ask(cup.key, merry, name, world.now)
    teams.join(cup.key, pippin, team.pk, world.now)
    with refused("team-full"):
        teams.join(cup.key, sam, team.pk, world.now)
    with refused("team-full"):
        teams.ask(cup.key, merry, "elrond", world.now)
    assert teams.offer(cup, sam, world.now).asked == []


def test_every_member_meets_the_conditions_of_entry(world, elrond):
    cup = world.found(elrond, "team-swiss", team_size=2, least_rating=1600)
    merry, pippin = person("merry"), person("pippin")
    with refused("may-not-enter"):
        teams.found(cup.key, merry, "Ents", world.now)
    for side in ("fellowship", "sauron"):
        Rating.objects.create(
            user=merry, title="duel", side=side, system="openskill", value=1700, last_at=world.now
        )
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    with refused("may-not-enter"):
        teams.join(cup.key, pippin, team.pk, world.now)
    assert "this event is for people from 1600 on" in teams.offer(cup, pippin, world.now).why_not


def test_nobody_enters_an_event_of_teams_alone(world, cup):
    with refused("only-teams"):
        entering.enter(cup.key, person("merry"), world.now)


def test_who_closes_their_account_is_asked_no_more(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, "pippin", world.now)
    close_account(pippin)
    assert not team.invitations.exists()


def test_who_blocks_the_captain_is_not_asked(world, cup):
    merry, pippin = person("merry"), person("pippin")
    teams.found(cup.key, merry, "Ents", world.now)
    block(pippin, merry)
    with refused("blocked"):
        teams.ask(cup.key, merry, "pippin", world.now)


def test_a_captain_asks_so_many_a_day(world, cup, monkeypatch):
    monkeypatch.setattr(teams, "MOST_A_DAY", 2)
    merry = person("merry")
    teams.found(cup.key, merry, "Ents", world.now)
    for user in players(2):
        teams.ask(cup.key, merry, user.username, world.now)
        teams.take_back(cup.key, merry, user.username, world.now)
    person("pippin")
    with refused("too-many-asked"):
        teams.ask(cup.key, merry, "pippin", world.now)
    world.pass_time(timedelta(days=1, minutes=1))
    assert teams.ask(cup.key, merry, "pippin", world.now).pk


def test_the_captain_orders_the_boards_and_nobody_else(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = team_of(world, cup, "Ents", [merry, pippin])
    first, second = (cup.entrants.get(user=user).pk for user in (merry, pippin))
    with refused("not-the-captain"):
        teams.order(cup.key, pippin, [second, first], world.now)
    with refused("not-the-captain"):
        teams.ask(cup.key, pippin, "elrond", world.now)
    for wrong in ([first], [first, first], [first, second, 999], []):
        with refused("bad-order"):
            teams.order(cup.key, merry, wrong, world.now)
    teams.order(cup.key, merry, [second, first], world.now)
    assert boards_of(team) == [("pippin", 1), ("merry", 2)]
    assert cup.audit.get(act="team-ordered").text == "Ents plays in this order: pippin, merry."


def test_who_leaves_before_the_start_leaves_a_place_and_the_next_one_leads(world, cup):
    merry, pippin = person("merry"), person("pippin")
    team = team_of(world, cup, "Ents", [merry, pippin])
    entering.leave(cup.key, merry, world.now)
    team.refresh_from_db()
    assert (team.captain, boards_of(team)) == (pippin, [("pippin", 1)])
    teams.ask(cup.key, pippin, "merry", world.now)
    teams.join(cup.key, merry, team.pk, world.now)
    assert boards_of(team) == [("pippin", 1), ("merry", 2)]
    close_account(pippin)
    entering.leave(cup.key, merry, world.now)
    assert not cup.teams.exists(), "a team that nobody is in is no more, and its name is free"
    teams.found(cup.key, merry, "Ents", world.now)


def test_places_are_places_for_teams(world, elrond):
    cup = world.found(elrond, "team-swiss", team_size=2, least_entrants=3, most_entrants=3)
    for number, user in enumerate(players(3), start=1):
        teams.found(cup.key, user, f"Team {number}", world.now)
    merry = person("merry")
    assert teams.offer(cup, merry, world.now).why_not == "All places for teams are taken."
    with refused("may-not-enter"):
        teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, cup.teams.first().captain, "merry", world.now)
    teams.join(cup.key, merry, cup.teams.first().pk, world.now)


def test_an_event_begins_when_so_many_teams_are_complete(world, elrond):
    cup = world.found(
        elrond, "team-round-robin", team_size=2, least_entrants=2, most_entrants=2, starts_when_full=True
    )
    team_of(world, cup, "Ents", players(2, "ent"))
    orcs = team_of(world, cup, "Orcs", players(1, "orc"))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.REGISTRATION
    teams.ask(cup.key, orcs.captain, person("merry").username, world.now)
    teams.join(cup.key, cup.teams.get(name="Orcs").invitations.get().user, orcs.pk, world.now)
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert len(world.games(cup)) == 2


# -- the start ---------------------------------------------------------------------------------


def test_a_team_that_is_not_complete_does_not_take_part_and_is_told_why(world, elrond, cup):
    teams_of(world, cup, 2)
    merry = person("merry")
    teams.found(cup.key, merry, "Ents", world.now)
    teams.ask(cup.key, merry, person("pippin").username, world.now)
    world.pass_time(timedelta(days=14, minutes=1))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert cup.teams.get(name="Ents").state == Team.State.INCOMPLETE
    assert cup.entrants.get(user=merry).state == Entrant.State.WITHDRAWN
    (words,) = told(merry, "act")
    assert "Ents was not complete, with 1 of 2, and does not take part." in words
    assert [name for name, _, _ in lines_of(cup)] == ["Team 1", "Team 2"]
    assert cup.audit.get(act="started").text == "Begun with 2 teams."
    with refused("no-way-back"):
        directing.replace(cup.key, elrond, cup.entrants.get(user=merry).pk, "pippin", "Late.", world.now)
    with refused("no-way-back"):
        directing.readmit(cup.key, elrond, cup.entrants.get(user=merry).pk, "stand", "Late.", world.now)
    with refused("too-late"):
        teams.ask(cup.key, merry, "pippin", world.now)
    with refused("too-late"):
        teams.found(cup.key, person("sam"), "Late", world.now)


def test_too_few_complete_teams_call_it_off(world, elrond, cup):
    teams_of(world, cup, 1)
    teams.found(cup.key, person("merry"), "Ents", world.now)
    with refused("too-few"):
        directing.start_now(cup.key, elrond, world.now)
    world.pass_time(timedelta(days=14, minutes=1))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.CANCELLED
    assert "1 team is complete, 2 are needed" in cup.audit.get(act="cancelled").text


def test_teams_are_seeded_by_the_ratings_of_their_members(world, elrond, cup):
    made = teams_of(world, cup, 3)
    best = made[2].members.first().user
    for side in ("fellowship", "sauron"):
        Rating.objects.create(
            user=best, title="duel", side=side, system="openskill", value=1900, last_at=world.now
        )
    directing.start_now(cup.key, elrond, world.now)
    assert list(cup.teams.order_by("seed").values_list("name", flat=True)) == ["Team 3", "Team 1", "Team 2"]


# -- playing -----------------------------------------------------------------------------------


def test_a_round_robin_of_teams_from_the_first_board_to_the_champion(world, elrond):
    event, made = begun(world, elrond, number=4)
    assert event.matches.count() == 2
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
    assert ResultRecord.objects.filter(competition=event, counts=True).count() == 12, "rated as ever"
    scores = matches.scores(standing.load(event))
    assert [(s.entrant.board, s.team.name, s.points) for s in scores[:2]] == [
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


def test_a_swiss_of_teams_runs_to_its_end_and_nobody_meets_twice(world, elrond):
    event, _ = begun(world, elrond, "team-swiss", 5, settings={"rounds": 3})
    rests = event.matches.filter(second=None)
    assert rests.count() == 1
    resting = rests.get().first
    for member in resting.members.all():
        assert "Your team rests in round 1" in told(member.user, "bye")[0]
    assert next(line for line in lines_of(event) if line[0] == resting.name) == (resting.name, 2.0, 2.0)
    for _ in range(10):
        for game in world.games(event):
            world.end(game)
        world.sweep()
    assert is_over(event)
    pairs = [frozenset((m.first_id, m.second_id)) for m in event.matches.all()]
    assert len(pairs) == len(set(pairs)) == 9
    assert sum(boards for _, _, boards in lines_of(event)) == 6 * 4 + 3 * 2
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3]
    check_invariants(event)


def test_sweeping_again_changes_nothing(world, elrond):
    event, _ = begun(world, elrond, "team-swiss", 4)
    before = list(Pairing.objects.order_by("pk").values_list("pk", "state", "game", "match"))
    for _ in range(3):
        world.sweep()
        running.advance(event.pk, world.now)
    assert list(Pairing.objects.order_by("pk").values_list("pk", "state", "game", "match")) == before


def test_the_match_is_open_as_long_as_a_board_is(world, elrond):
    event, made = begun(world, elrond, number=2)
    win_for(world, games_of(event, 1)[0], made[0])
    world.sweep()
    (match,) = standing.load(event).meetings
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
    entering.leave(event.key, leaver.user, world.now)
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
        entering.leave(event.key, member.user, world.now)
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
        entering.leave(event.key, member.user, world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.OUT
    for _ in range(3):
        for game in world.games(event):
            world.end(game)
        world.sweep()
    assert is_over(event)
    assert not event.matches.filter(round__number=2, first=made[0]).exists()
    view = standing.load(event)
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
        entering.leave(event.key, member.user, world.now)
    person("merry")
    first = made[0].members.first()
    directing.replace(event.key, elrond, first.pk, "merry", "A reserve.", world.now)
    assert Team.objects.get(pk=made[0].pk).state == Team.State.ENTERED


def test_a_director_lets_a_member_in_again_and_the_lost_board_is_played_anew(world, elrond):
    event, made = begun(world, elrond, number=2)
    member = made[0].members.get(board=1)
    entering.leave(event.key, member.user, world.now)
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
    teams.ask(cup.key, merry, "pippin", world.now)
    with refused("may-not-enter"):
        teams.join(cup.key, pippin, team.pk, world.now)
    directing.readmit(cup.key, elrond, entrant.pk, "stand", "Cleared.", world.now)
    assert cup.audit.get(act="readmitted").text == "pippin may be asked into a team."
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


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", ["team-swiss", "team-round-robin"])
def test_whoever_leaves_and_is_replaced_it_comes_to_an_end(world, elrond, seed, preset):
    rng = Random(seed)
    event, _ = begun(world, elrond, preset, 5)
    reserves = players(8, "reserve")
    for _ in range(12):
        for game in world.games(event):
            world.end(game)
        here = list(event.entrants.filter(state=Entrant.State.ENTERED).select_related("user"))
        if not is_over(event) and len(here) > 4:
            entering.leave(event.key, rng.choice(here).user, world.now)
            gone = event.entrants.exclude(state=Entrant.State.ENTERED).first()
            if rng.random() < 0.5 and reserves:
                name = reserves.pop().username
                directing.replace(event.key, elrond, gone.pk, name, "A reserve.", world.now)
        world.sweep()
        check_invariants(event)
    assert is_over(event)
    view = standing.load(event)
    assert all(match.is_decided for match in view.meetings)
    pairs = [frozenset(match.sides) for match in view.meetings if not match.is_bye]
    assert len(pairs) == len(set(pairs))
    in_all = sum(sum(match.boards) for match in view.meetings)
    assert sum(line.breaks[0] for line in view.tables()[0].lines) == in_all


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
    assert standing.load(cup).draw().blocked == frozenset({frozenset((made[0].pk, made[3].pk))})


# -- the setting -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["knock-out", "ladder", "season", "mini-cup"])
def test_other_formats_are_not_for_teams(world, elrond, kind):
    with pytest.raises(Exception, match="is not for teams: choose a Round robin or a Swiss"):
        world.found(elrond, format=kind, team_size=4)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"team_size": 1}, "A team has 2 to 8 boards."),
        ({"team_size": 9}, "The players of a team goes from 0 to 8."),
        ({"team_size": -1}, "The players of a team goes from 0 to 8."),
        ({"pairing_by_hand": True}, "Nobody is paired by hand"),
        ({"settings": {"late_entry": "half"}}, "Swiss of teams has no setting “late_entry”."),
        ({"settings": {"byes": 2}}, "Swiss of teams has no setting “byes”."),
    ],
)
def test_what_teams_cannot_have_is_refused_in_words(world, elrond, more, words):
    with pytest.raises(Exception, match=words):
        world.found(elrond, "team-swiss", **more)


def test_players_read_how_teams_play_before_they_enter(cup):
    said = " ".join(showing.rules_words(cup))
    assert "Teams of 2 play for it." in said
    assert "Every team plays one match against every other." in said
    assert "Who has more board points wins the match" in said
    assert "A team that is not complete then does not take part." in said


def test_what_follows_is_of_teams_too_and_empty(world, elrond):
    event, _ = begun(world, elrond, number=2)
    following = succession.succeed(event, world.now)
    assert following.team_size == 2
    assert not following.teams.exists()
    assert not following.entrants.exists()


def test_the_weekly_letter_names_the_place_of_the_team(world, elrond):
    event, made = begun(world, elrond, number=2)
    win_for(world, games_of(event, 1)[0], made[0])
    world.sweep()
    assert (
        "number 1 of 2 in “Teams”, 1 game to play"
        in weekly_row(event, made[0].members.get(board=2).user)["words"]
    )


def test_an_event_without_teams_has_none(world, elrond):
    plain = world.found(elrond, "swiss")
    merry = person("merry")
    with refused("no-teams"):
        teams.found(plain.key, merry, "Ents", world.now)
    entering.enter(plain.key, merry, world.now)
    assert AuditEntry.objects.filter(competition=plain, act__startswith="team").count() == 0
    assert plain.entrants.get().team is None

"""Competitions run by themselves: registration, rounds, results, the end."""

from datetime import timedelta

import pytest

from accounts import visits
from accounts.models import User
from games.hours import vacations
from games.models import Game, Seat
from games.refusals import Refused
from leagues.models import Competition, Entrant, FinishedGame, Pairing, ResultRecord
from leagues.services.display import presentation
from leagues.services.lifecycle import progress
from leagues.services.rounds import standings
from tests.leagues.world import check_invariants, players

pytestmark = pytest.mark.both_databases


def test_a_small_season_from_registration_to_the_final_table(world, elrond):
    season = world.found(elrond, "small-season", name="Rivendell League 2026")
    people = players(4)
    world.enter(season, people)
    world.sweep()
    season.refresh_from_db()
    assert season.status == Competition.Status.REGISTRATION
    world.pass_time(timedelta(days=7))
    world.sweep()
    season.refresh_from_db()
    assert season.status == Competition.Status.RUNNING
    games = world.games(season)
    assert len(games) == 12
    assert all(game.zero_policy == "forfeit" and game.rated and game.owner_id is None for game in games)
    for game in games:
        world.end(game)
    assert FinishedGame.objects.count() == 12
    world.sweep()
    season.refresh_from_db()
    assert season.status == Competition.Status.FINISHED
    assert FinishedGame.objects.count() == 0
    assert ResultRecord.objects.filter(competition=season, counts=True).count() == 12
    table = standings.load(season).tables()[0]
    assert sum(line.points for line in table.lines) == 24
    assert all(line.played == 6 for line in table.lines)
    check_invariants(season)


def test_sweeping_again_changes_nothing(world, elrond):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(7))
    world.pass_time(timedelta(days=14))
    world.sweep()
    before = list(Pairing.objects.values_list("pk", "state", "game").order_by("pk"))
    for _ in range(3):
        world.sweep()
        progress.advance(cup.pk, world.now)
    assert list(Pairing.objects.values_list("pk", "state", "game").order_by("pk")) == before
    assert Game.objects.count() == 3


def test_the_next_round_is_paired_when_the_last_result_is_in(world, elrond):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    first = world.games(cup)
    for game in first[:-1]:
        world.end(game)
    world.sweep()
    assert cup.rounds.count() == 1
    world.end(first[-1])
    world.sweep()
    assert cup.rounds.count() == 2
    assert cup.rounds.get(number=1).closed_at == world.now
    assert len(world.games(cup)) == 3


def test_the_next_round_is_paired_when_the_deadline_falls(world, elrond):
    cup = world.found(elrond, "swiss", at_deadline="double-loss", clock_preset="per-move-14", round_days=10)
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    world.end(world.games(cup)[0])
    world.pass_time(timedelta(days=9))
    world.sweep()
    assert cup.rounds.count() == 1
    world.pass_time(timedelta(days=1, minutes=1))
    world.sweep()
    assert cup.rounds.count() == 2
    late = cup.pairings.filter(round__number=1, outcome=Pairing.Outcome.DEADLINE)
    assert late.count() == 2
    assert all(place.points == 0 for pairing in late for place in pairing.places.all())
    check_invariants(cup)


@pytest.mark.parametrize(
    ("policy", "outcome"),
    [
        ("clock", "deadline"),
        ("position", "deadline"),
        ("double-loss", "deadline"),
        ("director", ""),
        ("play-on", ""),
    ],
)
def test_what_becomes_of_a_game_at_its_deadline_is_a_setting(world, elrond, policy, outcome):
    cup = world.found(
        elrond, "round-robin", at_deadline=policy, clock_preset="per-move-14", round_days=5, least_entrants=2
    )
    world.enter(cup, players(2))
    world.pass_time(timedelta(days=14))
    world.sweep()
    world.pass_time(timedelta(days=6))
    world.sweep()
    pairing = cup.pairings.order_by("number").first()
    assert pairing.outcome == outcome
    assert pairing.needs_director == (policy == "director")
    assert pairing.plays_on == (policy == "play-on")
    cup.refresh_from_db()
    assert (cup.status == Competition.Status.FINISHED) == bool(outcome)
    if policy == "play-on":
        for game in world.games(cup):
            world.end(game)
        world.sweep()
        cup.refresh_from_db()
        assert cup.status == Competition.Status.FINISHED


def test_by_the_clock_the_one_who_has_moved_wins(world, elrond):
    cup = world.found(
        elrond, "round-robin", at_deadline="clock", clock_preset="per-move-14", round_days=5, least_entrants=2
    )
    world.enter(cup, players(2))
    world.pass_time(timedelta(days=14))
    world.sweep()
    from games.tasks import play_bot

    game = world.games(cup)[0]
    mover = game.seats.get(waiting_since__isnull=False)
    world.pass_time(timedelta(days=2))
    mover.bot = "random"
    mover.save()
    play_bot(game.key)
    world.pass_time(timedelta(days=4))
    world.sweep()
    game.refresh_from_db()
    other = next(s.name for s in game.seats.all() if s.name != mover.name)
    assert game.result["reason"] == "adjudication"
    assert game.result["winners"] == [other], "the bot took two days, the other none that the log knows of"


def test_too_few_entrants_call_it_off(world, elrond):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=14, minutes=1))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.CANCELLED
    assert "3 entered, 6 are needed" in cup.audit.get(act="cancelled").text


def test_one_game_at_a_time(world, elrond):
    cup = world.found(
        elrond, "round-robin", games_at_once=1, least_entrants=4, settings={"games_per_pair": 1}
    )
    world.enter(cup, players(4))
    world.pass_time(timedelta(days=14))
    world.sweep()
    seen = 0
    for _ in range(7):
        games = world.games(cup)
        busy = [seat.user_id for game in games for seat in game.seats.all()]
        assert len(busy) == len(set(busy)), "nobody plays two at a time"
        if not games:
            break
        world.end(games[0])
        seen += 1
        world.sweep()
    assert seen == 6
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED


def test_mini_cups_begin_when_they_are_full_and_the_next_one_opens(world, elrond):
    cup = world.found(elrond, "mini-cup", name="Bree Cup 7")
    people = players(6)
    world.enter(cup, people[:3])
    world.sweep()
    assert world.games(cup) == []
    world.enter(cup, people[3:4])
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING
    assert len(world.games(cup)) == 12
    following = cup.following
    assert following.name == "Bree Cup 8"
    assert following.status == Competition.Status.REGISTRATION
    world.enter(following, people[4:])
    assert following.entrants.count() == 2


def test_a_mini_cup_passes_over_who_has_not_been_here_for_three_days(world, elrond):
    """The queue is full, but two of it were away: they keep their places, and play when they are back."""
    cup = world.found(elrond, "mini-cup")
    people = players(6)
    world.enter(cup, people[:2])
    world.pass_time(timedelta(days=4))
    world.enter(cup, people[2:5])
    world.sweep()
    assert world.games(cup) == []
    visits.seen(people[1], world.now)
    world.pass_time(progress.QUEUE_AGAIN)
    world.sweep()
    plays = set(cup.entrants.filter(state=Entrant.State.ENTERED).values_list("user", flat=True))
    assert plays == {p.pk for p in people[1:5]}
    following = Competition.objects.get(previous=cup)
    assert list(following.entrants.values_list("user", flat=True)) == [people[0].pk]
    world.enter(following, people[5:])
    assert "passed over" in " ".join(presentation.rules_words(cup))


def test_a_mini_cup_can_take_everybody_however_long_they_were_away(world, elrond):
    cup = world.found(elrond, "mini-cup", settings={"seen_days": 0})
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=40))
    world.enter(cup, players(1, "late"))
    world.sweep()
    assert len(world.games(cup)) == 12


def test_a_mini_cup_keeps_people_apart_who_block_each_other(world, elrond):
    from accounts.blocks import block

    cup = world.found(elrond, "mini-cup")
    people = players(5)
    block(people[0], people[1])
    world.enter(cup, people)
    world.sweep()
    playing = set(cup.entrants.filter(state=Entrant.State.ENTERED).values_list("user__username", flat=True))
    assert playing == {"player1", "player3", "player4", "player5"}
    assert list(cup.following.entrants.values_list("user__username", flat=True)) == ["player2"]


def test_who_leaves_loses_what_they_play_and_their_opponents_go_on(world, elrond):
    from leagues.services.entry import registration

    cup = world.found(elrond, "swiss")
    people = players(6)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    registration.leave(cup.key, people[0], world.now)
    world.sweep()
    lost = cup.pairings.filter(places__entrant__user=people[0]).get()
    assert lost.state == Pairing.State.DONE
    assert lost.places.get(entrant__user=people[0]).points == 0
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    second = cup.pairings.filter(round__number=2)
    assert second.count() == 3
    assert not second.filter(places__entrant__user=people[0]).exists()
    check_invariants(cup)


@pytest.mark.parametrize("leavers", ["walkover", "unplayed"])
def test_games_that_had_not_begun_when_somebody_left_are_won_or_not_played(world, elrond, leavers):
    from leagues.services.entry import registration

    settings = {"leavers": leavers, "scoring": "classic", "games_per_pair": 1}
    season = world.found(elrond, "small-season", games_at_once=1, least_entrants=3, settings=settings)
    people = players(3)
    world.enter(season, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    busy = {seat.user_id for game in world.games(season) for seat in game.seats.all()}
    leaver = next(person for person in people if person.pk in busy)
    registration.leave(season.key, leaver, world.now)
    assert season.entrants.get(user=leaver).state == Entrant.State.WITHDRAWN
    world.finish(season)
    own = season.pairings.filter(places__entrant__user=leaver)
    assert set(own.values_list("outcome", flat=True)) == {"played", leavers}
    check_invariants(season)


def test_a_closed_account_leaves_and_the_event_goes_on(world, elrond):
    from accounts.services import close_account

    cup = world.found(elrond, "round-robin", least_entrants=3)
    people = players(3)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    close_account(people[2])
    world.sweep()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    lines = standings.load(cup).tables()[0].lines
    assert len(lines) == 3, "the results of the others stay whole"
    assert lines[-1].note == "left"
    check_invariants(cup)


def test_players_are_reminded_of_a_deadline_once(world, elrond):
    from notifications.models import Delivery

    cup = world.found(elrond, "swiss", clock_preset="per-move-14", round_days=10)
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    world.pass_time(timedelta(days=9, hours=1))
    for _ in range(3):
        progress.advance(cup.pk, world.now)
    assert Delivery.objects.filter(kind="league", subject__what="deadline").count() == 6


@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_where_players_bid_for_the_sides_no_seat_is_the_weaker_side(world, elrond, option):
    plain = world.found(elrond, "swiss", title="war-of-the-ring")
    bidding = world.found(elrond, "swiss", title="war-of-the-ring", options={option: True})
    assert standings.seats_are_sides(plain)
    assert not standings.seats_are_sides(bidding)
    world.enter(bidding, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    assert len(world.games(bidding)) == 3
    for game in world.games(bidding):
        world.end(game)
    world.sweep()
    table = standings.load(bidding).tables()[0]
    assert all(line.breaks[-1] == 0 for line in table.lines)


def test_an_overdue_competition_is_an_alarm(world, elrond, client):
    cup = world.found(elrond, "swiss")
    assert progress.overdue(world.now) == []
    world.pass_time(timedelta(minutes=6))
    assert progress.overdue(world.now) == [cup.key]
    assert client.get("/readyz").json()["overdue_leagues"] == 1
    world.sweep()
    assert progress.overdue(world.now) == []


@pytest.mark.parametrize(("days", "stands"), [(None, 7), (3, 3), (0, 14)])
def test_vacations_stop_the_clocks_of_an_event_for_so_many_days_in_all(world, elrond, days, stands):
    """Twice a week away: the clocks stand for seven days of it, or as many as the founder says."""
    terms = {"grace": 0} if days is None else {"grace": 0, "vacation_days": days}
    cup = world.found(elrond, "round-robin", least_entrants=2, terms=terms, clock_preset="per-move-5")
    people = players(2)
    User.objects.update(quiet={}, date_joined=world.now - timedelta(days=99))
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    seat = Seat.objects.filter(waiting_since__isnull=False).select_related("user").first()
    before = seat.due_at
    start = world.now + timedelta(days=1)
    for part in (0, 9):  # both vacations count together
        begin = start + timedelta(days=part)
        vacations.announce(User.objects.get(pk=seat.user_id), begin, begin + timedelta(days=7), world.now)
    seat.refresh_from_db()
    assert seat.due_at - before == timedelta(days=stands)
    said = " ".join(presentation.rules_words(cup))
    assert ("in all at most" in said) == (days != 0)


def test_the_games_of_an_event_have_its_rule_for_the_chat(world, elrond, client):
    usual = world.found(elrond, "mini-cup")
    assert "Chat at the tables: only the players read what they say." in presentation.rules_words(usual)
    silent = world.found(elrond, "mini-cup", chat="off", spectators="after")
    assert "Spectators: only after the end." in presentation.rules_words(silent)
    assert "There is no chat at the tables." in presentation.rules_words(silent)
    world.enter(silent, players(4))
    world.sweep()
    assert {(game.chat, game.spectators) for game in world.games(silent)} == {("off", "after")}
    silent.refresh_from_db()
    assert silent.following.chat == "off", "the next cup keeps it"
    assert client.get(f"/api/v1/leagues/{silent.key}/").json()["chat"] == "off"
    with pytest.raises(Refused, match="rule for the chat"):
        world.found(elrond, "mini-cup", chat="loud")

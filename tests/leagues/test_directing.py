"""Directors: each act with a reason, once, and never about a game of their own."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.services import close_account
from games.models import Game, Seat
from games.refusals import Refused
from leagues.models import AuditEntry, Competition, Entrant, Pairing, RatingStep, RungMove
from leagues.services import directing
from leagues.services.directing import directors
from leagues.services.entry import eligibility, registration
from leagues.services.lifecycle import creation
from leagues.services.rounds import standings
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.world import check_invariants, players


def test_a_deadline_is_moved_with_a_reason_that_the_players_read(world, elrond, cup):
    pairing = directing.extend(cup.key, elrond, 1, 10, "Illness.", world.now)
    assert pairing.deadline_at == world.now + timedelta(days=40)
    entry = AuditEntry.objects.get(act="extended")
    assert (entry.reason, entry.actor) == ("Illness.", elrond)
    assert Delivery.objects.filter(kind="league", subject__entry=entry.pk).count() == 2
    with refused("reason-needed"):
        directing.extend(cup.key, elrond, 1, 10, " ", world.now)
    with refused("bad-option"):
        directing.extend(cup.key, elrond, 1, 0, "Illness.", world.now)


def test_a_game_with_a_later_deadline_goes_on_when_that_of_its_round_falls(world, elrond):
    cup = world.found(elrond, "swiss", at_deadline="double-loss", clock_preset="per-move-14", round_days=5)
    world.enter(cup, players(6))
    world.pass_time(timedelta(days=14))
    world.sweep()
    directing.extend(cup.key, elrond, 2, 3, "A journey.", world.now)
    for days, running in ((6, [2]), (3, [])):
        world.pass_time(timedelta(days=days))
        world.sweep()
        still = cup.pairings.filter(round__number=1, state="playing")
        assert list(still.values_list("number", flat=True)) == running


def test_a_clock_gets_more_time_and_stands_by_the_directors_word(world, elrond, cup):
    pairing = cup.pairings.select_related("game").get(number=1)
    seat = pairing.game.seats.get(waiting_since__isnull=False)
    entrant = pairing.places.get(index=seat.position).entrant_id
    before = seat.due_at
    directing.give_time(cup.key, elrond, 1, entrant, 24, "A storm.", world.now)
    seat.refresh_from_db()
    assert seat.due_at > before
    directing.pause(cup.key, elrond, 1, True, "The server moves.", world.now)
    seat.refresh_from_db()
    assert seat.due_at is None or seat.due_at > before + timedelta(days=20)
    directing.pause(cup.key, elrond, 1, False, "It has moved.", world.now)
    assert [a.act for a in cup.audit.all()][:3] == ["resumed", "paused", "gave-time"]
    with refused("bad-option"):
        directing.give_time(cup.key, elrond, 1, entrant, 0, "Nothing.", world.now)


def test_a_game_is_decided_and_its_game_ends(world, elrond, cup):
    directing.adjudicate(cup.key, elrond, 1, "second", "Hopeless.", now=world.now)
    pairing = cup.pairings.select_related("game").get(number=1)
    assert [p.points for p in pairing.places.all()] == [0.0, 2.0]
    assert pairing.game.status == Game.Status.FINISHED
    assert pairing.outcome == Pairing.Outcome.ADJUDICATED
    world.sweep()
    check_invariants(cup)


def test_ratings_follow_the_game_only_while_the_decision_agrees_with_it(world, elrond, cup):
    from leagues.models import ResultRecord

    game = cup.pairings.get(number=1).game
    world.end(game, winner=0)
    world.sweep()
    record = ResultRecord.objects.get(game=game)
    assert not record.annulled
    for verdict, annulled in (("second", True), ("first", False), ("unplayed", True), ("first", False)):
        directing.adjudicate(cup.key, elrond, 1, verdict, "Looked at again.", now=world.now)
        record.refresh_from_db()
        assert record.annulled is annulled, verdict
    world.sweep()
    assert RatingStep.objects.count() == 4


def test_a_decision_counts_for_ratings_as_such_even_before_the_sweep_takes_the_result_up(world, elrond, cup):
    from leagues.models import ResultRecord

    game = cup.pairings.get(number=1).game
    world.end(game, winner=0)
    directing.adjudicate(cup.key, elrond, 1, "second", "They gave up for a friend.", now=world.now)
    world.sweep()
    record = ResultRecord.objects.get(game=game)
    assert record.annulled
    assert [place.points for place in cup.pairings.get(number=1).places.all()] == [0.0, 2.0]
    directing.adjudicate(cup.key, elrond, 1, "first", "They did not.", now=world.now)
    record.refresh_from_db()
    assert not record.annulled


def test_a_result_older_than_the_list_of_a_ladders_moves_stands(world, elrond):
    from leagues.services.lifecycle import challenges

    ladder = world.found(elrond, "ladder", clock_preset="per-move-14")
    people = players(3)
    world.enter(ladder, people)
    world.pass_time(timedelta(days=7))
    world.sweep()
    last, first = ladder.entrants.get(place=3), ladder.entrants.get(place=1)
    pairing = challenges.challenge(ladder.key, last.user, first.pk, world.now)
    index = pairing.places.get(entrant=last).index
    world.end(pairing.game, winner=index)
    world.sweep()
    last.refresh_from_db()
    assert last.place == 1
    RungMove.objects.filter(pairing=pairing).delete()
    with refused("built-upon"):
        directing.adjudicate(ladder.key, elrond, pairing.number, "draw", "Really?", now=world.now)


def test_two_directors_at_once_do_not_undo_each_other(world, elrond, cup):
    galadriel = person("galadriel")
    directors.add(cup.key, elrond, "Galadriel")
    directing.adjudicate(cup.key, elrond, 1, "first", "He resigned by mail.", seen="playing/", now=world.now)
    with refused("stale"):
        directing.adjudicate(cup.key, galadriel, 1, "second", "She resigned.", seen="playing/", now=world.now)
    directing.adjudicate(
        cup.key, galadriel, 1, "second", "It was she.", seen="done/adjudicated", now=world.now
    )
    assert [p.points for p in cup.pairings.get(number=1).places.all()] == [0.0, 2.0]
    assert AuditEntry.objects.filter(act="adjudicated").count() == 2, "both stand in the trail"


def test_a_director_who_plays_cannot_decide_about_their_own_games(world):
    arwen = person("arwen")
    cup = world.found(arwen, "round-robin")
    world.enter(cup, [arwen, *players(3)])
    world.pass_time(timedelta(days=14))
    world.sweep()
    own = cup.pairings.filter(places__entrant__user=arwen).first()
    other = cup.pairings.exclude(places__entrant__user=arwen).first()
    with refused("own-game"):
        directing.adjudicate(cup.key, arwen, own.number, "first", "I win.", now=world.now)
    with refused("own-game"):
        directing.extend(cup.key, arwen, own.number, 3, "For me.", world.now)
    directing.extend(cup.key, arwen, other.number, 3, "For them.", world.now)


# -- who directs -------------------------------------------------------------------------------


def test_the_founder_takes_back_what_they_gave(world, elrond, cup):
    galadriel = person("galadriel")
    directors.add(cup.key, elrond, "galadriel")
    with refused("reason-needed"):
        directors.remove(cup.key, elrond, "galadriel", " ")
    directors.remove(cup.key, elrond, "Galadriel", "She sails into the West.", world.now)
    assert not directing.is_director(cup, galadriel)
    entry = AuditEntry.objects.get(act="director-removed")
    assert (entry.actor, entry.about, entry.reason) == (elrond, galadriel, "She sails into the West.")
    told = Delivery.objects.get(kind="league", subject__entry=entry.pk)
    assert told.user == galadriel
    with refused("not-a-director"):
        directing.message_all(cup.key, galadriel, "Still here?")
    with refused("no-such-director"):
        directors.remove(cup.key, elrond, "galadriel", "Again.")


def test_directors_do_not_remove_each_other_nor_the_founder(world, elrond, cup):
    galadriel = person("galadriel")
    person("celeborn")
    directors.add(cup.key, elrond, "galadriel")
    directors.add(cup.key, galadriel, "celeborn")
    for name in ("elrond", "celeborn"):
        with refused("not-the-founder"):
            directors.remove(cup.key, galadriel, name, "A coup.")
    with refused("own-place"):
        directors.remove(cup.key, elrond, "elrond", "Weary.")
    assert cup.directors.count() == 3


def test_a_director_steps_down_but_never_the_last_one(world, elrond, cup):
    with refused("last-director"):
        directors.step_down(cup.key, elrond)
    galadriel = person("galadriel")
    directors.add(cup.key, elrond, "galadriel")
    directors.step_down(cup.key, elrond, world.now)
    assert not directing.is_director(cup, elrond)
    assert AuditEntry.objects.get(act="stepped-down").about == elrond
    with refused("last-director"):
        directors.step_down(cup.key, galadriel)
    with refused("not-a-director"):
        directors.remove(cup.key, elrond, "galadriel", "I was the founder.")
    directors.add(cup.key, galadriel, "elrond")
    directors.step_down(cup.key, galadriel)
    assert [d.username for d in cup.directors.all()] == ["elrond"]


def test_a_closed_account_directs_nothing_so_it_does_not_count(world, elrond, cup):
    galadriel = person("galadriel")
    directors.add(cup.key, elrond, "galadriel")
    close_account(galadriel)
    with refused("last-director"):
        directors.step_down(cup.key, elrond)


def test_moderators_remove_the_founder_too_but_leave_a_director(world, elrond, cup):
    moderator = person("gandalf")
    moderator.is_staff = True
    moderator.save()
    with refused("last-director"):
        directors.remove(cup.key, moderator, "elrond", "Vanished.")
    with refused("no-such-director"):
        directors.step_down(cup.key, moderator)
    person("galadriel")
    directors.add(cup.key, moderator, "galadriel")
    directors.remove(cup.key, moderator, "elrond", "Vanished.")
    assert [d.username for d in cup.directors.all()] == ["galadriel"]


def test_strangers_direct_nothing(world, elrond, cup):
    stranger = person("saruman")
    for act in (
        lambda: directing.call_off(cup.key, stranger, "No."),
        lambda: directing.adjudicate(cup.key, stranger, 1, "first", "No."),
        lambda: directing.message_all(cup.key, stranger, "Hello."),
        lambda: directors.add(cup.key, stranger, "saruman"),
        lambda: directing.remove(cup.key, stranger, cup.entrants.first().pk, "No."),
    ):
        with refused("not-a-director"):
            act()


def test_the_directors_decision_lets_the_round_go_on(world, elrond, cup):
    for game in world.games(cup)[:-1]:
        world.end(game)
    world.pass_time(timedelta(days=31))
    world.sweep()
    waiting = cup.pairings.get(needs_director=True)
    assert Delivery.objects.filter(kind="league", subject__what="decide", user=elrond).count() == 1
    directing.adjudicate(cup.key, elrond, waiting.number, "draw", "Even.", now=world.now)
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    assert [p.points for p in waiting.places.all()] == [1.0, 1.0]


def test_results_stand_when_the_event_is_over(world, elrond, cup):
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    with refused("not-running"):
        directing.adjudicate(cup.key, elrond, 1, "draw", "Late thoughts.", now=world.now)
    with refused("not-running"):
        directing.extend(cup.key, elrond, 1, 5, "Late.", world.now)
    with refused("event-over"):
        directing.remove(cup.key, elrond, cup.entrants.first().pk, "Late.", world.now)


def test_somebody_else_takes_a_place_with_its_points_and_games(world, elrond, cup):
    entrant = cup.entrants.first()
    before = entrant.user
    person("glorfindel")
    Seat.objects.filter(user=entrant.user).update(draft=[{"text": "a secret plan"}], has_orders=True)
    directing.replace(cup.key, elrond, entrant.pk, "glorfindel", "Left for the Havens.", world.now)
    games = Game.objects.filter(pairing__places__entrant=entrant, status="running")
    assert games.count() == 6
    assert not games.filter(seats__user=before).exists()
    taken = Seat.objects.filter(user__username="glorfindel", game__in=games)
    assert all(not seat.draft and not seat.has_orders for seat in taken), "secrets leave with their player"
    assert not games.filter(rated=True).exists(), "nobody's rating follows from a game begun by another"
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    lines = standings.load(cup).tables()[0].lines
    assert all(line.played == 6 for line in lines)
    assert not RatingStep.objects.filter(user__username="glorfindel").exists()
    check_invariants(cup)


def test_who_is_taken_out_loses_and_cannot_come_back(world, elrond):
    cup = world.found(elrond, "swiss")
    people = players(7)
    world.enter(cup, people)
    entrant = cup.entrants.get(user=people[0])
    directing.remove(cup.key, elrond, entrant.pk, "Insults.", world.now)
    with refused("may-not-enter"):
        registration.enter(cup.key, people[0], world.now)
    world.pass_time(timedelta(days=14))
    world.sweep()
    assert cup.pairings.filter(places__entrant=entrant).count() == 0


def test_a_message_reaches_everybody_and_stays_on_the_page(world, elrond, cup):
    entry = directing.message_all(cup.key, elrond, "Be kind.", world.now)
    assert Delivery.objects.filter(subject__entry=entry.pk).count() == 4
    for _ in range(4):
        directing.message_all(cup.key, elrond, "Again.", world.now)
    with refused("too-many-messages"):
        directing.message_all(cup.key, elrond, "And again.", world.now)


def test_the_audit_trail_cannot_be_changed(world, elrond, cup):
    entry = AuditEntry.objects.first()
    with pytest.raises(TypeError):
        entry.delete()
    entry.text = "Nothing happened."
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(text="Nothing happened.")
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).delete()
    # Everything at once, which SQLite could do without looking at rows.
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM leagues_auditentry")
    assert AuditEntry.objects.filter(pk=entry.pk).exists()


# -- entering ----------------------------------------------------------------------------------


def test_nobody_enters_after_closing_twice_or_unreachable(world, elrond):
    cup = world.found(elrond, "swiss")
    people = players(7)
    world.enter(cup, people[:6])
    with refused("may-not-enter"):
        registration.enter(cup.key, people[0], world.now)
    people[6].email_disabled = True
    people[6].save()
    with pytest.raises(Refused, match="reach you"):
        registration.enter(cup.key, people[6], world.now)
    world.pass_time(timedelta(days=14, hours=1))
    with pytest.raises(Refused, match="closed"):
        registration.enter(cup.key, people[6], world.now)
    world.sweep()
    with pytest.raises(Refused, match="closed"):
        registration.enter(cup.key, people[6], world.now)


def test_the_registration_is_closed_at_the_very_moment_that_was_named(world, elrond):
    cup = world.found(elrond, "swiss", registration_closes_at=world.now + timedelta(days=10))
    (late,) = players(1)
    world.pass_time(timedelta(days=10) - timedelta(seconds=1))
    assert eligibility.why_not_enter(cup, late, world.now) == ""
    world.pass_time(timedelta(seconds=1))
    assert eligibility.why_not_enter(cup, late, world.now) == "The registration is closed."


def test_places_are_limited(world, elrond):
    cup = world.found(elrond, "swiss", most_entrants=6)
    people = players(7)
    world.enter(cup, people[:6])
    with pytest.raises(Refused, match="places are taken"):
        registration.enter(cup.key, people[6], world.now)
    registration.leave(cup.key, people[0], world.now)
    registration.enter(cup.key, people[6], world.now)
    with pytest.raises(Refused, match="places are taken"):
        registration.enter(cup.key, people[0], world.now)


def test_who_runs_out_of_time_makes_amends_before_the_next_event(world, elrond):
    from games.tasks import run_clocks

    cup = world.found(elrond, "round-robin", least_entrants=2, games_at_once=1, clock_preset="per-move-1")
    people = players(2)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    late = world.games(cup)[0].seats.get(waiting_since__isnull=False).user
    world.pass_time(timedelta(days=2))
    run_clocks(world.now)
    world.sweep()
    place = cup.pairings.get(number=1).places.get(entrant__user=late)
    assert (place.timed_out, place.points) == (True, 0.0)
    world.pass_time(timedelta(minutes=1))
    following = world.found(elrond, "swiss", name="Next")
    assert eligibility.amends_due(late, world.now) == 2
    with pytest.raises(Refused, match="finish 2 more games"):
        registration.enter(following.key, late, world.now)
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    assert eligibility.amends_due(late, world.now) == 1
    world.pass_time(timedelta(days=366))
    assert eligibility.amends_due(late, world.now) == 0


def test_an_excused_loss_by_the_clock_bars_nobody(world, elrond):
    from games.tasks import run_clocks

    cup = world.found(elrond, "round-robin", least_entrants=3, clock_preset="per-move-1")
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=14))
    world.sweep()
    late = world.games(cup)[0].seats.get(waiting_since__isnull=False).user
    for game in world.games(cup)[1:]:
        world.end(game)
    world.pass_time(timedelta(days=2))
    run_clocks(world.now)
    world.sweep()
    assert eligibility.amends_due(late, world.now) > 0
    directing.excuse(cup.key, elrond, 1, "The server of the hospital was down.", world.now)
    assert eligibility.amends_due(late, world.now) == 0


# -- founding ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": "  "}, "name"),
        ({"title": "chess"}, "title"),
        ({"preset": "nonsense"}, "preset"),
        ({"clock_preset": "untimed"}, "clock_preset"),
        ({"most_entrants": 3, "least_entrants": 6}, "most_entrants"),
        ({"round_days": -1}, "round_days"),
        ({"games_at_once": True}, "games_at_once"),
        ({"at_deadline": "coin"}, "at_deadline"),
        ({"settings": {"rounds": 99}}, "rounds"),
        ({"settings": {"colour": 1}}, "colour"),
        ({"options": {"cheat": True}}, "cheat"),
        ({"owner_id": 1}, "owner_id"),
        ({"starts_when_full": True}, "most_entrants"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(world, elrond, fields, field):
    with pytest.raises(Refused) as error:
        world.found(elrond, **{"preset": "swiss", **fields})
    assert error.value.extra["field"] == field
    assert Competition.objects.count() == 0


def test_dates_that_contradict_each_other_are_refused(world, elrond):
    for fields in (
        {"registration_closes_at": world.now - timedelta(days=1)},
        {"ends_at": world.now + timedelta(days=3)},
    ):
        with refused("bad-option"):
            world.found(elrond, "swiss", **fields)


@pytest.mark.parametrize(("preset", "grace"), [("live", 1), ("standard", 3)])
def test_games_of_an_event_have_the_grace_of_the_house_for_their_clock(settings, preset, grace):
    settings.HOUSE = replace(settings.HOUSE, grace_tokens_live=1, grace_tokens_event=3)
    assert creation.agreed({}, preset, "UTC")["grace"] == grace
    assert creation.agreed({"grace": 2}, preset, "UTC")["grace"] == 2


def test_a_founder_has_to_be_reachable(world, elrond):
    elrond.email_disabled = True
    elrond.save()
    with refused("unreachable"):
        world.found(elrond, "swiss")


def test_nobody_runs_more_than_ten(world, elrond):
    for _ in range(creation.MOST_OPEN):
        world.found(elrond, "swiss")
    with refused("too-many-competitions"):
        world.found(elrond, "swiss")


def test_calling_off_lets_running_games_go_on_by_themselves(world, elrond, cup):
    directing.call_off(cup.key, elrond, "Too hot.", world.now)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.CANCELLED
    games = list(Game.objects.filter(pairing__competition=cup))
    assert all(game.status == Game.Status.RUNNING for game in games)
    world.end(games[0])
    world.sweep()
    assert cup.entrants.filter(state=Entrant.State.ENTERED).count() == 4
    check_invariants(cup)


def test_seeds_and_tiers_are_set_before_the_start_only(world, elrond):
    cup = world.found(elrond, "knock-out")
    people = players(4)
    world.enter(cup, people)
    third = cup.entrants.get(user=people[2])
    directing.place_entrant(cup.key, elrond, third.pk, seed=1, tier=0)
    world.pass_time(timedelta(days=14))
    world.sweep()
    third.refresh_from_db()
    assert (third.seed, third.place) == (1, 1)
    with refused("begun"):
        directing.place_entrant(cup.key, elrond, third.pk, seed=4, tier=0)


def test_an_event_cannot_be_moved_to_end_before_it_begins(world, elrond):
    made = world.found(elrond, "swiss", registration_closes_at=world.now + timedelta(days=10))
    for dates in (
        {"closes": None, "ends": world.now + timedelta(days=9)},
        {"closes": world.now + timedelta(days=30), "ends": world.now + timedelta(days=20)},
    ):
        with refused("bad-option"):
            directing.change_dates(made.key, elrond, **dates, reason="Why not.", now=world.now)
    with refused("no-date"):
        directing.change_dates(made.key, elrond, closes=None, ends=None, reason="Why not.", now=world.now)
    directing.change_dates(
        made.key, elrond, closes=None, ends=world.now + timedelta(days=20), reason="Holidays.", now=world.now
    )
    with refused("bad-option"):
        later = world.now + timedelta(days=21)
        directing.change_dates(made.key, elrond, closes=later, ends=None, reason="Why not.", now=world.now)


@pytest.mark.parametrize("field", ["registration_closes_at", "ends_at"])
@pytest.mark.parametrize(
    ("moment", "status"),
    [("9999-12-31T23:59:59-14:00", 400), ("8999-12-31T23:59:59Z", 422), ("2099-01-01T00:00:00Z", 422)],
)
def test_no_date_lies_beyond_what_anybody_plans(world, elrond, client, field, moment, status):
    client.force_login(elrond)
    body = {"preset": "swiss", "title": "duel", "name": "Cup", "renews": True, field: moment}
    answer = client.post("/api/v1/leagues/", body, "application/json")
    assert answer.status_code == status, answer.content
    made = world.found(elrond, "swiss")
    body = {field: moment, "reason": "Late."}
    answer = client.post(f"/api/v1/leagues/{made.key}/direct/dates/", body, "application/json")
    assert answer.status_code == status, answer.content


def test_an_event_has_room_for_as_many_as_its_format_needs(world, elrond):
    with refused("bad-option"):
        world.found(elrond, "", format="swiss", most_entrants=2)
    assert world.found(elrond, "", format="swiss", most_entrants=3).least_entrants == 3

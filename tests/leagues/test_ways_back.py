"""A league forgives: who left by mistake is let in again, and the games that were lost stand or are replayed."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import ApiToken
from games.models import Game
from leagues.models import AuditEntry, Entrant, ResultRecord
from leagues.services import directing
from leagues.services.directing import directors
from leagues.services.directing.offers import of_entrant
from leagues.services.entry import registration
from leagues.services.lifecycle import challenges
from leagues.services.rounds import standings
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.world import check_invariants, players

pytestmark = pytest.mark.django_db


def begun(world, elrond, preset, number, **more):
    """An event that has begun, and its people."""
    made = world.found(elrond, preset, **more)
    people = players(number)
    world.enter(made, people)
    world.pass_time(timedelta(days=21))
    world.sweep()
    made.refresh_from_db()
    assert made.status == "running"
    return made, people


def leave(world, event, user):
    """Somebody leaves, and the sweep takes up what they have lost. Returns their entrant."""
    registration.leave(event.key, user, world.now)
    world.sweep()
    return event.entrants.get(user=user)


def back(world, event, director, entrant, games="replay", reason="Left by mistake."):
    return directing.readmit(event.key, director, entrant.pk, games, reason, world.now)


def lines_of(event):
    view = standings.load(event)
    return {view.rows[line.entrant].user_id: line for table in view.tables() for line in table.lines}


def told(user):
    return [d.subject for d in Delivery.objects.filter(user=user) if d.subject.get("what") == "act"]


# -- round robins and seasons ------------------------------------------------------------------


def test_who_left_a_round_robin_by_mistake_plays_all_games_anew(world, elrond):
    cup, people = begun(world, elrond, "round-robin", 4)
    clumsy, other = people[0], people[1]
    lost_games = set(Game.objects.filter(seats__user=clumsy).values_list("pk", flat=True))
    entrant = leave(world, cup, clumsy)
    assert lines_of(cup)[clumsy.pk].lost == 6
    back(world, cup, elrond, entrant)
    entrant.refresh_from_db()
    assert (entrant.state, entrant.left_at, entrant.reason) == (Entrant.State.ENTERED, None, "")
    assert lines_of(cup)[clumsy.pk].lost == 0
    assert lines_of(cup)[other.pk].points == 0
    world.sweep()
    running = set(Game.objects.filter(seats__user=clumsy, status="running").values_list("pk", flat=True))
    assert len(running) == 6
    assert not running & lost_games, "new games, not the old ones"
    old = ResultRecord.objects.filter(game__in=lost_games)
    assert old.count() == 6
    assert all(record.annulled for record in old), "what was given up counts for no rating"
    check_invariants(cup)
    world.finish(cup)
    assert lines_of(cup)[clumsy.pk].played == 6


def test_who_leaves_again_plays_only_what_they_lost_by_that(world, elrond):
    """Three games of six were played between leaving by mistake for the first and for the second time."""
    cup, people = begun(world, elrond, "round-robin", 4)
    back(world, cup, elrond, leave(world, cup, people[0]))
    world.sweep()
    own = cup.pairings.filter(places__entrant__user=people[0])
    for pairing in own.order_by("number")[:3]:
        world.end(pairing.game)
    world.sweep()
    entrant = leave(world, cup, people[0])
    back(world, cup, elrond, entrant)
    world.sweep()
    assert own.filter(state="done").count() == own.filter(state="playing").count() == 3


def test_the_games_that_were_lost_may_stand(world, elrond):
    cup, people = begun(world, elrond, "round-robin", 4)
    entrant = leave(world, cup, people[0])
    back(world, cup, elrond, entrant, games="stand")
    world.sweep()
    assert lines_of(cup)[people[0].pk].lost == 6
    assert lines_of(cup)[people[0].pk].note == ""
    entry = AuditEntry.objects.get(act="readmitted")
    assert (entry.actor, entry.about, entry.reason) == (elrond, people[0], "Left by mistake.")
    assert "stand" in entry.text


def test_everybody_concerned_is_told_with_the_reason(world, elrond, client):
    cup, people = begun(world, elrond, "round-robin", 4)
    back(world, cup, elrond, leave(world, cup, people[0]))
    entry = AuditEntry.objects.get(act="readmitted")
    assert entry.text == "player1 is in again; 6 games are played anew."
    for user in people:
        assert {"competition": cup.key, "what": "act", "entry": entry.pk} in told(user)
    shown = client.get(reverse("league", args=[cup.key])).content.decode()
    assert "player1 is in again" in shown
    assert "Left by mistake." in shown


def test_games_that_had_not_begun_are_played_after_all(world, elrond):
    """Round by round: the first was lost, the second was paired as a win without playing."""
    cup, people = begun(world, elrond, "round-robin", 4, settings={"pace": "rounds"})
    entrant = leave(world, cup, people[0])
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    assert [p.outcome for p in cup.pairings.filter(places__entrant=entrant).order_by("number")] == [
        "played",
        "walkover",
    ]
    back(world, cup, elrond, entrant)
    world.sweep()
    states = cup.pairings.filter(places__entrant=entrant).order_by("number").values_list("state", flat=True)
    assert list(states) == ["playing", "playing"]
    first = cup.pairings.filter(places__entrant=entrant).earliest("number")
    assert first.deadline_at == world.now + timedelta(days=cup.round_days), "a deadline of its own"
    assert lines_of(cup)[people[0].pk].points == 0


def test_a_game_against_somebody_who_has_left_too_stays_lost(world, elrond):
    cup, people = begun(world, elrond, "round-robin", 4)
    first = leave(world, cup, people[0])
    leave(world, cup, people[1])
    back(world, cup, elrond, first)
    entry = AuditEntry.objects.get(act="readmitted")
    assert len(entry.data["replayed"]) == 4


def test_a_game_that_the_director_has_decided_meanwhile_is_not_replayed(world, elrond):
    cup, people = begun(world, elrond, "round-robin", 4)
    entrant = leave(world, cup, people[0])
    number = cup.pairings.filter(places__entrant=entrant).first().number
    directing.adjudicate(cup.key, elrond, number, "draw", "Agreed.", now=world.now)
    back(world, cup, elrond, entrant)
    assert number not in AuditEntry.objects.get(act="readmitted").data["replayed"]


def test_a_season_takes_back_whom_its_director_took_out(world, elrond):
    season, people = begun(world, elrond, "league-season", 4, ends_at=world.now + timedelta(days=300))
    entrant = season.entrants.get(user=people[2])
    directing.remove(season.key, elrond, entrant.pk, "Not seen.", world.now)
    entrant.refresh_from_db()
    back(world, season, elrond, entrant, reason="He was ill.")
    world.sweep()
    assert season.entrants.get(user=people[2]).state == Entrant.State.ENTERED
    assert not season.pairings.filter(places__entrant=entrant, state="done").exists()
    check_invariants(season)


def test_a_result_that_the_sweep_has_not_taken_up_yet_is_annulled_as_well(world, elrond):
    cup, people = begun(world, elrond, "round-robin", 4)
    Game.objects.update(rated=True)
    registration.leave(cup.key, people[0], world.now)
    back(world, cup, elrond, cup.entrants.get(user=people[0]))
    world.sweep()
    assert not ResultRecord.objects.filter(seats__user=people[0], annulled=False).exists()
    assert Game.objects.filter(seats__user=people[0], status="running").count() == 6


# -- Swiss -------------------------------------------------------------------------------------


def test_a_swiss_pairs_them_again_and_replays_the_game_of_this_round(world, elrond):
    cup, people = begun(world, elrond, "swiss", 6)
    entrant = leave(world, cup, people[0])
    back(world, cup, elrond, entrant)
    world.sweep()
    assert Game.objects.filter(seats__user=people[0], status="running").count() == 1
    for _ in range(3):
        for game in world.games(cup):
            world.end(game)
        world.sweep()
    assert cup.pairings.filter(places__entrant=entrant).count() == 3


def test_in_a_swiss_games_of_earlier_rounds_stand(world, elrond):
    cup, people = begun(world, elrond, "swiss", 6)
    entrant = leave(world, cup, people[0])
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    assert cup.rounds.count() == 2
    assert of_entrant(cup, entrant, elrond).readmit == ("stand",)
    with refused("no-way-back"):
        back(world, cup, elrond, entrant)
    back(world, cup, elrond, entrant, games="stand")
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    assert cup.pairings.filter(places__entrant=entrant, round__number=3).exists()


# -- knock-out ---------------------------------------------------------------------------------


def test_a_knock_out_replays_the_set_as_long_as_nobody_has_gone_on(world, elrond):
    cup, people = begun(world, elrond, "knock-out", 4)
    entrant = leave(world, cup, people[0])
    assert of_entrant(cup, entrant, elrond).readmit == ("replay",), "with the games lost they would be out"
    with refused("no-way-back"):
        back(world, cup, elrond, entrant, games="stand")
    back(world, cup, elrond, entrant)
    world.sweep()
    assert Game.objects.filter(seats__user=people[0], status="running").count() == 2


def test_a_knock_out_cannot_take_back_whose_opponent_plays_the_next_set(world, elrond, client):
    cup, people = begun(world, elrond, "knock-out", 4)
    entrant = leave(world, cup, people[0])
    for game in world.games(cup):
        second = game.seats.order_by("position")[1].user
        world.end(game, winner=int(second.pk < game.seats.order_by("position")[0].user_id))
    world.sweep()
    assert cup.rounds.count() == 2
    offered = of_entrant(cup, entrant, elrond)
    assert offered.readmit == ()
    assert offered.why == "The next sets were paired without them: the bracket stands."
    with refused("no-way-back"):
        back(world, cup, elrond, entrant)
    assert not offered.replace
    late = players(1, "late")[0]
    with refused("no-way-back"):
        directing.replace(cup.key, elrond, entrant.pk, late.username, "For player1.", world.now)
    client.force_login(elrond)
    shown = client.get(reverse("league-director", args=[cup.key])).content.decode()
    assert "Let in again" not in shown
    assert offered.why in shown


def test_with_a_second_life_lost_games_may_stand(world, elrond):
    cup, people = begun(world, elrond, "double-knock-out", 4)
    entrant = leave(world, cup, people[0])
    assert of_entrant(cup, entrant, elrond).readmit == ("stand", "replay")
    back(world, cup, elrond, entrant, games="stand")
    for game in world.games(cup):
        world.end(game, winner=0)
    world.sweep()
    world.finish(cup)
    assert cup.pairings.filter(places__entrant=entrant, slot__startswith="L").exists()


# -- ladders -----------------------------------------------------------------------------------


def test_a_ladder_gives_back_the_rung(world, elrond):
    ladder, _ = begun(world, elrond, "ladder", 5)
    second = ladder.entrants.get(place=2)
    leave(world, ladder, second.user)
    world.enter(ladder, players(1, "late"))
    back(world, ladder, elrond, ladder.entrants.get(pk=second.pk), games="stand")
    second.refresh_from_db()
    assert second.place == 2
    assert "on rung 2" in AuditEntry.objects.get(act="readmitted").text
    check_invariants(ladder)


def test_who_ran_out_of_time_on_a_ladder_can_be_let_in(world, elrond):
    ladder, _ = begun(world, elrond, "ladder", 3, clock_preset="per-move-14")
    last, first = ladder.entrants.get(place=3), ladder.entrants.get(place=1)
    pairing = challenges.challenge(ladder.key, last.user, first.pk, world.now)
    world.run_out(pairing.game, first.user)
    first.refresh_from_db()
    assert first.state == Entrant.State.REMOVED
    back(world, ladder, elrond, first, games="stand", reason="The server was down.")
    first.refresh_from_db()
    pairing.refresh_from_db()
    assert (first.state, first.place) == (Entrant.State.ENTERED, 2), "below whoever has won against them"


# -- who may, and when -------------------------------------------------------------------------


def test_nobody_but_a_director_lets_people_in_and_no_director_themselves(world, elrond):
    arwen = person("arwen")
    cup, people = begun(world, elrond, "round-robin", 4)
    entrant = leave(world, cup, people[0])
    with refused("not-a-director"):
        back(world, cup, arwen, entrant)
    with refused("reason-needed"):
        back(world, cup, elrond, entrant, reason=" ")
    with refused("bad-option"):
        back(world, cup, elrond, entrant, games="won")
    directors.add(cup.key, elrond, "player1")
    with refused("own-entry"):
        back(world, cup, people[0], entrant)
    directors.add(cup.key, elrond, "player2")
    with refused("own-game"):
        back(world, cup, people[1], entrant)
    back(world, cup, people[1], entrant, games="stand")
    with refused("no-way-back"):
        back(world, cup, elrond, entrant)


def test_before_the_start_who_was_taken_out_is_let_in_if_there_is_a_place(world, elrond):
    cup = world.found(elrond, "swiss", most_entrants=6)
    people = players(7)
    world.enter(cup, people[:6])
    out = cup.entrants.get(user=people[0])
    directing.remove(cup.key, elrond, out.pk, "No answer.", world.now)
    out.refresh_from_db()
    world.enter(cup, people[6:])
    assert of_entrant(cup, out, elrond).why == "All places are taken."
    leaver = leave(world, cup, people[6])
    assert of_entrant(cup, leaver, elrond).why == "player7 left by themselves, and can enter by themselves."
    back(world, cup, elrond, out, games="stand")
    assert cup.entrants.get(user=people[0]).state == Entrant.State.ENTERED


def test_who_left_before_it_began_has_no_place_in_it(world, elrond):
    cup = world.found(elrond, "round-robin")
    people = players(5)
    world.enter(cup, people)
    leave(world, cup, people[4])
    world.pass_time(timedelta(days=21))
    world.sweep()
    cup.refresh_from_db()
    leaver = cup.entrants.get(user=people[4])
    assert "not in it when it began" in of_entrant(cup, leaver, elrond).why


# -- the page ----------------------------------------------------------------------------------


def test_the_director_lets_somebody_in_on_the_page(world, elrond, client):
    cup, people = begun(world, elrond, "round-robin", 4)
    entrant = leave(world, cup, people[0])
    client.force_login(elrond)
    page = reverse("league-director", args=[cup.key])
    shown = client.get(page).content.decode()
    assert "Let in again" in shown
    assert "are played anew, as far as possible" in shown
    asked = {"entrant": entrant.pk, "games": "replay", "reason": "Left by mistake."}
    answer = client.post(reverse("league-direct", args=[cup.key, "readmit"]), asked, follow=True)
    assert "player1 is in again." in answer.content.decode()
    assert "Let in again" not in answer.content.decode()


def test_programs_let_people_in_and_set_rungs_as_the_page_does(world, elrond, client):
    headers = {"Authorization": f"Bearer {ApiToken.objects.issue(elrond, 'test', ['direct'])[1]}"}

    def call(event, act, **data):
        where = f"/api/v1/leagues/{event.key}/direct/{act}/"
        answer = client.post(where, data, headers=headers, content_type="application/json")
        return answer.status_code, answer.json()

    ladder, _ = begun(world, elrond, "ladder", 3)
    third = ladder.entrants.get(place=3)
    status, shown = call(ladder, "rung", entrant=third.pk, rung=1, reason="As agreed.")
    assert status == 200
    assert next(e["place"] for e in shown["entrants"] if e["id"] == third.pk) == 1
    leave(world, ladder, third.user)
    status, shown = call(ladder, "readmit", entrant=third.pk, reason="A mistake.")
    assert status == 200
    assert next((e["state"], e["place"]) for e in shown["entrants"] if e["id"] == third.pk) == ("entered", 1)
    status, answer = call(ladder, "readmit", entrant=third.pk, games="replay", reason="Again.")
    assert (status, answer["detail"]) == (409, f"{third.user} is in.")

"""Entering after the beginning."""

from datetime import timedelta

import pytest

from leagues.models import AuditEntry, Pairing
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.entry import eligibility, registration
from tests.conftest import person, refused
from tests.leagues.world import check_invariants, is_over, players


def running(world, elrond, preset="swiss", number=8, **more):
    """An event of so many that has begun."""
    cup = world.found(elrond, preset, **more)
    world.enter(cup, players(number))
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    cup.refresh_from_db()
    return cup


def play_round(world, cup):
    for game in world.games(cup):
        world.end(game)
    world.sweep()


def why_not(cup, user, world):
    cup.refresh_from_db()
    return eligibility.why_not_enter(cup, user, world.now)


def test_somebody_comes_late_to_a_swiss_and_plays_on_with_all(world, elrond):
    cup = running(world, elrond, settings={"rounds": 4, "late_entry": "half"})
    play_round(world, cup)
    late = person("merry")
    entrant = registration.enter(cup.key, late, world.now)
    missed = Pairing.objects.filter(places__entrant=entrant)
    assert [(p.round.number, p.slot, p.outcome) for p in missed] == [(1, "late", "bye"), (2, "late", "bye")]
    entry = AuditEntry.objects.get(act="entered-late")
    assert (entry.text, entry.actor) == ("merry has entered late, and plays from round 3 on.", late)
    check_invariants(cup)
    for _ in range(3):
        play_round(world, cup)
    assert is_over(cup)
    assert cup.rounds.count() == 4
    line = next(x for x in presentation.standings_data(cup)[0]["lines"] if x["player"] == "merry")
    assert (
        line["played"] + Pairing.objects.filter(places__entrant=entrant, slot="", outcome="bye").count() == 2
    )
    check_invariants(cup)


def test_after_half_of_the_rounds_nobody_comes(world, elrond):
    cup = running(world, elrond, settings={"rounds": 4, "late_entry": "zero"})
    late = person("merry")
    assert why_not(cup, late, world) == ""
    play_round(world, cup)
    assert why_not(cup, late, world) == ""
    play_round(world, cup)
    assert why_not(cup, late, world) == "More than half of the rounds are paired: nobody can enter any more."
    with refused("may-not-enter"):
        registration.enter(cup.key, late, world.now)
    assert not cup.entrants.filter(user=late).exists()


def test_without_the_setting_a_running_event_takes_nobody(world, elrond):
    cup = running(world, elrond)
    assert why_not(cup, person("merry"), world) == "The registration is closed."
    del cup.settings["late_entry"]
    cup.save()
    assert why_not(cup, person("pippin"), world) == "The registration is closed.", "begun before the setting"


def test_a_drawn_bracket_says_so(world, elrond):
    cup = running(world, elrond, "knock-out")
    assert why_not(cup, person("merry"), world) == "The registration is closed: the bracket is drawn."


def test_who_has_left_does_not_come_back_as_a_latecomer(world, elrond):
    cup = running(world, elrond, settings={"rounds": 4, "late_entry": "half"})
    leaver = cup.entrants.first().user
    registration.leave(cup.key, leaver, world.now)
    assert why_not(cup, leaver, world) == "You have left this event: its director can let you in again."


def test_who_left_before_the_start_may_come_late(world, elrond):
    cup = world.found(elrond, "swiss", settings={"rounds": 4, "late_entry": "half"})
    early, *_ = people = players(7)
    world.enter(cup, people)
    registration.leave(cup.key, early, world.now)
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    assert registration.enter(cup.key, early, world.now).place == 7
    check_invariants(cup)


def test_places_and_conditions_count_for_who_comes_late(world, elrond):
    cup = running(world, elrond, settings={"rounds": 4, "late_entry": "half"}, most_entrants=8)
    assert why_not(cup, person("merry"), world) == "All places are taken."


def test_somebody_comes_late_to_a_pool(world, elrond):
    cup = running(world, elrond, "round-robin", 4, settings={"late_entry": "yes"}, round_days=30)
    world.pass_time(timedelta(days=10))
    late = person("merry")
    entrant = registration.enter(cup.key, late, world.now)
    world.sweep()
    own = Pairing.objects.filter(places__entrant=entrant)
    assert own.count() == 8
    assert {p.state for p in own} == {"playing"}
    assert {p.deadline_at for p in own} == {world.now + timedelta(days=30)}, "they have as long as the others"
    play_round(world, cup)
    assert is_over(cup)
    assert {line["played"] for line in presentation.standings_data(cup)[0]["lines"]} == {8}
    check_invariants(cup)


def test_a_pool_closes_at_half_of_its_games_and_at_its_deadline(world, elrond):
    cup = running(
        world, elrond, "round-robin", 4, settings={"late_entry": "yes"}, round_days=30, at_deadline="play-on"
    )
    late = person("merry")
    games = world.games(cup)
    for game in games[:6]:
        world.end(game)
    world.sweep()
    assert why_not(cup, late, world) == ""
    world.end(games[6])
    world.sweep()
    assert why_not(cup, late, world) == "More than half of the games are decided: nobody can enter any more."
    world.pass_time(timedelta(days=31))
    assert why_not(cup, late, world) == "The deadline of its games has passed: nobody can enter any more."


def test_a_round_that_was_missed_is_shown_for_what_it_counts(client, world, elrond):
    cup = running(world, elrond, settings={"rounds": 4, "late_entry": "half"})
    late = person("merry")
    client.force_login(late)
    text = client.get(f"/leagues/{cup.key}/").content.decode()
    assert "You can still enter." in text
    assert "every round that was paired without them counts as a draw" in text
    assert client.post(f"/leagues/{cup.key}/do/enter/").status_code == 302
    text = client.get(f"/leagues/{cup.key}/").content.decode()
    assert "missed, came later, counts 1" in text
    assert "You can still enter." not in text
    play_round(world, cup)
    play_round(world, cup)
    client.force_login(person("pippin"))
    assert "More than half of the rounds are paired" in client.get(f"/leagues/{cup.key}/").content.decode()


@pytest.mark.parametrize("late", ["perhaps", 1, None, ["half"]])
def test_an_unknown_rule_is_refused(world, elrond, late):
    with refused("bad-option"):
        world.found(elrond, "swiss", settings={"late_entry": late})

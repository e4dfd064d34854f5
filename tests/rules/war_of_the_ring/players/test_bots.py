"""Bots at a table of three or four: they come to an end, and answer by what their seat sees alone."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import BOTS
from rules.war_of_the_ring.bots.position import position_from
from rules.war_of_the_ring.position.catalogue import SETS
from rules.war_of_the_ring.sets.players.state import table_of
from tests.rules.war_of_the_ring.bot_play import assert_it_depends_on_its_view_alone
from tests.rules.war_of_the_ring.players.tables import FOUR, GONDOR, SARUMAN, THREE

TABLES = [FOUR, THREE]
if {"lords", "kings"} <= set(SETS):
    TABLES += [one | {"lords": True, "kings": True} for one in (FOUR, THREE)]


def named(options):
    return "-".join((options["players"], *(option for option in ("lords", "kings") if option in options)))


@pytest.mark.long
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("options", TABLES, ids=named)
def test_a_game_between_bots_comes_to_its_end(name, options):
    play, rng = Game.start(TITLE, options, Seeded(5)), Random(5)
    bots = {seat: BOTS[name]() for seat in play.seats}
    while not play.is_over:
        decision = play.pending[0]
        play.choose(decision.seat, bots[decision.seat].choose(play.view(decision.seat), decision, rng))
    assert play.result is not None
    assert len(play.result.winners) in (1, 2)
    assert set(play.result.details["individual_winners"]) <= set(play.result.winners)
    assert play.state.turn < 80


@pytest.mark.parametrize(
    "options", [FOUR, THREE, FOUR | {"sealed_bidding": True}], ids=["four", "three", "bid"]
)
def test_wherever_chance_leads_every_kind_of_question_is_answered_legally(options):
    play, rng = Game.start(TITLE, options, Seeded("anywhere")), Random(1)
    seen: dict[tuple[str, str], int] = {}
    for _ in range(900):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        one = decision.seat, decision.kind
        seen[one] = seen.get(one, 0) + 1
        if seen[one] <= 4:
            view = play.view(decision.seat)
            for bot in BOTS.values():
                assert decision.is_legal(bot().choose(view, decision, Random(1)))
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert len(seen) > 20


@pytest.mark.parametrize("options", [FOUR, THREE], ids=["four", "three"])
def test_the_position_that_a_bot_thinks_of_knows_who_plays_what(options):
    play, rng = Game.start(TITLE, options, Seeded(4)), Random(4)
    for _ in range(300):
        decision = rng.choice(play.pending)
        if decision.kind == "action":
            s = position_from(play.view(decision.seat))
            theirs, own = table_of(s), table_of(play.state)
            assert (theirs.leading, theirs.acting, theirs.takers) == (own.leading, own.acting, own.takers)
            assert sorted(theirs.mixed) == sorted(place for place in own.mixed if place in s.forces)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        if play.is_over:
            break


@pytest.mark.parametrize(("seat", "options"), [(GONDOR, FOUR), (SARUMAN, THREE)])
def test_what_a_bot_answers_depends_on_what_its_seat_sees_alone(seat, options):
    assert_it_depends_on_its_view_alone(seat, options, choices=160)


@pytest.mark.long
@pytest.mark.parametrize("options", [FOUR, THREE], ids=["four", "three"])
def test_games_by_chance_come_to_an_end_and_stay_sound(options):
    play, rng = Game.start(TITLE, options, Seeded(31)), Random(31)
    while not play.is_over:
        decision = rng.choice(play.pending)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        assert TITLE.faults(play.state) == []

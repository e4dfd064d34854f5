"""Seats that win and lose together: two teams of two pull a rope (tests/games/toy_teams.py)."""

from random import Random

from rules import Seeded
from rules.core.bench import win_rate
from rules.core.game import Game
from tests.games.toy_teams import TITLE

PAIRS = TITLE.normalise_options({})
ALONE = TITLE.normalise_options({"pairs": False})


def played_out(seed: int) -> Game:
    play = Game.start(TITLE, {}, Seeded(seed))
    rng = Random(seed)
    while not play.is_over:
        decision = play.pending[0]
        play.choose(decision.seat, decision.sample(rng))
    return play


def test_a_title_says_who_pulls_together_at_a_table():
    assert TITLE.allies(PAIRS, "east") == ("east", "west")
    assert TITLE.teams(PAIRS) == (("north", "south"), ("east", "west"))
    assert TITLE.seats(ALONE) == ("north", "east")
    assert TITLE.teams(ALONE) == (("north",), ("east",))


def test_a_team_wins_together():
    winners = {played_out(seed).result.winners for seed in range(30)}
    assert {("north", "south"), ("east", "west")} <= winners


def test_who_resigns_loses_with_the_partner():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.resign("west").winners == ("north", "south")


def test_nobody_sees_the_hand_of_the_partner():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.view("north")["hands"]["south"] == [None] * 3
    assert play.view("north")["hands"]["north"] == play.state.hands["north"]


def test_all_four_answer_together_and_may_leave_it_to_the_clock():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.waiting_for() == ["north"]
    play.choose("north", "heave")
    for seat in ("west", "north", "east"):
        play.choose(seat, play.decision_of(seat).fallback_choice())
    assert play.waiting_for() == ["south"]
    play.choose("south", play.decision_of("south").fallback_choice())
    assert play.waiting_for() == ["east"]
    assert play.state.round == 1


def test_a_bot_is_measured_together_with_its_partner():
    assert 0.2 < win_rate(TITLE, "south", "random", 40) < 0.8

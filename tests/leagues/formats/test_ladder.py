"""Ladders: who wins upwards takes the rung, and everybody between moves down."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Entrant, Meeting
from leagues.formats.ladder import Happening, climb, happening_of, why_not_challenge
from tests.leagues.formats.play import people, prepared


def test_the_winner_takes_the_rung_of_the_loser():
    assert climb([1, 2, 3, 4, 5], Happening("won", 4, 2)) == [1, 4, 2, 3, 5]


def test_a_win_against_somebody_below_changes_nothing():
    assert climb([1, 2, 3], Happening("won", 1, 3)) == [1, 2, 3]


def test_newcomers_come_in_at_the_foot_and_leavers_close_the_gap():
    assert climb([1, 2], Happening("join", 9)) == [1, 2, 9]
    assert climb([1, 2, 3], Happening("left", 2)) == [1, 3]


@given(st.lists(st.tuples(st.sampled_from(["join", "won", "left"]), st.integers(1, 9), st.integers(1, 9))))
def test_nobody_is_lost_or_stands_twice(happenings):
    order = [1, 2, 3, 4, 5]
    here = set(order)
    for kind, who, other in happenings:
        order = climb(order, Happening(kind, who, other))
        here = here | {who} if kind == "join" else here - {who} if kind == "left" else here
        assert sorted(order) == sorted(here)


@pytest.mark.parametrize(
    ("challenger", "challenged", "why"),
    [
        (5, 3, ""),
        (3, 5, "above you"),
        (9, 2, "5 rungs"),
        (3, 3, "yourself"),
        (4, 1, "playing each other already"),
        (12, 2, "Both must be"),
        (6, 5, "cannot challenge this player"),
    ],
)
def test_who_may_challenge_whom(challenger, challenged, why):
    settings = FORMATS["ladder"].normalise({})
    draw = Draw(blocked=frozenset({frozenset((5, 6))}))
    entrants = prepared("ladder", people(10), settings, draw)
    found = why_not_challenge(entrants, [Meeting(1, (4, 1))], settings, challenger, challenged, draw)
    assert (why in found) if why else found == ""


def test_a_draw_moves_nobody():
    assert happening_of(Meeting(1, (2, 1), points=(1.0, 1.0))) is None
    assert happening_of(Meeting(1, (2, 1), points=(0.0, 2.0))) == Happening("won", 1, 2)


def test_in_five_hundred_challenges_the_strong_climb():
    """Fifty people, of whom the weakest stood at the top, challenge within their reach; the better wins mostly."""
    rng = Random(1)
    settings = FORMATS["ladder"].normalise({"reach": 4})
    order = list(range(1, 51))  # and so is their skill
    for _ in range(500):
        entrants = [Entrant(who, who, place=rung) for rung, who in enumerate(order, start=1)]
        own = rng.randrange(1, 50)
        challenger, challenged = order[own], order[rng.randrange(max(0, own - 4), own)]
        assert why_not_challenge(entrants, [], settings, challenger, challenged, Draw()) == ""
        wins = rng.random() < 1 / (1 + 10 ** ((challenged - challenger) / 4))
        meeting = Meeting(1, (challenger, challenged), points=(2.0, 0.0) if wins else (0.0, 2.0))
        happening = happening_of(meeting)
        assert happening is not None
        order = climb(order, happening)
    assert sorted(order) == list(range(1, 51))
    assert sum(order[:25]) / 25 > 13 + 2, "13 was the mean of the upper half"

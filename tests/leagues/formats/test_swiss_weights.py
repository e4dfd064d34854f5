"""Swiss: points before sides, unless the event says otherwise; and the limits of sides that always hold."""

from math import ceil, log2

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.swiss import measure
from leagues.formats import FORMATS, Draw, Meeting
from leagues.formats.swiss_cost import Player, players_of, seating
from tests.leagues.formats.play import by_chance, leans, met, people, play_out


def sides_of(meetings: list[Meeting]) -> dict[int, str]:
    """The sides of everybody, round after round: f for the first, s for the second."""
    return {
        player.id: "".join("fs"[side] for side in player.sides)
        for player in players_of(people(max(max(m.sides) for m in meetings)), meetings)
    }


def test_of_thirty_two_in_six_rounds_almost_everybody_meets_people_with_as_many_points():
    points, sides = (measure(32, 6, first, events=6) for first in ("points", "sides"))
    assert points.games == sides.games == 6 * 96
    assert points.across / points.games < 0.035
    assert sides.across / sides.games > 0.15
    assert (points.most_apart, points.three, points.again) == (2, 0, 0)
    assert sides.most_apart == 0


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(number=st.integers(6, 40), seed=st.integers(0, 10_000))
@example(number=33, seed=4)
def test_nobody_meets_or_rests_twice_or_has_a_side_too_often(number, seed):
    """Sides are never more than two apart, and never three in a row while there are people enough."""
    _, meetings, _ = play_out("swiss", people(number), by_chance(seed))
    assert max(m.round for m in meetings) == ceil(log2(number))
    assert max(map(abs, leans(meetings).values())) <= 2
    assert max(met(meetings).values()) == 1
    byes = [m.sides[0] for m in meetings if m.is_bye]
    assert len(byes) == len(set(byes)) == (ceil(log2(number)) if number % 2 else 0)
    in_a_row = [sides for sides in sides_of(meetings).values() if "fff" in sides or "sss" in sides]
    assert number < 16 or not in_a_row


@settings(max_examples=40, deadline=None)
@given(
    number=st.integers(2, 12).map(lambda half: 2 * half),
    rounds=st.integers(1, 12),
    seed=st.integers(0, 10_000),
)
def test_however_many_rounds_a_small_field_plays_sides_are_never_more_than_two_apart(number, rounds, seed):
    _, meetings, _ = play_out("swiss", people(number), by_chance(seed), rounds=rounds)
    for until in range(1, rounds + 1):
        assert max(map(abs, leans([m for m in meetings if m.round <= until]).values())) <= 2


def test_leaders_meet_although_both_had_the_same_side_more_often_unless_sides_come_first():
    """Two have won twice, with the sides the same way round; two others have won once, with the other side."""
    swiss = FORMATS["swiss"]
    so_far = [
        Meeting(1, (1, 5), points=(2.0, 0.0)),
        Meeting(1, (2, 6), points=(2.0, 0.0)),
        Meeting(1, (7, 3), points=(0.0, 2.0)),
        Meeting(1, (8, 4), points=(0.0, 2.0)),
        Meeting(2, (1, 7), points=(2.0, 0.0)),
        Meeting(2, (2, 8), points=(2.0, 0.0)),
        Meeting(2, (5, 3), points=(2.0, 0.0)),
        Meeting(2, (6, 4), points=(2.0, 0.0)),
    ]

    def leaders(so_far, **weights):
        row = swiss.pair(people(8), so_far, swiss.normalise({"rounds": 5, **weights}), Draw())
        return next(set(m.sides) for m in row if 1 in m.sides)

    once = so_far[:4]
    assert leaders(once) == {1, 3}, "the fold; one had the first side, the other the second"
    assert leaders([*once, *so_far[4:]], weights="sides") != {1, 2}
    lone = [m for m in once if 1 in m.sides or 2 in m.sides]
    lone += [Meeting(1, (3, 7), points=(1.0, 1.0)), Meeting(1, (4, 8), points=(1.0, 1.0))]
    assert leaders(lone) == {1, 2}, "both had the first side, and nobody else has won"
    assert leaders(lone, weights="sides") != {1, 2}


def player(number: int, sides: str) -> Player:
    had = tuple("fs".index(side) for side in sides)
    return Player(number, number, 0.0, had.count(0) - had.count(1), had)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ("f", "s", 2),  # who had the first side has the second now
        ("ff", "sf", 2),  # and who had it more often, before others
        ("fs", "sf", 1),  # the last game differed: they change
        ("fssf", "sfsf", 1),  # the latest that differed was their second: they change from there
        ("sff", "fsf", 2),  # three in a row would be one too many for 1
        ("ssff", "f", 2),  # though 2 had the first side more often: two in a row weigh more
        ("ff", "sff", 2),  # both have had two in a row: somebody has a third, but two apart are enough
        ("", "", 1),  # nothing tells them apart: the better seed at every other table
    ],
)
def test_who_has_which_side(one, other, first):
    here, there = player(1, one), player(2, other)
    assert seating(here, there, 0)[0] == first
    assert seating(there, here, 0)[0] == first


def test_players_read_what_is_done():
    swiss = FORMATS["swiss"]

    def words(**raw):
        return " ".join(swiss.words(swiss.normalise(raw)))

    assert "points come before sides" in words()
    assert "more than two times more often than the other" in words()
    assert "Sides come before points" in words(weights="sides")
    assert "points come before sides" not in words(weights="sides")
    both = words(games_per_round="2", weights="sides")
    assert "one with each side" in both
    assert "before" not in both.replace("who has not had it before", "")

"""The two rating systems, on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.ratings import SYSTEMS, Standing, is_active, step

#: The community's table: largest difference, step if the favourite wins, step if the underdog wins.
TABLE = [
    (10, 16, 16),
    (33, 15, 17),
    (56, 14, 18),
    (79, 13, 19),
    (102, 12, 20),
    (126, 11, 21),
    (151, 10, 22),
    (178, 9, 23),
    (207, 8, 24),
    (236, 7, 25),
    (270, 6, 26),
    (308, 5, 27),
    (352, 4, 28),
    (409, 3, 29),
    (499, 2, 30),
    (2000, 1, 31),
]


@pytest.mark.parametrize(("difference", "favourite", "underdog"), TABLE)
def test_the_steps_of_the_community_table(difference, favourite, underdog):
    assert step(500 + difference, 500) == favourite
    assert step(500, 500 + difference) == underdog


def test_the_table_changes_at_its_limits():
    assert [step(500 + d, 500) for d in (10, 11, 33, 34, 499, 500)] == [16, 15, 15, 14, 2, 1]


@given(first=st.integers(0, 3000), second=st.integers(0, 3000), first_wins=st.booleans())
def test_what_one_wins_the_other_loses(first, second, first_wins):
    before = [Standing(first), Standing(second)]
    after = SYSTEMS["community"].rate(before, [first_wins, not first_wins])
    assert after[0].value + after[1].value == first + second
    assert (after[0].value > first) == first_wins
    assert [s.games for s in after] == [1, 1]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda s: s.id)
def test_a_win_raises_and_a_loss_lowers(system):
    before = [system.start(), system.start()]
    won, lost = system.rate(before, [True, False])
    assert won.value > before[0].value > lost.value
    assert (won.wins, lost.wins) == (1, 0)
    assert system.expected(won, lost) >= 0.5


def test_three_or_four_are_rated_together():
    system = SYSTEMS["openskill"]
    after = system.rate([system.start() for _ in range(4)], [False, True, False, False])
    assert after[1].value > 1500
    assert len({round(after[i].value, 6) for i in (0, 2, 3)}) == 1
    assert SYSTEMS["community"].rate([Standing(500.0)] * 3, [True, False, False])[0].value == 500


def test_of_three_or_four_whose_places_are_told_the_better_place_is_worth_more():
    system = SYSTEMS["openskill"]
    before = [system.start() for _ in range(4)]
    won = [False, True, False, False]
    after = system.rate(before, won, places=[3, 1, 2, 3])
    assert after[1].value > after[2].value > after[0].value
    assert after[0].value == pytest.approx(after[3].value), "they are level"
    assert [s.wins for s in after] == [0, 1, 0, 0], "who comes second has not won"
    by_winners = system.rate(before, won)
    assert system.rate(before, won, places=[2, 1, 2, 2]) == by_winners


def test_two_against_two_are_rated_as_teams():
    system = SYSTEMS["openskill"]
    before = [system.start(), Standing(1700, 100), system.start(), Standing(1300, 100)]
    won = [True, False, True, False]
    after = system.rate(before, won, teams=[1, 2, 1, 2])
    assert after[0].value == after[2].value > 1500
    assert (after[1].value, after[3].value) < (1700, 1300)
    assert [s.wins for s in after] == [1, 0, 1, 0]
    assert system.rate(before, won, [1, 3, 1, 3], [1, 2, 1, 2]) == after, "places tell the same"
    assert system.rate(before, won, [1, 3, 2, 4], [1, 2, 1, 2]) == after, (
        "a team stands where its best stands"
    )
    assert system.rate(before, [True] * 4, teams=[1, 2, 1, 2])[0].wins == 0, "a draw"


def test_teams_of_one_are_no_teams_and_one_team_has_nobody_against_it():
    for system in SYSTEMS.values():
        before = [system.start(), Standing(1600, 90), Standing(1400, 90)]
        won = [False, True, False]
        assert system.rate(before, won, [2, 1, 3], [-1, -2, -3]) == system.rate(before, won, [2, 1, 3])
        together = system.rate(before, [True] * 3, teams=[1, 1, 1])
        assert [s.value for s in together] == [s.value for s in before]


def test_a_draw_between_equals_moves_nobody():
    for system in SYSTEMS.values():
        after = system.rate([system.start(), system.start()], [True, True])
        assert [round(s.value, 6) for s in after] == [system.start().value] * 2
        assert [s.wins for s in after] == [0, 0]


def test_a_rating_is_provisional_for_ten_games():
    assert Standing(1500, 100, 9).is_provisional
    assert not Standing(1500, 100, 10).is_provisional


@pytest.mark.parametrize(
    ("games", "mean", "active"), [(3, 500, False), (4, 500, True), (11, 700, False), (12, 700, True)]
)
def test_who_counts_as_active(games, mean, active):
    assert is_active(games, mean) is active

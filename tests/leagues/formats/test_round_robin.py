"""Everybody meets everybody, as often as promised, with both sides."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Meeting
from leagues.formats.mini_cup import pick
from leagues.formats.pools import pool_name, pools
from leagues.formats.round_robin import berger
from tests.leagues.formats.play import by_chance, leans, met, people, play_out


@given(number=st.integers(2, 40))
def test_a_single_round_robin_lets_every_pair_meet_once_and_balances_the_sides(number):
    rounds = berger(number)
    games = [pair for row in rounds for pair in row]
    assert sorted(map(sorted, games)) == [list(pair) for pair in combinations(range(number), 2)]
    for row in rounds:
        seated = [player for pair in row for player in pair]
        assert len(seated) == len(set(seated)) == number - number % 2
    for player in range(number):
        first = sum(a == player for a, _ in games)
        assert abs(first - (number - 1 - first)) <= 1


#: The Berger table for five or six players, as FIDE publishes it (Handbook C.05, Annex 1); first player first.
BERGER_OF_SIX = (
    "1-6 2-5 3-4",
    "6-4 5-3 1-2",
    "2-6 3-1 4-5",
    "6-5 1-4 2-3",
    "3-6 4-2 5-1",
)


def test_the_rounds_are_those_of_the_published_table():
    """The same rounds in another order, with the same sides but for the last player."""
    published = [[tuple(map(int, game.split("-"))) for game in row.split()] for row in BERGER_OF_SIX]
    ours = [[(a + 1, b + 1) for a, b in row] for row in berger(6)]

    def rounds(table):
        return {frozenset(game if 6 not in game else frozenset(game) for game in row) for row in table}

    assert rounds(ours) == rounds(published)


@settings(max_examples=40)
@given(
    number=st.integers(2, 30),
    size=st.integers(2, 10),
    games=st.integers(1, 3),
    pace=st.sampled_from(["all", "rounds"]),
)
def test_everybody_of_a_pool_meets_as_often_as_promised(number, size, games, pace):
    entrants, meetings, _ = play_out(
        "round-robin", people(number), by_chance(1), pool_size=size, games_per_pair=games, pace=pace
    )
    groups = {e.id: e.group for e in entrants}
    pairs = met(meetings)
    for a, b in combinations(groups, 2):
        assert pairs[frozenset((a, b))] == (games if groups[a] == groups[b] else 0)
    assert all(abs(lean) <= 1 for lean in leans(meetings).values())


@pytest.mark.parametrize(("number", "pace", "rounds"), [(4, "all", 1), (4, "rounds", 6), (5, "rounds", 10)])
def test_what_is_paired_at_once_is_one_round(number, pace, rounds):
    form = FORMATS["round-robin"]
    assert form.rounds(number, form.normalise({"pace": pace, "pool_size": 8, "games_per_pair": 2})) == rounds


def test_round_by_round_means_one_game_a_round():
    _, meetings, _ = play_out("round-robin", people(6), by_chance(2), pool_size=6, pace="rounds")
    assert max(m.round for m in meetings) == 10
    for number in range(1, 11):
        seated = [side for m in meetings if m.round == number for side in m.sides]
        assert sorted(seated) == [1, 2, 3, 4, 5, 6]


@settings(max_examples=50)
@given(number=st.integers(4, 40), size=st.integers(2, 10))
def test_pools_are_even_in_number_and_in_strength(number, size):
    drawn = pools(people(number), size)
    sizes = [len(pool) for pool in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(e.id for pool in drawn for e in pool) == list(range(1, number + 1))
    tops = {pool[0].seed for pool in drawn}
    assert tops == set(range(1, len(drawn) + 1))


def test_people_who_block_each_other_come_to_different_pools():
    blocked = frozenset({frozenset((1, 4)), frozenset((2, 3)), frozenset((5, 8))})
    drawn = pools(people(8), 4, blocked)
    together = {frozenset((a.id, b.id)) for pool in drawn for a, b in combinations(pool, 2)}
    assert not together & blocked


def test_a_blocked_pair_in_one_pool_does_not_meet():
    draw = Draw(blocked=frozenset({frozenset((1, 2))}))
    _, meetings, _ = play_out("round-robin", people(4), by_chance(1), draw, pool_size=4)
    assert met(meetings)[frozenset((1, 2))] == 0
    assert len(meetings) == 10


def test_games_against_somebody_who_left_are_won_without_playing():
    entrants = people(4)
    entrants[3] = type(entrants[3])(4, 4, active=True, group="Pool A", place=4)
    form = FORMATS["round-robin"]
    settings_ = form.normalise({"pool_size": 4, "games_per_pair": 1, "pace": "rounds"})
    start = [type(e)(e.id, e.seed, group="Pool A", place=e.seed) for e in entrants]
    left = [type(e)(e.id, e.seed, active=e.id != 4, group=e.group, place=e.place) for e in start]
    row = form.pair(left, [Meeting(1, (1, 2), "Pool A", points=(2.0, 0.0))], settings_, Draw())
    walkover = next(m for m in row if 4 in m.sides)
    assert walkover.points_of(4) == 0
    assert not walkover.played


def test_a_title_for_four_is_played_at_tables_of_four_with_every_seat_in_turn():
    _, meetings, _ = play_out("round-robin", people(9), by_chance(3), Draw(seats=4), games_per_pair=1)
    assert len(meetings) == 8
    for player in range(1, 9):
        seats = [m.sides.index(player) for m in meetings if player in m.sides]
        assert sorted(seats) == [0, 1, 2, 3]
    assert not any(9 in m.sides for m in meetings), "the ninth finds no full table"


def test_a_cup_takes_those_who_have_waited_longest_and_get_along():
    blocked = frozenset({frozenset((1, 2))})
    assert pick([1, 2, 3, 4, 5], 4, blocked) == [1, 3, 4, 5]
    assert pick([1, 2, 3], 3, blocked) is None
    assert pick([1, 2, 3], 3) == [1, 2, 3]


@pytest.mark.parametrize(("number", "name"), [(0, "Pool A"), (25, "Pool Z"), (26, "Pool AA")])
def test_pools_are_named_by_letters(number, name):
    assert pool_name(number) == name

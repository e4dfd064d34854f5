"""Swiss: equals meet, nobody twice while it can be avoided, sides balanced, one bye each."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Meeting
from leagues.formats.swiss import match
from leagues.formats.swiss_cost import POINTS_FIRST, players_of
from tests.leagues.formats.play import better_seed_wins, by_chance, leans, met, people, play_out


def perfect_without(people_, forbidden):
    """Whether these people can be paired off without a forbidden pair (one may rest if odd)."""
    if len(people_) < 2:
        return True
    first, *rest = people_
    if any(
        frozenset((first, other)) not in forbidden
        and perfect_without([p for p in rest if p != other], forbidden)
        for other in rest
    ):
        return True
    return len(people_) % 2 == 1 and perfect_without(rest, forbidden)


def test_the_first_round_folds_the_seeds():
    form = FORMATS["swiss"]
    row = form.pair(people(8), [], form.normalise({}), Draw())
    assert [frozenset(m.sides) for m in row] == [frozenset((n, n + 4)) for n in range(1, 5)]
    assert [m.sides[0] for m in row] == [1, 6, 3, 8], (
        "the better seed has the first side at every other table"
    )


@settings(max_examples=40, deadline=None)
@given(number=st.integers(3, 12), rounds=st.integers(1, 7), seed=st.integers(0, 1000))
def test_nobody_meets_twice_while_it_can_be_avoided(number, rounds, seed):
    _, meetings, _ = play_out("swiss", people(number), by_chance(seed), rounds=rounds)
    for current in range(1, rounds + 1):
        before = set(met([m for m in meetings if m.round < current]))
        now = [frozenset(m.sides) for m in meetings if m.round == current and not m.is_bye]
        if any(pair in before for pair in now):
            assert not perfect_without(list(range(1, number + 1)), before)


@settings(max_examples=20, deadline=None)
@given(number=st.integers(6, 40), seed=st.integers(0, 1000))
def test_with_sides_first_they_differ_by_at_most_one_in_the_rounds_a_knock_out_would_need(number, seed):
    _, meetings, _ = play_out("swiss", people(number), by_chance(seed), weights="sides")
    assert max(map(abs, leans(meetings).values())) <= 1


@settings(max_examples=20, deadline=None)
@given(number=st.integers(4, 14), seed=st.integers(0, 1000), data=st.data())
def test_people_who_block_each_other_are_never_paired(number, seed, data):
    pairs = [frozenset(pair) for pair in combinations(range(1, number + 1), 2)]
    blocked = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=6)))
    _, meetings, _ = play_out("swiss", people(number), by_chance(seed), Draw(blocked=blocked), rounds=4)
    assert not blocked & set(met(meetings))
    for current in range(1, 5):
        seated = [side for m in meetings if m.round == current for side in m.sides]
        assert sorted(seated) == list(range(1, number + 1)), "everybody plays or rests, once"


def test_leaders_meet_leaders():
    _, meetings, _ = play_out("swiss", people(16), better_seed_wins)
    second = [m for m in meetings if m.round == 2]
    won = {max(m.sides, key=m.points_of) for m in meetings if m.round == 1}
    assert all((m.sides[0] in won) == (m.sides[1] in won) for m in second)


def test_a_round_of_two_games_gives_everybody_both_sides():
    _, meetings, _ = play_out("swiss", people(7), by_chance(1), games_per_round="2")
    assert set(leans(meetings).values()) == {0}
    assert all(m.points == (4.0,) for m in meetings if m.is_bye)
    assert set(met(meetings).values()) == {2}


def test_who_has_left_is_paired_no_more():
    entrants = people(5)
    entrants[0] = type(entrants[0])(1, 1, active=False)
    first = [Meeting(1, (1, 3), points=(2.0, 0.0)), Meeting(1, (2, 4), points=(2.0, 0.0))]
    form = FORMATS["swiss"]
    row = form.pair(entrants, first, form.normalise({"rounds": 3}), Draw())
    assert sorted(side for m in row for side in m.sides) == [2, 3, 4, 5]


def test_a_thin_search_widens_until_everybody_is_paired(monkeypatch):
    monkeypatch.setattr("leagues.formats.swiss.DENSE", 4)
    monkeypatch.setattr("leagues.formats.swiss.WINDOW", 1)
    players = players_of(people(20), [])
    again = {frozenset((a, b)): 1 for a, b in combinations(range(1, 21), 2) if abs(a - b) not in (5, 15)}
    pairs = match(players, again, frozenset(), POINTS_FIRST)
    assert len(pairs) == 10
    assert not any(pair in again for pair in pairs)


def test_a_large_field_is_paired_in_parts_and_still_folded():
    entrants, meetings, _ = play_out("swiss", people(150), by_chance(2), rounds=4)
    first = {frozenset(m.sides) for m in meetings if m.round == 1}
    assert {frozenset((1, 76)), frozenset((75, 150))} <= first
    assert max(met(meetings).values()) == 1
    points = {e.id: 0.0 for e in entrants}
    for number in range(1, 5):
        row = [m for m in meetings if m.round == number]
        assert sorted(side for m in row for side in m.sides) == list(range(1, 151))
        assert sum(abs(points[a] - points[b]) > 2 for a, b in (m.sides for m in row)) <= 2
        for meeting in row:
            for side in meeting.sides:
                points[side] += meeting.points_of(side)

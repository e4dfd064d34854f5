"""What a game at a table of three or more is worth: the winner alone, by places, in shares (TOU-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Meeting, SettingError, scoring, tie_breaks
from tests.leagues.formats.play import people, play_out

NAMES = sorted(scoring.SYSTEMS)


@st.composite
def games(draw):
    """A decided game: how many sat there, who won, and what its title told of the others."""
    seats = draw(st.integers(2, 6))
    who = list(range(seats))
    winners = draw(st.lists(st.sampled_from(who), min_size=1, unique=True))
    order = draw(st.permutations(who))
    cut = draw(st.integers(0, seats))
    counts = draw(st.one_of(st.just([]), st.lists(st.integers(-3, 200), min_size=seats, max_size=seats)))
    return seats, winners, [order[:cut], order[cut:]], counts


@given(game=games(), system=st.sampled_from(NAMES))
def test_the_points_of_a_game_always_add_up_to_the_same(game, system):
    seats, winners, places, counts = game
    got = scoring.points(system, seats, winners, places, counts)
    assert sum(got) == pytest.approx(scoring.total(system, seats))
    assert min(got) >= 0


@given(game=games(), system=st.sampled_from(NAMES))
def test_nobody_gets_more_than_a_winner_and_winners_get_alike(game, system):
    seats, winners, places, counts = game
    got = scoring.points(system, seats, winners, places, counts)
    assert {got[seat] for seat in winners} == {max(got)}


@given(game=games(), system=st.sampled_from(NAMES))
def test_who_sits_where_changes_nothing(game, system):
    seats, winners, places, counts = game
    got = scoring.points(system, seats, winners, places, counts)
    turned = scoring.points(
        system,
        seats,
        [seats - 1 - seat for seat in winners],
        [[seats - 1 - seat for seat in group] for group in places],
        counts[::-1],
    )
    assert turned == pytest.approx(got[::-1])


@given(seats=st.integers(2, 6), system=st.sampled_from(NAMES))
def test_a_game_without_a_winner_is_worth_nothing(seats, system):
    assert set(scoring.points(system, seats, [], [[0], [1]], [5.0] * seats)) == {0.0}


@given(winners=st.sampled_from([[0], [1], [0, 1]]), system=st.sampled_from(NAMES))
def test_with_two_at_a_table_a_win_is_2_and_a_draw_1(winners, system):
    worth = 2.0 / len(winners)
    expected = tuple(worth if seat in winners else 0.0 for seat in (0, 1))
    assert scoring.points(system, 2, winners, [[1], [0]], [9, 1]) == expected


def test_sum_of_squares_as_published():
    """webDiplomacy's rule, on a board of 34 centres held 17, 12 and 5: 289, 144 and 25 of 458 parts."""
    got = scoring.points("shares", 3, [0, 1, 2], counts=[17, 17, 17])
    assert got == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    got = scoring.points("shares", 3, [0], counts=[17, 12, 5])
    assert [part * 458 / 2 for part in got] == pytest.approx([289, 144, 25])


def test_a_victory_at_a_stroke_counts_like_the_best_of_the_others():
    """The Ring is destroyed by somebody who holds little: no loser gets more than they do."""
    assert scoring.points("shares", 3, [2], counts=[10, 5, 1]) == pytest.approx((8 / 9, 2 / 9, 8 / 9))


def test_places_that_are_shared_are_the_mean_of_those_places():
    assert scoring.points("places", 4, [1], [[0, 2], [3]]) == (3.0, 6.0, 3.0, 0.0)
    assert scoring.points("places", 4, [0, 1, 2, 3]) == (3.0, 3.0, 3.0, 3.0)
    assert scoring.points("places", 3, [1]) == (1.0, 4.0, 1.0), "a title that ranks nobody but the winner"


def three(points: tuple[float, ...], winners: tuple[int, ...]) -> Meeting:
    return Meeting(1, (1, 2, 3), "Pool A", points=points, winners=winners)


def test_a_second_place_is_no_victory_however_many_points_it_brings():
    table = tie_breaks.standings("Pool A", people(3), [three((6.0, 4.0, 0.0), (0,))], ("wins", "direct"))
    assert [(line.entrant, line.won, line.drawn, line.lost) for line in table.lines] == [
        (1, 1, 0, 0),
        (2, 0, 0, 1),
        (3, 0, 0, 1),
    ]


def test_only_a_game_that_everybody_wins_is_a_draw():
    both, every = three((1.0, 1.0, 0.0), (0, 1)), three((2 / 3,) * 3, (0, 1, 2))
    table = tie_breaks.standings("Pool A", people(3), [both, every], ("wins",))
    assert [(line.won, line.drawn, line.lost) for line in table.lines] == [(1, 1, 0), (1, 1, 0), (0, 1, 1)]


def test_equal_shares_are_told_apart_by_who_has_won():
    """A title breaks its own ties: both have as much, one of them has won."""
    tied = three((1.0, 1.0, 0.0), (1,))
    table = tie_breaks.standings("Pool A", people(3), [tied], ("wins",))
    assert [(line.entrant, line.won) for line in table.lines] == [(2, 1), (1, 0), (3, 0)]


def test_tie_breaks_look_at_who_stood_before_whom():
    meeting = three((4.0, 2.0, 0.0), (0,))
    assert [meeting.against(1, other) for other in (0, 2)] == [0.0, 2.0]
    assert three((4.0, 1.0, 1.0), (0,)).against(1, 2) == 1.0
    assert three((0.0, 0.0, 0.0), ()).against(0, 1) == 0.0


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("kind", ["round-robin", "mini-cup"])
def test_what_all_games_give_stands_in_the_table(kind, system):
    draw = Draw(seats=3)

    def decide(meeting: Meeting) -> tuple[float, ...]:
        best = min(range(3), key=lambda seat: meeting.sides[seat])
        rest = sorted((s for s in range(3) if s != best), key=lambda seat: meeting.sides[seat])
        return scoring.points(system, 3, [best], [[s] for s in rest], [9 - side for side in meeting.sides])

    entrants, meetings, settings = play_out(kind, people(3), decide, draw, table_scoring=system)
    table = FORMATS[kind].tables(entrants, meetings, settings)[0]
    assert [line.entrant for line in table.lines] == [1, 2, 3]
    assert sum(line.points for line in table.lines) == pytest.approx(3 * scoring.total(system, 3))
    assert table.explained[0] == scoring.words(system, 3)


@pytest.mark.parametrize("kind", ["round-robin", "mini-cup"])
def test_games_of_two_know_no_such_setting_and_tables_no_pools(kind):
    form = FORMATS[kind]
    assert "table_scoring" not in form.normalise({})
    with pytest.raises(SettingError, match="has no setting"):
        form.normalise({"table_scoring": "places"})
    assert form.normalise({}, 4)["table_scoring"] == "winner"
    for name in ("pool_size", "size", "leavers"):
        with pytest.raises(SettingError, match="has no setting"):
            form.normalise({name: 3}, 4)


def test_players_read_what_a_game_is_worth():
    form = FORMATS["round-robin"]
    said = " ".join(form.words(form.normalise({"table_scoring": "places"}, 4), 4))
    assert "6, 4, 2 and 0 points" in said
    assert "tables of 4" in said
    assert "against everybody of the group" not in said
    assert "everybody once in each seat" in said

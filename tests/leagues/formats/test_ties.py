"""Ties: the table says what broke each of them, and a full tie for the first place is shared or played off."""

from dataclasses import replace

import pytest

from leagues.formats import FORMATS, Draw, Entrant, Meeting
from leagues.formats.base import LEVEL
from leagues.formats.play_off import SLOT
from tests.leagues.formats.play import people, prepared

DRAW = Draw()


def decided(row, results):
    """A round with its results: the winner of each pair, or None for a draw."""
    made = []
    for meeting in row:
        winner = results[frozenset(meeting.sides)]
        points = tuple(1.0 if winner is None else 2.0 if side == winner else 0.0 for side in meeting.sides)
        made.append(replace(meeting, points=points))
    return made


def begun(kind: str, number: int, **raw):
    form = FORMATS[kind]
    settings = form.normalise(raw)
    return form, settings, prepared(kind, people(number), settings, DRAW)


def all_drawn(kind: str, number: int, **raw):
    """An event whose last round of the ordinary plan is played, every game drawn."""
    form, settings, entrants = begun(kind, number, **raw)
    meetings: list[Meeting] = []
    while (row := form.pair(entrants, meetings, settings, DRAW)) and row[0].slot != SLOT:
        meetings += decided(row, {frozenset(m.sides): None for m in row})
    return form, settings, entrants, meetings


def lines(form, entrants, meetings, settings):
    return form.tables(entrants, meetings, settings)[0].lines


def test_the_table_says_which_tie_break_decided():
    """1 and 2 won two games each, and 1 beat 2; 3 and 4 won one each, and 3 beat 4."""
    form, settings, entrants = begun("round-robin", 4, pool_size=4, games_per_pair=1)
    row = form.pair(entrants, [], settings, DRAW)
    winners = {(1, 2): 1, (1, 3): 1, (1, 4): 4, (2, 3): 2, (2, 4): 2, (3, 4): 3}
    meetings = decided(row, {frozenset(pair): winner for pair, winner in winners.items()})
    table = lines(form, entrants, meetings, settings)
    assert [(line.entrant, line.points, line.tie) for line in table] == [
        (1, 4.0, "Direct encounter"),
        (2, 4.0, ""),
        (3, 2.0, "Direct encounter"),
        (4, 2.0, ""),
    ]


def test_the_first_that_differs_decides_not_the_last():
    """A circle of three: level in direct encounters, and apart by whom they drew with besides."""
    form, settings, entrants = begun("round-robin", 4, pool_size=4, games_per_pair=1)
    row = form.pair(entrants, [], settings, DRAW)
    winners = {(1, 2): 1, (2, 3): 2, (1, 3): 3, (1, 4): 1, (2, 4): 2, (3, 4): 3}
    meetings = decided(row, {frozenset(pair): winner for pair, winner in winners.items()})
    table = lines(form, entrants, meetings, settings)
    assert [(line.rank, line.tie) for line in table] == [(1, LEVEL), (1, LEVEL), (1, ""), (4, "")]


def test_nothing_is_said_of_people_who_have_not_played():
    form, settings, entrants = begun("round-robin", 4)
    assert {line.tie for line in lines(form, entrants, [], settings)} == {""}


@pytest.mark.parametrize(
    ("kind", "raw"), [("round-robin", {"pool_size": 4}), ("swiss", {}), ("season", {"tier_size": 4})]
)
def test_a_full_tie_is_shared_unless_the_rules_say_otherwise(kind, raw):
    form, settings, entrants, meetings = all_drawn(kind, 4, **raw)
    assert form.pair(entrants, meetings, settings, DRAW) == []
    table = lines(form, entrants, meetings, settings)
    assert {line.rank for line in table} == {1}
    assert [line.tie for line in table] == [LEVEL, LEVEL, LEVEL, ""]
    assert sorted(form.champions(form.tables(entrants, meetings, settings))) == [1, 2, 3, 4]
    assert any("shares the place" in sentence for sentence in form.words(settings))


@pytest.mark.parametrize(
    ("kind", "raw"),
    [("round-robin", {"pool_size": 3}), ("season", {"tier_size": 3, "promoted": 0, "relegated": 0})],
)
def test_a_full_tie_is_played_off_where_the_rules_say_so(kind, raw):
    form, settings, entrants, meetings = all_drawn(kind, 3, **raw, first_tie="play-off")
    row = form.pair(entrants, meetings, settings, DRAW)
    assert {m.slot for m in row} == {SLOT}
    assert sorted(m.sides for m in row) == [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    meetings += decided(row, {frozenset((1, 2)): 2, frozenset((1, 3)): 3, frozenset((2, 3)): 2})
    table = lines(form, entrants, meetings, settings)
    assert [(line.entrant, line.rank, line.tie) for line in table] == [
        (2, 1, "Play-off"),
        (3, 2, "Play-off"),
        (1, 3, ""),
    ]
    assert {line.played for line in table} == {4}, "games of the play-off count for the first place only"
    assert form.champions(form.tables(entrants, meetings, settings)) == [2]
    assert form.pair(entrants, meetings, settings, DRAW) == [], "there is one play-off, not two"
    assert any("plays it off" in sentence for sentence in form.words(settings))


def test_a_play_off_that_ends_level_leaves_the_place_shared():
    form, settings, entrants, meetings = all_drawn("swiss", 4, first_tie="play-off")
    row = form.pair(entrants, meetings, settings, DRAW)
    assert len(row) == 12
    table = lines(form, entrants, meetings + decided(row, {frozenset(m.sides): None for m in row}), settings)
    assert [(line.rank, line.tie) for line in table] == [(1, LEVEL), (1, LEVEL), (1, LEVEL), (1, "")]


def test_only_the_first_place_is_played_off_and_not_by_those_who_have_left():
    """Of the three who are level one has left; and two pools play off each for itself."""
    form, settings, entrants, meetings = all_drawn("round-robin", 6, pool_size=3, first_tie="play-off")
    left = [replace(e, active=e.id != 1) for e in entrants]
    row = form.pair(left, meetings, settings, DRAW)
    group = {e.id: e.group for e in entrants}
    assert all(group[a] == group[b] == m.group for m in row for a, b in [m.sides])
    assert 1 not in {side for m in row for side in m.sides}
    assert len(row) == 2 + 6


def test_pools_have_winners_of_their_own_and_no_champion():
    form, settings, entrants, meetings = all_drawn("round-robin", 6, pool_size=3)
    assert form.champions(form.tables(entrants, meetings, settings)) == []


def test_nobody_is_champion_of_an_event_without_a_point():
    swiss = FORMATS["swiss"]
    entrants = [Entrant(1, 1), Entrant(2, 2), Entrant(3, 3)]
    assert swiss.champions(swiss.tables(entrants, [], swiss.normalise({}))) == []


def test_who_has_left_is_not_champion():
    swiss = FORMATS["swiss"]
    entrants = [Entrant(1, 1, active=False), Entrant(2, 2), Entrant(3, 3), Entrant(4, 4)]
    meetings = [Meeting(1, (1, 3), points=(2.0, 0.0)), Meeting(1, (2, 4), points=(1.0, 1.0))]
    table = swiss.tables(entrants, meetings, swiss.normalise({}))
    assert table[0].lines[0].entrant == 1
    assert sorted(swiss.champions(table)) == [2, 4]


# -- corrections while it is played off ----------------------------------------------------------


def played_off(winners):
    """Three who were level, their meetings, and a play-off in which the winner of each pair is given."""
    form, settings, entrants, meetings = all_drawn("round-robin", 3, pool_size=3, first_tie="play-off")
    return form, settings, entrants, meetings, decided(form.pair(entrants, meetings, settings, DRAW), winners)


def corrected(meetings, pair, points):
    """The first meeting of two with another result."""
    at = next(n for n, m in enumerate(meetings) if set(m.sides) == set(pair))
    made = list(meetings)
    made[at] = replace(made[at], points=tuple(points[side] for side in made[at].sides), winners=None)
    return made


def test_a_play_off_puts_nobody_above_who_has_more_points_since_a_result_was_corrected():
    winners = {frozenset((1, 2)): 2, frozenset((1, 3)): 3, frozenset((2, 3)): 2}
    form, settings, entrants, meetings, off = played_off(winners)
    better = corrected(meetings, (1, 2), {1: 2.0, 2: 0.0})
    table = lines(form, entrants, [*better, *off], settings)
    assert [(line.entrant, line.rank) for line in table] == [(1, 1), (3, 2), (2, 3)]
    assert form.champions(form.tables(entrants, [*better, *off], settings)) == [1]


def test_a_play_off_decides_among_those_who_still_share_the_first_place():
    """Two of three are still ahead: only their own games count, whatever they did against the third."""
    winners = {frozenset((1, 2)): 1, frozenset((1, 3)): 3, frozenset((2, 3)): 2}
    form, settings, entrants, meetings, off = played_off(winners)
    both = corrected(corrected(meetings, (1, 3), {1: 2.0, 3: 0.0}), (2, 3), {2: 2.0, 3: 0.0})
    table = lines(form, entrants, [*both, *off], settings)
    assert [(line.entrant, line.rank, line.tie) for line in table] == [
        (1, 1, "Play-off"),
        (2, 2, ""),
        (3, 3, ""),
    ]


def test_a_play_off_decides_nothing_where_somebody_else_is_level_since_then():
    form, settings, entrants, meetings = all_drawn("round-robin", 3, pool_size=3, first_tie="play-off")
    behind = corrected(meetings, (1, 3), {1: 1.0, 3: 1.0})
    off = [Meeting(9, sides, "Pool A", SLOT, points=(2.0, 0.0)) for sides in ((1, 2), (2, 1))]
    off[1] = replace(off[1], points=(0.0, 2.0))
    table = lines(form, entrants, [*behind, *off], settings)
    assert {line.rank for line in table} == {1}

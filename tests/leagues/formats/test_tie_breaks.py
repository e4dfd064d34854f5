"""Tie-breaks on a table worked out by hand."""

from __future__ import annotations

import pytest

from leagues.formats import Meeting
from leagues.formats.base import tally
from leagues.formats.tie_breaks import (
    buchholz,
    direct,
    sonneborn_berger,
    standings,
    weaker_side_of,
    weaker_wins,
)
from tests.leagues.formats.play import people

pytestmark = pytest.mark.pythons

#: Ann (1) beats Bob (2), Bob beats Cid (3), Cid beats Ann; Ann and Bob beat Dan (4); Cid and Dan draw.
GAMES = [
    Meeting(1, (1, 2), points=(2.0, 0.0)),
    Meeting(2, (2, 3), points=(2.0, 0.0)),
    Meeting(3, (3, 1), points=(2.0, 0.0)),
    Meeting(1, (1, 4), points=(2.0, 0.0)),
    Meeting(2, (4, 2), points=(0.0, 2.0)),
    Meeting(3, (3, 4), points=(1.0, 1.0)),
]


def test_points_are_two_for_a_win_and_one_for_a_draw():
    tallies = tally(people(4), GAMES)
    assert {e: t.points for e, t in tallies.items()} == {1: 4, 2: 4, 3: 3, 4: 1}
    assert (tallies[3].won, tallies[3].drawn, tallies[3].lost) == (1, 1, 1)


def test_sonneborn_berger_adds_the_beaten_and_half_the_drawn():
    tallies = tally(people(4), GAMES)
    assert sonneborn_berger(1, tallies) == 4 + 1
    assert sonneborn_berger(2, tallies) == 3 + 1
    assert sonneborn_berger(3, tallies) == 4 + 1 / 2


def test_direct_encounter_counts_the_games_of_those_who_are_level():
    tallies = tally(people(4), GAMES)
    assert direct(1, tallies) == 2
    assert direct(2, tallies) == 0
    table = standings("Pool", people(4), GAMES, ("direct",))
    assert [(line.entrant, line.rank) for line in table.lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_buchholz_adds_all_opponents_and_half_of_everything_for_a_bye():
    tallies = tally(people(4), GAMES)
    assert buchholz(4, tallies) == 4 + 4 + 3
    tallies = tally(people(4), [*GAMES, Meeting(4, (4,), points=(2.0,), played=False)])
    assert buchholz(4, tallies) == 4 + 4 + 3 + 4


def test_the_weaker_side_is_the_one_that_has_won_less_often():
    assert weaker_side_of(GAMES) == 1
    assert weaker_side_of([]) is None
    assert weaker_wins(2, GAMES, 1) == 1
    assert weaker_wins(1, GAMES, 1) == 0


def test_those_whom_nothing_tells_apart_share_a_rank():
    table = standings("Pool", people(3), [], ("direct", "wins"))
    assert [line.rank for line in table.lines] == [1, 1, 1]


@pytest.mark.parametrize("kind", ["direct", "sonneborn-berger", "buchholz", "wins", "weaker-side"])
def test_every_tie_break_is_explained(kind):
    table = standings("Pool", people(2), [], (kind,))
    assert len(table.explained) == 2
    assert table.columns[0].split()[0] in table.explained[1]

"""Tie-breaks on a table worked out by hand."""

from dataclasses import replace

import pytest

from leagues.formats import FORMATS, Meeting
from leagues.formats.base import tally
from leagues.formats.tie_breaks import (
    VERSION,
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
    assert direct(1, tallies, {1, 2}) == 2
    assert direct(2, tallies, {1, 2}) == 0
    table = standings("Pool", people(4), GAMES, ("direct",))
    assert [(line.entrant, line.rank) for line in table.lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]


#: A Swiss of five in which four have 4 points, and Buchholz and Sonneborn-Berger leave two pairs of them level.
TWO_PAIRS = [
    Meeting(1, (1, 3), points=(2.0, 0.0)),
    Meeting(1, (4, 2), points=(2.0, 0.0)),
    Meeting(1, (5,), points=(2.0,), played=False),
    Meeting(2, (2, 1), points=(2.0, 0.0)),
    Meeting(2, (5, 4), points=(2.0, 0.0)),
    Meeting(2, (3,), points=(2.0,), played=False),
    Meeting(3, (1, 5), points=(2.0, 0.0)),
    Meeting(3, (3, 2), points=(0.0, 2.0)),
    Meeting(3, (4,), points=(2.0,), played=False),
]


def test_direct_encounter_counts_only_those_whom_all_before_it_has_left_level():
    table = FORMATS["swiss"].tables(people(5), TWO_PAIRS, {"rounds": 3})[0]
    assert [(line.entrant, line.rank) for line in table.lines] == [(5, 1), (4, 2), (2, 3), (1, 4), (3, 5)]
    assert [line.breaks[:3] for line in table.lines[:4]] == [
        (11, 4, 2),
        (11, 4, 0),
        (10, 6, 2),
        (10, 6, 0),
    ]
    assert [line.tie for line in table.lines[:3]] == ["Direct encounter", "Buchholz", "Direct encounter"]
    assert FORMATS["swiss"].champions([table]) == [5], "who has beaten the other is not champion with them"


def test_an_event_that_was_over_before_keeps_its_table():
    table = FORMATS["swiss"].tables(people(5), TWO_PAIRS, {"rounds": 3, VERSION: 1})[0]
    assert [(line.entrant, line.rank) for line in table.lines] == [(4, 1), (5, 1), (1, 3), (2, 3), (3, 5)]


def test_a_season_by_the_points_of_the_community_counts_those_who_are_level_in_these():
    games = [
        Meeting(1, (1, 2), "Tier 1", points=(0.0, 2.0)),
        Meeting(1, (3, 1), "Tier 1", points=(0.0, 2.0), played=False),
        Meeting(1, (2, 3), "Tier 1", points=(0.0, 2.0)),
    ]
    members = [replace(e, group="Tier 1", place=e.id) for e in people(3)]
    settings = FORMATS["season"].normalise({"scoring": "community", "games_per_pair": 1})
    lines = {line.entrant: line for line in FORMATS["season"].tables(members, games, settings)[0].lines}
    assert [round(lines[n].points, 9) for n in (1, 2, 3)] == [0.1, 1.2, 1.1]
    assert {line.breaks[0] for line in lines.values()} == {0}, (
        "level in games won, but not in what ranks them"
    )


def test_byes_are_told_beside_the_games():
    lines = {line.entrant: line for line in standings("Swiss", people(5), TWO_PAIRS, ("buchholz",)).lines}
    assert [(lines[n].played, lines[n].won, lines[n].byes) for n in (1, 3, 4)] == [
        (3, 2, 0),
        (2, 0, 1),
        (2, 1, 1),
    ]


def test_buchholz_adds_all_opponents_and_half_of_everything_for_a_bye():
    tallies = tally(people(4), GAMES)
    assert buchholz(4, tallies) == 4 + 4 + 3
    tallies = tally(people(4), [*GAMES, Meeting(4, (4,), points=(2.0,), played=False)])
    assert buchholz(4, tallies) == 4 + 4 + 3 + 4


def test_a_bye_is_worth_as_many_games_as_its_round_would_have_had():
    """Two games a round, two rounds: everybody has had four, and drawn all of them would be four points."""
    games = [
        Meeting(1, (1, 2), slot="1", points=(2.0, 0.0)),
        Meeting(1, (2, 1), slot="2", points=(0.0, 2.0)),
        Meeting(1, (3,), points=(4.0,), played=False),
        Meeting(2, (3, 1), slot="1", points=(2.0, 0.0)),
        Meeting(2, (1, 3), slot="2", points=(0.0, 2.0)),
        Meeting(2, (2,), points=(4.0,), played=False),
    ]
    lines = {}
    for version in ({}, {VERSION: 1}):
        table = FORMATS["swiss"].tables(people(3), games, {"rounds": 2, "games_per_round": "2", **version})[0]
        lines[bool(version)] = {line.entrant: line.breaks[0] for line in table.lines}
    assert lines[False] == {1: 2 * 4 + 2 * 8, 2: 2 * 4 + 2 * 4, 3: 2 * 4 + 2 * 4}
    assert lines[True] == {1: 24, 2: 2 * 4 + 3, 3: 2 * 4 + 3}, "what was over before stays"


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

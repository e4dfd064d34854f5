"""Teams on paper: matches on boards, match points, board points, and what breaks ties."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.formats import FORMATS, TEAM_FORMATS, Draw, Entrant, Meeting
from leagues.formats.teams import Lineup, allied_size, complete, games_of, match_points, rest, scored
from tests.leagues.formats.play import leans, met, people

TWO = ((0,), (1,))
PAIRS = ((0, 2), (1, 3))


def lineup(team: int, size: int = 4, absent: tuple[int, ...] = ()) -> Lineup:
    """A team whose members are called 11, 12, 13 …"""
    return Lineup(tuple(10 * team + board for board in range(1, size + 1)), frozenset(absent))


def members(number: int, size: int = 4) -> tuple[dict[int, Lineup], dict[int, int]]:
    """So many teams, and the team of everybody in them."""
    found = {team: lineup(team, size) for team in range(1, number + 1)}
    return found, {who: team for team, of in found.items() for who in of.members}


def board(first: int, second: int, points: tuple[float, float]) -> Meeting:
    return Meeting(1, (first, second), points=points)


def play_out(kind: str, number: int, seed: int, draw: Draw | None = None, **raw):
    """Pair teams of four and decide every board by chance, until nothing is paired any more."""
    form, rng = TEAM_FORMATS[kind], Random(seed)
    said = form.normalise(raw)
    entrants = people(number)
    places = form.prepare(entrants, said, draw or Draw())
    entrants = [replace(e, group=places[e.id][0], place=places[e.id][1]) for e in entrants]
    lineups, team_of = members(number)
    matches: list[Meeting] = []
    while row := form.pair(entrants, matches, said, draw or Draw()):
        for match in row:
            if match.is_bye:
                matches.append(rest(match.round, match.sides[0], int(said["games_per_round"]), 4))
                continue
            games = [
                replace(game, points=rng.choice([(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)]))
                for game in games_of(match, lineups, TWO).values()
            ]
            matches.append(scored(match, games, team_of))
        assert len(matches) < 2000
    return entrants, matches, said


# -- a match -----------------------------------------------------------------------------------


def test_the_sides_alternate_from_board_to_board():
    lineups, _ = members(2)
    games = games_of(Meeting(1, (1, 2)), lineups, TWO)
    assert {number: game.sides for number, game in games.items()} == {
        1: (11, 21),
        2: (22, 12),
        3: (13, 23),
        4: (24, 14),
    }
    other_way_round = games_of(Meeting(2, (2, 1)), lineups, TWO)
    assert other_way_round[1].sides == (21, 11)


def test_where_somebody_is_not_there_only_their_board_is_lost():
    lineups = {1: lineup(1, absent=(12,)), 2: lineup(2, absent=(24,))}
    games = games_of(Meeting(1, (1, 2)), lineups, TWO)
    assert (games[2].sides, games[2].points, games[2].played) == ((22, 12), (2.0, 0.0), False)
    assert (games[4].sides, games[4].points) == ((24, 14), (0.0, 2.0))
    assert not games[1].is_decided
    assert not games[3].is_decided


def test_where_both_are_not_there_the_board_is_not_played():
    lineups = {1: lineup(1, absent=(11,)), 2: lineup(2, absent=(21,))}
    game = games_of(Meeting(1, (1, 2)), lineups, TWO)[1]
    assert (game.points, game.winning, game.played) == ((0.0, 0.0), (), False)


def test_who_block_each_other_do_not_play_and_the_other_boards_do():
    lineups, _ = members(2)
    blocked = frozenset({frozenset((12, 22)), frozenset((11, 23))})
    assert sorted(games_of(Meeting(1, (1, 2)), lineups, TWO, blocked)) == [1, 3, 4]


def test_allies_sit_together_at_one_table():
    lineups, _ = members(2, 2)
    (game,) = games_of(Meeting(1, (1, 2)), lineups, PAIRS).values()
    assert game.sides == (11, 21, 12, 22)
    (swapped,) = games_of(Meeting(1, (2, 1)), lineups, PAIRS).values()
    assert swapped.sides == (21, 11, 22, 12)


def test_allies_of_whom_one_is_not_there_lose_their_table_together():
    lineups = {1: lineup(1, 2, absent=(12,)), 2: lineup(2, 2)}
    (game,) = games_of(Meeting(1, (1, 2)), lineups, PAIRS).values()
    assert (game.points, game.winning, game.played) == ((0.0, 1.0, 0.0, 1.0), (1, 3), False)
    assert not complete(lineups[1], PAIRS)
    assert complete(lineup(1, 4, absent=(11, 12, 13)), TWO)
    assert not complete(lineup(1, 1, absent=(11,)), TWO)


@pytest.mark.parametrize("groups", [((0,), (1,), (2,)), ((0, 1), (2,)), ((0, 1, 2),)])
def test_teams_need_two_sides_of_equal_size(groups):
    assert allied_size(groups) == 0


def test_board_points_decide_the_match():
    _, team_of = members(2, 2)
    games = [board(11, 21, (2.0, 0.0)), board(22, 12, (1.0, 1.0))]
    match = scored(Meeting(1, (1, 2)), games, team_of)
    assert (match.points, match.boards, match.winning) == ((2.0, 0.0), (3.0, 1.0), (0,))


def test_a_match_is_open_until_its_last_board_is_decided():
    _, team_of = members(2, 2)
    match = scored(Meeting(1, (1, 2)), [board(11, 21, (2.0, 0.0)), Meeting(1, (22, 12))], team_of)
    assert (match.points, match.boards, match.is_decided) == (None, (2.0, 0.0), False)


def test_allies_bring_what_a_won_game_is_worth_together():
    _, team_of = members(2, 2)
    game = Meeting(1, (11, 21, 12, 22), points=(1.0, 0.0, 1.0, 0.0), winners=(0, 2))
    assert scored(Meeting(1, (1, 2)), [game], team_of).boards == (2.0, 0.0)


def test_a_match_without_a_game_counts_for_nobody():
    match = scored(Meeting(1, (1, 2)), [], {})
    assert (match.points, match.played) == ((0.0, 0.0), False)
    assert match_points((3, 3)) == (1.0, 1.0)


def test_who_rests_has_won_the_match_and_drawn_every_board():
    bye = rest(3, 7, 1, 4)
    assert (bye.points, bye.boards, bye.is_bye) == ((2.0,), (4.0,), True)
    assert rest(3, 7, 2, 4).boards == (8.0,)


# -- standings ---------------------------------------------------------------------------------


def table_of(kind: str, number: int, matches: list[tuple[int, int, float, float]]):
    """The table after matches, each as first, second, and the board points of both."""
    form = TEAM_FORMATS[kind]
    played = [
        Meeting(1, (one, other), points=match_points((mine, theirs)), boards=(mine, theirs))
        for one, other, mine, theirs in matches
    ]
    entrants = [Entrant(n, n, group="Teams", place=n) for n in range(1, number + 1)]
    return form.tables(entrants, played, form.normalise({}))[0]


def test_match_points_come_before_board_points():
    table = table_of("round-robin", 4, [(1, 2, 5, 3), (3, 4, 8, 0), (1, 3, 4, 4), (2, 4, 8, 0)])
    assert [(line.entrant, line.points, line.breaks[0]) for line in table.lines] == [
        (3, 3.0, 12.0),
        (1, 3.0, 9.0),
        (2, 2.0, 11.0),
        (4, 0.0, 0.0),
    ]
    assert table.lines[0].tie == "Board points"
    assert table.columns == ("Board points", "Direct encounter", "Sonneborn-Berger")


def test_direct_encounter_breaks_a_tie_of_match_and_board_points():
    table = table_of(
        "round-robin", 4, [(1, 2, 3, 5), (1, 3, 6, 2), (2, 3, 3, 5), (2, 4, 6, 2), (1, 4, 5, 3), (3, 4, 0, 8)]
    )
    first, second = table.lines[:2]
    assert (first.entrant, second.entrant) == (2, 1)
    assert first.points == second.points == 4.0
    assert first.breaks[0] == second.breaks[0] == 14.0
    assert first.tie == "Direct encounter"


def test_in_a_swiss_buchholz_of_match_points_comes_before_sonneborn_berger():
    assert table_of("swiss", 4, []).columns == (
        "Board points",
        "Direct encounter",
        "Buchholz",
        "Sonneborn-Berger",
    )


def test_every_column_is_explained():
    for kind in TEAM_FORMATS:
        table = table_of(kind, 3, [(1, 2, 5, 3)])
        assert len(table.explained) == len(table.columns) + 1


# -- pairing -----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(number=st.integers(2, 9), seed=st.integers(0, 10_000), again=st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody(number, seed, again):
    _, matches, _ = play_out("round-robin", number, seed, games_per_pair=again, pace="rounds")
    assert set(met(matches).values()) == {again}
    assert len(met(matches)) == number * (number - 1) / 2
    assert not any(match.is_bye for match in matches)
    most = 0 if again == 2 else 1
    assert max(map(abs, leans(matches).values())) <= most


@settings(max_examples=60, deadline=None)
@given(number=st.integers(4, 17), seed=st.integers(0, 10_000))
def test_in_a_swiss_no_two_teams_meet_twice_and_nobody_rests_twice(number, seed):
    entrants, matches, said = play_out("swiss", number, seed)
    assert max(met(matches).values()) == 1
    rests = Counter(match.sides[0] for match in matches if match.is_bye)
    assert all(times == 1 for times in rests.values())
    assert bool(rests) == bool(number % 2)
    for current in range(1, max(match.round for match in matches) + 1):
        seated = [side for match in matches if match.round == current for side in match.sides]
        assert sorted(seated) == [entrant.id for entrant in entrants]
    assert max(map(abs, leans(matches).values())) <= 2
    table = TEAM_FORMATS["swiss"].tables(entrants, matches, said)[0]
    in_all = sum(len(match.sides) * 4.0 for match in matches)
    assert sum(line.breaks[0] for line in table.lines) == in_all, "every match shares out its board points"


def test_a_round_of_two_matches_gives_both_sides_to_both():
    _, matches, _ = play_out("swiss", 5, 3, games_per_round="2")
    assert set(leans(matches).values()) == {0}
    assert set(met(matches).values()) == {2}
    assert all(match.boards == (8.0,) for match in matches if match.is_bye)


def test_teams_that_are_kept_from_each_other_are_never_paired():
    apart = Draw(blocked=frozenset({frozenset((1, 2)), frozenset((3, 4))}))
    for seed in range(5):
        _, matches, _ = play_out("swiss", 8, seed, apart)
        assert not apart.blocked & set(met(matches))


def test_a_team_that_is_out_loses_what_is_left_and_its_members_too():
    form = TEAM_FORMATS["round-robin"]
    said = form.normalise({})
    entrants = [Entrant(n, n, group="Teams", place=n, active=n != 2) for n in (1, 2, 3)]
    row = form.pair(entrants, [], said, Draw())
    decided = {match.sides: match.points for match in row if match.is_decided}
    assert all(points[sides.index(2)] == 0 for sides, points in decided.items())
    assert len(decided) == 2


@pytest.mark.parametrize("kind", sorted(TEAM_FORMATS))
def test_the_words_are_of_teams_and_the_settings_mean_something_for_them(kind):
    form = TEAM_FORMATS[kind]
    said = form.normalise({})
    assert "team" in " ".join(form.words(said))
    assert not {f.name for f in form.offered(2)} & {"late_entry", "byes", "first_tie", "pool_size"}
    assert form.why_not_late([], [], said, Draw()) == "The registration is closed."
    assert form.id in FORMATS

"""The league season: the community's points, tiers, going up and down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Entrant, SettingError
from leagues.formats.season import community_points, next_tiers
from leagues.presets import PRESETS
from tests.leagues.formats.play import better_seed_wins, by_chance, leans, met, people, play_out


def thresholds(preset):
    """Return the two thresholds of a season that is opened from a preset."""
    settings = FORMATS["season"].normalise(PRESETS[preset].settings)
    return settings["first_threshold"], settings["second_threshold"]


@pytest.mark.parametrize(
    ("won", "games", "unplayed", "points"),
    [
        (0, 0, 22, 0.0),
        (6, 11, 11, 7.1),  # below the first threshold: no share
        (6, 12, 10, 7.2 + 0.25 * 10),  # half of one's rate of wins
        (9, 17, 5, 10.7 + 9 / 34 * 5),
        (9, 18, 4, 10.8 + 0.5 * 4),  # the whole rate
        (22, 22, 0, 24.2),
    ],
)
def test_points_of_the_large_leagues_in_2026(won, games, unplayed, points):
    assert community_points(won, games, unplayed, *thresholds("league-season")) == pytest.approx(points)


def test_the_small_leagues_have_lower_thresholds():
    assert community_points(4, 8, 2, *thresholds("expansion-season")) == pytest.approx(4.8 + 0.5)
    assert community_points(4, 8, 2, *thresholds("league-season")) == pytest.approx(4.8)


@given(won=st.integers(0, 30), more=st.integers(0, 30), unplayed=st.integers(0, 30))
def test_another_win_is_never_bad(won, more, unplayed):
    games = won + more
    assert community_points(won + 1, games + 1, max(0, unplayed - 1), 12, 18) > community_points(
        won, games, unplayed, 12, 18
    )


def test_twenty_four_players_make_two_tiers_of_twelve_who_meet_twice_with_both_sides():
    entrants, meetings, settings = play_out("season", people(24), by_chance(5))
    assert len(meetings) == 2 * 12 * 11
    assert {e.id for e in entrants if e.group == "Tier 1"} == set(range(1, 13))
    assert set(met(meetings).values()) == {2}
    assert set(leans(meetings).values()) == {0}
    tables = FORMATS["season"].tables(entrants, meetings, settings)
    assert [table.name for table in tables] == ["Tier 1", "Tier 2"]
    assert all(line.played == 22 for table in tables for line in table.lines)


def test_the_best_go_up_and_the_last_go_down():
    entrants, meetings, settings = play_out("season", people(8), better_seed_wins, tier_size=4)
    tables = FORMATS["season"].tables(entrants, meetings, settings)
    tiers = next_tiers(tables, 1, 1)
    assert tiers == {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 2, 7: 2, 8: 2}


def test_who_has_left_goes_down_in_place_of_the_last():
    entrants, meetings, settings = play_out("season", people(8), better_seed_wins, tier_size=4)
    gone = [Entrant(e.id, e.seed, 1, e.id != 2, e.group, e.place) for e in entrants]
    tiers = next_tiers(FORMATS["season"].tables(gone, meetings, settings), 1, 1)
    assert tiers[2] == 2
    assert tiers[4] == 1, "the place that went down is taken"


def test_a_title_for_four_has_tiers_of_one_table_with_every_seat_in_turn():
    draw = Draw(seats=4)
    entrants, meetings, settings = play_out("season", people(13), better_seed_wins, draw, games_per_pair=2)
    form = FORMATS["season"]
    assert len(meetings) == 3 * 8
    assert {e.id: e.group for e in entrants if e.id in (1, 4, 5, 12, 13)} == {
        1: "Tier 1",
        4: "Tier 1",
        5: "Tier 2",
        12: "Tier 3",
        13: "",
    }, "the thirteenth finds no full table"
    for player in range(1, 13):
        seats = [m.sides.index(player) for m in meetings if player in m.sides]
        assert sorted(seats) == [0, 0, 1, 1, 2, 2, 3, 3]
    tables = form.tables(entrants, meetings, settings)
    assert [[line.points for line in table.lines] for table in tables] == 3 * [[16.0, 0.0, 0.0, 0.0]]
    tiers = form.next_tiers(tables, settings)
    assert sorted(tiers.values()) == [1] * 4 + [2] * 4 + [3] * 4
    assert tiers[1] == tiers[5] == 1
    assert tiers[9] == 2
    assert form.rounds(4, {**settings, "pace": "rounds"}) == 8
    assert "A tier is a table of 4" in form.words(settings, 4)[0]


def test_more_cannot_move_than_sit_at_a_table():
    with pytest.raises(SettingError):
        FORMATS["season"].normalise({"promoted": 2, "relegated": 2}, 3)
    assert "tier_size" not in FORMATS["season"].normalise({}, 3)


def test_entrants_keep_the_tier_that_they_bring_along():
    entrants = [Entrant(1, 1, tier=2), Entrant(2, 2, tier=2), Entrant(3, 3, tier=1), Entrant(4, 4, tier=1)]
    form = FORMATS["season"]
    places = form.prepare(entrants, form.normalise({"tier_size": 2, "promoted": 1, "relegated": 1}), Draw())
    assert {e: group for e, (group, _) in places.items()} == {
        3: "Tier 1",
        4: "Tier 1",
        1: "Tier 2",
        2: "Tier 2",
    }


def test_settings_that_contradict_each_other_are_refused():
    with pytest.raises(SettingError) as error:
        FORMATS["season"].normalise({"first_threshold": 20, "second_threshold": 10})
    assert error.value.field == "second_threshold"
    with pytest.raises(SettingError):
        FORMATS["season"].normalise({"colour": "red"})

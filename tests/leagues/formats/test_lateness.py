"""Coming late, on paper."""

from collections import Counter
from dataclasses import replace

import pytest

from leagues.formats import FORMATS, TEAM_FORMATS, Draw, Entrant, Meeting, OpenFormat, SettingError
from leagues.formats.base import tally
from leagues.formats.tie_breaks import buchholz
from tests.leagues.formats.play import better_seed_wins, met, people, prepared


def begun(kind, number, played, **raw):
    """An event after so many rounds."""
    form = FORMATS[kind]
    settings = form.normalise(raw)
    entrants = prepared(kind, people(number), settings, Draw())
    meetings: list[Meeting] = []
    for _ in range(played):
        row = form.pair(entrants, meetings, settings, Draw())
        meetings += [m if m.is_decided else replace(m, points=better_seed_wins(m)) for m in row]
    return form, entrants, meetings, settings


def come(form, entrants, meetings, settings, blocked=frozenset()):
    """The event with one more."""
    new = Entrant(len(entrants) + 1, len(entrants) + 1)
    arrival = form.arrive(new.id, [*entrants, new], meetings, settings, Draw(blocked=blocked))
    new = replace(new, group=arrival.group, place=arrival.place)
    return new, [*entrants, new], [*meetings, *arrival.meetings]


@pytest.mark.parametrize(("late", "games", "points"), [("zero", "1", 0), ("half", "1", 2), ("half", "2", 4)])
def test_rounds_that_were_missed_count_as_the_settings_say(late, games, points):
    form, entrants, meetings, settings = begun(
        "swiss", 8, 2, rounds=5, late_entry=late, games_per_round=games
    )
    new, entrants, meetings = come(form, entrants, meetings, settings)
    line = next(line for line in form.tables(entrants, meetings, settings)[0].lines if line.entrant == new.id)
    assert (line.points, line.played, line.won) == (points, 0, 0)


def test_a_missed_round_is_no_rest_and_makes_the_event_no_longer():
    form, entrants, meetings, settings = begun("swiss", 8, 1, late_entry="zero")
    assert form.length(entrants, meetings, settings) == 3
    new, entrants, meetings = come(form, entrants, meetings, settings)
    assert form.length(entrants, meetings, settings) == 3
    row = form.pair(entrants, meetings, settings, Draw())
    assert [m.sides for m in row if m.is_bye] == [(new.id,)], "the last seed without a point may rest"


def test_half_way_is_when_more_than_half_of_the_rounds_are_paired():
    for paired, closed in ((2, False), (3, True)):
        form, entrants, meetings, settings = begun("swiss", 8, paired, rounds=5, late_entry="half")
        assert bool(form.why_not_late(entrants, meetings, settings, Draw())) == closed
    form, entrants, meetings, settings = begun("swiss", 8, 2, rounds=4, late_entry="half")
    assert form.why_not_late(entrants, meetings, settings, Draw()) == ""


def test_a_missed_round_that_counts_nothing_adds_nothing_to_buchholz():
    for late, expected in (("zero", 0.0), ("half", 4.0)):
        form, entrants, meetings, settings = begun("swiss", 8, 2, rounds=5, late_entry=late)
        new, entrants, meetings = come(form, entrants, meetings, settings)
        assert buchholz(new.id, tally(entrants, meetings)) == expected


def test_who_comes_late_to_a_pool_plays_everybody_there_with_both_sides():
    form, entrants, meetings, settings = begun("round-robin", 5, 0, pool_size=6, late_entry="yes")
    meetings = form.pair(entrants, [], settings, Draw())
    new, entrants, meetings = come(form, entrants, meetings, settings)
    assert (new.group, new.place) == ("Pool A", 6)
    assert set(met(meetings).values()) == {2}
    assert len(met(meetings)) == 15
    sides = Counter(m.sides.index(new.id) for m in meetings if new.id in m.sides)
    assert sides == {0: 5, 1: 5}


def test_the_smallest_pool_with_room_is_taken_and_full_ones_are_not():
    form, entrants, _, settings = begun("round-robin", 11, 0, pool_size=6, late_entry="yes")
    meetings = form.pair(entrants, [], settings, Draw())
    sizes = Counter(e.group for e in entrants)
    new, entrants, meetings = come(form, entrants, meetings, settings)
    assert sizes[new.group] == 5
    assert form.why_not_late(entrants, meetings, settings, Draw()) == "All pools are full."


def test_who_comes_late_meets_nobody_who_is_blocked_and_wins_against_who_has_left():
    form, entrants, _, settings = begun("round-robin", 4, 0, late_entry="yes")
    meetings = form.pair(entrants, [], settings, Draw())
    entrants[0] = replace(entrants[0], active=False)
    new, _, after = come(form, entrants, meetings, settings, frozenset({frozenset((2, 5))}))
    own = [m for m in after if new.id in m.sides]
    assert Counter(next(s for s in m.sides if s != new.id) for m in own) == {1: 2, 3: 2, 4: 2}
    assert all(m.points_of(new.id) == 2 for m in own if 1 in m.sides)


def test_nobody_comes_late_round_by_round():
    with pytest.raises(SettingError, match="Round by round nobody can come late"):
        FORMATS["round-robin"].normalise({"pace": "rounds", "late_entry": "yes"})


@pytest.mark.parametrize("kind", ["knock-out", "season", "mini-cup"])
def test_other_formats_take_nobody_and_have_no_such_setting(kind):
    form = FORMATS[kind]
    assert "late_entry" not in {option.name for option in form.offered(2)}
    assert form.why_not_late([], [], form.normalise({}), Draw()).startswith("The registration is closed")


def test_whoever_offers_to_enter_late_can_be_entered_late():
    offering = [
        form
        for form in (*FORMATS.values(), *TEAM_FORMATS.values())
        if any(field.name == "late_entry" for seats in (2, 4) for field in form.offered(seats))
    ]
    assert {form.id for form in offering} >= {"round-robin", "swiss"}
    assert all(isinstance(form, OpenFormat) for form in offering)

"""Knock-outs: brackets, byes, second lives, and what decides a level set."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.formats import FORMATS, Draw, Meeting
from leagues.formats.knock_out import OPEN, bracket, seeding
from tests.leagues.formats.play import better_seed_wins, by_chance, leans, met, people, play_out, prepared


def placing(entrants, meetings, settings_):
    return {
        line.entrant: line.rank
        for line in FORMATS["knock-out"].tables(entrants, meetings, settings_)[0].lines
    }


def test_the_best_seeds_meet_last():
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@settings(max_examples=40, deadline=None)
@given(number=st.integers(2, 40), seed=st.integers(0, 99), lives=st.sampled_from(["1", "2"]))
def test_everybody_but_one_loses_every_life(number, seed, lives):
    entrants, meetings, settings_ = play_out("knock-out", people(number), by_chance(seed), lives=lives)
    matches = FORMATS["knock-out"].matches(entrants, meetings, settings_)
    assert all(match.winner != OPEN for match in matches)
    losses = dict.fromkeys(range(1, number + 1), 0)
    for match in matches:
        if match.needed and match.loser is not None:
            losses[match.loser] += 1
    ranks = placing(entrants, meetings, settings_)
    champion = next(e for e, rank in ranks.items() if rank == 1)
    assert sum(rank == 1 for rank in ranks.values()) == 1
    assert losses[champion] < int(lives)
    assert all(lost == int(lives) for e, lost in losses.items() if e != champion)
    assert set(leans(meetings).values()) == {0}, "sets of two give everybody both sides"


def test_sixteen_with_two_lives_take_thirty_or_thirty_one_sets():
    for seed in range(6):
        _, meetings, _ = play_out("knock-out", people(16), by_chance(seed), lives="2")
        assert len({m.slot for m in meetings}) in (30, 31)


def test_the_losers_of_a_match_do_not_meet_again_in_their_next():
    _, meetings, _ = play_out("knock-out", people(16), by_chance(3), lives="2")
    early = [m for m in meetings if m.slot.startswith(("W1", "L1", "W2", "L2"))]
    assert max(met(early).values()) == 2


def test_with_better_seeds_winning_the_places_follow_the_seeds():
    entrants, meetings, settings_ = play_out("knock-out", people(8), better_seed_wins)
    ranks = placing(entrants, meetings, settings_)
    assert ranks == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_byes_go_to_the_best_seeds():
    _, meetings, _ = play_out("knock-out", people(5), better_seed_wins)
    first = {frozenset(m.sides) for m in meetings if m.slot.startswith("W1")}
    assert first == {frozenset((4, 5))}


def test_the_second_final_is_played_only_if_the_first_is_lost():
    _, meetings, _ = play_out("knock-out", people(4), better_seed_wins, lives="2")
    assert not any(m.slot == "F-2" for m in meetings)

    def rebel(meeting: Meeting) -> tuple[float, ...]:
        """The second seed loses once, to the first, and never again."""
        if meeting.slot.startswith("F") and 2 in meeting.sides:
            return tuple(2.0 if side == 2 else 0.0 for side in meeting.sides)
        return better_seed_wins(meeting)

    entrants, meetings, settings_ = play_out("knock-out", people(4), rebel, lives="2")
    assert any(m.slot == "F-2" for m in meetings)
    assert placing(entrants, meetings, settings_)[2] == 1


LEVEL = [Meeting(1, (1, 2), "Bracket", "W1-1", (2.0, 0.0)), Meeting(1, (2, 1), "Bracket", "W1-1", (2.0, 0.0))]


@pytest.mark.parametrize(
    ("first", "second", "winner", "why"),
    [
        ({}, {}, 1, "seed"),
        ({"clock_used": (900.0, 300.0)}, {"clock_used": (300.0, 900.0)}, 2, "time"),
        ({"handicap": (3, 0), "clock_used": (1.0, 9.0)}, {"handicap": (1, 0)}, 2, "handicap"),
    ],
)
def test_what_decides_a_level_set(first, second, winner, why):
    settings_ = FORMATS["knock-out"].normalise({})
    entrants = prepared("knock-out", people(2), settings_, Draw())
    games = [replace(LEVEL[0], **first), replace(LEVEL[1], **second)]
    match = FORMATS["knock-out"].matches(entrants, games, settings_)[0]
    assert match.winner == winner
    assert why in match.why


def test_who_leaves_between_two_sets_lets_the_opponent_pass():
    settings_ = FORMATS["knock-out"].normalise({})
    entrants = prepared("knock-out", people(4), settings_, Draw())
    gone = [replace(e, active=e.id != 4) for e in entrants]
    row = FORMATS["knock-out"].pair(gone, [], settings_, Draw())
    assert {m.slot for m in row} == {"W1-2"}
    decided = [replace(m, points=better_seed_wins(m)) for m in row]
    final = FORMATS["knock-out"].pair(gone, decided, settings_, Draw())
    assert {frozenset(m.sides) for m in final} == {frozenset((1, 2))}


def test_the_bracket_of_one_thousand_has_its_slots_in_order():
    slots = bracket(1000, double=True)
    seen = set()
    for slot in slots:
        for source in (slot.first, slot.second):
            assert source.kind == "seed" or source.of in seen
        seen.add(slot.name)


def test_blocked_people_are_parted_in_the_first_round():
    settings_ = FORMATS["knock-out"].normalise({})
    draw = Draw(blocked=frozenset({frozenset((1, 8))}))
    entrants = prepared("knock-out", people(8), settings_, draw)
    row = FORMATS["knock-out"].pair(entrants, [], settings_, draw)
    assert frozenset((1, 8)) not in met(row)
    assert len(met(row)) == 4

"""Small Swisses: no second game and no second bye wherever the pairings so far leave a way."""

import pytest

from leagues.formats import FORMATS, Draw, Meeting
from tests.leagues.formats.play import by_chance, met, people, play_out

pytestmark = pytest.mark.pythons

SWISS = FORMATS["swiss"]


def paired(number, rounds, *played):
    """The next round of a Swiss after rounds as `1-3 2:0, 4-2 1:1, 5`."""
    meetings = []
    for count, text in enumerate(played, start=1):
        for part in text.split(", "):
            sides, _, points = part.partition(" ")
            got = tuple(map(float, points.split(":"))) if points else (2.0,)
            meetings.append(
                Meeting(count, tuple(map(int, sides.split("-"))), points=got, played=bool(points))
            )
    return meetings, SWISS.pair(people(number), meetings, SWISS.normalise({"rounds": rounds}), Draw())


def pairs(row):
    return {frozenset(meeting.sides) for meeting in row}


def test_the_second_of_two_rounds_does_not_leave_the_one_who_has_rested_to_rest_again():
    """Of five in four rounds: after 5-2, 3-4 and a bye of 1, whoever may still rest would have to meet again."""
    two = ("1-3 0:2, 4-2 0:2, 5", "2-1 2:0, 3-5 1:1, 4")
    meetings, third = paired(5, 4, *two)
    resting = [m.sides[0] for m in [*meetings, *third] if m.is_bye]
    assert len(set(resting)) == 3
    points = {1: "2:0", 2: "1:1", 3: "0:2"}
    for result in points.values():
        said = ", ".join("-".join(map(str, m.sides)) + ("" if m.is_bye else f" {result}") for m in third)
        meetings, fourth = paired(5, 4, *two, said)
        assert next(m for m in fourth if m.is_bye).sides[0] not in resting
        assert not pairs(fourth) & {frozenset(m.sides) for m in meetings if not m.is_bye}


def test_three_rounds_of_six_do_not_leave_two_triangles():
    """After two rounds in a ring of six the third may not join the opposite ones: 1, 3, 5 and 2, 4, 6 would be left."""
    ring = ("1-2 2:0, 3-4 2:0, 5-6 2:0", "2-3 2:0, 4-5 2:0, 6-1 2:0")
    _, third = paired(6, 4, *ring)
    assert pairs(third) != {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}
    _, without = paired(6, 3, *ring)
    assert pairs(without) == {frozenset(pair) for pair in ((1, 4), (2, 5), (3, 6))}, (
        "the cheapest, if it is the last"
    )


@pytest.mark.parametrize(
    ("number", "rounds"), [(4, 3), (5, 4), (5, 5), (6, 4), (6, 5), (7, 6), (7, 7), (8, 6), (8, 7), (12, 11)]
)
@pytest.mark.parametrize("weights", ["points", "sides"])
def test_nobody_meets_or_rests_twice_in_as_many_rounds_as_there_are_opponents(number, rounds, weights):
    for seed in range(8):
        _, meetings, _ = play_out("swiss", people(number), by_chance(seed), rounds=rounds, weights=weights)
        assert set(met(meetings).values()) == {1}, seed
        rests = [m.sides[0] for m in meetings if m.is_bye]
        assert len(rests) == len(set(rests)) == rounds * (number % 2), seed

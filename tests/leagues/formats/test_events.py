"""Random events are counted alike by the formats and by a second reckoning (`make events` plays ten thousand)."""

from fractions import Fraction

import pytest

from benchmarks.events import measure
from benchmarks.reckoner import Fact, Reckoner, have_a_way, why_not_seated
from leagues.formats import tie_breaks

pytestmark = pytest.mark.pythons

SEED = 20_261_127


def fact(number, *people, got):
    return Fact(number, people, tuple(map(Fraction, got)), len(people) == 2, len(people) == 1)


@pytest.mark.parametrize(
    ("events", "seed"), [(15, SEED), pytest.param(285, SEED + 15, marks=pytest.mark.long, id="the-others")]
)
def test_tables_sides_and_pairs_of_random_events_are_those_of_a_second_reckoning(events, seed):
    found = measure(events, seed)
    assert found.differences == [], f"from seed {seed}"
    assert found.tables > 3 * events
    assert found.pairs > 5 * events
    assert found.rounds_tried > 0


def by_the_first_version(*given, settings, standings=tie_breaks.standings, **more):
    return standings(*given, settings={**settings, tie_breaks.VERSION: 1}, **more)


@pytest.mark.parametrize(
    ("event", "fault", "instead", "words"),
    [
        (1, "tie_breaks.standings", by_the_first_version, " has ("),
        (17, "swiss.MOST_PLAYERS", 0, "round 3 leaves no way"),
        (1, "swiss.seating", lambda one, other, table: (one.id, other.id), "has it again"),
    ],
)
def test_the_second_reckoning_finds_what_is_wrong(monkeypatch, event, fault, instead, words):
    monkeypatch.setattr(f"leagues.formats.{fault}", instead)
    assert words in " ".join(measure(1, event).differences)


def test_the_second_reckoning_of_an_example():
    """Four of five have 4 points; Buchholz and Sonneborn-Berger leave two pairs, in which one has beaten the other."""
    facts = [
        fact(1, 1, 3, got=(2, 0)),
        fact(1, 4, 2, got=(2, 0)),
        fact(1, 5, got=(2,)),
        fact(2, 2, 1, got=(2, 0)),
        fact(2, 5, 4, got=(2, 0)),
        fact(2, 3, got=(2,)),
        fact(3, 1, 5, got=(2, 0)),
        fact(3, 3, 2, got=(0, 2)),
        fact(3, 4, got=(2,)),
    ]
    lines = Reckoner([1, 2, 3, 4, 5], facts, 1, None).table(("buchholz", "sonneborn-berger", "direct"))
    assert sorted(lines, key=lambda one: lines[one].rank) == [5, 4, 2, 1, 3]
    assert [lines[one].breaks for one in (5, 4, 2, 1)] == [[11, 4, 2], [11, 4, 0], [10, 6, 2], [10, 6, 0]]
    assert why_not_seated(2, 1, facts) == ""
    assert why_not_seated(1, 5, facts) == "who had a side more often has it again"


def test_whether_there_is_a_way_is_found_by_trying_all():
    six = frozenset(range(1, 7))
    left = [frozenset(pair) for pair in ((1, 3), (3, 5), (5, 1), (2, 4), (4, 6), (6, 2))]
    met = frozenset(frozenset((a, b)) for a in six for b in six if a < b).difference(left)
    assert not have_a_way([six], met, frozenset()), "two triangles"
    assert have_a_way([six], met - {frozenset((1, 2))}, frozenset())
    assert have_a_way([six - {6}], met, frozenset()), "one of the triangle rests"
    assert not have_a_way([six - {6}], met, frozenset((1, 3, 5))), "they have rested, all of them"

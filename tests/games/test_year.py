"""A year of a club of 200 games, in simulated time: no clock early, twice or unnoticed, every rule of DEF-1 to DEF-5.

The club is lived through in eight parts, each with its own seed, so that they can run beside each other; one of
them plays Risk, at tables of two, three and four. All
services are the real ones; a referee that knows the house rules only (benchmarks/club) looks at every clock.
`python -m benchmarks.club --games 500` lives through a larger one, in one piece.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from benchmarks.club.year import RISK, Year
from games import tasks
from rules.core import registry

TITLES = ("duel", "beans", "duel", "war-of-the-ring", "beans")
#: The seeds of the parts, and the one that is played at tables of two, three and four.
PARTS, LARGER, GAMES = (1, 2, 3, 4, 5, 6, 8, 9), 9, 25
#: What every part has to have put to the test, so that silence means something.
SEEN = (
    *("moves", "no clock runs out unnoticed", "at zero: grace", "at zero: answered"),
    *("DEF-2 by the fallback", "DEF-5 all seats are told of zero", "DEF-5 the reminder goes out"),
    *("DEF-5 reminder at 20 %", "DEF-5 reminder at 5 %"),
)


#: What comes of a player who is late, or leaves, where several others play on.
SEEN_AT_LARGER = (
    *("MOV-10 somebody leaves, and the others play on", "DEF-3 somebody takes the seat over"),
    "at zero: left",
)


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    yield TITLES
    registry.title.cache_clear()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", PARTS)
def test_a_year_of_the_club_keeps_every_rule_of_time(titles, seed):
    found = Year(seed, GAMES, titles=RISK if seed == LARGER else titles).run()
    print(f"seed {seed}: {found.played} of {found.games} games ended, {found.events} events")
    assert found.violations == []
    wanted = (*SEEN, *SEEN_AT_LARGER) if seed == LARGER else SEEN
    assert [what for what in wanted if not found.checks[what]] == []
    assert found.played > GAMES * 0.8


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "fault",
    [{"flag_delay": timedelta(0)}, {"grace_gift": timedelta(hours=12)}, {"quiet_after": timedelta(0)}],
    ids=["a minute early", "half a token", "at the end of the night"],
)
def test_the_referee_sees_a_server_that_breaks_a_rule(titles, settings, fault):
    settings.HOUSE = replace(settings.HOUSE, **fault)
    assert Year(1, 8, days=90, titles=titles).run().violations


@pytest.mark.django_db(transaction=True)
def test_the_referee_sees_a_clock_that_runs_out_unnoticed(titles, monkeypatch):
    monkeypatch.setattr(tasks, "run_out", lambda seat, now: False)
    assert Year(1, 8, days=90, titles=titles).run().violations

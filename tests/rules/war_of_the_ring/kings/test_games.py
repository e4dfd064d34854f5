"""Whole games with Kings: golden ones, and random ones in which nothing of the box is lost."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.core.contract.random_games import MOST_CHOICES
from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import TILES, UNIQUE
from rules.war_of_the_ring.sets.kings.sovereigns import state_of
from rules.war_of_the_ring.sets.kings.state import SOVEREIGNS, kings
from rules.war_of_the_ring.soundness.positions import load
from tests.rules.war_of_the_ring.kings.positions import with_lords
from tests.rules.war_of_the_ring.kings.recording import BOTH, KINGS, TOURNAMENT, WANTED
from tests.rules.war_of_the_ring.recording import GOLDEN

#: Tiles that are always somewhere: the standard ones and those with a crown.
CIRCULATING = sorted(tile for tile, one in TILES.items() if one.circulates)


@pytest.mark.long
@pytest.mark.rule("KM-1.1", "KM-1.4", "WR-17.1", "WR-17.2", "WR-17.3", "WR-17.4")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[with_lords] if "lords" in one.options else [])
        for name, one in WANTED.items()
    ],
)
def test_golden_games_replay_to_their_ending(name):
    text = (GOLDEN / f"kings-{name}.txt").read_text(encoding="utf-8")
    record = read_transcript(text)
    assert record.result is not None
    assert record.result.reason == WANTED[name].ending
    check_chain(record)
    assert check_fairness(record) > 40
    again = replay(record)
    assert again.result == record.result
    assert WANTED[name].told(list(again.lines))
    assert write_transcript(record) == text


@pytest.mark.rule("KM-1.3", "KM-7.7", "KM-12", "WR-1.15")
@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (KINGS, 0),
        (TOURNAMENT, 2),
        pytest.param(BOTH, 3, marks=with_lords),
    ],
)
def test_random_games_lose_nothing_of_the_box(options, seed):
    """Every tile is in one place, every Sovereign in one state, from which there is no way back."""
    rng = Random(seed)
    play = Game.start(TITLE, options, Seeded(seed))
    before = dict.fromkeys(SOVEREIGNS, "leader")
    ways = {
        "leader": {"awakened", "corrupted", "gone"},
        "awakened": {"gone"},
        "corrupted": {"gone"},
        "gone": set(),
    }
    for _ in range(MOST_CHOICES):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        s = play.state
        now = {sovereign: state_of(s, sovereign) for sovereign in SOVEREIGNS}
        assert all(now[one] == before[one] or now[one] in ways[before[one]] for one in SOVEREIGNS)
        before = now
        assert not UNIQUE.keys() & s.pools.keys()
        if [d.kind for d in play.pending] == ["action"]:
            on_them = [tile for tiles in kings(s).tiles.values() for tile in tiles]
            there = [*s.hunt_pool, *s.tiles_drawn, *s.tiles_removed, *on_them]
            assert sorted(tile for tile in there if TILES[tile].circulates) == CIRCULATING
            if rng.random() < 0.1:
                load(play.position())
    assert play.is_over
    assert TITLE.faults(play.state) == []

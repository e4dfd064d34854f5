"""Whole games with Lords: golden ones, and random ones in which nothing of the box is lost."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.core.contract.random_games import MOST_CHOICES
from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH, TILES
from rules.war_of_the_ring.sets.lords.state import lords
from rules.war_of_the_ring.soundness.positions import load
from tests.rules.war_of_the_ring.lords.positions import LORDS
from tests.rules.war_of_the_ring.lords.recording import WANTED
from tests.rules.war_of_the_ring.recording import GOLDEN, find

#: Sméagol's tiles, each of which is always in one place.
HIS_TILES = sorted(tile for tile, one in TILES.items() if one.kind == "smeagol")


@pytest.mark.rule("LM-1.1", "LM-14", "LM-16.4", "LM-16.8", "WR-17.1", "WR-17.2", "WR-17.3", "WR-17.4")
@pytest.mark.parametrize("name", WANTED)
def test_golden_games_replay_to_their_ending(name):
    text = (GOLDEN / f"lords-{name}.txt").read_text(encoding="utf-8")
    record = read_transcript(text)
    assert record.result is not None
    assert record.result.reason == WANTED[name].ending
    check_chain(record)
    assert check_fairness(record) > 50
    again = replay(record)
    assert again.result == record.result
    assert WANTED[name].told(list(again.lines))
    assert write_transcript(record) == text


def test_a_game_that_is_wanted_is_found_and_reads_back():
    game = find(WANTED["ring"])
    assert game is not None
    text = write_transcript(game.record())
    assert write_transcript(read_transcript(text)) == text


@pytest.mark.rule("LM-2.2", "LM-2.5", "LM-8.3", "LM-10.5")
@pytest.mark.parametrize("seed", range(3))
def test_random_games_lose_nothing_of_the_box(seed):
    rng = Random(seed)
    play = Game.start(TITLE, LORDS, Seeded(seed))
    for _ in range(MOST_CHOICES):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        s = play.state
        part = lords(s)
        tiles = [*s.hunt_pool, *s.tiles_drawn, *s.tiles_removed, *part.tiles_aside]
        assert sorted(tile for tile in tiles if TILES[tile].kind == "smeagol") == HIS_TILES
        if [d.kind for d in play.pending] == ["action"]:
            rings = list(part.rings.values())
            assert s.rings == {FP: rings.count(FP), SH: rings.count(SH)}
            if rng.random() < 0.1:
                load(play.position())
    assert play.is_over
    assert TITLE.faults(play.state) == []

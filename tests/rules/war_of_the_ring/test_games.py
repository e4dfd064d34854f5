"""Whole games: one golden game for every kind of victory. Random ones are played by the contract of all titles."""

from pathlib import Path
from random import Random

import pytest

from rules import Game, Seeded
from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE

GOLDEN = Path(__file__).resolve().parents[3] / "rules" / "war_of_the_ring" / "records"
ENDINGS = {
    "corruption": ("shadow", "WR-17.1"),
    "ring": ("free-peoples", "WR-17.2"),
    "military-shadow": ("shadow", "WR-17.3"),
    "military-free-peoples": ("free-peoples", "WR-17.4"),
}


@pytest.mark.rule("WR-3", "WR-17.1", "WR-17.2", "WR-17.3", "WR-17.4")
@pytest.mark.parametrize("ending", ENDINGS)
def test_golden_games_replay_to_their_ending(ending):
    text = (GOLDEN / f"{ending}.txt").read_text(encoding="utf-8")
    record = read_transcript(text)
    assert record.result is not None
    assert (record.result.reason, record.result.winners[0]) == (ending, ENDINGS[ending][0])
    check_chain(record)
    assert check_fairness(record) > 100
    assert replay(record).result == record.result
    assert write_transcript(record) == text


@pytest.mark.rule("WR-22", "WR-23")
def test_whatever_a_standing_order_may_answer_has_words_for_it():
    """Combat cards ask too many things to list; those are offered when they are asked."""
    asked = set()
    for seed in range(3):
        rng = Random(seed)
        play = Game.start(TITLE, {}, Seeded(seed))
        while not play.is_over:
            decision = rng.choice(play.pending)
            if decision.standing and decision.why not in ("WR-10.7", "WR-10.8"):
                asked.add(decision.kind)
            play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    assert asked <= set(TITLE.standing_kinds)
    assert len(asked) > 15

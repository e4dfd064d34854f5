"""Whole games for three and four: golden ones, one for every way in which each can end."""

import pytest

from rules.core.records import check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE
from tests.rules.war_of_the_ring.players.recording import WANTED
from tests.rules.war_of_the_ring.recording import GOLDEN


@pytest.mark.rule("WR-19.1", "WR-19.8", "LM-15", "KM-9.6")
@pytest.mark.parametrize("name", WANTED)
def test_golden_games_replay_to_their_ending(name):
    text = (GOLDEN / f"players-{name}.txt").read_text(encoding="utf-8")
    record = read_transcript(text)
    assert record.result is not None
    assert record.result.reason == WANTED[name].ending
    winners = TITLE.allies(record.options, record.result.winners[0])
    assert record.result.winners == winners, "a team wins together"
    assert set(record.result.details["individual_winners"]) <= set(winners)
    check_chain(record)
    assert check_fairness(record) > 50
    again = replay(record)
    assert again.result == record.result
    assert WANTED[name].told(list(again.lines))
    assert write_transcript(record) == text

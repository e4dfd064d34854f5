"""What is sent in by mistake or on purpose: refused with a code and a sentence, and nothing has changed."""

import pytest

from rules import Game, IllegalChoice, RecordedGame, ReplayError, Scripted, Seeded, Text, replay
from rules.core.errors import PositionError
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.positions import game

MORGUL = {"minas-morgul": {"sauron-regular": 5, "nazgul": 2}}


def marching():
    """The Army of Minas Morgul goes to North Ithilien; who goes along?"""
    play = game(dice=([], ["army"]), forces=MORGUL)
    play.play(SH, ["army:move-armies", "minas-morgul>north-ithilien"])
    return play


def choosing():
    return game(dice=(["muster", "event"], ["army"]), at_war=("gondor",))


@pytest.mark.rule("WR-22", "WR-8.1")
@pytest.mark.parametrize(
    ("figures", "code", "said"),
    [
        ({"sauron-regular": 6}, "too-many", "At most 5"),
        ({"sauron-regular": -1}, "malformed", ""),
        ({"sauron-regular": 1.5}, "malformed", ""),
        ({"sauron-elite": 1}, "not-there", "No Sauron Elite is in this Army."),
        ({"witch-king": 1, "sauron-regular": 1}, "not-there", "No Witch-king is in this Army."),
        ({"nazgul": 2}, "no-unit", "At least one Army unit must move."),
        (Text("sauron 50r"), "too-many", "At most 5"),
        (Text("saurom 2r"), "unknown-figure", "did you mean Sauron?"),
    ],
)
def test_forged_figures(figures, code, said):
    play = marching()
    before = play.position()
    with pytest.raises(IllegalChoice) as refused:
        play.choose(SH, figures)
    assert refused.value.code == code
    assert said in refused.value.message
    assert refused.value.message.endswith((".", "?"))
    assert play.position() == before


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("seat", "choice", "code"),
    [
        (FP, "minas-morgul>north-ithilien", "not-an-option"),
        (FP, {"gondor-regular": 1}, "malformed"),
        (FP, 3, "malformed"),
        (FP, None, "cannot-pass"),
        (FP, Text("retreat: lossarnach"), "other-question"),
        (FP, Text("hit: lose gondor regular"), "other-question"),
        (SH, "army:attack", "not-your-turn"),
        ("nobody", "pass", "not-your-turn"),
    ],
)
def test_an_answer_to_another_question(seat, choice, code):
    play = choosing()
    before = play.position()
    with pytest.raises(IllegalChoice) as refused:
        play.choose(seat, choice)
    assert refused.value.code == code
    assert play.position() == before


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("chain", "index", "said"),
    [
        (["muster:recruit", "gondor-elite@osgiliath"], 1, "Osgiliath"),
        (["muster:recruit", "gondor-regular@minas-tirith", "gondor-regular@minas-tirith"], 2, "Minas Tirith"),
        ([Text("use muster: recruit"), Text("gondor elite at minas-tirth")], 1, "did you mean Minas Tirith?"),
    ],
)
def test_a_chain_with_one_fault_counts_for_nothing(chain, index, said):
    play = choosing()
    before = play.position()
    with pytest.raises(IllegalChoice) as refused:
        play.play(FP, chain)
    assert refused.value.index == index
    assert said in refused.value.message
    assert play.position() == before


@pytest.mark.rule("WR-3.7", "WR-7.1", "WR-2.8")
def test_a_position_that_contradicts_itself_is_told_all_its_faults():
    position = {
        "forces": {
            "Minas Tirth": "gondor 2r",
            "dale": "north 11r",
        },
        "fellowship": {"region": "mordoria", "corruption": 13},
    }
    with pytest.raises(PositionError) as refused:
        TITLE.load_position(position)
    assert "Minas Tirith" in str(refused.value)
    assert len(refused.value.problems) >= 3


@pytest.mark.rule("WR-22")
def test_a_game_played_by_other_rules_is_not_replayed():
    played = RecordedGame(TITLE, seed=1)
    played.choose(FP, Text("guide: strider"))
    played.resign(FP)
    record = played.record()
    text = write_transcript(record)
    record.rules_version += 1
    for again in (
        lambda: replay(record),
        lambda: read_transcript(text.replace(f"rules: {TITLE.version}", "rules: 99")),
    ):
        with pytest.raises(ReplayError, match="of the rules of War of the Ring") as refused:
            again()
        assert refused.value.code == "other-version"


@pytest.mark.rule("WR-22")
def test_an_unknown_option_is_refused():
    with pytest.raises(ValueError, match="strict_staking"):
        Game.start(TITLE, {"strict_staking": True}, Scripted([], then=Seeded(1)))

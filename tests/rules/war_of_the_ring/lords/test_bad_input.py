"""Records of the base game with things of Lords in them: refused by their names (LM-1.1; positions: test_setup)."""

import msgspec
import pytest

from rules import RecordedGame, ReplayError, replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP
from tests.rules.war_of_the_ring.test_games import GOLDEN

PLAYED = (GOLDEN / "corruption.txt").read_text(encoding="utf-8")


@pytest.mark.rule("LM-1.1", "WR-22")
@pytest.mark.parametrize(
    ("played", "forged", "said"),
    [
        ("fp-str-04", "lome-fp-char-27", "“lome-fp-char-27” is in no set of this game"),
        ("event:play-event", "vilya/event:play-event", "You have no Vilya die showing Event"),
        ("saruman@orthanc", "balrog@moria", "The Balrog is in no set of this game"),
    ],
    ids=["card", "die", "character"],
)
def test_a_record_in_which_somebody_plays_what_the_box_does_not_hold(played, forged, said):
    record = msgspec.to_builtins(read_transcript(PLAYED))
    entry = next(one for one in record["entries"] if one.get("choices") == [played])
    entry["choices"] = [forged]
    with pytest.raises(ReplayError, match=said) as refused:
        replay(record)
    assert refused.value.code == "bad-record"
    assert refused.value.entry == entry["seq"]


@pytest.mark.rule("LM-1.1", "WR-22")
@pytest.mark.parametrize(
    ("line", "forged", "said"),
    [
        (
            "card: book-of-mazarbul",
            "card: wind-from-the-west",
            "“wind-from-the-west” is in no set of this game",
        ),
        ("use event: play-event", "use vilya event: play-event", "You have no Vilya die showing Event"),
        ("minion: saruman at orthanc", "minion: balrog at moria", "The Balrog is in no set of this game"),
        ("fly: nazgul at morannon", "fly: gothmog at morannon", "“gothmog” is not a figure"),
    ],
    ids=["card", "die", "character", "figure"],
)
def test_a_transcript_in_which_somebody_plays_what_the_box_does_not_hold(line, forged, said):
    assert line in PLAYED
    with pytest.raises(ReplayError, match=said):
        read_transcript(PLAYED.replace(line, forged, 1))


@pytest.mark.rule("LM-1.1", "WR-22", "WR-3.7")
@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"hands": {"shadow": ["lome-sh-char-28"]}}, "“lome-sh-char-28” is in no set of this game"),
        ({"dice": {"free-peoples": ["vilya/army"]}}, "the Vilya die is not in this game"),
        ({"forces": {"moria": "balrog"}}, "“balrog” is in no set of this game"),
        ({"tiles_removed": ["smeagol-1"]}, "“smeagol-1” is in no set of this game"),
    ],
    ids=["card", "die", "character", "tile"],
)
def test_a_record_that_begins_with_what_the_box_does_not_hold(part, said):
    position = {"phase": "actions", "dice": {"free-peoples": ["character"], "shadow": []}}
    game = RecordedGame(TITLE, seed=1, position=position)
    game.resign(FP)
    record = msgspec.to_builtins(game.record())
    assert replay(record).is_over
    record["position"] |= part
    with pytest.raises(ReplayError, match=said):
        replay(record)

"""Transcripts: a game as text, and the text as a game again."""

from random import Random

import pytest

from rules import Result
from rules.core.cli import main
from rules.core.errors import ReplayError
from rules.core.records import Entry, dump_record, seal
from rules.core.replay import RecordedGame, replay
from rules.core.transcript import read_transcript, write_transcript

pytestmark = pytest.mark.usefixtures("registered")


def some_game(seed=5, moves=400):
    played = RecordedGame("hoard", {"pile": 8}, seed=seed, salts={"a": "mellon", "b": "burzum"})
    rng = Random(seed)
    for _ in range(moves):
        if played.game.is_over:
            break
        decision = rng.choice(played.game.pending)
        played.choose(decision.seat, decision.sample(rng))
    return played


def test_a_transcript_reads_as_the_game_it_was_written_from():
    record = some_game().record()
    text = write_transcript(record)
    assert "option pile: 8" in text
    assert "salt a: mellon" in text
    again = read_transcript(text)
    assert again.result == record.result
    assert replay(again).position() == replay(record).position()
    assert write_transcript(again) == text


def test_resigning_and_agreeing_are_written_too():
    resigned = some_game(moves=6)
    resigned.resign("b")
    drawn = some_game(moves=6)
    drawn.conclude("draw", Result(("a", "b"), "agreement", "The players agreed on a draw."))
    for played in (resigned, drawn):
        record = played.record()
        assert read_transcript(write_transcript(record)).result == record.result


@pytest.mark.parametrize("kind", ["resign", "draw", "void"])
def test_a_game_that_ends_before_its_first_move_is_read_again(kind):
    played = RecordedGame("hoard", seed=1)
    if kind == "resign":
        played.resign("a")
    else:
        played.conclude(kind, Result((), "agreement", "That was all."))
    record = played.record()
    again = read_transcript(write_transcript(record))
    assert [entry.kind for entry in again.entries] == ["start", kind]
    assert again.entries[0] == record.entries[0]


def test_the_entry_that_closes_a_game_on_a_server_needs_no_line():
    played = some_game(moves=6)
    played.resign("b")
    record = played.record()
    record.entries.append(Entry(seq=len(record.entries), kind="end", result=record.result))
    text = write_transcript(seal(record))
    assert "! end" not in text
    older = f"{text}  -  ! end\n"
    assert read_transcript(older) == read_transcript(text)
    assert read_transcript(text).result == record.result


def test_what_was_taken_back_is_not_in_it():
    played = RecordedGame("hoard", seed=1)
    played.choose("a", 3)
    played.take_back("a")
    played.choose("a", 1)
    assert write_transcript(played.record()).count("take:") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "{}", "no transcript"),
        (lambda text: text.replace("hoard", "chess"), "“chess” is not known"),
        (lambda text: text.replace("seed:", "sead:"), "without its seed"),
        (lambda text: text.replace("seed: ", "seed: xyz"), "hexadecimal"),
        (lambda text: text.replace("pile: 8", "pile: 9999"), "goes from 4 to 40"),
        (lambda text: text.replace("rules: 1", "rules 1"), "no line of a header"),
        (lambda text: text.replace("rules: 1", "rules: 7"), "played by version 7 of the rules"),
    ],
)
def test_a_broken_transcript_says_what_is_wrong(change, said):
    with pytest.raises(ReplayError, match=said):
        read_transcript(change(write_transcript(some_game().record())))


def test_an_illegal_move_names_its_line():
    lines = write_transcript(some_game().record()).split("\n")
    number = next(n for n, line in enumerate(lines, 1) if "take:" in line)
    lines[number - 1] = "  a  take: 77"
    with pytest.raises(ReplayError) as refused:
        read_transcript("\n".join(lines))
    assert refused.value.entry == number


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("options", {"stack_extra_turns": 3}, "either on or off"),
        ("options", {"wishes": 3}, "wishes"),
        ("position", {}, "both sides must be there"),
        ("entries", [], "is empty"),
        ("entries", [Entry(seq=0, kind="start")], "no source of chance"),
    ],
)
def test_a_record_that_the_rules_do_not_accept_is_no_transcript(field, value, said):
    record = RecordedGame("duel").record()
    setattr(record, field, value)
    with pytest.raises(ReplayError, match=said) as refused:
        write_transcript(record)
    assert refused.value.entry == 0


def test_the_command_line_writes_verifies_and_tells_transcripts(tmp_path, capsys):
    record, text = tmp_path / "game.json", tmp_path / "game.txt"
    record.write_bytes(dump_record(some_game().record()))
    assert main(["replay", str(record), "--notation"]) == 0
    text.write_text(capsys.readouterr().out)
    assert main(["verify", str(text)]) == 0
    assert "every move is legal" in capsys.readouterr().out
    text.write_bytes(b"\xff\xfe")
    assert main(["verify", str(text)]) == 1

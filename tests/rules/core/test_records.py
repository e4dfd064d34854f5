"""Records, their chain and their dice: changed or cut anywhere, the first bad entry is named."""

import json
import re
from random import Random

import pytest

from rules import RecordedGame, ReplayError, Seeded, commitment, load_record, replay
from rules.core.chance import Dice, Draw
from rules.core.cli import main
from rules.core.records import check_chain, check_fairness, dump_record, seal
from rules.core.transcript import write_transcript


def played(seed=1):
    game = RecordedGame("duel", seed=seed, salts={"fellowship": "mellon", "sauron": "ash nazg"})
    rng = Random(seed)
    while not game.game.is_over:
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.sample(rng))
    return game


@pytest.fixture(scope="module")
def text():
    return dump_record(played().record()).decode()


def tampered(text, change):
    data = json.loads(text)
    change(data)
    return load_record(json.dumps(data))


def test_a_record_replays_and_proves_its_draws(text):
    record = load_record(text)
    check_chain(record)
    assert check_fairness(record) > 20
    assert replay(record).result == record.result


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        (lambda d: d["entries"][5].update(choices=["decline"]), 5),
        (lambda d: d["entries"][7].update(seat="nobody"), 7),
        (lambda d: d["entries"][0]["chance"][0][4].reverse(), 0),
        (lambda d: d["entries"].pop(9), 9),
        (lambda d: d["entries"].insert(3, d["entries"][2]), 3),
        (lambda d: d.update(entries=d["entries"][:20]), 20),
        (lambda d: d["options"].update(coin_limit=False), 0),
        (lambda d: d["fairness"]["salts"].update(sauron="other"), 0),
        (lambda d: d.update(entries=[]), 0),
    ],
)
def test_the_first_changed_entry_is_named(text, change, entry):
    with pytest.raises(ReplayError) as bad:
        check_chain(tampered(text, change))
    assert bad.value.entry == entry


def test_a_loaded_die_is_found_even_in_a_resealed_record(text):
    record = load_record(text)
    entry = next(e for e in record.entries[1:] if e.chance and e.chance[0].of > 2)
    got = entry.chance[0].got
    entry.chance[0].got[:] = [(got[0] + 1) % entry.chance[0].of, *got[1:]]
    seal(record)
    check_chain(record)
    with pytest.raises(ReplayError) as bad:
        check_fairness(record)
    assert bad.value.entry == entry.seq


def test_a_seed_that_was_not_promised_is_refused(text):
    record = load_record(text)
    record.fairness.seed = "00" * 32
    with pytest.raises(ReplayError, match="promised"):
        check_fairness(record)


@pytest.mark.parametrize(
    "garbage", ["", "{", "[]", '{"format": "x"}', "null", '{"format":"wotr-game-record/9"}']
)
def test_garbage_is_no_record(garbage):
    with pytest.raises(ReplayError):
        load_record(garbage)


def test_a_record_of_another_version_is_refused_unless_it_is_tried_on_purpose(text):
    record = load_record(text)
    record.rules_version += 1
    with pytest.raises(ReplayError, match="version 2 of the rules of Duel") as bad:
        replay(record)
    assert bad.value.code == "other-version"
    assert replay(record, any_version=True).result == record.result


def test_illegal_moves_in_a_record_are_found(text):
    record = load_record(text)
    record.entries[4].choices = ["take-nothing"]
    with pytest.raises(ReplayError) as bad:
        replay(record)
    assert bad.value.entry == 4


def test_undo_is_an_entry_not_a_deletion():
    game = RecordedGame("duel", seed=4)
    while True:
        decision = game.game.pending[0]
        red = next((v for v in decision.options.values if v.startswith("play-c1-red")), None)
        if red:
            break
        game.choose(decision.seat, decision.fallback_choice())
    game.choose(decision.seat, red)
    game.take_back(decision.seat)
    assert game.entries[-1].kind == "undo"
    assert replay(game.record()).position() == game.game.position()


def test_every_face_is_equally_likely():
    source = Seeded("fair")
    counts = [0] * 6
    for index in range(3_000):
        for face in source.take(Dice("d", 2), index):
            counts[face - 1] += 1
    expected = sum(counts) / 6
    assert sum((c - expected) ** 2 / expected for c in counts) < 20.5  # chi-square, 5 degrees, p = 0.001


def test_draws_are_without_putting_back_and_salts_matter():
    bag = list(range(30))
    first = Seeded(b"s" * 32, {"a": "1"}).take(Draw("x", bag, 30), 0)
    assert sorted(first) == bag
    assert first != Seeded(b"s" * 32, {"a": "2"}).take(Draw("x", bag, 30), 0)
    assert first == Seeded(b"s" * 32, {"a": "1"}).take(Draw("x", bag, 30), 0)
    assert len(commitment(b"s" * 32)) == 64


# -- the command line --------------------------------------------------------------------------


def test_verify_says_yes_and_no(tmp_path, text, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(text)
    bad.write_text(text[:-200])
    assert main(["verify", str(good)]) == 0
    assert "Yes" in capsys.readouterr().out
    assert main(["verify", str(bad)]) == 1
    assert "No" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "missing.json")]) == 2


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_of_older_rules_is_read_on_purpose_only_and_with_a_note(tmp_path, capsys, command):
    """As on the server; the note says what that proves, and what it does not."""
    record = played().record()
    record.rules_version -= 1
    seal(record)
    older = tmp_path / "older.json"
    older.write_bytes(dump_record(record))
    assert main([command, str(older)]) == 1
    refused = capsys.readouterr().out
    assert "this game was played by version 0 of the rules of Duel" in refused
    assert "--any-version" in refused
    assert main([command, str(older), "--any-version"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Note: this game was played by version 0")
    assert "version 1 is known here" in told
    assert "does not depend on the rules" in told
    assert "said by other rules than it was played by" in told
    assert record.result.text in told


def test_with_the_switch_a_changed_record_is_still_refused(tmp_path, capsys):
    record = played().record()
    record.rules_version -= 1
    seal(record)
    record.entries[5].choices = ["decline"]
    changed = tmp_path / "changed.json"
    changed.write_bytes(dump_record(record))
    assert main(["verify", str(changed), "--any-version"]) == 1
    assert "entry 5" in capsys.readouterr().out


def test_the_switch_says_nothing_of_games_by_these_rules(tmp_path, text, capsys):
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["verify", str(path), "--any-version"]) == 0
    assert "Note" not in capsys.readouterr().out


def test_a_transcript_of_older_rules_is_read_on_purpose_only(tmp_path, capsys):
    older = tmp_path / "older.txt"
    older.write_text(re.sub(r"(?m)^rules: \d+$", "rules: 0", write_transcript(played().record())))
    assert main(["replay", str(older)]) == 1
    assert "--any-version" in capsys.readouterr().out
    assert main(["replay", str(older), "--any-version"]) == 0
    assert "Note: this game was played by version 0" in capsys.readouterr().out


def test_replay_tells_the_story(tmp_path, text, capsys):
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["replay", str(path), "--until", "3", "--board"]) == 0
    assert "Chapter 1 is laid out." in capsys.readouterr().out


def test_list_and_fuzz(capsys):
    assert main(["list"]) == 0
    assert "Duel for Middle-earth" in capsys.readouterr().out
    assert main(["fuzz", "duel", "--games", "5", "--seed", "7"]) == 0
    assert "no fault" in capsys.readouterr().out


def test_a_hot_seat_game_in_the_terminal(monkeypatch, capsys, tmp_path):
    typed = iter(["help", "board", "fly", "1", "undo", "log", "1", "resign"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    path = tmp_path / "game.json"
    assert main(["play", "duel", "--seed", "5", "--record", str(path)]) == 0
    said = capsys.readouterr().out
    assert "is no action" in said
    assert "resigned" in said
    assert f"The record is in {path}." in " ".join(said.split())
    assert main(["verify", str(path)]) == 0


def test_a_game_in_the_terminal_of_which_no_record_was_asked_for(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt: "resign")
    assert main(["play", "duel", "--seed", "5"]) == 0
    assert "The record is in" not in capsys.readouterr().out

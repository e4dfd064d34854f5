"""Records, their chain and their dice: changed or cut anywhere, the first bad entry is named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rules import RecordedGame, ReplayError, Seeded, commitment, load_record, replay
from rules.core.chance import Dice, Draw
from rules.core.cli import main
from rules.core.records import check_chain, check_fairness, dump_record, seal


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


# -- the check that docs/fair-dice.md gives ----------------------------------------------------


def documented_check(tmp_path, text):
    """What the program of the documentation says of a record, and whether it is content."""
    page = (Path(__file__).parents[3] / "docs" / "fair-dice.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "game.json"
    path.write_text(text)
    done = subprocess.run([sys.executable, "-I", "-c", program, path], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def test_the_documented_check_needs_nothing_of_ours(tmp_path, text):
    content, told = documented_check(tmp_path, text)
    assert content
    assert f"all {check_fairness(load_record(text))} rolls and draws are what it gives" in told


def test_the_documented_check_knows_dice(tmp_path):
    war = RecordedGame("war-of-the-ring", seed=3, salts={"shadow": "gríma"})
    while not any(outcome.kind == "dice" for entry in war.entries for outcome in entry.chance):
        decision = war.game.pending[0]
        war.choose(decision.seat, decision.fallback_choice())
    war.resign(war.game.pending[0].seat)
    assert documented_check(tmp_path, dump_record(war.record()).decode())[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["entries"][0]["chance"][0][4].reverse(), "is not what the seed gives"),
        (lambda d: d["entries"][0]["chance"].pop(0), "number 0 is missing"),
        (lambda d: d["fairness"]["salts"].update(sauron="other"), "is not what the seed gives"),
        (lambda d: d["fairness"].update(seed="00" * 32), "not the promised seed"),
    ],
)
def test_the_documented_check_finds_what_is_wrong(tmp_path, text, change, words):
    changed = json.loads(text)
    change(changed)
    content, told = documented_check(tmp_path, json.dumps(changed))
    assert (content, words in told) == (False, True)


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
    assert main(["verify", str(path)]) == 0

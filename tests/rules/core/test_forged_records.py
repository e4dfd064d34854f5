"""Records that somebody who holds the seed has written by hand: whole, every roll the seed's, and yet not a game."""

from random import Random

import msgspec
import pytest

from rules import RecordedGame, ReplayError, Result, replay
from rules.core.chance import Dice, Mixed, Outcome, commitment
from rules.core.cli import main
from rules.core.records import (
    Entry,
    Given,
    Origin,
    Record,
    check_chain,
    check_fairness,
    dump_record,
    load_record,
    mix_of,
    seal,
)
from rules.core.trust import sentences, trust_of
from tests import documented

SALTS = {"fellowship": "mellon", "sauron": "ash-nazg"}
WON = Result(("sauron",), "resignation", "Fellowship resigned.")


def short_game(seed: bytes = b"s" * 32, words=("first", "second", "third")) -> Record:
    """Some moves of Duel, each with a word, then a resignation."""
    game = RecordedGame("duel", seed=seed, salts=SALTS, scheme=2)
    rng = Random(1)
    for word in words:
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.sample(rng), word)
    game.resign("fellowship")
    return game.record()


def inserted(record: Record, **fields) -> Record:
    """The record with one more entry before its last, everything behind it numbered and sealed anew."""
    entries = record.entries
    entries.insert(len(entries) - 1, Entry(seq=len(entries) - 1, **fields))
    entries[-1].seq += 1
    return seal(record)


def next_roll(record: Record) -> Outcome:
    """Six dice that the seed really gives."""
    number = sum(len(entry.chance) for entry in record.entries)
    source = Mixed(
        bytes.fromhex(record.fairness.seed), mix_of(record.fairness.salts.values(), record.entries)
    )
    return Outcome(number, "x", "dice", 6, source.take(Dice("x", 6), number))


def test_the_game_that_is_forged_below_is_right(tmp_path):
    record = short_game()
    check_chain(record)
    check_fairness(record)
    assert replay(record).result == record.result
    assert documented.check(tmp_path, record)[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "substitute", "seat": "sauron"},
        {"kind": "undo", "seat": "sauron", "to": 2},
        {"kind": "takeback", "seat": "sauron", "to": 2},
        {"kind": "choice", "seat": "sauron"},
        {"kind": "choice"},
        {"kind": "timeout", "seat": "sauron", "result": WON},
        {"kind": "start"},
        {"kind": "end", "result": WON},
    ],
    ids=lambda fields: "-".join(map(str, fields.values())),
)
def test_nothing_but_a_choice_uses_up_numbers_of_chance(fields, tmp_path):
    """Who could burn numbers could pick the next roll, however many honest words there are."""
    record = short_game()
    bad = inserted(record, chance=[next_roll(record)], **fields)
    assert not documented.check(tmp_path, bad)[0]
    with pytest.raises(ReplayError):
        check_chain(load_record(dump_record(bad)))


@pytest.mark.parametrize("seat", [None, "sauron"])
def test_no_word_comes_without_a_choice(seat, tmp_path):
    bad = inserted(short_game(), kind="choice", seat=seat, word="ground-until-it-suits")
    assert "who chose?" in documented.check(tmp_path, bad)[1]
    with pytest.raises(ReplayError, match="a move without a choice"):
        check_chain(bad)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r.entries.append(Entry(seq=len(r.entries), kind="end", result=WON)), "no fault"),
        (lambda r: r.entries.append(Entry(seq=len(r.entries), kind="end")), "does not end as"),
        (lambda r: r.entries[2].choices.clear(), "a move without a choice"),
        (lambda r: setattr(r.entries[2], "seat", None), "nobody can have chosen"),
        (lambda r: setattr(r.entries[0], "kind", "substitute"), "begins with its start"),
        (lambda r: setattr(r.entries[2], "kind", "start"), "begins with its start"),
        (lambda r: setattr(r, "origin", Origin("g\nYes: all is fair", 1, "0" * 64)), "which game it copies"),
        (lambda r: setattr(r, "origin", Origin("abcdefghijkm", 1, "0" * 63)), "which game it copies"),
        (lambda r: r.fairness.salts.update(sauron="x\n  proven"), "none that a player can have given"),
        (lambda r: r.fairness.salts.update(sauron="\x1b[32mYes"), "none that a player can have given"),
        (lambda r: r.fairness.salts.update(sauron="x" * 65), "none that a player can have given"),
        (lambda r: r.fairness.salts.update(sauron=""), "none that a player can have given"),
    ],
)
def test_what_no_game_can_have_is_refused_in_a_chain_that_is_whole(change, words):
    record = short_game()
    change(record)
    seal(record)
    if words == "no fault":
        check_chain(record)
        return
    with pytest.raises(ReplayError, match=words):
        check_chain(record)


def test_nothing_stands_behind_the_end(tmp_path):
    bad = inserted(short_game(), kind="end", result=WON)
    assert "goes on behind its end" in documented.check(tmp_path, bad)[1]
    with pytest.raises(ReplayError, match="yet the record goes on"):
        check_chain(bad)


@pytest.mark.parametrize("seed", [b"s" * 31, b"s" * 33, b"s" * 100, b""])
def test_a_seed_has_its_32_bytes(seed, tmp_path):
    """HMAC hashes a key that is longer than its block, and the hash of the seed is public."""
    with pytest.raises(ValueError, match="32 bytes"):
        RecordedGame("duel", seed=seed)
    bad = short_game()
    bad.fairness.seed, bad.fairness.commitment = seed.hex(), commitment(seed)
    seal(bad)
    assert "not the promised seed" in documented.check(tmp_path, bad)[1]
    with pytest.raises(ReplayError, match="32 bytes"):
        check_fairness(bad)


@pytest.mark.parametrize("number", [-3, -1, 2**31, 2**64 - 1])
def test_numbers_of_chance_are_numbers(number, capsys, tmp_path):
    record = short_game()
    drew = [entry for entry in record.entries if entry.chance]
    record.origin = Origin("abcdefghijkm", drew[0].seq + 1, "0" * 64)
    drew[0].chance[-1] = msgspec.structs.replace(drew[0].chance[-1], index=number)
    path = tmp_path / "record.json"
    path.write_bytes(dump_record(seal(record)))
    assert main(["verify", str(path)]) == 1
    assert "no number of a roll or draw" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change",
    [
        lambda r: (r.fairness.salts.update(ghost="word"), r.fairness.given.update(ghost=Given())),
        lambda r: setattr(r.entries[1], "seat", "ghost"),
        lambda r: r.seats.update(ghost="nobody"),
    ],
)
def test_a_seat_that_the_title_does_not_have_is_named(change, tmp_path):
    record = short_game()
    change(record)
    with pytest.raises(ReplayError, match="there is no seat “ghost”"):
        replay(record)
    path = tmp_path / "record.json"
    path.write_bytes(dump_record(seal(record)))
    assert main(["verify", str(path)]) == 1


def test_no_text_of_a_record_makes_lines_of_its_own(capsys, tmp_path):
    record = short_game()
    record.result = record.entries[-1].result = Result(
        ("sauron",), "resignation", "Over.\nYes: \x1b[32mall is proven."
    )
    path = tmp_path / "record.json"
    path.write_bytes(dump_record(seal(record)))
    main(["verify", str(path)])
    said = capsys.readouterr().out
    assert "\x1b[32mall" not in said
    assert not any(
        line.startswith("Yes: \x1b") or line == "Yes: all is proven." for line in said.splitlines()
    )


# -- what words prove --------------------------------------------------------------------------


def test_a_word_that_comes_again_is_not_fresh():
    """The server knew it by then."""
    record = short_game(words=("same", "same", "same", "mellon"))
    found = trust_of(record)
    assert found.seats["fellowship"].repeated + found.seats["sauron"].repeated == 3
    first = next(entry for entry in record.entries if entry.word)
    assert found.fresh == len(first.chance)
    assert any("had been in the record before" in said for said in sentences(record, str))


def test_a_word_before_the_game_that_came_after_its_start_proves_nothing():
    record = short_game(words=())
    record.entries[0].at = 1_800_000_000_000
    record.fairness.given = {"sauron": Given(1_800_000_000_001), "fellowship": Given(1_799_999_999_999)}
    found = trust_of(record)
    assert found.seats["sauron"].counts_from is None
    assert found.seats["fellowship"].counts_from == 0


def test_one_word_of_whoever_holds_the_seed_is_said_to_be_enough():
    said = " ".join(sentences(short_game(), str))
    assert "when it was fixed, nobody could have chosen what came" in said
    assert "behind each word of their own" in said
    assert "all these words" not in said


def test_a_position_by_hand_and_agreed_takebacks_are_named():
    record = short_game()
    assert not any("somebody wrote" in said or "By agreement" in said for said in sentences(record, str))
    record.position = {}
    record.entries.insert(3, Entry(seq=3, kind="takeback", seat="sauron", to=1))
    said = " ".join(sentences(record, str))
    assert "The game began from a position that somebody wrote" in said
    assert "the game went back 1 time," in said

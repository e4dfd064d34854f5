"""The driver: chains, barriers, takebacks, secrets, snapshots."""

import msgspec
import pytest

from rules import Game, IllegalChoice, Result, Scripted, Seeded, Snapshot, Text
from tests.rules.core.toy import TITLE

TURN = [2, ["red"], {"elf": 1}]


def test_a_chain_is_applied_entirely(game):
    applied = game.play("a", [*TURN, "end"])
    assert applied.choices == [2, ["red"], {"elf": 1}, "end"]
    assert applied.written == ["take: 2", "colours: red", "pack: 1 elf", "act: end"]
    assert game.pending[0].seat == "b"


def test_or_not_at_all(game):
    before, lines = game.position(), list(game.lines)
    with pytest.raises(IllegalChoice) as refused:
        game.play("a", [2, ["red"], {"elf": 9}])
    assert refused.value.index == 2
    assert game.position() == before
    assert game.lines == lines
    assert game.pending[0].kind == "take"


def test_no_choice_behind_the_dice_is_looked_at(game):
    applied = game.play("a", [*TURN, "roll", "an illegal choice", None])
    assert applied.draft == ["an illegal choice", None]
    assert applied.barrier
    assert len(applied.outcomes) == 1


def test_peeking_by_sending_illegal_chains_shows_nothing_and_costs_nothing(game):
    """The dice are drawn only by a chain that stands; sending a bad one first changes nothing."""
    other = Game.start(TITLE, {}, Seeded("hoard"))
    for _ in range(5):
        with pytest.raises(IllegalChoice):
            game.play("a", [2, ["red"], {"orc": 5}, "roll"])
    assert game.play("a", [*TURN, "roll"]).outcomes == other.play("a", [*TURN, "roll"]).outcomes


def test_others_see_the_position_of_the_last_barrier(game):
    before = game.view("b"), game.log("b"), game.view(None)
    game.choose("a", 3)
    assert game.view("a")["pile"] == 9
    assert (game.view("b"), game.log("b"), game.view(None)) == before
    game.play("a", [None, {}, "end"])
    assert game.view("b")["pile"] == 9
    assert [line.kind for line in game.log("b")] == ["took", "wears", "packed", "acted"]


def test_taking_back_up_to_the_barrier(game):
    start = game.position()
    game.choose("a", 1)
    game.choose("a", ["blue"])
    game.take_back("a")
    assert game.pending[0].kind == "colours"
    game.take_back("a")
    assert game.position() == start
    with pytest.raises(IllegalChoice) as refused:
        game.take_back("a")
    assert refused.value.code == "takeback-barrier"


@pytest.mark.parametrize("then", ["roll", "draw", "bid", "end"])
def test_chance_secrets_and_the_other_seats_turn_are_barriers(game, then):
    game.play("a", [*TURN, then])
    with pytest.raises(IllegalChoice):
        game.take_back("a")


def test_secret_answers_wait_for_each_other(game):
    game.play("a", [*TURN, "bid"])
    assert {d.seat for d in game.pending} == {"a", "b"}
    game.choose("b", 4)
    assert game.waiting_for("a") == ["a"]
    assert game.view("a")["bids"] == {}
    with pytest.raises(IllegalChoice):
        game.choose("b", 5)
    game.choose("a", 7)
    assert game.view(None)["bids"] == {"a": 7, "b": 4}


def test_whispers_are_for_their_seat_only(game):
    game.play("a", [*TURN, "draw"])
    kinds = {seat: [line.kind for line in game.log(seat)] for seat in ("a", "b", None)}
    assert "drew" in kinds["a"]
    assert "drew" not in kinds["b"]
    assert "drew" not in kinds[None]


def test_a_snapshot_is_enough_to_go_on(game):
    for chain in ([*TURN, "roll"], [*TURN, "draw"], [1, None]):
        game.play(game.pending[0].seat, chain)
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(game.snapshot()), type=Snapshot)
    back = Game.restore(TITLE, {}, stored, Seeded("hoard"))
    assert back.position() == game.position()
    assert back.pending[0].describe() == game.pending[0].describe()
    assert back.lines == []
    back.take_back("a", 2)
    assert back.pending[0].kind == "take"


def test_notation_is_read_against_the_open_decision(game):
    game.play("a", [Text("take: 2"), Text("pass"), Text("2 elf"), Text("end")])
    assert game.pending[0].seat == "b"
    with pytest.raises(IllegalChoice):
        game.play("b", [Text("fly")])


def test_a_fault_in_the_rules_changes_nothing(game):
    broken = Game.start(TITLE, {}, Scripted())
    before = broken.position()
    with pytest.raises(Exception, match="script"):
        broken.play("a", [*TURN, "roll"])
    assert broken.position() == before
    assert broken.pending[0].kind == "take"


def test_conclusions_end_the_game_for_good(game):
    game.choose("a", 1)
    assert game.resign("a").winners == ("b",)
    assert game.pending == []
    with pytest.raises(IllegalChoice):
        game.conclude(Result((), "void", "Void."))
    with pytest.raises(IllegalChoice) as refused:
        game.choose("b", 1)
    assert refused.value.code == "game-over"


def test_out_of_turn(game):
    with pytest.raises(IllegalChoice) as refused:
        game.choose("b", 1)
    assert refused.value.code == "not-your-turn"


def test_each_choice_names_the_submitted_line_that_it_came_from(game):
    applied = game.play("a", [Text("take: 2"), Text("red"), Text("1 elf"), Text("end"), Text("for later")])
    assert applied.places == [0, 1, 2, 3]
    assert applied.draft_places == [4]

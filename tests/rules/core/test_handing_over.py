"""A hand-over that is held: nobody is asked yet, nobody sees it, and it can be taken back unless luck was in it."""

import pytest

import rules
from rules import Game, IllegalChoice, Seeded
from rules.core.replay import RecordedGame, replay

DUEL = rules.title("duel")


def first_turn(seed: int = 1) -> Game:
    return Game.start(DUEL, {}, Seeded(seed))


def harmless(play: Game) -> str:
    """An action after which no card is turned up, so that it only hands over."""
    snapshot = play.snapshot()
    for value in play.pending[0].options.values:
        tried = Game.restore(DUEL, play.options, snapshot, Seeded(1))
        applied = tried.play(play.pending[0].seat, [value])
        if applied.barrier and not applied.outcomes:
            return value
    raise AssertionError("every action turns up a card")


def test_nobody_else_is_asked_or_sees_what_is_held():
    play = first_turn()
    mover = play.pending[0].seat
    other = next(seat for seat in play.seats if seat != mover)
    before = play.view(other)
    applied = play.play(mover, [harmless(play)], holds=True)
    assert play.is_held
    assert not applied.barrier
    assert (play.view(other), play.view(None)) == (
        before,
        before | {"you": None} if "you" in before else before,
    )
    assert play.waiting_for(other) == [mover]
    assert play.waiting_for(mover) == [other]
    assert play.decision_of(other) is None
    with pytest.raises(IllegalChoice, match="not your turn"):
        play.choose(other, "anything")
    with pytest.raises(IllegalChoice, match="not your turn"):
        play.choose(mover, "anything")


def test_it_is_taken_back_or_handed_over():
    play = first_turn()
    mover, action = play.pending[0].seat, harmless(play)
    before = play.position()
    play.play(mover, [action], holds=True)
    play.take_back(mover)
    assert play.position() == before
    assert play.decision_of(mover) is not None
    play.play(mover, [action], holds=True)
    play.hand_over()
    assert not play.unpublished
    assert play.pending[0].seat != mover
    with pytest.raises(IllegalChoice, match="no longer be taken back"):
        play.take_back(mover)


def test_it_is_kept_through_storing():
    play = first_turn()
    mover = play.pending[0].seat
    play.play(mover, [harmless(play)], holds=True)
    again = Game.restore(DUEL, play.options, play.snapshot(), Seeded(1))
    assert again.is_held
    assert again.mover == mover
    again.hand_over()
    play.hand_over()
    assert again.position() == play.position()
    assert again.sitting_weight == play.sitting_weight == "full"


def test_where_a_card_is_turned_up_nothing_is_held():
    play = first_turn()
    for _ in range(60):
        seat = play.pending[0].seat
        applied = play.play(seat, [play.pending[0].options.values[0]], holds=True)
        if applied.outcomes:
            break
        play.hand_over()
    assert applied.barrier
    assert not play.is_held


def test_a_record_with_a_hand_over_taken_back_can_be_checked():
    played = RecordedGame(DUEL, seed=1)
    mover, action = played.game.pending[0].seat, harmless(played.game)
    held = played.game.play(mover, [action], holds=True)
    played._append("choice", mover, choices=held.choices, chance=held.outcomes)
    played.take_back(mover)
    played.choose(mover, action)
    played.resign(mover)
    assert replay(played.record(), takebacks=True).result == played.game.result

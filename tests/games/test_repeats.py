"""Whoever sends a move again is answered as the first time, though no answer is kept: the log knows it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.ledger import ledger
from games.models import Event, Submission
from games.play import drafts, hand_over, undo
from games.play.submit import Submitted, submit
from tests.conftest import Table, game_of_two, person, refused

pytestmark = pytest.mark.both_databases


def send(
    table: Table, seat: str, version: int, choices: list[Any] | None, key: str, **more: Any
) -> Submitted:
    return submit(
        table.game.key, seat, expected_version=version, choices=choices, idempotency_key=key, **more
    )


def as_told(first: Submitted) -> Submitted:
    """The first answer as it is told again."""
    return replace(first, replayed=True)


#: Risk begins on a map that chance has filled: soon somebody invades, and the defender's cards are played at once.
BEGUN = {"duel": {}, "risk": {"setup_mode": "random"}, "war-of-the-ring": {}}


@pytest.mark.parametrize("title", BEGUN)
def test_every_move_of_a_random_game_is_answered_again_as_at_first(db, title):
    table = game_of_two(title, (person("sam"), person("rosie")), options=BEGUN[title])
    chance = Random(title)
    answered: list[tuple[str, int, list[Any], str, Submitted]] = []
    for number in range(20):
        play = table.play()
        if play.is_over:
            break
        seat = chance.choice(play.pending).seat
        version = table.version(seat)
        # A chain that goes on behind its barrier, where it is not looked at.
        ahead = ledger.restore(table.reload().game, ledger.seats_of(table.game))
        chain = []
        while len(chain) < 6 and (question := ahead.decision_of(seat)) is not None:
            chain.append(question.sample(chance))
            done = ahead.choose(seat, chain[-1])
            if done.barrier:
                chain += [] if done.settled else ["something", {"else": number}]
                break
        first = send(table, seat, version, chain, f"move {number}")
        answered.append((seat, version, chain, f"move {number}", first))
        assert send(table, *answered[-1][:4]) == as_told(first)
    entries = Event.objects.count()
    for *sent, first in answered:
        assert send(table, *sent) == as_told(first)
    assert Event.objects.count() == entries
    assert any(first.draft for *_, first in answered)
    if title == "risk":
        own = [first.version - (version + 1) for _, version, _, _, first in answered]
        assert any(own), "something was answered at once in the same transaction"


def test_a_move_that_was_taken_back_and_made_anew_has_two_answers(beans):
    first = send(beans, "left", 0, [3], "one")
    undo.take_back(beans.game.key, "left", first.version)
    second = send(beans, "left", 2, [2], "two")
    assert send(beans, "left", 0, [3], "one") == as_told(first)
    assert send(beans, "left", 2, [2], "two") == as_told(second)


def test_a_draft_that_was_played_is_answered_as_what_it_was(beans):
    drafts.keep(beans.viewer("left"), [3, "keep", "for later"])
    first = send(beans, "left", 0, None, "plan")
    assert (first.applied, first.draft, first.draft_places) == (2, ["for later"], [2])
    drafts.keep(beans.viewer("left"), [])
    assert send(beans, "left", 0, None, "plan") == as_told(first)


@pytest.mark.parametrize("then", ["held", "handed over", "taken back"])
def test_what_was_held_is_answered_as_held(beans, then):
    beans.game.terms = {**beans.game.terms, "hand_over": 30}
    beans.game.save()
    send(beans, "left", 0, [3], "one", may_hold=True)
    first = send(beans, "left", 1, ["keep"], "two", may_hold=True)
    assert (first.barrier, first.hands_over) == (False, True)
    if then == "handed over":
        hand_over.hand_over(beans.game.key, by="left")
    if then == "taken back":
        undo.take_back(beans.game.key, "left", first.version)
    assert send(beans, "left", 1, ["keep"], "two", may_hold=True) == as_told(first)


def test_of_a_submission_no_more_is_kept_than_that_it_was_sent(beans):
    send(beans, "left", 0, [3], "a key of some forty letters, as clients have")
    kept = Submission.objects.get()
    assert (kept.version, kept.final, kept.draft) == (1, False, None)
    assert (
        -(2**63) <= min(kept.key_digest, kept.sent_digest) <= max(kept.key_digest, kept.sent_digest) < 2**63
    )


def test_a_key_is_of_its_seat_alone(beans):
    send(beans, "left", 0, [3, "keep"], "one")
    with refused("idempotency-conflict"):
        send(beans, "left", 0, [2], "one")
    version = beans.version("right")
    answer = beans.play().decision_of("right").fallback_choice()
    assert not send(beans, "right", version, [answer], "one").replayed

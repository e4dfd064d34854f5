"""The only door for moves: versions, chains, idempotency, refusals."""

import pytest

from games.models import Event, LogLine
from games.play import positions
from games.refusals import Refused
from rules.core.decisions import Text

pytestmark = pytest.mark.both_databases


def test_a_move_passes_the_turn_and_is_in_the_log(duel):
    assert duel.mover() == "sauron"
    done = duel.discard()
    assert (done.version, done.applied, done.barrier) == (1, 1, True)
    assert done.written[0].startswith("discard ")
    assert duel.mover() == "fellowship"
    assert [e.kind for e in Event.objects.filter(game=duel.game)] == ["start", "choice"]
    texts = [line["text"] for line in positions.log_lines(duel.viewer("fellowship"))]
    assert any(text.startswith("Sauron discards") for text in texts)


def test_a_stale_version_is_refused_with_the_present_one(duel):
    duel.discard()
    with pytest.raises(Refused) as refused:
        duel.submit("fellowship", "decline", version=0)
    assert (refused.value.code, refused.value.status) == ("stale-version", 409)
    assert refused.value.extra == {"version": 1}


def test_out_of_turn_and_illegal_moves_change_nothing(duel):
    with pytest.raises(Refused) as refused:
        duel.submit("fellowship", "decline")
    assert refused.value.code == "not-your-turn"
    with pytest.raises(Refused) as refused:
        duel.submit("sauron", "take-nothing")
    assert refused.value.status == 422
    assert Event.objects.filter(game=duel.game).count() == 1


def test_the_same_key_gets_the_same_answer_once(duel):
    choice = duel.play().pending[0].fallback_choice()
    first = duel.submit("sauron", choice, version=0, idempotency_key="phone-1")
    again = duel.submit("sauron", choice, version=0, idempotency_key="phone-1")
    assert (again.version, again.replayed) == (first.version, True)
    assert Event.objects.filter(game=duel.game).count() == 2
    with pytest.raises(Refused) as refused:
        duel.submit("sauron", "decline", version=0, idempotency_key="phone-1")
    assert refused.value.code == "idempotency-conflict"


def test_a_used_key_does_not_serve_for_a_later_move(duel):
    duel.submit("sauron", duel.play().pending[0].fallback_choice(), idempotency_key="phone-1")
    duel.discard()
    later = duel.play().pending[0]
    assert later.seat == "sauron"
    with pytest.raises(Refused) as refused:
        duel.submit("sauron", later.fallback_choice(), idempotency_key="phone-1")
    assert refused.value.code == "idempotency-conflict"
    assert Event.objects.filter(game=duel.game).count() == 3


def test_nobody_can_peek_at_what_is_drawn_by_a_chain_that_turns_illegal(duel):
    """What lies behind the barrier is not looked at: the move stands, the rest comes back as a draft."""
    choice = duel.play().pending[0].fallback_choice()
    done = duel.submit("sauron", choice, "no such move", {"nonsense": 1})
    assert done.applied == 1
    assert done.draft == ["no such move", {"nonsense": 1}]
    assert duel.mover() == "fellowship"


def test_notation_is_accepted(duel):
    play = duel.play()
    decision = play.pending[0]
    written = play.title.write(decision, decision.fallback_choice())
    assert duel.submit("sauron", Text(written)).written == [written]


@pytest.mark.parametrize(
    "choices", [[], [None], [3], [{"a": 1}], ["x" * 40_000], [["a"]] * 100, [True], [float("nan")]]
)
def test_hostile_choices_are_refused(duel, choices):
    with pytest.raises(Refused) as refused:
        duel.submit("sauron", *choices)
    assert 400 <= refused.value.status < 500
    assert Event.objects.filter(game=duel.game).count() == 1


def test_events_cannot_be_changed_or_deleted(duel):
    event = Event.objects.get(game=duel.game, seq=0)
    event.kind = "resign"
    with pytest.raises(Exception, match="append-only"):
        event.save()
    with pytest.raises(Exception, match="append-only"):
        event.delete()


def test_a_whole_game_is_played_to_its_end(duel):
    duel.play_out()
    game = duel.game
    assert game.result["winners"]
    assert game.seed
    assert not game.sealed_seed
    assert LogLine.objects.filter(game=game).count() == game.log_length
